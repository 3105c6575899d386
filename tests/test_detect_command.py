"""``tacknamn detect``: spans as lines, as JSON Lines, as the classes of gold sets."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.detection_lists import make_bundle as detection_bundle
from tests.running_command import ESSAY, command, detect, under
from tests.timing import watched

Run = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.fixture
def run(data: Path, tmp_path: Path) -> Run:
    def call(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
        return detect(*arguments, given=more.pop("given", b""), **under(tmp_path, data))

    return call


def test_it_explains_itself(run: Run) -> None:
    done = run("--help")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"--coarse" in done.stdout


def test_spans_are_told_in_lines(run: Run) -> None:
    done = run(given=ESSAY.encode())
    assert (done.returncode, done.stderr) == (0, b"")
    assert [line.split("\t")[:4] for line in done.stdout.decode().splitlines()] == [
        ["stdin", "16", "21", "firstname_female"],
        ["stdin", "22", "26", "surname"],
        ["stdin", "37", "45", "city"],
        ["stdin", "52", "65", "phone_nr"],
    ]


def test_what_the_profile_keeps_is_listed_on_demand(run: Run) -> None:
    text = "Jag heter Amina. Det var en tisdag. Han vägde 3450 gram.\n".encode()
    listed = [line.split("\t")[3] for line in run(given=text).stdout.decode().splitlines()]
    whole = [line.split("\t")[3] for line in run("--all", given=text).stdout.decode().splitlines()]
    assert listed == ["firstname_female"]
    assert whole == ["firstname_female", "day", "other_nr_seq"]
    kept = run(given=b"Det var en tisdag.\n")
    assert (kept.returncode, kept.stdout) == (1, b"")


def test_another_profile_lists_what_it_replaces(run: Run) -> None:
    text = "Han vägde 3450 gram.\n".encode()
    assert b"other_nr_seq" in run("--profile", "sms", given=text).stdout


def test_nothing_found_is_1(run: Run) -> None:
    done = run(given=b"Det regnar.\n")
    assert (done.returncode, done.stdout, done.stderr) == (1, b"", b"")


SEVERAL = {
    "a.csv": (b"id,text\n1,Jag heter Amina\n2,bor i Malm\xc3\xb6\n", ["2 10 15", "3 6 11"]),
    "a.jsonl": (b'{"id": "x", "text": "Amina"}\n{"text": "Amina Lind"}\n',
                ["x 0 5", "2 0 5", "2 6 10"]),
    "a.xml": (b'<documents><document id="x y">Amina</document><document>Lind</document></documents>',
              ["x y 0 5", "2 0 4"]),
}  # fmt: skip


@pytest.mark.parametrize(
    ("name", "content", "said"), [(name, *one) for name, one in SEVERAL.items()]
)
def test_each_document_of_a_file_is_told_by_its_id(
    name: str, content: bytes, said: list[str], run: Run, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    done = run(tmp_path / name, *(("--column", "text") if name == "a.csv" else ()))
    assert (done.returncode, done.stderr) == (0, b"")
    assert [" ".join(line.split("\t")[:3]) for line in done.stdout.decode().splitlines()] == said


def test_columns_of_standard_input_are_those_of_a_table(run: Run) -> None:
    content, said = SEVERAL["a.csv"]
    assert len(run("--column", "text", given=content).stdout.splitlines()) == len(said)


def test_a_first_row_that_is_left_is_told_unless_there_is_no_head(run: Run) -> None:
    left = run("--column", "1", given=b"Amina\nLind\n")
    assert left.stdout.startswith(b"2\t0\t4\t") and left.stdout.count(b"\n") == 1
    assert left.stderr.decode() == (
        "warning: -: the first row was taken for column names and left, but some of it would be "
        "found; with --no-header it is found as well\n"
    )
    whole = run("--no-header", given=b"Amina\nLind\n")
    assert [line.split(b"\t")[0] for line in whole.stdout.splitlines()] == [b"1", b"2"]
    assert whole.stderr == b""


def test_a_folder_is_told_file_by_file(run: Run, tmp_path: Path) -> None:
    for name in ("b", "a", "c"):
        (tmp_path / f"{name}.txt").write_text("Amina\n", "utf-8")
    (tmp_path / "a.txt").write_bytes(b"\xff")
    done = run(tmp_path)
    assert [line.split(b"\t")[0] for line in done.stdout.splitlines()] == [b"b.txt", b"c.txt"]
    assert done.returncode == 2
    assert done.stderr.decode() == (
        f"error: {tmp_path}/a.txt: not UTF-8 at byte 0; convert it first, e.g. with "
        "`iconv -f latin1 -t utf-8`\n"
    )


def given(number: int) -> bytes:
    documents = [{"id": at, "text": ESSAY, "spans": [], "lang": "sv"} for at in range(number)]
    return "".join(f"{json.dumps(one)}\n" for one in documents).encode()


def test_json_lines_become_spans_by_id(run: Run) -> None:
    done = run("--jsonl", given=given(2))
    spans = [[16, 21, "firstname_female"], [22, 26, "surname"], [37, 45, "city"]]
    assert [json.loads(line) for line in done.stdout.splitlines()] == [
        {"id": at, "spans": [*spans, [52, 65, "phone_nr"]]} for at in range(2)
    ]


def test_coarse_spans_are_those_of_gold_sets(run: Run) -> None:
    done = run("--jsonl", "--coarse", given=given(1))
    assert json.loads(done.stdout)["spans"] == [[16, 26, "PER"], [37, 45, "LOC"], [52, 65, "PHONE"]]


def test_scores_say_how_sure_each_span_is(run: Run) -> None:
    done = run("--jsonl", "--scores", given=given(1))
    plain = json.loads(run("--jsonl", given=given(1)).stdout)["spans"]
    scored = json.loads(done.stdout)["spans"]
    assert [one[:3] for one in scored] == plain
    assert all(0 < score <= 1 for *_, score in scored)
    assert all(round(score, 4) == score for *_, score in scored)


def test_scores_of_coarse_spans_say_how_sure_they_are_as_a_whole(run: Run) -> None:
    (person, town, number) = json.loads(
        run("--jsonl", "--coarse", "--scores", given=given(1)).stdout
    )["spans"]
    assert (person[:3], town[:3]) == ([16, 26, "PER"], [37, 45, "LOC"])
    assert 0.5 < person[3] < 1 and 0.5 < town[3] < 1 and number[3] == 1


def test_coarse_spans_are_told_of_countries_that_reveal_nobody(tmp_path: Path) -> None:
    """Gold sets have Sverige as any other; who pseudonymizes leaves it."""
    text = json.dumps({"text": "Anna bor i Sverige."}).encode()
    environment = under(tmp_path, detection_bundle(tmp_path / "lists"))
    told = [
        json.loads(detect("--jsonl", *options, given=text, **environment).stdout)["spans"]
        for options in ([], ["--coarse"])
    ]
    assert told == [[[0, 4, "firstname_female"]], [[0, 4, "PER"], [11, 18, "LOC"]]]


MISSPELT = '{"text": "jag heter Amina och bor i götebborg"}'.encode()


def test_misspelt_names_are_found_unless_exact_ones_are_asked_for(run: Run) -> None:
    assert [
        json.loads(run("--jsonl", *options, given=MISSPELT).stdout)["spans"]
        for options in ([], ["--fuzzy"], ["--exact"])
    ] == [
        [[10, 15, "firstname_female"], [26, 35, "city"]],
        [[10, 15, "firstname_female"], [26, 35, "city"]],
        [[10, 15, "firstname_female"]],
    ]


def spoken(language: object) -> bytes:
    """A text with a name that is likelier in one language than in the other."""
    return json.dumps({"text": "Amina's friend", "lang": language}).encode()


def test_a_line_may_say_its_language(run: Run) -> None:
    """Of one that is not known, and where the command is told one, nothing is taken."""

    def told(language: object, *options: str) -> bytes:
        return run("--jsonl", "--scores", *options, given=spoken(language)).stdout

    english, swedish = told(None, "--lang", "en"), told(None, "--lang", "sv")
    assert english != swedish
    assert told("en") == english and told("sv") == swedish
    assert told("en", "--lang", "sv") == swedish and told("sv", "--lang", "en") == english
    assert told("xx") == told(7) == told(["en"]) == told(None) == swedish


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["2", "3"])
def test_the_same_is_found_however_many_look(jobs: str, run: Run) -> None:
    assert run("--jsonl", "-j", jobs, given=given(3000)).stdout == run(
        "--jsonl", given=given(3000)
    ).stdout  # fmt: skip


def test_spans_come_as_they_are_found(data: Path, tmp_path: Path) -> None:
    process = subprocess.Popen(
        command("detect", "--jsonl"), env=under(tmp_path, data),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE,
    )  # fmt: skip
    with watched(process):
        assert process.stdin is not None and process.stdout is not None
        for line in given(3).splitlines(keepends=True):
            process.stdin.write(line)
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["id"] == json.loads(line)["id"]
        process.stdin.close()
