"""Trace an entry of a bundle back: to its sources, their files and lines, and lines of curation.

A bundle stores which sources an entry comes from. Their readers say which records they make of it, and
the files in ``raw/`` are searched for the lines that the records came from: by the identity of the entity
(a GeoNames id), if the record has one, and by the form, also as JSON escapes it. Several sources may give
a count; the entry's is that of the first record, in the order of the profile, that has it.
"""

import gzip
import json
import re
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import resources
from pathlib import Path

from tacknamn.labels import Kind
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.records import Candidate
from tacknamn.text.fold import Folded, fold
from tacknamn_builders.merging.read_sources import read_source
from tacknamn_builders.records import Entry, Variant
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["EntryTrace", "Place", "SourceTrace", "TracedRecord", "trace_entries"]

MOST_PLACES = 5
"""Lines of a file that are shown."""
_LONGEST_LINE = 500
"""Characters of a line that is shown whole. Longer ones are JSON on one line: the member is shown."""
_AROUND = 100
"""Characters shown on each side of a form or id in a long line."""
_MEMBER = 5_000
"""Characters after an id within which its member has all its names."""
_PERSONS = ("firstname_", "surname")
_OF_FORM = ("form", "variants")
"""Columns of curation that have forms."""
_CURATION = "tacknamn_builders.curation"
_SAME = 1e-6
"""Relative difference of equal counts: a bundle stores them with seven digits."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in a received file, or in a table of curation."""

    file: str
    line: int
    """From 1; 0 if the file has no lines, such as a workbook."""
    column: int
    """From 1, within a long line; otherwise 0."""
    text: str
    """The line, or what is around the place."""


@dataclass(frozen=True, slots=True)
class TracedRecord:
    """What a reader makes of a source for the form."""

    form: str
    label: str
    count: float
    kind: str
    country: str
    parent: str
    key: str


@dataclass(frozen=True, slots=True)
class SourceTrace:
    """What one source says of an entry."""

    source: str
    version: str
    records: tuple[TracedRecord, ...]
    gives_count: bool
    """Whether the entry's count is that of this source."""
    places: tuple[Place, ...]
    problem: str = ""
    """Why there are no records: the source is not in ``raw/``."""


@dataclass(frozen=True, slots=True)
class EntryTrace:
    """The way of one entry."""

    form: str
    label: str
    entity: str
    probability: float
    count: float
    kind: str
    country: str
    parent: str
    sources: tuple[SourceTrace, ...]
    curation: tuple[Place, ...]
    """Lines of curation about the form, such as an exclusion of one of its labels."""


_Found = Mapping[str, Sequence[Entry | Variant]]
"""The records of each source about the forms."""


def trace_entries(
    lexicon: Lexicon,
    forms: Iterable[str],
    sources: Mapping[str, DataSource],
    raw: Path,
    on_step: Callable[[str], None] = lambda step: None,
) -> dict[str, list[EntryTrace]]:
    """Trace all entries of each form; ``sources`` is the source table."""
    candidates = {form: lexicon.lookup(form) for form in forms}
    described = lexicon.bundle.manifest["sources"]
    used = {id for found in candidates.values() for candidate in found for id in candidate.sources}
    table = {
        id: replace(sources[id], version=described[id]["version"])
        for id in described
        if id in used and id in sources
    }
    folded = {fold(form) for form in candidates}
    records = {}
    for id, source in table.items():
        if _is_there(source, raw):
            on_step(f"reading {id}")
            records[id] = list(_read_records(source, raw, folded))
    return {
        form: [_trace(form, candidate, described, table, records, raw) for candidate in found]
        for form, found in candidates.items()
    }


def _is_there(source: DataSource, raw: Path) -> bool:
    folder = raw / source.id / source.version
    return all((folder / file.saved_as).is_file() for file in source.files)


def _read_records(source: DataSource, raw: Path, folded: set[Folded]) -> Iterator[Entry | Variant]:
    for record in read_source(source, raw / source.id / source.version):
        if isinstance(record, Entry | Variant) and fold(record.form) in folded:
            yield record


def _trace(
    form: str,
    candidate: Candidate,
    described: Mapping[str, Mapping[str, str]],
    table: Mapping[str, DataSource],
    records: _Found,
    raw: Path,
) -> EntryTrace:
    own = {
        id: _choose_records(candidate, fold(form), records.get(id, ())) for id in candidate.sources
    }
    counted = next((id for id in candidate.sources if _gives_count(candidate, own[id])), "")
    return EntryTrace(
        candidate.form,
        str(candidate.label),
        candidate.entity,
        round(candidate.probability, 4),
        float(f"{candidate.count:.7g}"),
        str(candidate.kind),
        candidate.country,
        candidate.parent,
        tuple(
            _trace_source(id, described, table, own[id], id in records, id == counted, raw)
            for id in candidate.sources
        ),
        tuple(_find_curation(fold(form))),
    )


def _trace_source(
    id: str,
    described: Mapping[str, Mapping[str, str]],
    table: Mapping[str, DataSource],
    records: Sequence[Entry | Variant],
    is_there: bool,
    gives_count: bool,
    raw: Path,
) -> SourceTrace:
    version = described[id]["version"] if id in described else ""
    problem = ""
    if id not in table:
        problem = "not in the source table"
    elif not is_there:
        problem = f"not in {raw / id / version}; run `tacknamn-build fetch {id}`"
    places: list[tuple[bool, Place]] = []
    if not problem and not table[id].hand_made and records:
        folder = raw / id / version
        for file in table[id].files:
            places += _find_places(
                folder / file.saved_as, f"{id}/{version}/{file.saved_as}", records
            )
    return SourceTrace(
        id,
        version,
        tuple(dict.fromkeys(map(_describe_record, records))),
        gives_count,
        tuple(_prefer_exact(places)[:MOST_PLACES]),
        problem,
    )


def _describe_record(record: Entry | Variant) -> TracedRecord:
    if isinstance(record, Variant):
        return TracedRecord(record.form, "", 0.0, "", "", "", record.key)
    return TracedRecord(
        record.form, str(record.label), record.count, str(record.kind), record.country,
        record.parent, record.key,
    )  # fmt: skip


# ---- records of an entry ----------------------------------------------------------------


def _choose_records(
    candidate: Candidate, folded: Folded, records: Iterable[Entry | Variant]
) -> list[Entry | Variant]:
    """Choose the records of a source that became part of an entry."""
    chosen = [each for each in records if fold(each.form) == folded and _fits(candidate, each)]
    if candidate.entity:
        return [each for each in chosen if each.key == candidate.entity] or chosen
    parent = fold(candidate.parent)
    beside = [each for each in chosen if isinstance(each, Entry) and fold(each.parent) == parent]
    return [*beside] or chosen


def _fits(candidate: Candidate, record: Entry | Variant) -> bool:
    if isinstance(record, Variant):
        return record.key == candidate.entity
    if _is_person(str(candidate.label)):
        # Bearers of both genders decide the label of a first name.
        return str(record.label)[:5] == str(candidate.label)[:5]
    return (
        record.label == candidate.label
        and (not record.country or not candidate.country or record.country == candidate.country)
        and not (
            _kind_of(record.key) == _kind_of(candidate.entity) and record.key != candidate.entity
        )
    )


def _is_person(label: str) -> bool:
    return label.startswith(_PERSONS)


def _kind_of(key: str) -> str:
    return key.partition(":")[0]


def _gives_count(candidate: Candidate, records: Iterable[Entry | Variant]) -> bool:
    return candidate.count > 0 and any(
        isinstance(each, Entry)
        and (each.kind == candidate.kind or candidate.kind == Kind.NONE)
        and abs(each.count - candidate.count) <= _SAME * candidate.count
        for each in records
    )


# ---- places in files --------------------------------------------------------------------


def _find_places(
    path: Path, name: str, records: Sequence[Entry | Variant]
) -> Iterator[tuple[bool, Place]]:
    """Yield the places of records in a file, each with whether it has form and id."""
    lines = _read_lines(path)
    if lines is None:
        yield False, Place(name, 0, 0, "")
        return
    ids = {id for each in records if (id := each.key.rpartition(":")[2]).isdecimal()}
    forms = {each.form for each in records}
    escaped = {json.dumps(form)[1:-1] for form in forms}
    wanted = re.compile(_join(forms | escaped), re.IGNORECASE)
    known = re.compile(_join(ids)) if ids else None
    for number, line in enumerate(lines, 1):
        is_long = len(line) > _LONGEST_LINE
        if not is_long:
            if wanted.search(line):
                yield bool(known and known.search(line)), Place(name, number, 0, line.strip())
            continue
        end = 0
        for match in (known or wanted).finditer(line):
            start, after = max(0, match.start() - _AROUND), match.end() + _AROUND
            is_near = known is None or wanted.search(line, start, match.end() + _MEMBER)
            if match.start() >= end and is_near:
                end = match.end() + _AROUND  # a member may have its id twice
                around = line[start:after].strip()
                yield known is not None, Place(name, number, match.start() + 1, around)


def _join(texts: Iterable[str]) -> str:
    return rf"(?<![\w-])(?:{'|'.join(map(re.escape, sorted(texts)))})(?![\w-])"


def _prefer_exact(places: Iterable[tuple[bool, Place]]) -> list[Place]:
    """Return the places that have form and id; if there is none, all of them."""
    found = list(places)
    return [place for is_exact, place in found if is_exact] or [place for _, place in found]


def _read_lines(path: Path) -> list[str] | None:
    """Read the lines of a text, packed or not; None if the file is none."""
    try:
        content = path.read_bytes()
        if path.suffix == ".gz":
            content = gzip.decompress(content)
    except (OSError, EOFError, zlib.error):
        return None
    if b"\0" in content[:_LONGEST_LINE]:
        return None
    try:
        return content.decode("utf-8").splitlines()
    except UnicodeDecodeError:
        return content.decode("cp1252", "replace").splitlines()


def _find_curation(folded: Folded) -> Iterator[Place]:
    """Find the lines of curation about the form: it is theirs, or one of the variants."""
    for path in sorted(resources.files(_CURATION).iterdir(), key=lambda path: path.name):
        if path.name.endswith(".tsv"):
            header, *lines = path.read_text("utf-8").splitlines()
            columns = [n for n, title in enumerate(header.split("\t")) if title in _OF_FORM]
            for number, line in enumerate(lines, 2):
                fields = line.split("\t")
                forms = (form for n in columns for form in fields[n].split(" | "))
                if folded in map(fold, forms):
                    yield Place(f"curation/{path.name}", number, 0, line)
