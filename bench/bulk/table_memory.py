"""Pseudonymize a Parquet file batch by batch, and print the peaks of memory: a process to measure.

::

    python bench/bulk/table_memory.py BUNDLE FILE
"""

import json
import sys
from pathlib import Path

import pyarrow.parquet

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.arrow import TablePseudonymizer

KEY = bytes(range(32))
BATCH = 512
"""Rows to read at a time: as many as are processed at a time."""
BUFFER = 1 << 20
"""Bytes of a column to read at a time. Without a buffer, whole columns of a row group are read."""
EARLY = 0.1
"""The share of the rows after which memory is flat: later rows need no more."""


def main() -> None:
    """Print megabytes as JSON: the peak after the first rows, and that of the whole file."""
    pseudonymizer = Pseudonymizer(Lexicon.open(Path(sys.argv[1])), "swell", key=KEY)
    table = TablePseudonymizer(pseudonymizer, "note", "id")
    rows, early = 0, 0.0
    with pyarrow.parquet.ParquetFile(sys.argv[2], pre_buffer=False, buffer_size=BUFFER) as file:
        for batch in table.pseudonymize_batches(file.iter_batches(BATCH, use_threads=False)):
            rows += batch.num_rows
            if rows <= EARLY * file.metadata.num_rows:
                early = _read_peak()
    print(json.dumps({"rows": rows, "early": early, "peak": _read_peak()}))


def _read_peak() -> float:
    """Return the peak of this program; that of ``resource`` includes the process that started it."""
    status = Path("/proc/self/status").read_text("ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM:"))
    return int(line.split()[1]) * 1024 / 1e6


if __name__ == "__main__":
    main()
