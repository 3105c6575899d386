"""The golden build: what the miniatures become, to the last line and byte."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.bundle.lexicon_tsv import read_lexicon
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.sources.source_table import load_sources
from tests.golden_build import PROFILE, RAW, REFERENCE, build, readable
from tests.timing import PATIENCE

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


@pytest.mark.parametrize("name", ["lexicon.tsv", "sampling.json", "manifest.json"])
def test_the_build_is_the_reference(bundle: Path, name: str) -> None:
    expected = (REFERENCE / name).read_text("utf-8")
    assert readable(bundle)[name] == expected, "read the diff; `python -m tests.golden_build`"


def test_every_fetched_source_has_a_miniature() -> None:
    fetched = {id for id, source in load_sources().items() if not source.hand_made}
    assert {source.id for source in load_profile(str(PROFILE)).sources} == fetched


def test_every_source_leaves_something_in_the_build(bundle: Path) -> None:
    manifest = Lexicon.open(bundle).bundle.manifest
    assert all(facts["records"] for facts in manifest["sources"].values())
    assert set(manifest["sources"]) == {path.name for path in RAW.iterdir()}


def test_every_row_is_found_by_its_form(bundle: Path) -> None:
    lexicon = Lexicon.open(bundle)
    for row in read_lexicon(bundle):
        found = [
            (c.form, c.label.value, f"{c.count:.6g}", c.country, c.parent, ",".join(c.sources))
            for c in lexicon.lookup(row.form.lower())
        ]
        count = f"{row.count:.6g}"
        assert (row.form, row.label, count, row.country, row.parent, row.sources) in found


def test_two_builds_are_the_same_bytes_elsewhere_with_another_seed_and_time_zone(
    bundle: Path, tmp_path: Path
) -> None:
    out = tmp_path / "somewhere else" / "golden"
    code = (
        f"from tests.golden_build import build; from pathlib import Path; build(Path({str(out)!r}))"
    )
    environment = os.environ | {
        "PYTHONHASHSEED": "12345",
        "TZ": "Pacific/Kiritimati",
        "LC_ALL": "C",
        "PYTHONPATH": os.pathsep.join(sys.path),
    }
    command = [sys.executable, "-c", code]
    subprocess.run(command, check=True, env=environment, cwd=ROOT, timeout=PATIENCE)
    assert sorted(path.name for path in out.iterdir()) == sorted(p.name for p in bundle.iterdir())
    for path in bundle.iterdir():
        assert path.read_bytes() == (out / path.name).read_bytes(), path.name
