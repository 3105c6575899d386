"""Whatever ``tacknamn pseudonymize`` is given: a result, or one line that says what to do."""

import errno
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tacknamn.replacement.keys import write_key
from tests.reports import call_here, environment, is_error
from tests.running_command import ESSAY, command, pseudonymize, under
from tests.timing import PATIENCE

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and rights of POSIX")
Run = Callable[..., subprocess.CompletedProcess[bytes]]
PRIVATE = "Amina"
"""Stands in every text; no message may have it."""
is_reported = partial(is_error, PRIVATE)


@pytest.fixture
def run(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    monkeypatch.chdir(tmp_path)

    def call(*arguments: str | Path, **more: Any) -> subprocess.CompletedProcess[bytes]:
        given = more.pop("given", b"")
        return pseudonymize(*arguments, given=given, **under(tmp_path, data, **more))

    return call


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    folder = tmp_path / "essays"
    folder.mkdir()
    for number in range(4):
        (folder / f"{number}.txt").write_bytes(ESSAY.encode())
    return folder


def graph(**changes: Any) -> bytes:
    """A graph of one word, with something wrong."""
    right: dict[str, Any] = {
        "source": [{"id": "s0", "text": f"{PRIVATE} "}],
        "target": [{"id": "t0", "text": f"{PRIVATE} "}],
        "edges": {"e-s0-t0": {"id": "e-s0-t0", "ids": ["s0", "t0"], "labels": [], "manual": False}},
    }
    return json.dumps(right | changes).encode()


BAD_FILES = [
    ("latin.txt", f"{PRIVATE} f\xf6re".encode("latin-1"), "latin.txt: not UTF-8 at byte 7"),
    ("utf16.txt", PRIVATE.encode("utf-16-le"), "utf16.txt: a NUL at byte 1"),
    ("bom.txt", PRIVATE.encode("utf-16"), "bom.txt: is UTF-16; convert it first, with `iconv"),
    ("zip.txt", b"PK\x03\x04\x14\0\xffAmina", "zip.txt: is a zip file, as .docx and .odt are"),
    ("pdf.txt", b"%PDF-1.7\n\xe2Amina", "pdf.txt: is a PDF; save it as plain text"),
    ("old.csv", b"\xd0\xcf\x11\xe0\xa1Amina", "old.csv: is an old document of an office program"),
    ("page.HTM", b"<p>Amina", "page.HTM: is a web page, which is not read; save it as"),
    ("letter.docx", b"Amina", "letter.docx: is a document of a word processor"),
    ("empty.txt", b"", "empty.txt: is empty"),
    ("large.txt", b"Amina bor " * (10 << 20), "larger than 67,108,864 bytes"),
    ("large.jsonl", b'{"text": "' + b"Amina bor " * (10 << 20), "longer than 67,108,864 bytes"),
    ("broken.jsonl", b'{"text": "Amina"', "broken.jsonl, line 1"),
    ("textless.jsonl", b'{"id": 1, "body": "Amina"}', 'its "text" is missing'),
    ("half.jsonl", b'{"text": "Amina \\ud800"}', "half.jsonl, line 1"),
    ("twice.jsonl", b'{"id": 1, "text": "a"}\n{"id": 1, "text": "a"}', "twice.jsonl, line 2"),
    ("graph.json", graph(edges={}), "graph.json: source token 1 (s0)"),
    ("nograph.json", b'{"text": "Amina"}', "nograph.json"),
    ("nojson.json", b"Amina", "nojson.json"),
    ("broken.xml", b"<text>Amina", "broken.xml"),
    ("table.csv", b"id,text\n1,Amina\n", "table.csv: say which columns"),
]


@pytest.mark.parametrize(("name", "content", "said"), BAD_FILES, ids=[row[0] for row in BAD_FILES])
def test_a_file_that_cannot_be_read_is_told(
    name: str, content: bytes, said: str, run: Run, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    out = tmp_path / "out"
    is_reported(run(name, "-q", "-o", out), said)
    assert list(out.rglob("*")) == []


BAD_ARGUMENTS = [
    (["--profile", "swel"], "did you mean swell?"),
    (["--profile", "own.toml"], "own.toml"),
    (["--set", "countri=keep"], "did you mean country"),
    (["--set", "country=kep"], "did you mean keep?"),
    (["--set", "country"], "--set: write LABEL=METHOD"),
    (["--format", "pdf"], "--format pdf: choose one of text"),
    (["--from", "html"], "--from html: choose one of text"),
    (["--lang", "de"], "language 'de'"),
    (["--details", "1,x"], "--details: give numbers"),
    (["--details", "10"], "10"),
    (["--pattern", "(=[X]"], "not a regular expression"),
    (["--pattern", "[X]"], "--pattern: write REGEX=TEXT"),
    (["--key-file", "no.key"], "no.key"),
    (["--seed", "7", "--key-file", "no.key"], "give only one of them"),
    (["--vault", "a.vault"], "no key"),
    (["--data", "."], "tacknamn-build"),
    (["-o", "essays/0.txt"], "not a folder"),
    (["-o", "/dev/null/below"], "/dev/null/below"),
    (["no-such-file.txt"], "no-such-file.txt: No such file"),
    (["no-such-*.txt"], "no file matches"),
    (["--column", "text"], "essays/0.txt is read as text, which has no columns; name a table"),
    (["--no-header"], "--no-header: essays/0.txt is read as text, which has no columns; name a"),
    (["--set", "city=zero"], "city: zero is for account_nr"),
    (["-"], "standard input"),
]


@pytest.mark.parametrize(("arguments", "said"), BAD_ARGUMENTS, ids=lambda value: str(value))
def test_an_argument_that_makes_no_sense_is_told(
    arguments: list[str], said: str, run: Run, essays: Path
) -> None:
    alone = [] if arguments[0].startswith("no-such") else ["essays/0.txt"]
    is_reported(run(*alone, *arguments, "-q"), said)
    assert [path.name for path in essays.iterdir() if "pseudonymized" in path.name] == []


@pytest.mark.full  # ten seconds: the time that patterns are given
def test_a_pattern_that_would_never_end_is_told(run: Run) -> None:
    pattern = "(?:a|a|aa)+$=[X]"
    is_reported(
        run("--profile", "mask", "--pattern", pattern, given=b"a" * 5000 + b"b"), "custom pair 1"
    )


def test_ten_thousand_nested_quotes_are_no_fault(run: Run) -> None:
    text = "“«'(" * 10_000 + "Amina" + ")'»”" * 10_000
    done = run("-q", given=text.encode())
    made = done.stdout.decode()
    assert done.returncode == 0 and PRIVATE not in made
    assert (made[:40_000], made[-40_000:]) == (text[:40_000], text[-40_000:])


def test_a_long_line_is_no_fault(run: Run) -> None:
    done = run("-q", given=b"Amina bor i en stad. " * 50_000)
    assert (done.returncode, done.stdout.count(b" bor i en stad. ")) == (0, 50_000)
    assert b"Amina" not in done.stdout


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_one_bad_file_of_many_is_told_at_the_end(jobs: str, run: Run, essays: Path) -> None:
    (essays / "1.txt").write_bytes(b"Amina \xff")
    done = run("essays", "-o", "out", "-j", jobs)
    told = done.stderr.decode()
    assert (done.returncode, len(list(Path("out").iterdir()))) == (2, 3)
    assert told.startswith("error: essays/1.txt: not UTF-8 at byte 6")
    assert told.endswith("3 documents, 39 words, 12 replaced, 1 file failed\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_fail_fast_ends_at_the_first(jobs: str, run: Run, essays: Path) -> None:
    (essays / "1.txt").write_bytes(b"Amina \xff")
    is_reported(run("essays", "-o", "out", "-j", jobs, "--fail-fast", "-q"), "essays/1.txt")
    assert [path.name for path in Path("out").iterdir()] == ["0_pseudonymized.txt"]


def test_many_documents_do_not_become_one_file_of_one(run: Run, tmp_path: Path) -> None:
    lines = b'{"text": "Amina"}\n' * 2
    is_reported(run("--from", "jsonl", "--format", "html", "-q", given=lines), "several documents")
    one = run("--from", "jsonl", "--format", "html", "-q", given=b'{"text": "Amina"}\n')
    assert one.returncode == 0 and one.stdout.startswith(b"<!")


def test_two_results_of_one_name_are_refused_before_anything_is_written(
    run: Run, essays: Path
) -> None:
    (essays / "0.text").write_bytes(ESSAY.encode())
    is_reported(run("essays", "--format", "jsonl", "-q"), "would both be written to")
    assert len(list(essays.iterdir())) == 5


def test_a_result_that_would_replace_a_text_is_refused(run: Run, essays: Path) -> None:
    (essays / "0_pseudonymized.txt").symlink_to("1.txt")
    is_reported(run("essays", "-q"), "is itself an input, or a link")
    assert (essays / "1.txt").read_bytes() == ESSAY.encode()


def test_a_result_folder_within_the_texts_is_no_fault(run: Run, essays: Path) -> None:
    for said in (b"4 documents", b"4 files done before"):
        assert said in run("essays", "-o", "essays/out", "--seed", "7").stderr
    assert len(list(essays.rglob("*.txt"))) == 8


AS_NOBODY = """
import os, sys
from tacknamn.errors import Error
from tacknamn.batch.inputs import find_inputs
from tacknamn.batch.outputs import make_folders, plan_outputs
from pathlib import Path
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
try:
    make_folders(plan_outputs(find_inputs(sys.argv[1:2]), Path(sys.argv[2]), None))
except Error as exc:
    print(exc)
"""


def test_a_folder_that_may_not_be_written_to_is_told() -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o755)
        (folder / "essays").mkdir()
        (folder / "essays" / "a.txt").write_bytes(b"Amina")
        (folder / "locked").mkdir(mode=0o555)
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(folder / "essays"), str(folder / "locked")],
            env=environment(), capture_output=True, encoding="utf-8", check=True,
            timeout=PATIENCE,
        )  # fmt: skip
    assert (
        done.stdout
        == f"{folder}/locked: cannot create files there; choose another folder with -o\n"
    )


FULL = """
import errno, os, runpy, sys
def full(handle):
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
os.fsync = full
sys.argv = sys.argv[1:]
exec(sys.argv[0])
"""


def test_a_full_disk_is_told_and_leaves_nothing(data: Path, essays: Path, tmp_path: Path) -> None:
    words = command("pseudonymize", essays, "-q", "-o", tmp_path / "out")
    done = subprocess.run(
        [sys.executable, "-c", FULL, *words[2:]], env=under(tmp_path, data),
        capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    is_reported(done, "out/0_pseudonymized.txt: No space left on device")
    assert not (tmp_path / "out").exists()


LIMITED = ["bash", "-c", 'ulimit -f "$0"; trap "" XFSZ; exec "$@"']


def test_no_room_for_one_result_is_told_with_its_name(
    data: Path, essays: Path, tmp_path: Path
) -> None:
    (essays / "1.txt").write_text(ESSAY * 100, "utf-8")
    words = command("pseudonymize", essays, "-q", "-o", tmp_path / "out")
    done = subprocess.run(
        [*LIMITED, "4", *words], env=under(tmp_path, data),
        capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    is_reported(done, "1_pseudonymized.txt: File too large")
    assert len(list((tmp_path / "out").iterdir())) == 3


def test_a_full_standard_output_is_told(data: Path, essays: Path, tmp_path: Path) -> None:
    if not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            command("pseudonymize", essays / "0.txt", "-q"), env=under(tmp_path, data),
            stdout=full, stderr=subprocess.PIPE, check=False, timeout=PATIENCE,
        )  # fmt: skip
    assert (done.returncode, done.stderr.startswith(b"error: standard output: ")) == (2, True)


def test_whoever_has_read_enough_hears_nothing(data: Path, tmp_path: Path) -> None:
    (tmp_path / "many.jsonl").write_text('{"text": "Amina"}\n' * 3000, "utf-8")
    words = command("pseudonymize", tmp_path / "many.jsonl", "-q", "-j", "2")
    done = subprocess.run(
        ["bash", "-c", '"$@" | head -1; exit ${PIPESTATUS[0]}', "bash", *words],
        env=under(tmp_path, data), capture_output=True, check=False, timeout=PATIENCE,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (141, b"")


EMPTY = [
    "--writer", "--protect", "--annotator", "--dataset-type", "--id-column", "--writer-column",
    "--output", "--table", "--report", "--key-file", "--vault", "--protect-file", "--data", "--extra",
    "--profile", "--lang", "--from", "--format",
]  # fmt: skip


@pytest.mark.parametrize("option", EMPTY)
def test_an_option_with_an_empty_value_is_refused(option: str, run: Run, essays: Path) -> None:
    """A variable of the shell that is not set would silently mean all writers, or no person."""
    for value in ("", " "):
        is_reported(run(essays / "0.txt", option, value, "-q"), f"{option}: is empty; give a value")
        is_reported(run(essays / "0.txt", f"{option}={value}"), f"{option}: is empty; give a value")
    assert not [path for path in essays.parent.rglob("*") if "pseudonymized" in path.name]


def test_an_empty_name_of_a_file_is_not_the_current_folder(
    run: Run, essays: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(essays)
    for arguments in ([""], ["0.txt", " "], ["-o", "", "0.txt"], ["--", ""]):
        done = run(*arguments)
        said = "--output" if "-o" in arguments else "FILE"
        is_reported(done, f"{said}: is empty; give a value")
    assert len(list(essays.iterdir())) == 4


EMPTY_ELSEWHERE = [
    ("detect --data =", "--data"), ("detect =", "FILE"), ("sample city --key-file =", "--key-file"),
    ("key =", "FILE"), ("reveal =", "VAULT"), ("risk a --vault =", "--vault"), ("risk =", "FILE"),
    ("evaluate = b", "GOLD"), ("evaluate a b --html =", "--html"), ("agreement a =", "OTHER"),
    ("learn a --output =", "--output"), ("validate =", "FILE"), ("match =", "FILE"),
    ("review =", "FOLDER"), ("review a --key-file =", "--key-file"), ("mask a --output =", "--output"),
    ("serve --public-url =", "--public-url"), ("serve --host =", "--host"),
    ("serve --essays =", "--essays"), ("serve --session-folder =", "--session-folder"),
    ("serve --token-file =", "--token-file"), ("data install --index-url =", "--index-url"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "name"), EMPTY_ELSEWHERE, ids=[x for x, _ in EMPTY_ELSEWHERE])
def test_other_commands_refuse_empty_values_as_well(
    words: str, name: str, data: Path, tmp_path: Path
) -> None:
    given = ["" if word == "=" else word for word in words.split()]
    done = subprocess.run(
        [sys.executable, "-m", "tacknamn", *given], env=under(tmp_path, data), cwd=tmp_path, input=b"", capture_output=True,
        check=False, timeout=PATIENCE,
    )  # fmt: skip
    is_reported(done, f"{name}: is empty; give a value")


def test_some_values_may_be_empty(run: Run, essays: Path) -> None:
    done = run(essays / "0.txt", "--profile", "mask", "--details", "")
    assert (done.returncode, PRIVATE.encode() in done.stdout) == (0, False)


def test_links_and_pipes_of_a_folder_are_left_out_and_named(
    run: Run, essays: Path, tmp_path: Path
) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "secret.txt").write_bytes(ESSAY.encode())
    (essays / "a.txt").symlink_to(tmp_path / "other" / "secret.txt")
    (essays / "b").symlink_to(tmp_path / "other", target_is_directory=True)
    os.mkfifo(essays / "c.txt")
    (essays / "d.txt").symlink_to("missing")
    (essays / "notes.bin").symlink_to("missing")  # would not be read anyway
    done = run("essays", "-o", "out", "--seed", "7")
    said = done.stderr.decode()
    assert done.returncode == 0 and len(list((tmp_path / "out").iterdir())) == 4
    assert "warning: essays/b, essays/a.txt, essays/c.txt and 1 more are links, pipes or" in said
    assert said.endswith("4 documents, 52 words, 16 replaced, 4 left out\n")
    done = run("essays", "-o", "out", "--seed", "7", "--json")
    assert json.loads(done.stderr.decode().partition("\n")[2])["left_out"] == 4
    named = run(essays / "a.txt", "--seed", "7")
    assert named.returncode == 0 and b"warning" not in named.stderr


def test_no_corrected_essay_is_missing_without_a_word(run: Run, essays: Path) -> None:
    """One file more in a folder of corrected graphs once made the run forget all of them."""
    run("essays", "-o", "graphs", "--format", "svala", "--seed", "7", "-q")
    graphs = sorted(Path("graphs").iterdir())
    Path("graphs/notes.txt").write_text("Hej!", "utf-8")
    for files in (["graphs"], ["graphs/notes.txt", *graphs]):
        done = run(*files, "-o", "final", "--seed", "7", "--force")
        assert done.returncode == 0 and b"left out" not in done.stderr
        assert len(list(Path("final").iterdir())) == 5
        shutil.rmtree("final")
    Path("graphs/0.txt").write_text("Hej!", "utf-8")
    done = run("graphs", "-o", "final", "--seed", "7")
    warning, *_, summary = done.stderr.decode().splitlines()
    assert warning.startswith(
        "warning: 1 result of an earlier run is not read (graphs/0_pseudonymized.json)"
    )
    assert warning.endswith("to read results, name them alone")
    assert summary.endswith(", 1 left out")
    done = run("graphs", "-o", "final", "--seed", "7", "--json")
    assert json.loads(done.stderr.decode().partition("\n")[2])["left_out"] == 1


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv", "out.parquet"])
def test_a_file_that_is_no_result_is_not_replaced(run: Run, tmp_path: Path, name: str) -> None:
    Path("in.csv").write_text(f"id,text\n1,{PRIVATE} bor i Lund\n", "utf-8")
    out = Path(name)
    out.write_bytes(b"the only copy")
    words = ("in.csv", "--column", "text", "-o", name, "--seed", "7")
    is_reported(run(*words, "-q"), "exists, and is not known as an unchanged result")
    assert out.read_bytes() == b"the only copy"
    assert run(*words, "--force").returncode == 0
    Path("in.csv").write_text(f"id,text\n1,{PRIVATE} bor i Malmö\n", "utf-8")
    assert run(*words, "--set", "city=keep").returncode == 0  # a result is replaced by a newer one
    with out.open("ab") as stream:
        stream.write(b"\n")  # a correction by hand
    is_reported(run(*words, "-q"), "exists, and is not known as an unchanged result")
    out.write_bytes(b"")
    assert run(*words).returncode == 0
    assert run("in.csv", "--column", "text", "-o", f"a_pseudonymized.{name[4:]}").returncode == 0


def test_a_key_that_others_may_read_is_a_warning(run: Run, essays: Path, tmp_path: Path) -> None:
    key = tmp_path / "a.key"
    write_key(key)
    for mode, is_open in ((0o644, True), (0o640, True), (0o600, False), (0o400, False)):
        key.chmod(mode)
        by_option = run(essays / "0.txt", "--key-file", key)
        by_variable = run(essays / "0.txt", TACKNAMN_KEY_FILE=str(key))
        for done in (by_option, by_variable):
            assert done.returncode == 0
            assert (
                b"a.key: other users of this machine may read the key" in done.stderr
            ) == is_open
            assert (b"`chmod 600 " in done.stderr) == is_open
    key.chmod(0o644)
    assert b"warning" not in run(essays / "0.txt", "--key-file", key, "-q").stderr


@pytest.mark.parametrize("ending", [".avro", ".orc", ".xlsx", ".sqlite"])
def test_a_table_of_another_program_is_not_taken_for_text(ending: str, run: Run) -> None:
    path = Path(f"a{ending}")
    path.write_bytes(b"Obj " + PRIVATE.encode())
    is_reported(run(path, "-q"), "which is not read; convert it to CSV or Parquet first")
    Path("b.txt").write_bytes(b"Obj\x01\x04\x14avro.codec" + PRIVATE.encode())
    is_reported(run("b.txt", "-q"), "b.txt: is an Avro file; convert it to Parquet or JSON Lines")
    assert run(path, "--from", "text", "-q").returncode == 0


def test_a_table_that_cannot_be_written_is_made_by_the_same_command(
    run: Run, data: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A result without its table could not be undone."""
    Path("a.txt").write_text(f"Hej {PRIVATE}.", "utf-8")
    words = ["a.txt", "-o", "out", "--profile", "mask", "--table", "table.tsv", "-q"]
    replace = Path.replace

    def replace_until_the_disk_is_full(self: Path, target: Path) -> Path:
        if target.suffix == ".tsv":
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(self))
        return replace(self, target)

    monkeypatch.setenv("TACKNAMN_DATA", str(data))
    with monkeypatch.context() as full:
        full.setattr(Path, "replace", replace_until_the_disk_is_full)
        done = call_here("tacknamn.cli.pseudonymize", words, capfd)
    assert done.returncode == 2 and PRIVATE not in done.stderr
    assert "table.tsv: No space left on device; free some space; the results were" in done.stderr
    assert "and the table was not: run the same command again" in done.stderr
    assert not Path("table.tsv").exists()
    assert run(*words).returncode == 0
    assert f"{PRIVATE}\t[Name]\t1" in Path("table.tsv").read_text("utf-8")
