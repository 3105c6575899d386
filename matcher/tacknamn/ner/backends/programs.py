"""Backends that are programs: any command, and any of our backends in its own process.

Both speak the protocol of :mod:`tacknamn.ner.backends.conversation`.

``command:"./ner --fast"`` runs a program of the user's. No shell is involved: the words are split
as a shell would split them, quotation marks included. Any backend can be such a program, even with
another Python: ``command:"other/bin/python -m tacknamn.ner.backends flair"``.

A separate backend is one of ours that has a time limit. Compiled code that hangs cannot be stopped
from within: no exception reaches it, and a thread cannot be killed. So the backend runs as the
program :mod:`tacknamn.ner.backends.__main__`. It is a new process and not a fork, because packages
such as torch have threads that do not survive a fork. It costs the start of Python, and less than
a millisecond for each text.
"""

import shlex
import sys
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from tacknamn.ner.backends.checking import check_mentions
from tacknamn.ner.backends.conversation import Conversation, ProgramAnswer
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.process import LOAD_SECONDS, TEXT_SECONDS
from tacknamn.ner.backends.protocol import BackendError, BackendSetup, NamedMention
from tacknamn.ner.backends.worker import LATE, READY, python_path, worker_words

__all__ = ["CommandBackend", "SeparateBackend"]

_LATE_COMMAND = (
    "let it answer every line and flush its output after each answer, or allow more time with "
    "--seconds"
)


class _ProgramBackend(ABC):
    """A backend that asks a program."""

    def __init__(self, name: str, conversation: Conversation) -> None:
        self.name = name
        self._conversation = conversation

    @abstractmethod
    def load(self) -> None:
        """Start the program."""

    @abstractmethod
    def _read_spans(self, answer: ProgramAnswer) -> object:
        """Return the spans of an answer, unchecked; raise a BackendError for an error."""

    def find(self, text: str) -> list[NamedMention]:
        """Find the names in a text."""
        return next(self.find_all([text]))

    def find_all(self, texts: Sequence[str]) -> Iterator[list[NamedMention]]:
        """Find the names in each text; the program works ahead while answers are checked."""
        self.load()
        for text, answer in zip(texts, self._conversation.ask(texts), strict=True):
            yield check_mentions(self.name, text, self._read_spans(answer))

    def close(self) -> None:
        """Kill the program."""
        self._conversation.close()


class CommandBackend(_ProgramBackend):
    """A program of the user's."""

    keeps_time = True
    """The registry need not run it in a separate process to enforce a time limit."""

    def __init__(self, setup: BackendSetup) -> None:
        seconds = TEXT_SECONDS if setup.seconds is None else setup.seconds
        words = _split_command(setup)
        super().__init__(setup.name, Conversation(setup.name, words, seconds, _LATE_COMMAND))

    def load(self) -> None:
        """Start the program; it loads its model before its first answer."""
        self._conversation.start()

    def find_all(self, texts: Sequence[str]) -> Iterator[list[NamedMention]]:
        """Find the names in each text, with coarse labels."""
        for mentions in super().find_all(texts):
            yield [mention._replace(label=coarse_label(mention.label)) for mention in mentions]

    def _read_spans(self, answer: ProgramAnswer) -> object:
        if answer.error is not None:
            raise BackendError(
                self.name,
                "the program reports an error for a text",
                "its message is not shown, because it may quote the text; run the program by hand",
            )
        if not isinstance(answer.spans, list):
            raise BackendError(
                self.name,
                "the program answers without spans",
                'let it answer {"id": 1, "spans": [[0, 4, "PER"]]}',
            )
        return answer.spans


def _split_command(setup: BackendSetup) -> list[str]:
    try:
        words = shlex.split(setup.model)
    except ValueError as exc:
        raise BackendError(
            setup.name, f"the command cannot be read: {exc}", "close the quotation marks"
        ) from exc
    if not words:
        raise BackendError(
            setup.name,
            "the command is missing",
            'write it after a colon: command:"./ner --fast"',
        )
    return words


class SeparateBackend(_ProgramBackend):
    """One of our backends in its own process, with a time limit."""

    def __init__(self, setup: BackendSetup) -> None:
        if not sys.executable:
            raise BackendError(
                setup.name, "a time limit needs a Python interpreter to run", "set no time limit"
            )
        self._load_seconds = max(LOAD_SECONDS, setup.seconds or 0)
        words = worker_words("tacknamn.ner.backends", setup.name, setup.language, setup.data)
        environment = {"PYTHONPATH": python_path()}
        super().__init__(
            setup.name,
            Conversation(setup.name, words, setup.seconds, LATE, environment),
        )

    def load(self) -> None:
        """Start the process, and wait until it has loaded the model."""
        if self._conversation.running:
            return
        self._conversation.start()
        _, answer = self._conversation.receive({READY}, self._load_seconds, "not loaded")
        if answer.error is not None:
            self._conversation.close()
            raise self._make_error(answer.error)

    def _read_spans(self, answer: ProgramAnswer) -> object:
        if answer.error is not None:
            raise self._make_error(answer.error)
        return answer.spans

    def _make_error(self, parts: object) -> BackendError:
        """Rebuild the error of the other process. It is ours, so it quotes no text."""
        if isinstance(parts, list) and len(parts) == 2 and all(isinstance(x, str) for x in parts):
            return BackendError(self.name, *parts)
        return BackendError(self.name, "failed in its process", "call the package directly")
