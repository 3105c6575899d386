"""Measure tables: what Arrow adds to the time of ``many``, and the memory of a large Parquet file."""

import json
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.bulk.setting import Setting, compare
from bench.bulk.texts import generate_notes, generate_rows
from bench.bulk.workers import start_worker, write_texts
from bench.measures import Bar
from bench.versions import ROOT, make_environment

from tacknamn import Lexicon

__all__ = ["measure_tables"]

SCRIPT = Path(__file__).with_name("table_memory.py")
COMMAND = Path(__file__).with_name("command_memory.py")
FILE_SIZE = 2_000_000_000
"""Bytes of the Parquet file."""
FILE_ROWS = 100_000
"""Its rows. Half of the bytes would be hours of work as texts, so most are another column."""
GROUP_ROWS = 2_000
"""Rows that are written at a time: a row group of 40 MB."""


def measure_tables(setting: Setting) -> Iterator[Bar]:
    """Measure time and memory of tables."""
    lexicon = Lexicon.open(setting.bundle)
    yield _measure_overhead(setting, generate_rows(lexicon, setting.rows))
    file = setting.folder / "notes.parquet"
    try:
        _write_file(file, generate_notes(lexicon, min(FILE_ROWS, setting.rows)))
        yield _measure_memory(setting, file)
        yield _measure_command(setting, file)
    finally:
        file.unlink(missing_ok=True)


def _measure_overhead(setting: Setting, rows: list[str]) -> Bar:
    """Compare ``many`` on a list with an Arrow table of the same texts, ids and spans included."""
    file = write_texts(rows, setting.folder / "rows.jsonl")
    with (
        start_worker(ROOT, "many", setting.bundle, file) as first,
        start_worker(ROOT, "arrow", setting.bundle, file) as second,
    ):
        speeds = compare(first, second, len(rows))
    note = f"{len(rows):,} short rows; {speeds.before:,.0f} and {speeds.after:,.0f} a second"
    overhead = 100 * (1 / speeds.ratio - 1)
    return Bar("time that Arrow adds to `many`", overhead, 10, "%", most=True, note=note)


def _measure_memory(setting: Setting, file: Path) -> Bar:
    peaks = json.loads(_run(str(SCRIPT), str(setting.bundle), str(file)))
    size = file.stat().st_size
    note = f"{size / 1e9:.1f} GB, {peaks['rows']:,} rows; {peaks['early']:,.0f} MB after the first tenth"
    return Bar("peak memory for a Parquet file", peaks["peak"], 400, "MB", most=True, note=note)


def _measure_command(setting: Setting, file: Path) -> Bar:
    """Measure the command with two processes; parts and result are written, too."""
    key, output = setting.folder / "notes.key", setting.folder / "safe.parquet"
    key.write_text(f"{random.Random(19).randbytes(32).hex()}\n", "ascii")
    options = [
        "--data",
        setting.bundle,
        "--column",
        "note",
        "--key-file",
        key,
        "-j",
        "2",
        "--force",
    ]
    words = ["-m", "tacknamn", "pseudonymize", file, *options, "-q", "-o", output]
    try:
        peak = float(_run(str(COMMAND), sys.executable, "-P", *map(str, words)))
    finally:
        output.unlink(missing_ok=True)
    note = "the same file; the largest of its processes"
    title = "peak memory of `tacknamn pseudonymize -j 2`"
    return Bar(title, peak, 400, "MB", most=True, note=note)


def _run(*words: str) -> str:
    ended = subprocess.run(
        [sys.executable, "-P", *words],
        env=make_environment(ROOT), check=True, encoding="utf-8", stdout=subprocess.PIPE,
    )  # fmt: skip
    return ended.stdout


def _write_file(file: Path, notes: list[str]) -> None:
    """Write a Parquet file of ids, notes and scans, which are as large as the file must be."""
    import pyarrow.parquet  # here: other measures do without

    chance, size = random.Random(17), FILE_SIZE // FILE_ROWS
    schema = pyarrow.schema({"id": "int64", "note": "string", "scan": "binary"})
    with pyarrow.parquet.ParquetWriter(file, schema) as writer:
        for start in range(0, len(notes), GROUP_ROWS):
            some = notes[start : start + GROUP_ROWS]
            scans = [chance.randbytes(size) for _ in some]
            ids = range(start, start + len(some))
            writer.write_table(pyarrow.table([ids, some, scans], schema=schema))
