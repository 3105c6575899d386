"""flashtext2: whole words through a trie, in Rust.

Its offsets count bytes and are wrong in texts that are not ASCII. It therefore gets ASCII texts, in
which capitals represent all other letters.
"""

import importlib
from typing import Any

from bench.peers.engine import Engine, EngineMatch, Ready, Task
from bench.peers.normalise import ASCII, normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    package: Any = importlib.import_module("flashtext2")
    keywords = [pattern[1:-1].decode("ascii") for pattern in patterns(task.forms, ASCII)]
    processor = package.KeywordProcessor(case_sensitive=True)
    processor.add_keywords_from_iter(keywords)
    number = {keyword: index for index, keyword in enumerate(keywords)}

    def find(text: str) -> list[EngineMatch]:
        found = processor.extract_keywords_with_span(normalise(text, ASCII).decode("ascii"))
        return [(start - 1, end - 1, number[keyword]) for keyword, start, end in found]

    return Ready(find)


ENGINE = Engine(
    "flashtext2", "flashtext2", "bulk normalisation to ASCII, case_sensitive, with spans", _prepare
)
