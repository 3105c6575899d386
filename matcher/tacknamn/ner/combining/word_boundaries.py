"""Find where words begin and end, so that no name is masked in part: ``[Name]son``.

A word consists of letters, digits and combining marks. Hyphens and apostrophes separate words, as
they do for the matcher: in *Anna-Karin* a backend may find *Anna* alone.
"""

from tacknamn.text.fold import is_word_character

__all__ = ["WordBoundaries", "is_in_word"]

_JOINERS = "\u00ad\u200c\u200d\u2060"
"""Invisible characters inside words: the soft hyphen, joiners and non-joiners."""
_UNSPACED = (
    (0x0E00, 0x0FFF),  # Thai, Lao, Tibetan
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Japanese syllables
    (0x3400, 0x9FFF),  # Chinese characters, here and in the two ranges below
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""Scripts without blanks between words. A run of their letters is a sentence, and only a backend
can say where a word in it ends."""


def is_in_word(character: str) -> bool:
    """Whether a character is part of words that are separated by blanks.

    >>> [is_in_word(character) for character in "å3-_姓"]
    [True, True, False, False, False]
    """
    if not is_word_character(character):
        return False
    code = ord(character)
    return code < _UNSPACED[0][0] or not any(low <= code <= high for low, high in _UNSPACED)


class WordBoundaries:
    """The words of a text. Faster when offsets are asked for from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last = (0, 0)

    def find_word(self, offset: int) -> tuple[int, int]:
        """Find the word that a cut at ``offset`` would divide; the offset itself if there is none.

        >>> WordBoundaries("Anna Lind").find_word(6), WordBoundaries("Anna Lind").find_word(4)
        ((5, 9), (4, 4))
        """
        if self._last[0] < offset < self._last[1]:
            return self._last  # so that many cuts in one endless word take linear time
        start, end = offset, offset
        if self._continues_before(offset) and self._continues_after(offset):
            while self._continues_before(start):
                start -= 1
            while self._continues_after(end):
                end += 1
            self._last = start, end
        return start, end

    def _continues_before(self, offset: int) -> bool:
        """Whether the character before an offset is in a word, or joins two that are."""
        text = self._text
        if offset < 1:
            return False
        if text[offset - 1] in _JOINERS:
            return offset > 1 and is_in_word(text[offset - 2])
        return is_in_word(text[offset - 1])

    def _continues_after(self, offset: int) -> bool:
        """Whether the character after an offset is in a word, or joins two that are."""
        text = self._text
        if offset >= len(text):
            return False
        if text[offset] in _JOINERS:
            return offset + 1 < len(text) and is_in_word(text[offset + 1])
        return is_in_word(text[offset])
