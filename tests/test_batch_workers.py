"""The processes of a run get tasks in batches that fit into memory, whatever the texts."""

from collections.abc import Iterator

import pytest

from tacknamn.batch.tasks import Task, TaskFunction, TaskResult
from tacknamn.batch.workers import AHEAD, BATCH, LEAST, run_tasks

WORKERS = 2


def open_work(request: None) -> TaskFunction:
    """What each worker does: nothing."""
    return lambda task: TaskResult()


@pytest.mark.parametrize("workers", [1, WORKERS])
def test_a_column_without_texts_is_not_read_as_a_whole(workers: int) -> None:
    read = []

    def read_tasks() -> Iterator[Task]:
        for number in range(1_000_000):
            read.append(number)
            yield Task(0, input="")

    with run_tasks(open_work, None, read_tasks(), workers) as pairs:
        next(pairs)
    assert len(read) <= (AHEAD * workers + 1) * BATCH // LEAST
