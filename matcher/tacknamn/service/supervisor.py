"""Keep the workers running: start them, replace those that die, reload, stop.

The lists are opened and all modules loaded before the workers are forked, so they share that memory. All
accept from one listening socket. The supervisor itself answers nothing. It waits for signals:

- SIGTERM, SIGINT: workers finish the requests under way, then the program ends.
- SIGHUP: each worker opens the lists again and goes on without dropping a request.
- SIGCHLD: a worker died; another one takes its place, and the rest goes on meanwhile.

A worker that gives no sign of life for longer than a request may take is ended, and replaced as well.
"""

import logging
import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from types import FrameType
from typing import NamedTuple, NoReturn

import uvicorn

from tacknamn.errors import Error, RunError
from tacknamn.service.engines import Engines
from tacknamn.service.heartbeats import Heartbeats
from tacknamn.service.logs import describe_exception
from tacknamn.service.metrics_folder import forget_worker
from tacknamn.service.notifying import notify_manager, notify_reload
from tacknamn.service.state import ServiceState
from tacknamn.service.worker import run_worker
from tacknamn.support.mapped_files import BUS_ERROR, CAUSE, leave_bus_errors_to_parent

__all__ = ["Supervisor", "can_fork"]

_LOG = logging.getLogger("tacknamn.service")
_SIGNALS = ("SIGTERM", "SIGINT", "SIGHUP", "SIGCHLD")
_SHORT_LIFE = 2.0
"""Seconds. A worker that dies sooner cannot work at all."""
_MOST_SHORT_LIVES = 5
_PATIENCE = 5.0
"""Seconds after which a worker that does not end is ended, beyond the time of its requests."""
_RETRY = 1.0
"""Seconds between two attempts to open lists that changed while they were in use."""
_CHECK = 5.0
"""Seconds between two looks at the signs of life."""


class _Started(NamedTuple):
    """A worker that was started."""

    place: int
    """Where it counts its signs of life."""
    time: float


def can_fork() -> bool:
    """Whether the system has what a supervisor needs; Windows does not."""
    return hasattr(os, "fork") and hasattr(signal, "SIGCHLD")


class Supervisor:
    """Runs the service with several workers."""

    def __init__(
        self, state: ServiceState, listener: socket.socket, config: uvicorn.Config, workers: int
    ) -> None:
        self._state = state
        self._listener = listener
        self._config = config
        self._number = workers
        self._started: dict[int, _Started] = {}
        """The workers by their process numbers."""
        self._missing: list[int] = []
        """The places of workers that wait for lists that can be opened."""
        self._pid = os.getpid()
        self._heartbeats = Heartbeats(workers)
        self._next_check = 0.0
        self._short_lives = 0
        self._is_stopping = False

    def run(self) -> None:
        """Run until a signal stops it; raise :class:`RunError` if no worker can work."""
        with _receive_signals() as signals:
            for place in range(self._number):
                self._start_worker(place)
            self._next_check = time.monotonic() + _CHECK
            while self._started or (self._missing and not self._is_stopping):
                for number in signals.wait(self._find_patience()):
                    self._handle(number)
                self._replace_dead()
                self._retry_lists()
                self._check_workers()
        if self._short_lives >= _MOST_SHORT_LIVES:
            raise RunError(
                f"the last {self._short_lives} workers ended at once; see the lines above"
            )

    def _start_worker(self, place: int) -> None:
        # A signal waits until the worker can handle it; it would be lost, or end the worker.
        before = signal.pthread_sigmask(
            signal.SIG_BLOCK, [getattr(signal, name) for name in _SIGNALS]
        )
        pid = os.fork()
        if pid == 0:
            self._become_worker(place)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        self._heartbeats.forget(place)
        self._started[pid] = _Started(place, time.monotonic())

    def _become_worker(self, place: int) -> NoReturn:
        code = 1
        try:
            signal.set_wakeup_fd(-1)
            for name in _SIGNALS:
                signal.signal(getattr(signal, name), signal.SIG_DFL)
            leave_bus_errors_to_parent()
            beat = partial(self._heartbeats.beat, place)
            run_worker(self._state, self._listener, self._config, beat, self._pid)
            code = 0
        except BaseException as exc:  # noqa: BLE001 - only its kind is safe to print
            _LOG.error(
                "a worker ended: %s", exc if isinstance(exc, Error) else describe_exception(exc)
            )
        finally:
            with suppress(OSError):
                sys.stderr.flush()
            os._exit(code)

    def _handle(self, number: int) -> None:
        if number in (signal.SIGTERM, signal.SIGINT):
            self._stop()
        elif number == signal.SIGHUP:
            self._reload()

    def _stop(self) -> None:
        """Ask the workers to finish; the second time, end them."""
        notify_manager("STOPPING=1")
        self._send(signal.SIGKILL if self._is_stopping else signal.SIGTERM)
        self._is_stopping = True
        self._stopped = time.monotonic()
        self._listener.close()

    def _reload(self) -> None:
        """Open the lists here, which checks them, then let the workers do it."""
        notify_reload()
        try:
            self._state.engines = Engines(self._state.settings)
        except Exception as exc:  # noqa: BLE001 - whatever it is, the workers go on
            reason = exc if isinstance(exc, Error) else describe_exception(exc)
            _LOG.error("the lists cannot be opened, and the old ones stay in use: %s", reason)
        else:
            self._use_new_lists()
        notify_manager("READY=1")

    def _use_new_lists(self) -> None:
        """Let the workers open the lists that were opened here."""
        self._send(signal.SIGHUP)
        _LOG.info("the lists were opened again")
        missing, self._missing = self._missing, []
        for place in missing:
            self._start_worker(place)

    def _send(self, number: int) -> None:
        for pid in self._started:
            with suppress(ProcessLookupError):
                os.kill(pid, number)

    def _find_patience(self) -> float:
        """Return how long to wait for the next signal."""
        if not self._is_stopping:
            left = max(self._next_check - time.monotonic(), 0.0)
            return min(left, _RETRY) if self._missing else left
        left = self._stopped + self._longest - time.monotonic()
        if left <= 0:
            self._send(signal.SIGKILL)
        return max(left, 0.1)

    @property
    def _longest(self) -> float:
        """Seconds after which a worker hangs that has not ended, or given a sign of life."""
        return self._state.settings.limits.seconds + _PATIENCE

    def _check_workers(self) -> None:
        """End workers that hang. If all do, systemd hears nothing from us, and ends the service."""
        now = time.monotonic()
        if self._is_stopping or now < self._next_check:
            return
        self._next_check = now + _CHECK
        silent = {pid: self._heartbeats.check(each.place) for pid, each in self._started.items()}
        for pid, times in silent.items():
            if times * _CHECK > self._longest:
                _LOG.error("a worker gave no sign of life for %g s, and is ended", times * _CHECK)
                os.kill(pid, signal.SIGKILL)
        if 0 in silent.values():
            notify_manager("WATCHDOG=1")

    def _replace_dead(self) -> None:
        """Start a worker for each that ended, unless the service stops or no worker can work."""
        for pid in list(self._started):
            ended, status = os.waitpid(pid, os.WNOHANG)
            if not ended:
                continue
            worker = self._started.pop(pid)
            forget_worker(pid)
            if self._is_stopping:
                continue
            _LOG.error("a worker ended (%s) and is replaced", _describe_status(status))
            if os.WIFSIGNALED(status) and os.WTERMSIG(status) == BUS_ERROR:
                self._wait_for_lists(worker.place)
                continue
            is_short = time.monotonic() - worker.time < _SHORT_LIFE
            self._short_lives = self._short_lives + 1 if is_short else 0
            if self._short_lives >= _MOST_SHORT_LIVES:
                self._stop()
            else:
                self._start_worker(worker.place)

    def _wait_for_lists(self, place: int) -> None:
        """Start another worker only when the lists can be opened again: it would read what is gone, too.

        Clients wait meanwhile, for lists are copied in some seconds."""
        if not self._missing:
            _LOG.error(
                "the lists changed while they were in use, and requests wait until all of them are "
                "there again: %s",
                CAUSE,
            )
        self._missing.append(place)

    def _retry_lists(self) -> None:
        """Open lists that changed while they were in use, as soon as all of them are there."""
        if self._missing and not self._is_stopping:
            try:
                self._state.engines = Engines(self._state.settings)
            except Exception:  # noqa: BLE001 - the next attempt follows in a second
                return
            self._use_new_lists()


def _describe_status(status: int) -> str:
    code = os.waitstatus_to_exitcode(status)
    return f"exit code {code}" if code >= 0 else f"signal {signal.Signals(-code).name}"


class _Signals:
    """Signals as numbers that can be waited for."""

    def __init__(self, reader: int) -> None:
        self._reader = reader

    def wait(self, seconds: float) -> bytes:
        """Return the signals that arrived; nothing after some time without any."""
        ready, _, _ = select.select([self._reader], [], [], seconds)
        return os.read(self._reader, 512) if ready else b""


@contextmanager
def _receive_signals() -> Iterator[_Signals]:
    """Receive signals as bytes of a pipe, so that none arrives between a test and a wait."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    before = {}

    def ignore(number: int, frame: FrameType | None) -> None:
        """Do nothing: the byte in the pipe says it all."""

    for name in _SIGNALS:
        number = getattr(signal, name)
        before[number] = signal.signal(number, ignore)
    wakeup = signal.set_wakeup_fd(writer, warn_on_full_buffer=False)
    try:
        yield _Signals(reader)
    finally:
        signal.set_wakeup_fd(wakeup)
        for number, handler in before.items():
            signal.signal(number, handler)
        os.close(reader)
        os.close(writer)
