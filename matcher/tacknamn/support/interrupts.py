"""Let Ctrl-C end a program with one line and exit code 130, whenever it is pressed.

Python makes an exception of it, and commands need that one to tidy up. But nobody catches it
while modules are loaded or the interpreter closes down, so there the program ends at once.

Until this module is loaded nothing is guarded. So it imports next to nothing: ``_signal`` is
what :mod:`signal` is made of, and is there from the start; with ``signal`` and what annotations
need, five milliseconds would be unguarded instead of one and a half.
"""

import _signal  # type: ignore[import-not-found]  # known to CPython only, as said above
import _thread
import os
import sys

TYPE_CHECKING = False  # type checkers take it for true
if TYPE_CHECKING:
    from collections.abc import Callable
    from sys import UnraisableHookArgs
    from types import FrameType

    Handler = Callable[[int, FrameType | None], object] | int | None

__all__ = [
    "INTERRUPTED",
    "MESSAGE",
    "check_signals",
    "exit_on_interrupt",
    "raise_on_interrupt",
    "set_interrupt_handler",
]

INTERRUPTED = 130
"""What shells say of a program that Ctrl-C ended: 128 and the number of the signal."""
MESSAGE = "interrupted; what was there before is unchanged"


def exit_on_interrupt(code: int = INTERRUPTED) -> None:
    """From now on, let Ctrl-C end the program with an exit code; nothing is to be tidied up."""

    def end(number: int, frame: "FrameType | None") -> None:
        if code == INTERRUPTED:
            try:
                os.write(2, f"error: {MESSAGE}\n".encode())
            except OSError:  # nobody can be told
                pass
        os._exit(code)

    set_interrupt_handler(end)


def raise_on_interrupt() -> "Handler":
    """From now on, let Ctrl-C be a KeyboardInterrupt; give back what it was before."""
    sys.unraisablehook = _press_again
    return set_interrupt_handler(_signal.default_int_handler)


def _press_again(lost: "UnraisableHookArgs") -> None:
    """Raise a KeyboardInterrupt anew that came where nothing can be raised.

    Weak references call back so while modules are imported; Python would print a traceback
    and go on as if nobody had pressed a key. Another thread presses it, or it would come here,
    and be lost again."""
    if issubclass(lost.exc_type, KeyboardInterrupt):
        _thread.start_new_thread(_press, (_thread.get_ident(),))
    else:
        sys.__unraisablehook__(lost)


def _press(thread: int) -> None:
    if hasattr(_signal, "pthread_kill"):
        _signal.pthread_kill(thread, _signal.SIGINT)  # wakes it where it waits for something
    else:  # Windows
        _thread.interrupt_main()


def set_interrupt_handler(handler: "Handler") -> "Handler":
    """Set what Ctrl-C does and give back what it did before.

    Where it is ignored it stays so: that is how shells and ``nohup`` start programs that are to
    go on while somebody works at something else."""
    before: Handler = _signal.getsignal(_signal.SIGINT)
    if before not in (_signal.SIG_IGN, None):
        _signal.signal(_signal.SIGINT, handler)
    return before


def check_signals() -> None:
    """Do nothing, in Python: where one of its functions is called, it looks for signals; code that
    mypyc has compiled does not, however long it works."""
