"""Find further mentions of persons already found (E1).

The name may be in other letter case, without title or first name, or misspelt by one letter.
"""

import re
from collections.abc import Iterator

import ahocorasick
from rapidfuzz.distance import OSA

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import capital_letter
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.repeated_companies import is_company

__all__ = ["find_repeated_names"]

REPEATED = 58
"""Strength. Lists and titles that cover the same place take precedence."""
SHORTEST_PART = 2
"""Fewest letters of a surname that is searched on its own. It needs a capital."""
SHORTEST_MISSPELT = 4
"""Fewest letters of a misspelt name. Shorter names resemble too many others."""
MOST_NAMESAKES = 50
"""Most names sharing a word that are compared with another name. It bounds the running time."""

_HYPHENATED = re.compile(rf"(?:[-‑]{capital_letter()}\w*)+")
"""The further parts of a surname: *Ek-Berg* in a text that has *Ek*."""


def find_repeated_names(
    annotated: AnnotatedText, known: list[Markable], protect: str
) -> Iterator[Markable]:
    """Find further mentions of the persons in ``known`` and of the person to protect."""
    wholes, parts = _collect_names(annotated, known, protect)
    yield from _find_again(annotated, wholes, parts)
    yield from _find_misspelt(annotated, wholes)


def _collect_names(
    annotated: AnnotatedText, known: list[Markable], protect: str
) -> tuple[set[str], set[str]]:
    """Collect full names of two words or more, and surnames, all in lower case."""
    names = {strip_titles(annotated.lowered[markable.start : markable.end]) for markable in known}
    if not is_company(protect):
        names.add(strip_titles(" ".join(protect.lower().split())))
    wholes = {name for name in names if " " in name}
    parts = (
        {name.rsplit(" ", 1)[-1] for name in names} - load_words("org_head") - load_words("opening")
    )
    return wholes, {part for part in parts if len(part) >= SHORTEST_PART and part.isalpha()}


def _find_again(annotated: AnnotatedText, wholes: set[str], parts: set[str]) -> Iterator[Markable]:
    names = wholes | parts
    if not names:
        return
    automaton = ahocorasick.Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    lowered = annotated.lowered
    for last, name in automaton.iter(lowered):
        end = last + 1
        start = end - len(name)
        if (start and lowered[start - 1].isalnum()) or lowered[end : end + 1].isalnum():
            continue
        if name in wholes or annotated.text[start].isupper():
            further = _HYPHENATED.match(annotated.text, end)
            end = end if further is None else further.end()
            yield Markable(start, end, EntityType.PERSON, "repeated", REPEATED)


def _find_misspelt(annotated: AnnotatedText, wholes: set[str]) -> Iterator[Markable]:
    """Find names of two words of which one is misspelt by a letter: Hary Hole."""
    by_part: dict[tuple[int, str], list[str]] = {}
    for whole in sorted(wholes):
        words = whole.split(" ")
        if len(words) == 2:
            by_part.setdefault((0, words[0]), []).append(words[1])
            by_part.setdefault((1, words[1]), []).append(words[0])
    for run in annotated.runs:
        if len(run.words) == 2:
            first, last = (word.lowered for word in run.words)
            if _is_near(last, by_part.get((0, first), [])) or _is_near(
                first, by_part.get((1, last), [])
            ):
                yield Markable(run.start, run.end, EntityType.PERSON, "misspelt", REPEATED)


def _is_near(word: str, others: list[str]) -> bool:
    return len(word) >= SHORTEST_MISSPELT and any(
        OSA.distance(word, other, score_cutoff=1) == 1 for other in others[:MOST_NAMESAKES]
    )
