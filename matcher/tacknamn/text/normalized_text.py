"""A text as patterns and cues read it: composed letters, and a lower-case copy of equal length.

Learners' texts come from many programs, and some write ``å`` as ``a`` and a combining ring. Rules
compare characters, so the text is composed first; an :class:`OffsetMap` leads from offsets in the
composed text back to offsets in the original.
"""

import re
from bisect import bisect_right
from typing import NamedTuple

from tacknamn.support.splice import splice
from tacknamn.text.latin_letters import lower_letters

__all__ = ["NormalizedText", "OffsetMap", "has_marks", "normalize_text"]

_DECOMPOSED = re.compile("[aoeAOE][\u0308\u030a\u0301]")
_COMPOSED = {
    base + mark: letter
    for base, mark, letter in (
        ("a", "\u0308", "ä"),
        ("a", "\u030a", "å"),
        ("o", "\u0308", "ö"),
        ("e", "\u0301", "é"),
        ("A", "\u0308", "Ä"),
        ("A", "\u030a", "Å"),
        ("O", "\u0308", "Ö"),
        ("E", "\u0301", "É"),
    )
}


class NormalizedText(NamedTuple):
    """A text to search."""

    text: str
    """The text, with å ä ö é as single characters."""
    lowered: str
    """The text in lower case. It has the same length, so offsets are those of ``text``."""
    language: str
    """``sv`` or ``en``. Rules of both languages apply, because learners mix them; the language
    decides where a word is a month in only one of them (May, mars)."""


class OffsetMap(NamedTuple):
    """Maps offsets in a composed text to offsets in the original text."""

    composed: list[int]
    """The offset after each letter that was composed of two characters, ascending. Empty if the
    text did not change."""

    def to_original(self, offset: int) -> int:
        """Return the offset in the original text."""
        return offset + bisect_right(self.composed, offset)


def has_marks(text: str) -> bool:
    """Whether a text has a diaeresis, ring or acute, the marks of å ä ö é in decomposed text."""
    return "\u0308" in text or "\u030a" in text or "\u0301" in text


def normalize_text(
    text: str, language: str, lowered: str | None = None
) -> tuple[NormalizedText, OffsetMap]:
    """Normalize a text, and return the map that leads back to its original offsets.

    Args:
        lowered: The text in lower case, if it is known that nothing else changes.
    """
    offsets = OffsetMap([])
    if lowered is not None:
        return NormalizedText(text, lowered, language), offsets
    if has_marks(text):
        text = _compose(text, offsets.composed)
    lowered = lower_letters(text)
    if len(lowered) != len(text):  # İ is the only capital that has two characters in lower case
        lowered = text.replace("\u0130", "i").lower()
    return NormalizedText(text, lowered, language), offsets


def _compose(text: str, composed: list[int]) -> str:
    """Compose letters and marks; add the offset after each composed letter to ``composed``."""
    letters = []
    for match in _DECOMPOSED.finditer(text):
        letter = _COMPOSED.get(match.group())
        if letter is not None:
            letters.append((*match.span(), letter))
            composed.append(match.start() + 1 - len(composed))
    return splice(text, letters)
