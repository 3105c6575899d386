"""pyahocorasick: an Aho-Corasick automaton in C; also with each hit verified, which is exact."""

import importlib
from typing import Any

from bench.peers.engine import Engine, Hit, Ready, Task, resolve
from bench.peers.normalise import normalise, patterns

from tacknamn.fold import fold

__all__ = ["EXACT", "PLAIN"]

_LENGTH_BITS = 16
"""A pattern's value is its number and its length, so that a hit needs no look-up."""
_LENGTH = (1 << _LENGTH_BITS) - 1


def _automaton(task: Task) -> Any:
    package: Any = importlib.import_module("ahocorasick")
    automaton = package.Automaton(package.STORE_INTS)
    for number, pattern in enumerate(patterns(task.forms)):
        automaton.add_word(pattern.decode("latin-1"), number << _LENGTH_BITS | len(pattern))
    automaton.make_automaton()
    return automaton


def _prepare(task: Task) -> Ready:
    walk = _automaton(task).iter

    def find(text: str) -> list[Hit]:
        return resolve(
            [
                (last + 1 - (value & _LENGTH), last - 1, value >> _LENGTH_BITS)
                for last, value in walk(normalise(text).decode("latin-1"))
            ]
        )

    return Ready(find)


def _prepare_exact(task: Task) -> Ready:
    marisa_trie: Any = importlib.import_module("marisa_trie")
    walk = _automaton(task).iter
    known = marisa_trie.Trie(task.forms).get

    def find(text: str) -> list[Hit]:
        hits = []
        for last, value in walk(normalise(text).decode("latin-1")):
            start = last + 1 - (value & _LENGTH)
            entry = known(fold(text[start : last - 1]))
            if entry is not None:
                hits.append((start, last - 1, entry))
        return resolve(hits)

    return Ready(find)


PLAIN = Engine(
    "pyahocorasick",
    "pyahocorasick",
    "bulk normalisation, ' entry ' as str of one byte a character, iter",
    _prepare,
)
EXACT = Engine(
    "pyahocorasick + marisa",
    "pyahocorasick",
    "the same, and each hit looked up in a marisa trie: exact but for what is one byte only",
    _prepare_exact,
)
