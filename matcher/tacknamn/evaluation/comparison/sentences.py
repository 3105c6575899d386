"""Read the sentences on which packages are compared: JSON Lines, or the masking tool's CSV format.

JSON Lines are span lists, as for ``tacknamn evaluate``. Names are the spans with the label PER or
one of its synonyms (``PERSON``, ``PRS``)::

    {"id": "1", "text": "Kim met Anna.", "spans": [[0, 3, "PER"], [8, 12, "PER"]]}

A file that ends in ``.csv`` has two columns, and possibly others::

    Sentence,Expected Output
    Kim met Anna .,[Name] met [Name] .

Files are untrusted: invalid content ends in one error that names file and line, and quotes nothing
of the text.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.span_lists import read_span_list
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.json_lines import InvalidLine
from tacknamn.support.printing import make_printable

__all__ = [
    "COLUMNS",
    "NAME",
    "TAG",
    "NamedSentence",
    "find_tags",
    "read_sentences",
]

NAME = "PER"
"""The class of the names."""
TAG = "[Name]"
"""The masking tool's placeholder of a name."""
COLUMNS = ("Sentence", "Expected Output")
"""Columns of the masking tool's CSV format."""
LONGEST_FIELD = 100_000
"""Characters of a CSV field: fifty pages are not a sentence."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class NamedSentence:
    """A sentence with the offsets of its names."""

    id: str
    text: str
    names: tuple[tuple[int, int], ...]
    """Start and end of each name, sorted."""


def read_sentences(file: str | Path) -> list[NamedSentence]:
    """Read the sentences of a file; ``-`` is standard input with JSON Lines."""
    is_csv = str(file).lower().endswith(".csv")
    sentences = list(_read_csv(file) if is_csv else _read_span_sentences(file))
    name = make_printable(str(file))
    if not sentences:
        raise InputError(f"{name}: has no sentences; give a file with sentences")
    if not any(sentence.names for sentence in sentences):
        raise InputError(f"{name}: has no names; names are spans with the label {NAME}")
    return sentences


def _read_span_sentences(file: str | Path) -> Iterator[NamedSentence]:
    for document in read_span_list(file):
        if document.text is None:
            name = make_printable(str(file))
            raise InputError(f"{name}, line {document.line}: its text is missing")
        names = {
            (span.start, span.end) for span in document.spans if coarse_label(span.label) == NAME
        }
        yield NamedSentence(document.id, document.text, tuple(sorted(names)))


def _read_csv(file: str | Path) -> Iterator[NamedSentence]:
    with open_input(file) as source:
        before = csv.field_size_limit(LONGEST_FIELD)
        try:
            yield from _read_rows(source)
        finally:
            csv.field_size_limit(before)


def _read_rows(source: InputStream) -> Iterator[NamedSentence]:
    lines = (source.decode(raw, number) for number, raw in enumerate(source.stream, 1))
    rows = csv.reader(lines, strict=True)
    columns: list[int] | None = None
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
            if row is None:
                return
            if columns is None:
                columns = _find_columns(row)
            elif row:
                yield _read_row(line, row, columns)
        except csv.Error as exc:
            raise source.error(line, f"not CSV: {exc}") from None
        except InvalidLine as exc:
            raise source.error(line, str(exc)) from None


def _find_columns(header: list[str]) -> list[int]:
    """Find the positions of the two columns."""
    titles = [title.strip().casefold() for title in header]
    try:
        return [titles.index(title.casefold()) for title in COLUMNS]
    except ValueError:
        raise InvalidLine(f"its header must have the columns {' and '.join(COLUMNS)}") from None


def _read_row(line: int, row: list[str], columns: list[int]) -> NamedSentence:
    if len(row) <= max(columns):
        raise InvalidLine(f"has {len(row)} fields, fewer than the header")
    text, expected = (row[at] for at in columns)
    return NamedSentence(str(line), text, tuple(find_tags(text, expected)))


def find_tags(sentence: str, expected: str) -> list[tuple[int, int]]:
    """Find what each ``[Name]`` of an expected output stands for in its sentence.

    Both are compared as words and signs, so that blanks do not matter: the masking tool's table
    has *inventors, including* in one column and *inventors , including* in the other. If an output
    can be read in several ways (*Kim and Bo and Al* as ``[Name] and [Name]``), names are as short
    as possible, from the left. An output that does not fit the sentence is an InvalidLine.

    >>> find_tags("Kim Ek met Bo 's aunt .", "[Name] met [Name]'s aunt.")
    [(0, 6), (11, 13)]
    """
    tokens = _SentenceTokens(sentence)
    first, *others = (_TOKEN.findall(part) for part in expected.split(TAG))
    at = tokens.skip(first, 0)
    names = []
    for number, words in enumerate(others, 1):
        # The name lasts until the words that follow it; those after the last tag end the sentence.
        is_last = number == len(others)
        end = tokens.find_last(words) if is_last else tokens.find_next(words, at + 1)
        if end <= at:
            raise _mismatch()
        names.append((tokens.matches[at].start(), tokens.matches[end - 1].end()))
        at = end + len(words)
    if at != len(tokens.matches):
        raise _mismatch()
    return names


class _SentenceTokens:
    """The tokens of a sentence, also joined to one string, in which a search for several tokens
    is a single search."""

    def __init__(self, sentence: str) -> None:
        self.matches = list(_TOKEN.finditer(sentence))
        self._text = _join_words([token.group() for token in self.matches])
        self._offsets = [0]  # of each token in the joined string
        for token in self.matches:
            self._offsets.append(self._offsets[-1] + len(token.group()) + 1)
        self._numbers = {offset: number for number, offset in enumerate(self._offsets)}

    def skip(self, words: Sequence[str], at: int) -> int:
        """Return the token after the words, which must begin at token ``at``."""
        if words and not self._text.startswith(_join_words(words), self._offsets[at]):
            raise _mismatch()
        return at + len(words)

    def find_next(self, words: Sequence[str], at: int) -> int:
        """Find the first token, from token ``at`` on, where the words begin."""
        if at > len(self.matches):
            raise _mismatch()
        start = self._offsets[at]
        found = self._text.find(_join_words(words), start) if words else start
        if found < 0:
            raise _mismatch()
        return self._numbers[found]

    def find_last(self, words: Sequence[str]) -> int:
        """Find the token where the words begin, which must end the sentence."""
        if words and not self._text.endswith(_join_words(words)):
            raise _mismatch()
        return len(self.matches) - len(words)


def _join_words(words: Sequence[str]) -> str:
    return " ".join(["", *words, ""])


def _mismatch() -> InvalidLine:
    return InvalidLine(
        f"its expected output is not its sentence with {TAG} in place of names; correct or "
        "remove it"
    )
