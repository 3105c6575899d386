"""``tacknamn learn`` as people and scripts call it: what it prints and writes, and how it ends."""

import hashlib
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from tacknamn.cli.app import app
from tacknamn.errors import InputError
from tests import forks
from tests.learning_making import document, graph
from tests.policies_lists import make_bundle
from tests.reports import alone, environment, listed

PROGRAM = alone("tacknamn.cli.learn", "learn")
MARKED = [
    "Igår kom [zorvine|firstname_female] till [Dahl|surname], hemligt nog med [Anna|firstname_female] Björk.",
    "[Zorvines|firstname_female|gen] bok, sa [Dahl|surname]. Här bor [Erik|firstname_male] Björk.",
    "Bara här finns [Kvillberga|city], telefon [070-1234567|phone_nr].",
]


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_bundle(tmp_path_factory.mktemp("learn") / "bundle")


@pytest.fixture
def call(tmp_path: Path, bundle: Path) -> Any:
    _make_good_files(tmp_path)

    def call(*arguments: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        words = [sys.executable, "-c", PROGRAM, "learn", *arguments, "--data", str(bundle)]
        return forks.run_text(words, environment(), given=typed, cwd=tmp_path)

    return call


HELD_BACK = (
    "not listed: 1 form of fewer than 2 texts; they may be names of private persons; --minimum 1 "
    "lists all"
)
FILES = [f"hemlig_elev_{number}.json" for number in range(len(MARKED))]


def rows(table: str) -> list[list[str]]:
    return [line.split("\t") for line in table.splitlines()[1:]]


def test_a_table_is_printed_and_what_is_not_listed_is_counted(call: Any) -> None:
    done = call(*FILES)
    assert done.returncode == 0
    assert [row[1:8] for row in rows(done.stdout)] == [
        ["exclude", "Björk", "surname", "", "2", "2", "0"],
        ["add", "Zorvine", "firstname_female", "", "2", "2", "0"],
    ]
    assert done.stderr.splitlines() == [
        "3 texts: 1 addition, 1 exclusion, 2 of them new; 2 to decide",
        HELD_BACK,
    ]


def test_neither_texts_nor_names_of_files_are_reported(call: Any) -> None:
    for arguments in ([], ["--json"], ["--minimum", "1"]):
        done = call(*FILES, *arguments)
        assert "emlig" not in done.stdout + done.stderr
        assert "1234567" not in done.stdout + done.stderr
    assert "Kvillberga" in done.stdout  # only on request


def test_provenance_is_the_file_by_its_checksum(call: Any, tmp_path: Path) -> None:
    data = json.loads(call(*FILES, "--json", "--annotator", "eva").stdout)
    (line,) = [line for line in data["lines"] if line["form"] == "Zorvine"]
    sums = [hashlib.sha256((tmp_path / name).read_bytes()).hexdigest() for name in FILES[:2]]
    assert {witness["file"] for witness in line["provenance"]} == {witness[:12] for witness in sums}
    assert {witness["annotator"] for witness in line["provenance"]} == {"eva"}
    assert data["held_back"] == {"add": {"city": 1}, "exclude": {}}


def test_a_table_is_gone_on_with(call: Any, tmp_path: Path) -> None:
    table = tmp_path / "learnt.tsv"
    assert call(*FILES[:2], "-o", "learnt.tsv").stdout == ""
    assert table.stat().st_mode & 0o077 == 0
    table.write_text(table.read_text("utf-8").replace("\tadd\tZ", "yes\tadd\tZ"), "utf-8")
    (tmp_path / "new.json").write_text(graph("Hej [Zorvine|firstname_female]!"), "utf-8")
    for _ in range(2):  # a second time changes nothing
        done = call(*FILES, "new.json", "-o", "learnt.tsv")
        assert done.returncode == 0
        found = {row[2]: row for row in rows(table.read_text("utf-8"))}
        assert found["Zorvine"][:6] == ["yes", "add", "Zorvine", "firstname_female", "", "3"]
        assert found["Björk"][0] == ""
    assert "0 of them new; 1 to decide" in done.stderr


def test_json_lines_come_from_a_pipe(call: Any) -> None:
    typed = "".join(json.dumps(document(text)) + "\n" for text in MARKED)
    done = call("-", "--from", "jsonl", typed=typed)
    assert [row[2] for row in rows(done.stdout)] == ["Björk", "Zorvine"]


def test_a_word_freed_of_its_label_speaks_against_it(call: Any, tmp_path: Path) -> None:
    for number, text in enumerate(["Hej Anna [Björk|], [Ek|surname].", "Se Anna [Björk|] där."]):
        (tmp_path / f"freed{number}.json").write_text(graph(text), "utf-8")
    done = call("freed0.json", "freed1.json")
    assert [row[1:3] for row in rows(done.stdout)] == [["exclude", "Björk"]]


BAD = {
    "a file that is not there": (["nowhere.json"], "nowhere.json"),
    "plain text": (["plain.txt"], "text has no corrections"),
    "no UTF-8": (["latin1.json"], "latin1.json: not UTF-8 at byte"),
    "no JSON": (["broken.json"], "broken.json: not JSON"),
    "no graph": (["other.json"], 'its "source" is missing'),
    "a graph that breaks a rule": (["loose.json"], "tacknamn validate --repair"),
    "a line without spans": (["bare.jsonl"], "bare.jsonl, line 1: has no labels"),
    "a span outside the text": (["outside.jsonl"], "span 1 is not within its text"),
    "spans that overlap": (["overlap.jsonl"], "two of its spans overlap"),
    "a text that is pseudonymized": (["ours.jsonl"], "its text is pseudonymized"),
    "an empty file": (["empty.jsonl"], "contains no corrected text"),
    "half of a surrogate pair": (["half.jsonl"], "half of a surrogate pair"),
    "a folder": (["."], ".: is a folder; name the files in it"),
    "a table over what is read": ([FILES[0], "-o", FILES[0]], "is also an input"),
    "a table over something else": ([FILES[0], "-o", FILES[1]], "line 1: not a table of"),
    "a folder that is not there": ([FILES[0], "-o", "no/learnt.tsv"], "the folder does not exist"),
    "a folder for a table": ([FILES[0], "-o", "."], "is a folder"),
    "an annotator with a tab": ([FILES[0], "--annotator", "e\tva"], "letters, digits and ._-"),
    "a language that there is not": ([FILES[0], "--lang", "fi"], "there are auto, en, sv"),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_input_is_reported_and_nothing_is_written(
    case: str, bundle: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _make_good_files(tmp_path)
    _make_bad_files(tmp_path)
    arguments, message = BAD[case]
    before = {path.name for path in tmp_path.iterdir()}
    done = CliRunner().invoke(app, ["learn", FILES[2], *arguments, "--data", str(bundle)])
    assert isinstance(done.exception, InputError | FileNotFoundError)
    assert message in str(done.exception)
    assert "orvine" not in str(done.exception) and done.output == ""
    assert {path.name for path in tmp_path.iterdir()} == before


def test_bad_input_ends_with_2_and_one_line(call: Any, tmp_path: Path) -> None:
    _make_bad_files(tmp_path)
    done = call(FILES[2], "loose.json")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("error: loose.json: ") and done.stderr.count("\n") == 1


def _make_good_files(folder: Path) -> None:
    for name, marked in zip(FILES, MARKED, strict=True):
        (folder / name).write_text(graph(marked), "utf-8")


def _make_bad_files(folder: Path) -> None:
    (folder / "plain.txt").write_text("Zorvine", "utf-8")
    (folder / "latin1.json").write_bytes('{"source": "Zörvine"}'.encode("latin-1"))
    (folder / "broken.json").write_text('{"source": [{"id": "Zorvine', "utf-8")
    (folder / "other.json").write_text('{"Zorvine": 1}', "utf-8")
    loose = json.loads(graph(MARKED[0]))
    del loose["edges"][min(loose["edges"])]
    (folder / "loose.json").write_text(json.dumps(loose), "utf-8")
    listed(folder, "bare.jsonl", {"text": "Zorvine"})
    listed(folder, "outside.jsonl", {"text": "Zorvine", "spans": [[0, 8, "surname"]]})
    spans = [[0, 5, "surname"], [4, 7, "surname"]]
    listed(folder, "overlap.jsonl", {"text": "Zorvine", "spans": spans})
    ours = {"start": 0, "end": 7, "label": "surname", "action": "replace"}
    listed(folder, "ours.jsonl", {"text": "Zorvine", "spans": [ours]})
    (folder / "empty.jsonl").write_text("\n", "utf-8")
    (folder / "half.jsonl").write_text('{"text": "Zorvine\\ud800", "spans": []}', "utf-8")


def test_a_formula_in_a_text_comes_to_nothing(call: Any, tmp_path: Path) -> None:
    marked = ["[=HYPERLINK(Zorvine)|city] och [@SUM|city], [-Ek|work]", "[+Zorvine|city] [=1|city]"]
    listed(tmp_path, "formulas.jsonl", *(document(text) for text in marked))
    done = call("formulas.jsonl", "--minimum", "1")
    cells = [cell for row in rows(done.stdout) for cell in row]
    assert [cell for cell in cells if cell[:1] in ("=", "+", "-", "@")] == []
    assert done.returncode == 0


def test_help_says_what_happens_to_private_names(call: Any) -> None:
    shown = " ".join(call("--help").stdout.split())
    assert "--minimum 1" in shown and "private person" in shown
