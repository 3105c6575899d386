"""hyperscan: Intel's multi-pattern scanner, with literals."""

import importlib
from typing import Any

from bench.peers.engine import Engine, EngineMatch, Ready, Task, choose_longest
from bench.peers.normalise import normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    package: Any = importlib.import_module("hyperscan")
    expressions = patterns(task.forms)
    lengths = [len(pattern) for pattern in expressions]
    database = package.Database(mode=package.HS_MODE_BLOCK)
    database.compile(
        expressions=expressions,
        ids=list(range(len(expressions))),
        elements=len(expressions),
        flags=0,
        literal=True,
    )
    scan = database.scan
    matches: list[EngineMatch] = []

    def take(entry: int, _start: int, end: int, _flags: int, _context: object) -> None:
        matches.append((end - lengths[entry], end - 2, entry))

    def find(text: str) -> list[EngineMatch]:
        matches.clear()
        scan(normalise(text), match_event_handler=take)
        return choose_longest(matches)

    return Ready(find)


ENGINE = Engine(
    "hyperscan", "hyperscan", "bulk normalisation, ' entry ' as literals, one callback for each match",
    _prepare,
)  # fmt: skip
