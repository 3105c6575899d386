"""Measure Spark on two cores: next to Presidio's own sample, and next to one process of ours."""

import shutil
import statistics
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pyarrow
from bench.backend_models import fetch_model
from bench.bulk.setting import Setting
from bench.bulk.spark_workers import SparkFigures, start_spark_worker
from bench.bulk.texts import generate_english_rows, generate_rows
from bench.bulk.workers import start_worker, write_texts
from bench.measures import Bar
from bench.model_table import read_models
from bench.versions import ROOT
from pyarrow import parquet

from tacknamn import Lexicon
from tacknamn.errors import SourceError

__all__ = ["measure_spark"]

MODEL = "en_core_web_sm"
MODELS = ROOT / "build" / "backend-models"
COMPARED = 20_000
"""Rows that Presidio processes as well, in some minutes."""
ROUNDS = 2
"""Jobs with all rows, next to one process."""
WARM = 800
"""Rows of a first job, in which Spark compiles its plan and the workers open their models and lists."""
FILES = 8
"""Files of a table, one for each task: more than cores, so that both cores end at about the same time."""
MILLION = 1_000_000
SPEED = Bar(f"rows a second on Spark : Presidio's sample ({MODEL})", None, 30)
ADDED = Bar("memory that it adds to one that passes rows on : Presidio's sample", None, 0)
WHOLE = Bar("memory of a Python worker : Presidio's sample", None, 0.2, most=True)
CORES = Bar("rows a second, Spark on two cores : `many` in one process", None, 1.7)


def measure_spark(setting: Setting) -> Iterator[Bar]:
    """Compare the ways to process a table on Spark."""
    reason = _find_reason()
    if reason:
        yield from (replace(bar, note=reason) for bar in (SPEED, WHOLE, ADDED, CORES))
        return
    yield from _compare_with_presidio(setting)
    yield _compare_with_one_process(setting)


def _find_reason() -> str:
    """Return why nothing can be measured here, or nothing."""
    if shutil.which("java") is None:
        return "needs Java 17"
    missing = [name for name in ("pyspark", "presidio_analyzer") if find_spec(name) is None]
    return f"needs {missing[0]}: `make test-bulk` installs it" if missing else ""


def _compare_with_presidio(setting: Setting) -> Iterator[Bar]:
    try:
        fetch_model(read_models()[MODEL], MODELS)
    except (OSError, SourceError):
        yield from (replace(bar, note=f"needs {MODEL}") for bar in (SPEED, WHOLE, ADDED))
        return
    rows = generate_english_rows(Lexicon.open(setting.bundle), min(COMPARED, setting.rows))
    warm = _write_table(rows[:WARM], setting.folder / "warm")
    table = _write_table(rows, setting.folder / "english")
    halves = [_write_table(rows[n::2], setting.folder / f"english-{n}") for n in range(2)]
    ways = {"idle": MODELS, "presidio": MODELS / MODEL, "english": setting.bundle}
    with ExitStack() as stack:
        idle, presidio, ours = (
            stack.enter_context(start_spark_worker(way, folder, setting.folder))
            for way, folder in ways.items()
        )
        for worker in (idle, presidio, ours):
            worker.run(warm)
        base = idle.run(table).megabytes
        own, other = [ours.run(table)], []
        for half in halves:  # in turn, so that a busy minute affects both
            other.append(presidio.run(half))
            own.append(ours.run(table))
    yield from _list_presidio_bars(len(rows), base, own, other)


def _list_presidio_bars(
    count: int, base: float, own: Sequence[SparkFigures], other: Sequence[SparkFigures]
) -> Iterator[Bar]:
    seconds = statistics.median(each.seconds for each in own)
    slow = sum(each.seconds for each in other)
    note = f"{count:,} rows in English; {count / seconds:,.0f} and {count / slow:,.0f} a second"
    yield replace(SPEED, value=slow / seconds, note=note)
    memory, other_memory = (max(each.megabytes for each in some) for some in (own, other))
    note = f"{memory:.0f} and {other_memory:.0f} MB; one that passes rows on has {base:.0f} MB"
    yield replace(WHOLE, value=memory / other_memory, note=note)
    added, other_added = memory - base, other_memory - base
    yield replace(ADDED, value=added / other_added, note=f"{added:.0f} and {other_added:.0f} MB")


def _compare_with_one_process(setting: Setting) -> Bar:
    rows = generate_rows(Lexicon.open(setting.bundle), setting.rows // 2)
    warm = _write_table(rows[:WARM], setting.folder / "warm-rows")
    table = _write_table(rows, setting.folder / "rows")
    file = write_texts(rows, setting.folder / "rows.jsonl")
    with (
        start_worker(ROOT, "many", setting.bundle, file) as single,
        start_spark_worker("swedish", setting.bundle, setting.folder) as spark,
    ):
        spark.run(warm)
        pairs = [(single.run(0, len(rows)).wall, spark.run(table)) for _ in range(ROUNDS)]
    ratio = statistics.median(first / second.seconds for first, second in pairs)
    cost = statistics.median(second.processor for _, second in pairs) / len(rows) * MILLION
    note = (
        f"{len(rows):,} short rows; a million take {cost:,.0f} seconds of one core in the Python "
        "workers"
    )
    return replace(CORES, value=ratio, note=note)


def _write_table(rows: Sequence[str], folder: Path) -> Path:
    """Write rows as a table of several Parquet files."""
    folder.mkdir()
    for number in range(FILES):
        table = pyarrow.table({"text": rows[number::FILES]})
        parquet.write_table(table, folder / f"{number}.parquet")
    return folder
