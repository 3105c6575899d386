"""What tests of time stand on: noise is overlooked, growth and hanging processes are not."""

import gc
import subprocess
import sys

import pytest

from tests import timing
from tests.timing import LEEWAY, TRIES, quickest, seconds, slowdown, wait_until, watched


def linear(size: int) -> int:
    return sum(number for number in range(size))


def quadratic(size: int) -> int:
    return sum(linear(size // 50) for _ in range(size // 50))


def test_linear_work_is_no_slower() -> None:
    assert slowdown(linear, 20_000, 100_000, times=5) < LEEWAY


def test_quadratic_work_is_seen_in_every_try() -> None:
    assert slowdown(quadratic, 10_000, 50_000, times=5) > LEEWAY


def test_the_quickest_try_counts_and_ends_them() -> None:
    measured = iter([9.0, 7.0, 0.5, 0.1])
    assert quickest(lambda: next(measured), 1) == 0.5
    slow = iter(range(2, 99))
    assert quickest(lambda: next(slow), 1) == 2
    assert next(slow) == 2 + TRIES


def test_no_garbage_is_collected_meanwhile() -> None:
    seen = []
    seconds(lambda: seen.append(gc.isenabled()))
    assert (seen, gc.isenabled()) == ([False], True)


def test_a_process_that_hangs_is_ended_and_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timing, "PATIENCE", 0.2)
    sleeping = [sys.executable, "-c", "import time; time.sleep(60)"]
    process = subprocess.Popen(sleeping, stdout=subprocess.PIPE)
    with pytest.raises(AssertionError, match="did not end"), watched(process):
        assert process.stdout is not None and process.stdout.read() == b""
    with pytest.raises(AssertionError, match="the sun did not come"):
        wait_until(lambda: False, "the sun")
