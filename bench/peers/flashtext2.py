"""flashtext2: whole words through a trie, in Rust.

Its offsets count bytes where a text is not ASCII, and are then wrong; so it gets texts of
ASCII, in which every other letter stands as a capital.
"""

import importlib
from typing import Any

from bench.peers.engine import Engine, Hit, Ready, Task
from bench.peers.normalise import ASCII, normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    package: Any = importlib.import_module("flashtext2")
    keywords = [pattern[1:-1].decode("ascii") for pattern in patterns(task.forms, ASCII)]
    processor = package.KeywordProcessor(case_sensitive=True)
    processor.add_keywords_from_iter(keywords)
    number = {keyword: place for place, keyword in enumerate(keywords)}

    def find(text: str) -> list[Hit]:
        found = processor.extract_keywords_with_span(normalise(text, ASCII).decode("ascii"))
        return [(start - 1, end - 1, number[keyword]) for keyword, start, end in found]

    return Ready(find)


ENGINE = Engine(
    "flashtext2", "flashtext2", "bulk normalisation to ASCII, case_sensitive, with spans", _prepare
)
