"""Read and write a table of learnt forms. Each line is a proposal that a person decides.

UTF-8, a header, fields separated by one tab, sorted by form::

    decision  what     form     label    country  texts  mentions  against  provenance  note
    yes       add      Zorvine  surname           2      3         0        …           …
    no        exclude  Sommar   surname           4      9         0        …           …

- ``decision``: empty until a person writes ``yes`` or ``no``.
- ``what``: ``add`` the form to the list of its label, or ``exclude`` it from that list.
- ``country``: the country of a place, two capitals, which people add. A country needs one.
- ``texts``, ``mentions``, ``against``: the texts and the mentions that support the line, and the
  texts that contradict it. They follow from the next field.
- ``provenance``: the corrections that the line comes from, separated by `` | ``.
  ``3f9a1c2b7d10.9c01ab33f0e2+2-0 eva 2026-11-18`` is a file and a text by the first digits of their
  SHA-256, the mentions for and against, and annotator and date if known.
- ``note``: information that helps to decide. Reviewers may change it.

A table may have been saved by a spreadsheet: a byte-order mark, Windows line ends and quoted fields
are accepted. No field that is written begins with a character that starts a spreadsheet formula.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from enum import StrEnum
from pathlib import Path
from typing import TypeVar

from tacknamn.errors import InputError
from tacknamn.formats.text_files import decode_text, read_whole
from tacknamn.labels import Label
from tacknamn.learning.forms import PLACES, find_form_error, tidy_form
from tacknamn.learning.records import Decision, Proposal, ProposalKey, ProposalKind, Witness
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.printing import make_printable

__all__ = ["COLUMNS", "read_numbered_proposals", "read_table", "write_table"]

COLUMNS = (
    "decision",
    "what",
    "form",
    "label",
    "country",
    "texts",
    "mentions",
    "against",
    "provenance",
    "note",
)
T = TypeVar("T", bound=StrEnum)
LONGEST_NOTE = 400
SEPARATOR = " | "
_WITNESS = re.compile(
    r"(?P<file>[0-9a-f]{12})\.(?P<text>[0-9a-f]{12})\+(?P<mentions>[0-9]{1,9})"
    r"-(?P<against>[0-9]{1,9})(?: (?P<annotator>(?![0-9]{4}-)[\w.-]{1,40}))?"
    r"(?: (?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2}))?"
)
_FORMULA = "=+-@'\" "
"""Characters that a note may not begin with: they begin a spreadsheet formula, or quote one."""


def write_table(lines: Iterable[Proposal]) -> str:
    """Format the lines of a table, sorted."""
    rows = sorted(map(_write_row, lines), key=lambda row: (row[2], row[3], row[1]))
    return "".join("\t".join(row) + "\n" for row in (COLUMNS, *rows))


def _write_row(line: Proposal) -> tuple[str, ...]:
    numbers = (line.texts, line.mentions, line.against)
    provenance = SEPARATOR.join(map(_write_witness, sorted(line.witnesses)))
    return (line.decision, line.what, line.form, line.label, line.country, *map(str, numbers),
            provenance, _clean_note(line.note))  # fmt: skip


def _write_witness(witness: Witness) -> str:
    counts = f"+{witness.mentions}-{witness.against}"
    return " ".join(
        filter(None, (f"{witness.file}.{witness.text}{counts}", witness.annotator, witness.date))
    )


def _clean_note(note: str) -> str:
    """Clean a note for a table cell."""
    return make_printable(note).replace('"', "'").lstrip(_FORMULA)[:LONGEST_NOTE].rstrip()


def read_table(file: str | Path) -> tuple[Proposal, ...]:
    """Read the lines of a table. An error gives file, line and remedy."""
    return tuple(line for _, line in read_numbered_proposals(file))


def read_numbered_proposals(file: str | Path) -> Iterator[tuple[int, Proposal]]:
    """Read the lines of a table, each with its line number."""
    with open_input(file) as source:
        text = decode_text(read_whole(source), source.name, 0).removeprefix("\ufeff")
    lines: dict[ProposalKey, int] = {}
    for number, fields in _read_rows(source, text):
        line = _ProposalRow(source, number, fields).parse()
        if (before := lines.setdefault(line.key, number)) != number:
            raise source.error(number, f"repeats line {before}; keep one of the two")
        yield number, line


def _read_rows(source: InputStream, text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """Read the fields of each line below the header, with its line number."""
    reader = csv.reader(io.StringIO(text, newline=""), delimiter="\t", strict=True)
    number, header = 1, None
    try:
        for row in reader:
            if header is None:
                header = tuple(row)
                _check_header(source, header)
            elif any(row):
                if len(row) != len(COLUMNS):
                    raise source.error(
                        number, f"has {len(row)} fields separated by tabs instead of {len(COLUMNS)}"
                    )
                yield number, dict(zip(COLUMNS, row, strict=True))
            number = reader.line_num + 1
    except csv.Error as exc:
        raise source.error(
            number, f"not a table ({exc}); check for a quotation mark without its pair"
        ) from None
    if header is None:
        _check_header(source, ())


def _check_header(source: InputStream, header: tuple[str, ...]) -> None:
    if header != COLUMNS:
        raise source.error(
            1,
            f"not a table of `tacknamn learn`, whose header is {' '.join(COLUMNS)}, with tabs",
        )


class _ProposalRow:
    """A line of a table while it is read. Its errors give file and line."""

    def __init__(self, source: InputStream, number: int, fields: dict[str, str]) -> None:
        self._source = source
        self._number = number
        self._fields = {name: value.strip() for name, value in fields.items()}

    def parse(self) -> Proposal:
        """Parse the line."""
        for name, value in self._fields.items():
            if not (value.isprintable() or name == "note"):
                raise self._error(f"its {name} has a line break or an invisible character")
        label = self._read_choice("label", Label)
        line = Proposal(
            self._read_choice("what", ProposalKind),
            self._read_form(label),
            label,
            self._read_choice("decision", Decision),
            self._read_country(label),
            tuple(self._read_witnesses()),
            _clean_note(self._fields["note"]),
        )
        for name in ("texts", "mentions", "against"):
            if not re.fullmatch("[0-9]{0,9}", self._fields[name], re.ASCII):
                raise self._error(f"its {name} must be a number")
        if self._lacks_country(line):
            raise self._error("a country needs its code; write two capitals, like SE")
        return line

    def _read_choice(self, name: str, kind: type[T]) -> T:
        try:
            return kind(self._fields[name].lower())
        except ValueError:
            known = ", ".join(value.value or "nothing" for value in kind)
            raise self._error(f"its {name} must be one of {known}") from None

    def _read_form(self, label: Label) -> str:
        form = tidy_form(self._fields["form"])
        if error := find_form_error(form, label):
            raise self._error(error)
        return form

    def _read_country(self, label: Label) -> str:
        country = self._fields["country"]
        if country and not re.fullmatch("[A-Z]{2}", country):
            raise self._error("its country must be a code of two capitals, like SE")
        if country and label not in PLACES:
            raise self._error(f"{label} has no country; leave it empty")
        return country

    def _lacks_country(self, line: Proposal) -> bool:
        is_added = line.what is ProposalKind.ADD and line.decision is Decision.YES
        return is_added and line.label is Label.COUNTRY and not line.country

    def _read_witnesses(self) -> Iterator[Witness]:
        provenance = self._fields["provenance"]
        for part in provenance.split(SEPARATOR) if provenance else ():
            match = _WITNESS.fullmatch(part)
            if match is None:
                raise self._error(
                    "its provenance differs from what `tacknamn learn` wrote; restore it"
                )
            file, text, mentions, against, annotator, date = match.groups()
            yield Witness(file, text, int(mentions), int(against), annotator or "", date or "")

    def _error(self, problem: str) -> InputError:
        return self._source.error(self._number, problem)
