"""Work that stands in for the pseudonymizer's, to see what a run does with it.

A text says what is to happen to it: most are given back in capitals; ``die`` kills the worker,
``wait`` keeps it busy, and so on. Functions of a module, so that other processes find them.
"""

import os
import signal
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from tacknamn.batch.inputs import InputPath
from tacknamn.batch.tasks import TaskFunction, TaskResult
from tacknamn.errors import InputError

__all__ = ["Text", "opener", "read_lines", "read_text"]


@dataclass(frozen=True, slots=True)
class Text:
    """A document."""

    text: str
    is_trailer: bool = False


def read_text(place: InputPath) -> Iterator[Text]:
    """A file as one document."""
    yield Text(place.path.read_text("utf-8"))


def read_lines(place: InputPath) -> Iterator[Text]:
    """A file's lines, each a document."""
    with place.path.open(encoding="utf-8") as stream:
        yield from map(Text, stream)


def opener(request: object) -> TaskFunction:
    """Work whose results begin with the request."""
    if request == "wrong":
        raise InputError("this request is wrong")
    if request == "die":
        os.kill(os.getpid(), signal.SIGKILL)

    def work(piece: object) -> TaskResult:
        text = piece.input.text  # type: ignore[attr-defined]
        order = text.strip()
        if order == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if order.startswith("wait"):
            time.sleep(float(order.removeprefix("wait")))
        if order == "refuse":
            raise InputError("this text is refused")
        if order == "fail":
            raise ValueError("fail: quoted privately")
        if order == "half":
            return TaskResult("\ud800")
        made = f"{request}{text.upper()}"
        return TaskResult(
            made, words=len(text.split()), actions=Counter(replace=1), records=(text,)
        )

    return work
