"""Find persons whom a ruling calls by a letter (E1): *A. and B. were convicted*, *the witness X*.

Letters also number headings, articles and annexes, so a letter needs a second one beside it, a word
for a person before it, or a verb behind it of which only persons are the subject.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.tab_benchmark.annotated_text import AnnotatedText, is_heading
from tacknamn.tab_benchmark.capitals import capital_letter
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_initials"]

INITIALS = 55
"""Strength: a longer name that contains the letter comes first."""
LONGEST_LETTER = 2
"""Most characters of a letter with its full stop."""
FARTHEST_BEFORE, FARTHEST_AFTER = 24, 80
"""Characters around a letter that are searched for others, and for words that show a person."""


@lru_cache(maxsize=1)
def _numbered_pattern() -> re.Pattern[str]:
    """Build the pattern of what letters number, and of further letters behind it: Annexes B and"""
    words = _alternatives("lettered")
    return re.compile(
        rf"\b(?:{words})[ \u00a0](?:[A-Z]\.?(?:,| and| or)[ \u00a0])*$", re.IGNORECASE
    )


def _alternatives(kind: str) -> str:
    return "|".join(sorted(map(re.escape, load_words(kind)), key=lambda word: (-len(word), word)))


@lru_cache(maxsize=1)
def _letter_patterns() -> tuple[re.Pattern[str], ...]:
    """Build the patterns of letters that are persons, with their parts as groups."""
    letter = rf"(?<![\w.’'&-]){capital_letter()}"
    dotted, bare = rf"{letter}\.", rf"{letter}(?![\w.’'&§-])"
    persons = rf"(?:{_alternatives('person_word')})"
    verbs = (
        rf"(?:(?:was|were|(?:had|has|have) been)[ \u00a0](?:\w+ly[ \u00a0])?"
        rf"(?:{_alternatives('person_participle')})|{_alternatives('person_verb')})\b"
    )
    tie = r"(?:,|,?[ \u00a0](?:and|or))[ \u00a0]"
    return (
        re.compile(rf"{dotted}(?:{tie}{dotted})+(?![ \u00a0]?[A-Z][\w’'-])"),
        re.compile(rf"{dotted}(?=,?[ \u00a0]{verbs})"),
        re.compile(
            rf"(?<![\w.]){persons},?[ \u00a0](?:{dotted}|{bare})(?:{tie}(?:{dotted}|{bare}))*"
        ),
        re.compile(rf"{bare}(?:{tie}{bare})*(?=,?[ \u00a0]{verbs})"),
    )


@lru_cache(maxsize=1)
def _letter_pattern() -> re.Pattern[str]:
    return re.compile(rf"(?<![\w’'-]){capital_letter()}(?:\.|(?!\w))")


def find_initials(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find single letters that stand for persons."""
    reach = 0
    for run in annotated.runs:
        if len(run.words) == 1 and len(run.words[0].lowered) <= LONGEST_LETTER and run.end > reach:
            reach = run.end + FARTHEST_AFTER
            yield from _find_near(annotated, max(0, run.start - FARTHEST_BEFORE), reach)


def _find_near(annotated: AnnotatedText, begin: int, reach: int) -> Iterator[Markable]:
    """Find the letters in a part of the text."""
    for pattern in _letter_patterns():
        for match in pattern.finditer(annotated.text, begin, reach):
            if not _numbered_pattern().search(
                annotated.text, max(0, match.start() - 40), match.start()
            ):
                yield from _list_letters(annotated, match)


def _list_letters(annotated: AnnotatedText, match: re.Match[str]) -> Iterator[Markable]:
    """List the letters of a match. After letters without a full stop, one ends the sentence."""
    letters = list(_letter_pattern().finditer(annotated.text, *match.span()))
    bare = len(letters) > 1 and len(letters[0].group()) == 1
    for letter in letters:
        if letter.group() not in ("I", "A") and not is_heading(annotated, letter.start()):
            end = letter.start() + 1 if bare else letter.end()
            yield Markable(letter.start(), end, EntityType.PERSON, "letter", INITIALS)
