"""Compare what was measured with the targets of the matcher."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import SubprocessError

from bench.memory import PROCESSES, measure_opening, measure_sharing
from bench.peers import own
from bench.peers.registry import PEERS, PURE_PYTHON
from bench.running import EngineFigures

from tacknamn.errors import Error

__all__ = ["Bar", "Results", "compare_near_forms", "compare_opening", "compare_rates"]

SMALL, MIDDLE, LARGE = 50_000, 500_000, 2_000_000


@dataclass(frozen=True, slots=True)
class Bar:
    """A measured value with its target: one line of a table."""

    title: str
    value: float | None
    """The measured value; None if it could not be measured."""
    bar: float
    """The target."""
    unit: str = "times"
    most: bool = False
    """Whether the target is a maximum, not a minimum."""
    note: str = ""

    @property
    def passed(self) -> bool | None:
        """Whether the target is reached; None if nothing was measured."""
        if self.value is None:
            return None
        return self.value <= self.bar if self.most else self.value >= self.bar


@dataclass(frozen=True, slots=True)
class Results:
    """The figures of all engines, by size of the list."""

    by_size: Mapping[int, Sequence[EngineFigures]]

    def rate(self, name: str, size: int) -> float | None:
        """Return megabytes a second; None if the engine did not run."""
        rates = (figures.rate for figures in self.by_size.get(size, ()) if figures.engine == name)
        return next(rates, None)

    def fastest(self, names: Sequence[str], size: int) -> tuple[str, float | None]:
        """Return the fastest of some engines and its rate."""
        rated = [(rate, name) for name in names if (rate := self.rate(name, size))]
        return (max(rated)[1], max(rated)[0]) if rated else ("none of them ran", None)

    def ratio(self, name: str, size: int, other: str, other_size: int = 0) -> float | None:
        """Return how many times as fast an engine is as another one."""
        return _divide(self.rate(name, size), self.rate(other, other_size or size))


def compare_rates(results: Results) -> list[Bar]:
    """Compare ratios of rates with their targets."""
    native, portable = own.NATIVE.name, own.PORTABLE.name
    ratio = results.ratio
    bars = [
        Bar(f"native : portable, {size:,} entries", ratio(native, size, portable), least)
        for size, least in ((MIDDLE, 8.0), (LARGE, 10.0))
    ]
    for size, least in ((SMALL, 3.5), (MIDDLE, 4.0), (LARGE, 4.0)):
        peer, rate = results.fastest([engine.name for engine in PEERS], size)
        value = _divide(results.rate(native, size), rate)
        bars.append(Bar(f"native : fastest peer, {size:,} entries", value, least, note=peer))
    for size in (SMALL, MIDDLE, LARGE):
        pure, rate = results.fastest([engine.name for engine in PURE_PYTHON], size)
        value = _divide(results.rate(portable, size), rate)
        title = f"portable : best exact arrangement in Python, {size:,} entries"
        bars.append(Bar(title, value, 0.8, note=pure))
    objects, short, short_objects = own.OBJECTS.name, own.SHORT.name, own.SHORT_OBJECTS.name
    return [
        *bars,
        Bar("native : str.lower()", ratio(native, MIDDLE, own.LOWER.name), 0.5),
        Bar("slow-down from 50,000 to 2,000,000 entries", ratio(native, SMALL, native, LARGE), 2.0,
            most=True),
        Bar("objects : arrays", ratio(objects, MIDDLE, native), 0.4),
        Bar("short texts : long ones, arrays", ratio(short, MIDDLE, native), 0.8),
        Bar("short texts : long ones, objects", ratio(short_objects, MIDDLE, objects), 0.8),
        Bar("two threads : one", ratio(own.THREADS.name, MIDDLE, native), 1.5,
            note="our own target"),
    ]  # fmt: skip


def compare_opening(bundle: Path, texts: Path) -> list[Bar]:
    """Measure opening two million entries, and how much memory processes share."""
    if not Path("/proc/self/smaps_rollup").exists():
        return [Bar("opening a bundle of 2,000,000 entries", None, 5.0, "ms", note="needs Linux")]
    milliseconds, megabytes = measure_opening(bundle)
    single, together = measure_sharing(bundle, texts)
    return [
        Bar("opening a bundle of 2,000,000 entries", milliseconds, 5.0, "ms", most=True),
        Bar("private memory of that", megabytes, 2.0, "MB", most=True),
        Bar(f"memory of the bundle in {PROCESSES} processes : in one", together / single, 1.2,
            most=True, note="our own target"),
    ]  # fmt: skip


def compare_near_forms(measure: Callable[[], Mapping[int, tuple[float, float]]]) -> list[Bar]:
    """Compare look-ups of near forms a second with symspellpy, by distance."""
    measured: Mapping[int, tuple[float, float]] = {}
    note = ""
    try:
        measured = measure()
    except (Error, ImportError, OSError, SubprocessError) as exc:
        note = f"{type(exc).__name__}: {exc}"
    return [
        Bar(f"near forms : symspellpy, distance {edits}",
            _divide(*measured[edits]) if edits in measured else None, least,
            note=note)
        for edits, least in ((1, 5.0), (2, 3.0))
    ]  # fmt: skip


def _divide(value: float | None, other: float | None) -> float | None:
    return value / other if value is not None and other else None
