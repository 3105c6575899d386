"""Run any backend as a program that speaks JSON Lines: ``python -m tacknamn.ner.backends spacy``.

The protocol is described in :mod:`tacknamn.ner.backends.conversation`. The first answer,
``{"id": 0}``, reports that the model is loaded. An error is a list of two strings: what went wrong
and what to do. It never quotes the text.
"""

import json
import sys
from collections.abc import Iterator
from typing import BinaryIO

from tacknamn.errors import Error
from tacknamn.ner.backends.checking import find_mentions, guard_backend
from tacknamn.ner.backends.protocol import Backend
from tacknamn.ner.backends.registry import make_backend
from tacknamn.ner.backends.worker import (
    READY,
    describe_error_parts,
    make_worker_parser,
    redirect_output,
    send_answer,
)

__all__ = ["main"]


def main() -> None:
    """Load the backend that the arguments name, then answer until the input ends."""
    options = make_worker_parser("python -m tacknamn.ner.backends").parse_args()
    answers = redirect_output()
    try:
        backend = make_backend(
            options.backend, lexicon_data=options.data, language=options.language
        )
        with guard_backend(backend.name):
            backend.load()
    except Error as exc:
        send_answer(answers, id=READY, error=describe_error_parts(exc))
        sys.exit(f"error: {exc}")
    send_answer(answers, id=READY)
    for number, text in _read_questions():
        _answer_question(answers, backend, number, text)


def _read_questions() -> Iterator[tuple[object, str]]:
    for line in sys.stdin.buffer:
        try:
            question = json.loads(line)
            number, text = question["id"], question["text"]
        except (ValueError, KeyError, TypeError, RecursionError):
            continue  # not a question
        if isinstance(text, str):
            yield number, text


def _answer_question(answers: BinaryIO, backend: Backend, number: object, text: str) -> None:
    try:
        mentions = find_mentions(backend, text)
    except Error as exc:
        send_answer(answers, id=number, error=describe_error_parts(exc))
    else:
        send_answer(answers, id=number, spans=[list(mention) for mention in mentions])


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the reader of the answers has gone
        sys.exit(1)
