"""Simulate a cluster on this machine: separate executors, many partitions, uneven ones.

Run after a build::

    python -m bench.bulk.cluster [--bundle DIR] [--rows N]

Spark's ``local-cluster`` starts a master and two executors of one core, each a Java process with its
own Python workers. Every way to cut the table must give the same rows; the script stops if not.
``tests/bulk/test_spark_cluster.py`` kills executors.
"""

import argparse
import os
import statistics
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bench.bulk.spark_worker import open_session
from bench.bulk.spark_workers import KEY
from bench.bulk.texts import generate_rows
from bench.compile import describe_machine
from bench.versions import ROOT

from tacknamn import EnvironmentKey, Lexicon
from tacknamn.spark import pseudonymize

MASTER = "local-cluster[2,1,1024]"
"""Two executors with one core and 1,024 MB for Java each."""
ROUNDS = 3
CUTS = ("8 partitions", "200 partitions", "8 partitions, one with half of all rows")


def main() -> None:
    """Measure each way to cut the table, and print a line for each."""
    options = _read_options()
    os.environ.update(TACKNAMN_KEY=KEY, PYTHONPATH=os.pathsep.join(filter(None, sys.path)))
    session = open_session(MASTER)
    rows = generate_rows(Lexicon.open(options.bundle), options.rows)
    frames = {cut: _cut(session, rows, cut) for cut in CUTS}
    settings = {"lexicon": options.bundle.resolve(), "key": EnvironmentKey()}
    print(f"Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}; {len(rows):,} rows.")
    _run(frames[CUTS[0]], settings)  # executors start, and workers open the lists
    sums = set()
    for cut, frame in frames.items():
        results = [_run(frame, settings) for _ in range(ROUNDS)]
        print(f"{cut}: {statistics.median(seconds for seconds, _ in results):.1f} s")
        sums |= {found for _, found in results}
    session.stop()
    if len(sums) > 1:
        sys.exit("the results differ")
    print("all results are the same rows")


def _read_options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path, default=ROOT / "build" / "default")
    parser.add_argument("--rows", type=int, default=20_000)
    return parser.parse_args()


def _cut(session: Any, rows: list[str], cut: str) -> Any:
    """Return the table in memory, cut into partitions."""
    from pyspark.sql.functions import col, when

    frame = session.createDataFrame(list(enumerate(rows)), "id long, text string")
    count = int(cut.partition(" ")[0])
    if "half" in cut:
        half = when(col("id") < len(rows) // 2, 0).otherwise(col("id") % count)
        frame = frame.repartitionByRange(count, half)
    else:
        frame = frame.repartition(count)
    frame = frame.cache()
    frame.count()
    return frame


def _run(frame: Any, settings: Mapping[str, Any]) -> tuple[float, int]:
    """Return seconds, and a number that is the same for the same rows in any order."""
    from pyspark.sql.functions import sum as add
    from pyspark.sql.functions import xxhash64

    safe = pseudonymize(frame, "text", check=False, **settings)
    began = time.perf_counter()
    found = safe.select(add(xxhash64("id", "text").cast("decimal(38,0)"))).collect()[0][0]
    return time.perf_counter() - began, int(found)


if __name__ == "__main__":
    main()
