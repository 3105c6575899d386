"""daachorse: a double-array Aho-Corasick automaton in Rust, over bytes."""

import importlib
from typing import Any

from bench.peers.engine import Engine, EngineMatch, Ready, Task, choose_longest
from bench.peers.normalise import normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    daachorse: Any = importlib.import_module("daachorse")
    automaton = daachorse.DoubleArrayAhoCorasick(
        patterns(task.forms), corpus=[normalise(text) for text in task.sample]
    )

    def find(text: str) -> list[EngineMatch]:
        found = automaton.find_overlapping(normalise(text))
        return choose_longest([(start, end - 2, entry) for start, end, entry in found])

    return Ready(find)


ENGINE = Engine(
    "daachorse",
    "daachorse",
    "bulk normalisation, ' entry ' as bytes, layout by corpus=, find_overlapping",
    _prepare,
)
