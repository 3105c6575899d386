"""Let work on documents take its turn among the requests of a worker."""

import asyncio
import logging
import traceback
from collections.abc import Callable
from typing import Any, TypeVar

from tacknamn.service.work_queue import LONG, WorkQueue

__all__ = ["Turns", "start_task"]

_PAUSE = 0.02
"""Seconds that work in the background waits while requests wait."""
_LOG = logging.getLogger("tacknamn.service")
Result = TypeVar("Result")


class Turns:
    """Runs work in the thread for texts of a worker."""

    def __init__(self, queue: WorkQueue) -> None:
        self._queue = queue

    async def take(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Carry out the work of a request."""
        return await self._queue.run(lambda: work(*arguments), LONG + 1)

    async def take_last(self, work: Callable[..., Result], *arguments: Any) -> Result:
        """Carry out work that no request waits for, when no other one waits."""
        while self._queue.waiting:
            await asyncio.sleep(_PAUSE)
        return await self.take(work, *arguments)


def start_task(task: Callable[[], Any]) -> "asyncio.Task[None]":
    """Start a task in the background. Of an error only the place is logged: its message may quote a text."""

    async def run() -> None:
        try:
            await task()
        except Exception as exc:  # noqa: BLE001 - no one waits for this task
            frames = traceback.extract_tb(exc.__traceback__)[-3:]
            places = (f"{frame.filename.rpartition('/')[2]}:{frame.lineno}" for frame in frames)
            _LOG.error("%s in the background at %s", type(exc).__name__, ", ".join(places))

    return asyncio.create_task(run())
