"""Count how often the writer speaks in a text, without a search for cues."""

from collections.abc import Sequence
from typing import Final

from tacknamn.detection.harmless.cues import FARTHEST, Cue, PlacedCue
from tacknamn.support.expressions import compile_lazily

__all__ = ["count_sentences", "find_spoken", "is_in_quotes", "is_writer_seldom"]

SELDOM_FIRST: Final = 3
"""In a text on a topic "jag" stands at most once for so many sentences, opinions included."""
SELDOM_ANYWHERE: Final = 2
"""So often it may stand in a short text."""
_QUOTES: Final = ('"', "”", "“", "»", "«")
"""Marks around what somebody says."""
_ENGLISH_WORDS: Final = (" the ", " and ", " is ", " my ", " in ")
_SWEDISH_WORDS: Final = (" och ", " är ", " att ", " som ", " det ", " i ")
_I = compile_lazily(r"\bI\b(?!['’])")
_OFTEN: Final = (" jag ", " min ", " mina ", " mig ")
"""Words of most texts about the writer."""
_SPOKEN: Final = Cue("I", "personal", frozenset(["any"]), 4, 160, whole=False)
"""The English word for the writer. In lower case it is a Swedish word, so no table has it."""


def is_writer_seldom(lowered: str, sentences: int) -> bool:
    """Return whether the writer does not appear everywhere."""
    left = max(SELDOM_ANYWHERE, sentences // SELDOM_FIRST)
    for word in _OFTEN:
        left -= lowered.count(word)
        if left < 0:
            return False
    return True


def count_sentences(lowered: str) -> int:
    """Return about how many sentences a text has; counting is much faster than splitting."""
    text = lowered.strip()
    ends = text.count(". ")
    # A search for a single character is much faster than one for two.
    if "!" in text:
        ends += text.count("! ")
    if "?" in text:
        ends += text.count("? ")
    if "\n" in text:
        ends += text.count("\n") - text.count("\n\n")
    return 1 + ends


def find_spoken(text: str, lowered: str, others: Sequence[PlacedCue]) -> list[PlacedCue]:
    """Return a personal cue for each English "I" that no longer cue, such as an opinion, has. In
    Swedish it is a preposition."""
    if "I " not in text:
        return []
    english = sum(map(lowered.count, _ENGLISH_WORDS))
    if not english or english <= sum(map(lowered.count, _SWEDISH_WORDS)):
        return []
    covered = {placed.start for placed in others}
    starts = [match.start() for match in _I.finditer(text)]
    return [PlacedCue(start, start + 1, _SPOKEN) for start in starts if start not in covered]


def is_in_quotes(lowered: str, start: int) -> bool:
    """Return whether a character of a book says something: "Eli säger: "Jag är ...""."""
    line = lowered.rfind("\n", max(0, start - FARTHEST), start) + 1
    before = lowered[max(line, start - FARTHEST) : start]
    quotes = sum(map(before.count, _QUOTES))
    return quotes % 2 == 1
