"""Measure batches on one core, next to the single calls of the start commit; and two threads."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.bulk.setting import Setting, Speeds, compare
from bench.bulk.texts import LEARNERS, generate_notes, generate_rows, read_learners
from bench.bulk.workers import start_worker, write_texts
from bench.measures import Bar
from bench.versions import ROOT

from tacknamn import Lexicon

__all__ = ["measure_one_core", "measure_threads"]

REPEATED = 10
"""Learners' sentences are few, so the benchmark takes them several times."""


def measure_one_core(setting: Setting) -> Iterator[Bar]:
    """Compare ``many`` with the single calls of the start commit."""
    lexicon = Lexicon.open(setting.bundle)
    rows = generate_rows(lexicon, setting.rows)
    yield _compare_with_start(setting, "short name-rich rows", rows, 3.0)
    sentences = read_learners(setting.texts) * REPEATED if setting.texts else []
    yield _compare_with_start(setting, f"learners' sentences of {LEARNERS}", sentences, 1.5)
    notes = generate_notes(lexicon, setting.rows)
    yield _compare_with_start(setting, "notes of which every fifth has a name", notes, 4.0)


def measure_threads(setting: Setting) -> Iterator[Bar]:
    """Compare two threads that share a pseudonymizer with one."""
    rows = generate_rows(Lexicon.open(setting.bundle), setting.rows)
    file = write_texts(rows, setting.folder / "rows.jsonl")
    speeds = _compare_ways(setting, (ROOT, "many"), (ROOT, "threads"), file, len(rows), "wall")
    yield Bar(
        "two threads on `many` : one",
        speeds.ratio,
        0.0,
        note="no goal; [the reason](bulk.md#threads)",
    )


def _compare_with_start(setting: Setting, title: str, texts: Sequence[str], goal: float) -> Bar:
    title = f"{title} : start commit"
    if not texts:
        return Bar(title, None, goal, note="needs the gold texts")
    file = write_texts(texts, setting.folder / "texts.jsonl")
    speeds = _compare_ways(setting, (setting.start, "single"), (ROOT, "many"), file, len(texts))
    note = f"{len(texts):,} texts; {speeds.before:,.0f} and {speeds.after:,.0f} a second"
    return Bar(title, speeds.ratio, goal, note=note)


def _compare_ways(
    setting: Setting,
    before: tuple[Path, str],
    after: tuple[Path, str],
    file: Path,
    count: int,
    by: str = "processor",
) -> Speeds:
    (old, way), (new, other_way) = before, after
    with (
        start_worker(old, way, setting.bundle, file) as first,
        start_worker(new, other_way, setting.bundle, file) as second,
    ):
        return compare(first, second, count, by)
