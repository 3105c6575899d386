"""``tacknamn pseudonymize`` and ``detect`` with Parquet and Arrow: tables in, tables out."""

import csv
import json
import os
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.parquet
import pytest

from tacknamn import InputError, Lexicon, Pseudonymizer
from tacknamn.batch.table_parts import PartsFolder
from tacknamn.formats.span_files import read_span_file
from tacknamn.support.input_files import InputStream
from tacknamn.vault.restoring import (
    format_span_line,
    group_originals,
    read_span_lines,
    restore_text,
)
from tacknamn.vault.vault import Vault
from tests.reports import on_screen
from tests.running_command import PROGRAMS, command, detect, pseudonymize, under
from tests.timing import PATIENCE

Run = Callable[..., subprocess.CompletedProcess[bytes]]
KEY = "a9bd61f299b040cdf83ad5bea8f40f7b0bc77badd666b5edd7fee411700d9efa"
"""An invented key."""
TEXTS = [
    "Jag heter Amina Lind och bor i Göteborg.",
    None,
    "Det regnar.",
    "Hej Karin! Karin Berg bor i Malmö.",
]
ROWS = 10 * len(TEXTS)
GROUP = 7
"""Rows of a row group, so that the last one is shorter."""


@pytest.fixture
def run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[bytes]:
        return pseudonymize(
            *arguments, given=b"", **under(tmp_path, data, TACKNAMN_KEY=KEY, **more)
        )

    return call


def read_rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a result, as JSON Lines or as a table."""
    if path.suffix == ".parquet":
        found: list[dict[str, Any]] = pyarrow.parquet.read_table(path).to_pylist()
        return found
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def make_table(rows: int = ROWS) -> Any:
    """A table with a text column, columns of other kinds, and metadata."""
    number = range(rows)
    table = pyarrow.table(
        {
            "id": pyarrow.array([f"row {at}" for at in number]),
            "text": pyarrow.array([TEXTS[at % len(TEXTS)] for at in number], "large_string"),
            "title": pyarrow.array(["Brev till Amina" for _ in number]).dictionary_encode(),
            "marks": [{"grade": at, "tags": ["a", "b"]} for at in number],
            "share": [at / 7 for at in number],
        }
    )
    return table.replace_schema_metadata({"made by": "hand"})


@pytest.fixture
def parquet(tmp_path: Path) -> Path:
    path = tmp_path / "notes.parquet"
    pyarrow.parquet.write_table(make_table(), path, row_group_size=GROUP, compression="gzip")
    return path


def read(path: Path) -> Any:
    """The table of any file."""
    if path.suffix == ".parquet":
        return pyarrow.parquet.read_table(path, memory_map=False)
    open_ipc = pyarrow.ipc.open_stream if path.suffix == ".arrows" else pyarrow.ipc.open_file
    with path.open("rb") as file:
        return open_ipc(file).read_all()


def pseudonymized(data: Path, texts: list[str | None]) -> list[str | None]:
    """What single calls give."""
    swell = Pseudonymizer(Lexicon.open(data), key=bytes.fromhex(KEY))
    return [None if text is None else swell(text).text for text in texts]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_column_changes_and_all_else_stays(
    jobs: str, run: Run, data: Path, parquet: Path, tmp_path: Path
) -> None:
    done = run(parquet, "--column", "text", "-j", jobs, "-o", "out.parquet")
    assert (done.returncode, done.stdout) == (0, b""), done.stderr
    assert b"30 documents" in done.stderr
    before, after = read(parquet), read(tmp_path / "out.parquet")
    assert after.schema.equals(before.schema, check_metadata=True)
    assert after["text"].to_pylist() == pseudonymized(data, before["text"].to_pylist())
    assert after.drop_columns("text").equals(before.drop_columns("text"))
    assert [path.name for path in tmp_path.iterdir() if path.name.startswith(".")] == []


def test_the_file_keeps_its_row_groups_and_its_compression(
    run: Run, parquet: Path, tmp_path: Path
) -> None:
    run(parquet, "--column", "text", "-o", "out.parquet")
    facts = [
        [(group.num_rows, group.column(1).compression) for group in map(of.row_group, range(6))]
        for of in map(pyarrow.parquet.read_metadata, (parquet, tmp_path / "out.parquet"))
    ]
    assert facts[0] == facts[1] == [(7, "GZIP")] * 5 + [(5, "GZIP")]


def test_the_columns_of_a_row_are_one_document(run: Run, parquet: Path, tmp_path: Path) -> None:
    run(parquet, "--column", "text", "--column", "title", "-o", "out.parquet")
    first = read(tmp_path / "out.parquet").slice(0, 1).to_pylist()[0]
    name = first["title"].removeprefix("Brev till ")
    assert name != "Amina" and name in first["text"]


def test_an_id_distinguishes_rows_with_equal_texts(
    data: Path, parquet: Path, tmp_path: Path
) -> None:
    more = under(tmp_path, data)
    drawn = {}
    for name, ids in {"with": ["--id-column", "id"], "without": []}.items():
        out = tmp_path / f"{name}.parquet"
        done = pseudonymize(
            parquet, "--column", "text", *ids, "--seed", "7", "-o", out, given=b"", **more
        )
        assert b"warning: without a key, equal names get different pseudonyms" in done.stderr
        drawn[name] = len(set(read(out)["text"].to_pylist()))
    assert drawn["without"] == len(TEXTS) < drawn["with"]


@pytest.mark.parametrize("ending", ["arrow", "arrows", "feather"])
def test_the_ending_of_the_output_converts(ending: str, run: Run, parquet: Path) -> None:
    there, back = Path(f"out.{ending}"), Path("back.parquet")
    assert run(parquet, "--column", "text", "-o", there).returncode == 0
    expected = read(there)
    assert expected["text"].to_pylist()[1] is None
    assert expected.schema.metadata[b"made by"] == b"hand"
    assert run(there, "--column", "title", "-o", back).returncode == 0
    assert read(back)["text"].equals(expected["text"])


def test_json_lines_become_a_table_and_a_table_json_lines(run: Run, parquet: Path) -> None:
    assert run(parquet, "--column", "text", "--id-column", "id", "-o", "a.jsonl").returncode == 0
    lines = [json.loads(line) for line in Path("a.jsonl").read_text("utf-8").splitlines()]
    assert (len(lines), lines[3]["id"], lines[3]["marks"]["grade"]) == (ROWS, "row 3", 3)
    assert run("a.jsonl", "--set", "city=keep", "-o", "b.parquet").returncode == 0
    table = read(Path("b.parquet"))
    assert table.schema.names[:3] == ["id", "text", "spans"]
    assert table["marks"].to_pylist()[3] == {"grade": 3, "tags": ["a", "b"]}


def test_a_table_of_rows_is_the_same_as_documents_and_as_columns(run: Run, parquet: Path) -> None:
    run(parquet, "--column", "text", "-o", "a.jsonl")
    run(parquet, "--column", "text", "-o", "a.parquet")
    lines = [json.loads(line) for line in Path("a.jsonl").read_text("utf-8").splitlines()]
    rows = read(Path("a.parquet"))["text"].to_pylist()
    assert [line["text"] for line in lines] == [text or "" for text in rows]


CSV = (
    "id,name,text,ward\n"
    '7,Petra,"Amina Lind, bor i Göteborg",A\n'
    "9,Berit,Det regnar.,B\n"
    "12,Ylva,Hej Karin\n"
)
"""A table of invented persons; its last row is short."""


@pytest.mark.parametrize("output", ["out.jsonl", "out.parquet"])
def test_other_columns_of_a_csv_become_fields(run: Run, tmp_path: Path, output: str) -> None:
    (tmp_path / "in.csv").write_text(CSV, "utf-8")
    assert run("in.csv", "--column", "text", "-o", output).returncode == 0
    rows = read_rows(Path(output))
    assert [row["id"] for row in rows] == ["7", "9", "12"]
    assert [row["name"] for row in rows] == ["Petra", "Berit", "Ylva"]
    assert [row["ward"] for row in rows] == ["A", "B", None]
    assert list(rows[0]) == ["id", "text", "spans", "name", "ward"]
    run("in.csv", "--column", "text", "-o", "out.csv")
    table = csv.DictReader(Path("out.csv").read_text("utf-8").splitlines())
    assert [row["text"] for row in table] == [row["text"] for row in rows]


def test_a_csv_without_ids_or_names_of_columns_has_numbers(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("Amina,x\nKarin,y\n", "utf-8")
    done = run("in.csv", "--no-header", "--column", "1", "-o", "out.jsonl")
    rows = read_rows(Path("out.jsonl"))
    assert done.returncode == 0, done.stderr
    assert [(row["id"], row["2"]) for row in rows] == [("1", "x"), ("2", "y")]


@pytest.mark.parametrize("source", ["in.csv", "in.parquet"])
@pytest.mark.parametrize("output", ["out.jsonl", "out.parquet"])
def test_several_text_columns_stay_separate(
    run: Run, tmp_path: Path, source: str, output: str
) -> None:
    rows = [
        {"id": "a", "title": "Brev till Amina Lind", "note": "Amina bor i Göteborg.", "n": "1"},
        {"id": "b", "title": "Hej", "note": "Karin ringde.", "n": "2"},
    ]
    if source == "in.csv":
        with Path(source).open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows), source)
    words = ("--column", "title", "--column", "note", "--format", Path(output).suffix[1:])
    done = run(source, *words, "-o", output)
    assert done.returncode == 0, done.stderr
    made = read_rows(Path(output))
    if (source, output) == ("in.parquet", "out.parquet"):
        assert list(made[0]) == list(rows[0])
        return
    names = ["id", "title", "title_spans", "note", "note_spans", "n"]
    assert list(made[0]) == names and [row["n"] for row in made] == ["1", "2"]
    name = made[0]["title"].removeprefix("Brev till ").split()[0]
    assert name != "Amina" and made[0]["note"].startswith(f"{name} bor i ")
    for row in made:
        for column in ("title", "note"):
            found = [row[column][each["start"] : each["end"]] for each in row[f"{column}_spans"]]
            assert all(found) and not {"Amina", "Lind", "Göteborg"}.intersection(found)
    assert len(made[0]["title_spans"]) == len(made[0]["note_spans"]) == 2
    if output == "out.jsonl":
        with Path(output).open("rb") as stream:
            (first, _) = read_span_file(InputStream(output, stream))
        assert [first.text[span.start : span.end] for span in first.spans] == [
            made[0][column][each["start"] : each["end"]]
            for column in ("title", "note")
            for each in made[0][f"{column}_spans"]
        ]


def test_a_format_without_columns_says_once_that_they_are_left_out(
    run: Run, parquet: Path, tmp_path: Path
) -> None:
    (tmp_path / "in.csv").write_text(CSV, "utf-8")
    (tmp_path / "one.csv").write_text("text\nHej Amina\n", "utf-8")
    said = b"warning: xml has the texts alone, so the other columns of tables are left out"
    for words, times in (
        (("in.csv", parquet, "-o", "out"), 1),
        (("in.csv",), 1),
        (("one.csv",), 0),
    ):
        done = run(*words, "--column", "text", "--format", "xml")
        assert (done.returncode, done.stderr.count(said)) == (0, times), done.stderr
    for format in ("jsonl", "csv"):
        done = run("in.csv", "--column", "text", "--format", format)
        assert b"left out" not in done.stderr


@pytest.mark.parametrize("format", ["text", "svala", "parquet"])
@pytest.mark.parametrize("folder", ["out", "out/below"])
def test_a_run_without_results_leaves_no_new_folder(
    run: Run, tmp_path: Path, format: str, folder: str
) -> None:
    name = "bad.parquet" if format == "parquet" else "in.csv"
    (tmp_path / name).write_text(CSV, "utf-8")
    words = (name, "--column", "text", "-o", folder)
    done = run(*words, "--format", format)
    assert done.returncode == 2 and b"error: " in done.stderr
    assert not Path("out").exists()
    Path(folder).mkdir(parents=True)
    assert run(*words, "--format", format).returncode == 2 and Path(folder).is_dir()


def test_a_cell_that_is_null_stays_null_beside_a_text(run: Run, tmp_path: Path) -> None:
    table = pyarrow.table({"a": ["Amina", None, None], "b": [None, "Karin", None]})
    pyarrow.parquet.write_table(table, tmp_path / "in.parquet")
    words = ("in.parquet", "--column", "a", "--column", "b")
    assert run(*words, "-o", "out.jsonl").returncode == 0
    rows = read_rows(Path("out.jsonl"))
    assert [(row["a"] is None, row["b"] is None) for row in rows] == [
        (False, True), (True, False), (True, True),
    ]  # fmt: skip
    assert [row["a_spans"] is None for row in rows] == [False, True, True]


def test_columns_whose_names_the_result_needs_are_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("note,text,id\nAmina,x,7\n", "utf-8")
    done = run("in.csv", "--column", "note", "-o", "out.jsonl")
    assert done.returncode == 2 and b"a column called 'text' is copied" in done.stderr
    assert not Path("out.jsonl").exists()
    (tmp_path / "in.csv").write_text("note,x,x\nAmina,1,2\n", "utf-8")
    done = run("in.csv", "--column", "note", "-o", "out.jsonl")
    assert done.returncode == 2 and b"two columns have the same name" in done.stderr


def test_a_vault_restores_rows_by_their_ids(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text(
        "id,title,note\nx7,Brev till Amina,Amina Lind ringde\nx9,Hej,Hej Karin Berg\n", "utf-8"
    )
    columns = ("--column", "title", "--column", "note")
    done = run("in.csv", *columns, "-o", "safe.jsonl", "--vault", "a.vault")
    assert done.returncode == 0, done.stderr
    originals = group_originals(Vault.open(Path("a.vault"), bytes.fromhex(KEY)))
    with Path("safe.jsonl").open("rb") as stream:
        lines = [
            json.loads(format_span_line(fields, restore_text(row, originals).text, row.columns))
            for row, fields in read_span_lines(InputStream("safe.jsonl", stream))
        ]
    assert lines == [
        {"id": "x7", "title": "Brev till Amina", "note": "Amina Lind ringde"},
        {"id": "x9", "title": "Hej", "note": "Hej Karin Berg"},
    ]


def test_detect_lists_rows(data: Path, parquet: Path, tmp_path: Path) -> None:
    done = detect(parquet, "--column", "text", given=b"", **under(tmp_path, data))
    first = done.stdout.decode().splitlines()[0].split("\t")
    assert (done.returncode, first[:4]) == (0, ["1", "10", "15", "firstname_female"])


def test_an_empty_table_stays_a_table(run: Run, tmp_path: Path) -> None:
    none = tmp_path / "none.parquet"
    pyarrow.parquet.write_table(make_table().slice(0, 0), none)
    assert run(none, "--column", "text", "-o", "out.parquet").returncode == 0
    assert read(tmp_path / "out.parquet").equals(read(none), check_metadata=True)


def test_a_folder_of_tables_becomes_a_folder(run: Run, parquet: Path) -> None:
    Path("in").mkdir()
    parquet.rename("in/notes.parquet")
    for said in (b"30 documents", b"1 file done before"):
        done = run("in", "--column", "text", "-o", "out")
        assert (done.returncode, said in done.stderr) == (0, True)
    assert [path.name for path in Path("out").iterdir()] == ["notes_pseudonymized.parquet"]


@pytest.mark.skipif(os.name != "posix", reason="asks a POSIX terminal")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_bar_has_the_rows_of_each_second(jobs: str, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    table = make_table(40_000).append_column("scan", [[os.urandom(64) for _ in range(40_000)]])
    pyarrow.parquet.write_table(table, path, row_group_size=20_000)
    words = ["pseudonymize", str(path), "--column", "text", "-j", jobs]
    more = under(tmp_path, data, TACKNAMN_KEY=KEY)
    shown = on_screen(PROGRAMS["pseudonymize"], [*words, "-o", str(tmp_path / "o.parquet")], **more)
    assert "%" in shown and " rows/s " in shown and "30,000 documents" in shown


@pytest.mark.slow
@pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_an_interrupted_run_is_continued(
    sent: signal.Signals, code: int, run: Run, data: Path, tmp_path: Path
) -> None:
    rows = 6000
    path = tmp_path / "large.parquet"
    scans = pyarrow.array([os.urandom(1 << 12) for _ in range(rows)])
    table = make_table(rows).append_column("scan", scans)
    pyarrow.parquet.write_table(table, path, row_group_size=256)  # a megabyte: a part
    words = command("pseudonymize", path, "--column", "text", "-j", "2", "-o", "out.parquet")
    more = under(tmp_path, data, TACKNAMN_KEY=KEY)
    folder = tmp_path / ".out.parquet.parts"
    outputs = ["--table", "t.tsv", "--report", "r.json"]
    with subprocess.Popen([*words, *outputs], env=more, cwd=tmp_path) as started:
        end = time.monotonic() + PATIENCE
        while len(list(folder.glob("*.arrows"))) < 4 and started.poll() is None:
            assert time.monotonic() < end
            time.sleep(0.01)
        started.send_signal(sent)
    assert (started.returncode, Path("out.parquet").exists()) == (code, False)
    assert folder.stat().st_mode & 0o777 == 0o700
    if sent == signal.SIGINT:
        assert json.loads(Path("r.json").read_text("utf-8"))["result"] == "interrupted"
    again = run(path, "--column", "text", "-j", "2", "-o", "out.parquet", "--table", "t.tsv")
    assert b"done before" in again.stderr and b"4,500 documents" in again.stderr
    whole = run(path, "--column", "text", "-o", "whole.parquet", "--table", "whole.tsv")
    assert b"done before" not in whole.stderr
    names = [("out.parquet", "whole.parquet"), ("t.tsv", "whole.tsv")]
    assert all(Path(one).read_bytes() == Path(other).read_bytes() for one, other in names)
    assert not folder.exists()


def test_another_setting_uses_no_old_part(run: Run, parquet: Path, tmp_path: Path) -> None:
    folder = tmp_path / ".out.parquet.parts"
    folder.mkdir()
    (folder / "00000000.arrows").write_bytes(b"of another run")
    assert run(parquet, "--column", "text", "-o", "out.parquet").returncode == 0
    assert not folder.exists()


def put_letter(folder: Path) -> Path:
    folder.mkdir()
    (folder / "letter.txt").write_text("mine", "utf-8")
    return folder / "letter.txt"


@pytest.mark.parametrize("is_link", [True, False])
def test_nothing_that_no_run_wrote_is_removed(
    run: Run, parquet: Path, tmp_path: Path, is_link: bool
) -> None:
    folder = tmp_path / ".out.parquet.parts"
    letter = put_letter(tmp_path / "letters" if is_link else folder)
    if is_link:
        folder.symlink_to("letters")
    done = run(parquet, "--column", "text", "-o", "out.parquet", "--force")
    assert done.returncode == 2 and b".out.parquet.parts: " in done.stderr
    assert (b"symbolic link" if is_link else b"has letter.txt") in done.stderr
    assert [path.name for path in letter.parent.iterdir()] == ["letter.txt"]


@pytest.mark.parametrize("name", ["lock", "00000000.arrows", "00000000.tsv"])
def test_no_link_among_the_parts_is_followed(
    run: Run, parquet: Path, tmp_path: Path, name: str
) -> None:
    folder = tmp_path / ".out.parquet.parts"
    folder.mkdir()
    (folder / name).symlink_to(tmp_path / "elsewhere")
    done = run(parquet, "--column", "text", "-o", "out.parquet")
    assert done.returncode == 2 and f"has {name}, which".encode() in done.stderr
    assert not (tmp_path / "elsewhere").exists() and (folder / name).is_symlink()


def test_what_appears_beside_the_parts_stays(tmp_path: Path) -> None:
    folder = PartsFolder(tmp_path / "out.parquet")
    folder.hold()
    (folder.path / "00000000.json").touch()
    (folder.path / "letter.txt").touch()
    folder.remove_others(set())
    folder.release(keeps_parts=False)
    assert [path.name for path in folder.path.iterdir()] == ["letter.txt"]


# ---- two runs to one output -----------------------------------------------------------------


def test_another_run_to_the_same_output_is_refused(run: Run, parquet: Path, tmp_path: Path) -> None:
    words = (parquet, "--column", "text", "-o", tmp_path / "out.parquet")
    folder = PartsFolder(tmp_path / "out.parquet")
    folder.hold()
    part = folder.path / "00000000.arrows"
    part.write_bytes(b"of the other run")
    done = run(*words, "--force")
    assert done.returncode == 2 and b"another run is writing" in done.stderr
    assert done.stderr.count(b"out.parquet;") == 1 and b"No such file" not in done.stderr
    assert part.read_bytes() == b"of the other run"
    folder.release(keeps_parts=False)
    assert run(*words).returncode == 0
    assert [path.name for path in tmp_path.glob(".*.parts")] == []


def test_two_runs_at_once_lose_nothing(run: Run, data: Path, tmp_path: Path) -> None:
    path = tmp_path / "large.parquet"
    pyarrow.parquet.write_table(make_table(3000), path, row_group_size=100)
    whole = tmp_path / "whole.parquet"
    assert run(path, "--column", "text", "-o", whole).returncode == 0
    more = under(tmp_path, data, TACKNAMN_KEY=KEY)
    for number in range(3):
        out = tmp_path / f"{number}.parquet"
        words = command("pseudonymize", path, "--column", "text", "-q", "-o", out)
        runs = []
        for _ in range(2):
            runs.append(subprocess.Popen(words, env=more, stderr=subprocess.PIPE))
            time.sleep(0.1 * number)
        ends = [(each.communicate()[1], each.returncode) for each in runs]
        assert 0 in [code for _, code in ends]
        assert all(code == 0 or b"another run is writing" in said for said, code in ends)
        assert out.read_bytes() == whole.read_bytes()
    assert list(tmp_path.glob(".*.parts")) == []


def test_a_lock_that_a_run_removed_is_made_anew(tmp_path: Path) -> None:
    first, second = (PartsFolder(tmp_path / "out.parquet") for _ in range(2))
    first.hold()
    with pytest.raises(InputError, match=r"another run is writing .*out\.parquet"):
        second.hold()
    assert not second.is_held
    first.release(keeps_parts=False)
    second.hold()
    assert second.is_held and second.path.is_dir()
    second.release(keeps_parts=True)
    assert not second.path.exists()


# ---- without a key ----------------------------------------------------------------------------


def test_without_a_key_a_run_starts_over(
    run: Run, data: Path, parquet: Path, tmp_path: Path
) -> None:
    Path("in").mkdir()
    for name in ("a", "b"):
        (tmp_path / "in" / f"{name}.parquet").write_bytes(parquet.read_bytes())
    words = ("in", "--column", "text", "-o", "out")
    more = under(tmp_path, data)
    assert b"60 documents" in pseudonymize(*words, **more).stderr
    assert b"2 files done before" in pseudonymize(*words, **more).stderr
    (tmp_path / "out" / "b_pseudonymized.parquet").unlink()
    done = pseudonymize(*words, **more)
    assert b"60 documents" in done.stderr and b"done 1 of 2 files, which are" in done.stderr
    assert b"2 files done before" in pseudonymize(*words, **more).stderr
