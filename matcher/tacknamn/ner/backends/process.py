"""How long a backend may take where nobody says, here and in a comparison.

A limit is for what hangs, not for what is slow. Programs of others (``command``) have one always:
one that does not flush its output would otherwise never be told. Packages with models have one in
a comparison, whose texts are sentences; a whole text takes as long as it takes.
"""

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Mapping, Sequence

__all__ = [
    "LOAD_SECONDS",
    "TEXT_SECONDS",
    "ClosedInput",
    "PipeError",
    "PipeFlood",
    "PipeTimeout",
    "PipedProcess",
    "ProcessEnded",
]

TEXT_SECONDS = 300.0
"""Seconds for one text, in which a program also loads what it needs before its first answer. The
slowest models take a few seconds for a sentence."""
LOAD_SECONDS = 600.0
"""Seconds in which a package with its model must be loaded, or the limit of a text where that is
longer. Large models from a slow disk take a minute or two."""


# A program whose input and output are pipes: written to and read from, but never waited for in vain.
#
# Both pipes are watched at once, so that neither side waits for the other: what the program does
# not read yet stays here, and what it prints is taken meanwhile. Its standard error goes nowhere:
# a program may tell there what it likes, the text too, and as much as it likes. It is the first of
# a process group of its own, so that whatever it starts ends with it.


BLOCK = 1 << 16
"""Bytes that are read or written at a time: what a pipe of Linux holds."""
LINE = 1 << 26
"""Bytes of the longest line: 64 MB are spans enough for a text of any size."""
PATIENCE = 5.0
"""Seconds to wait for a process that has been killed, or whose output has ended."""
GRACE = 1.0
"""Seconds in which a program that has closed its input may still tell what it knows."""


class PipeError(Exception):
    """Nothing more can be got out of a program."""


class PipeTimeout(PipeError):
    """The time is over."""


class PipeFlood(PipeError):
    """A line is too long."""


class ClosedInput(PipeError):
    """It reads no more."""


class ProcessEnded(PipeError):
    """It has ended, or closed its output. What is told is how."""


class PipedProcess:
    """A running program."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start it. What cannot be started is an OSError."""
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=environment,
            start_new_session=True,
        )
        self._kill = weakref.finalize(self, _kill_group, process)  # also when Python ends
        self._process = process
        assert process.stdin is not None and process.stdout is not None
        self._input = process.stdin.fileno()
        self._output = process.stdout.fileno()
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._searched = 0
        self._grace: float | None = None  # until when it may tell, once it reads no more
        for end in (self._input, self._output):
            os.set_blocking(end, False)

    def send(self, data: bytes) -> None:
        """Write when the program is ready to read, while its lines are waited for."""
        self._outgoing += data

    def line(self, deadline: float | None) -> bytes:
        """The next line that the program prints; a PipeFault where none comes.

        Args:
            deadline: By :func:`time.monotonic`; None: wait as long as it takes.
        """
        while (end := self._incoming.find(b"\n", self._searched)) < 0:
            self._searched = len(self._incoming)
            if self._searched > LINE:
                raise PipeFlood
            self._exchange(deadline)
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        self._searched = 0
        return line

    def kill(self) -> None:
        """End it, and whatever it has started."""
        self._kill()

    def _exchange(self, deadline: float | None) -> None:
        """Read or write what is possible; wait until something is."""
        left = _seconds_left(deadline, self._grace)
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            if self._outgoing and self._grace is None:
                selector.register(self._input, selectors.EVENT_WRITE)
            ready = {key.fd for key, _ in selector.select(left)}
        if self._output in ready:
            self._read()
        if self._input in ready:
            self._write()
        if not ready or left == 0:  # one that prints without end is late, too
            raise PipeTimeout if self._grace is None else ClosedInput

    def _read(self) -> None:
        try:
            data = os.read(self._output, BLOCK)
        except BlockingIOError:
            return
        if not data:
            raise ProcessEnded(self._how())
        self._incoming += data

    def _write(self) -> None:
        try:
            count = os.write(self._input, self._outgoing[:BLOCK])
            del self._outgoing[:count]
        except BlockingIOError:
            return
        except OSError:
            self._grace = time.monotonic() + GRACE

    def _how(self) -> str:
        """How it ended. It may have closed its output alone."""
        try:
            code = self._process.wait(GRACE)
        except subprocess.TimeoutExpired:
            return "closed its output"
        if code >= 0:
            return f"ended with exit code {code}"
        try:
            return f"was killed by {signal.Signals(-code).name}"
        except ValueError:  # a real-time signal
            return f"was killed by signal {-code}"


def _seconds_left(*deadlines: float | None) -> float | None:
    """Seconds until the first of them."""
    times = [one for one in deadlines if one is not None]
    return max(0.0, min(times) - time.monotonic()) if times else None


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill the whole group, whose number is that of its first process.

    It is killed even when the first one has ended: what that has started may go on."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):  # all of them have ended
        pass
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            pipe.close()
    try:
        process.wait(PATIENCE)
    except subprocess.TimeoutExpired:  # it hangs in the kernel; nothing more can be done
        pass
