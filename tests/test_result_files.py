"""Results that hold originals, what killed runs leave behind, pipes, devices, and links."""

import gzip
import json
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pyarrow.feather
import pyarrow.parquet
import pytest

from tacknamn.errors import InputError
from tacknamn.support import special_files
from tacknamn.support.atomic_files import WholeFile, write_whole
from tacknamn.support.hidden_files import remove_leftovers
from tacknamn.support.special_files import open_stream, refuse_special_file
from tests import forks
from tests.running_command import ESSAY, PROGRAMS, command, made_bundle, pseudonymize, under

pytestmark = pytest.mark.skipif(os.name != "posix", reason="modes, pipes and links of POSIX")
LEFT = ".tacknamn-0123456789abcdef.tmp"
WAITING = """
import sys, time
from pathlib import Path
from tacknamn.support.atomic_files import WholeFile
with WholeFile(Path(sys.argv[1])) as file:
    file.write("original")
    file.stream.flush()
    print("ready", flush=True)
    time.sleep(60)
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return made_bundle(tmp_path_factory.mktemp("data"))


@pytest.fixture
def essay(tmp_path: Path) -> Path:
    path = tmp_path / "a.txt"
    path.write_bytes(ESSAY.encode())
    return path


def mode_of(path: Path) -> str:
    return f"{path.stat().st_mode & 0o777:o}"


def run(tmp_path: Path, data: Path, *arguments: str | Path) -> "subprocess.CompletedProcess[bytes]":
    return pseudonymize(*arguments, given=b"", **under(tmp_path, data))


@pytest.mark.parametrize(("given", "wanted"), [(0o600, "600"), (0o640, "640"), (0o644, "640")])
@pytest.mark.parametrize("format", ["svala", "html", "tab", "portal"])
def test_results_with_originals_are_as_private_as_the_input(
    tmp_path: Path, data: Path, essay: Path, format: str, given: int, wanted: str
) -> None:
    essay.chmod(given)
    done = run(tmp_path, data, essay, "-o", tmp_path / "out", "--format", format)
    assert done.returncode == 0, done.stderr
    (result,) = (tmp_path / "out").iterdir()
    assert mode_of(result) == wanted


@pytest.mark.parametrize(("given", "wanted"), [(0o600, "600"), (0o640, "640"), (0o666, "644")])
@pytest.mark.parametrize(
    "name", ["a.csv", "a.jsonl", "a.csv.gz", "a.parquet", "a.arrow", "a.jsonl a.parquet"]
)
def test_a_private_table_stays_private(
    tmp_path: Path, data: Path, name: str, given: int, wanted: str
) -> None:
    source, _, result = name.partition(" ")
    table = write_table(tmp_path / source)
    table.chmod(given)
    out, report = tmp_path / "new" / "out" / (result or source), tmp_path / "report.json"
    columns = () if source.endswith(".jsonl") else ("--column", "text")
    before = os.umask(0o022)
    try:
        done = run(tmp_path, data, table, *columns, "-o", out, "--report", report)
    finally:
        os.umask(before)
    assert done.returncode == 0, done.stderr
    assert (mode_of(out), mode_of(report)) == (wanted, wanted)


def test_results_of_a_private_folder_are_in_a_private_folder(
    tmp_path: Path, data: Path, essay: Path
) -> None:
    (tmp_path / "in").mkdir(mode=0o700)
    essay.rename(tmp_path / "in" / "a.txt")
    for number in (1, 2):
        (tmp_path / "in" / f"{number}.txt").write_text(ESSAY, "utf-8")
    (tmp_path / "in" / "1.txt").chmod(0o600)
    arguments = (tmp_path / "in", "-o", tmp_path / "new" / "out", "--format", "html")
    assert run(tmp_path, data, *arguments).returncode == 0
    assert {mode_of(path) for path in tmp_path.glob("new/**") if path.is_dir()} == {"700"}
    out = tmp_path / "new" / "out"
    assert mode_of(out / "index.html") == mode_of(out / "1_pseudonymized.html") == "600"


def test_a_private_table_on_standard_input_stays_private(tmp_path: Path, data: Path) -> None:
    table = write_table(tmp_path / "a.jsonl")
    table.chmod(0o600)
    words = command("pseudonymize", "--from", "jsonl", "-o", tmp_path / "out.jsonl")
    with table.open("rb") as stream:
        subprocess.run(words, check=True, stdin=stream, env=under(tmp_path, data))
    assert mode_of(tmp_path / "out.jsonl") == "600"


def test_who_is_not_in_the_group_of_the_input_may_not_read_the_result(
    tmp_path: Path, essay: Path
) -> None:
    if os.geteuid() != 0:
        pytest.skip("only root may change groups")
    os.chown(essay, -1, 12345)
    for given, wanted in ((0o640, "600"), (0o644, "644"), (0o660, "600")):
        essay.chmod(given)
        before = os.umask(0o022)
        try:
            write_whole(tmp_path / "b", "x", like=[essay])
        finally:
            os.umask(before)
        assert mode_of(tmp_path / "b") == wanted


def write_table(path: Path) -> Path:
    """A table of one row, in the format of its name."""
    row = {"id": "1", "name": "Petra Alm", "text": "Amina bor i Göteborg."}
    if path.name.startswith("a.csv"):
        text = f"{','.join(row)}\n{','.join(row.values())}\n".encode()
        path.write_bytes(gzip.compress(text) if path.suffix == ".gz" else text)
    elif path.suffix == ".jsonl":
        path.write_text(f"{json.dumps(row)}\n", "utf-8")
    elif path.suffix == ".parquet":
        pyarrow.parquet.write_table(pyarrow.Table.from_pylist([row]), path)
    else:
        pyarrow.feather.write_feather(pyarrow.Table.from_pylist([row]), str(path))
    return path


def test_a_file_is_private_while_it_is_written(tmp_path: Path) -> None:
    with WholeFile(tmp_path / "a") as file:
        file.write("x")
        assert [mode_of(path) for path in tmp_path.iterdir()] == ["600"]
    (tmp_path / "usual").touch()
    assert mode_of(tmp_path / "a") == mode_of(tmp_path / "usual")


def test_the_umask_also_limits_files_with_originals(tmp_path: Path, essay: Path) -> None:
    essay.chmod(0o644)
    before = os.umask(0o077)
    try:
        write_whole(tmp_path / "b", "x", like=[essay], has_originals=True)
    finally:
        os.umask(before)
    assert mode_of(tmp_path / "b") == "600"


def test_the_next_run_removes_what_a_killed_one_left(
    tmp_path: Path, data: Path, essay: Path
) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", WAITING, tmp_path / "out"], stdout=subprocess.PIPE
    ) as process:
        assert process.stdout is not None and process.stdout.readline()
        remove_leftovers(tmp_path)
        (left,) = tmp_path.glob(".tacknamn-*.tmp")  # its process is alive
        process.send_signal(signal.SIGKILL)
    assert left.read_text("utf-8") == "original"
    (tmp_path / ".tacknamn-notes.tmp").touch()
    (tmp_path / ".0123456789abcdef.tmp").touch()
    assert run(tmp_path, data, essay, "-o", tmp_path).returncode == 0
    assert {path.name for path in tmp_path.iterdir() if path.name[0] == "."} == {
        ".tacknamn-notes.tmp",
        ".0123456789abcdef.tmp",
    }


def test_only_regular_files_are_removed(tmp_path: Path) -> None:
    (tmp_path / "kept").write_text("x", "utf-8")
    (tmp_path / LEFT).symlink_to("kept")
    (tmp_path / LEFT.replace("0", "1")).mkdir()
    os.mkfifo(tmp_path / LEFT.replace("0", "2"))
    remove_leftovers(tmp_path)
    assert len(list(tmp_path.iterdir())) == 4
    remove_leftovers(tmp_path / "missing")


@pytest.mark.parametrize("there", ["kept.txt", "missing.txt"])
def test_a_result_is_not_written_through_a_link(
    tmp_path: Path, data: Path, essay: Path, there: str
) -> None:
    (tmp_path / "kept.txt").write_text("kept", "utf-8")
    (tmp_path / "out").mkdir()
    link = tmp_path / "out" / "a_pseudonymized.txt"
    link.symlink_to(tmp_path / there)
    done = run(tmp_path, data, essay, "-o", tmp_path / "out")
    assert done.returncode == 2 and b"is a symbolic link" in done.stderr
    assert link.is_symlink() and (tmp_path / "kept.txt").read_text("utf-8") == "kept"
    with pytest.raises(InputError, match="is a symbolic link"):
        write_whole(link, "x")


def test_a_link_to_a_folder_is_a_folder(tmp_path: Path, data: Path, essay: Path) -> None:
    (tmp_path / "large").mkdir()
    (tmp_path / "out").symlink_to("large")
    assert run(tmp_path, data, essay, "-o", tmp_path / "out").returncode == 0
    assert (tmp_path / "large" / "a_pseudonymized.txt").is_file()


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    os.mkfifo(tmp_path / "pipe")
    return tmp_path / "pipe"


def test_a_pipe_without_a_writer_is_left(pipe: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(special_files, "_PIPE_WAIT", 0.2)
    threads = threading.active_count()
    with pytest.raises(InputError, match="no program has opened it for writing"):
        open_stream(pipe)
    assert threading.active_count() == threads


def test_a_pipe_with_a_slow_writer_is_read(pipe: Path) -> None:
    def write() -> None:
        time.sleep(0.3)
        with pipe.open("wb") as file:
            time.sleep(0.3)
            file.write(b"slow")

    thread = threading.Thread(target=write)
    thread.start()
    with open_stream(pipe) as stream:
        assert stream.read() == b"slow"
    thread.join()


def test_a_command_does_not_wait_for_a_pipe_for_ever(
    tmp_path: Path, data: Path, pipe: Path
) -> None:
    hurry = "from tacknamn.support import special_files\nspecial_files._PIPE_WAIT = 1\n"
    words = ["-c", hurry + PROGRAMS["pseudonymize"], "pseudonymize", str(pipe)]
    done = forks.run([sys.executable, *words], under(tmp_path, data))
    assert done.returncode == 2
    assert b"pipe: is a pipe, and no program has opened it for writing within 1 s" in done.stderr


@pytest.mark.parametrize("option", ["--profile", "--extra", "--allow"])
def test_settings_from_a_pipe_are_refused(
    tmp_path: Path, data: Path, essay: Path, option: str
) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    done = run(tmp_path, data, essay, option, tmp_path / "pipe.toml")
    assert done.returncode == 2
    assert b"pipe.toml: is a pipe, which can be read only once" in done.stderr


def test_a_profile_that_extends_a_pipe_is_refused(tmp_path: Path, data: Path, essay: Path) -> None:
    os.mkfifo(tmp_path / "above.toml")
    (tmp_path / "mine.toml").write_text('format = 1\nextends = "above.toml"\n', "utf-8")
    done = run(tmp_path, data, essay, "--profile", tmp_path / "mine.toml")
    assert done.returncode == 2 and b"above.toml" in done.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_devices_are_refused(tmp_path: Path, data: Path, essay: Path) -> None:
    for words in (["/dev/zero"], [essay, "--profile", "/dev/zero"]):
        done = run(tmp_path, data, *words)
        assert done.returncode == 2 and b"/dev/zero: is a device" in done.stderr
    with pytest.raises(InputError, match="is a device"):
        refuse_special_file("/dev/zero")
    with open_stream(os.devnull) as stream:
        assert stream.read() == b""


@pytest.mark.skipif(not Path("/dev/fd").exists(), reason="this system has no /dev/fd")
def test_the_pipe_of_a_shell_is_read(tmp_path: Path) -> None:
    reading, writing = os.pipe()
    os.write(writing, b"text")
    os.close(writing)
    with open_stream(f"/dev/fd/{reading}") as stream:  # opened again, it would wait for a writer
        assert stream.read() == b"text"
    os.close(reading)
