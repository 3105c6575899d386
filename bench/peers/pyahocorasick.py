"""pyahocorasick: an Aho-Corasick automaton in C; also with each match verified, which is exact."""

import importlib
from typing import Any

from bench.peers.engine import Engine, EngineMatch, Ready, Task, choose_longest
from bench.peers.normalise import normalise, patterns

from tacknamn.text.fold import fold

__all__ = ["EXACT", "PLAIN"]


def _prepare(task: Task) -> Ready:
    package: Any = importlib.import_module("ahocorasick")
    # Objects, because STORE_INTS cuts values to 32 bits, and a number with a length needs more.
    automaton = package.Automaton()
    for number, pattern in enumerate(patterns(task.forms)):
        automaton.add_word(pattern.decode("latin-1"), (len(pattern) - 1, number))
    automaton.make_automaton()
    walk = automaton.iter

    def find(text: str) -> list[EngineMatch]:
        return choose_longest(
            [
                (last - length, last - 1, entry)
                for last, (length, entry) in walk(normalise(text).decode("latin-1"))
            ]
        )

    return Ready(find)


def _prepare_exact(task: Task) -> Ready:
    package: Any = importlib.import_module("ahocorasick")
    marisa_trie: Any = importlib.import_module("marisa_trie")
    automaton = package.Automaton(package.STORE_LENGTH)
    for pattern in patterns(task.forms):
        automaton.add_word(pattern.decode("latin-1"))
    automaton.make_automaton()
    walk, known = automaton.iter, marisa_trie.Trie(task.forms).get

    def find(text: str) -> list[EngineMatch]:
        matches = []
        for last, length in walk(normalise(text).decode("latin-1")):
            start, end = last + 1 - length, last - 1
            word = text[start:end]
            # Folding ASCII letters only makes them lower case; other words need all its rules.
            plain = word.isascii() and word.isalpha()
            entry = known(word.lower() if plain else fold(word))
            if entry is not None:
                matches.append((start, end, entry))
        return choose_longest(matches)

    return Ready(find)


PLAIN = Engine(
    "pyahocorasick",
    "pyahocorasick",
    "bulk normalisation, ' entry ' as str of one byte a character, iter; values are tuples",
    _prepare,
)
EXACT = Engine(
    "pyahocorasick + marisa",
    "pyahocorasick",
    "the same with lengths as values; each match is looked up in a marisa trie, so only "
    "characters that share a byte are confused",
    _prepare_exact,
)
