"""Run a program from its first line to its exit code: ``tacknamn`` and ``tacknamn-build`` alike.

Text goes in and out as UTF-8, whatever the locale. The exit codes are those that shells expect:
what the command decided; 2 for an error, printed on one line; 130 after Ctrl-C; and, without a
message, 141 when the reader of the output has closed it (``| head -1``) and 143 after SIGTERM.
"""

import errno
import io
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Literal, NoReturn, TextIO

from tacknamn.errors import Error, describe_os_error
from tacknamn.support.interrupts import (
    INTERRUPTED,
    MESSAGE,
    TERMINATED,
    Terminated,
    exit_on_interrupt,
    raise_on_interrupt,
    set_interrupt_handler,
)
from tacknamn.support.mapped_files import report_bus_errors

__all__ = ["explain_missing_package", "run"]

EXIT_ERROR = 2
EXIT_PIPE_CLOSED = 141
"""What shells report for a program that wrote to a closed pipe: 128 and the signal's number."""


def run(module: str, name: str, extra: str = "") -> NoReturn:
    """Run the program ``name``, whose commands are the Typer app of ``module``, and exit.

    ``extra`` is the extra of the package whose dependencies the program needs. If one of them is
    missing, the error says how to install it.

    The module is imported here, so that errors while it loads are reported like all others.
    After the command has finished, Ctrl-C only ends the program sooner."""
    exit_on_interrupt()
    report_bus_errors()
    _open_streams()
    sys.argv = [_decode_utf8(argument) for argument in sys.argv]
    code = _exit_code_of(lambda: _load_and_call(module, name, extra))
    exit_on_interrupt(code)
    sys.exit(code)


def _load_and_call(module: str, name: str, extra: str) -> None:
    _check_environment()
    app = import_module(module).app
    before = raise_on_interrupt()
    try:
        with explain_missing_package(name, extra):
            app(prog_name=name)
    finally:
        set_interrupt_handler(before)


@contextmanager
def explain_missing_package(user: str, extra: str = "") -> Iterator[None]:
    """Turn the error of a package that is not installed into one that says how to install it.

    ``user`` is what needs the package, ``extra`` the extra of Täcknamn that has it."""
    try:
        yield
    except ModuleNotFoundError as exc:
        missing = (exc.name or "tacknamn").partition(".")[0]
        if missing.startswith("tacknamn"):  # a fault of ours
            raise
        package = f"'tacknamn[{extra}]'" if extra else missing
        raise Error(
            f"{user} needs {missing}, which is not installed; run pip install {package}"
        ) from exc


def _check_environment() -> None:
    """Refuse a wrong name of an engine also where a command would not ask for it."""
    if "TACKNAMN_ENGINE" in os.environ:
        from tacknamn.support.compiled import read_engine_variable  # here: few set it

        read_engine_variable()


def _open_streams() -> None:
    """Set the standard streams to UTF-8, and replace those that are closed.

    The number of a closed stream would go to the next file that is opened. A closed output
    becomes a file that cannot be written: a command that prints nothing does not notice."""
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


def _decode_utf8(argument: str) -> str:
    """Return an argument as it was typed, where the locale decoded its bytes differently."""
    try:
        return os.fsencode(argument).decode("utf-8")
    except UnicodeError:  # the name of a file, in another encoding
        return argument


def _exit_code_of(program: Callable[[], object]) -> int:
    """Run a program and return its exit code."""
    try:
        code = _call_app(program)
        sys.stdout.flush()
        return code
    except BrokenPipeError:
        _silence(sys.stdout)
        return EXIT_PIPE_CLOSED
    except KeyboardInterrupt as exc:
        return _report_error(str(exc) or MESSAGE, INTERRUPTED)
    except Terminated:
        return TERMINATED
    except Error as exc:
        return _report_error(str(exc))
    except UnicodeEncodeError as exc:
        return _report_error(f"a file's name cannot be written in {exc.encoding}; set PYTHONUTF8=1")
    except OSError as exc:
        return _report_error(f"{exc.filename or _name_stream(exc)}: {describe_os_error(exc)}")
    except MemoryError:
        return _report_error(
            "out of memory; close other programs, or use smaller texts or a smaller profile"
        )


def _call_app(program: Callable[[], object]) -> int:
    """Call a Typer app, which ends by SystemExit; raise interrupts and closed pipes again."""
    try:
        program()
    except SystemExit as exit:
        for cause in _causes_of(exit):
            if isinstance(cause, BrokenPipeError | KeyboardInterrupt):
                raise cause from None
        return exit.code if isinstance(exit.code, int) else EXIT_ERROR if exit.code else 0
    except Exception as exc:
        if any(isinstance(cause, KeyboardInterrupt) for cause in _causes_of(exc)):
            raise KeyboardInterrupt from None
        raise
    return 0


def _causes_of(exc: BaseException | None) -> Iterator[BaseException]:
    """Yield an exception and what caused it.

    Typer and Rich turn some errors into other exits. Python itself turns a Ctrl-C that
    comes while it builds a dataclass into a RuntimeError."""
    while exc is not None:
        yield exc
        exc = exc.__cause__ or exc.__context__


def _name_stream(exc: OSError) -> str:
    """Name the file of an error that does not name it.

    What could not be written stays in the buffer, so writing it fails again."""
    try:
        sys.stdout.flush()
    except OSError:
        _silence(sys.stdout)
        return "standard output"
    return "standard output" if exc.errno in _UNBUFFERED else "a file"


_UNBUFFERED = {errno.ENOSPC, errno.EBADF}
"""Errors of output without a buffer (PYTHONUNBUFFERED); errors of files name the file."""


def _silence(stream: TextIO) -> None:
    """Discard the rest of a stream's buffer; otherwise Python reports the error again at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _report_error(message: str, code: int = EXIT_ERROR) -> int:
    try:
        sys.stderr.write(f"error: {message}\n")
        sys.stderr.flush()
    except OSError:  # standard error is closed as well
        _silence(sys.stderr)
    return code
