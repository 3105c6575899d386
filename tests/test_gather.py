"""A source that is missing, changed or shrunk ends in one error with its name and the remedy."""

import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.merging.read_sources import read_source, read_sources
from tacknamn_builders.readers import hand_made
from tacknamn_builders.records import (
    Entry,
    Inflection,
    Parent,
    Record,
    Region,
    Variant,
    WordFrequency,
)
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.source_table import DataSource, load_sources
from tacknamn_builders.support.checksums import compute_sha256
from tests.making import entry, gathered, profile, put_receipt, source

RAW = Path(__file__).parent / "raw"
NAMES = load_sources()["svensktext-names"]
NAMES = replace(NAMES, files=tuple(replace(file, sha256="") for file in NAMES.files))  # miniatures
WOMEN = "tilltalsnamn-kvinnor.csv"


def small(*sources: DataSource, bounded: bool = False, skip_missing: bool = False) -> BuildProfile:
    return replace(profile(0), sources=sources, bounded=bounded, skip_missing=skip_missing)


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    shutil.copytree(RAW / NAMES.id, tmp_path / NAMES.id)
    return tmp_path


def file_of(raw: Path, name: str = WOMEN) -> Path:
    return raw / NAMES.id / NAMES.version / name


def test_every_kind_of_record_finds_its_place() -> None:
    records: list[Record] = [
        entry("Göteborg", "city", 5, key="geonames:1"),
        Variant("geonames:1", "Gothenburg"),
        WordFrequency("och", "sv", 7.4),
        Inflection("Göteborgs", "Göteborg", "PM:GEN"),
        Parent("SE 1 1", "Skåne"),
        Parent("SE 1 1", "a later one"),
        Region("SE.28", "Västra Götaland"),
        Region("SE.28", "a later one"),
    ]
    found = gathered([records])
    assert len(found.store) == 2
    assert len(found.words) == 3
    assert found.parents["SE 1 1"].region == "Skåne"
    assert found.regions == {"SE.28": "Västra Götaland"}


def test_sources_are_counted(raw: Path) -> None:
    found = read_sources(small(NAMES), raw)
    assert found.records == {NAMES.id: 10}
    assert found.skipped == []


def test_progress_is_shown_source_by_source(raw: Path) -> None:
    seen: list[str] = []
    read_sources(small(NAMES), raw, seen.append)
    assert seen == [NAMES.id]


def fault(profile: BuildProfile, raw: Path) -> str:
    """The one error that gathering ends in; each names the source."""
    with pytest.raises(SourceError) as raised:
        read_sources(profile, raw)
    message = str(raised.value)
    assert message.startswith(f"source {NAMES.id}")
    return message


def test_a_source_that_shrank_below_its_bound_is_named(raw: Path) -> None:
    message = fault(small(NAMES, bounded=True), received(raw))
    assert "10 records, 163,000 or more were expected" in message
    assert "sources.toml" in message


def test_a_source_that_grew_is_only_warned_of(raw: Path, caplog: pytest.LogCaptureFixture) -> None:
    assert read_sources(small(replace(NAMES, rows=(1, 3)), bounded=True), received(raw)).records
    assert "at most 3 were expected" in caplog.text


def test_a_changed_column_is_named(raw: Path) -> None:
    file_of(raw).write_text("name,antal\nAnna,5\n", "utf-8")
    message = fault(small(NAMES), raw)
    assert f"{WOMEN}: column persons is missing" in message


def test_a_wrong_encoding_is_named(raw: Path) -> None:
    file_of(raw).write_bytes("name,persons\nÅsa,5\n".encode("cp1252"))
    message = fault(small(NAMES), raw)
    assert WOMEN in message
    assert "utf-8" in message


def test_a_missing_file_is_named_with_the_remedy(raw: Path) -> None:
    file_of(raw).unlink()
    assert "tacknamn-build fetch" in fault(small(NAMES), raw)


def test_a_missing_source_is_skipped_where_that_is_allowed(
    raw: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("WARNING")  # whatever tests before this one set
    lakes = replace(NAMES, id="lakes")
    found = read_sources(small(lakes, NAMES, skip_missing=True), raw)
    assert found.skipped == ["lakes"]
    assert set(found.records) == {NAMES.id}
    assert caplog.messages == ["lakes: skipped, it is not in raw/"]


def test_numbers_of_sources_do_not_move_when_one_is_skipped(raw: Path) -> None:
    lakes = replace(NAMES, id="lakes")
    rows = read_sources(small(lakes, NAMES, skip_missing=True), raw).store.rows()
    assert set(rows.source.tolist()) == {1}


def received(raw: Path, source: DataSource = NAMES) -> Path:
    """Write the receipt of what is there."""
    put_receipt(source, raw)
    return raw


def test_files_that_are_those_of_the_receipt_are_read(raw: Path) -> None:
    found = read_sources(small(NAMES), received(raw))
    assert found.records == {NAMES.id: 10}
    assert found.sums[NAMES.id][WOMEN] == compute_sha256(file_of(raw))


def test_an_edited_file_is_named_with_the_remedy(raw: Path) -> None:
    text = file_of(received(raw)).read_text("utf-8")
    file_of(raw).write_text(text + "Qwxyz,5\n", "utf-8")
    message = fault(small(NAMES), raw)
    assert WOMEN in message
    assert f"tacknamn-build fetch {NAMES.id}" in message


def test_a_file_that_the_receipt_does_not_have_is_named(raw: Path) -> None:
    kept = file_of(raw).read_bytes()
    file_of(raw).unlink()
    received(raw)
    file_of(raw).write_bytes(kept)
    assert "not the file that was received" in fault(small(NAMES), raw)


def test_a_source_without_a_receipt_is_refused_as_a_changed_one_is(raw: Path) -> None:
    """It was compiled, with any content, as the version and licence of the source table."""
    message = fault(small(NAMES, bounded=True), raw)
    assert f"{file_of(raw).parent} has no receipt" in message
    assert f"tacknamn-build fetch {NAMES.id} --profile small" in message


def test_a_receipt_of_another_checksum_than_the_table_says_is_refused(raw: Path) -> None:
    pinned = replace(NAMES, sha256="0" * 64)
    message = fault(small(pinned, bounded=True), received(raw))
    assert "has other checksums than the source table" in message


def test_files_are_compared_before_anything_is_read(raw: Path) -> None:
    """A minute was spent on other sources before the changed one was found."""
    changed = replace(NAMES, id="changed")
    shutil.copytree(raw / NAMES.id, raw / "changed")
    seen: list[str] = []
    with pytest.raises(SourceError, match=r"source changed: .* has no receipt"):
        read_sources(small(NAMES, changed, bounded=True), received(raw), seen.append)
    assert not seen


def test_miniatures_need_no_receipt(raw: Path) -> None:
    file_of(raw).write_text("name,persons\nAnna,5\n", "utf-8")
    assert read_sources(small(NAMES), raw).sums[NAMES.id][WOMEN] == compute_sha256(file_of(raw))


STUMBLES = [
    KeyError("name"),
    IndexError("list index out of range"),
    TypeError("'int' object is not iterable"),
    ValueError("could not convert string to float: 'NA'"),
    AttributeError("'list' object has no attribute 'items'"),
    OverflowError("int too large to convert to float"),
    RecursionError("maximum recursion depth exceeded"),
    EOFError("Compressed file ended"),
    UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"),
]


@pytest.mark.parametrize("stumble", STUMBLES, ids=lambda fault: type(fault).__name__)
def test_every_error_of_a_reader_is_reported_with_source_and_remedy(
    stumble: Exception, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(folder: Path) -> Iterator[Entry]:
        yield entry("Ek", "surname")
        raise stumble

    monkeypatch.setattr(hand_made, "read", read)
    with pytest.raises(SourceError, match=r"source s0: .*tacknamn-build fetch s0") as raised:
        list(read_source(source(0), tmp_path))
    assert raised.value.__cause__ is stumble
    assert type(stumble).__name__ in str(raised.value)


def test_a_file_that_vanishes_while_it_is_read_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(folder: Path) -> Iterator[Entry]:
        (folder / "lakes.csv").open(encoding="utf-8")
        yield entry("Ek", "surname")

    monkeypatch.setattr(hand_made, "read", read)
    with pytest.raises(SourceError, match=r"source s0: .*lakes\.csv is missing.*fetch s0"):
        list(read_source(source(0), tmp_path))


@pytest.mark.parametrize("reader", ["nowhere:read", "hand_made:nothing"])
def test_a_reader_that_does_not_exist_is_reported(reader: str, tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=f"source s0: no reader '{reader}'"):
        list(read_source(source(0, reader=reader), tmp_path))


def test_an_option_that_the_reader_does_not_know_is_reported(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match=r"source s0: .*colour"):
        list(read_source(source(0, options={"colour": "red"}), tmp_path))
