"""End connections on which too little arrives.

A time limit of ``requests`` begins anew with each byte, so a server that sends one byte per half
second would never reach it. Here a thread looks at the clock instead. It shuts the connection down,
which ends the waiting read with an error, wherever that read is: in the head or in the body.
"""

import socket
import threading
import time
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from requests.adapters import HTTPAdapter
from urllib3 import HTTPConnectionPool, HTTPSConnectionPool
from urllib3.connection import HTTPConnection, HTTPSConnection

__all__ = ["PORTION", "SpeedWatch", "WatchingAdapter"]

PORTION = 1 << 16
"""Bytes that must arrive within the time limit: with 60 s, about 1 kB per second."""


class SpeedWatch:
    """A context in which at least :data:`PORTION` bytes arrive within each ``limit`` seconds."""

    def __init__(self, find_handle: Callable[[], int], limit: float) -> None:
        """Prepare to watch the socket whose file number ``find_handle`` returns."""
        self._limit = limit
        self._connection = _duplicate(find_handle)
        self._received = 0
        self._end = time.monotonic() + limit
        self._finished = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.is_too_slow = False

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._finished.set()
        self._thread.join()
        if self._connection is not None:
            self._connection.close()

    def count(self, size: int) -> None:
        """Count received bytes. With each full portion, the time begins anew."""
        self._received += size
        if self._received >= PORTION:
            self._received = 0
            self._end = time.monotonic() + self._limit

    def _watch(self) -> None:
        while (left := self._end - time.monotonic()) > 0:
            if self._finished.wait(left):
                return
        self.is_too_slow = True
        if self._connection is not None:
            _shut_down(self._connection)


def _duplicate(find_handle: Callable[[], int]) -> socket.socket | None:
    """Duplicate a socket, so that its number still means this connection when time is up."""
    try:
        return socket.fromfd(find_handle(), socket.AF_INET, socket.SOCK_STREAM)
    except (OSError, ValueError):  # all of a short answer has arrived, and the socket is closed
        return None


def _shut_down(connection: socket.socket) -> None:
    try:
        connection.shutdown(socket.SHUT_RDWR)
    except OSError:  # the server has closed it meanwhile
        return


class _WatchedConnection(HTTPConnection):
    """A connection that reads the head of an answer under a watch."""

    def getresponse(self) -> Any:
        assert isinstance(self.timeout, int | float)  # from Patience
        with SpeedWatch(self.sock.fileno, self.timeout) as watch:
            try:
                return super().getresponse()
            finally:  # a head that breaks off may look complete
                if watch.is_too_slow:
                    raise TimeoutError


class _WatchedSecureConnection(_WatchedConnection, HTTPSConnection):
    pass


class _WatchedPool(HTTPConnectionPool):
    ConnectionCls = _WatchedConnection


class _WatchedSecurePool(HTTPSConnectionPool):
    ConnectionCls = _WatchedSecureConnection


_POOLS = {"http": _WatchedPool, "https": _WatchedSecurePool}


class WatchingAdapter(HTTPAdapter):
    """Gives the connections of a session the watch for heads."""

    def init_poolmanager(self, *args: Any, **options: Any) -> None:
        """Make the manager of direct connections."""
        super().init_poolmanager(*args, **options)
        self.poolmanager.pool_classes_by_scheme = _POOLS

    def proxy_manager_for(self, *args: Any, **options: Any) -> Any:
        """Return the manager of connections through a proxy."""
        manager = super().proxy_manager_for(*args, **options)
        manager.pool_classes_by_scheme = _POOLS
        return manager
