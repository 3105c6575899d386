"""Fetching on a machine that fails: full disk, read-only folders, kills, two at once."""

import os
import resource
import signal
import subprocess
import sys
import textwrap
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacknamn.errors import SourceError
from tacknamn.support.locks import hold_lock, is_lock_held
from tacknamn_builders.fetching.fetch import fetch_source
from tacknamn_builders.fetching.outcomes import FetchAction, FetchOutcome
from tacknamn_builders.sources.source_table import DataSource, SourceFile
from tests.server import IMPATIENT, Reply, Server, address_source, serve, sum_of
from tests.timing import PATIENCE, wait_until, watched

LAKES = b"namn;areal\n" + b"".join(b"Sj\xc3\xb6 %d;%d\n" % (i, i * i) for i in range(100_000))
"""More than the small disk below holds."""

SMALL = b"namn;areal\nV\xc3\xa4nern;5648\n"
EDITION = {"ETag": '"1"'}
ROOTS = os.pathsep.join(path for path in sys.path if path)


@pytest.fixture
def server() -> Iterator[Server]:
    with serve() as running:
        yield running


def lakes(server: Server, sha256: str = "") -> DataSource:
    return address_source(server.address, SourceFile("lakes.csv", sha256, "lakes.csv"))


def fetched(source: DataSource, raw: Path, cache: Path) -> FetchOutcome:
    return fetch_source(source, raw, cache=cache, patience=IMPATIENT)


def complaint(source: DataSource, raw: Path, cache: Path) -> str:
    with pytest.raises(SourceError) as caught:
        fetched(source, raw, cache)
    message = str(caught.value)
    assert message.startswith("lakes: ") and "\n" not in message
    return message


@contextmanager
def mounted(folder: Path, options: str) -> Iterator[Path]:
    """A small file system of its own, where we are allowed to make one."""
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", options, "none", str(folder)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False, timeout=PATIENCE)
        made = done.returncode == 0
    except FileNotFoundError:
        made = False
    if not made:
        pytest.skip("needs the right to mount a small disk")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True, timeout=PATIENCE)


@pytest.mark.parametrize("full", ["raw", "cache"])
def test_full_disk_is_reported_and_survived(server: Server, tmp_path: Path, full: str) -> None:
    with mounted(tmp_path / "disk", "size=1m") as disk:
        folders = {"raw": tmp_path / "raw", "cache": tmp_path / "cache"} | {full: disk}
        server.script("/lakes.csv", Reply(SMALL))
        landed = fetched(lakes(server), **folders)
        server.script("/lakes.csv", Reply(LAKES, headers=EDITION))
        message = complaint(lakes(server), **folders)
        assert "the disk is full" in message and "TACKNAMN_CACHE" in message
        assert landed.folder is not None
        assert (landed.folder / "lakes.csv").read_bytes() == SMALL
        assert [path.name for path in landed.folder.parent.iterdir()] == ["2025"]


def with_small_files(act: Callable[[], None]) -> None:
    """Do something while no file may grow beyond 1 MiB, which needs no rights."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1 << 20, before[1]))
    try:
        act()
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


def test_file_that_may_not_grow_is_resumed_later(server: Server, tmp_path: Path) -> None:
    raw, cache = tmp_path / "raw", tmp_path / "cache"
    server.script("/lakes.csv", Reply(LAKES, headers=EDITION))

    def run_full() -> None:
        assert "the disk is full" in complaint(lakes(server), raw, cache)

    with_small_files(run_full)
    assert fetched(lakes(server, sum_of(LAKES)), raw, cache).action == FetchAction.FETCHED
    assert server.asked[-1].headers["Range"] == f"bytes={1 << 20}-"


@pytest.mark.parametrize("closed", ["raw", "cache"])
def test_read_only_folder_is_reported(server: Server, tmp_path: Path, closed: str) -> None:
    server.script("/lakes.csv", Reply(SMALL))
    with mounted(tmp_path / "disk", "ro") as disk:
        folders = {"raw": tmp_path / "raw", "cache": tmp_path / "cache"} | {closed: disk}
        message = complaint(lakes(server), **folders)
        assert "no permission to write to" in message and str(disk) in message


@pytest.mark.parametrize("blocked", ["raw", "cache"])
def test_file_in_the_way_is_named(server: Server, tmp_path: Path, blocked: str) -> None:
    server.script("/lakes.csv", Reply(SMALL))
    (tmp_path / blocked).write_text("not a folder", "utf-8")
    message = complaint(lakes(server), tmp_path / "raw", tmp_path / "cache")
    assert str(tmp_path / blocked) in message and "is in the way" in message


@contextmanager
def another_process(code: str, *arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Another Python, killed when the block ends if it has not ended."""
    environment = os.environ | {"PYTHONPATH": ROOTS}
    command = [sys.executable, "-c", textwrap.dedent(code), *arguments]
    with watched(subprocess.Popen(command, env=environment)) as process:
        try:
            yield process
        finally:
            process.kill()


FETCH = """
    import sys
    from pathlib import Path
    from tacknamn_builders.fetching.fetch import fetch_source
    from tacknamn_builders.sources.source_table import SourceFile
    from tests.server import address_source

    address, folder = sys.argv[1:]
    source = address_source(address, SourceFile("lakes.csv", "", "lakes.csv"))
    fetch_source(source, Path(folder, "raw"), cache=Path(folder, "cache"))
    """


def test_killed_download_is_resumed(server: Server, tmp_path: Path) -> None:
    half = len(LAKES) // 2
    stalled = Reply(LAKES, headers=EDITION, stall_after=half)
    server.script("/lakes.csv", stalled, Reply(LAKES, headers=EDITION))
    part = tmp_path / "cache" / "unfinished" / "lakes" / "lakes.csv"
    with another_process(FETCH, server.address, str(tmp_path)) as process:
        wait_until(lambda: part.exists() and part.stat().st_size > half // 2)
        process.send_signal(signal.SIGKILL)
    assert not (tmp_path / "raw" / "lakes" / "2025").exists()
    outcome = fetched(lakes(server, sum_of(LAKES)), tmp_path / "raw", tmp_path / "cache")
    assert outcome.action == FetchAction.FETCHED
    assert int(server.asked[-1].headers["Range"][6:-1]) > half // 2


@pytest.mark.parametrize("aside", [".2025.old", ".2025.new"])
def test_killed_landing_is_recovered_from(server: Server, tmp_path: Path, aside: str) -> None:
    raw, cache = tmp_path / "raw", tmp_path / "cache"
    server.script("/lakes.csv", Reply(SMALL, headers=EDITION))
    fetched(lakes(server), raw, cache)
    (raw / "lakes" / "2025").rename(raw / "lakes" / aside)
    outcome = fetched(lakes(server), raw, cache)
    kept = aside == ".2025.old"  # what stepped aside was good, what stood beside was not yet
    assert outcome.action == (FetchAction.UNCHANGED if kept else FetchAction.FROM_CACHE)
    assert [path.name for path in (raw / "lakes").iterdir()] == ["2025"]


def test_fetches_of_one_source_follow_each_other(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(LAKES))
    source = lakes(server, sum_of(LAKES))
    outcomes: list[FetchOutcome] = []

    def fetch() -> None:
        outcomes.append(fetch_source(source, tmp_path / "raw", cache=tmp_path / "cache"))

    threads = [threading.Thread(target=fetch) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    actions = sorted(outcome.action for outcome in outcomes)
    assert actions == [
        FetchAction.PRESENT,
        FetchAction.PRESENT,
        FetchAction.PRESENT,
        FetchAction.FETCHED,
    ]
    assert len(server.asked) == 1


def test_waiting_for_another_fetch_has_an_end(server: Server, tmp_path: Path) -> None:
    server.script("/lakes.csv", Reply(SMALL))
    with hold_lock(tmp_path / "cache", "lakes", 0):
        message = complaint(lakes(server), tmp_path / "raw", tmp_path / "cache")
    assert "another tacknamn-build has held" in message
    assert (
        fetched(lakes(server), tmp_path / "raw", tmp_path / "cache").action == FetchAction.FETCHED
    )


def test_lock_ends_with_its_holder(tmp_path: Path) -> None:
    hold = """
        import sys, time
        from pathlib import Path
        from tacknamn.support.locks import hold_lock

        with hold_lock(Path(sys.argv[1]), "lakes", 0):
            Path(sys.argv[1], "held").touch()
            time.sleep(60)
        """
    with another_process(hold, str(tmp_path)) as process:
        wait_until((tmp_path / "held").exists)
        with pytest.raises(SourceError), hold_lock(tmp_path, "lakes", 0):
            pass
        assert is_lock_held(tmp_path, "lakes")
        process.send_signal(signal.SIGKILL)
    assert not is_lock_held(tmp_path, "lakes")
    assert not is_lock_held(tmp_path, "rivers")
    with hold_lock(tmp_path, "lakes", 0):
        pass
