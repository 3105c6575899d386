"""Thousands of connections at once: others are answered, and afterwards nothing is left."""

import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from tests.service.conftest import RunningService
from tests.service.sockets import connect, exchange, read_answer, write_request

pytestmark = [
    pytest.mark.full,
    pytest.mark.filterwarnings("ignore::UserWarning"),
    pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs /proc"),
]
LIVE = write_request("/livez", None, "Connection: close")
LOOKUP = write_request("/v1/lookup", {"form": "Kim"}, "Connection: close")
MANY = 10_000


@pytest.fixture
def files() -> Iterator[None]:
    """Allow this process as many files as the system does."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (before[1], before[1]))
    if before[1] < MANY + 500:
        pytest.skip(f"this system allows {before[1]} open files")
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, before)


@contextmanager
def idle_connections(port: int, number: int) -> Iterator[list[socket.socket]]:
    """Open connections that send nothing."""
    opened: list[socket.socket] = []
    try:
        for _ in range(number):
            opened.append(connect(port))
        yield opened
    finally:
        for each in opened:
            each.close()


def count_files(pid: int) -> int:
    return len(list(Path(f"/proc/{pid}/fd").iterdir()))


def measure_memory(pid: int) -> int:
    """Return the bytes that only this process has in memory."""
    text = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return sum(int(line.split()[1]) for line in text.splitlines() if line.startswith("Private_"))


def measure_processor(pid: int) -> float:
    """Return the seconds of processor time that a process has used."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_request_is_answered_within_a_second_among_ten_thousand_idle_connections(
    start_service: Callable[..., RunningService], files: None, workers: int
) -> None:
    service = start_service("--timeout", "120", "--workers", str(workers))
    exchange(service.port, LOOKUP)
    with idle_connections(service.port, MANY) as opened:
        time.sleep(1)
        for _ in range(10):
            began = time.monotonic()
            assert b" 200 OK" in exchange(service.port, LOOKUP)
            assert time.monotonic() - began < 1
        used = sum(count_files(pid) for pid in service.list_workers())
        assert used >= MANY, "all of them are open"
        opened[-1].sendall(LOOKUP)
        assert read_answer(opened[-1])[0] == 200
    end = time.monotonic() + 30
    while sum(count_files(pid) for pid in service.list_workers()) > 100 * workers:
        assert time.monotonic() < end
        time.sleep(0.1)
    assert service.stop() == 0
    assert "ERROR" not in service.end()


def test_a_burst_beyond_all_files_neither_ends_nor_occupies_the_service(
    start_service: Callable[..., RunningService], files: None
) -> None:
    service = start_service("--timeout", "20", "--no-access-log", files=256)
    exchange(service.port, LOOKUP)
    [worker] = service.list_workers()
    with idle_connections(service.port, 2000):
        time.sleep(1)
        before = measure_processor(worker)
        time.sleep(3)
        assert measure_processor(worker) - before < 1, "it waits, and does not try again and again"
    end = time.monotonic() + 30
    while b" 200 OK" not in exchange(service.port, LIVE):
        assert time.monotonic() < end
        time.sleep(0.1)
    assert service.list_workers() == [worker], "the worker is still the same"
    assert service.stop() == 0
    log = service.end()
    assert "Traceback" not in log and log.count("\n") < 100


def test_twenty_thousand_connections_leave_no_memory_behind(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--no-access-log")
    exchange(service.port, LOOKUP)
    [worker] = service.list_workers()
    figures = []
    for _ in range(10):
        for number in range(2_000):
            with suppress(OSError):
                part = LOOKUP[: number % len(LOOKUP)] if number % 2 else LOOKUP
                with connect(service.port) as connection:
                    connection.sendall(part)
        exchange(service.port, LOOKUP)
        time.sleep(0.2)
        figures.append((measure_memory(worker), count_files(worker)))
    assert figures[-1][0] < figures[2][0] * 1.05 + 500, figures
    assert figures[-1][1] <= figures[2][1] + 2, figures
