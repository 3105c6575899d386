"""Workers of Spark that die, and workers that lack something."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.errors import RunError
from tests.bulk.spark_sessions import OLD_PANDAS, find_workers, open_session
from tests.bulk.tables import KEY, make_table, pseudonymize_singly

pytestmark = pytest.mark.filterwarnings(OLD_PANDAS)
RETRIES = 4
LONGEST = 60
"""Seconds to wait for a worker that works."""


@pytest.fixture
def bundle(data: Path, tmp_path: Path) -> Path:
    return shutil.copytree(data, tmp_path / "lists")


@pytest.fixture
def key_file(tmp_path: Path) -> Path:
    file = tmp_path / "project.key"
    file.write_text(KEY.hex(), "ascii")
    return file


@pytest.fixture(scope="module")
def session() -> Iterator[Any]:
    with open_session(f"local[2,{RETRIES}]") as session:
        yield session


@pytest.fixture
def frame(session: Any) -> Any:
    rows = [(row["id"], row["text"]) for row in make_table().to_pylist()]
    return session.createDataFrame(rows, "id long, text string").repartition(4)


def kill_first_worker(bundle: Path, killed: list[int]) -> None:
    """Kill the first worker that has opened a bundle."""
    end = time.monotonic() + LONGEST
    while not killed and time.monotonic() < end:
        for worker in find_workers(bundle)[:1]:
            os.kill(worker, signal.SIGKILL)
            killed.append(worker)


def test_rows_are_complete_and_equal_after_a_worker_was_killed(
    session: Any, frame: Any, bundle: Path, key_file: Path
) -> None:
    from tacknamn.spark import pseudonymize

    pseudonymizer = Pseudonymizer(Lexicon.open(bundle), key=key_file)
    safe = pseudonymize(frame, "text", pseudonymizer=pseudonymizer, check=False)
    killed: list[int] = []
    killer = Thread(target=kill_first_worker, args=(bundle, killed))
    session.sparkContext.setJobGroup("killed", "")
    killer.start()
    results = {row.id: row.text for row in safe.collect()}
    killer.join()
    assert len(killed) == 1
    assert count_failures(session, "killed") == 1
    texts = [row["text"] for row in make_table().to_pylist()]
    documents = pseudonymize_singly(pseudonymizer, texts)
    assert results == {
        id: None if document is None else document.text for id, document in enumerate(documents)
    }


def count_failures(session: Any, group: str) -> int:
    """The tasks of a group of jobs that failed and were tried again."""
    tracker = session.sparkContext.statusTracker()
    jobs = [tracker.getJobInfo(job) for job in tracker.getJobIdsForGroup(group)]
    stages = [tracker.getStageInfo(stage) for job in jobs for stage in job.stageIds]
    return sum(stage.numFailedTasks for stage in stages if stage is not None)


def test_a_worker_without_the_bundle_is_one_error_of_the_driver(
    session: Any, frame: Any, bundle: Path
) -> None:
    from tacknamn.spark import check_workers, pseudonymize, register

    pseudonymizer = Pseudonymizer(Lexicon.open(bundle), "mask")
    shutil.rmtree(bundle)
    message = f"Spark's worker on .*: {bundle}: no bundle here, and a pickle needs the bundle"
    actions: list[Callable[[], object]] = [
        lambda: check_workers(session, pseudonymizer),
        lambda: pseudonymize(frame, "text", pseudonymizer=pseudonymizer),
        lambda: register(session, pseudonymizer=pseudonymizer),
    ]
    for act in actions:
        with pytest.raises(RunError, match=message) as caught:
            act()
        assert "\n" not in str(caught.value)


def test_without_the_check_the_error_of_spark_ends_with_ours(
    session: Any, frame: Any, bundle: Path
) -> None:
    from pyspark.errors import PySparkException

    from tacknamn.spark import pseudonymize

    pseudonymizer = Pseudonymizer(Lexicon.open(bundle), "mask")
    safe = pseudonymize(frame, "text", pseudonymizer=pseudonymizer, check=False)
    shutil.rmtree(bundle)
    with pytest.raises(PySparkException) as caught:
        safe.collect()
    last = str(caught.value).strip().splitlines()[-1]
    assert last.startswith(f"tacknamn.errors.BundleError: {bundle}: no bundle here")


def test_a_worker_with_another_key_is_an_error(frame: Any, bundle: Path, key_file: Path) -> None:
    from tacknamn.spark import pseudonymize

    pseudonymizer = Pseudonymizer(Lexicon.open(bundle), key=key_file)
    key_file.write_text(KEY[::-1].hex(), "ascii")
    with pytest.raises(RunError, match=f"Spark's worker on .*: {key_file} has another key"):
        pseudonymize(frame, "text", pseudonymizer=pseudonymizer)
