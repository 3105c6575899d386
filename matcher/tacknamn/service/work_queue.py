"""Carry out the work of requests in turn, so that none waits long and waiting has a limit.

Finding names takes the processor, so a worker carries out one piece of work at a time. Short texts are
processed on the event loop itself: handing them to a thread would cost a tenth of the speed. Between two
pieces the loop reads and writes, so that ``/livez`` answers and requests beyond the limit are refused at
once. A batch is processed in slices, and others have their turn between them. A long text is processed
in a thread.
"""

import asyncio
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from time import perf_counter
from typing import TypeVar

from starlette.requests import ClientDisconnect

from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.support.stopping import Stopped, stoppable

__all__ = ["IS_GONE", "LONG", "WorkQueue"]

LONG = 20_000
"""Characters of a text that takes long enough, a tenth of a second, to be processed in a thread."""
_SLICE = 0.005
"""Seconds that a batch works before others have their turn."""
_THREADS = 1
"""More would only take turns: Python runs one at a time."""

Result = TypeVar("Result")
IS_GONE: ContextVar[Callable[[], bool]] = ContextVar("is_gone", default=lambda: False)
"""Whether the client of the request that is being answered has closed its connection."""


class WorkQueue:
    """The work of one worker process."""

    def __init__(self, limits: ServiceLimits) -> None:
        self._limits = limits
        self._turn = asyncio.Lock()
        self._threads = ThreadPoolExecutor(_THREADS, "tacknamn-text")
        self.waiting = 0
        """Requests that wait or are being carried out."""

    async def run(self, work: Callable[[], Result], size: int = 0) -> Result:
        """Carry out the work of a request in its turn.

        Args:
            size: The number of characters of its longest text.
        """
        [result] = await self.run_steps((work() for _ in range(1)), size)
        return result

    async def run_steps(self, steps: Iterator[Result], size: int = 0) -> list[Result]:
        """Carry out the steps of a batch, some milliseconds at a time."""
        if size > LONG:
            return await self._run_long_steps(steps)
        self._enter()
        results: list[Result] = []
        try:
            async with asyncio.timeout(self._limits.seconds):
                while not await self._run_slice(steps, results):
                    pass
        except TimeoutError:
            raise self._make_timeout() from None
        finally:
            self.waiting -= 1
        return results

    async def _run_slice(self, steps: Iterator[Result], results: list[Result]) -> bool:
        """Carry out steps for some milliseconds; return whether these were the last."""
        async with self._turn:
            await asyncio.sleep(0)
            if IS_GONE.get()():
                raise ClientDisconnect
            end = perf_counter() + _SLICE
            for result in steps:
                results.append(result)
                if perf_counter() > end:
                    return False
            return True

    async def _run_long_steps(self, steps: Iterator[Result]) -> list[Result]:
        """Carry out steps in a thread. When the time is over, or the client gone, they are not begun any
        more, and what was begun ends at its next step; it counts until then."""
        end = perf_counter() + self._limits.seconds
        is_gone = IS_GONE.get()

        def is_over() -> bool:
            return perf_counter() > end or is_gone()

        def collect() -> list[Result]:
            results = []
            with stoppable(is_over):
                for result in steps:
                    results.append(result)
                    if is_over():
                        raise Stopped
            return results

        self._enter()
        queued = self._threads.submit(collect)
        future = asyncio.wrap_future(queued)
        future.add_done_callback(self._leave)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._limits.seconds)
        except (Stopped, TimeoutError):
            queued.cancel()  # if it was not begun
            if is_gone():
                raise ClientDisconnect from None
            raise self._make_timeout() from None

    def _enter(self) -> None:
        if self.waiting >= self._limits.queue:
            raise Problem(
                "busy",
                f"{self.waiting} requests are waiting; try again in a second",
                {"Retry-After": "1"},
            )
        self.waiting += 1

    def _leave(self, future: "asyncio.Future[list[Result]]") -> None:
        self.waiting -= 1
        if not future.cancelled():
            future.exception()  # it was answered, or came after the timeout

    def _make_timeout(self) -> Problem:
        return Problem(
            "timeout",
            f"no answer within {self._limits.seconds:g} seconds; send shorter texts, or fewer at once",
        )

    def close(self) -> None:
        """Wait for the work in threads to end."""
        self._threads.shutdown()
