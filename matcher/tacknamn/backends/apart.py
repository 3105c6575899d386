"""A backend in a process of its own, which can be ended when it takes too long.

A package that hangs in the middle of its compiled code cannot be stopped from within: no
exception reaches it, and no thread can be ended. So whoever sets a limit gets the backend as a
program, the one of :mod:`tacknamn.backends.__main__`, and it is asked as programs are
(:mod:`tacknamn.backends.conversation`). It is a new process, not a fork: packages such as torch
have threads that a fork would break. It costs the start of Python and, for a text, less than a
millisecond.
"""

import os
import sys
from collections.abc import Iterator, Sequence

from tacknamn.backends.checking import mentions
from tacknamn.backends.conversation import Answer, Conversation
from tacknamn.backends.errors import BackendError
from tacknamn.backends.limits import LOADING
from tacknamn.backends.protocol import Mention, Setup

__all__ = ["READY", "Apart"]

READY = 0
"""The number of the answer that says that it is loaded."""
_LATE = "give it more time with --seconds, or take a smaller model"


class Apart:
    """A backend in another process."""

    def __init__(self, setup: Setup) -> None:
        self.name = setup.name
        self._loading = max(LOADING, setup.seconds or 0)
        self._conversation = Conversation(
            setup.name, _words(setup), setup.seconds, _LATE, {"PYTHONPATH": _path()}
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

    def find(self, text: str) -> list[Mention]:
        """The names in a text."""
        return next(self.find_all([text]))

    def find_all(self, texts: Sequence[str]) -> Iterator[list[Mention]]:
        """The names in each text."""
        self.load()
        for text, answer in zip(texts, self._conversation.ask(texts), strict=True):
            yield mentions(self.name, text, self._spans(answer))

    def close(self) -> None:
        """End the process."""
        self._conversation.close()

    def _spans(self, answer: Answer) -> object:
        if answer.error is not None:
            raise self._error(answer.error)
        return answer.spans

    def _error(self, told: object) -> BackendError:
        """The error that was raised there: it is one of ours, and quotes nothing."""
        if isinstance(told, list) and len(told) == 2 and all(isinstance(one, str) for one in told):
            return BackendError(self.name, *told)
        return BackendError(self.name, "failed in its process", "call the package itself")


def _words(setup: Setup) -> list[str]:
    if not sys.executable:
        raise BackendError(
            setup.name, "no Python is known to run it with a limit of time", "set no limit"
        )
    # -P: modules are looked for where we look for them, not in the folder that we stand in
    words = [sys.executable, "-P", "-m", "tacknamn.backends", setup.name]
    words += ["--language", setup.language]
    return words + (["--data", str(setup.data)] if setup.data else [])


def _path() -> str:
    return os.pathsep.join(one for one in sys.path if one)
