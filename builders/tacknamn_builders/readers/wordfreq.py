"""Read wordfreq's lists of words by frequency.

A cBpack file is a gzipped msgpack array: a header, then one array of words for each centibel of
frequency. Each word at index *i* has the frequency 10^(-i/100)::

    [{"format": "cB", "version": 1}, [], [], ..., ["fish"], ..., ["blue", "red"]]

The words are in lower case and folded by wordfreq; they include names.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tacknamn_builders.readers.msgpack import Value, decode_msgpack
from tacknamn_builders.readers.received_files import damage_error, format_error, name_damaged_file
from tacknamn_builders.records import WordFrequency
from tacknamn_builders.support.archives import open_gzip

__all__ = ["read"]

_LIMIT = 64 << 20
"""Maximum bytes that a list may expand to; the largest one of version 3.1.1 has 8 million."""

_BILLION = 9
"""Zipf is the logarithm of the occurrences in a billion words."""


def read(folder: Path, languages: Sequence[str] = ("sv", "en")) -> Iterator[WordFrequency]:
    """Yield the words of each language, the most frequent first."""
    for language in languages:
        yield from _read_language(folder / f"large_{language}.msgpack.gz", language)


def _read_language(path: Path, language: str) -> Iterator[WordFrequency]:
    for centibels, words in enumerate(_read_bins(path)):
        if not isinstance(words, list):
            raise format_error(path, f"frequency {centibels} is not a list of words")
        zipf = round(_BILLION - centibels / 100, 2)
        for word in words:
            if not isinstance(word, str):
                raise format_error(
                    path, f"frequency {centibels} holds something that is not a word"
                )
            yield WordFrequency(word, language, zipf)


def _read_bins(path: Path) -> list[Value]:
    with name_damaged_file(path), open_gzip(path, _LIMIT) as stream:
        data = stream.read()
    try:
        pack = decode_msgpack(data)
    except ValueError as exc:
        raise damage_error(path, exc) from exc
    if not isinstance(pack, list) or not pack or pack[0] != {"format": "cB", "version": 1}:
        raise format_error(path, "it is not a cBpack of version 1")
    return pack[1:]
