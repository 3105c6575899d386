"""Read the words of a Hunspell dictionary, as a list of correct spellings.

The first line is the number of the other lines, which are UTF-8 words. Most have flags after a
slash; the ``.aff`` file explains them::

    149861
    abborre/ADGvX
    Aarhus/X
    hjulafton/%

Only words in lower case are kept. Capitals mark names and abbreviations; other sources have them
with a label, and as words they would hide the names (``Ros``). Inflected forms come from SALDO. The
file is ``sv_SE_expanded.dic``: the package's main dictionary has 102,000 more words, mostly lakes
and villages in lower case (``viktjärnen``, ``ristinkylä``).
"""

import re
from collections.abc import Iterator
from pathlib import Path

from tacknamn_builders.readers.received_files import format_error, read_text_lines
from tacknamn_builders.records import WordFrequency

__all__ = ["check_count", "read"]

_FORBIDDEN, _NEEDS_AFFIX, _ONLY_IN_COMPOUNDS = "%", "¤", "Z"
_NOT_WORDS = frozenset([_FORBIDDEN, _NEEDS_AFFIX, _ONLY_IN_COMPOUNDS])
"""Flags of misspellings, of stems that need an ending, and of first parts of compounds."""

_WORD = re.compile(r"[^\W\d_]+(?:['-][^\W\d_]+)*")


def read(folder: Path, dictionary: str = "sv_SE_expanded.dic") -> Iterator[WordFrequency]:
    """Yield the words in lower case."""
    path = folder / dictionary
    previous = ""
    for number, line in read_text_lines(path):
        if number == 1:
            check_count(path, line)
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


def check_count(path: Path, line: str) -> None:
    """Raise an error if the first line of a dictionary is not the number of its words."""
    if not line.strip().isdecimal():
        raise format_error(path, "its first line is not the number of words")
