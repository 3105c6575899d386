"""Process ranges of texts in one way: the worker of the benchmark.

Runs with the code of another commit as well, so it imports nothing of ``bench``::

    python bench/bulk/worker.py single|many|threads|arrow BUNDLE TEXTS
"""

import json
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tacknamn import Lexicon, Pseudonymizer

KEY = bytes(range(32))
WARM = 500
"""Texts that are processed first, because the first ones read the lists."""
THREADS = 2


def main() -> None:
    """Answer each line of standard input, ``START END``, with seconds of the processor and of the
    clock."""
    way, bundle, file = sys.argv[1:]
    process = WAYS[way]
    with Path(file).open(encoding="utf-8") as lines:
        texts = [json.loads(line) for line in lines]
    pseudonymizer = Pseudonymizer(Lexicon.open(Path(bundle)), "swell", key=KEY)
    process(pseudonymizer, texts[:WARM])
    for line in sys.stdin:
        start, end = map(int, line.split())
        some = texts[start:end]
        processor, wall = time.process_time(), time.perf_counter()
        process(pseudonymizer, some)
        print(time.process_time() - processor, time.perf_counter() - wall, flush=True)


def process_single(pseudonymizer: Pseudonymizer, texts: Sequence[str]) -> None:
    """Call the pseudonymizer for each text."""
    for text in texts:
        assert pseudonymizer(text).text is not None


def process_many(pseudonymizer: Pseudonymizer, texts: Sequence[str]) -> None:
    """Process all texts as one batch."""
    for document in pseudonymizer.many(texts):
        assert document is not None and document.text is not None


def process_in_threads(pseudonymizer: Pseudonymizer, texts: Sequence[str]) -> None:
    """Give each thread a part of the texts."""
    with ThreadPoolExecutor(THREADS) as threads:
        parts = [texts[number::THREADS] for number in range(THREADS)]
        list(threads.map(lambda part: process_many(pseudonymizer, part), parts))


def process_arrow(pseudonymizer: Pseudonymizer, texts: Sequence[str]) -> None:
    """Process all texts as a table with ids, and make the column of spans."""
    import pyarrow  # here: the start commit knows no tables

    from tacknamn.arrow import pseudonymize

    table = pyarrow.table({"id": range(len(texts)), "note": texts})
    result = pseudonymize(table, "note", "id", pseudonymizer=pseudonymizer).read_all()
    assert result.num_rows == len(texts)


WAYS = {
    "single": process_single,
    "many": process_many,
    "threads": process_in_threads,
    "arrow": process_arrow,
}

if __name__ == "__main__":
    main()
