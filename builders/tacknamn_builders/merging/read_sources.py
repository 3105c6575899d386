"""Read all sources of a profile: the first half of a build.

Each source is read once, only from ``raw/``. Its files are compared with their receipt: a source
without a receipt, or an edited or damaged file, ends the build before anything is read. The number of
records is compared with the bounds of the source table: too few mean that the source or its format
changed. A profile of miniatures (``bounded = false``) needs neither receipts nor so many records.

A profile with ``skip_missing`` consists of optional sources. One that is faulty is left out: all others
are read again, because its first records were stored before its error was found. The manifest and the
exit code of ``compile`` say so. A fallback is used only if a source that is better is not.
"""

import csv
import importlib
import inspect
import logging
import os
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from tacknamn.errors import SourceError
from tacknamn_builders.merging.row_store import RowStore
from tacknamn_builders.merging.usable_records import drop_unusable
from tacknamn_builders.merging.words import WordTable
from tacknamn_builders.records import (
    EnglishWord,
    Entry,
    Inflection,
    Parent,
    Record,
    Region,
    Variant,
    WordFrequency,
)
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.receipts import RECEIPT, compute_sums, find_mismatch
from tacknamn_builders.sources.source_table import DataSource

__all__ = ["CollectedRecords", "read_source", "read_sources"]

_log = logging.getLogger(__name__)

_DAMAGE = (
    ArithmeticError,
    AttributeError,
    EOFError,
    LookupError,
    RecursionError,
    TypeError,
    ValueError,
    csv.Error,
    zipfile.BadZipFile,
    zlib.error,
)
"""Exceptions that readers raise when a publisher changes a format."""


@dataclass(slots=True)
class CollectedRecords:
    """The records of all sources of a profile."""

    store: RowStore = field(default_factory=RowStore)
    words: WordTable = field(default_factory=WordTable)
    parents: dict[str, Parent] = field(default_factory=dict)
    regions: dict[str, str] = field(default_factory=dict)
    records: dict[str, int] = field(default_factory=dict)
    """The number of records of each source."""
    sums: dict[str, dict[str, str]] = field(default_factory=dict)
    """The SHA-256 of each file of a source."""
    skipped: list[str] = field(default_factory=list)
    """Missing sources that the profile allows to be missing."""
    replaced: dict[str, list[str]] = field(default_factory=dict)
    """Fallbacks that were not needed, each with the better sources."""
    left_out: dict[str, str] = field(default_factory=dict)
    """Faulty sources that the profile allows to be missing, each with its error."""

    def add(self, record: Record, source: int) -> None:
        """Add a record of the source with this number."""
        match record:
            case Entry():
                self.store.add(record, source)
            case WordFrequency():
                self.words.add_word(record)
            case Inflection():
                self.words.add_inflection(record)
            case EnglishWord():
                self.words.add_english(record)
            case Variant():
                self.store.add_variant(record, source)
            case Parent():
                self.parents.setdefault(record.at, record)
            case Region():
                self.regions.setdefault(record.code, record.name)


def read_sources(
    profile: BuildProfile, raw: Path, on_source: Callable[[str], None] = lambda source: None
) -> CollectedRecords:
    """Read all sources of ``profile`` below ``raw``."""
    collected = CollectedRecords()
    while new_errors := _read_into(collected, profile, raw, on_source):
        collected = CollectedRecords(left_out=collected.left_out | new_errors)
        _log.error("reading all sources again without %s", ", ".join(collected.left_out))
    return collected


def _read_into(
    collected: CollectedRecords, profile: BuildProfile, raw: Path, on_source: Callable[[str], None]
) -> dict[str, str]:
    """Read the sources that are not left out; return the errors of those that may be."""
    errors: dict[str, str] = {}
    chosen = list(_choose_received(collected, profile, raw))
    for step in (_verify_files, _read_one_into):
        for number, source in chosen:
            if step is _read_one_into:
                on_source(source.id)
            try:
                step(collected, profile, number, raw / source.id / source.version)
            except SourceError as exc:
                if not profile.skip_missing or source.hand_made:
                    raise
                _log.error("LEFT OUT: %s", exc)
                errors[source.id] = _describe_error(exc, source, profile, raw)
        if errors:  # a file that is not what was received: nothing was read yet
            break
    return errors


def _choose_received(
    collected: CollectedRecords, profile: BuildProfile, raw: Path
) -> Iterator[tuple[int, DataSource]]:
    """Yield the sources to read with their numbers; note those that are missing or not needed."""
    left_out = collected.left_out
    for number, source in enumerate(profile.sources):
        if source.id in left_out:
            continue
        if source.id in profile.fallbacks and _is_replaced(source.id, left_out, profile, raw):
            collected.replaced[source.id] = list(profile.fallbacks[source.id])
        elif _is_received(source, raw):
            yield number, source
        else:
            _skip_missing(source, profile, collected, raw)


def _is_received(source: DataSource, raw: Path) -> bool:
    folder = raw / source.id / source.version
    return all((folder / file.saved_as).is_file() for file in source.files)


def _is_replaced(id: str, left_out: Collection[str], profile: BuildProfile, raw: Path) -> bool:
    """Whether all sources that are better than a fallback are used."""
    better = [source for source in profile.sources if source.id in profile.fallbacks[id]]
    return all(source.id not in left_out and _is_received(source, raw) for source in better)


def _describe_error(
    error: SourceError, source: DataSource, profile: BuildProfile, raw: Path
) -> str:
    """Describe an error for the manifest, which contains no paths of this machine."""
    text = str(error).removeprefix(f"source {source.id}: ")
    if profile.argument:
        text = text.replace(profile.argument, profile.name)
    return text.replace(f"{raw}{os.sep}", "").replace(str(raw), "raw")


def _verify_files(
    collected: CollectedRecords, profile: BuildProfile, number: int, folder: Path
) -> None:
    """Compute the checksum of each file of a source; they must be those of its receipt."""
    source = profile.sources[number]
    sums = collected.sums[source.id] = compute_sums(source, folder)
    needs_receipt = profile.bounded and not source.hand_made
    if needs_receipt or (folder / RECEIPT).exists():
        mismatch = find_mismatch(source, folder, sums)
        if mismatch:
            raise SourceError(
                f"source {source.id}: {mismatch}; raw/ is never edited (corrections belong in "
                f"curation/). Run `{profile.format_fetch(source.id)}` to receive it again"
            )


def _read_one_into(
    collected: CollectedRecords, profile: BuildProfile, number: int, folder: Path
) -> None:
    source = profile.sources[number]
    count = 0
    for record in read_source(source, folder):
        collected.add(record, number)
        count += 1
    collected.records[source.id] = count
    _log.info("%s: %s records", source.id, f"{count:,}")
    if profile.bounded:
        _check_rows(source, count)


def read_source(source: DataSource, folder: Path) -> Iterator[Record]:
    """Yield the usable records of a source; an error of its reader is raised with its name."""
    read = _find_reader(source)
    try:
        yield from drop_unusable(source.id, read(folder, **source.options))
    except SourceError as exc:
        raise SourceError(f"source {source.id}: {exc}") from exc
    except FileNotFoundError as exc:
        raise SourceError(
            f"source {source.id}: {exc.filename} is missing; `tacknamn-build fetch {source.id}`"
        ) from exc
    except _DAMAGE as exc:
        raise SourceError(
            f"source {source.id}: not the format {source.format!r} that its reader expects "
            f"({type(exc).__name__}: {exc}); fetch it again with `tacknamn-build fetch "
            f"{source.id}`. If that does not help, the publisher changed the format"
        ) from exc


_READERS = "tacknamn_builders.readers"


def _find_reader(source: DataSource) -> Callable[..., Iterator[Record]]:
    module, _, function = source.reader.partition(":")
    try:
        reader: Callable[..., Iterator[Record]] = getattr(
            importlib.import_module(f"{_READERS}.{module}"), function
        )
    except (ModuleNotFoundError, AttributeError) as exc:
        raise SourceError(
            f"source {source.id}: no reader {source.reader!r} ({exc}); correct it in sources.toml"
        ) from exc
    try:
        inspect.signature(reader).bind(Path(), **source.options)
    except TypeError as exc:
        raise SourceError(
            f"source {source.id}: options that do not fit the reader {source.reader!r} ({exc}); "
            "correct them in sources.toml"
        ) from exc
    return reader


def _skip_missing(
    source: DataSource, profile: BuildProfile, collected: CollectedRecords, raw: Path
) -> None:
    if not profile.skip_missing:
        raise SourceError(
            f"source {source.id} is not in {raw / source.id / source.version}; run "
            f"`{profile.format_fetch()}` first"
        )
    collected.skipped.append(source.id)
    _log.warning("%s: skipped, it is not in raw/", source.id)


def _check_rows(source: DataSource, count: int) -> None:
    low, high = source.rows
    if count < low:
        raise SourceError(
            f"source {source.id}: {count:,} records, {low:,} or more were expected; it is "
            "truncated or its format changed. Compare it with its table in sources.toml"
        )
    if count > high:
        _log.warning("%s: %s records, at most %s were expected", source.id, count, high)
