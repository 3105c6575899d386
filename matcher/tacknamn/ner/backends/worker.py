"""What the processes that run a backend share: their command line, and how they answer.

There are two such programs: :mod:`tacknamn.ner.backends.__main__` answers questions, and
:mod:`tacknamn.evaluation.comparison.worker` measures a backend. Answers are lines of JSON on
standard output.
"""

import argparse
import io
import json
import os
import sys
from pathlib import Path
from typing import BinaryIO

from tacknamn.errors import Error
from tacknamn.ner.backends.protocol import BackendError

__all__ = [
    "LATE",
    "READY",
    "describe_error_parts",
    "make_worker_parser",
    "python_path",
    "redirect_output",
    "send_answer",
    "worker_words",
]

LATE = "allow more time with --seconds, or choose a smaller model"
"""What to do about a worker that exceeds a time limit."""
READY = 0
"""The id of the answer that reports that the model is loaded."""


def worker_words(module: str, backend: str, language: str, data: Path | None) -> list[str]:
    """The command line that runs a worker module for a backend."""
    # -P: do not search the current folder for modules, as we do not either
    words = [sys.executable, "-P", "-m", module, backend, "--language", language]
    return words + (["--data", str(data)] if data else [])


def python_path() -> str:
    """The value of PYTHONPATH with which a worker finds the same modules as this process."""
    return os.pathsep.join(folder for folder in sys.path if folder)


def make_worker_parser(program: str) -> argparse.ArgumentParser:
    """Make a parser of the arguments that :func:`worker_words` writes."""
    parser = argparse.ArgumentParser(prog=program)
    parser.add_argument("backend", help="name, or name:model")
    parser.add_argument("--language", default="en", help="language of the texts")
    parser.add_argument("--data", type=Path, help="folder of Täcknamn's bundle")
    return parser


def redirect_output() -> BinaryIO:
    """Reserve standard output for answers; everything else that is printed goes to standard error.

    Packages print messages while they load a model."""
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    return answers


def send_answer(answers: BinaryIO, **content: object) -> None:
    """Write an answer and flush it."""
    answers.write(json.dumps(content).encode("ascii") + b"\n")
    answers.flush()


def describe_error_parts(exc: Error, remedy: str = "") -> list[str]:
    """An error as an answer carries it: what went wrong, and what to do. It quotes no text."""
    if isinstance(exc, BackendError):
        return [exc.what, exc.remedy]
    return [str(exc), remedy]
