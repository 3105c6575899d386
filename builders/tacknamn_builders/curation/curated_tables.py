"""Load the hand-made tables of this folder: each line is one decision with its reason.

There are six kinds of table, all UTF-8 with a header and fields separated by tabs. README.md
explains how to add a line. The columns are::

    form  label  variants  country  parent  count  reason     entry files: family.tsv, ...
    form  label  code  variants  country  parent ...          the same with codes: counties.tsv
    form  label  reason                                       exclusions.tsv
    list  form  gender  reason                                fakes.tsv
    form  labels  meaning  reason                             ambiguous.tsv
    form  area  reason                                        telephone_areas.tsv
    list  form  label  country  reason                        drawn.tsv

Several values in one field are separated by `` | ``. A mistake in a table raises a SourceError that
names the file and the line, so that a typing error cannot become a name.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from tacknamn.labels import Kind, Label
from tacknamn_builders.curation.table_lines import (
    CurationLine,
    list_tables,
    parse_label,
    read_lines,
    read_text,
)
from tacknamn_builders.records import Entry

__all__ = [
    "LETTER",
    "ONLY_NAMES",
    "AmbiguousWord",
    "DrawnName",
    "Exclusion",
    "FakeReplacement",
    "TelephoneArea",
    "list_entry_files",
    "load_ambiguous",
    "load_city_parts",
    "load_drawn",
    "load_entries",
    "load_exclusions",
    "load_fakes",
    "load_telephone_areas",
    "parse_ambiguous",
    "parse_drawn",
    "parse_entries",
    "parse_exclusions",
    "parse_fakes",
    "parse_telephone_areas",
]

LETTER = "{letter}"
"""The part of a pattern that is replaced by A, B ... Z, AA ..."""

ONLY_NAMES = "only names"
"""The meaning of a form that is not a word, but a name of several kinds: Nora, Falun."""

_PATTERN_LIST = "pattern_"
_GENDERS = ("", "neu", "utr")
_COUNTED = (Label.REGION, Label.CITY)
"""Labels whose count is a number of inhabitants; for others it is the value of a number word."""

_ENTRY_HEADER = ("form", "label", "variants", "country", "parent", "count", "reason")
_CODED_HEADER = ("form", "label", "code", *_ENTRY_HEADER[2:])
"""Entries with a code that is used worldwide, such as GeoNames' ``SE.28``."""
_EXCLUSION_HEADER = ("form", "label", "reason")
_FAKE_HEADER = ("list", "form", "gender", "reason")
_AMBIGUOUS_HEADER = ("form", "labels", "meaning", "reason")
_AREA_HEADER = ("form", "area", "reason")
_DRAWN_HEADER = ("list", "form", "label", "country", "reason")
_NOT_ENTRIES = ("ambiguous", "drawn", "exclusions", "fakes", "telephone_areas")
_LANGUAGES = ("en", "sv", "sv en")


@dataclass(frozen=True, slots=True)
class Exclusion:
    """A form that a source contains and that is kept out of the lists."""

    form: str
    """Compared after folding: ``Och`` also excludes ``OCH``."""
    label: Label | None
    """The list it is kept out of; None means every list."""
    reason: str


@dataclass(frozen=True, slots=True)
class FakeReplacement:
    """A replacement that is used where no real name is drawn."""

    list: str
    """``city``, ``street``, a label with fixed names, or ``pattern_<language>_<label>``."""
    form: str
    """The replacement, or a pattern with ``{letter}`` in it."""
    gender: str
    """``utr`` or ``neu`` if the form has a definite form (A-skolan, A-landet)."""
    reason: str


@dataclass(frozen=True, slots=True)
class AmbiguousWord:
    """A word that is both a name and something else."""

    form: str
    labels: tuple[Label, ...]
    """The labels it may have as a name."""
    meaning: str
    """Its meaning as a word; ``only names`` if it is only a name, of several kinds."""
    reason: str

    @property
    def is_word(self) -> bool:
        """Whether it is also an ordinary word (Hans), not only a name (Nora)."""
        return self.meaning != ONLY_NAMES


@dataclass(frozen=True, slots=True)
class TelephoneArea:
    """The telephone area of a Swedish town."""

    form: str
    """The town, spelled as in the lists."""
    area: str
    """The first digits of telephone numbers there, such as ``046``."""
    reason: str


@dataclass(frozen=True, slots=True)
class DrawnName:
    """A name that replaces others in texts of some languages."""

    languages: tuple[str, ...]
    """The languages in which the place has this name: ``sv``, ``en`` or both."""
    form: str
    label: Label
    country: str
    """The country of a place; empty for names of persons."""
    reason: str


def list_entry_files() -> tuple[str, ...]:
    """List the tables that contain entries, sorted, without their ending."""
    return tuple(name for name in list_tables() if name not in _NOT_ENTRIES)


def load_entries() -> Iterator[Entry]:
    """Load the entries of all entry files: each form, followed by its variants."""
    for name in list_entry_files():
        yield from parse_entries(name, read_text(name))


def load_city_parts() -> Iterator[Entry]:
    """Load the parts of towns; the parent of each is its town."""
    return parse_entries("city_parts", read_text("city_parts"))


def load_exclusions() -> tuple[Exclusion, ...]:
    """Load the forms that must not be in the lists."""
    return tuple(parse_exclusions("exclusions", read_text("exclusions")))


def load_fakes() -> tuple[FakeReplacement, ...]:
    """Load the invented, neutral and lettered replacements."""
    return tuple(parse_fakes("fakes", read_text("fakes")))


def load_drawn() -> tuple[DrawnName, ...]:
    """Load the names that are drawn, by language."""
    return tuple(parse_drawn("drawn", read_text("drawn")))


def load_ambiguous() -> tuple[AmbiguousWord, ...]:
    """Load the words that are both names and ordinary words."""
    return tuple(parse_ambiguous("ambiguous", read_text("ambiguous")))


def load_telephone_areas() -> tuple[TelephoneArea, ...]:
    """Load the telephone areas of towns."""
    return tuple(parse_telephone_areas("telephone_areas", read_text("telephone_areas")))


def parse_entries(name: str, text: str) -> Iterator[Entry]:
    """Parse an entry file; entries with the same form (two lakes) need different parents."""
    coded = text.startswith("\t".join(_CODED_HEADER))
    header = _CODED_HEADER if coded else _ENTRY_HEADER
    lines = list(read_lines(name, text, header, identity=("form", "label", "country", "parent")))
    counts = Counter(line["form"] for line in lines)
    for line in lines:
        yield from _make_entries(line, homonym=counts[line["form"]] > 1)


def parse_exclusions(name: str, text: str) -> Iterator[Exclusion]:
    """Parse a table of exclusions."""
    for line in read_lines(name, text, _EXCLUSION_HEADER, identity=("form", "label")):
        label = parse_label(line, line["label"]) if line["label"] else None
        yield Exclusion(line["form"], label, line["reason"])


def parse_fakes(name: str, text: str) -> Iterator[FakeReplacement]:
    """Parse a table of replacements."""
    for line in read_lines(name, text, _FAKE_HEADER, identity=("list", "form")):
        fake = FakeReplacement(line["list"], line["form"], line["gender"], line["reason"])
        if fake.gender not in _GENDERS:
            raise line.mistake(f"gender {fake.gender!r}: write utr, neu or nothing")
        if fake.form.count(LETTER) != fake.list.startswith(_PATTERN_LIST):
            raise line.mistake(f"a pattern has {LETTER} exactly once, other forms never")
        yield fake


def parse_ambiguous(name: str, text: str) -> Iterator[AmbiguousWord]:
    """Parse a table of ambiguous words."""
    for line in read_lines(name, text, _AMBIGUOUS_HEADER, identity=("form",)):
        if not line["meaning"]:
            raise line.mistake("the meaning is empty: describe the word when it is not a name")
        labels = tuple(parse_label(line, label) for label in line.split_values("labels"))
        yield AmbiguousWord(line["form"], labels, line["meaning"], line["reason"])


def parse_drawn(name: str, text: str) -> Iterator[DrawnName]:
    """Parse a table of drawn names."""
    identity = ("list", "form", "label", "country")
    for line in read_lines(name, text, _DRAWN_HEADER, identity=identity):
        if line["list"] not in _LANGUAGES:
            raise line.mistake(f"list {line['list']!r}: write {', '.join(_LANGUAGES)}")
        label = parse_label(line, line["label"])
        languages = tuple(line["list"].split())
        yield DrawnName(languages, line["form"], label, line["country"], line["reason"])


def parse_telephone_areas(name: str, text: str) -> Iterator[TelephoneArea]:
    """Parse a table of telephone areas."""
    for line in read_lines(name, text, _AREA_HEADER, identity=("form",)):
        if not re.fullmatch(r"0[1-9][0-9]{0,2}", line["area"]):
            raise line.mistake(f"area {line['area']!r}: write 0 and one to three digits")
        yield TelephoneArea(line["form"], line["area"], line["reason"])


def _make_entries(line: CurationLine, homonym: bool) -> Iterator[Entry]:
    label = parse_label(line, line["label"])
    count = _parse_count(line)
    kind = Kind.INHABITANTS if count and label in _COUNTED else Kind.NONE
    if not re.fullmatch(r"([A-Z]{2})?", line["country"]):
        raise line.mistake(f"country {line['country']!r} is not a code of two capitals")
    if label is Label.COUNTRY and not line["country"]:
        raise line.mistake("a country without its code of two capitals")
    variants = line.split_values("variants")
    if line["form"] in variants:
        raise line.mistake("a variant equals the form")
    main = Entry(
        line["form"], label, count, kind, line["country"], line["parent"], _make_key(line, homonym)
    )
    yield main
    for variant in variants:
        yield replace(main, form=variant, main=False)


def _make_key(line: CurationLine, homonym: bool) -> str:
    """Make the key: the identity that other sources use, otherwise one of our own."""
    if line.fields.get("code"):
        return f"{line['label']}:{line['code']}"
    if line["label"] == Label.COUNTRY:
        return f"country:{line['country']}"
    key = f"curation:{line.file}:{line['form']}"
    return ":".join((key, line["label"], line["country"], line["parent"])) if homonym else key


def _parse_count(line: CurationLine) -> float:
    if not re.fullmatch(r"\d*", line["count"]):
        raise line.mistake(f"count {line['count']!r} is not a number")
    return float(line["count"] or 0)
