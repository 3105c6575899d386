"""Read and write a table of what was learnt: one line a proposal, for a person to decide.

UTF-8, a header, fields separated by one tab, in the order of forms::

    decision  what     form     label    country  texts  mentions  against  provenance  note
    yes       add      Zorvine  surname           2      3         0        …           …
    no        exclude  Sommar   surname           4      9         0        …           …

- ``decision``: empty until somebody writes ``yes`` or ``no``.
- ``what``: ``add`` the form to the list of its label, or ``exclude`` it from there.
- ``country``: of a place, two capitals, for people to fill in; a country cannot do without.
- ``texts``, ``mentions``, ``against``: how many texts speak for the line, at how many places, and
  how many texts speak against it. They follow from the next field.
- ``provenance``: who says so, separated by `` | ``:
  ``3f9a1c2b7d10.9c01ab33f0e2+2-0 eva 2026-11-18`` is the file and the text by the first digits of
  their SHA-256, the places for and against, and annotator and date where they are known.
- ``note``: what may help to decide. Whoever decides may change it.

Spreadsheets may have saved it: a byte-order mark, line ends of Windows and fields in quotes are
read. Nothing that is written begins with a sign that a spreadsheet takes for a formula.
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
"""What a note may not begin with: signs that make a formula of a cell, and quotation marks, which
hide one."""


def write_table(lines: Iterable[Proposal]) -> str:
    """The text of a table, sorted."""
    rows = sorted(map(_write_row, lines), key=lambda row: (row[2], row[3], row[1]))
    return "".join("\t".join(row) + "\n" for row in (COLUMNS, *rows))


def _write_row(line: Proposal) -> tuple[str, ...]:
    numbers = (line.texts, line.mentions, line.against)
    provenance = SEPARATOR.join(map(_write_witness, sorted(line.witnesses)))
    return (line.decision, line.what, line.form, line.label, line.country, *map(str, numbers),
            provenance, _clean_note(line.note))  # fmt: skip


def _write_witness(one: Witness) -> str:
    by = " ".join(filter(None, (one.annotator, one.date)))
    return f"{one.file}.{one.text}+{one.mentions}-{one.against}{' ' if by else ''}{by}"


def _clean_note(note: str) -> str:
    """A note as it may stand in a cell."""
    return make_printable(note).replace('"', "'").lstrip(_FORMULA)[:LONGEST_NOTE].rstrip()


def read_table(file: str | Path) -> tuple[Proposal, ...]:
    """The lines of a table; a mistake is told with file, line and what to do."""
    return tuple(line for _, line in read_numbered_proposals(file))


def read_numbered_proposals(file: str | Path) -> Iterator[tuple[int, Proposal]]:
    """The same, each with the number of its line."""
    with open_input(file) as source:
        text = decode_text(read_whole(source), source.name, 0).removeprefix("\ufeff")
    lines: dict[ProposalKey, int] = {}
    for number, fields in _read_rows(source, text):
        line = _ProposalRow(source, number, fields).line()
        if (before := lines.setdefault(line.key, number)) != number:
            raise source.error(number, f"says of the same form what line {before} says; keep one")
        yield number, line


def _read_rows(source: InputStream, text: str) -> Iterator[tuple[int, dict[str, str]]]:
    """The fields of each line but the header, with the number of the line."""
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
                        number, f"{len(row)} fields separated by tabs, not {len(COLUMNS)}"
                    )
                yield number, dict(zip(COLUMNS, row, strict=True))
            number = reader.line_num + 1
    except csv.Error as exc:
        raise source.error(
            number, f"no table ({exc}); a quotation mark that is never closed?"
        ) from None
    if header is None:
        _check_header(source, ())


def _check_header(source: InputStream, header: tuple[str, ...]) -> None:
    if header != COLUMNS:
        raise source.error(
            1, f"no table of `tacknamn learn`: its header is {' '.join(COLUMNS)}, with tabs"
        )


class _ProposalRow:
    """The fields of a line, which can say where they stand."""

    def __init__(self, source: InputStream, number: int, fields: dict[str, str]) -> None:
        self._source = source
        self._number = number
        self._fields = {name: value.strip() for name, value in fields.items()}

    def line(self) -> Proposal:
        """The line, if it is one."""
        for name, value in self._fields.items():
            if not (value.isprintable() or name == "note"):
                raise self._fault(
                    f"its {name} has a line break or another sign that cannot be seen"
                )
        label = self._one_of("label", Label)
        line = Proposal(
            self._one_of("what", ProposalKind),
            self._form(label),
            label,
            self._one_of("decision", Decision),
            self._country(label),
            tuple(self._witnesses()),
            _clean_note(self._fields["note"]),
        )
        for name in ("texts", "mentions", "against"):
            if not re.fullmatch("[0-9]{0,9}", self._fields[name], re.ASCII):
                raise self._fault(f"its {name} are no number")
        if self._lacks_country(line):
            raise self._fault("a country without its code; write two capitals, like SE")
        return line

    def _one_of(self, name: str, kind: type[T]) -> T:
        try:
            return kind(self._fields[name].lower())
        except ValueError:
            known = ", ".join(one.value or "nothing" for one in kind)
            raise self._fault(f"its {name} is none; there are {known}") from None

    def _form(self, label: Label) -> str:
        form = tidy_form(self._fields["form"])
        if fault := find_form_error(form, label):
            raise self._fault(fault)
        return form

    def _country(self, label: Label) -> str:
        country = self._fields["country"]
        if country and not re.fullmatch("[A-Z]{2}", country):
            raise self._fault("its country is no code of two capitals, like SE")
        if country and label not in PLACES:
            raise self._fault(f"{label} has no country; leave it empty")
        return country

    def _lacks_country(self, line: Proposal) -> bool:
        is_added = line.what is ProposalKind.ADD and line.decision is Decision.YES
        return is_added and line.label is Label.COUNTRY and not line.country

    def _witnesses(self) -> Iterator[Witness]:
        told = self._fields["provenance"]
        for one in told.split(SEPARATOR) if told else ():
            found = _WITNESS.fullmatch(one)
            if found is None:
                raise self._fault("its provenance is not as `tacknamn learn` writes it; restore it")
            file, text, mentions, against, annotator, date = found.groups()
            yield Witness(file, text, int(mentions), int(against), annotator or "", date or "")

    def _fault(self, problem: str) -> InputError:
        return self._source.error(self._number, problem)
