"""Run a program from its first line to its exit code, alike for ``tacknamn`` and ``tacknamn-build``.

Text goes in and out as UTF-8, whatever the locale says, and every end is one that shells
expect: what the command decided; 2 for a fault, told in one line; 130 where somebody pressed
Ctrl-C; and, without a word, 141 where whoever read the output has gone (``| head -1``).
"""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import TYPE_CHECKING, Literal, NoReturn, TextIO

from tacknamn.errors import Error
from tacknamn.support.interrupts import (
    INTERRUPTED,
    MESSAGE,
    exit_on_interrupt,
    raise_on_interrupt,
    set_interrupt_handler,
)

if TYPE_CHECKING:
    from typer import Typer

__all__ = ["join_paragraphs", "run"]

EXIT_ERROR = 2
EXIT_PIPE_CLOSED = 141
"""The same of one that wrote to a pipe that nobody reads."""


def run(module: str, name: str) -> NoReturn:
    """Run the program ``name``, whose commands are the Typer app of ``module``, and exit.

    The module is imported here, so that what may go wrong while it is loaded is told, too.
    When all is done, Ctrl-C only hastens the end."""
    exit_on_interrupt()
    _open_streams()
    sys.argv = [_as_utf8(argument) for argument in sys.argv]
    code = _exit_code_of(lambda: _load_and_call(module, name))
    exit_on_interrupt(code)
    sys.exit(code)


def _load_and_call(module: str, name: str) -> None:
    app = import_module(module).app
    _join_help(app)
    before = raise_on_interrupt()
    try:
        app(prog_name=name)
    finally:
        set_interrupt_handler(before)


def _join_help(app: "Typer") -> None:
    """Let docstrings, which are wrapped for those who read the code, be wrapped for the terminal.

    Typer shows their lines as they are, and a terminal that is narrower breaks each once more."""
    for command in app.registered_commands:
        if not command.help and command.callback is not None:
            command.help = join_paragraphs(command.callback.__doc__ or "")


def join_paragraphs(text: str) -> str:
    """A docstring with each paragraph on one line; one that is indented stays (examples).

    >>> joined("Say it.\\n\\n    So that\\n    all hear.\\n\\n      a\\n      b")
    'Say it.\\n\\nSo that all hear.\\n\\n  a\\n  b'
    """
    from inspect import cleandoc  # here, where Typer has it loaded already

    paragraphs = cleandoc(text).split("\n\n")
    return "\n\n".join(one if one.startswith(" ") else one.replace("\n", " ") for one in paragraphs)


def _open_streams() -> None:
    """Let the standard streams speak UTF-8; fill those that are closed.

    A closed one would give its number to the next file that is opened. In its place output
    gets a file that cannot be written: whoever prints nothing does not need it."""
    if sys.stdin is None:
        sys.stdin = _open_null(os.O_RDONLY, "r")
    if sys.stdout is None:
        sys.stdout = _open_null(os.O_RDONLY, "w")
    if sys.stderr is None:
        sys.stderr = _open_null(os.O_WRONLY, "w")
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")


def _open_null(flags: int, mode: Literal["r", "w"]) -> TextIO:
    return os.fdopen(os.open(os.devnull, flags), mode, encoding="utf-8")


def _as_utf8(argument: str) -> str:
    """An argument as it was typed, where the locale made something else of its bytes."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:  # the name of a file, in another encoding
        return argument


def _exit_code_of(program: Callable[[], object]) -> int:
    """Run a program and say with which exit code it ends."""
    try:
        code = _call_app(program)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _silence(sys.stdout)
        return EXIT_PIPE_CLOSED
    except KeyboardInterrupt as exc:
        return _report_error(str(exc) or MESSAGE, INTERRUPTED)
    except Error as exc:
        return _report_error(str(exc))
    except UnicodeEncodeError as exc:
        return _report_error(f"a file's name cannot be written in {exc.encoding}; set PYTHONUTF8=1")
    except OSError as exc:
        return _report_error(f"{exc.filename or _name_stream(exc)}: {exc.strerror or exc}")
    except MemoryError:
        return _report_error(
            "out of memory; close other programs, or take smaller texts or profiles"
        )


def _call_app(program: Callable[[], object]) -> int:
    """Call a Typer app, which ends by SystemExit, with faults of its surroundings in it."""
    try:
        program()
    except SystemExit as exit:
        for fault in _causes_of(exit):
            if isinstance(fault, BrokenPipeError | KeyboardInterrupt):
                raise fault from None
        return exit.code if isinstance(exit.code, int) else EXIT_ERROR if exit.code else 0
    except Exception as exc:
        if any(isinstance(fault, KeyboardInterrupt) for fault in _causes_of(exc)):
            raise KeyboardInterrupt from None
        raise
    return 0


def _causes_of(exc: BaseException | None) -> Iterator[BaseException]:
    """What led to an exit: typer and rich make exits of their own out of some faults.

    Python, too, makes a RuntimeError of a Ctrl-C that is pressed while it makes a dataclass."""
    while exc is not None:
        yield exc
        exc = exc.__cause__ or exc.__context__


def _name_stream(exc: OSError) -> str:
    """What a fault without a file's name is a fault of.

    What could not be written stays in the buffer, so that writing it fails again."""
    try:
        sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)
        return "standard output"
    return "standard output" if exc.errno in _UNBUFFERED else "a file"


_UNBUFFERED = {errno.ENOSPC, errno.EBADF}
"""Faults of output without a buffer (PYTHONUNBUFFERED); files that are written have names."""


def _silence(stream: TextIO) -> None:
    """Send what is left to nowhere, or Python complains of it once more when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _report_error(message: str, code: int = EXIT_ERROR) -> int:
    try:
        sys.stderr.write(f"error: {message}\n")
        sys.stderr.flush()
    except OSError:  # nobody can be told
        _silence(sys.stderr)
    return code
