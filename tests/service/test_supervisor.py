"""Workers and the process that keeps them running."""

import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.service.conftest import RunningService


def workers_of(service: RunningService) -> list[int]:
    pid = service.process.pid
    return [
        int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split()
    ]


def is_gone(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text("ascii").rpartition(")")[2].split()[0] == "Z"


def wait_until(is_true: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not is_true():
        assert time.monotonic() < end
        time.sleep(0.02)


@pytest.mark.skipif(not Path("/proc").exists(), reason="needs Linux")
def test_workers_end_when_their_supervisor_is_killed(
    start_service: Callable[..., RunningService],
) -> None:
    service = start_service("--workers", "2")
    wait_until(lambda: len(workers_of(service)) == 2)
    workers = workers_of(service)
    service.process.send_signal(signal.SIGKILL)
    service.process.wait(10)
    wait_until(lambda: all(map(is_gone, workers)))
