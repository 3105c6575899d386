"""Read the lines of a hand-made table, and check the rules that all tables share.

A table is UTF-8 with a header line and fields separated by tabs. Its lines are sorted by code
point, no two describe the same form, and each one has a reason. An error names the file and the
line.
"""

import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import resources

from tacknamn.errors import SourceError
from tacknamn.labels import Label

__all__ = ["CurationLine", "list_tables", "parse_label", "read_lines", "read_text"]

_SEPARATOR = " | "


@dataclass(frozen=True, slots=True)
class CurationLine:
    """One line of a table, with its place for error messages."""

    file: str
    number: int
    fields: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.fields[column]

    def split_values(self, column: str) -> list[str]:
        """Split a field with several values; no value may be empty or repeated."""
        values = self[column].split(_SEPARATOR) if self[column] else []
        if any(not value or value != value.strip() or "|" in value for value in values):
            raise self.mistake(f"{column}: separate the values by ' | '")
        if len(set(values)) < len(values):
            raise self.mistake(f"{column}: a value is repeated")
        return values

    def mistake(self, what: str) -> SourceError:
        """Make the error for a mistake in this line."""
        return SourceError(f"curation/{self.file}.tsv, line {self.number}: {what}")


def read_text(name: str) -> str:
    """Read the table ``curation/<name>.tsv``."""
    try:
        return (
            resources.files("tacknamn_builders.curation").joinpath(f"{name}.tsv").read_text("utf-8")
        )
    except (FileNotFoundError, UnicodeDecodeError) as exc:
        raise SourceError(f"curation/{name}.tsv cannot be read as UTF-8: {exc}") from exc


def read_lines(
    name: str, text: str, header: tuple[str, ...], identity: tuple[str, ...]
) -> Iterator[CurationLine]:
    """Check the header and each line of a table, and yield its lines.

    Two lines must differ in the columns ``identity``."""
    first, *rest = text.removesuffix("\n").split("\n")
    if tuple(first.split("\t")) != header:
        raise SourceError(f"curation/{name}.tsv, line 1: the header must be {' '.join(header)}")
    seen: set[tuple[str, ...]] = set()
    last = ("", "")
    for number, raw in enumerate(rest, 2):
        line = _parse_line(name, number, raw, header)
        key = tuple(line[column] for column in identity)
        if key in seen:
            raise line.mistake(f"{line['form']} is listed twice: keep one line")
        position = (line.fields.get("list", ""), line["form"])
        if position < last:
            raise line.mistake(f"{position[1]} comes after {last[1]}: sort the lines by code point")
        seen.add(key)
        last = position
        yield line


def _parse_line(name: str, number: int, raw: str, header: tuple[str, ...]) -> CurationLine:
    fields = raw.split("\t")
    line = CurationLine(name, number, dict(zip(header, fields, strict=False)))
    if len(fields) != len(header):
        raise line.mistake(f"{len(fields)} fields separated by tabs, not {len(header)}")
    if any(field != field.strip() for field in fields):
        raise line.mistake("a field begins or ends with a space")
    if not unicodedata.is_normalized("NFC", raw):
        raise line.mistake("å, ä, ö are written as two characters: normalize to NFC")
    for column in (header[0], "form", "reason"):
        if not line[column]:
            raise line.mistake(f"the {column} is empty")
    return line


def parse_label(line: CurationLine, value: str) -> Label:
    """Parse a label of a line."""
    try:
        return Label(value)
    except ValueError:
        raise line.mistake(f"unknown label {value!r}; see tacknamn/labels.py") from None


def list_tables() -> list[str]:
    """List the tables of this folder, sorted, without their ending."""
    names = (file.name for file in resources.files("tacknamn_builders.curation").iterdir())
    return sorted(name.removesuffix(".tsv") for name in names if name.endswith(".tsv"))
