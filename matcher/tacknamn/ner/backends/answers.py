"""Keep standard output for answers alone, in processes that run packages of others.

Answers are lines of JSON."""

import io
import json
import os
import sys
from typing import BinaryIO

__all__ = ["redirect_output", "send_answer"]


def redirect_output() -> BinaryIO:
    """What answers are written to; whatever else is printed goes to standard error."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return answers


def send_answer(answers: BinaryIO, **said: object) -> None:
    """Write an answer, which whoever waits for it gets at once."""
    answers.write(json.dumps(said).encode("ascii") + b"\n")
    answers.flush()
