"""A vault on a machine that fails: killed writers, many at once, full disks, foreign rights."""

import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tacknamn.errors import VaultError
from tacknamn.replacement.records import Record
from tacknamn.vault import locking
from tacknamn.vault.locking import lock_file
from tacknamn.vault.vault import Vault
from tests.timing import PATIENCE, wait_until

pytestmark = pytest.mark.skipif(os.name != "posix", reason="limits and signals of POSIX")

KEY = bytes(range(32))
FIRST = Record("surname", "Berg", "Lind", "essay-0")

WRITER = """
import sys
from pathlib import Path
from tacknamn.vault import Record, Vault

path, name, turns, each = Path(sys.argv[1]), sys.argv[2], int(sys.argv[3]), int(sys.argv[4])
sys.stdin.readline()
vault = Vault.open(path, bytes(range(32)), create=True)
for turn in range(turns):
    batch = [Record("surname", f"{name}-{turn}-{n}", "Lind", name) for n in range(each)]
    vault.add_many(batch)
    print(turn, flush=True)
"""


def writer(path: Path, name: str, turns: int, each: int) -> subprocess.Popen[str]:
    """A program that adds, says of each turn when it is done, and waits for a line to begin."""
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, str(path), name, str(turns), str(each)],
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )


def start(process: subprocess.Popen[str]) -> None:
    assert process.stdin is not None
    process.stdin.write("\n")
    process.stdin.flush()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "essays.vault"


@contextmanager
def room(size: int) -> Iterator[None]:
    """Files cannot grow beyond this size, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.slow
def test_many_writers_at_once_lose_nothing(path: Path) -> None:
    names = [f"essay-{number}" for number in range(4)]
    writers = [writer(path, name, turns=15, each=7) for name in names]
    for process in writers:
        start(process)
    wait_until(lambda: path.exists() and path.stat().st_size > 0)
    while any(process.poll() is None for process in writers):
        Vault.open(path, KEY)  # what is half-written is never seen as damage
    for process in writers:
        assert process.communicate(timeout=PATIENCE)[0].split() == [str(turn) for turn in range(15)]
    vault = Vault.open(path, KEY)
    assert (len(vault), vault.unfinished) == (4 * 15 * 7, 0)
    for name in names:
        own = [record.original for record in vault.reveal("Lind", document=name)]
        assert own == [f"{name}-{turn}-{n}" for turn in range(15) for n in range(7)]


@pytest.mark.slow
def test_a_killed_writer_costs_only_what_it_was_adding(path: Path) -> None:
    Vault.open(path, KEY, create=True).add(FIRST)
    for life in range(6):
        doomed = writer(path, f"life-{life}", turns=1000, each=500)
        start(doomed)
        assert doomed.stdout is not None
        doomed.stdout.readline()
        time.sleep(0.004 * life)
        doomed.send_signal(signal.SIGKILL)
        said = doomed.communicate(timeout=PATIENCE)[0].split()
        done = 500 * (1 + len(said))
        vault = Vault.open(path, KEY)
        assert vault.reveal("Lind", document="essay-0") == [FIRST]
        kept = [record.original for record in vault.reveal("Lind", document=f"life-{life}")]
        assert done <= len(kept) <= done + 500
        assert kept == [f"life-{life}-{n // 500}-{n % 500}" for n in range(len(kept))]
        vault.add(Record("surname", f"after {life}", "Lind", "later"))
    assert Vault.open(path, KEY).unfinished == 0


def test_a_full_disk_loses_nothing(path: Path) -> None:
    vault = Vault.open(path, KEY, create=True)
    vault.add(FIRST)
    before = path.read_bytes()
    batch = [Record("surname", f"Berg{n}", "Lind", "essay-1") for n in range(5)]
    for size in range(len(before), len(before) + 6 * 128, 50):
        with room(size), pytest.raises(VaultError, match="nothing was added") as raised:
            vault.add_many(batch)
        assert str(path) in str(raised.value) and "Berg" not in str(raised.value)
        assert path.read_bytes() == before
        assert list(vault) == list(Vault.open(path, KEY)) == [FIRST]
    assert vault.add_many(batch) == 5
    assert list(Vault.open(path, KEY)) == [FIRST, *batch]


@pytest.mark.parametrize("size", [0, 1, 100, 127])
def test_a_full_disk_makes_no_half_vault(path: Path, size: int) -> None:
    with room(size), pytest.raises(VaultError, match="nothing was added"):
        Vault.open(path, KEY, create=True)
    assert path.stat().st_size == 0
    assert len(Vault.open(path, KEY, create=True)) == 0


def test_what_an_interrupted_run_left_is_cut_off_on_a_full_disk_too(path: Path) -> None:
    vault = Vault.open(path, KEY, create=True)
    vault.add(FIRST)
    whole = path.read_bytes()
    path.write_bytes(whole + b"torn" * 40)
    with room(len(whole)), pytest.raises(VaultError, match="nothing was added"):
        vault.add(Record("surname", "Ek", "Al"))
    assert path.read_bytes() == whole


def test_ctrl_c_while_adding_adds_nothing(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    vault = Vault.open(path, KEY, create=True)
    vault.add(FIRST)
    before = path.read_bytes()
    synced = os.fsync

    def pressed(handle: int) -> None:
        synced(handle)
        signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", pressed)
        with pytest.raises(KeyboardInterrupt):
            vault.add(Record("surname", "Ek", "Al"))
    assert path.read_bytes() == before
    assert vault.add(Record("surname", "Ek", "Al")) == 1


def test_a_vault_that_is_held_for_too_long_is_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    vault = Vault.open(path, KEY, create=True)
    monkeypatch.setattr(locking, "_PATIENCE", 0.05)
    with lock_file(path, writing=True):
        with pytest.raises(VaultError, match="another program"):
            vault.add(FIRST)
        with pytest.raises(VaultError, match="another program"):
            Vault.open(path, KEY)
    assert vault.add(FIRST) == 1


def test_readers_do_not_wait_for_each_other(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Vault.open(path, KEY, create=True).add(FIRST)
    monkeypatch.setattr(locking, "_PATIENCE", 0.0)
    with lock_file(path, writing=False):
        assert Vault.open(path, KEY).reveal("Lind") == [FIRST]


def test_forked_programs_may_add_to_a_vault_that_one_opened(path: Path) -> None:
    code = f"""
import os
from pathlib import Path
from tacknamn.vault import Record, Vault
vault = Vault.open(Path({str(path)!r}), bytes(range(32)), create=True)
forked = os.fork()
for turn in range(20):
    vault.add(Record("surname", f"Berg{{turn}}", "Lind", "parent" if forked else "child"))
if forked:
    assert os.waitpid(forked, 0)[1] == 0
"""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code]
    assert subprocess.run(command, env=environment, timeout=PATIENCE).returncode == 0
    assert len(Vault.open(path, KEY)) == 40


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_vault_that_may_only_be_read_can_be_read(path: Path) -> None:
    vault = Vault.open(path, KEY, create=True)
    vault.add(FIRST)
    path.chmod(0o400)
    assert list(Vault.open(path, KEY)) == [FIRST]
    with pytest.raises(VaultError, match="cannot be opened"):
        vault.add(Record("surname", "Ek", "Al"))
