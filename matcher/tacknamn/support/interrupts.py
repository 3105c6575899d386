"""Let Ctrl-C end a program with one line and exit code 130, at any moment, and SIGTERM tidily.

Python turns Ctrl-C into an exception, which commands need in order to clean up. But no code can
catch that exception while modules are loading or while the interpreter shuts down, so at those
times the program ends at once.

Nothing is guarded until this module is loaded, so it imports as little as possible. ``_signal``
is the built-in part of :mod:`signal` and is always loaded; with ``signal`` and the modules for
annotations, five milliseconds would be unguarded instead of one and a half.
"""

import _signal  # type: ignore[import-not-found]  # exists in CPython only, see above
import _thread
import os
import sys

TYPE_CHECKING = False  # type checkers treat this name as true
if TYPE_CHECKING:
    from collections.abc import Callable
    from sys import UnraisableHookArgs
    from types import FrameType

    Handler = Callable[[int, FrameType | None], object] | int | None

__all__ = [
    "INTERRUPTED",
    "MESSAGE",
    "TERMINATED",
    "Terminated",
    "check_signals",
    "exit_on_interrupt",
    "raise_on_interrupt",
    "raise_on_termination",
    "set_interrupt_handler",
]

INTERRUPTED = 130
"""Exit code of a program that Ctrl-C ended, as in shells: 128 and the number of the signal."""
TERMINATED = 143
"""Exit code of a program that SIGTERM ended, as in shells: 128 and the number of the signal."""
MESSAGE = "interrupted; existing files are unchanged"


class Terminated(BaseException):
    """SIGTERM was received. It is not a SystemExit, which packages of others raise as well."""


def raise_on_termination() -> None:
    """From now on, SIGTERM raises Terminated, so that no incomplete file is left."""

    def end(number: int, frame: "FrameType | None") -> None:
        raise Terminated

    _signal.signal(_signal.SIGTERM, end)


def exit_on_interrupt(code: int = INTERRUPTED) -> None:
    """From now on, Ctrl-C ends the program with an exit code, without cleaning up."""

    def end(number: int, frame: "FrameType | None") -> None:
        if code == INTERRUPTED:
            try:
                os.write(2, f"error: {MESSAGE}\n".encode())
            except OSError:  # standard error is closed
                pass
        os._exit(code)

    set_interrupt_handler(end)


def raise_on_interrupt() -> "Handler":
    """From now on, Ctrl-C raises KeyboardInterrupt; return the handler from before."""
    sys.unraisablehook = _raise_again
    return set_interrupt_handler(_signal.default_int_handler)


def _raise_again(lost: "UnraisableHookArgs") -> None:
    """Raise a KeyboardInterrupt again that was lost because it could not propagate.

    While modules are imported, callbacks of weak references run, and an exception in one is only
    printed: the program would go on as if Ctrl-C had not been pressed. The signal is sent from
    another thread; sent from here, it would be lost in the same way."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _thread.start_new_thread(_send_interrupt, (_thread.get_ident(),))
    else:
        sys.__unraisablehook__(lost)


def _send_interrupt(thread: int) -> None:
    if hasattr(_signal, "pthread_kill"):
        _signal.pthread_kill(thread, _signal.SIGINT)  # also wakes a thread that waits
    else:  # Windows
        _thread.interrupt_main()


def set_interrupt_handler(handler: "Handler") -> "Handler":
    """Set the handler of Ctrl-C and return the one from before.

    If Ctrl-C is ignored, it stays ignored: shells and ``nohup`` start background programs so."""
    before: Handler = _signal.getsignal(_signal.SIGINT)
    if before not in (_signal.SIG_IGN, None):
        _signal.signal(_signal.SIGINT, handler)
    return before


def check_signals() -> None:
    """Do nothing, so that Python checks for signals.

    The interpreter does so at calls of Python functions. Code that mypyc compiled does not, so
    long loops of it call this function."""
