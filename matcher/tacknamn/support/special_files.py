"""Open files that may be pipes or devices, without waiting for ever.

A text or a key may come from a pipe: ``<(program)`` of a shell, or a pipe with a name. Opening a
pipe waits until a program opens its other end, so the wait has a limit here. Settings are read
several times, by each worker process, so they must be regular files.
"""

import os
import re
import stat
import threading
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

from tacknamn.errors import InputError
from tacknamn.support.printing import make_printable

__all__ = ["is_own_stream", "open_stream", "refuse_special_file"]

_PIPE_WAIT = 10.0
"""Seconds that a program may take to open its end of a pipe. A shell starts both at once."""
_OWN_STREAM = re.compile(r"/dev/(stdin|stdout|stderr)|(?:/dev|/proc/self)/fd/([0-9]{1,9})")
"""Names of streams that are open already: opening them again could wait for a program that has ended."""
_NUMBERS = {"stdin": 0, "stdout": 1, "stderr": 2}


def is_own_stream(path: str | Path) -> bool:
    """Whether this names a stream that the process has open: ``/dev/stdout``, ``/dev/fd/63``."""
    return _OWN_STREAM.fullmatch(str(path)) is not None


def open_stream(path: str | Path, devices: bool = False) -> BinaryIO:
    """Open a file for reading; a pipe if a program writes to it.

    Devices never end, so only a caller that reads a few bytes may allow them. Raises OSError and
    InputError."""
    mode = Path(path).stat().st_mode
    if (own := _OWN_STREAM.fullmatch(str(path))) and not stat.S_ISREG(mode):
        number = int(own[2]) if own[2] else _NUMBERS[own[1]]
        return os.fdopen(os.dup(number), "rb")
    if stat.S_ISFIFO(mode):
        return os.fdopen(_open_pipe(str(path)), "rb")
    if _is_device(path, mode) and not devices:
        raise _make_error(path, "a device; name a file, or - for standard input")
    return Path(path).open("rb")


def refuse_special_file(path: str | Path) -> None:
    """Refuse pipes and devices where a file is read more than once. A missing file is not refused."""
    try:
        mode = Path(path).stat().st_mode
    except (OSError, ValueError):  # the reader reports that
        return
    if stat.S_ISFIFO(mode) or _is_device(path, mode):
        kind = "a pipe" if stat.S_ISFIFO(mode) else "a device"
        raise _make_error(path, f"{kind}, which can be read only once; save it as a file first")


def _is_device(path: str | Path, mode: int) -> bool:
    is_empty = str(path) == os.devnull
    return not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or stat.S_ISFIFO(mode) or is_empty)


def _make_error(path: str | Path, problem: str) -> InputError:
    return InputError(f"{make_printable(str(path))}: is {problem}")


def _open_pipe(path: str) -> int:
    handles: list[int] = []
    thread = threading.Thread(
        target=lambda: handles.append(os.open(path, os.O_RDONLY)), daemon=True
    )
    thread.start()
    thread.join(_PIPE_WAIT)
    if not thread.is_alive():
        return handles[0]
    _end_wait(path)
    thread.join(1)
    for handle in handles:
        os.close(handle)
    raise _make_error(
        path,
        f"a pipe, and no program has opened it for writing within {_PIPE_WAIT:.0f} s; start that "
        "program first, or name a file",
    )


def _end_wait(path: str) -> None:
    """End the wait of the thread: open the other end, which it waits for, and close it."""
    with suppress(OSError):
        os.close(os.open(path, os.O_WRONLY | os.O_NONBLOCK))
