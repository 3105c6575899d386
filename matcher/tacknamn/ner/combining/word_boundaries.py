"""Know where words begin and end, so that no name is masked by halves: ``[Name]son``.

Words are letters, digits and their marks. Hyphens and apostrophes stand between words, as they
do for the matcher: of *Anna-Karin* a backend may find *Anna* alone.
"""

from tacknamn.text.fold import is_word_character

__all__ = ["WordBoundaries", "is_in_word"]

_JOINERS = "\u00ad\u200c\u200d\u2060"
"""Invisible, within words: the soft hyphen, and what joins letters or keeps them apart."""
_UNSPACED = (
    (0x0E00, 0x0FFF),  # Thai, Lao, Tibetan
    (0x1000, 0x109F),  # Burmese
    (0x1780, 0x17FF),  # Khmer
    (0x3040, 0x30FF),  # Japanese syllables
    (0x3400, 0x9FFF),  # Chinese characters, here and in the two ranges below
    (0xF900, 0xFAFF),
    (0x20000, 0x3FFFF),
)
"""Scripts that put no blanks between words: a run of their letters is a sentence, and where a
word ends in it a backend alone can tell."""


def is_in_word(character: str) -> bool:
    """Whether a character belongs to words that have blanks around them.

    >>> [is_in_word(character) for character in "å3-_姓"]
    [True, True, False, False, False]
    """
    if not is_word_character(character):
        return False
    code = ord(character)
    return code < _UNSPACED[0][0] or not any(low <= code <= high for low, high in _UNSPACED)


class WordBoundaries:
    """The words of a text, asked for from left to right."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._last = (0, 0)

    def around(self, place: int) -> tuple[int, int]:
        """The word that a cut at ``place`` would divide; the place itself where it divides none.

        >>> Words("Anna Lind").around(6), Words("Anna Lind").around(4)
        ((5, 9), (4, 4))
        """
        if self._last[0] < place < self._last[1]:
            return self._last  # many cuts of one endless word are looked at once
        start, end = place, place
        if self._is_behind(place) and self._is_before(place):
            while self._is_behind(start):
                start -= 1
            while self._is_before(end):
                end += 1
            self._last = start, end
        return start, end

    def _is_behind(self, place: int) -> bool:
        """Whether the character before a place belongs to a word, or joins two in one."""
        text = self._text
        if place < 1:
            return False
        if text[place - 1] in _JOINERS:
            return place > 1 and is_in_word(text[place - 2])
        return is_in_word(text[place - 1])

    def _is_before(self, place: int) -> bool:
        """The same of the character behind a place."""
        text = self._text
        if place >= len(text):
            return False
        if text[place] in _JOINERS:
            return place + 1 < len(text) and is_in_word(text[place + 1])
        return is_in_word(text[place])
