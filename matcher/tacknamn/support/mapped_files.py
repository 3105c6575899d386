"""Report mapped files that become shorter while they are in use.

The lists are mapped into memory. If one of their files is overwritten in place (``cp new/* lists/``),
it is short for a moment, and reading a page that is gone raises the signal SIGBUS, which ends the process
without a word. Programs therefore set a handler that prints one line. A library must not
decide how a process ends, so nothing is set when the package is imported.

On Windows a mapped file cannot become shorter.
"""

import signal

__all__ = ["BUS_ERROR", "CAUSE", "DESCRIPTION", "leave_bus_errors_to_parent", "report_bus_errors"]

BUS_ERROR = getattr(signal, "SIGBUS", None)
CAUSE = (
    "a file that was in use has become shorter, as when lists are overwritten in place; write new "
    "lists to another folder and rename that (`tacknamn-build compile` does so), and check them with "
    "`tacknamn info --verify`"
)
DESCRIPTION = f"{CAUSE}; then run the same again"
"""For a program that ends because of it."""


def report_bus_errors() -> None:
    """From now on, end with this description and exit code 2; without compiled code do nothing."""
    try:
        from tacknamn import _mapped as mapped
    except ImportError:  # nothing was compiled, or on Windows
        return
    mapped.end_on_bus_error(f"error: {DESCRIPTION}\n".encode())


def leave_bus_errors_to_parent() -> None:
    """In a worker: end without a word. The parent sees which signal it was."""
    if BUS_ERROR is not None:
        signal.signal(BUS_ERROR, signal.SIG_DFL)
