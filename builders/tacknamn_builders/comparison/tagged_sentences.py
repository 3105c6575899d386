"""Read sentences whose tokens have tags: one token on each line, an empty line after each sentence.

::

    0	Kim	B-PER
    1	Ek	I-PER
    2	left	O

Index, token and tag are separated by tabs (WikiNEuRal's ``.conllu``). Files without the index, with
tabs or spaces, are read as well. Lines that begin with ``#`` and have no tab are comments. Tokens
that consist of spaces are skipped. An ``I-`` tag after another class, or at the beginning, begins a
name.

Files are untrusted: a mistake raises one error that names file and line.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.json_lines import InvalidLine

__all__ = ["TaggedSentence", "TaggedToken", "read_tagged_sentences"]

LONGEST_LINE = 1 << 16
"""Maximum bytes of a line; no token is that long."""
LONGEST_SENTENCE = 10_000
"""Maximum tokens of a sentence; more mean that the file has no empty lines."""
_TAG = re.compile(r"O|[BI]-[A-Z]{1,20}")


@dataclass(frozen=True, slots=True)
class TaggedToken:
    """A word or a punctuation mark."""

    text: str
    label: str = ""
    """PER, LOC ...; empty if it is not part of a name."""
    begins: bool = False
    """Whether it is the first token of a name."""


@dataclass(frozen=True, slots=True)
class TaggedSentence:
    """A sentence."""

    number: int
    """Its number in the file, from 1."""
    tokens: tuple[TaggedToken, ...]


def read_tagged_sentences(file: str | Path) -> Iterator[TaggedSentence]:
    """Yield the sentences of a file; ``-`` is standard input."""
    with open_input(file) as source:
        number = 0
        tokens: list[TaggedToken] = []
        for line, text in _read_lines(source):
            if text.strip():
                try:
                    tokens += _parse_token(text, tokens)
                except InvalidLine as exc:
                    raise source.error(line, str(exc)) from None
                if len(tokens) > LONGEST_SENTENCE:
                    raise source.error(
                        line, "no empty line so far; each sentence must end with one"
                    )
            elif tokens:
                number += 1
                yield TaggedSentence(number, tuple(tokens))
                tokens = []
        if tokens:
            yield TaggedSentence(number + 1, tuple(tokens))


def _read_lines(source: InputStream) -> Iterator[tuple[int, str]]:
    line = 0
    while raw := source.stream.readline(LONGEST_LINE + 1):
        line += 1
        if len(raw) > LONGEST_LINE:
            raise source.error(
                line, f"longer than {LONGEST_LINE:,} bytes; a line must have one token"
            )
        text = source.decode(raw, line).rstrip("\r\n")
        if not text.startswith("#") or "\t" in text or _is_tagged_hash(text):
            yield line, text


def _is_tagged_hash(text: str) -> bool:
    """Whether the line is the token ``#`` with its tag, not a comment."""
    return text.startswith("# ") and _TAG.fullmatch(text[2:]) is not None


def _parse_token(text: str, before: list[TaggedToken]) -> list[TaggedToken]:
    """Parse the token of a line; the list is empty if the token consists of spaces."""
    fields = text.split("\t") if "\t" in text else text.split(" ")
    if len(fields) not in (2, 3) or (len(fields) == 3 and not fields[0].isdecimal()):
        raise InvalidLine("is not index, token and tag, separated by tabs")
    word, tag = " ".join(fields[-2].split()), fields[-1].strip()
    if not _TAG.fullmatch(tag):
        raise InvalidLine("its tag is neither O nor B- or I- with a class, such as B-PER")
    if not word:
        return []
    label = tag[2:]
    goes_on = tag.startswith("I") and bool(before) and before[-1].label == label
    return [TaggedToken(word, label, bool(label) and not goes_on)]
