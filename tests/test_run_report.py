"""``--report`` and ``--table`` of ``tacknamn pseudonymize``: the log of a run, and who became whom."""

import json
import os
import stat
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn import InputError
from tacknamn.batch.replacement_table import read_counts, write_counts
from tacknamn.batch.request import BatchOptions
from tacknamn.batch.side_files import check_side_files
from tests.reports import is_error
from tests.running_command import ESSAY, pseudonymize, under

Run = Callable[..., subprocess.CompletedProcess[bytes]]
SEED = "924173561204"
LINES = "".join(f'{{"text": "Amina och Karin bor i Lund nr {number}."}}\n' for number in range(20))


@pytest.fixture
def run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    Path("a.jsonl").write_text(LINES, "utf-8")
    return lambda *arguments, **more: pseudonymize(
        *arguments, given=b"", **under(tmp_path, data, **more)
    )


def read_report(name: str = "report.json") -> dict[str, Any]:
    report: dict[str, Any] = json.loads(Path(name).read_text("utf-8"))
    return report


def test_the_report_has_counts_and_settings_and_nothing_private(run: Run) -> None:
    private = ["--keep", "Sigrid", "--pattern", "Lund=[Hilda]", "--seed", SEED]
    done = run("a.jsonl", "-o", "out.jsonl", "--report", "report.json", *private, "-j", "2")
    report = read_report()
    assert (done.returncode, report["result"], report["failure"]) == (0, "done", None)
    assert report["counts"]["documents"] == 20
    assert report["counts"]["labels"]["firstname_female"] == 40
    assert report["counts"]["actions"]["replace"] >= 40
    assert report["settings"]["keep"] == 1 and report["settings"]["draws"] == "seed"
    assert report["processes"] == 2 and len(report["lists"]["sha256"]) == 64
    written = Path("report.json").read_text("utf-8")
    names = ("Amina", "Karin", "Sigrid", "Hilda", "Lund", SEED)
    assert [name for name in names if name in written] == []


def test_the_hash_of_the_settings_says_nothing_about_seed_and_key(run: Run) -> None:
    hashes = {}
    for name, arguments in {
        "one seed": ["--seed", "7"],
        "another": ["--seed", "8"],
        "other policy": ["--seed", "7", "--set", "city=keep"],
    }.items():
        run("a.jsonl", "-o", "out.jsonl", "--report", "report.json", *arguments)
        hashes[name] = read_report()["settings_hash"]
    assert hashes["one seed"] == hashes["another"] != hashes["other policy"]


def test_a_failure_is_reported_too(run: Run) -> None:
    Path("bad.txt").write_bytes(b"Amina \xff")
    done = run("bad.txt", "a.jsonl", "-o", "out", "--report", "report.json")
    report = read_report()
    assert (done.returncode, report["result"], report["counts"]["documents"]) == (2, "failed", 20)
    assert report["counts"]["errors"][0].startswith("bad.txt: not UTF-8 at byte 6")
    assert run("bad.txt", "--fail-fast", "--report", "report.json").returncode == 2
    assert read_report()["failure"].startswith("bad.txt: not UTF-8")


def test_a_report_replaces_a_report_and_nothing_else(run: Run) -> None:
    for _ in range(2):
        assert run("a.jsonl", "-o", "out.jsonl", "--report", "report.json").returncode == 0
    for name in ("a.jsonl", "out.jsonl"):
        before = Path(name).read_bytes()
        is_error("Amina", run("a.jsonl", "-o", "b.jsonl", "--report", name, "-q"), "is no report;")
        assert Path(name).read_bytes() == before


@pytest.mark.parametrize("option", ["report", "table"])
def test_a_folder_that_cannot_be_written_is_an_error_before_the_run(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # who is root may write anywhere
    places: dict[str, Any] = {option: tmp_path / "new"}
    with pytest.raises(InputError, match=f"--{option} .*new: cannot create files in its folder"):
        check_side_files(BatchOptions(**places), [])


def test_the_table_says_who_became_whom(run: Run) -> None:
    arguments = ["a.jsonl", "--seed", SEED, "--table", "table.tsv", "-o"]
    done = run(*arguments, "out.jsonl", "-j", "2")
    assert b"warning: table.tsv says who became whom. It is as sensitive as" in done.stderr
    rows = list(read_counts(Path("table.tsv")))
    assert sum(count for (_, original, _), count in rows if original == "Amina") == 20
    made = Path("out.jsonl").read_text("utf-8")
    assert all(f'"text": "{new}' in made for (_, old, new), _ in rows if old == "Amina")
    if os.name == "posix":
        assert stat.S_IMODE(Path("table.tsv").stat().st_mode) == 0o600
    written = Path("table.tsv").read_bytes()
    is_error("Amina", run(*arguments, "again.jsonl", "-q"), "--table table.tsv: exists; delete it")
    assert Path("table.tsv").read_bytes() == written
    Path("table.tsv").unlink()
    assert run(*arguments, "out.jsonl", "-j", "1").returncode == 0  # nothing was skipped
    assert Path("table.tsv").read_bytes() == written


def test_a_file_that_fails_adds_nothing_to_the_table(run: Run) -> None:
    Path("bad.jsonl").write_text('{"text": "Greta bor i Lund."}\n{"text": 7}\n', "utf-8")
    assert run("bad.jsonl", "a.jsonl", "-o", "out", "--table", "table.tsv").returncode == 2
    originals = {original for (_, original, _), _ in read_counts(Path("table.tsv"))}
    assert "Amina" in originals and "Greta" not in originals


def test_names_with_tabs_and_line_ends_come_back(tmp_path: Path) -> None:
    names = ("surname", "von\tder\r\nHeide\\n", "")
    write_counts(tmp_path / "t.tsv", [(names, 3)])
    assert list(read_counts(tmp_path / "t.tsv")) == [(names, 3)]


def test_a_spreadsheet_finds_no_formula_in_the_table(tmp_path: Path) -> None:
    originals = ["=HYPERLINK(1)", "+46 70 174 06 58", "-Anna", "@anna", "'t Hooft", "O'Brien"]
    rows = [(("surname", name, name), 1) for name in originals]
    write_counts(tmp_path / "t.tsv", rows)
    assert list(read_counts(tmp_path / "t.tsv")) == rows
    lines = (tmp_path / "t.tsv").read_text("utf-8").splitlines()[1:]
    cells = [cell for line in lines for cell in line.split("\t")]
    assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))]
    assert "'=HYPERLINK(1)" in cells and "''t Hooft" in cells and "O'Brien" in cells


def test_a_report_has_the_counts_of_what_was_done_before(run: Run) -> None:
    words = ("a.jsonl", "-o", "out.jsonl", "--seed", SEED, "--report", "report.json")
    run(*words)
    first = read_report()["counts"]
    assert first["documents"] == 20 and "before" not in first
    run(*words)
    again = read_report()["counts"]
    assert (again["documents"], again["done_before"]) == (0, 1)
    for name in ("documents", "words", "actions", "labels"):
        assert again["before"][name] == first[name]


def test_a_single_text_on_standard_output_has_a_table_too(run: Run) -> None:
    Path("essay.txt").write_bytes(ESSAY.encode())
    done = run("essay.txt", "--table", "table.tsv", "--report", "report.json")
    assert done.returncode == 0
    assert {original for (_, original, _), _ in read_counts(Path("table.tsv"))} >= {"Amina", "Lind"}
