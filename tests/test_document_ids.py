"""File names and ids that name persons are numbers in the results."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tacknamn.batch.document_ids import (
    NUMBERED,
    IdSearch,
    choose_order_secret,
    list_json_ids,
    sort_secretly,
)
from tacknamn.batch.request import BatchRequest
from tacknamn.support.input_files import InputStream
from tacknamn.vault.restoring import group_originals, read_span_lines, restore_text
from tacknamn.vault.vault import Vault
from tests.running_command import ESSAY, made_bundle, pseudonymize, under

Run = Callable[..., subprocess.CompletedProcess[bytes]]
NAMED = ("Amina_Lind_19850709-9805", "essay-7")
SHOWN = (b"Amina", b"Lind", b"19850709", b"9805", b"amina", b"lind")
WARNING = f"warning: {NUMBERED}".encode()


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("ids"))


@pytest.fixture
def run(data: Path, tmp_path: Path) -> Run:
    (tmp_path / "in" / "Karin Berg").mkdir(parents=True)
    for name in NAMED:
        (tmp_path / "in" / "Karin Berg" / f"{name}.txt").write_text(ESSAY, "utf-8")
    return lambda *arguments, **more: pseudonymize(
        *arguments, "--seed", "7", **under(tmp_path, data), **more
    )


def list_results(folder: Path) -> list[str]:
    return sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*.*"))


def read_all(folder: Path) -> bytes:
    return b"\n".join(path.read_bytes() for path in folder.rglob("*.*"))


@pytest.mark.parametrize("format", ["text", "jsonl", "xml", "html", "tab", "portal", "review"])
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_names_of_files_are_in_no_result(run: Run, tmp_path: Path, format: str, jobs: str) -> None:
    out = tmp_path / "out"
    done = run(tmp_path / "in", "-o", out, "--format", format, "-j", jobs)
    assert (done.returncode, done.stderr.count(WARNING)) == (0, 1)
    assert not any(name in done.stderr for name in SHOWN)
    stems = {name.partition("_")[0] for name in list_results(out)}
    assert stems == {"document-1", "document-2", *(["index.html"] if format == "html" else [])}
    written = read_all(out)
    assert (b"document-1" in written) == (format not in ("text",))
    assert b"Karin Berg" not in written and NAMED[0].encode() not in written
    again = run(tmp_path / "in", "-o", out, "--format", format, "-j", jobs)
    assert b"2 files done before" in again.stderr
    kept = run(tmp_path / "in", "-o", out, "--format", format, "--ids", "keep")
    assert b"done before" not in kept.stderr and WARNING not in kept.stderr
    assert any(name.startswith(f"Karin Berg/{NAMED[0]}") for name in list_results(out))


def test_harmless_names_stay_unless_numbers_are_asked_for(run: Run, tmp_path: Path) -> None:
    folder = tmp_path / "in" / "Karin Berg"
    done = run(folder / "essay-7.txt", "-o", tmp_path / "out")
    assert WARNING not in done.stderr
    assert list_results(tmp_path / "out") == ["essay-7_pseudonymized.txt"]
    done = run(folder / "essay-7.txt", "-o", tmp_path / "two", "--ids", "number")
    assert WARNING not in done.stderr
    assert list_results(tmp_path / "two") == ["document-1_pseudonymized.txt"]
    wrong = run(folder / "essay-7.txt", "--ids", "names")
    assert wrong.returncode == 2 and b"choose one of auto, keep, number" in wrong.stderr


def test_a_text_on_standard_output_shows_no_name_and_needs_no_warning(
    run: Run, tmp_path: Path
) -> None:
    done = run(tmp_path / "in" / "Karin Berg" / f"{NAMED[0]}.txt")
    assert done.returncode == 0 and WARNING not in done.stderr
    done = run(tmp_path / "in" / "Karin Berg" / f"{NAMED[0]}.txt", "--format", "jsonl")
    assert json.loads(done.stdout)["id"] == "document-1" and WARNING in done.stderr


LINES = [
    {"id": "essay-1", "text": "Amina bor i Lund.", "grade": "B"},
    {"id": "amina lind", "text": "Karin bor i Lund."},
    {"text": "Greta bor i Lund."},
]


@pytest.mark.parametrize("format", ["jsonl", "xml"])
def test_ids_within_a_file_are_numbered_together(run: Run, tmp_path: Path, format: str) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(f"{json.dumps(line)}\n" for line in LINES), "utf-8")
    made = []
    for jobs in ("1", "2"):
        out = tmp_path / f"out{jobs}"
        done = run(source, "-o", out, "--format", format, "-j", jobs)
        assert done.stderr.count(WARNING) == 1
        made.append(read_all(out))
    assert made[0] == made[1]
    assert not any(name in made[0].split(b"text")[0] for name in SHOWN) and b"essay" not in made[0]
    assert all(f'"document-{number}"'.encode() in made[0] for number in (1, 2, 3))
    kept = run(source, "--format", format, "--ids", "keep").stdout
    assert b'"amina lind"' in kept


def test_numbers_do_not_change_what_is_drawn(run: Run, tmp_path: Path) -> None:
    source = tmp_path / "a.jsonl"
    source.write_text("".join(f"{json.dumps(line)}\n" for line in LINES), "utf-8")

    def list_texts(ids: str) -> list[Any]:
        lines = run(source, "--ids", ids).stdout.splitlines()
        return [{**json.loads(line), "id": ""} for line in lines]

    assert list_texts("auto") == list_texts("number") == list_texts("keep")


def test_a_stream_is_numbered_from_the_first_name_on(run: Run) -> None:
    given = "".join(f"{json.dumps(line)}\n" for line in LINES).encode()
    done = run("--from", "jsonl", given=given)
    ids = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert ids == ["essay-1", "document-2", "document-3"] and done.stderr.count(WARNING) == 1


def test_a_report_has_the_numbers(run: Run, tmp_path: Path) -> None:
    bad = tmp_path / "in" / "Karin Berg" / "Greta Holm.txt"
    bad.write_bytes(b"\xff")
    report = tmp_path / "report.json"
    done = run(tmp_path / "in", "-o", tmp_path / "out", "--report", report)
    assert done.returncode == 2 and b"Greta Holm" in done.stderr
    written = report.read_text("utf-8")
    assert "Greta" not in written and "Amina" not in written
    content = json.loads(written)
    assert content["input"] == ["document-1", "document-2", "document-3"]
    (failed,) = {1, 2, 3} - {int(name[9]) for name in list_results(tmp_path / "out")}
    assert content["counts"]["errors"][0].startswith(f"document-{failed}: ")


# ---- the order of the numbers ---------------------------------------------------------------

STUDENTS = [f"{surname}_Amina" for surname in ("Ahl", "Berg", "Dahl", "Ek", "Falk", "Holm", "Lind",
            "Moberg", "Norén", "Ohlin", "Palm", "Quist", "Rask", "Sjö", "Ström", "Wik")]  # fmt: skip


def write_class(folder: Path) -> Path:
    """A text of each student, which says whose it is."""
    folder.mkdir()
    for at, name in enumerate(STUDENTS):
        (folder / f"{name}.txt").write_text(f"Hej! Det regnar {at} gånger.\n", "utf-8")
    return folder


def read_order(out: Path) -> list[int]:
    """Which student each number is, from the first number on."""
    found = (path.read_text("utf-8") for path in sorted(out.glob("document-*.txt")))
    return [int(text.split()[-2]) for text in found]


@pytest.mark.parametrize("secret", ["none", "key", "seed"])
def test_numbers_are_not_in_the_order_of_names_and_stay(
    tmp_path: Path, data: Path, secret: str
) -> None:
    folder = write_class(tmp_path / "class")
    (tmp_path / "a.key").write_text(bytes(range(7, 39)).hex(), "ascii")
    options: dict[str, list[str | Path]] = {
        "none": [],
        "key": ["--key-file", tmp_path / "a.key"],
        "seed": ["--seed", "7"],
    }

    def number(out: Path) -> list[int]:
        done = pseudonymize(folder, "-o", out, *options[secret], **under(tmp_path, data))
        assert done.returncode == 0, done.stderr
        written = sorted(out.iterdir(), key=lambda path: path.stat().st_mtime_ns)
        assert written == sorted(written)  # neither is the order in which they were written
        return read_order(out)

    order = number(tmp_path / "out")
    assert sorted(order) == list(range(len(STUDENTS)))
    assert order != sorted(order) and order != sorted(order, reverse=True)
    assert number(tmp_path / "again") == order


def test_another_key_gives_another_order() -> None:
    orders = {
        tuple(sort_secretly(STUDENTS, str, choose_order_secret(key=bytes([at]) * 32)))
        for at in range(9)
    }
    assert len(orders) == 9


def test_the_secret_of_a_machine_is_private_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    secret = choose_order_secret()
    assert choose_order_secret() == secret and len(secret) == 32
    (file,) = (tmp_path / "cache").iterdir()
    assert file.stat().st_mode & 0o777 == 0o600
    file.write_bytes(b"short")
    assert choose_order_secret() != choose_order_secret()


def test_the_table_says_which_is_which(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in" / "lines.jsonl").write_text(
        "".join(f"{json.dumps(line)}\n" for line in LINES), "utf-8"
    )
    table = tmp_path / "table.tsv"
    done = run(tmp_path / "in", "-o", tmp_path / "out", "--table", table)
    assert done.returncode == 0, done.stderr
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()]
    files = {row[1]: row[2] for row in rows if row[0] == "file"}
    assert set(files) == {*(f"Karin Berg/{name}.txt" for name in NAMED), "lines.jsonl"}
    assert sorted(files.values()) == ["document-1", "document-2", "document-3"]
    lines = {row[1]: row[2] for row in rows if row[0] == "document"}
    number = files["lines.jsonl"]
    assert lines == {
        "lines.jsonl: essay-1": f"{number}: document-1",
        "lines.jsonl: amina lind": f"{number}: document-2",
        "lines.jsonl: 3": f"{number}: document-3",
    }


# ---- the column id of tables ----------------------------------------------------------------

ROWS = {
    "id": ["essay-1", "Lind Amina"],
    "text": ["Amina bor i Lund.", "Karin bor i Lund."],
    "note": ["Hej Karin", "Hej Greta"],
}


def write_table(folder: Path, name: str, **columns: list[str]) -> Path:
    columns = columns or ROWS
    path = folder / name
    if path.suffix == ".csv":
        rows = [columns, *zip(*columns.values(), strict=True)]
        path.write_text("".join(f"{','.join(row)}\n" for row in rows), "utf-8")
    else:
        parquet = pytest.importorskip("pyarrow.parquet", reason="the extra arrow is not installed")
        import pyarrow

        parquet.write_table(pyarrow.table(columns), path)
    return path


def read_table(path: Path) -> list[Any]:
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    import pyarrow.parquet

    rows: list[Any] = pyarrow.parquet.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize("columns", [["text"], ["text", "note"]])
@pytest.mark.parametrize(
    ("source", "made"), [("a.csv", "b.jsonl"), ("a.csv", "b.parquet"), ("a.parquet", "b.jsonl")]
)
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_column_that_becomes_the_id_is_searched(
    run: Run, tmp_path: Path, source: str, made: str, columns: list[str], jobs: str
) -> None:
    pytest.importorskip("pyarrow", reason="the extra arrow is not installed")
    words = [write_table(tmp_path, source), "-j", jobs]
    for column in columns:
        words += ["--column", column]

    def list_ids(name: str, *more: str) -> tuple[list[str], bool]:
        out = tmp_path / f"{name}-{made}"
        done = run(*words, "-o", out, *more)
        assert done.returncode == 0, done.stderr
        assert not any(shown in done.stderr for shown in SHOWN)
        return [row["id"] for row in read_table(out)], WARNING in done.stderr

    assert list_ids("auto") == (["document-1", "document-2"], True)
    assert list_ids("number", "--ids", "number") == (["document-1", "document-2"], False)
    assert list_ids("keep", "--ids", "keep") == (ROWS["id"], False)
    assert b"done before" in run(*words, "-o", tmp_path / f"auto-{made}").stderr
    texts = [
        [{**row, "id": ""} for row in read_table(tmp_path / f"{ids}-{made}")]
        for ids in ("auto", "number", "keep")
    ]
    assert texts[0] == texts[1] == texts[2]


@pytest.mark.parametrize("source", ["a.csv", "a.parquet"])
def test_ids_of_rows_that_name_nobody_stay(run: Run, tmp_path: Path, source: str) -> None:
    table = write_table(tmp_path, source, **(ROWS | {"id": ["essay-1", "essay-2"]}))
    out = tmp_path / "b.jsonl"
    done = run(table, "--column", "text", "-o", out)
    assert WARNING not in done.stderr
    assert [row["id"] for row in read_table(out)] == ["essay-1", "essay-2"]
    run(table, "--column", "text", "-o", out, "--ids", "number")
    assert [row["id"] for row in read_table(out)] == ["document-1", "document-2"]


@pytest.mark.parametrize("name", ["a.csv", "a.parquet"])
def test_a_table_that_stays_one_has_its_columns_as_they_were(
    run: Run, tmp_path: Path, name: str
) -> None:
    out = tmp_path / f"out{Path(name).suffix}"
    done = run(write_table(tmp_path, name), "--column", "text", "-o", out, "--ids", "number")
    assert done.returncode == 0 and b"Lind Amina" in out.read_bytes()


def test_the_column_id_is_searched_beside_that_of_the_option(run: Run, tmp_path: Path) -> None:
    table = write_table(tmp_path, "a.parquet", **(ROWS | {"row": ["r1", "r2"]}))
    out = tmp_path / "b.jsonl"
    done = run(table, "--column", "text", "--id-column", "row", "-o", out)
    assert WARNING in done.stderr
    assert [(row["id"], row["row"]) for row in read_table(out)] == [
        ("document-1",) * 2, ("document-2",) * 2,
    ]  # fmt: skip


def test_ids_of_rows_do_not_count_in_formats_that_have_none(run: Run, tmp_path: Path) -> None:
    done = run(write_table(tmp_path, "a.csv"), "--column", "text", "--format", "xml")
    assert done.returncode == 0 and WARNING not in done.stderr
    assert b'id="2"' in done.stdout and not any(name in done.stdout for name in (b"Lind", b"essay"))


def test_a_stream_of_rows_is_numbered_from_the_first_name_on(run: Run, tmp_path: Path) -> None:
    given = write_table(tmp_path, "a.csv").read_bytes()
    done = run("--from", "csv", "--column", "text", "--format", "jsonl", given=given)
    ids = [json.loads(line)["id"] for line in done.stdout.splitlines()]
    assert ids == ["essay-1", "document-2"] and done.stderr.count(WARNING) == 1


def test_the_table_and_the_vault_know_numbered_rows(run: Run, data: Path, tmp_path: Path) -> None:
    (tmp_path / "a.key").write_text(bytes(range(7, 39)).hex(), "ascii")
    out, table, vault = tmp_path / "b.jsonl", tmp_path / "table.tsv", tmp_path / "a.vault"
    key = ("--key-file", tmp_path / "a.key")
    source = write_table(tmp_path, "a.csv")
    words = (source, "--column", "text", "-o", out, *key, "--table", table, "--vault", vault)
    assert pseudonymize(*words, **under(tmp_path, data)).returncode == 0
    rows = [line.split("\t") for line in table.read_text("utf-8").splitlines()]
    (file,) = [row[2] for row in rows if row[0] == "file"]
    assert {row[1]: row[2] for row in rows if row[0] == "document"} == {
        "a.csv: essay-1": f"{file}: document-1",
        "a.csv: Lind Amina": f"{file}: document-2",
    }
    originals = group_originals(Vault.open(vault, bytes(range(7, 39))))
    with out.open("rb") as stream:
        lines = read_span_lines(InputStream("b.jsonl", stream))
        assert [restore_text(row, originals).text for row, _ in lines] == ROWS["text"]


# ---- the search -----------------------------------------------------------------------------

PERSONS = [
    *("Amina_Lind", "amina_lind", "AminaLind", "amina", "klass7/Amina_Lind", "brev av Amina"),
    *("19850709-9805", "198507099805", "x_0701234567", "amina.lind@mail.exempel.se"),
]
HARMLESS = [
    *("essay", "essay-0012", "a", "brev", "uppsats_3", "2024-01-15", "20240115", "C12B3", "p01"),
    *("f47ac10b-58cc-4372-a567-0e02b2c3d479", "row_5", "17", "", "kapitel_2", "Karlsborg77x"),
]


def test_persons_are_found_in_ids_and_usual_names_are_not(data: Path) -> None:
    request = BatchRequest(data=data)
    assert [id for id in PERSONS if not IdSearch(request).finds_person(id)] == []
    search = IdSearch(request)
    assert [id for id in HARMLESS if search.finds_person(id)] == []


def test_ids_that_differ_in_digits_are_searched_a_few_times(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    search = IdSearch(BatchRequest(data=data))
    calls: list[str] = []

    def detect(_: IdSearch, text: str, everything: bool) -> list[Any]:
        calls.append(text)
        return []

    monkeypatch.setattr(IdSearch, "_detect", detect)
    for number in range(1000):
        search.finds_person(f"essay-{number:04}")
        search.finds_person(f"{number:012}")
    assert len(calls) < 110


def test_ids_of_lines_are_read_without_the_lines() -> None:
    lines = [b'{"id": "\\u00c5sa", "text": "x"}', b'{"id": 198507099805}', b'{"id": "a\\', b"{}"]
    assert list(list_json_ids(lines)) == ["Åsa", "198507099805"]
