"""A faulty optional source is left out loudly; without that permission it ends the build."""

import json
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.merging.read_sources import CollectedRecords, read_sources
from tacknamn_builders.sources.source_table import load_sources
from tests.making import profile, put_receipt
from tests.server import Reply, Server, serve
from tests.test_cli import built
from tests.test_cli import run as run_program

PAGE = b"<!DOCTYPE html>\n<title>Underh\xc3\xa5ll</title>\n"

TABLE = """
[{id}]
title = "Occupations of {id}"
publisher = "Office of Occupations"
address = "{address}/{id}/"
version = "1"
files = [{{ name = "vocations.csv" }}]
vintage = "2026"
licence = "CC0-1.0"
owed = "Nothing"
format = "CSV"
reader = "vocations:read_vocations"
rows = [2, 9]
becomes = "prof"
"""
PROFILE = """
title = "Occupations"
country = "SE"
skip_missing = {optional}
source_table = "sources.toml"
sources = ["curation", {ids}]
"""
SOURCES = ("good", "broken", "short", "page", "gone")
"""A good source, and four that a publisher or its server damaged."""


def vocations(*forms: str) -> bytes:
    return "\n".join(["vocation,gender", *(f"{form},m" for form in forms), ""]).encode()


Process = subprocess.CompletedProcess[str]


@dataclass(frozen=True, slots=True)
class Build:
    """A profile that was fetched and compiled, although four of its five sources are faulty."""

    server: Server
    work: Path
    fetched: Process
    compiled: Process

    @property
    def bundle(self) -> Path:
        return self.work / "BUILD" / "open"


@pytest.fixture(scope="module")
def build(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Build]:
    work = tmp_path_factory.mktemp("optional")
    with serve() as server:
        server.script("/good/vocations.csv", Reply(vocations("påhittsmakare", "prippare")))
        server.script("/broken/vocations.csv", Reply(b"yrke;antal\nsnickare;5\n"))
        server.script("/short/vocations.csv", Reply(vocations("ensamprippare")))
        server.script("/page/vocations.csv", Reply(PAGE))
        write_profiles(work, server)
        fetched = run(work, "fetch", "--quiet", "--profile", work / "open.toml")
        compiled = run(work, "compile", "--quiet", "--profile", work / "open.toml")
        yield Build(server, work, fetched, compiled)


def write_profiles(work: Path, server: Server) -> None:
    """Write a source table and two profiles, which differ in what may be missing."""
    tables = (TABLE.format(id=id, address=server.address) for id in SOURCES)
    (work / "sources.toml").write_text("".join(tables), "utf-8")
    ids = ", ".join(f'"{id}"' for id in SOURCES)
    for name, optional in (("open", "true"), ("strict", "false")):
        text = PROFILE.format(optional=optional, ids=ids)
        (work / f"{name}.toml").write_text(text, "utf-8")


def run(work: Path, *arguments: str | Path) -> Process:
    folders = {f"TACKNAMN_{name}": str(work / name) for name in ("RAW", "BUILD", "CACHE")}
    return built(*arguments, **folders)


@pytest.mark.slow
def test_a_fetch_goes_on_after_faulty_sources_and_ends_with_1(build: Build) -> None:
    assert build.fetched.returncode == 1
    assert (build.work / "RAW" / "good" / "1" / "vocations.csv").is_file()


def test_even_a_quiet_fetch_names_each_of_them(build: Build) -> None:
    page, gone, summary = build.fetched.stderr.splitlines()
    assert page.startswith("NOT FETCHED: page: vocations.csv: the server sent a web page")
    assert gone.startswith("NOT FETCHED: gone: ") and "404" in gone
    assert summary.startswith("not fetched: page, gone;")


def test_even_a_quiet_build_names_what_it_left_out_and_ends_with_1(build: Build) -> None:
    assert build.compiled.returncode == 1
    broken, short = build.compiled.stderr.splitlines()
    assert broken.startswith("LEFT OUT: broken: vocations.csv: column vocation, gender is missing")
    assert short.startswith("LEFT OUT: short: 1 records, 2 or more were expected")


def test_the_manifest_records_what_was_left_out_and_why(build: Build) -> None:
    manifest = json.loads((build.bundle / "manifest.json").read_text("utf-8"))
    assert set(manifest["sources"]) == {"curation", "good"}
    assert manifest["skipped"] == ["page", "gone"]
    assert set(manifest["left_out"]) == {"broken", "short"}
    assert str(build.work) not in json.dumps(manifest)


def test_the_bundle_has_the_good_source_and_nothing_of_the_others(build: Build) -> None:
    lexicon = Lexicon.open(build.bundle)
    assert lexicon.lookup("påhittsmakare")[0].sources == ("good",)
    assert not lexicon.lookup("ensamprippare")


def test_info_names_what_a_bundle_lacks(build: Build) -> None:
    done = run_program("tacknamn", "info", "--data", build.bundle)
    assert "left out\tshort: 1 records" in done.stdout


@pytest.mark.parametrize("command", ["fetch", "compile"])
def test_without_permission_the_first_error_ends_the_work(command: str, build: Build) -> None:
    done = run(build.work, command, "--quiet", "--profile", build.work / "strict.toml")
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_the_last_good_edition_stays_when_the_next_one_is_damaged(
    build: Build, tmp_path: Path
) -> None:
    build.server.script("/page/vocations.csv", Reply(vocations("gammelprippare", "nyprippare")))
    write_profiles(tmp_path, build.server)
    run(tmp_path, "fetch", "--profile", tmp_path / "open.toml")
    build.server.script("/page/vocations.csv", Reply(PAGE))
    done = run(tmp_path, "fetch", "--profile", tmp_path / "open.toml")
    assert "NOT FETCHED: page" in done.stderr
    kept = tmp_path / "RAW" / "page" / "1" / "vocations.csv"
    assert kept.read_bytes() == vocations("gammelprippare", "nyprippare")


def test_a_changed_column_is_an_error_of_its_source_alone(tmp_path: Path) -> None:
    names = NAMES
    folder = tmp_path / names.id / names.version
    folder.mkdir(parents=True)
    (folder / "vocations.csv").write_bytes(b"vocation,sex\nkock,m\n")
    put_receipt(names, tmp_path)
    optional = replace(profile(0), sources=(names,), skip_missing=True)
    left_out = read_sources(optional, tmp_path).left_out
    assert list(left_out) == [names.id]
    assert "column gender is missing" in left_out[names.id]
    with pytest.raises(SourceError, match="column gender is missing"):
        read_sources(replace(optional, skip_missing=False), tmp_path)


def test_curation_is_never_left_out(tmp_path: Path) -> None:
    faulty = replace(load_sources()["curation"], rows=(10**9, 10**9))
    optional = replace(profile(0), sources=(faulty,), skip_missing=True)
    with pytest.raises(SourceError, match="were expected"):
        read_sources(optional, tmp_path)


NAMES = load_sources()["svensktext-vocations"]
NAMES = replace(NAMES, files=tuple(replace(file, sha256="") for file in NAMES.files))  # miniatures
BETTER = replace(NAMES, id="better")


def receive(raw: Path, id: str, *forms: str) -> None:
    folder = raw / id / NAMES.version
    folder.mkdir(parents=True)
    (folder / "vocations.csv").write_bytes(vocations(*forms))
    put_receipt(replace(NAMES, id=id), raw)


def read_with_fallback(raw: Path) -> CollectedRecords:
    optional = replace(
        profile(0),
        sources=(NAMES, replace(BETTER, rows=(2, 9))),
        skip_missing=True,
        bounded=False,
        fallbacks={NAMES.id: ["better"]},
    )
    return read_sources(optional, raw)


def test_a_fallback_is_not_used_next_to_the_better_source(tmp_path: Path) -> None:
    receive(tmp_path, NAMES.id, "kock")
    receive(tmp_path, "better", "prippare", "kock")
    collected = read_with_fallback(tmp_path)
    assert set(collected.records) == {"better"}
    assert collected.replaced == {NAMES.id: ["better"]}
    assert collected.skipped == []


def test_a_fallback_is_used_when_the_better_source_is_missing(tmp_path: Path) -> None:
    receive(tmp_path, NAMES.id, "kock")
    collected = read_with_fallback(tmp_path)
    assert set(collected.records) == {NAMES.id}
    assert (collected.replaced, collected.skipped) == ({}, ["better"])


def test_a_fallback_is_used_when_the_better_source_is_faulty(tmp_path: Path) -> None:
    receive(tmp_path, NAMES.id, "kock")
    receive(tmp_path, "better", "prippare")
    wide = replace(NAMES, rows=(1, 100))
    optional = replace(
        profile(0),
        sources=(wide, replace(BETTER, rows=(2, 9))),
        skip_missing=True,
        fallbacks={NAMES.id: ["better"]},
    )
    collected = read_sources(optional, tmp_path)
    assert set(collected.records) == {NAMES.id}
    assert set(collected.left_out) == {"better"}
    assert collected.replaced == {}
