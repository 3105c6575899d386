"""Python's own dictionaries: what can be done with nothing installed."""

from itertools import accumulate, compress

from bench.peers.engine import Engine, Hit, Ready, Task
from bench.peers.normalise import normalise, patterns

__all__ = ["ENGINE"]


def _prepare(task: Task) -> Ready:
    number: dict[bytes, int] = {}
    longest: dict[bytes, int] = {}
    """First words, and of how many words the longest entry that begins so is."""
    pairs: set[bytes] = set()
    for entry, pattern in enumerate(patterns(task.forms)):
        words = pattern[1:-1].split(b" ")
        number[pattern[1:-1]] = entry
        longest[words[0]] = max(longest.get(words[0], 0), len(words))
        if len(words) > 1:
            pairs.add(b" ".join(words[:2]))
    begins = longest.__contains__

    def find(text: str) -> list[Hit]:
        words = normalise(text)[1:-1].split(b" ")
        starts = list(accumulate(map(len, words), lambda start, size: start + size + 1, initial=0))
        hits = []
        free = 0
        for place in compress(range(len(words)), map(begins, words)):
            if place < free:
                continue
            most = longest[words[place]]
            if most > 1 and b" ".join(words[place : place + 2]) not in pairs:
                most = 1
            for size in range(most, 0, -1):
                entry = number.get(b" ".join(words[place : place + size]))
                if entry is not None:
                    hits.append((starts[place], starts[place + size] - 1, entry))
                    free = place + size
                    break
        return hits

    return Ready(find)


ENGINE = Engine("dict", "", "bulk normalisation, split, dictionaries of Python", _prepare)
