"""Look everywhere for names that were seen once: in other letter case, without title or first
name, and misspelt by one letter (E1)."""

from collections.abc import Iterator

import ahocorasick
from rapidfuzz.distance import OSA

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.persons import strip_titles
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_repeated_names"]

REPEATED = 58
"""Strength: what lists and titles say of the same place goes first."""
SHORTEST_PART = 2
"""Letters of a surname that is looked for alone, with a capital."""
SHORTEST_MISSPELT = 4
"""Letters of a name whose misspellings can be told from other names."""
MOST_NAMESAKES = 50
"""Names with a word in common that another is compared with: more are no ruling."""


def find_repeated_names(
    sheet: AnnotatedText, known: list[Markable], protect: str
) -> Iterator[Markable]:
    """Further places where persons of ``known``, or the one to protect, are named."""
    wholes, parts = _collect_names(sheet, known, protect)
    yield from _find_again(sheet, wholes, parts)
    yield from _find_misspelt(sheet, wholes)


def _collect_names(
    sheet: AnnotatedText, known: list[Markable], protect: str
) -> tuple[set[str], set[str]]:
    """Whole names of two words or more, and surnames, in lower case."""
    names = {strip_titles(sheet.lowered[piece.start : piece.end]) for piece in known}
    names.add(strip_titles(" ".join(protect.lower().split())))
    wholes = {name for name in names if " " in name}
    parts = (
        {name.rsplit(" ", 1)[-1] for name in names} - load_words("org_head") - load_words("opening")
    )
    return wholes, {part for part in parts if len(part) >= SHORTEST_PART and part.isalpha()}


def _find_again(sheet: AnnotatedText, wholes: set[str], parts: set[str]) -> Iterator[Markable]:
    names = wholes | parts
    if not names:
        return
    automaton = ahocorasick.Automaton()
    for name in names:
        automaton.add_word(name, name)
    automaton.make_automaton()
    lowered = sheet.lowered
    for last, name in automaton.iter(lowered):
        end = last + 1
        start = end - len(name)
        if (start and lowered[start - 1].isalnum()) or lowered[end : end + 1].isalnum():
            continue
        if name in wholes or sheet.text[start].isupper():
            yield Markable(start, end, EntityType.PERSON, "repeated", REPEATED)


def _find_misspelt(sheet: AnnotatedText, wholes: set[str]) -> Iterator[Markable]:
    """Names of two words of which one is right and one differs by a letter: Hary Hole."""
    by_part: dict[tuple[int, str], list[str]] = {}
    for whole in sorted(wholes):
        words = whole.split(" ")
        if len(words) == 2:
            by_part.setdefault((0, words[0]), []).append(words[1])
            by_part.setdefault((1, words[1]), []).append(words[0])
    for run in sheet.runs:
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
