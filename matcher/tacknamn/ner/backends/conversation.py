"""Ask a program for the names in texts, in JSON Lines.

::

    we write       {"id": 1, "text": "Kim met Anna."}
    it answers     {"id": 1, "spans": [[0, 3, "PER"], [8, 12, "PER", 0.98]]}

Places count characters of the text. The program is started once and kept running; it must answer
every line, in whichever order, and flush its output after it. Lines that are no answers, such as
what a package prints while it loads, are passed over. ``{"id": 1, "error": "..."}`` says that it
cannot do this text. When no more lines come, it should end.
"""

import json
import os
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from tacknamn.ner.backends.process import (
    ClosedInput,
    PipedProcess,
    PipeError,
    PipeFlood,
    PipeTimeout,
    ProcessEnded,
)
from tacknamn.ner.backends.protocol import BackendError
from tacknamn.support.printing import make_printable

__all__ = ["Conversation", "ProgramAnswer"]

AHEAD = 8
"""Texts that are sent before the first of them is answered: the program need not wait for us."""
JUNK = 1 << 24
"""Bytes of lines that are no answers, before a program counts as one that does nothing else."""
SHOWN = 200
"""Characters of a command that an error repeats."""


class ProgramAnswer(NamedTuple):
    """What a program says of a text."""

    spans: object
    """As it came; to be checked."""
    error: object = None
    """What it says instead of spans."""


class Conversation:
    """A program that is asked, started when it is needed."""

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        seconds: float | None,
        late: str,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Get ready; nothing is started yet.

        Args:
            name: Of the backend, for errors.
            words: The program and its arguments.
            seconds: How long it may take from one answer to the next.
            late: What to do where it takes longer.
            environment: Variables that it gets beside ours.
        """
        self.name = name
        self.words = list(words)
        self.seconds = seconds
        self._late = late
        self._environment = {**os.environ, "PYTHONUNBUFFERED": "1", **(environment or {})}
        self._program: PipedProcess | None = None
        self._number = 0

    @property
    def running(self) -> bool:
        """Whether it has been started, and has not failed since."""
        return self._program is not None

    def start(self) -> None:
        """Start the program where it does not run."""
        if self._program is not None:
            return
        if not hasattr(os, "killpg"):
            raise BackendError(
                self.name, "programs cannot be run on this system", "use Linux or macOS"
            )
        try:
            self._program = PipedProcess(self.words, self._environment)
        except (OSError, ValueError) as exc:
            reason = exc.strerror if isinstance(exc, OSError) else str(exc)
            raise BackendError(
                self.name,
                f"{make_printable(self.words[0])[:SHOWN]} cannot be started: {reason}",
                "give the path of a program that can be run",
            ) from exc

    def close(self) -> None:
        """End the program."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def ask(self, texts: Sequence[str]) -> Iterator[ProgramAnswer]:
        """The answers to texts, in their order."""
        self.start()
        first = self._number + 1
        self._number += len(texts)
        sent, answered = 0, 0
        early: dict[int, ProgramAnswer] = {}
        try:
            while answered < len(texts):
                while sent < len(texts) and sent < answered + AHEAD:
                    self._send(first + sent, texts[sent])
                    sent += 1
                waiting = {one for one in range(first + answered, first + sent) if one not in early}
                if first + answered in waiting:
                    number, answer = self.receive(waiting, self.seconds)
                    early[number] = answer
                if first + answered in early:
                    answered += 1
                    yield early.pop(first + answered - 1)
        finally:
            if answered < len(texts):  # answers that nobody waits for would be taken for later ones
                self.close()

    def receive(
        self, waiting: set[int], seconds: float | None, lacking: str = "no answer"
    ) -> tuple[int, ProgramAnswer]:
        """The next answer to one of the texts that are waited for.

        Args:
            lacking: What an error says that there is not, where the time is over.
        """
        assert self._program is not None
        deadline = None if seconds is None else time.monotonic() + seconds
        junk = 0
        while True:
            try:
                line = self._program.line(deadline)
            except PipeError as fault:
                self._fail(fault, seconds, lacking)
            number, answer = _read_answer(line)
            if answer is not None and number in waiting:
                return number, answer
            junk += len(line) + 1
            if junk > JUNK:
                self._fail(PipeFlood(), seconds, lacking)

    def _send(self, number: int, text: str) -> None:
        assert self._program is not None
        # ASCII, so that neither encodings nor other line ends come into it
        self._program.send(json.dumps({"id": number, "text": text}).encode("ascii") + b"\n")

    def _fail(self, fault: PipeError, seconds: float | None, lacking: str) -> NoReturn:
        self.close()
        if isinstance(fault, PipeTimeout):
            what = f"{lacking} within {seconds:g} s, so it was ended"
            raise BackendError(self.name, what, self._late) from fault
        by_hand = f"""printf '{{"id": 1, "text": "Anna"}}\\n' | {shlex.join(self.words)}"""
        raise BackendError(
            self.name,
            _describe_pipe_error(fault),
            f"try it by hand: {make_printable(by_hand)[: 2 * SHOWN]}",
        ) from fault


def _describe_pipe_error(fault: PipeError) -> str:
    """What is wrong where it has to be looked at."""
    match fault:
        case PipeFlood():
            return "prints lines without end that are no answers"
        case ClosedInput():
            return "reads no more texts"
        case ProcessEnded():
            return f"{fault} before it had answered"
        case _:
            return "failed"


def _read_answer(line: bytes) -> tuple[int, ProgramAnswer | None]:
    """The number of the text and what is said of it; None for a line that is no answer."""
    if not line.lstrip().startswith(b"{"):
        return 0, None
    try:
        found: Any = json.loads(line)
    except (ValueError, RecursionError):  # also what is no UTF-8
        return 0, None
    number = found.get("id")
    if isinstance(number, str) and number.isdecimal() and len(number) < 20:
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool):
        return 0, None
    return number, ProgramAnswer(found.get("spans"), found.get("error"))
