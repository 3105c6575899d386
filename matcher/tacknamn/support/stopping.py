"""Stop work on a long text that no one waits for any more.

A service answers when its time is over, but a thread cannot be ended from outside. So what works on long texts
asks between its steps, each of which takes less than a second. Elsewhere the question costs nothing:

>>> check_stop()
>>> with stoppable(lambda: True):
...     check_stop()
Traceback (most recent call last):
tacknamn.support.stopping.Stopped
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import local

__all__ = ["Stopped", "check_stop", "stoppable"]


class Stopped(Exception):
    """The work of this thread is not needed any more."""


class _Work(local):
    is_over: Callable[[], bool] | None = None
    """Whether the work of this thread is not needed any more."""


_WORK = _Work()


@contextmanager
def stoppable(is_over: Callable[[], bool]) -> Iterator[None]:
    """Let the work of this thread end by :class:`Stopped` as soon as ``is_over`` says so."""
    before = _WORK.is_over
    _WORK.is_over = is_over
    try:
        yield
    finally:
        _WORK.is_over = before


def check_stop() -> None:
    """Raise :class:`Stopped` if the work of this thread is over."""
    is_over = _WORK.is_over
    if is_over is not None and is_over():
        raise Stopped
