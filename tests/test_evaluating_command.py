"""``tacknamn evaluate`` as people and scripts call it: what it prints, and how it ends."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.reports import alone, call_here, listed, on_screen

PROGRAM = alone("tacknamn.cli.evaluate", "evaluate")
TEXT = "Hemlig Berg bor i Lund."
GOLD = {"id": "essay-1", "text": TEXT, "level": "A",
        "spans": [[0, 6, "firstname_female"], [7, 11, "surname"], [18, 22, "city"]]}  # fmt: skip
OURS = {"id": "essay-1", "spans": [[0, 6, "firstname_male", 0.9], [18, 22, "city", 0.8],
                                   [12, 15, "city", 0.2]]}  # fmt: skip
BETTER = {"id": "essay-1", "spans": [[0, 6, "firstname_female"], [7, 11, "surname"]]}


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Any:
    gold, ours = listed(tmp_path, "gold.jsonl", GOLD), listed(tmp_path, "ours.jsonl", OURS)
    listed(tmp_path, "better.jsonl", BETTER)
    monkeypatch.chdir(tmp_path)

    def call(
        *arguments: str, files: tuple[str, str] = (str(gold), str(ours)), typed: str = ""
    ) -> subprocess.CompletedProcess[str]:
        return call_here("tacknamn.cli.evaluate", [*files, *arguments], capfd, typed)

    return call


def rows(output: str, name: str) -> list[list[str]]:
    lines = [line.split("\t") for line in output.splitlines()]
    return [line[1:] for line in lines if line[0] == name]


def test_lines_for_programs_name_their_table_first(call: Any) -> None:
    done = call()
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("verdict\tExact precision 0.5000, recall 0.3333")
    assert ["city", "0.5000", "1.0000", "0.6667", "0.8333", "1", "1", "0"] in rows(
        done.stdout, "exact"
    )
    assert rows(done.stdout, "leak")[-1] == ["any", "3", "2", "0", "1", "0.3333"]
    assert rows(done.stdout, "error") == [
        ["missed", "essay-1", "1", "0", "6", "firstname_female"],
        ["missed", "essay-1", "1", "7", "11", "surname"],
        ["false", "essay-1", "1", "12", "15", "city"],
    ]
    assert "Hemlig" not in done.stdout


def test_texts_are_shown_only_where_they_are_asked_for(call: Any, tmp_path: Path) -> None:
    assert rows(call("--show").stdout, "error")[0][-1] == "Hemlig"
    call("--html", "page.html", "--show")
    assert (tmp_path / "page.html").stat().st_mode & 0o077 == 0
    assert "Hemlig" in (tmp_path / "page.html").read_text("utf-8")
    call("--html", "other.html", "--json")
    assert "Hemlig" not in (tmp_path / "other.html").read_text("utf-8")
    assert "Hemlig" not in call("--json").stdout


def test_json_has_all_figures(call: Any) -> None:
    data = json.loads(call("--json", "--all-labels", "--by", "level").stdout)
    assert data["format"] == "tacknamn-evaluation"
    assert data["exact"]["micro"]["tp"] == 1 and data["exact"]["micro"]["fp"] == 2
    assert data["calibration"]["error"] == pytest.approx((0.9 + 0.2 + 0.2) / 3)
    assert data["groups"][0]["value"] == "A" and data["groups"][0]["documents"] == 1
    assert {"gold": "firstname_female", "predicted": "firstname_male", "spans": 1} in (
        data["confusion"]
    )


def test_coarse_classes_and_predictions_from_a_pipe(call: Any, tmp_path: Path) -> None:
    done = call("--map", "coarse", "--json", files=(str(tmp_path / "gold.jsonl"), "-"),
                typed=json.dumps(OURS) + "\n")  # fmt: skip
    data = json.loads(done.stdout)
    assert data["labels"] == ["LOC", "PER"]
    assert data["exact"]["labels"]["PER"]["recall"] == 0.5


def test_mappings_follow_one_another(call: Any) -> None:
    data = json.loads(call("--map", "coarse", "--map", "PER=,LOC=place", "--json").stdout)
    assert data["labels"] == ["place"]


def test_two_runs_are_compared(call: Any) -> None:
    done = call("--against", "better.jsonl", "--json", "--seed", "7")
    data = json.loads(done.stdout)
    told = data["comparison"]["differences"]["exact recall"]
    assert told["difference"] == pytest.approx(1 / 3)
    assert data["comparison"]["changes"]["counts"] == {"found": 2, "lost": 1, "removed": 1}
    assert call("--against", "better.jsonl", "--json", "--seed", "7").stdout == done.stdout
    lines = call("--against", "better.jsonl").stdout
    assert ["lost", "essay-1", "1", "18", "22", "city"] in rows(lines, "change")


def test_further_annotators_count_for_agreement(call: Any) -> None:
    alone = json.loads(call("--json").stdout)["agreement"]
    more = json.loads(call("--json", "--annotator", "better.jsonl").stdout)["agreement"]
    assert len(alone["annotators"]) == 2 and len(more["annotators"]) == 3
    assert alone["kappa"] != more["kappa"]


def test_published_figures_stand_beside_ours(call: Any) -> None:
    found = rows(call("--map", "coling-2020", "--beside", "coling-2020").stdout, "exact")
    assert [row[-4:] for row in found if row[0] == "city"] == [["0.9100"] * 4]
    assert [row[-1] for row in found if row[0] == "micro"] == ["0.8900"]
    assert [row[-1] for row in found if row[0] == "year"] == ["0.9900"]


@pytest.mark.parametrize(
    ("goal", "code"),
    [("recall=0.33", 0), ("recall=0.34", 1), ("leak_rate=0.34", 0), ("leak_rate=0.33", 1),
     ("exact.surname.precision=0.1", 1), ("overlap.city.recall=1", 0),
     ("calibration.error=0.3", 0), ("calibration.error=0.01", 1)],
)  # fmt: skip
def test_goals_decide_the_exit_code(call: Any, goal: str, code: int) -> None:
    done = call("--fail-under", goal)
    assert done.returncode == code
    assert bool(done.stderr) == bool(code)
    assert done.stdout.startswith("verdict\tMissed: " if code else "verdict\tExact")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [(["--fail-under", "exact.mikro.f2=1"], "exact.micro.f2"), (["--fail-under", "f2"], "METRIC"),
     (["--map", "nowhere"], "coarse"), (["--beside", "nowhere"], "coling-2020"),
     (["--html", "gold.jsonl"], "is also an input"), (["--against", "nowhere"], "nowhere"),
     (["--by", "text"], "grouped by their text"),
     (["--by", "levl"], "no document of GOLD has a field 'levl' to group by; did you mean level?")],
)  # fmt: skip
def test_bad_arguments_end_with_2_and_one_line(call: Any, arguments: list[str], said: str) -> None:
    done = call(*arguments)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("error: ") and said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_bad_line_is_named_and_not_quoted(call: Any, tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"id": "essay-1", "spans": [[0, "Hemlig", "city"]]}\n', "utf-8")
    done = call(files=(str(tmp_path / "gold.jsonl"), str(bad)))
    assert done.returncode == 2
    assert "bad.jsonl, line 1: span 1" in done.stderr and "Hemlig" not in done.stderr


def test_gold_without_names_says_what_was_left_out(call: Any, tmp_path: Path) -> None:
    empty = listed(tmp_path, "none.jsonl", GOLD | {"spans": []})
    done = call(files=(str(empty), str(tmp_path / "ours.jsonl")))
    assert "--all-labels" in done.stdout.splitlines()[0]
    counted = call("--all-labels", files=(str(empty), str(tmp_path / "ours.jsonl")))
    assert rows(counted.stdout, "exact")[-1][-3:] == ["0", "3", "0"]


@pytest.mark.parametrize("colour", [True, False])
def test_people_get_tables_and_colours_only_where_they_want_them(
    colour: bool, tmp_path: Path
) -> None:
    gold, ours = listed(tmp_path, "gold.jsonl", GOLD), listed(tmp_path, "ours.jsonl", OURS)
    more = {"TERM": "xterm-256color"} | ({} if colour else {"NO_COLOR": "1"})
    seen = on_screen(PROGRAM, ["evaluate", str(gold), str(ours), "--draws", "0"], **more)
    assert "Exact spans by label" in seen and "exact\tcity" not in seen
    assert ("\x1b[1;32m" in seen) == colour
