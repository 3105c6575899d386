"""``tacknamn validate`` as a process: what it says, writes and ends with."""

import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tacknamn.svala.building import build_graph
from tacknamn.svala.json_graphs import read_graph, write_graph
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.rules import find_violations
from tests import forks

PROGRAM = """
import typer
from tacknamn.cli.validate import validate
app = typer.Typer()
app.command()(validate)
app()
"""


def validate(*arguments: str | Path, given: bytes = b"") -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-c", PROGRAM, *map(str, arguments)]
    return forks.run(command, os.environ, given=given)


@pytest.fixture
def right(tmp_path: Path) -> Path:
    path = tmp_path / "right.json"
    graph = build_graph("Jag bor i Lund nu", [GraphSpan(10, 14, "Umeå", ("city", "1"))])
    path.write_text(write_graph(graph), "utf-8")
    return path


@pytest.fixture
def wrong(right: Path) -> Path:
    path = right.with_name("wrong.json")
    path.write_text(right.read_text("utf-8").replace('"Jag "', '"Jag"'), "utf-8")
    return path


def test_a_right_graph_passes_in_silence(right: Path) -> None:
    done = validate(right)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


def test_a_wrong_graph_is_told_line_by_line(wrong: Path) -> None:
    done = validate(wrong)
    assert done.returncode == 1
    lines = done.stdout.decode().splitlines()
    assert lines[0].startswith(f"{wrong}\tbad-token\tsource token 1 (s0)\tis not one word")
    assert not any("Jag" in line or "Lund" in line for line in lines)


def test_repair_writes_beside_and_leaves_the_file(wrong: Path) -> None:
    before = wrong.read_bytes()
    done = validate("--repair", wrong)
    assert done.returncode == 0
    beside = wrong.with_name("wrong_repaired.json")
    assert find_violations(read_graph(beside)) == ()
    assert wrong.read_bytes() == before
    assert validate(beside).returncode == 0


def test_repair_writes_nothing_for_a_right_graph(right: Path) -> None:
    assert validate("--repair", right).returncode == 0
    assert [path.name for path in right.parent.iterdir()] == ["right.json"]


def test_a_pipe_gets_the_repaired_graph(wrong: Path) -> None:
    done = validate("--repair", "-", given=wrong.read_bytes())
    assert done.returncode == 0
    assert find_violations(read_graph(done.stdout.decode())) == ()
    assert b"bad-token" in done.stderr


def test_a_pipe_gets_a_right_graph_too(right: Path) -> None:
    done = validate("--repair", "-", given=right.read_bytes())
    assert (done.returncode, done.stdout) == (0, right.read_bytes())


def test_json_tells_the_same(right: Path, wrong: Path) -> None:
    done = validate("--json", right, wrong)
    assert done.returncode == 1
    first, second = json.loads(done.stdout)
    assert first == {"file": str(right), "violations": [], "concerns": [], "repaired": None}
    assert {violation["rule"] for violation in second["violations"]} == {"bad-token"}


def test_what_is_left_to_do_counts_when_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "essay.json"
    span = GraphSpan(0, 3, "Eva", ("firstname:female", "OBS!"), comment="vem?")
    path.write_text(write_graph(build_graph("Ada kom", [span])), "utf-8")
    assert validate(path).returncode == 0
    done = validate("--done", path)
    assert done.returncode == 1
    rules = [line.split("\t")[1] for line in done.stdout.decode().splitlines()]
    assert rules == ["number-missing", "temporary", "old-label"]


def test_two_main_labels_are_an_error_at_any_time(tmp_path: Path) -> None:
    path = tmp_path / "essay.json"
    span = GraphSpan(0, 3, "Eva", ("firstname_female", "surname", "1"))
    path.write_text(write_graph(build_graph("Ada kom", [span])), "utf-8")
    for options in ([], ["--done"], ["--repair"]):
        done = validate(*options, path)
        assert done.returncode == 1
        assert [line.split("\t")[1] for line in done.stdout.decode().splitlines()] == [
            "main-labels"
        ]


def test_a_file_that_cannot_be_read_does_not_stop_the_others(wrong: Path) -> None:
    broken = wrong.with_name("broken.json")
    broken.write_bytes(b'{"source": "hemligt')
    done = validate(broken, wrong.with_name("missing.json"), wrong.parent, wrong)
    assert done.returncode == 2
    errors = done.stderr.decode().splitlines()
    assert len(errors) == 3
    assert errors[0].startswith(f"error: {broken}: not JSON at line 1, column 12")
    assert (
        errors[1]
        == f"error: {wrong.with_name('missing.json')}: No such file or directory; check the name"
    )
    assert b"bad-token" in done.stdout
    assert "hemligt" not in done.stderr.decode()


@pytest.mark.parametrize("given", [b"", b"\xff", b"\0", b"[" * 100_000])
def test_bad_input_ends_in_one_line(given: bytes) -> None:
    done = validate("-", given=given)
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: standard input: ")
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(wrong: Path) -> None:
    wrong.parent.chmod(stat.S_IRUSR | stat.S_IXUSR)
    done = validate("--repair", wrong)
    wrong.parent.chmod(stat.S_IRWXU)
    assert done.returncode == 2
    assert b"Permission denied" in done.stderr
