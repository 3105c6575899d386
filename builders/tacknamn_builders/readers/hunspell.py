"""Read the words of a Hunspell dictionary, as a list of correct spellings.

The first line counts the rest, which are UTF-8 words, mostly with flags after a slash that
the ``.aff`` file explains::

    149861
    abborre/ADGvX
    Aarhus/X
    hjulafton/%

Only words of small letters are kept. Capitals mark names and abbreviations, which other
sources give with a label, and which as plain words would hide them (``Ros``). Endings are
left to SALDO. We take ``sv_SE_expanded.dic``: the package's main dictionary adds 102,000
words that are largely lakes and villages in small letters (``viktjärnen``, ``ristinkylä``).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.errors import format_error, read_text_lines
from tacknamn_builders.records import WordFrequency

__all__ = ["read"]

_FORBIDDEN, _NEEDS_AFFIX, _ONLY_IN_COMPOUNDS = "%", "¤", "Z"
_NOT_WORDS = frozenset([_FORBIDDEN, _NEEDS_AFFIX, _ONLY_IN_COMPOUNDS])
"""Flags of misspellings, of stems that need an ending, and of first parts of compounds."""

_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def read(folder: Path, dictionary: str = "sv_SE_expanded.dic") -> Iterator[WordFrequency]:
    """Yield the words in small letters."""
    path = folder / dictionary
    previous = ""
    for number, line in read_text_lines(path):
        if number == 1:
            _check_count(path, line)
            continue
        word, _, flags = line.partition("/")
        if word != previous and _is_word(word, flags):
            yield WordFrequency(word, "sv", 0.0)
            previous = word


def _is_word(word: str, flags: str) -> bool:
    return (
        len(word) > 1
        and word.islower()
        and _WORD.fullmatch(word) is not None
        and _NOT_WORDS.isdisjoint(flags)
    )


def _check_count(path: Path, line: str) -> None:
    if not line.strip().isdecimal():
        raise format_error(path, "its first line is not the number of words")
