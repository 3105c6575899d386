"""Make small builds out of records written down in a test: merged senses, or a whole bundle.

``merged([[...], [...]])`` takes the records of each source, the most authoritative first, and
gives what they become as plain values; ``bundle(folder, ...)`` writes the bundle of them.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from tacknamn.labels import LABELS, Kind, Label
from tacknamn_builders.bundle.bundle_files import BundleContent, write_files
from tacknamn_builders.bundle.manifest import write_manifest
from tacknamn_builders.bundle.sampling_tables import build_sampling_tables
from tacknamn_builders.curation.curated_tables import DrawnName, Exclusion, FakeReplacement
from tacknamn_builders.merging.merge import merge_records
from tacknamn_builders.merging.read_sources import CollectedRecords
from tacknamn_builders.merging.row_store import KINDS
from tacknamn_builders.records import Entry, Record
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.receipts import RECEIPT, Receipt, ReceivedFile, write_receipt
from tacknamn_builders.sources.source_table import DataSource
from tacknamn_builders.support.checksums import compute_sha256

__all__ = [
    "Sense",
    "bundle",
    "content",
    "entry",
    "gathered",
    "listed",
    "merged",
    "profile",
    "put_receipt",
    "source",
]


@dataclass(frozen=True, slots=True)
class Sense:
    """One merged sense in plain values."""

    form: str
    label: Label
    count: float
    kind: Kind
    country: str
    parent: str
    thing: str
    main: bool
    mentions: float
    sources: tuple[str, ...]


def source(number: int, **facts: Any) -> DataSource:
    """An invented source, named ``s0``, ``s1`` ... by its authority."""
    row: dict[str, Any] = {
        "id": f"s{number}",
        "title": f"Invented source {number}",
        "publisher": "Nobody",
        "version": "1",
        "vintage": "2026",
        "licence": "MIT",
        "owed": "Nothing",
        "format": "records in a test",
        "reader": "hand_made:read",
        "rows": (0, 1000),
        "becomes": "whatever a test needs",
        "files": (),
        "hand_made": False,
    }
    return DataSource(**(row | facts))


def put_receipt(source: DataSource, raw: Path) -> None:
    """Write the receipt of what is in the folder of a source, as if it had been fetched."""
    folder = raw / source.id / source.version
    received = partial(ReceivedFile, address="a", time="t", via="https")
    files = {
        path.name: received(sha256=compute_sha256(path), size=path.stat().st_size)
        for path in folder.iterdir()
        if path.name != RECEIPT
    }
    archive = received(sha256=source.sha256, size=1) if source.sha256 else None
    write_receipt(Receipt(source.id, source.version, files, archive), folder)


def profile(sources: int, whole: Iterable[str] = (), **facts: Any) -> BuildProfile:
    """A profile of that many invented sources."""
    row: dict[str, Any] = {
        "name": "small",
        "title": "Small",
        "country": "SE",
        "sources": tuple(source(number) for number in range(sources)),
        "whole": frozenset(whole),
    }
    return BuildProfile(**(row | facts))


def entry(form: str, label: str, count: float = 0, kind: str = "", **facts: Any) -> Entry:
    """An entry with names of labels and kinds as plain text; counts are bearers or inhabitants."""
    counted = Kind.INHABITANTS if label in ("city", "region", "country") else Kind.BEARERS
    return Entry(
        form,
        Label(label),
        count,
        Kind(kind) if kind else counted,
        facts.pop("country", "SE"),
        **facts,
    )


def gathered(sources: Sequence[Iterable[Record]]) -> CollectedRecords:
    """What the records of the sources, in their order, gather to."""
    result = CollectedRecords()
    for number, records in enumerate(sources):
        records = list(records)
        for record in records:
            result.add(record, number)
        result.records[f"s{number}"] = len(records)
    return result


def merged(
    sources: Sequence[Iterable[Record]],
    whole: Iterable[str] = (),
    exclusions: Iterable[Exclusion] = (),
) -> list[Sense]:
    """The senses that the records merge into, in the bundle's order."""
    return _plain(content(sources, whole, exclusions))


def content(
    sources: Sequence[Iterable[Record]],
    whole: Iterable[str] = (),
    exclusions: Iterable[Exclusion] = (),
    fakes: Iterable[FakeReplacement] = (),
    ambiguous: Iterable[str] = (),
) -> BundleContent:
    """The content of a bundle of those records."""
    return _content(gathered(sources), profile(len(sources), whole), exclusions, fakes, ambiguous)


def bundle(
    folder: Path,
    sources: Sequence[Iterable[Record]],
    chosen: BuildProfile | None = None,
    **options: Any,
) -> Path:
    """Write a bundle of those records; the options are the last three of :func:`content`."""
    records = gathered(sources)
    chosen = chosen or profile(len(sources), ["s0"])
    empty: dict[str, Any] = {"exclusions": (), "fakes": (), "ambiguous": ()}
    made = _content(records, chosen, **(empty | options))
    folder.mkdir(parents=True)
    write_files(folder, made)
    write_manifest(folder, chosen, records, made)
    return folder


def _content(
    records: CollectedRecords,
    chosen: BuildProfile,
    exclusions: Iterable[Exclusion],
    fakes: Iterable[FakeReplacement],
    ambiguous: Iterable[str],
    drawn: Iterable[DrawnName] = (),
) -> BundleContent:
    senses = merge_records(records, chosen, exclusions)
    return BundleContent(
        store=records.store,
        entries=senses,
        words=records.words,
        ambiguous=frozenset(ambiguous),
        source_ids=tuple(source.id for source in chosen.sources),
        sampling=build_sampling_tables(records.store, senses, chosen.country, fakes, drawn),
    )


def _plain(made: BundleContent) -> list[Sense]:
    senses, names = made.entries, made.store.names
    columns = (getattr(senses, name).tolist() for name in senses.__dataclass_fields__)
    plain = []
    for row in zip(*columns, strict=True):
        _, form, label, kind, count, country, parent, thing, main, mentions, bits = row
        ids = tuple(id for number, id in enumerate(made.source_ids) if bits >> number & 1)
        plain.append(
            Sense(
                made.store.forms[form],
                LABELS[label],
                count,
                KINDS[kind],
                names[country],
                names[parent],
                names[thing],
                main,
                mentions,
                ids,
            )
        )
    return plain


def listed(names: Mapping[str, Iterable[str]], words: Mapping[str, str]) -> Iterator[Entry]:
    """Entries of names by label, and of words by the label that marks them."""
    for label, of_label in names.items():
        for name in of_label:
            yield entry(name, label, 1_000)
    for label, marked in words.items():
        for word in marked.split():
            yield entry(word, label, 0, "none")
