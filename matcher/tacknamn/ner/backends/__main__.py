"""Any backend as a program that speaks JSON Lines: ``python -m tacknamn.ner.backends spacy``.

It answers as :mod:`tacknamn.ner.backends.conversation` says, and first ``{"id": 0}`` when its model
is loaded. What packages print goes to standard error, so that answers stay alone. An error is
told as a list of what is wrong and what to do; it does not quote the text.
"""

import argparse
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from tacknamn.errors import Error
from tacknamn.ner.backends.answers import redirect_output, send_answer
from tacknamn.ner.backends.checking import find_mentions, guard_backend
from tacknamn.ner.backends.programs import READY
from tacknamn.ner.backends.protocol import Backend, BackendError
from tacknamn.ner.backends.registry import make_backend

__all__ = ["main"]


def main() -> None:
    """Load the backend that the arguments name, and answer until no more lines come."""
    options = _parse_arguments()
    answers = redirect_output()
    try:
        asked = make_backend(options.backend, lexicon_data=options.data, language=options.language)
        with guard_backend(asked.name):
            asked.load()
    except Error as exc:
        send_answer(answers, id=READY, error=_error_parts(exc))
        sys.exit(f"error: {exc}")
    send_answer(answers, id=READY)
    for number, text in _read_questions():
        _answer_question(answers, asked, number, text)


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tacknamn.ner.backends")
    parser.add_argument("backend", help="name, or name:model")
    parser.add_argument("--language", default="en")
    parser.add_argument("--data", type=Path, help="folder of Täcknamn's lists")
    return parser.parse_args()


def _read_questions() -> Iterator[tuple[object, str]]:
    for line in sys.stdin.buffer:
        try:
            question = json.loads(line)
            number, text = question["id"], question["text"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # no question
        if isinstance(text, str):
            yield number, text


def _answer_question(answers: BinaryIO, asked: Backend, number: object, text: str) -> None:
    try:
        found = find_mentions(asked, text)
    except Error as exc:
        send_answer(answers, id=number, error=_error_parts(exc))
    else:
        send_answer(answers, id=number, spans=[list(one) for one in found])


def _error_parts(exc: Error) -> list[str]:
    if isinstance(exc, BackendError):
        return [exc.what, exc.remedy]
    return [str(exc), ""]


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # nobody is there any more
        sys.exit(1)
