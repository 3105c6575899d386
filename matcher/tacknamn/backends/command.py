"""Any program as a backend: ``command:"./ner --fast"``; it speaks JSON Lines.

How it is spoken to is told in :mod:`tacknamn.backends.conversation`. No shell comes between: the
words are those of the command, with quotation marks as in a shell. Every backend can be such a
program, also from another Python: ``command:"other/bin/python -m tacknamn.backends flair"``.
"""

import shlex
from collections.abc import Iterator, Sequence

from tacknamn.backends.checking import mentions
from tacknamn.backends.conversation import Answer, Conversation
from tacknamn.backends.errors import BackendError
from tacknamn.backends.labels import coarse_label
from tacknamn.backends.limits import SECONDS
from tacknamn.backends.protocol import Mention, Setup

__all__ = ["Command"]

_LATE = (
    "let it answer every line and flush its output after it, or give it more time with --seconds"
)


class Command:
    """A program that is kept running."""

    keeps_time = True

    def __init__(self, setup: Setup) -> None:
        self.name = setup.name
        seconds = SECONDS if setup.seconds is None else setup.seconds
        self._conversation = Conversation(setup.name, _words(setup), seconds, _LATE)

    def load(self) -> None:
        """Start the program."""
        self._conversation.start()

    def find(self, text: str) -> list[Mention]:
        """What it finds in a text."""
        return next(self.find_all([text]))

    def find_all(self, texts: Sequence[str]) -> Iterator[list[Mention]]:
        """What it finds in each text; it may work at some while others are checked."""
        for text, answer in zip(texts, self._conversation.ask(texts), strict=True):
            found = mentions(self.name, text, self._spans(answer))
            yield [one._replace(label=coarse_label(one.label)) for one in found]

    def close(self) -> None:
        """End the program."""
        self._conversation.close()

    def _spans(self, answer: Answer) -> object:
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


def _words(setup: Setup) -> list[str]:
    try:
        words = shlex.split(setup.model)
    except ValueError as exc:
        raise BackendError(setup.name, f"cannot be read: {exc}", "close the quotation") from exc
    if not words:
        raise BackendError(
            setup.name, "there is no program", 'write it behind a colon: command:"./ner --fast"'
        )
    return words
