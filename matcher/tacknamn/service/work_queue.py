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
from time import perf_counter
from typing import TypeVar

from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits

__all__ = ["LONG", "WorkQueue"]

LONG = 20_000
"""Characters of a text that takes long enough, a tenth of a second, to be processed in a thread."""
_SLICE = 0.005
"""Seconds that a batch works before others have their turn."""
_THREADS = 1
"""More would only take turns: Python runs one at a time."""

Result = TypeVar("Result")


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
            end = perf_counter() + _SLICE
            for result in steps:
                results.append(result)
                if perf_counter() > end:
                    return False
            return True

    async def _run_long_steps(self, steps: Iterator[Result]) -> list[Result]:
        end = perf_counter() + self._limits.seconds

        def collect() -> list[Result]:
            results = []
            for result in steps:
                results.append(result)
                if perf_counter() > end:  # the client has its answer by now
                    raise TimeoutError
            return results

        self._enter()
        return await self._run_in_thread(collect)

    async def _run_in_thread(self, work: Callable[[], Result]) -> Result:
        """Carry out long work in a thread. It goes on after a timeout, and counts until it ends."""
        future = asyncio.get_running_loop().run_in_executor(self._threads, work)
        future.add_done_callback(self._leave)
        try:
            return await asyncio.wait_for(asyncio.shield(future), self._limits.seconds)
        except TimeoutError:
            raise self._make_timeout() from None

    def _enter(self) -> None:
        if self.waiting >= self._limits.queue:
            raise Problem(
                "busy",
                f"{self.waiting} requests are waiting; try again in a second",
                {"Retry-After": "1"},
            )
        self.waiting += 1

    def _leave(self, future: "asyncio.Future[Result]") -> None:
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
