"""Any backend as a program that speaks JSON Lines: ``python -m tacknamn.backends spacy``.

It answers as :mod:`tacknamn.backends.conversation` says, and first ``{"id": 0}`` when its model
is loaded. What packages print goes to standard error, so that answers stay alone. An error is
told as a list of what is wrong and what to do; it does not quote the text.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from tacknamn.backends.apart import READY
from tacknamn.backends.checking import checked, guarded
from tacknamn.backends.errors import BackendError
from tacknamn.backends.own_output import own_output, tell
from tacknamn.backends.protocol import Backend
from tacknamn.backends.registry import backend
from tacknamn.errors import Error

__all__ = ["main"]


def main() -> None:
    """Load the backend that the arguments name, and answer until no more lines come."""
    options = _options()
    answers = own_output()
    try:
        asked = backend(options.backend, lexicon_data=options.data, language=options.language)
        with guarded(asked.name):
            asked.load()
    except Error as exc:
        tell(answers, id=READY, error=_parts(exc))
        sys.exit(f"error: {exc}")
    tell(answers, id=READY)
    for number, text in _questions():
        _answer(answers, asked, number, text)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tacknamn.backends")
    parser.add_argument("backend", help="name, or name:model")
    parser.add_argument("--language", default="en")
    parser.add_argument("--data", type=Path, help="folder of Täcknamn's lists")
    return parser.parse_args()


def _questions() -> Iterator[tuple[object, str]]:
    for line in sys.stdin.buffer:
        try:
            question = json.loads(line)
            number, text = question["id"], question["text"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # no question
        if isinstance(text, str):
            yield number, text


def _answer(answers: BinaryIO, asked: Backend, number: object, text: str) -> None:
    try:
        found = checked(asked, text)
    except Error as exc:
        tell(answers, id=number, error=_parts(exc))
    else:
        tell(answers, id=number, spans=[list(one) for one in found])


def _parts(exc: Error) -> list[str]:
    if isinstance(exc, BackendError):
        return [exc.what, exc.remedy]
    return [str(exc), ""]


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # nobody is there any more
        sys.exit(1)
