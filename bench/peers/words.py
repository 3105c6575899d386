"""Dictionaries of Python: the fastest search without any package."""

from itertools import accumulate, compress

from bench.peers.engine import Engine, EngineMatch, Ready, Task
from bench.peers.normalise import normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    number: dict[bytes, int] = {}
    longest: dict[bytes, int] = {}
    """For each first word, the number of words of the longest entry that begins with it."""
    pairs: set[bytes] = set()
    for entry, pattern in enumerate(patterns(task.forms)):
        words = pattern[1:-1].split(b" ")
        number[pattern[1:-1]] = entry
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
        if len(words) > 1:
            pairs.add(b" ".join(words[:2]))
    begins = longest.__contains__

    def find(text: str) -> list[EngineMatch]:
        words = normalise(text)[1:-1].split(b" ")
        starts = list(accumulate(map(len, words), lambda start, size: start + size + 1, initial=0))
        matches = []
        free = 0
        for index in compress(range(len(words)), map(begins, words)):
            if index < free:
                continue
            most = longest[words[index]]
            if most > 1 and b" ".join(words[index : index + 2]) not in pairs:
                most = 1
            for size in range(most, 0, -1):
                entry = number.get(b" ".join(words[index : index + size]))
                if entry is not None:
                    matches.append((starts[index], starts[index + size] - 1, entry))
                    free = index + size
                    break
        return matches

    return Ready(find)


ENGINE = Engine("dict", "", "bulk normalisation, split, dictionaries of Python", _prepare)
