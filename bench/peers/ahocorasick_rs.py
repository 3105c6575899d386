"""ahocorasick_rs: BurntSushi's Aho-Corasick automaton in Rust, over bytes."""

import importlib
from typing import Any

from bench.peers.engine import Engine, EngineMatch, Ready, Task, choose_longest
from bench.peers.normalise import normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    package: Any = importlib.import_module("ahocorasick_rs")
    automaton = package.BytesAhoCorasick(
        patterns(task.forms), implementation=package.Implementation.ContiguousNFA
    )

    def find(text: str) -> list[EngineMatch]:
        found = automaton.find_matches_as_indexes(normalise(text), overlapping=True)
        return choose_longest([(start, end - 2, entry) for entry, start, end in found])

    return Ready(find)


ENGINE = Engine(
    "ahocorasick_rs",
    "ahocorasick-rs",
    "bulk normalisation, ' entry ' as bytes, contiguous NFA, overlapping",
    _prepare,
)
