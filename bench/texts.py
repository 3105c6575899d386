"""The texts that the benchmark scans: real prose, long documents and short ones.

The gold texts for development (``../shared/eval``) are joined to documents of some 40 kB, as
a newspaper page or a long essay is, and repeated to 20 MB. Short texts are pieces of 150
words, as one answer in a form is. The documents are shuffled, because engines that are slow
see only the first ones.
"""

import json
import random
import re
from collections.abc import Iterator
from pathlib import Path

__all__ = ["LONG", "SHORT_WORDS", "TOTAL", "long_texts", "megabytes", "short_texts", "words_in"]

TOTAL = 20_000_000
"""Bytes of UTF-8: ten seconds of the slowest engine that is still of use."""
LONG = 40_000
SHORT_WORDS = 150
SEED = 11
_WORD = re.compile(r"\w+")


def long_texts(folder: Path, total: int = TOTAL) -> list[str]:
    """Documents of :data:`LONG` characters, together ``total`` bytes."""
    documents = [text for corpus in _corpora(folder) for text in _joined(corpus)]
    random.Random(SEED).shuffle(documents)
    wanted: list[str] = []
    size = 0
    while size < total:
        wanted.append(documents[len(wanted) % len(documents)])
        size += len(wanted[-1].encode("utf-8"))
    return wanted


def short_texts(documents: list[str]) -> list[str]:
    """The same text in pieces of :data:`SHORT_WORDS` words."""
    return [piece for document in documents for piece in _pieces(document)]


def megabytes(texts: list[str]) -> float:
    """Size of texts as UTF-8, in millions of bytes."""
    return sum(len(text.encode("utf-8")) for text in texts) / 1e6


def words_in(texts: list[str]) -> int:
    """Words of texts."""
    return sum(len(_WORD.findall(text)) for text in texts)


def _corpora(folder: Path) -> Iterator[list[str]]:
    """The texts of each gold file but those that were lower-cased or misspelt on purpose."""
    files = sorted(folder.glob("*.dev.jsonl"))
    plain = [path for path in files if not re.search("_(lower|typo)[.]", path.name)]
    if not plain:
        raise SystemExit(f"{folder}: no gold texts here; say where they are with --texts")
    for path in plain:
        with path.open(encoding="utf-8") as file:
            yield [json.loads(line)["text"] for line in file]


def _joined(items: list[str]) -> Iterator[str]:
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


def _pieces(document: str) -> Iterator[str]:
    starts = [match.start() for match in _WORD.finditer(document)][::SHORT_WORDS]
    for start, end in zip(starts, [*starts[1:], len(document)], strict=True):
        yield document[start:end]
