"""``tacknamn-build fit`` as people call it: the same table each time, or one line and no table."""

import hashlib
import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.detection.ranking.weights_table import COLUMNS, read_weights
from tests import forks
from tests.detection_lists import make_bundle
from tests.fitting_making import invented_texts, written
from tests.golden_build import build
from tests.reports import environment

pytestmark = pytest.mark.slow

Run = Callable[..., "subprocess.CompletedProcess[str]"]
TEXTS = 40


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundle(tmp_path_factory.mktemp("fit") / "bundle")


@pytest.fixture
def run(bundle: Path, tmp_path: Path) -> Run:
    written(tmp_path / "gold.jsonl", invented_texts(TEXTS))

    def call(*arguments: str, **more: str) -> "subprocess.CompletedProcess[str]":
        env = environment(TACKNAMN_DATA=more.pop("data", str(bundle)), **more)
        words = [sys.executable, "-m", "tacknamn_builders", "fit", *arguments]
        return forks.run_text(words, env, cwd=tmp_path)

    return call


def test_a_table_is_written_that_names_its_inputs(run: Run, tmp_path: Path) -> None:
    done = run("sv", "gold.jsonl=0.5", "--out", "sv.tsv", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    lines = (tmp_path / "sv.tsv").read_text("utf-8").splitlines()
    sum = hashlib.sha256((tmp_path / "gold.jsonl").read_bytes()).hexdigest()
    assert lines[:4] == [
        "# tacknamn-build fit sv gold.jsonl=0.5",
        "# with the lists of small",
        f"# gold.jsonl sha256 {sum}",
        "\t".join(COLUMNS),
    ]
    (tmp_path / "weights.tsv").write_text("\n".join(lines[3:]) + "\n", "utf-8")
    weights, links = read_weights(tmp_path / "weights.tsv", "sv")
    for place in range(3):
        assert any(vector[place] > 0 for vector in weights.values())
    assert links["beside"]["first"]["surname"] > 1


def test_steps_are_shown(run: Run) -> None:
    done = run("sv", "gold.jsonl", "--out", "sv.tsv")
    assert (done.returncode, done.stdout) == (0, "")
    lines = done.stderr.splitlines()
    assert (lines[0], lines[-1]) == ("reading the texts", "wrote sv.tsv")
    assert len(lines) < 30


@pytest.mark.parametrize("language", ["sv", "en"])
def test_the_same_texts_and_lists_give_the_same_bytes(
    language: str, run: Run, tmp_path: Path
) -> None:
    """Whatever order a process has sets in."""
    golden = str(build(tmp_path / "golden"))
    for seed in ("1", "2"):
        done = run(
            language, "gold.jsonl", "gold.jsonl=0.5", "-q", "-o", seed,
            data=golden, PYTHONHASHSEED=seed,
        )  # fmt: skip
        assert (done.returncode, done.stderr) == (0, "")
    one, other = ((tmp_path / seed).read_bytes() for seed in ("1", "2"))
    assert one == other
    assert b"# with the lists of golden\n" in one
    assert len(one.splitlines()) > 50


def gold(text: str, *spans: Any) -> bytes:
    return json.dumps({"text": text, "spans": spans}).encode()


BAD: dict[str, tuple[list[str], str]] = {
    "a missing file": (["sv", "none.jsonl"], "none.jsonl: cannot be read (No such file"),
    "a folder": (["sv", "."], ".: cannot be read (Is a directory)"),
    "a file of other bytes": (["sv", "latin.jsonl"], "cannot be read (it is not UTF-8)"),
    "no JSON": (["sv", "bad.jsonl"], "bad.jsonl, line 1: not a gold text"),
    "overlapping spans": (["sv", "overlaps.jsonl"], "overlaps.jsonl, line 1: not a gold text"),
    "an unknown label": (
        ["sv", "person.jsonl"],
        "person.jsonl, line 1: unknown label 'PERSON'; use PER, LOC, ORG",
    ),
    "an empty file": (["sv", "empty.jsonl"], "the texts contain no possible name"),
    "texts without names": (["sv", "nobody.jsonl"], "the texts contain no possible name"),
    "a weight below nought": (["sv", "gold.jsonl=-1"], "a number from 0 to 100"),
    "a weight that is none": (["sv", "gold.jsonl=nan"], "a number from 0 to 100"),
    "an unknown language": (["xx", "gold.jsonl"], "language 'xx': choose one of sv, en"),
    "no language": (["", "gold.jsonl"], "language '': choose one of sv, en"),
    "no bundle": (["sv", "gold.jsonl", "--data", "none"], "none: no bundle here; make one"),
    "the second of two": (["sv", "gold.jsonl", "bad.jsonl"], "bad.jsonl, line 1"),
}
FILES = {
    "latin.jsonl": "Hemlig Åsa".encode("latin1"),
    "bad.jsonl": b"{Hemlig",
    "overlaps.jsonl": gold("Hemlig", [0, 4, "PER"], [3, 5, "PER"]),
    "person.jsonl": gold("Hemlig", [0, 6, "PERSON"]),
    "empty.jsonl": b"",
    "nobody.jsonl": gold("xyz 12"),
}


@pytest.mark.parametrize(("arguments", "message"), BAD.values(), ids=BAD)
def test_bad_input_is_one_line_and_writes_nothing(
    arguments: list[str], message: str, run: Run, tmp_path: Path
) -> None:
    for name, content in FILES.items():
        (tmp_path / name).write_bytes(content)
    before = sorted(tmp_path.iterdir())
    done = run(*arguments, "--out", "sv.tsv", "--quiet")
    assert (done.returncode, done.stdout) == (2, "")
    (line,) = done.stderr.splitlines()
    assert line.startswith("error: ") and message in line
    assert "Hemlig" not in line
    assert sorted(tmp_path.iterdir()) == before


def test_a_text_is_never_overwritten_with_a_table(run: Run, tmp_path: Path) -> None:
    before = (tmp_path / "gold.jsonl").read_bytes()
    done = run("sv", "gold.jsonl=2", "--out", "./gold.jsonl", "-q")
    assert done.returncode == 2
    assert "is also an input file; choose another file with -o" in done.stderr
    assert (tmp_path / "gold.jsonl").read_bytes() == before


def test_a_table_in_no_folder_is_reported(run: Run, tmp_path: Path) -> None:
    done = run("sv", "gold.jsonl", "--out", "none/sv.tsv", "-q")
    assert done.returncode == 2
    (line,) = done.stderr.splitlines()
    assert "none" in line and not (tmp_path / "none").exists()


def test_a_table_that_was_there_stays_where_fitting_fails(run: Run, tmp_path: Path) -> None:
    (tmp_path / "sv.tsv").write_text("before", "utf-8")
    assert run("sv", "none.jsonl", "--out", "sv.tsv", "-q").returncode == 2
    assert (tmp_path / "sv.tsv").read_text("utf-8") == "before"
