"""Bulk normalisation for engines that know bytes: one byte for each character, offsets kept.

Python code that examines every word is limited to 20 to 35 MB/s before anything is looked up. The
peers therefore get the fastest preparation: a text goes through one call of the Latin-1 codec and
one of ``bytes.translate`` (700 MB/s together). Letters become lower case, everything else except
digits becomes a blank, and an entry is found with a blank on either side. Letters beyond Latin-1
share the bytes of control characters, so that a few foreign names are confused, and a hyphen or a
dot equals a blank. The page of ``report.py`` shows how many matches differ.
"""

import codecs
from collections.abc import Iterable

from tacknamn.text.fold import is_word_character

__all__ = ["ASCII", "LATIN", "normalise", "patterns"]

_BLANK = 0x20
_SPARE = [code for code in (*range(1, 9), *range(14, 28), *range(0x80, 0xA0)) if code != 0x85]
"""Control characters that no text contains. They represent the letters beyond Latin-1."""


def _latin(code: int) -> int:
    if code in _SPARE:
        return code
    if not chr(code).isalnum():
        return _BLANK
    small = chr(code).lower()
    return ord(small) if small < "\u0100" else code


def _ascii(code: int) -> int:
    """Map letters that ASCII lacks to its capitals, which are unused after lower-casing."""
    small = _latin(code)
    return small if small in range(0x20, 0x80) else ord("A") + small % 26


LATIN = bytes(map(_latin, range(256)))
ASCII = bytes(map(_ascii, range(256)))
"""For engines that count UTF-8 bytes: with it, every character has one byte."""


class _Others(dict[str, int]):
    """Bytes for the characters beyond Latin-1, each chosen when it first occurs."""

    def __missing__(self, character: str) -> int:
        small = character.lower()[:1]
        if small < "\u0100":
            value = ord(small)  # the Turkish capital İ is an i
        elif is_word_character(small):
            value = _SPARE[ord(small) % len(_SPARE)]
        else:
            value = _BLANK
        self[character] = value
        return value


_OTHERS = _Others()


def _replace(error: UnicodeError) -> tuple[bytes, int]:
    assert isinstance(error, UnicodeEncodeError)
    run = error.object[error.start : error.end]
    return bytes(map(_OTHERS.__getitem__, run)), error.end


codecs.register_error("bench.normalise", _replace)


def normalise(text: str, table: bytes = LATIN) -> bytes:
    """Return the text as bytes, with another blank at either end."""
    return b" %b " % text.encode("latin-1", "bench.normalise").translate(table)


def patterns(forms: Iterable[str], table: bytes = LATIN) -> list[bytes]:
    """Return the distinct patterns of entries, each between blanks."""
    return list(dict.fromkeys(normalise(form, table) for form in forms))
