"""Whatever table ``tacknamn pseudonymize`` is given: a result, or one line that says what to do."""

import errno
import gzip
import os
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pyarrow
import pyarrow.parquet
import pytest

from tacknamn import InputError
from tacknamn.batch.table_parts import TablePart
from tacknamn.errors import describe_os_error
from tacknamn.formats.tables.table_files import open_table, open_table_file
from tests.reports import call_here, is_error
from tests.running_command import command, pseudonymize, under
from tests.timing import PATIENCE

Run = Callable[..., subprocess.CompletedProcess[bytes]]
PRIVATE = "Amina"
"""Stands in every table; no message may have it."""
is_reported = partial(is_error, PRIVATE)


@pytest.fixture
def run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)
    notes = pyarrow.table({"note": [PRIVATE] * 50, "number": range(50), "raw": [b"\xff"] * 50})
    pyarrow.parquet.write_table(notes, "notes.parquet", row_group_size=10)
    with pyarrow.ipc.new_file("notes.arrow", notes.schema) as file:
        file.write_table(notes)
    with pyarrow.ipc.new_stream("notes.arrows", notes.schema) as stream:
        stream.write_table(notes)
    Path("notes.csv").write_text(f"note,number\n{PRIVATE},1\n", "utf-8")

    def call(*arguments: str | Path, **more: str) -> subprocess.CompletedProcess[bytes]:
        return pseudonymize(*arguments, "-q", given=b"", **under(tmp_path, data, **more))

    return call


def results() -> list[str]:
    """What a run has left, hidden files included."""
    return [path.name for path in Path().iterdir() if "out" in path.name]


BAD_ARGUMENTS = [
    ([], "say which columns to read (--column); there are note, number, raw"),
    (["--column", "noet"], "notes.parquet: there is no column 'noet'; did you mean note?"),
    (["--column", "number"], "notes.parquet: column 'number' has no texts but int64; choose"),
    (["--column", "raw"], "notes.parquet: column 'raw', row 1: is not valid UTF-8; convert"),
    (["--column", "note", "--id-column", "nr"], "there is no column 'nr'"),
    (["--column", "note", "--id-column", "note"], "is one of the text columns"),
    (["--column", "note", "--explain"], "--explain: is for documents, and notes.parquet becomes"),
    (["--column", "note", "--table", "notes.csv"], "--table notes.csv: exists; delete it"),
    (["--column", "note", "--table", "no/t.tsv"], "--table no/t.tsv: its folder does not exist"),
    (["--column", "note", "--report", "no/r.json"], "--report no/r.json: is a folder, or its"),
    (["--column", "note", "--report", "notes.parquet"], "--report notes.parquet: exists and is no"),
    (["--column", "note", "--report", "out.parquet"], "--report out.parquet: is another file of"),
    (["--column", "note", "--table", "out.parquet"], "--table out.parquet: is another file of"),
    (["--column", "note", "--report", "r", "--table", "r"], "--table r: is another file of this"),
    (["--column", "note", "-o", "out.parquet.gz"], "compress their columns themselves; name it"),
    (["--column", "note", "--data", "nowhere"], "nowhere"),
    (["--column", "note", "--profile", "swel"], "did you mean swell?"),
    (["--column", "note", "notes.arrow"], "-o out.parquet: names a file, and there are 2 files"),
]


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize(("arguments", "said"), BAD_ARGUMENTS, ids=lambda value: str(value))
def test_an_argument_that_makes_no_sense_is_told(
    jobs: str, arguments: list[str], said: str, run: Run
) -> None:
    is_reported(run("notes.parquet", "-o", "out.parquet", *arguments, "-j", jobs), said)
    assert results() == []


def test_a_table_on_standard_output_is_refused(run: Run) -> None:
    is_reported(
        run("notes.parquet", "--column", "note"), "a result in parquet needs a file; name it"
    )
    done = run("notes.parquet", "--column", "note", "--format", "jsonl")
    assert (done.returncode, done.stdout.count(b"\n")) == (0, 50)


def test_an_option_for_other_tables_is_refused(run: Run) -> None:
    said = "--id-column: notes.csv is read as csv, which numbers its rows; name a table (.parquet"
    is_reported(run("notes.csv", "--column", "note", "--id-column", "number"), said)


def test_a_table_in_the_folder_of_the_results_is_refused(run: Run) -> None:
    Path("kept").mkdir()
    done = run("notes.csv", "--column", "note", "-o", "kept", "--table", "kept/t.tsv")
    is_reported(done, "--table kept/t.tsv: is in the folder of the results, which are passed on")
    assert list(Path("kept").iterdir()) == []


DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "cut off": lambda raw: raw[: len(raw) // 2],
    "without its end": lambda raw: raw[:-3],
    "beginning only": lambda raw: raw[:9],
    "zeros in the middle": lambda raw: raw[: len(raw) // 3] + bytes(64) + raw[len(raw) // 3 + 64 :],
    "zeros near the end": lambda raw: raw[:-200] + bytes(64) + raw[-136:],
}


@pytest.mark.parametrize("name", ["notes.parquet", "notes.arrow", "notes.arrows"])
@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_table_is_told_and_leaves_nothing(damage: str, name: str, run: Run) -> None:
    path = Path(name)
    path.write_bytes(DAMAGES[damage](path.read_bytes()))
    done = run(name, "--column", "note", "-o", "out.parquet")
    if done.returncode == 0:  # the bytes are of another column, or of none
        assert pyarrow.parquet.read_table("out.parquet").num_rows == 50
        return
    is_reported(done, f"error: {name}: ")
    assert b"iconv" not in done.stderr
    assert results() == []


def test_a_table_that_is_no_table_is_told(run: Run) -> None:
    Path("text.parquet").write_text(f"{PRIVATE} bor i Lund.", "utf-8")
    Path("empty.parquet").write_bytes(b"")
    for name in ("text.parquet", "empty.parquet"):
        done = run(name, "--column", "note", "-o", "out.parquet")
        is_reported(
            done, f"{name}: is neither a Parquet nor an Arrow file; check its name and --from"
        )


def test_a_table_that_is_compressed_as_a_whole_is_told(run: Run) -> None:
    Path("notes.parquet.gz").write_bytes(gzip.compress(Path("notes.parquet").read_bytes()))
    done = run("notes.parquet.gz", "--column", "note", "-o", "out.parquet")
    is_reported(done, "notes.parquet.gz: is compressed as a whole; unpack it first")
    assert results() == []


def test_damage_that_only_a_checksum_shows_is_told(run: Run) -> None:
    table = pyarrow.table({"note": ["Amina bor i Lund."] * 20})
    pyarrow.parquet.write_table(
        table, "sums.parquet", write_page_checksum=True, use_dictionary=False, compression="none"
    )
    raw = Path("sums.parquet").read_bytes()
    Path("sums.parquet").write_bytes(raw.replace(b"Lund", b"Lynd"))
    is_reported(run("sums.parquet", "-o", "out.parquet"), "sums.parquet: is damaged, cut off, or")
    assert results() == []


KINDS = {
    "notes.parquet": "is a Parquet file; name it .parquet, or give --from parquet",
    "notes.arrow": "is an Arrow file; name it .arrow, or give --from arrow",
    "notes.arrows": "is a stream of Arrow; name it .arrows, or give --from arrow",
}


@pytest.mark.parametrize("ending", [".txt", ".csv", ".jsonl", ".json"])
@pytest.mark.parametrize("name", KINDS)
def test_a_binary_file_as_a_text_is_told_what_it_is(name: str, ending: str, run: Run) -> None:
    path = Path(name).rename(f"text{ending}")
    done = run(path, "-o", "out")
    is_reported(done, f"text{ending}: {KINDS[name]}")
    assert b"iconv" not in done.stderr and not Path("out").exists()


def test_a_good_table_beside_a_bad_one_is_done(run: Run) -> None:
    Path("bad.parquet").write_bytes(b"PAR1 and no more")
    done = run("bad.parquet", "notes.parquet", "--column", "note", "-o", "out")
    is_reported(done, "bad.parquet: is damaged, cut off, or of a kind that pyarrow")
    assert [path.name for path in Path("out").iterdir()] == ["notes_pseudonymized.parquet"]


def test_a_late_error_names_its_row(run: Run) -> None:
    raw = pyarrow.array([b"Lund"] * 47 + [PRIVATE.encode() + b"\xe5"] + [b""] * 2)
    table = pyarrow.table({"note": raw})
    pyarrow.parquet.write_table(table, "late.parquet", row_group_size=10)
    done = run("late.parquet", "-o", "out.parquet")
    is_reported(done, "late.parquet: column 'note', row 48: is not valid UTF-8")
    assert results() == []


def test_two_dictionaries_of_a_column_need_a_stream(run: Run) -> None:
    """Each piece of a table, here a row group of a megabyte, gets a dictionary with its texts."""
    words = pyarrow.array([PRIVATE] * 300 + ["Hej."] * 300).dictionary_encode()
    noise = pyarrow.array([os.urandom(1 << 12) for _ in words])
    table = pyarrow.table({"note": words, "noise": noise})
    pyarrow.parquet.write_table(table, "words.parquet", row_group_size=300)
    done = run("words.parquet", "--column", "note", "-o", "out.arrow")
    is_reported(done, "write a stream (.arrows) or Parquet")
    assert results() == []
    assert run("words.parquet", "--column", "note", "-o", "out.arrows").returncode == 0
    with pyarrow.OSFile("out.arrows") as file:
        assert pyarrow.ipc.open_stream(file).read_all().num_rows == table.num_rows


def test_fields_that_differ_are_told(run: Run) -> None:
    lines = ['{"text": "a", "size": 1}\n'] * 10_000 + ['{"text": "a", "size": "Amina"}\n']
    Path("many.jsonl").write_text("".join(lines), "utf-8")
    done = run("many.jsonl", "-o", "out.parquet")
    is_reported(done, "of the documents from number 10,001 on, one has a field that the first")
    assert results() == []


WITHOUT = """
import sys
for name in {names!r}:
    sys.modules[name] = None
sys.argv = sys.argv[1:]
exec(sys.argv[0])
"""


def run_without(
    package: str, folder: Path, data: Path, *arguments: str
) -> subprocess.CompletedProcess[bytes]:
    """Run the command where a package is missing."""
    words = command("pseudonymize", *arguments, "-q")
    return subprocess.run(
        [sys.executable, "-c", WITHOUT.format(names=[package]), *words[2:]],
        env=under(folder, data), capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip


def test_without_pyarrow_the_extra_is_named(run: Run, data: Path, tmp_path: Path) -> None:
    for target in (["-o", "out.parquet"], ["--format", "jsonl"]):
        done = run_without("pyarrow", tmp_path, data, "notes.parquet", "--column", "note", *target)
        is_reported(done, "need pyarrow; `pip install 'tacknamn[arrow]'`" if "-o" in target
                else "needs pyarrow; `pip install 'tacknamn[arrow]'`")  # fmt: skip
    done = run_without(
        "pyarrow", tmp_path, data, "notes.csv", "--column", "note", "-o", "out.arrow"
    )
    is_reported(done, "pip install 'tacknamn[arrow]'")
    assert results() == []


LIMITED = ["bash", "-c", 'ulimit -f "$0"; trap "" XFSZ; exec "$@"']


@pytest.mark.skipif(os.name != "posix", reason="limits of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_room_for_the_result_is_told(jobs: str, run: Run, data: Path, tmp_path: Path) -> None:
    noise = pyarrow.array([os.urandom(1 << 12) for _ in range(600)])
    pyarrow.parquet.write_table(
        pyarrow.table({"note": [PRIVATE] * 600, "noise": noise}),
        "noise.parquet",
        row_group_size=100,
    )
    words = command(
        "pseudonymize", "noise.parquet", "--column", "note", "-q", "-j", jobs, "-o", "out.parquet"
    )
    done = subprocess.run(
        [*LIMITED, "300", *words], env=under(tmp_path, data),
        capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    is_reported(done, "File too large")
    assert results() == []


def test_a_full_disk_leaves_no_half_part(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def write_half(part: TablePart, schema: object) -> object:
        (part.folder / f".tacknamn-{16 * '7'}.tmp").write_text(PRIVATE, "utf-8")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(TablePart, "open_rows", write_half)
    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    words = ["notes.parquet", "--column", "note", "--seed", "7", "-j", "1", "-o", "out.parquet"]
    done = call_here("tacknamn.cli.pseudonymize", words, capfd)
    assert (done.returncode, "No space left on device" in done.stderr) == (2, True)
    assert "nothing was written, and nothing is kept" in done.stderr
    assert not Path(".out.parquet.parts").exists()


def test_rows_that_share_a_long_text_are_decoded_a_few_at_a_time(tmp_path: Path) -> None:
    """A file of some kilobytes has gigabytes of texts then."""
    rows, long = 2000, "x" * 100_000
    shared = pyarrow.DictionaryArray.from_arrays(pyarrow.array([0] * rows, "int32"), [long])
    path = tmp_path / "shared.parquet"
    table = pyarrow.table({"note": shared, "id": range(rows)})
    pyarrow.parquet.write_table(table, path, store_schema=False)
    read = open_table_file(path, "shared.parquet")
    batches = list(read.read(read.pieces))
    assert sum(batch.num_rows for batch in batches) == rows
    assert max(batch.nbytes for batch in batches) < 200 * len(long)


def test_rows_are_joined_to_batches_of_thousands(tmp_path: Path) -> None:
    table = pyarrow.table({"id": range(5000), "note": pyarrow.array(["a", "b"] * 2500)})
    table = table.append_column("word", table["note"].dictionary_encode())
    path = tmp_path / "short.parquet"
    pyarrow.parquet.write_table(table, path)
    read = open_table_file(path, "short.parquet")
    batches = list(read.read(read.pieces))
    assert [batch.num_rows for batch in batches] == [2048, 2048, 904]
    assert pyarrow.Table.from_batches(batches).equals(table)


def test_a_lack_of_memory_is_no_damage() -> None:
    class Full:
        def read(self, size: int) -> bytes:
            raise pyarrow.ArrowMemoryError(f"realloc of size {size} failed")

    with pytest.raises(InputError, match="its rows need more memory than is free"):
        open_table(Full(), "notes.parquet")


def test_an_error_of_pyarrow_has_its_reason() -> None:
    error = OSError("Memory mapping file failed: Cannot allocate memory")
    error.filename = "out.parquet"  # Python's message would be: [Errno None] None: 'out.parquet'
    assert describe_os_error(error) == error.args[0]


@pytest.mark.parametrize("name", ["note", "place"])
def test_names_that_are_not_utf8_are_damage(name: str, run: Run) -> None:
    """The fuzzer of calls found a traceback here: names are decoded when they are first used."""
    inner = pyarrow.struct([("place", pyarrow.string())])
    table = pyarrow.table({"note": [PRIVATE], "more": pyarrow.array([{"place": "x"}], inner)})
    with pyarrow.ipc.new_file("names.arrow", table.schema) as writer:
        writer.write_table(table)
    path = Path("names.arrow")
    path.write_bytes(path.read_bytes().replace(name.encode(), b"\x8b" + name[1:].encode()))
    done = run("names.arrow", "--column", "note", "--format", "jsonl")
    is_reported(done, "names.arrow: is damaged, cut off, or of a kind that pyarrow")
