"""Measure time in tests, so that a busy machine fails no test; and wait for conditions.

What counts is the time of the processor, not of the clock on the wall, without the collection of
garbage; the quickest of several tries is taken. One try that keeps to the bar is enough, for noise
only adds: work that really takes too long does so in every try.
"""

import gc
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from typing import AnyStr, TypeVar

__all__ = [
    "LEEWAY",
    "PATIENCE",
    "THOROUGH",
    "TRIES",
    "quickest",
    "seconds",
    "shorten",
    "slowdown",
    "wait_until",
    "watched",
]

Given = TypeVar("Given")

THOROUGH = os.environ.get("TACKNAMN_TEST_THOROUGH") == "1"
"""Whether tests take no shortcuts, as in ``make test-full``."""

TRIES = 8
BUDGET = 60.0
"""Seconds of measuring after which no further try is made: a measurement of minutes has no noise."""
LEEWAY = 2.0
"""How much more each piece of a longer text may take. Linear work takes 0.9 to 1.1 as much; where the square takes as long as the rest, five times the length give 1.7."""
BRIEFEST = 0.0005
"""Seconds; what takes less is as long, or chance would decide."""
PATIENCE = 120.0
"""Seconds after which what is waited for, and takes a second or two at rest, will never come."""


def shorten(length: int) -> int:
    """Return the length of a text that should take long: a quarter of it in everyday tests.

    A search that takes a nanosecond for each pair of letters still takes twice as long as the
    rest of the work, so :func:`slowdown` still finds it."""
    return length if THOROUGH else length // 4


# ---- measuring --------------------------------------------------------------------------


def seconds(work: Callable[[], object], clock: Callable[[], float] = time.process_time) -> float:
    """What one run of the work takes."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        begun = clock()
        work()
        return clock() - begun
    finally:
        if was_enabled:
            gc.enable()


def quickest(measure: Callable[[], float], enough: float) -> float:
    """The least of several measurements; the first one below ``enough`` is the last."""
    return min(_until(measure, enough))


def slowdown(
    work: Callable[[Given], object], short: Given, long: Given, times: float, enough: float = LEEWAY
) -> float:
    """How often as long each piece of ``long`` takes, which has ``times`` the pieces of ``short``.

    Both are measured in turn, so that a machine that slows down does so for both; the short one
    twice, since its noise would hide a fault."""
    of_short: list[float] = []
    of_long: list[float] = []

    def measure() -> float:
        of_short.append(seconds(lambda: work(short)))
        of_long.append(seconds(lambda: work(long)))
        of_short.append(seconds(lambda: work(short)))
        return min(of_long) / times / max(min(of_short), BRIEFEST)

    return min(_until(measure, enough))


def _until(measure: Callable[[], float], enough: float) -> Iterator[float]:
    begun = time.monotonic()
    for _ in range(TRIES):
        measured = measure()
        yield measured
        if measured < enough or time.monotonic() - begun > BUDGET:
            return


# ---- waiting ----------------------------------------------------------------------------


def wait_until(true: Callable[[], bool], what: str = "what was waited for") -> None:
    """Wait for something that must come, however busy the machine is."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, f"{what} did not come in {PATIENCE:.0f} seconds"
        time.sleep(0.005)


@contextmanager
def watched(process: "subprocess.Popen[AnyStr]") -> "Iterator[subprocess.Popen[AnyStr]]":
    """A process that is killed when it takes too long: so that its reader does not wait forever."""
    killed = False

    def kill() -> None:
        nonlocal killed
        killed = process.poll() is None
        process.kill()

    timer = Timer(PATIENCE, kill)
    timer.start()
    try:
        with process:
            yield process
    finally:
        timer.cancel()
        assert not killed, f"{process.args!r} did not end in {PATIENCE:.0f} seconds"
