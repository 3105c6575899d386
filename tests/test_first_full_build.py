"""The commands of docs/first-full-build.md, in their order, on miniatures in a mirror."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn_builders.fetching.mirror import locate_in_mirror
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.sources.source_table import DataSource, load_sources
from tests.making import put_receipt
from tests.timing import PATIENCE

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parent.parent
RAW = Path(__file__).parent / "raw"
PAGE = (ROOT / "docs" / "first-full-build.md").read_text("utf-8")
BLOCKS = re.findall(r"^```sh\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
PROGRAMS = {"tacknamn": "tacknamn", "tacknamn-build": "tacknamn_builders"}
MIRRORED = ("jobtech", "svensktext-surnames", "scb-localities")
BY_HAND = {
    "lantmateriet-names": {"ortnamn_se.zip": "ortnamn_se.zip"},
    "trafikverket-streets": {"gatunamn.zip": "gatunamn.zip"},
    "drug-products": {"npl.zip": "2026-11-19_Total_NPL.zip"},
    "dvv-names": {
        "etunimitilasto.xlsx": "etunimitilasto-2026-08-04-dvv.xlsx",
        "sukunimitilasto.xlsx": "sukunimitilasto-2026-08-04-dvv.xlsx",
    },
}
"""The sources that are had by hand: each file with the name under which a browser saves it."""


@pytest.fixture(scope="module")
def work(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with received packages, a mirror of a few files, and files that were ordered."""
    work = tmp_path_factory.mktemp("first full build")
    sources = load_sources()
    profiles = (load_profile("full"), load_profile("full-share-alike"))
    packages = {
        source.id for profile in profiles for source in profile.sources if source.is_package
    }
    for id in packages:
        put_received(sources[id], work / "raw")
    for id in MIRRORED:
        for file in sources[id].files:
            place = locate_in_mirror(work / "mirror", f"{sources[id].addresses[0]}/{file.name}")
            place.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(RAW / id / sources[id].version / file.saved_as, place)
    for id, names in BY_HAND.items():
        for saved_as, name in names.items():
            shutil.copy(RAW / id / sources[id].version / saved_as, work / name)
    put_programs(work / "bin")
    return work


def put_received(source: DataSource, raw: Path) -> None:
    """Put the miniature of a package where a fetch puts the package, with a receipt."""
    folder = raw / source.id / source.version
    shutil.copytree(RAW / source.id / source.version, folder)
    put_receipt(source, raw)


def put_programs(folder: Path) -> None:
    folder.mkdir()
    for name, module in PROGRAMS.items():
        program = folder / name
        program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m {module} "$@"\n', "utf-8")
        program.chmod(0o755)


def run(block: str, work: Path) -> "subprocess.CompletedProcess[str]":
    folders = {"RAW": "raw", "BUILD": "build", "CACHE": "cache", "MIRROR": "mirror"}
    environment = {
        **os.environ,
        **{f"TACKNAMN_{name}": str(work / folder) for name, folder in folders.items()},
        "PATH": f"{work / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    return subprocess.run(
        ["sh", "-c", block], cwd=work, env=environment, capture_output=True, encoding="utf-8",
        timeout=PATIENCE, check=False,
    )  # fmt: skip


@pytest.mark.skipif(os.name == "nt", reason="the page's commands are for a POSIX shell")
def test_the_commands_of_the_page_do_what_it_says(work: Path) -> None:
    install, fetch, by_hand, status, compile_, check, pin, pass_on = BLOCKS
    assert install == "pip install 'tacknamn[builders,osm]'\n"
    assert run(fetch, work).returncode == 0
    assert "lantmateriet-names" in run("tacknamn-build status --quiet --profile full", work).stdout
    done = run(by_hand, work)
    assert (done.returncode, done.stderr.count(": from the mirror")) == (0, len(BY_HAND)), done
    listed = run(status, work).stdout.splitlines()
    assert len(listed) == len(load_profile("full").sources)
    assert_left_out(run(compile_, work))  # miniatures are out of every limit
    report = run(check, work)
    assert "left out\tdrug-products: " in report.stdout
    assert run(pin, work).stdout.count('"sha256"') == len(("jobtech", "svensktext-surnames"))
    assert_left_out(run(pass_on, work))
    assert (work / "build" / "full-share-alike" / "manifest.json").is_file()


def assert_left_out(done: "subprocess.CompletedProcess[str]") -> None:
    assert done.returncode == 1
    assert "Traceback" not in done.stderr
    assert "LEFT OUT: scb-localities: 6 records, " in done.stderr


def test_every_source_of_full_with_an_address_is_in_the_page() -> None:
    table = PAGE.partition("| source |")[2].partition("\n## ")[0]
    listed = table.replace("-admin2", "geonames-admin2").replace("-countries", "geonames-countries")
    listed = listed.replace("-postal-sweden", "geonames-postal-sweden")
    for source in load_profile("full").sources:
        if source.address and not source.id.startswith(("svensktext", "swell")):
            assert source.id in listed
    for id in BY_HAND:
        assert f"**{id}.**" in PAGE
