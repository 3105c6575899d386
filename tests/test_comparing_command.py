"""``tacknamn evaluate --wikineural`` as people and scripts call it, with packages that misbehave."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from tacknamn.evaluation.comparison import compare as compare_module
from tacknamn.evaluation.comparison.compare import compare
from tacknamn.evaluation.comparison.layout import lay_out_comparison
from tacknamn.evaluation.comparison.plain_data import comparison_data
from tacknamn.evaluation.comparison.processes import ROUNDS, MeasuredPackage
from tacknamn.evaluation.comparison.records import Cost, make_comparison_settings
from tacknamn.evaluation.comparison.worker import FIRST
from tacknamn.ner import BackendRequest, find_all_mentions, make_backend
from tacknamn.reports.tables import render_table
from tests import forks
from tests.comparing_backends import LOADED, WORKING
from tests.masking_backends import on_path
from tests.reports import PageReader, alone, call_here, environment, is_error, listed, on_screen
from tests.timing import wait_until, watched

pytestmark = pytest.mark.slow

PROGRAM = alone("tacknamn.cli.evaluate", "evaluate")
QUICK = f"""
from tacknamn.evaluation.comparison import processes
processes.ROUNDS = 1
{PROGRAM}
"""
"""The same, but short runs are not repeated."""
PRIVATE = "Ymerholt"
"""A name that is in sentences, and in no message."""
is_reported = partial(is_error, PRIVATE)
ROWS: list[dict[str, Any]] = [
    {"id": "1", "text": f"Mary Lee met Kim {PRIVATE} 's dog.",
     "spans": [[0, 8, "PER"], [13, 25, "PER"]]},
    {"id": "2", "text": "Bo saw Mary in Lund.", "spans": [[0, 2, "PER"], [7, 11, "PER"],
                                                          [15, 19, "LOC"]]},
    {"id": "3", "text": "My sister Amina Lind called.", "spans": [[10, 20, "PER"]]},
]  # fmt: skip
ONE, OTHER = f"known:Mary Lee+Kim {PRIVATE}", "known:Mary+Bo+Lund"
PROGRAM_OF_TESTS = """
import json, sys
for line in sys.stdin:
    one = json.loads(line)
    print(one["text"], file=open("asked", "a", encoding="utf-8"))
    print(json.dumps({"id": one["id"], "spans": []}), flush=True)
"""
"""Finds nothing, and writes down what it was asked."""
Done = subprocess.CompletedProcess[str]
Run = Callable[..., Done]


@pytest.fixture(scope="module")
def around(data: Path, packages: Path) -> dict[str, str]:
    """The environment: lists and packages."""
    return environment(PYTHONPATH=on_path(packages), TACKNAMN_DATA=str(data))


def call_in(
    folder: Path, around: dict[str, str], asked: str, *arguments: str,
    file: str = "names.jsonl", program: str = QUICK,
) -> Done:  # fmt: skip
    words = ["evaluate", "--wikineural", file, "--packages", asked, *arguments]
    return forks.run_text([sys.executable, "-c", program, *words], around, cwd=folder)


@pytest.fixture
def run(around: dict[str, str], tmp_path: Path) -> Run:
    listed(tmp_path, "names.jsonl", *ROWS)
    return partial(call_in, tmp_path, around)


@pytest.fixture(scope="module")
def joined(around: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the output of two packages as data, as lines and as a page."""
    folder = tmp_path_factory.mktemp("joined")
    listed(folder, "names.jsonl", *ROWS)
    done = call_in(folder, around, f"{ONE},{OTHER}", "--json", "--html", "page.html")
    assert (done.returncode, done.stderr) == (0, "")
    (folder / "data.json").write_text(done.stdout, "utf-8")
    done = call_in(folder, around, f"{ONE},{OTHER}")
    assert (done.returncode, done.stderr) == (0, "")
    (folder / "lines.tsv").write_text(done.stdout, "utf-8")
    return folder


def test_each_alone_and_both_joined(joined: Path) -> None:
    found = json.loads((joined / "data.json").read_text("utf-8"))
    told = {
        (one["how"], len(one["packages"])): (one["right"], one["found"], one["recall"]["overall"])
        for one in found["rows"]
        if one["packages"] != [OTHER]
    }
    assert told == {
        ("alone", 1): (2, 2, 2 / 5),
        ("union", 2): (4, 5, 4 / 5),  # Mary Lee, Kim Ymerholt, Bo, Mary, Lund
        ("intersection", 2): (0, 1, 0.0),  # Mary of Mary Lee
    }
    assert (found["sentences"], found["names"], found["language"]) == (3, 5, "en")
    assert found["failed"] == {}
    assert [one["name"] for one in found["seed"]][:2] == ["NLTK", "spaCy"]


@pytest.fixture
def in_process(monkeypatch: pytest.MonkeyPatch, packages: Path) -> None:
    """Run packages in this process, where a test asks how their results are joined and shown."""

    def measure(request: BackendRequest, _: object, texts: Sequence[str], __: object) -> object:
        found = list(find_all_mentions(make_backend(request), texts))
        return MeasuredPackage(found, Cost(0.5, 0.25))

    monkeypatch.syspath_prepend(packages)
    monkeypatch.setattr(compare_module, "measure_package", measure)
    monkeypatch.setattr(compare_module, "measure_together", lambda *arguments: Cost(0, 0))
    monkeypatch.setattr(compare_module, "check_loading", lambda request, settings: None)


def data_of(packages: str, folder: Path) -> dict[str, Any]:
    file = listed(folder, "names.jsonl", *ROWS)
    return comparison_data(compare(file, make_comparison_settings(packages)))


def test_our_own_engine_is_joined_with_each(in_process: None, tmp_path: Path, data: Path) -> None:
    found = data_of(f"{ONE},tacknamn:{data},known:Bo", tmp_path)
    assert [(one["how"], len(one["packages"])) for one in found["rows"]] == [
        ("alone", 1), ("alone", 1), ("alone", 1), ("union", 3), ("intersection", 3),
        ("union", 2), ("intersection", 2), ("union", 2), ("intersection", 2),
    ]  # fmt: skip
    assert found["rows"][5]["packages"] == [f"tacknamn:{data}", ONE]
    ours, union = found["rows"][1], found["rows"][-2]
    assert (union["how"], union["packages"]) == ("union", [f"tacknamn:{data}", "known:Bo"])
    assert union["hidden"] >= ours["hidden"] > 0


def test_lists_of_the_user_are_put_on_top_of_every_package(run: Run, tmp_path: Path) -> None:
    (tmp_path / "staff.csv").write_text("form,label\nAmina Lind,staff\n", "utf-8")
    lists = ["--extra", "staff.csv", "--keep", "Mary Lee", "--keep", "Bo"]
    found = json.loads(run(f"{ONE},{OTHER}", *lists, "--json").stdout)
    counts = {(row["how"], *row["packages"]): (row["right"], row["found"]) for row in found["rows"]}
    assert counts["alone", ONE] == (2, 2)  # Kim Ymerholt, Amina Lind
    assert counts["alone", OTHER] == (2, 3)  # Mary, Amina Lind; not Lund
    assert counts["union", ONE, OTHER] == (3, 4)  # and Kim Ymerholt


def test_lists_of_the_user_do_not_change_predictions() -> None:
    words = ["evaluate", "gold.jsonl", "predicted.jsonl", "--keep", "Lund"]
    done = forks.run_text([sys.executable, "-c", PROGRAM, *words], environment())
    is_reported(done, "give them to `tacknamn detect`, which makes PREDICTED")


def test_the_default_is_our_own_engine_joined_with_no_other(
    around: dict[str, str], tmp_path: Path
) -> None:
    file = listed(tmp_path, "names.jsonl", *ROWS)
    words = ["evaluate", "--wikineural", str(file)]
    done = forks.run_text([sys.executable, "-c", QUICK, *words], around)
    assert done.returncode == 0
    assert "tacknamn" in done.stdout.splitlines()[0]
    assert "union: tacknamn" not in done.stdout and "\ttacknamn\t" in done.stdout


def test_lines_for_programs_name_their_table_first(joined: Path) -> None:
    written = (joined / "lines.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in written.splitlines()]
    tables = {"read", "accuracy", "seconds", "memory"}
    assert {line[0] for line in lines} == {"verdict", *tables, *(f"#{one}" for one in tables)}
    table = {line[1]: line[2:] for line in lines if line[0] == "accuracy"}
    assert table[f"union: {ONE} + {OTHER}"][3] == "0.800"
    assert table["masking tool: flair"][:4] == ["0.956", "0.944", "0.852", "0.867"]
    seconds, memory = (
        {line[1]: line[2:] for line in lines if line[0] == name} for name in ("seconds", "memory")
    )
    assert seconds["masking tool: flair"] == ["741.00", "736.00", ""]
    assert memory["masking tool: flair"] == ["", "", "1068.00", "5.00"]


def test_columns_have_names_for_programs(joined: Path) -> None:
    written = (joined / "lines.tsv").read_text("utf-8")
    lines = [line.split("\t") for line in written.splitlines()]
    columns: dict[str, list[str]] = {}
    for name, *fields in lines[1:]:
        if name.startswith("#"):
            columns[name[1:]] = fields
        else:
            assert len(fields) == len(columns[name])
    assert columns["accuracy"] == [
        "packages", "precision, sentence", "precision, overall", "recall, sentence",
        "recall, overall", "hidden",
    ]  # fmt: skip
    assert all(len(names) == len(set(names)) for names in columns.values())


def test_two_that_would_be_called_alike_are_told_apart(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ner.py").write_text(PROGRAM_OF_TESTS, "utf-8")
    words = f"{sys.executable} ner.py"
    done = run(f'command:"{words} ok",command:"{words} half"')
    program = Path(sys.executable).name
    for told in (done.stdout.splitlines()[0], done.stdout):
        assert f"command:{program} ner.py ok " in told or f"\tcommand:{program} ner.py ok\t" in told
        assert f"command:{program} ner.py half" in told


def test_all_packages_are_loaded_before_one_of_them_works(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ner.py").write_text(PROGRAM_OF_TESTS, "utf-8")
    program = f'command:"{sys.executable} ner.py"'
    is_reported(run(f"{program},{OTHER},broken"), "backend broken: the model small is not there")
    assert (tmp_path / "asked").read_text("utf-8").splitlines() == [FIRST]
    (tmp_path / "asked").unlink()
    done = run(f"{program},{OTHER},broken", "--keep-going", "--json", program=PROGRAM)
    assert [*json.loads(done.stdout)["failed"]] == ["broken"]
    asked = (tmp_path / "asked").read_text("utf-8").splitlines()
    assert asked[:3] == [FIRST, FIRST, ROWS[0]["text"]]
    # Loading, measuring, counting what Python counts; and the last two again for the union.
    assert asked.count(FIRST) == 1 + ROUNDS + 1 + 2


def test_one_package_alone_is_not_loaded_for_nothing(run: Run, tmp_path: Path) -> None:
    (tmp_path / "ner.py").write_text(PROGRAM_OF_TESTS, "utf-8")
    run(f'command:"{sys.executable} ner.py"', program=PROGRAM)
    assert (tmp_path / "asked").read_text("utf-8").splitlines().count(FIRST) == ROUNDS + 1


def test_the_masking_tools_csv_gives_the_same(in_process: None, tmp_path: Path) -> None:
    outputs = [
        "[Name] met [Name] 's dog .",
        "[Name] saw [Name] in Lund.",
        "My sister [Name] called .",
    ]
    rows = [f'"{row["text"]}","{out}"' for row, out in zip(ROWS, outputs, strict=True)]
    table = "\n".join(["Sentence,Expected Output", *rows])
    (tmp_path / "names.csv").write_text(table, "utf-8")
    listed(tmp_path, "names.jsonl", *ROWS)
    settings = make_comparison_settings(ONE)
    first, second = (
        comparison_data(compare(tmp_path / name, settings))["rows"][0]
        for name in ("names.csv", "names.jsonl")
    )
    assert first == second


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="Linux tells memory")
def test_loading_is_told_apart_from_finding(run: Run) -> None:
    found = json.loads(run("greedy:Kim,known:Kim", "--json").stdout)
    dear, cheap = found["rows"][:2]
    seconds, size = dear["seconds"], dear["megabytes"]
    assert seconds["with_loading"] - seconds["without_loading"] >= 0.3
    assert cheap["seconds"]["with_loading"] - cheap["seconds"]["without_loading"] < 0.3
    more = size["with_loading"] - cheap["megabytes"]["with_loading"]
    assert (LOADED + WORKING) * 0.9e-6 < more < (LOADED + WORKING) * 1.2e-6
    assert WORKING * 0.9e-6 < size["without_loading"] < WORKING * 1.3e-6
    assert WORKING * 0.9e-6 < size["traced_without_loading"] < WORKING * 1.1e-6
    assert size["traced_with_loading"] > (LOADED + WORKING) * 1e-6


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="Linux tells memory")
def test_memory_of_a_union_is_measured_with_all_packages_in_one_process(run: Run) -> None:
    """Two models of one size: the union holds both, but only one interpreter, and one working space
    at a time."""
    found = json.loads(run("greedy:Kim,greedy:Mary", "--json").stdout)
    first, second, union, intersection = (row["megabytes"] for row in found["rows"])
    more = union["with_loading"] - first["with_loading"]
    assert LOADED * 0.8e-6 < more < LOADED * 1.3e-6
    assert union["with_loading"] < first["with_loading"] + second["with_loading"] - 5
    assert WORKING * 0.9e-6 < union["traced_without_loading"] < WORKING * 1.1e-6
    assert union["traced_with_loading"] > (2 * LOADED + WORKING) * 1e-6
    assert intersection == union
    assert found["rows"][2]["seconds"]["with_loading"] > 2 * 0.3


def test_what_another_program_takes_is_counted(run: Run, tmp_path: Path) -> None:
    """Memory is that of the whole family; what Python counts of another program is not known."""
    (tmp_path / "ner.py").write_text(
        "import json, sys\n"
        f"model = b'x' * {LOADED}\n"
        "for line in sys.stdin:\n"
        "    print(json.dumps({'id': json.loads(line)['id'], 'spans': []}), flush=True)\n",
        "utf-8",
    )
    found = json.loads(run(f'command:"{sys.executable} ner.py"', "--json").stdout)
    (row,) = found["rows"]
    assert row["megabytes"]["with_loading"] > LOADED * 1e-6
    assert row["megabytes"]["traced_with_loading"] is None
    assert row["precision"] == {"sentence": None, "overall": None}


def test_what_packages_print_does_no_harm(run: Run) -> None:
    done = run("noisy:Mary Lee", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["rows"][0]["right"] == 1


# ---- faults ----------------------------------------------------------------------------------

FAULTS = [
    ("unheard-of", "backend unheard-of: there is no backend of this name"),
    ("spacyy", "did you mean spacy?"),
    (",", "is not a list of backends"),
    ("broken", "backend broken: the model small is not there; run: get small"),
    ("crashing", "backend crashing: failed with RuntimeError"),
    ("lying", "backend lying: returned a span from 0 to "),
    ("dying:Kim", "backend dying:Kim: its process ended with exit code 7"),
    ("command:./nowhere", "backend command:./nowhere: ./nowhere cannot be started"),
    ("tacknamn:nowhere", "nowhere"),
]


@pytest.mark.parametrize(("asked", "said"), FAULTS, ids=[asked for asked, _ in FAULTS])
def test_every_fault_names_the_package(run: Run, asked: str, said: str) -> None:
    is_reported(run(asked), said)


def test_a_package_that_hangs_is_ended(run: Run) -> None:
    said = "backend hanging: no answer within 1 s; it was stopped; allow more time with --seconds"
    done = run("hanging", "--seconds", "1")
    is_reported(done, said)
    assert "flush" not in done.stderr
    is_reported(run(f"{ONE},hanging", "--seconds", "1"), said)


def test_a_misspelt_name_is_told_before_any_work(run: Run) -> None:
    is_reported(run("hanging,spacyy"), "did you mean spacy?")


def test_others_keep_going_and_the_failed_are_named(run: Run) -> None:
    bad = f"broken,{OTHER},dying:Kim,unheard-of,crashing"
    done = run(bad, "--keep-going", "--json")
    assert done.returncode == 2
    found = json.loads(done.stdout)
    assert [one["packages"] for one in found["rows"]] == [[OTHER]]
    assert [*found["failed"]] == ["unheard-of", "broken", "crashing", "dying:Kim"]
    warned = done.stderr.splitlines()
    assert [line.split(": ")[:2] for line in warned] == [
        ["warning", f"backend {name}"] for name in found["failed"]
    ]
    assert PRIVATE not in done.stderr


def test_where_nobody_is_left_there_is_no_table(run: Run) -> None:
    is_reported(run("broken,crashing", "--keep-going"), "all packages failed: backend broken")


OPTIONS = [
    (["--packages", "tacknamn"], "--packages: give the sentences to compare on"),
    (
        ["--wikineural", "names.jsonl", "gold.jsonl"],
        "--wikineural: cannot be combined with GOLD and PREDICTED",
    ),
    (["--wikineural", "names.jsonl", "--fail-under", "f2=1"], "except --json and --html"),
    (["--wikineural", "names.jsonl", "--seconds", "0"], "--seconds: give a number above 0"),
    (["--wikineural", "nowhere.jsonl"], "nowhere.jsonl: No such file"),
    (["--wikineural", "names.jsonl", "--lang", "xx"], "backend tacknamn: the language"),
    ([], "give GOLD and PREDICTED, or --wikineural FILE"),
]


@pytest.mark.parametrize(("options", "said"), OPTIONS, ids=[said for _, said in OPTIONS])
def test_options_that_do_not_fit(
    data: Path, tmp_path: Path, options: list[str], said: str,
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    listed(tmp_path, "names.jsonl", *ROWS)
    is_reported(call_here("tacknamn.cli.evaluate", options, capfd), said)


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
def test_ctrl_c_ends_the_package_too(around: dict[str, str], tmp_path: Path) -> None:
    file = listed(tmp_path, "names.jsonl", *ROWS)
    words = ["evaluate", "--wikineural", str(file), "--packages", "hanging"]
    with watched(
        subprocess.Popen([sys.executable, "-c", PROGRAM, *words], env=around,
                         stderr=subprocess.PIPE, encoding="utf-8")
    ) as process:  # fmt: skip
        below = _worker(process.pid)
        process.send_signal(signal.SIGINT)
        _, told = process.communicate()
    assert process.returncode == 130, told
    wait_until(lambda: not Path(f"/proc/{below}").exists(), "the end of the package's process")


def _worker(parent: int) -> int:
    """The process in which the package runs, as soon as it is there."""
    found: list[int] = []

    def is_there() -> bool:
        for stat in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text("utf-8", "replace").rpartition(")")[2].split()
            except OSError:
                continue
            if int(fields[1]) == parent:
                found.append(int(stat.parent.name))
        return bool(found)

    wait_until(is_there)
    return found[0]


# ---- pictures --------------------------------------------------------------------------------


def test_a_page_has_the_same_tables(run: Run, joined: Path) -> None:
    told = " ".join(PageReader((joined / "page.html").read_text("utf-8")).words)
    assert "Memory" in told and "masking tool: stanza" in told
    assert run(ONE, "--html", "names.jsonl").stderr.startswith(
        "error: names.jsonl: is also an input"
    )


@pytest.mark.skipif(sys.platform == "win32", reason="terminals of POSIX")
def test_a_terminal_shows_tables_and_what_is_at_work(
    around: dict[str, str], tmp_path: Path
) -> None:
    file = listed(tmp_path, "names.jsonl", *ROWS)
    words = ["evaluate", "--wikineural", str(file), "--packages", f"greedy:Kim,{OTHER}"]
    shown = on_screen(QUICK, words, **(around | {"COLUMNS": "200"}))
    plain = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)
    assert "loading greedy:Kim ━" in plain and "\rgreedy:Kim ━" in plain and "0/3" in plain
    assert "Precision and recall" in plain and "Memory" in plain
    assert PRIVATE not in plain


def test_eighty_columns_break_no_name(in_process: None, tmp_path: Path) -> None:
    long = "known:spacy_en_core_web_sm"
    found = data_of(f"known:Bo,{long},known:Kim", tmp_path)
    screen = Console(file=StringIO(), width=80, force_terminal=True, no_color=True)
    screen.print(render_table("", False, lay_out_comparison(found)), soft_wrap=True)
    assert isinstance(screen.file, StringIO)
    tables = screen.file.getvalue().partition("Precision and recall\x1b")[2]
    starts = [line.split("  ")[0] for line in tables.splitlines()]
    assert starts.count("known:Bo") == starts.count("intersection: all") == 3
    assert starts.count(long) >= 3  # of three tables; where a line was broken, once more
    assert all(len(line) <= 80 for line in tables.splitlines() if line.startswith(("inter", long)))
