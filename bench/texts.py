"""Read the texts that the benchmark scans: real prose, in long documents and short ones.

The gold texts for development (``../shared/eval``) are joined to documents of about 40 kB, like a
newspaper page or a long essay, and repeated to 20 MB. Short texts are pieces of 150 words, like an
answer in a form. The documents are shuffled, because slow engines scan only the first ones.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = [
    "LONG",
    "SHORT_WORDS",
    "TOTAL",
    "count_words",
    "measure_megabytes",
    "read_long_texts",
    "split_texts",
]

TOTAL = 20_000_000
"""Bytes of UTF-8: ten seconds of the slowest engine worth comparing."""
LONG = 40_000
SHORT_WORDS = 150
SEED = 11
_WORD = re.compile(r"\w+")


def read_long_texts(folder: Path, total: int = TOTAL) -> list[str]:
    """Read documents of :data:`LONG` characters, ``total`` bytes together."""
    documents = [text for corpus in _read_corpora(folder) for text in _join_texts(corpus)]
    random.Random(SEED).shuffle(documents)
    texts: list[str] = []
    size = 0
    while size < total:
        texts.append(documents[len(texts) % len(documents)])
        size += len(texts[-1].encode("utf-8"))
    return texts


def split_texts(documents: list[str]) -> list[str]:
    """Split documents into pieces of :data:`SHORT_WORDS` words."""
    return [piece for document in documents for piece in _split_text(document)]


def measure_megabytes(texts: list[str]) -> float:
    """Return the size of texts in UTF-8, in millions of bytes."""
    return sum(len(text.encode("utf-8")) for text in texts) / 1e6


def count_words(texts: list[str]) -> int:
    """Count the words of texts."""
    return sum(len(_WORD.findall(text)) for text in texts)


def _read_corpora(folder: Path) -> Iterator[list[str]]:
    """Read the texts of each gold file, except those changed to lower case or misspelt."""
    files = sorted(folder.glob("*.dev.jsonl"))
    plain = [path for path in files if not re.search("_(lower|typo)[.]", path.name)]
    if not plain:
        raise SystemExit(f"{folder}: no gold texts here; name their folder with --texts")
    for path in plain:
        with path.open(encoding="utf-8") as file:
            yield [json.loads(line)["text"] for line in file]


def _join_texts(items: list[str]) -> Iterator[str]:
    document: list[str] = []
    size = 0
    for item in items:
        document.append(item)
        size += len(item) + 1
        if size >= LONG:
            yield "\n".join(document)
            document, size = [], 0
    if document:
        yield "\n".join(document)


def _split_text(document: str) -> Iterator[str]:
    starts = [match.start() for match in _WORD.finditer(document)][::SHORT_WORDS]
    for start, end in zip(starts, [*starts[1:], len(document)], strict=True):
        yield document[start:end]
