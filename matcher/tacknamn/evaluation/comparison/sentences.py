"""Find what each ``[Name]`` of an expected output stands for in its sentence.

Both are read as words and signs, so that blanks do not matter: the seed's own table has
*inventors, including* beside *inventors , including*. Where an output can be read in several ways
(*Kim and Bo and Al* as ``[Name] and [Name]``), names are as short as they can be, from the left.
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

TAG = "[Name]"
"""What the seed puts in place of a name."""
_TOKEN = re.compile(r"\w+|[^\w\s]")


def find_tags(sentence: str, expected: str) -> list[tuple[int, int]]:
    """Where the names of the sentence stand; what does not fit it is Wrong.

    >>> places("Kim Ek met Bo 's aunt .", "[Name] met [Name]'s aunt.")
    [(0, 6), (11, 13)]
    """
    line = _SentenceTokens(sentence)
    first, *others = (_TOKEN.findall(part) for part in expected.split(TAG))
    at = line.behind(first, 0)
    found = []
    for number, words in enumerate(others, 1):
        end = line.last(words) if number == len(others) else line.next(words, at + 1)
        if end <= at:
            raise _mismatch()
        found.append((line.tokens[at].start(), line.tokens[end - 1].end()))
        at = end + len(words)
    if at != len(line.tokens):
        raise _mismatch()
    return found


class _SentenceTokens:
    """The tokens of a sentence, with blanks between, so that searching for several is one search."""

    def __init__(self, sentence: str) -> None:
        self.tokens = list(_TOKEN.finditer(sentence))
        self._text = _join_words([one.group() for one in self.tokens])
        self._places = [0]
        for one in self.tokens:
            self._places.append(self._places[-1] + len(one.group()) + 1)
        self._numbers = {place: number for number, place in enumerate(self._places)}

    def behind(self, words: Sequence[str], at: int) -> int:
        """The token behind the words, which must stand at one."""
        if words and not self._text.startswith(_join_words(words), self._places[at]):
            raise _mismatch()
        return at + len(words)

    def next(self, words: Sequence[str], at: int) -> int:
        """The first token from which on the words stand."""
        if at > len(self.tokens):
            raise _mismatch()
        found = self._text.find(_join_words(words), self._places[at]) if words else self._places[at]
        if found < 0:
            raise _mismatch()
        return self._numbers[found]

    def last(self, words: Sequence[str]) -> int:
        """The token from which on the words stand at the end."""
        if words and not self._text.endswith(_join_words(words)):
            raise _mismatch()
        return len(self.tokens) - len(words)


def _join_words(words: Sequence[str]) -> str:
    return " ".join(["", *words, ""])


def _mismatch() -> InvalidLine:
    return InvalidLine(
        f"its expected output is not its sentence with {TAG} in place of names; mend or drop it"
    )


# Read the sentences that packages are compared on: JSON Lines, or the seed's csv.
#
# JSON Lines are span lists, as ``tacknamn evaluate`` reads them; names are the spans of PER, however
# they are called (``PERSON``, ``PRS``)::
#
#     {"id": "1", "text": "Kim met Anna.", "spans": [[0, 3, "PER"], [8, 12, "PER"]]}
#
# A file that ends in ``.csv`` has two columns, whatever else it has::
#
#     Sentence,Expected Output
#     Kim met Anna .,[Name] met [Name] .
#
# Files are untrusted: what does not hold ends in one error that names file and line, and quotes
# nothing of the text.


NAME = "PER"
"""The class of what is asked for."""
COLUMNS = ("Sentence", "Expected Output")
"""Of the seed's csv."""
LONGEST_FIELD = 100_000
"""Characters of a field of csv: fifty pages are no sentence."""


@dataclass(frozen=True, slots=True)
class NamedSentence:
    """A sentence, and where the names in it stand."""

    id: str
    text: str
    names: tuple[tuple[int, int], ...]
    """Start and end of each, from left to right."""


def read_sentences(file: str | Path) -> list[NamedSentence]:
    """The sentences of a file; ``-`` is standard input, and JSON Lines."""
    is_table = str(file).lower().endswith(".csv")
    found = list(_read_csv(file) if is_table else _read_span_sentences(file))
    name = make_printable(str(file))
    if not found:
        raise InputError(f"{name}: has no sentences; give a file that has some")
    if not any(one.names for one in found):
        raise InputError(f"{name}: has no names; in its spans, names have the label {NAME}")
    return found


def _read_span_sentences(file: str | Path) -> Iterator[NamedSentence]:
    for one in read_span_list(file):
        if one.text is None:
            raise InputError(f"{make_printable(str(file))}, line {one.line}: its text is missing")
        named = {(span.start, span.end) for span in one.spans if coarse_label(span.label) == NAME}
        yield NamedSentence(one.id, one.text, tuple(sorted(named)))


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
    wanted: list[int] | None = None
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
            if row is None:
                return
            if wanted is None:
                wanted = _find_columns(row)
            elif row:
                yield _read_row(line, row, wanted)
        except csv.Error as exc:
            raise source.error(line, f"no csv: {exc}") from None
        except InvalidLine as exc:
            raise source.error(line, str(exc)) from None


def _find_columns(head: list[str]) -> list[int]:
    """Where the two columns stand."""
    known = [title.strip().casefold() for title in head]
    try:
        return [known.index(title.casefold()) for title in COLUMNS]
    except ValueError:
        raise InvalidLine(f"its header must have the columns {' and '.join(COLUMNS)}") from None


def _read_row(line: int, row: list[str], wanted: list[int]) -> NamedSentence:
    if len(row) <= max(wanted):
        raise InvalidLine(f"has {len(row)} fields, fewer than the header")
    text, expected = (row[at] for at in wanted)
    return NamedSentence(str(line), text, tuple(find_tags(text, expected)))
