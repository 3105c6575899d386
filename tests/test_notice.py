"""NOTICE.md lists for each source its publisher, its licence and its credit."""

from pathlib import Path

from tacknamn_builders.sources.licences import find_licence
from tacknamn_builders.sources.notice import format_notice
from tacknamn_builders.sources.source_table import load_sources
from tests.making import source

NOTICE = Path(__file__).parent.parent / "NOTICE.md"


def test_the_notice_of_the_project_is_the_generated_one() -> None:
    expected = format_notice(load_sources())
    assert NOTICE.read_text("utf-8") == expected, "run `tacknamn-build notice --out NOTICE.md`"


def test_every_source_has_its_section_with_licence_and_credit() -> None:
    text = format_notice(load_sources())
    for id, row in load_sources().items():
        assert f"- Source: `{id}`, {row.publisher}" in text
        assert row.owed in text
        assert find_licence(row.licence).title in text


def test_a_section_contains_redistribution_and_credit() -> None:
    rows = {
        "lakes": source(0, id="lakes", address="https://example.org/", licence="ODbL-1.0"),
        "hills": source(0, id="hills", package="hills", licence="none-stated", owed=""),
    }
    _, lakes, hills = format_notice(rows).split("\n## ")
    assert lakes.splitlines() == [
        "Invented source 0",
        "",
        "- Source: `lakes`, Nobody",
        "- Address: <https://example.org/> (version 1)",
        "- Data as of: 2026",
        "- Licence: [Open Database License 1.0](https://opendatacommons.org/licenses/odbl/1-0/)",
        "- Redistribution: only under the terms of this licence",
        "- Credit: Nothing",
    ]
    assert "- Package: hills 1" in hills
    assert "- Redistribution: not allowed" in hills
    assert "- Credit: none stated" in hills


def test_no_line_ends_with_a_space() -> None:
    assert all(line == line.rstrip() for line in format_notice(load_sources()).splitlines())
