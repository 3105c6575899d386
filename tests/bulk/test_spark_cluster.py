"""Separate executors, as in a cluster: each is a Java process with its own Python workers."""

import os
import signal
import time
from pathlib import Path
from threading import Thread

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tests.bulk.spark_sessions import OLD_PANDAS, find_workers, open_session
from tests.bulk.tables import KEY, make_table, pseudonymize_singly

pytestmark = pytest.mark.filterwarnings(OLD_PANDAS)
MASTER = "local-cluster[2,1,1024]"
"""Two executors with one core each."""
LONGEST = 120
"""Seconds to wait for an executor that works."""


def read_parent(process: int) -> int:
    status = Path(f"/proc/{process}/status").read_text("ascii")
    return int(status.partition("\nPPid:")[2].split()[0])


def kill_first_executor(bundle: Path, killed: list[int]) -> None:
    """Kill the executor of the first worker that has opened a bundle: its parent's parent."""
    end = time.monotonic() + LONGEST
    while not killed and time.monotonic() < end:
        for worker in find_workers(bundle)[:1]:
            executor = read_parent(read_parent(worker))
            os.kill(executor, signal.SIGKILL)
            killed.append(executor)


def test_rows_are_complete_and_equal_after_an_executor_was_killed(
    data: Path, tmp_path: Path
) -> None:
    from tacknamn.spark import pseudonymize

    key_file = tmp_path / "project.key"
    key_file.write_text(KEY.hex(), "ascii")
    pseudonymizer = Pseudonymizer(Lexicon.open(data), key=key_file)
    rows = [(row["id"], row["text"]) for row in make_table(2000).to_pylist()]
    killed: list[int] = []
    with open_session(MASTER) as session:
        frame = session.createDataFrame(rows, "id long, text string").repartition(4)
        safe = pseudonymize(frame, "text", pseudonymizer=pseudonymizer, check=False)
        killer = Thread(target=kill_first_executor, args=(data, killed))
        killer.start()
        results = {row.id: row.text for row in safe.collect()}
        killer.join()
    assert len(killed) == 1
    documents = pseudonymize_singly(pseudonymizer, [text for _, text in rows])
    assert results == {
        id: None if document is None else document.text for id, document in enumerate(documents)
    }
