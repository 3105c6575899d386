"""Programs that speak JSON Lines, well or badly, and backends that misbehave: for the tests."""

import shlex
import sys
import textwrap
from pathlib import Path
from typing import Any

from tacknamn.ner.backends.protocol import NamedMention

__all__ = ["Stand", "program"]

_HEAD = """
import json, os, re, sys, time

def names(text):
    return [[one.start(), one.end(), "person"] for one in re.finditer(r"\\b[A-ZÅÄÖ]\\w+", text)]

def tell(number, spans):
    print(json.dumps({"id": number, "spans": spans}), flush=True)

def questions():
    for line in sys.stdin:
        yield json.loads(line)
"""


def program(folder: Path, body: str) -> str:
    """A backend's request for a Python program: ``names``, ``tell`` and ``questions`` are there."""
    file = folder / "a program.py"
    file.write_text(_HEAD + textwrap.dedent(body), encoding="utf-8")
    return f'command:"{shlex.join([sys.executable, str(file)])}"'


class Stand:
    """A backend that answers what it is given, or does what it is given."""

    def __init__(self, answer: object = (), name: str = "stand") -> None:
        self.name = name
        self.answer = answer
        self.loads = 0

    def load(self) -> None:
        self.loads += 1

    def find(self, text: str) -> list[NamedMention]:
        answer: Any = self.answer
        found: list[NamedMention] = answer(text) if callable(answer) else answer
        return found
