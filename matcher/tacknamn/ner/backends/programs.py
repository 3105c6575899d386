"""Any program as a backend: ``command:"./ner --fast"``; it speaks JSON Lines.

How it is spoken to is told in :mod:`tacknamn.ner.backends.conversation`. No shell comes between: the
words are those of the command, with quotation marks as in a shell. Every backend can be such a
program, also from another Python: ``command:"other/bin/python -m tacknamn.ner.backends flair"``.
"""

import os
import shlex
import sys
from collections.abc import Iterator, Sequence

from tacknamn.ner.backends.checking import check_mentions
from tacknamn.ner.backends.conversation import Conversation, ProgramAnswer
from tacknamn.ner.backends.labels import coarse_label
from tacknamn.ner.backends.process import LOAD_SECONDS, TEXT_SECONDS
from tacknamn.ner.backends.protocol import BackendError, BackendSetup, NamedMention

__all__ = [
    "READY",
    "CommandBackend",
    "SeparateBackend",
]

_LATE_COMMAND = (
    "let it answer every line and flush its output after it, or give it more time with --seconds"
)


class CommandBackend:
    """A program that is kept running."""

    keeps_time = True

    def __init__(self, setup: BackendSetup) -> None:
        self.name = setup.name
        seconds = TEXT_SECONDS if setup.seconds is None else setup.seconds
        self._conversation = Conversation(setup.name, _command_words(setup), seconds, _LATE_COMMAND)

    def load(self) -> None:
        """Start the program."""
        self._conversation.start()

    def find(self, text: str) -> list[NamedMention]:
        """What it finds in a text."""
        return next(self.find_all([text]))

    def find_all(self, texts: Sequence[str]) -> Iterator[list[NamedMention]]:
        """What it finds in each text; it may work at some while others are checked."""
        for text, answer in zip(texts, self._conversation.ask(texts), strict=True):
            found = check_mentions(self.name, text, self._spans(answer))
            yield [one._replace(label=coarse_label(one.label)) for one in found]

    def close(self) -> None:
        """End the program."""
        self._conversation.close()

    def _spans(self, answer: ProgramAnswer) -> object:
        if answer.error is not None:
            raise BackendError(
                self.name,
                "the program tells an error of a text",
                "what it says is not repeated, since it may quote the text; ask it by hand",
            )
        if not isinstance(answer.spans, list):
            raise BackendError(
                self.name,
                "the program answers without spans",
                'let it answer {"id": 1, "spans": [[0, 4, "PER"]]}',
            )
        return answer.spans


def _command_words(setup: BackendSetup) -> list[str]:
    try:
        words = shlex.split(setup.model)
    except ValueError as exc:
        raise BackendError(setup.name, f"cannot be read: {exc}", "close the quotation") from exc
    if not words:
        raise BackendError(
            setup.name, "there is no program", 'write it behind a colon: command:"./ner --fast"'
        )
    return words


# A backend in a process of its own, which can be ended when it takes too long.
#
# A package that hangs in the middle of its compiled code cannot be stopped from within: no
# exception reaches it, and no thread can be ended. So whoever sets a limit gets the backend as a
# program, the one of :mod:`tacknamn.ner.backends.__main__`, and it is asked as programs are
# (:mod:`tacknamn.ner.backends.conversation`). It is a new process, not a fork: packages such as torch
# have threads that a fork would break. It costs the start of Python and, for a text, less than a
# millisecond.


READY = 0
"""The number of the answer that says that it is loaded."""
_LATE_BACKEND = "give it more time with --seconds, or take a smaller model"


class SeparateBackend:
    """A backend in another process."""

    def __init__(self, setup: BackendSetup) -> None:
        self.name = setup.name
        self._loading = max(LOAD_SECONDS, setup.seconds or 0)
        self._conversation = Conversation(
            setup.name,
            _python_words(setup),
            setup.seconds,
            _LATE_BACKEND,
            {"PYTHONPATH": _python_path()},
        )

    def load(self) -> None:
        """Start the process, and wait until it has loaded the model."""
        if self._conversation.running:
            return
        self._conversation.start()
        _, answer = self._conversation.receive({READY}, self._loading, "not loaded")
        if answer.error is not None:
            self._conversation.close()
            raise self._error(answer.error)

    def find(self, text: str) -> list[NamedMention]:
        """The names in a text."""
        return next(self.find_all([text]))

    def find_all(self, texts: Sequence[str]) -> Iterator[list[NamedMention]]:
        """The names in each text."""
        self.load()
        for text, answer in zip(texts, self._conversation.ask(texts), strict=True):
            yield check_mentions(self.name, text, self._spans(answer))

    def close(self) -> None:
        """End the process."""
        self._conversation.close()

    def _spans(self, answer: ProgramAnswer) -> object:
        if answer.error is not None:
            raise self._error(answer.error)
        return answer.spans

    def _error(self, told: object) -> BackendError:
        """The error that was raised there: it is one of ours, and quotes nothing."""
        if isinstance(told, list) and len(told) == 2 and all(isinstance(one, str) for one in told):
            return BackendError(self.name, *told)
        return BackendError(self.name, "failed in its process", "call the package itself")


def _python_words(setup: BackendSetup) -> list[str]:
    if not sys.executable:
        raise BackendError(
            setup.name, "no Python is known to run it with a limit of time", "set no limit"
        )
    # -P: modules are looked for where we look for them, not in the folder that we stand in
    words = [sys.executable, "-P", "-m", "tacknamn.backends", setup.name]
    words += ["--language", setup.language]
    return words + (["--data", str(setup.data)] if setup.data else [])


def _python_path() -> str:
    return os.pathsep.join(one for one in sys.path if one)
