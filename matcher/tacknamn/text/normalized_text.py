"""A text as the patterns read it: composed, with a lower-case twin of the same length."""

import re
from bisect import bisect_right
from typing import NamedTuple

__all__ = ["NormalizedText", "OffsetMap", "normalize_text"]

_APART = re.compile("[aoeAOE][\u0308\u030a\u0301]")
_TOGETHER = {
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
    """A text to be searched."""

    text: str
    """The text, with å ä ö é as single characters."""
    lowered: str
    """The same in lower case; places in it are those of ``text``."""
    language: str
    """``sv`` or ``en``. Numbers and triggers are read in both, for learners mix them; it decides
    where a word is a month in one of them only (May, mars)."""


class OffsetMap(NamedTuple):
    """From places of a composed text to those of the text as it was given."""

    joints: list[int]
    """The places behind each letter that was composed of two characters, rising."""

    def given(self, place: int) -> int:
        """The place in the text as it was given."""
        return place + bisect_right(self.joints, place)


def normalize_text(text: str, language: str) -> tuple[NormalizedText, OffsetMap]:
    """The page of a text, and how to get back from its places."""
    places = OffsetMap([])
    # Diaeresis, ring and acute: the marks of å ä ö é when a text writes them apart.
    if "\u0308" in text or "\u030a" in text or "\u0301" in text:
        text = _compose(text, places.joints)
    lowered = text.lower()
    if len(lowered) != len(text):  # the one capital that lower case makes two characters of
        lowered = text.replace("\u0130", "i").lower()
    return NormalizedText(text, lowered, language), places


def _compose(text: str, joints: list[int]) -> str:
    pieces = []
    at = 0
    for found in _APART.finditer(text):
        letter = _TOGETHER.get(found.group())
        if letter is not None:
            pieces += [text[at : found.start()], letter]
            at = found.end()
            joints.append(found.start() + 1 - len(joints))
    return "".join([*pieces, text[at:]])
