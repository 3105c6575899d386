"""Ask a program for the names in texts, in JSON Lines.

::

    we write       {"id": 1, "text": "Kim met Anna."}
    it answers     {"id": 1, "spans": [[0, 3, "PER"], [8, 12, "PER", 0.98]]}

Offsets count characters of the text. The program is started once and kept running. It must answer
every line, in any order, and flush its output after each answer. Lines that are not answers, such
as messages of a package that loads, are ignored. ``{"id": 1, "error": "..."}`` reports that it
cannot process this text. The program should exit at the end of its input.
"""

import json
import os
import shlex
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, NoReturn

from tacknamn.ner.backends.process import ENDLESS, PipedProcess, PipeError, PipeTimeout
from tacknamn.ner.backends.protocol import BackendError
from tacknamn.support.child_environment import make_child_environment
from tacknamn.support.printing import make_printable

__all__ = ["Conversation", "ProgramAnswer"]

AHEAD = 8
"""Texts that are sent before the first of them is answered, so that the program never waits."""
JUNK = 1 << 24
"""Bytes of lines that are not answers, after which the program counts as broken."""
SHOWN = 200
"""Characters of a command that an error repeats."""


class ProgramAnswer(NamedTuple):
    """The answer of a program to one text."""

    spans: object
    """The spans, unchecked."""
    error: object = None
    """An error message instead of spans."""


class Conversation:
    """A program that is started when the first question comes, and then kept running."""

    def __init__(
        self,
        name: str,
        words: Sequence[str],
        seconds: float | None,
        late: str,
        environment: Mapping[str, str] | None = None,
    ) -> None:
        """Prepare; nothing is started yet.

        Args:
            name: The backend, for errors.
            words: The program and its arguments.
            seconds: Time limit from one answer to the next.
            late: What to do about an exceeded limit, for errors.
            environment: Variables that the program gets in addition to ours. It never gets the key.
        """
        self.name = name
        self.words = list(words)
        self.seconds = seconds
        self._late = late
        self._environment = make_child_environment(PYTHONUNBUFFERED="1", **(environment or {}))
        self._program: PipedProcess | None = None
        self._number = 0

    @property
    def running(self) -> bool:
        """Whether the program has been started, and has not failed since."""
        return self._program is not None

    def start(self) -> None:
        """Start the program if it is not running."""
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
                "give the path of an executable program",
            ) from exc

    def close(self) -> None:
        """Kill the program."""
        if self._program is not None:
            self._program.kill()
            self._program = None

    def ask(self, texts: Sequence[str]) -> Iterator[ProgramAnswer]:
        """Ask for the names in texts; the answers come in the order of the texts.

        Up to AHEAD texts are under way at once. The program may answer them in any order; early
        answers wait in ``early``."""
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
                under_way = range(first + answered, first + sent)
                waiting = {number for number in under_way if number not in early}
                if first + answered in waiting:
                    number, answer = self.receive(waiting, self.seconds)
                    early[number] = answer
                if first + answered in early:
                    answered += 1
                    yield early.pop(first + answered - 1)
        finally:
            if answered < len(texts):  # unread answers would be mistaken for later ones
                self.close()

    def receive(
        self, waiting: set[int], seconds: float | None, lacking: str = "no answer"
    ) -> tuple[int, ProgramAnswer]:
        """Receive the next answer to one of the texts in ``waiting``.

        Args:
            lacking: What the error says when the time is over.
        """
        assert self._program is not None
        deadline = None if seconds is None else time.monotonic() + seconds
        junk = 0
        while True:
            try:
                line = self._program.read_line(deadline)
            except PipeError as error:
                self._fail(error, seconds, lacking)
            number, answer = _read_answer(line)
            if answer is not None and number in waiting:
                return number, answer
            junk += len(line) + 1
            if junk > JUNK:
                self._fail(PipeError(ENDLESS), seconds, lacking)

    def _send(self, number: int, text: str) -> None:
        assert self._program is not None
        # ASCII, so that neither the encoding nor other kinds of line ends matter
        self._program.send(json.dumps({"id": number, "text": text}).encode("ascii") + b"\n")

    def _fail(self, error: PipeError, seconds: float | None, lacking: str) -> NoReturn:
        self.close()
        if isinstance(error, PipeTimeout):
            what = f"{lacking} within {seconds:g} s; it was stopped"
            raise BackendError(self.name, what, self._late) from error
        by_hand = f"""printf '{{"id": 1, "text": "Anna"}}\\n' | {shlex.join(self.words)}"""
        raise BackendError(
            self.name,
            str(error),
            f"try it by hand: {make_printable(by_hand)[: 2 * SHOWN]}",
        ) from error


def _read_answer(line: bytes) -> tuple[int, ProgramAnswer | None]:
    """Read the number of the text and the answer; None for a line that is not an answer."""
    if not line.lstrip().startswith(b"{"):
        return 0, None
    try:
        found: Any = json.loads(line)
    except (ValueError, RecursionError):  # also for lines that are not UTF-8
        return 0, None
    number = found.get("id")
    if isinstance(number, str) and number.isdecimal() and len(number) < 20:
        number = int(number)
    if not isinstance(number, int) or isinstance(number, bool):
        return 0, None
    return number, ProgramAnswer(found.get("spans"), found.get("error"))
