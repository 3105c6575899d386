"""What the matcher must reach, and whether it does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from subprocess import SubprocessError

from bench.memory import PROCESSES, opening, sharing
from bench.peers import own
from bench.peers.registry import PEERS, PURE_PYTHON
from bench.running import Measured

from tacknamn.errors import Error

__all__ = ["Bar", "Results", "near_bars", "opening_bars", "rate_bars"]

SMALL, MIDDLE, LARGE = 50_000, 500_000, 2_000_000


@dataclass(frozen=True, slots=True)
class Bar:
    """One line of the table of measures."""

    title: str
    value: float | None
    """What was measured; None where it could not be."""
    bar: float
    unit: str = "times"
    most: bool = False
    """Whether the bar is the most that is allowed, not the least that is asked for."""
    note: str = ""

    @property
    def passed(self) -> bool | None:
        """Whether the bar is reached; None where nothing was measured."""
        if self.value is None:
            return None
        return self.value <= self.bar if self.most else self.value >= self.bar


@dataclass(frozen=True, slots=True)
class Results:
    """What all engines measured, by size of the list."""

    by_size: Mapping[int, Sequence[Measured]]

    def rate(self, name: str, size: int) -> float | None:
        """Megabytes a second."""
        rates = (one.rate for one in self.by_size.get(size, ()) if one.engine == name)
        return next(rates, None)

    def fastest(self, names: Sequence[str], size: int) -> tuple[str, float | None]:
        """The fastest of some engines."""
        rated = [(rate, name) for name in names if (rate := self.rate(name, size))]
        return (max(rated)[1], max(rated)[0]) if rated else ("none of them ran", None)

    def ratio(self, one: str, size: int, other: str, other_size: int = 0) -> float | None:
        """How many times as fast one engine is as another one."""
        return _divided(self.rate(one, size), self.rate(other, other_size or size))


def rate_bars(results: Results) -> list[Bar]:
    """The bars that are ratios of rates."""
    native, portable = own.NATIVE.name, own.PORTABLE.name
    ratio = results.ratio
    bars = [
        Bar(f"native : portable, {size:,} entries", ratio(native, size, portable), least)
        for size, least in ((MIDDLE, 8.0), (LARGE, 10.0))
    ]
    for size, least in ((SMALL, 3.5), (MIDDLE, 4.0), (LARGE, 4.0)):
        peer, rate = results.fastest([engine.name for engine in PEERS], size)
        value = _divided(results.rate(native, size), rate)
        bars.append(Bar(f"native : fastest peer, {size:,} entries", value, least, note=peer))
    for size in (SMALL, MIDDLE, LARGE):
        pure, rate = results.fastest([engine.name for engine in PURE_PYTHON], size)
        value = _divided(results.rate(portable, size), rate)
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


def opening_bars(bundle: Path, texts: Path) -> list[Bar]:
    """What opening two million entries costs, and what processes share of them."""
    if not Path("/proc/self/smaps_rollup").exists():
        return [Bar("opening a bundle of 2,000,000 entries", None, 5.0, "ms", note="needs Linux")]
    milliseconds, megabytes = opening(bundle)
    one, together = sharing(bundle, texts)
    return [
        Bar("opening a bundle of 2,000,000 entries", milliseconds, 5.0, "ms", most=True),
        Bar("private memory of that", megabytes, 2.0, "MB", most=True),
        Bar(f"memory of the bundle in {PROCESSES} processes : in one", together / one, 1.2,
            most=True, note="our own target"),
    ]  # fmt: skip


def near_bars(measure: Callable[[], Mapping[int, tuple[float, float]]]) -> list[Bar]:
    """Near forms: our look-ups a second and symspellpy's, by distance."""
    measured: Mapping[int, tuple[float, float]] = {}
    note = ""
    try:
        measured = measure()
    except (Error, ImportError, OSError, SubprocessError) as exc:
        note = f"{type(exc).__name__}: {exc}"
    return [
        Bar(f"near forms : symspellpy, distance {edits}",
            _divided(*measured[edits]) if edits in measured else None, least,
            note=note)
        for edits, least in ((1, 5.0), (2, 3.0))
    ]  # fmt: skip


def _divided(one: float | None, other: float | None) -> float | None:
    return one / other if one is not None and other else None
