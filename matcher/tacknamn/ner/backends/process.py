"""A subprocess that is written to and read from through pipes, with a time limit for each line.

Both pipes are watched at once, so neither side can block the other: input that the process does
not read yet stays in a buffer here, and its output is read meanwhile. Standard error is discarded,
because a program may print the text there, and any amount of it. The process leads its own
process group, so everything that it starts ends with it.
"""

import os
import selectors
import signal
import subprocess
import time
import weakref
from collections.abc import Mapping, Sequence

__all__ = [
    "ENDLESS",
    "LOAD_SECONDS",
    "TEXT_SECONDS",
    "PipeError",
    "PipeTimeout",
    "PipedProcess",
]

TEXT_SECONDS = 300.0
"""Default time limit for one text. It is meant for processes that hang, not for slow ones: the
slowest models take a few seconds for a sentence. Programs (``command``) always have a limit,
because one that never flushes its output would otherwise wait forever; the packages have one in
comparisons, whose texts are sentences. The first answer of a program includes its loading."""
LOAD_SECONDS = 600.0
"""Time limit for loading a package and its model, unless the limit for a text is longer. Large
models on a slow disk take a minute or two."""
ENDLESS = "prints endless lines that are not answers"
"""The message of a PipeError about output without line ends, or without answers."""
BLOCK = 1 << 16
"""Bytes per read or write: the capacity of a pipe on Linux."""
LONGEST_LINE = 1 << 26
"""Bytes of the longest line: 64 MB of spans are enough for a text of any size."""
PATIENCE = 5.0
"""Seconds to wait for a process that has been killed."""
GRACE = 1.0
"""Seconds that a process may still answer after it has closed its input, and that it may run after
it has closed its output."""


class PipeError(Exception):
    """A process gives no further lines; the message says why, after the name of the process."""


class PipeTimeout(PipeError):
    """The time limit is exceeded."""


class PipedProcess:
    """A running subprocess."""

    def __init__(self, words: Sequence[str], environment: Mapping[str, str]) -> None:
        """Start the process; raise OSError if that is not possible."""
        process = subprocess.Popen(
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            bufsize=0,
            env=environment,
            start_new_session=True,
        )
        self._kill = weakref.finalize(self, _kill_group, process)  # also when Python exits
        self._process = process
        assert process.stdin is not None and process.stdout is not None
        self._input = process.stdin.fileno()
        self._output = process.stdout.fileno()
        self._outgoing = bytearray()
        self._incoming = bytearray()
        self._searched = 0  # bytes of the incoming that have no line end
        self._grace: float | None = None  # deadline for answers after the input was closed
        for pipe in (self._input, self._output):
            os.set_blocking(pipe, False)

    def send(self, data: bytes) -> None:
        """Queue data; it is written while :meth:`read_line` waits."""
        self._outgoing += data

    def read_line(self, deadline: float | None) -> bytes:
        """Read the next line of output, without its line end; raise a PipeError if none comes.

        Args:
            deadline: A time of :func:`time.monotonic`; None: no limit.
        """
        while (end := self._incoming.find(b"\n", self._searched)) < 0:
            self._searched = len(self._incoming)
            if self._searched > LONGEST_LINE:
                raise PipeError(ENDLESS)
            self._exchange(deadline)
        line = bytes(self._incoming[:end])
        del self._incoming[: end + 1]
        self._searched = 0
        return line

    def kill(self) -> None:
        """Kill the process, and everything that it has started."""
        self._kill()

    def _exchange(self, deadline: float | None) -> None:
        """Wait until one of the pipes is ready, then read and write what is possible."""
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
        if not ready or left == 0:  # endless output must not outrun the deadline
            raise PipeTimeout if self._grace is None else PipeError("stopped reading texts")

    def _read(self) -> None:
        try:
            data = os.read(self._output, BLOCK)
        except BlockingIOError:
            return
        if not data:
            raise PipeError(f"{self._describe_end()} before it had answered")
        self._incoming += data

    def _write(self) -> None:
        try:
            count = os.write(self._input, self._outgoing[:BLOCK])
            del self._outgoing[:count]
        except BlockingIOError:
            return
        except OSError:
            self._grace = time.monotonic() + GRACE

    def _describe_end(self) -> str:
        """Describe how the process ended; it may also have closed its output and run on."""
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
    """Seconds until the first of the deadlines."""
    times = [deadline for deadline in deadlines if deadline is not None]
    return max(0.0, min(times) - time.monotonic()) if times else None


def _kill_group(process: "subprocess.Popen[bytes]") -> None:
    """Kill the whole process group, whose id is that of its first process.

    The group is killed even when that process has ended, because its children may still run."""
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
