"""Read the essays: a head of ``name: value`` lines, a blank line, the text with its brackets.

A bracket is ``[[Göteborgs|city gen]]``: what stands in the text, a bar, the label, and after it
what comes on top (:data:`EXTRAS`). What is wrong ends in a ValueError that names the essay.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["EXTRAS", "HEAD", "TEXTS", "Essay", "Gold", "read_essays"]

TEXTS = Path(__file__).with_name("texts")
HEAD = ("id", "level", "genre", "topic", "split")
EXTRAS = ("gen", "def", "pl", "foreign", "island")
"""SVALA's affixes; and ``island``, which COLING-2020 counts by itself and SVALA takes for ``geo``."""
_BRACKET = re.compile(r"\[\[([^\[\]|]+)\|([^\[\]|]+)\]\]")


class Gold(NamedTuple):
    """A piece of a text that points at somebody."""

    start: int
    """Characters before it."""
    end: int
    label: str
    """Its category in the taxonomy."""
    extras: tuple[str, ...]
    """What comes on top of it."""


@dataclass(frozen=True, slots=True)
class Essay:
    """An essay and what was annotated in it."""

    id: str
    level: str
    """A, B or C: how far the course is."""
    genre: str
    """As in COLING-2020's table 3."""
    topic: str
    """What was to be written about."""
    split: str
    """``dev``: errors may be looked at; ``test``: only figures are."""
    text: str
    spans: tuple[Gold, ...]
    """From left to right; they do not overlap."""

    @property
    def words(self) -> int:
        """How many there are between white space."""
        return len(self.text.split())

    @property
    def line(self) -> str:
        """The essay as ``tacknamn evaluate`` reads it."""
        told = {name: getattr(self, name) for name in HEAD} | {
            "text": self.text,
            "spans": [one[:3] for one in self.spans],
            "extras": [one.extras for one in self.spans],
        }
        return json.dumps(told, ensure_ascii=False)


def read_essays(folder: Path = TEXTS) -> Iterator[Essay]:
    """All essays, in the order of their files."""
    for path in sorted(folder.glob("*.txt")):
        yield _essay(path.stem, path.read_text("utf-8"))


def _essay(name: str, content: str) -> Essay:
    head, _, body = content.partition("\n\n")
    facts = dict(line.split(": ", 1) for line in head.splitlines())
    if tuple(facts) != HEAD:
        raise ValueError(f"essay {name}: its head is not {', '.join(HEAD)}")
    text, spans = _plain(name, body.removesuffix("\n"))
    return Essay(**facts, text=text, spans=spans)


def _plain(name: str, body: str) -> tuple[str, tuple[Gold, ...]]:
    """The text without its brackets, and what they told."""
    pieces: list[str] = []
    spans: list[Gold] = []
    at = size = 0
    for bracket in _BRACKET.finditer(body):
        before, named = body[at : bracket.start()], bracket[1]
        start = size + len(before)
        size, at = start + len(named), bracket.end()
        pieces += [before, named]
        spans.append(Gold(start, size, *_labels(name, bracket[2])))
    text = "".join([*pieces, body[at:]])
    if "[[" in text or "]]" in text:
        raise ValueError(f"essay {name}: a bracket without a label")
    return text, tuple(spans)


def _labels(name: str, told: str) -> tuple[str, tuple[str, ...]]:
    label, *extras = told.split(" ")
    if load_taxonomy().label(label).name != label or not set(extras) <= set(EXTRAS):
        raise ValueError(f"essay {name}: no label of the taxonomy, or no affix: {told}")
    return label, tuple(extras)
