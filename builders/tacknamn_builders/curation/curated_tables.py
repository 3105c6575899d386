"""Reads the hand-made tables of this folder: each line is a decision with its reason.

Five kinds of table, all UTF-8 with tabs and a header (README.md says how to add a line)::

    form  label  variants  country  parent  count  reason     entry files: family.tsv, ...
    form  label  code  variants  country  parent ...          the same with codes: counties.tsv
    form  label  reason                                       exclusions.tsv
    list  form  gender  reason                                fakes.tsv
    form  labels  meaning  reason                             ambiguous.tsv
    form  area  reason                                        telephone_areas.tsv

Several values in one field are separated by `` | ``. A mistake in a table is a SourceError
that names the file and the line: a typing error must not become a name nobody bears.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from importlib import resources

from tacknamn.errors import SourceError
from tacknamn.labels import Kind, Label
from tacknamn_builders.records import Entry

__all__ = [
    "LETTER",
    "ONLY_NAMES",
    "AmbiguousWord",
    "Exclusion",
    "FakeReplacement",
    "TelephoneArea",
    "list_entry_files",
    "load_ambiguous",
    "load_entries",
    "load_exclusions",
    "load_fakes",
    "load_telephone_areas",
    "parse_ambiguous",
    "parse_entries",
    "parse_exclusions",
    "parse_fakes",
    "parse_telephone_areas",
]

LETTER = "{letter}"
"""What a lettered pattern replaces by A, B ... Z, AA ..."""

ONLY_NAMES = "only names"
"""The meaning of a form that is no word but a name of several kinds: Nora, Falun."""

_SEPARATOR = " | "
_PATTERN_LIST = "pattern_"
_GENDERS = ("", "neu", "utr")
_COUNTED = (Label.REGION, Label.CITY)
"""Labels whose count is of inhabitants; elsewhere it is a number's value."""

_ENTRY_HEADER = ("form", "label", "variants", "country", "parent", "count", "reason")
_CODED_HEADER = ("form", "label", "code", *_ENTRY_HEADER[2:])
"""Entries that the world has a code for, such as GeoNames' ``SE.28``."""
_EXCLUSION_HEADER = ("form", "label", "reason")
_FAKE_HEADER = ("list", "form", "gender", "reason")
_AMBIGUOUS_HEADER = ("form", "labels", "meaning", "reason")
_AREA_HEADER = ("form", "area", "reason")
_NOT_ENTRIES = ("ambiguous", "exclusions", "fakes", "telephone_areas")


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A form that some source contains and that no list may contain."""

    form: str
    """Compared after folding: ``Och`` also keeps out ``OCH``."""
    label: Label | None
    """The list it is kept out of; None is every list."""
    reason: str


@dataclass(frozen=True, slots=True)
class FakeReplacement:
    """A replacement for which no real name is drawn."""

    list: str
    """``city``, ``street``, a label with fixed names, or ``pattern_<language>_<label>``."""
    form: str
    """The replacement, or a pattern with ``{letter}`` in it."""
    gender: str
    """``utr`` or ``neu`` where the form can be made definite (A-skolan, A-landet)."""
    reason: str


@dataclass(frozen=True, slots=True)
class AmbiguousWord:
    """A word that is both a name and something else."""

    form: str
    labels: tuple[Label, ...]
    """What it may be when it is a name."""
    meaning: str
    """What it is when it is no name; ``only names`` where it is a name of several kinds."""
    reason: str

    @property
    def is_word(self) -> bool:
        """Whether it is an ordinary word too (Hans), rather than names only (Nora)."""
        return self.meaning != ONLY_NAMES


@dataclass(frozen=True, slots=True)
class TelephoneArea:
    """The telephone area of a Swedish town."""

    form: str
    """The town, as the lists write it."""
    area: str
    """What telephone numbers begin with there, such as ``046``."""
    reason: str


def list_entry_files() -> tuple[str, ...]:
    """Name the tables that hold entries, sorted, without their ending."""
    names = (file.name for file in resources.files("tacknamn_builders.curation").iterdir())
    tables = (name.removesuffix(".tsv") for name in names if name.endswith(".tsv"))
    return tuple(sorted(name for name in tables if name not in _NOT_ENTRIES))


def load_entries() -> Iterator[Entry]:
    """Yield what the entry files add: each form, followed by its variants."""
    for name in list_entry_files():
        yield from parse_entries(name, _read_text(name))


def load_exclusions() -> tuple[Exclusion, ...]:
    """Read what must not be in the lists."""
    return tuple(parse_exclusions("exclusions", _read_text("exclusions")))


def load_fakes() -> tuple[FakeReplacement, ...]:
    """Read the invented, neutral and lettered replacements."""
    return tuple(parse_fakes("fakes", _read_text("fakes")))


def load_ambiguous() -> tuple[AmbiguousWord, ...]:
    """Read the words that are names and ordinary words."""
    return tuple(parse_ambiguous("ambiguous", _read_text("ambiguous")))


def load_telephone_areas() -> tuple[TelephoneArea, ...]:
    """Read which telephone area a town belongs to."""
    return tuple(parse_telephone_areas("telephone_areas", _read_text("telephone_areas")))


def parse_entries(name: str, text: str) -> Iterator[Entry]:
    """Parse an entry file; forms that share a name (two lakes) need different parents."""
    coded = text.startswith("\t".join(_CODED_HEADER))
    header = _CODED_HEADER if coded else _ENTRY_HEADER
    lines = list(_read_lines(name, text, header, identity=("form", "label", "country", "parent")))
    things = Counter(line["form"] for line in lines)
    for line in lines:
        yield from _make_entries(line, homonym=things[line["form"]] > 1)


def parse_exclusions(name: str, text: str) -> Iterator[Exclusion]:
    """Parse a table of exclusions."""
    for line in _read_lines(name, text, _EXCLUSION_HEADER, identity=("form", "label")):
        label = _parse_label(line, line["label"]) if line["label"] else None
        yield Exclusion(line["form"], label, line["reason"])


def parse_fakes(name: str, text: str) -> Iterator[FakeReplacement]:
    """Parse a table of replacements."""
    for line in _read_lines(name, text, _FAKE_HEADER, identity=("list", "form")):
        fake = FakeReplacement(line["list"], line["form"], line["gender"], line["reason"])
        if fake.gender not in _GENDERS:
            raise line.mistake(f"gender {fake.gender!r}: write utr, neu or nothing")
        if fake.form.count(LETTER) != fake.list.startswith(_PATTERN_LIST):
            raise line.mistake(f"a pattern, and nothing else, has one {LETTER}")
        yield fake


def parse_ambiguous(name: str, text: str) -> Iterator[AmbiguousWord]:
    """Parse a table of ambiguous words."""
    for line in _read_lines(name, text, _AMBIGUOUS_HEADER, identity=("form",)):
        if not line["meaning"]:
            raise line.mistake("the meaning is empty: say what the word is when it is no name")
        labels = tuple(_parse_label(line, label) for label in line.several("labels"))
        yield AmbiguousWord(line["form"], labels, line["meaning"], line["reason"])


def parse_telephone_areas(name: str, text: str) -> Iterator[TelephoneArea]:
    """Parse a table of telephone areas."""
    for line in _read_lines(name, text, _AREA_HEADER, identity=("form",)):
        if not re.fullmatch(r"0[1-9][0-9]{0,2}", line["area"]):
            raise line.mistake(f"area {line['area']!r}: write 0 and one to three digits")
        yield TelephoneArea(line["form"], line["area"], line["reason"])


@dataclass(frozen=True, slots=True)
class _CurationLine:
    """One line of a table, which can say where it stands."""

    file: str
    number: int
    fields: dict[str, str]

    def __getitem__(self, column: str) -> str:
        return self.fields[column]

    def several(self, column: str) -> list[str]:
        """Split a field of several values; each must be there, once, and well spaced."""
        values = self[column].split(_SEPARATOR) if self[column] else []
        if any(not value or value != value.strip() or "|" in value for value in values):
            raise self.mistake(f"{column}: separate by ' | ' and nothing else")
        if len(set(values)) < len(values):
            raise self.mistake(f"{column}: a value stands there twice")
        return values

    def mistake(self, what: str) -> SourceError:
        return SourceError(f"curation/{self.file}.tsv, line {self.number}: {what}")


def _read_text(name: str) -> str:
    try:
        return (
            resources.files("tacknamn_builders.curation").joinpath(f"{name}.tsv").read_text("utf-8")
        )
    except (FileNotFoundError, UnicodeDecodeError) as exc:
        raise SourceError(f"curation/{name}.tsv cannot be read as UTF-8: {exc}") from exc


def _read_lines(
    name: str, text: str, header: tuple[str, ...], identity: tuple[str, ...]
) -> Iterator[_CurationLine]:
    """Check what every table has in common, and yield its lines as they are asked for."""
    first, *rest = text.removesuffix("\n").split("\n")
    if tuple(first.split("\t")) != header:
        raise SourceError(f"curation/{name}.tsv, line 1: the header must be {' '.join(header)}")
    seen: set[tuple[str, ...]] = set()
    last = ("", "")
    for number, raw in enumerate(rest, 2):
        line = _parse_line(name, number, raw, header)
        key = tuple(line[column] for column in identity)
        if key in seen:
            raise line.mistake(f"{line['form']} stands there twice: keep one line")
        place = (line.fields.get("list", ""), line["form"])
        if place < last:
            raise line.mistake(f"{place[1]} comes after {last[1]}: sort the lines by code point")
        seen.add(key)
        last = place
        yield line


def _parse_line(name: str, number: int, raw: str, header: tuple[str, ...]) -> _CurationLine:
    fields = raw.split("\t")
    line = _CurationLine(name, number, dict(zip(header, fields, strict=False)))
    if len(fields) != len(header):
        raise line.mistake(f"{len(fields)} fields separated by tabs, not {len(header)}")
    if any(field != field.strip() for field in fields):
        raise line.mistake("a field begins or ends with a blank")
    if not unicodedata.is_normalized("NFC", raw):
        raise line.mistake("å, ä, ö are written as two characters: normalize to NFC")
    for column in (header[0], "form", "reason"):
        if not line[column]:
            raise line.mistake(f"the {column} is empty")
    return line


def _parse_label(line: _CurationLine, value: str) -> Label:
    try:
        return Label(value)
    except ValueError:
        raise line.mistake(f"unknown label {value!r}; they stand in tacknamn/labels.py") from None


def _make_entries(line: _CurationLine, homonym: bool) -> Iterator[Entry]:
    label = _parse_label(line, line["label"])
    count = _parse_count(line)
    kind = Kind.INHABITANTS if count and label in _COUNTED else Kind.NONE
    if not re.fullmatch(r"([A-Z]{2})?", line["country"]):
        raise line.mistake(f"country {line['country']!r} is not a code of two capitals")
    if label is Label.COUNTRY and not line["country"]:
        raise line.mistake("a country without its code of two capitals")
    variants = line.several("variants")
    if line["form"] in variants:
        raise line.mistake("a variant equals the form")
    main = Entry(
        line["form"], label, count, kind, line["country"], line["parent"], _make_key(line, homonym)
    )
    yield main
    for variant in variants:
        yield replace(main, form=variant, main=False)


def _make_key(line: _CurationLine, homonym: bool) -> str:
    """The identity under which other sources know the thing, else one of our own."""
    if line.fields.get("code"):
        return f"{line['label']}:{line['code']}"
    if line["label"] == Label.COUNTRY:
        return f"country:{line['country']}"
    key = f"curation:{line.file}:{line['form']}"
    return ":".join((key, line["label"], line["country"], line["parent"])) if homonym else key


def _parse_count(line: _CurationLine) -> float:
    if not re.fullmatch(r"\d*", line["count"]):
        raise line.mistake(f"count {line['count']!r} is not a number")
    return float(line["count"] or 0)
