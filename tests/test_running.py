"""A run over many files: what it writes, what it leaves alone, and how it ends."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from tacknamn.batch.inputs import find_inputs
from tacknamn.batch.outputs import plan_outputs
from tacknamn.batch.progress import ProgressBar
from tacknamn.batch.runner import BatchRun, run_batch
from tacknamn.batch.summary import BatchSummary
from tacknamn.errors import Error, InputError, RunError
from tacknamn.formats.registry import load_writer
from tacknamn.support.atomic_files import WholeFile
from tests.reports import environment
from tests.running_stand_in import opener, read_lines, read_text
from tests.timing import wait_until, watched

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="limits and signals of POSIX"),
]
WORKERS = pytest.mark.parametrize("workers", [1, 3])


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("TACKNAMN_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def essays(tmp_path: Path) -> Path:
    folder = tmp_path / "essays"
    (folder / "year1").mkdir(parents=True)
    for number in range(20):
        (folder / f"{number:02}.txt").write_text(f"text {number}\n", "utf-8")
    (folder / "year1" / "a.txt").write_text("a\n", "utf-8")
    return folder


def run_over(folder: Path, workers: int = 1, **facts: object) -> BatchRun:
    planned = plan_outputs(find_inputs([str(folder)]), folder.parent / "out", None)
    run = BatchRun(planned, read_text, opener, "> ", load_writer, workers=workers, settings=b"one")
    return replace(run, **facts)  # type: ignore[arg-type]


def done(run: BatchRun) -> BatchSummary:
    summary = BatchSummary()
    run_batch(run, ProgressBar(1, is_shown=False), summary)
    return summary


def results(folder: Path) -> dict[str, str]:
    """What stands in the folder of results, hidden files too."""
    out = folder.parent / "out"
    files = (path for path in sorted(out.rglob("*")) if path.is_file())
    return {path.relative_to(out).as_posix(): path.read_text("utf-8") for path in files}


@WORKERS
def test_every_text_has_its_result(workers: int, essays: Path) -> None:
    summary = done(run_over(essays, workers))
    made = results(essays)
    assert (len(made), summary.documents, summary.words, summary.errors) == (21, 21, 41, [])
    assert made["07_pseudonymized.txt"] == "> TEXT 7\n"
    assert made["year1/a_pseudonymized.txt"] == "> A\n"


def test_results_are_the_same_however_many_work(essays: Path) -> None:
    (essays / "big.txt").write_text("x" * 300_000, "utf-8")
    (essays / "slow.txt").write_text("wait0.2", "utf-8")
    done(run_over(essays))
    alone = results(essays)
    done(run_over(essays, workers=4, settings=None))
    assert results(essays) == alone


@WORKERS
def test_documents_of_one_file_come_in_their_order(workers: int, essays: Path) -> None:
    lines = [f"line {number} {'x' * (number * 37 % 4000)}\n" for number in range(300)]
    (essays / "lines.jsonl").write_text("wait0.1\n" + "".join(lines), "utf-8")
    done(run_over(essays, workers, read=read_lines))
    made = results(essays)["lines_pseudonymized.jsonl"].splitlines(keepends=True)
    assert made[1:] == [f"> {line.upper()}" for line in lines]


@WORKERS
def test_a_second_run_leaves_what_is_done(workers: int, essays: Path) -> None:
    done(run_over(essays, workers))
    before = {path: path.stat().st_mtime_ns for path in essays.parent.glob("out/**/*.txt")}
    summary = done(run_over(essays, workers))
    assert (summary.skipped, summary.documents) == (21, 0)
    assert {path: path.stat().st_mtime_ns for path in before} == before


def test_what_changed_is_done_anew(essays: Path) -> None:
    done(run_over(essays))
    (essays / "01.txt").write_text("newer", "utf-8")
    (essays.parent / "out" / "02_pseudonymized.txt").unlink()
    (essays.parent / "out" / "03_pseudonymized.txt").write_text("> TEX", "utf-8")
    summary = done(run_over(essays))
    assert (summary.skipped, summary.documents) == (18, 3)
    assert results(essays)["01_pseudonymized.txt"] == "> NEWER"
    assert results(essays)["03_pseudonymized.txt"] == "> TEXT 3\n"


def test_other_settings_do_all_anew_and_those_of_before_are_still_known(essays: Path) -> None:
    done(run_over(essays))
    assert done(run_over(essays, settings=b"other", request="? ")).documents == 21
    assert results(essays)["00_pseudonymized.txt"] == "? TEXT 0\n"
    assert done(run_over(essays)).documents == 21  # the results are the other ones now
    assert done(run_over(essays, settings=None)).documents == 21


def test_nothing_is_left_beside_the_results_to_remember_it(essays: Path, cache: Path) -> None:
    done(run_over(essays))
    assert all(name.endswith("_pseudonymized.txt") for name in results(essays))
    notes = list((cache / "finished").iterdir())
    assert len(notes) == 1 and notes[0].stat().st_mode & 0o077 == 0
    assert set(notes[0].read_text("ascii")) <= set("0123456789abcdef\n")
    (counted,) = (cache / "counted").iterdir()
    assert counted.stat().st_mode & 0o077 == 0
    assert "0_pseudonymized" not in counted.read_text("ascii")


def test_without_a_cache_all_is_done_anew(essays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_CACHE", "/dev/null/nowhere")
    for _ in range(2):
        assert done(run_over(essays)).documents == 21


BAD = [
    ("refuse", "this text is refused"),
    ("fail", "an internal error of Täcknamn (ValueError in running_stand_in.py, line "),
    ("half", "half a character"),
]


@WORKERS
@pytest.mark.parametrize(("text", "said"), BAD)
def test_a_bad_text_costs_nothing_but_itself(
    text: str, said: str, workers: int, essays: Path
) -> None:
    (essays / "05.txt").write_text(text, "utf-8")
    (essays / "06.txt").write_bytes(b"\xff")
    summary = done(run_over(essays, workers))
    assert summary.documents == 19
    assert len(summary.errors) == 2
    assert str(essays / "05.txt") in summary.errors[0] and said in summary.errors[0]
    assert "quoted privately" not in summary.errors[0]
    assert set(results(essays)).isdisjoint({"05_pseudonymized.txt", "06_pseudonymized.txt"})
    assert done(run_over(essays, workers)).skipped == 19


@WORKERS
def test_nothing_of_a_file_is_left_that_fails_in_the_middle(workers: int, essays: Path) -> None:
    (essays / "05.jsonl").write_text("good\nrefuse\ngood\n", "utf-8")
    (essays / "06.jsonl").write_bytes(b"good\n" * 9000 + b"\xff\n")
    (essays / "07.txt").write_text("two\ndocuments\n", "utf-8")
    summary = done(run_over(essays, workers, read=read_lines))
    assert ["refused" in summary.errors[0], "Unicode" in summary.errors[1]] == [True, True]
    assert "a text file holds only one; choose --format xml" in summary.errors[2]
    assert (len(summary.errors), summary.documents) == (3, 20)
    assert len(results(essays)) == 20


@WORKERS
def test_fail_fast_ends_at_the_first_fault(workers: int, essays: Path) -> None:
    (essays / "05.txt").write_text("refuse", "utf-8")
    with pytest.raises(InputError, match=r"05\.txt: this text is refused"):
        done(run_over(essays, workers, fail_fast=True))
    assert len(results(essays)) == 5


@WORKERS
def test_a_wrong_request_is_told_before_anything_is_written(workers: int, essays: Path) -> None:
    with pytest.raises(InputError, match="this request is wrong"):
        done(run_over(essays, workers, request="wrong"))
    assert not (essays.parent / "out").exists()


def test_a_worker_that_dies_is_told(essays: Path) -> None:
    (essays / "05.txt").write_text("die", "utf-8")
    with pytest.raises(RunError, match=r"a worker process was killed \(SIGKILL\)"):
        done(run_over(essays, workers=2))
    with pytest.raises(RunError, match=r"a worker process was killed \(SIGKILL\)"):
        done(run_over(essays, workers=2, request="die"))
    assert not [name for name in results(essays) if name.endswith(".tmp")]


@contextmanager
def room(size: int) -> Iterator[None]:
    """Files cannot grow beyond this size, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    ignored = signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
        signal.signal(signal.SIGXFSZ, ignored)


def test_what_finds_no_room_leaves_nothing(essays: Path) -> None:
    (essays / "05.txt").write_text("long " * 2000, "utf-8")
    with room(5000):
        summary = done(run_over(essays))
    assert len(summary.errors) == 1 and "05_pseudonymized.txt: File too large" in summary.errors[0]
    assert len(results(essays)) == 20
    assert done(run_over(essays)).documents == 1


def test_a_full_disk_ends_the_run(essays: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left") as told:
        done(run_over(essays))
    assert str(told.value.filename).endswith("out/00_pseudonymized.txt")
    assert results(essays) == {}


def test_the_old_result_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text("old", "utf-8")
    with pytest.raises(KeyboardInterrupt), WholeFile(path) as file:
        file.write("new")
        raise KeyboardInterrupt
    assert (path.read_text("utf-8"), len(list(tmp_path.iterdir()))) == ("old", 1)
    with WholeFile(path) as file:
        file.write("\ufeffnew\r\n\u2028")
    assert path.read_bytes() == "\ufeffnew\r\n\u2028".encode()


class Vault:
    """Remembers when it was given what, and refuses some."""

    def __init__(self, out: Path) -> None:
        self.out = out
        self.kept: list[str] = []

    def add_many(self, records: Iterable[str]) -> int:
        records = list(records)
        if "text 9\n" in records:
            raise Error("the vault is full")
        self.kept += records
        assert len(list(self.out.glob("[!.]*.txt"))) < len(self.kept)
        return len(records)


def test_originals_are_in_the_vault_before_a_result_is_there(essays: Path) -> None:
    vault = Vault(essays.parent / "out")
    with pytest.raises(Error, match="the vault is full"):
        done(run_over(essays, vault=vault, workers=2))
    assert len(vault.kept) == 9
    assert len(results(essays)) == 9


PROGRAM = """
import sys
from pathlib import Path
from tests.test_running import done, run_over
print("begun", flush=True)
done(run_over(Path(sys.argv[1]), workers=int(sys.argv[2])))
"""


@WORKERS
@pytest.mark.parametrize("wait", [0.0, 0.2, 0.5])
@pytest.mark.parametrize("pressed", [signal.SIGINT, signal.SIGKILL])
def test_whatever_ends_a_run_ends_its_workers_and_leaves_whole_results(
    pressed: signal.Signals, wait: float, workers: int, essays: Path, tmp_path: Path
) -> None:
    for path in essays.rglob("*.txt"):
        path.write_text("wait0.05", "utf-8")
    marked = f"{tmp_path}/essays"
    process = subprocess.Popen(
        [sys.executable, "-c", PROGRAM, marked, str(workers)],
        env=environment(TACKNAMN_CACHE=str(tmp_path / "cache")), cwd=Path(__file__).parents[1],
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip
    with watched(process):
        assert process.stdout is not None and process.stdout.readline() == b"begun\n"
        time.sleep(wait)
        process.send_signal(pressed)  # to the first process alone: the others must see it gone
    wait_until(lambda: not _group_lives(process.pid), "the end of the workers")
    left = results(essays)
    if pressed == signal.SIGINT:
        assert not [name for name in left if name.endswith(".tmp")]
    whole = {text for name, text in left.items() if name.endswith(".txt")}
    assert whole <= {"> WAIT0.05"}


def _group_lives(group: int) -> bool:
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
