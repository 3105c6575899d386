"""Every row of the source table is whole, and a mistake in one is named with its row."""

import re
import tomllib
from dataclasses import replace
from importlib import resources
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn_builders.checks.run import _read_lists
from tacknamn_builders.merging.read_sources import _find_reader
from tacknamn_builders.sources.licences import combine_licences, find_licence, is_permissive
from tacknamn_builders.sources.receipts import Receipt, ReceivedFile, write_receipt
from tacknamn_builders.sources.source_table import (
    DataSource,
    SourceFile,
    load_sources,
    parse_sources,
)
from tacknamn_builders.sources.status import read_statuses
from tests.making import put_receipt, source

SOURCES = load_sources()
WIDEST = 20
"""Times the least that the most may be: alternate names grow with the places they are of."""

EVERY = pytest.mark.parametrize("row", SOURCES.values(), ids=SOURCES)


@EVERY
def test_every_licence_is_described(row: DataSource) -> None:
    assert find_licence(row.licence).title


@EVERY
def test_every_reader_exists(row: DataSource) -> None:
    assert callable(_find_reader(row))


@EVERY
def test_every_row_says_what_it_is(row: DataSource) -> None:
    facts = (row.title, row.publisher, row.version, row.vintage, row.format, row.becomes)
    assert all(facts)
    assert re.fullmatch(r"[a-z0-9-]+", row.id)


@EVERY
def test_bounds_are_sane(row: DataSource) -> None:
    low, high = row.rows
    assert 0 < low <= high <= WIDEST * low


@EVERY
def test_what_asks_for_credit_is_owed_it(row: DataSource) -> None:
    assert row.owed or row.licence in ("none-stated", "CC0-1.0")


@EVERY
def test_packages_are_pinned_and_fetched_files_have_names(row: DataSource) -> None:
    if row.is_package:
        assert re.fullmatch(r"[0-9a-f]{64}", row.sha256)
    names = [file.saved_as for file in row.files]
    assert len(set(names)) == len(names)
    assert row.hand_made or names


@EVERY
def test_addresses_are_folders_over_https(row: DataSource) -> None:
    for address in (row.address, row.fallback):
        assert not address or re.fullmatch(r"https://\S+/", address)


@pytest.mark.parametrize("row", [row for row in SOURCES.values() if row.lists])
def test_lists_to_check_have_a_function(row: DataSource, tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        list(_read_lists(row, tmp_path))


ROW = """
[lakes]
title = "Lakes"
publisher = "Nobody"
package = "lakes"
version = "1"
files = [{ name = "data/lakes.csv" }, { name = "data/more.csv", as = "rest.csv" }]
vintage = "2026"
licence = "MIT"
owed = "Nothing"
format = "CSV"
reader = "hand_made:read"
rows = [1, 9]
becomes = "geo"
"""


def test_files_land_under_their_base_name_or_the_one_given() -> None:
    lakes = parse_sources(ROW)["lakes"]
    assert [file.saved_as for file in lakes.files] == ["lakes.csv", "rest.csv"]
    assert lakes.rows == (1, 9)
    assert lakes.is_package


MISTAKES = [
    ('title = "Lakes"', "", "title"),
    ("rows = [1, 9]", "", "'rows' is missing"),
    ("rows = [1, 9]", "rows = [1]", "rows must be two whole numbers"),
    ("rows = [1, 9]", "rows = [9, 1]", "two whole numbers"),
    ("rows = [1, 9]", 'rows = ["1", "9"]', "two whole numbers"),
    ("rows = [1, 9]", "rows = [-1, 9]", "two whole numbers"),
    ("rows = [1, 9]", "rows = 5", "rows must be a list"),
    ("files = [", "file = [", "'files' is missing"),
    ('{ name = "data/lakes.csv" }', '{ nome = "data/lakes.csv" }', "'name' is missing"),
    ('{ name = "data/lakes.csv" }', '"data/lakes.csv"', "string"),
    ('vintage = "2026"', "vintage = 2026", "vintage must be text"),
    ('package = "lakes"', "", "a package or an address"),
    (
        'package = "lakes"',
        'package = "lakes"\naddress = "https://example.org/"',
        "either a package or an address",
    ),
    ('package = "lakes"', "hand_made = true\npackage = 'lakes'", "either a package or an address"),
    ('reader = "hand_made:read"', 'reader = "hand_made.read"', "module:function"),
    ('reader = "hand_made:read"', 'reader = ""', "module:function"),
    ('becomes = "geo"', 'becomes = "geo"\nbecoms = "geo"', "becoms"),
    ('becomes = "geo"', 'becomes = "geo"\nlists = "lists"', "module:function"),
    ("[lakes]", "['../../lakes']", "small letters"),
    ("[lakes]", "['']", "small letters"),
    ("[lakes]", "[Lakes]", "small letters"),
    ('version = "1"', 'version = "../1"', "letters, digits"),
    ('version = "1"', 'version = ".."', "no dot in front"),
    ('version = "1"', 'version = ""', "letters, digits"),
    ('version = "1"', 'version = "1\\n"', "letters, digits"),
    ('package = "lakes"', 'package = "lakes\\n--index-url=x"', "name of a package"),
    ('package = "lakes"', 'package = "lakes"\nsha256 = "5"', "64 hexadecimal"),
    ('as = "rest.csv"', 'as = "../rest.csv"', "bare name"),
    ('as = "rest.csv"', 'as = ".."', "bare name"),
    ('as = "rest.csv"', 'as = ""', "bare name"),
    ('as = "rest.csv"', "as = 5", "text in quotes"),
    ('as = "rest.csv"', 'as = "receipt.json"', "bare name"),
    ('as = "rest.csv"', 'as = "lakes.csv"', "two files"),
    ('as = "rest.csv"', 'sha256 = "x"', "64 hexadecimal"),
    ('{ name = "data/lakes.csv" }', '{ name = "data/.." }', "bare name"),
    ('{ name = "data/lakes.csv" }', "{ name = 5 }", "int"),
    ('package = "lakes"', 'hand_made = "no"', "true or false"),
    ('becomes = "geo"', 'becomes = "geo"\noptions = 5', "a table"),
    ('becomes = "geo"', 'becomes = "geo"\nmegabytes = "5"', "a whole number"),
    ('becomes = "geo"', 'becomes = "geo"\nfallback = "https://example.org/"', "need an address"),
    ('becomes = "geo"', 'becomes = "geo"\nby_hand = true', "need an address"),
    ('as = "rest.csv"', 'as = "rest.csv", pages = 1', "text in quotes"),
    ('as = "rest.csv"', 'as = "rest.csv", fixed = 1', "true or false"),
]


@pytest.mark.parametrize(("line", "instead", "said"), MISTAKES)
def test_a_mistake_is_named_with_its_row(line: str, instead: str, said: str) -> None:
    assert line in ROW
    with pytest.raises(SourceError, match=rf"sources\.toml, \[.*\]: .*{said}"):
        parse_sources(ROW.replace(line, instead, 1))


@pytest.mark.parametrize(
    "text", ["[lakes", "lakes = [1, 2]\n[lakes]", 'a = "\ud800"'[:6], "a = " + "[" * 50_000]
)
def test_what_is_no_table_at_all_is_reported(text: str) -> None:
    with pytest.raises(SourceError, match=r"sources\.toml: "):
        parse_sources(text)


def test_a_row_that_is_no_table_is_named() -> None:
    with pytest.raises(SourceError, match=re.escape("sources.toml, [lakes]")):
        parse_sources("lakes = 5")


def test_an_unknown_licence_is_reported_with_the_remedy() -> None:
    with pytest.raises(SourceError, match=r"'WTFPL' is not in licences\.toml; describe it"):
        find_licence("WTFPL")


@pytest.mark.parametrize(
    ("id", "permissive"),
    [("MIT", True), ("CC-BY-4.0", True), ("ODbL-1.0", False), ("none-stated", False)],
)
def test_which_licences_let_anybody_pass_data_on(id: str, permissive: bool) -> None:
    assert is_permissive(id) is permissive


LICENCES = tomllib.loads(
    resources.files("tacknamn_builders.sources").joinpath("licences.toml").read_text("utf-8")
)


@pytest.mark.parametrize("id", LICENCES)
def test_a_verdict_on_a_licence_has_reason_and_evidence(id: str) -> None:
    licence = find_licence(id)
    assert licence.reason.endswith(".")
    assert licence.evidence.startswith("https://")
    assert licence.in_release or not licence.permissive


@pytest.mark.parametrize(
    ("ids", "expression"),
    [
        (["MIT"], "MIT"),
        (["MIT", "CC-BY-4.0", "MIT", "CC0-1.0"], "CC-BY-4.0 AND CC0-1.0 AND MIT"),
        (["MIT", "CC-BY-SA-4.0"], "CC-BY-SA-4.0"),
        (["CC-BY-SA-3.0", "Apache-2.0"], "CC-BY-SA-4.0"),
        (["MIT", "LGPL-3.0"], ""),
        (["CC-BY-SA-4.0", "GFDL-1.2"], ""),
        (["CC-BY-SA-4.0", "ODbL-1.0"], ""),
        (["CC-BY-SA-4.0", "CC-BY-NC-4.0"], ""),
        (["MIT", "none-stated"], ""),
        (["MIT", "private"], ""),
    ],
)
def test_a_bundle_has_the_licence_that_all_its_sources_permit(
    ids: list[str], expression: str
) -> None:
    assert combine_licences(ids) == expression


def test_status_shows_what_is_there_and_when_it_came(tmp_path: Path) -> None:
    folder = tmp_path / "lakes" / "1"
    folder.mkdir(parents=True)
    times = ("2026-11-18T09:46:00+00:00", "2026-11-17T09:46:00+00:00")
    files = {
        f"{time}.csv": ReceivedFile(address="a", sha256="", size=21, time=time, via="https")
        for time in times
    }
    write_receipt(Receipt("lakes", "1", files), folder)
    rows = [
        replace(source(0), id="lakes", hand_made=False),
        replace(source(0), id="rivers", hand_made=False),
        replace(source(2), hand_made=True),
    ]
    lakes, rivers, own = read_statuses(rows, tmp_path)
    assert (lakes.present, lakes.size, lakes.received) == (True, 42, times[0])
    assert (rivers.present, rivers.size, rivers.received) == (False, 0, "")
    assert (own.present, own.received) == (True, "")


def test_status_sees_a_file_that_is_not_what_was_received(tmp_path: Path) -> None:
    """It said ``missing`` of a source that compile took, and nothing of one that was edited."""
    file = SourceFile("lakes.csv", saved_as="lakes.csv")
    row = replace(source(0), id="lakes", files=(file,))
    received = tmp_path / "lakes" / "1" / "lakes.csv"

    def read_problem() -> str:
        return next(read_statuses([row], tmp_path)).problem

    assert read_problem() == "missing"
    received.parent.mkdir(parents=True)
    received.write_text("Vänern\n", "utf-8")
    assert read_problem() == "no receipt"
    put_receipt(row, tmp_path)
    assert read_problem() == ""
    received.write_text("Vättern\n", "utf-8")
    assert read_problem() == "changed"
