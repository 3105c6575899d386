"""From gold texts to rows of pieces, each with its features and what kinds of names it may be."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from tacknamn.labelling.features import case_name
from tacknamn.labelling.labeller import Labeller
from tacknamn.labelling.pieces import Piece
from tacknamn_builders.fitting.labels import NONE, kinds_of
from tacknamn_builders.fitting.texts import COPIES, Gold, Share, Text, read_texts

__all__ = ["Example", "Row", "rows_of_texts"]

SEED = 17
"""Of the slips; another one gives other slips and nearly the same weights."""
LONGEST_ROW = 12
"""Pieces of a row; lists of names go on, and say nothing new."""


class Example(NamedTuple):
    """A piece of a text."""

    shares: dict[str, float]
    """What part of its weights each kind has, by lists and cues."""
    features: tuple[str, ...]
    allowed: frozenset[str]
    """The kinds that the gold text allows."""
    case: str
    """What its letters say, with what that is worth in its text."""
    link: str
    """How it stands beside the one before; empty for the first one of a row."""


class Row(NamedTuple):
    """Pieces that settle each other."""

    examples: tuple[Example, ...]
    weight: float
    """How much they count."""
    is_copy: bool = False
    """Whether it is of a text that was written otherwise."""


def rows_of_texts(labeller: Labeller, shares: Sequence[Share]) -> Iterator[Row]:
    """The rows of all texts, as they are and in their copies."""
    read = [list(read_texts(share.path)) for share in shares]  # faults are told before any work
    for share, texts in zip(shares, read, strict=True):
        for number, (_, change, weight) in enumerate(COPIES):
            random = Random(SEED)
            for text in texts:
                for examples in _rows(labeller, change(text, random)):
                    yield Row(examples, share.weight * weight, is_copy=number > 0)


def _rows(labeller: Labeller, text: Text) -> Iterator[tuple[Example, ...]]:
    capitals, rows = labeller.examples(text.text)
    for row in rows:
        yield tuple(
            Example(
                step.shares,
                tuple(features),
                _allowed(step.weighed.piece, text.names),
                case_name(step.weighed.piece.case, capitals),
                step.link,
            )
            for step, features in row[:LONGEST_ROW]
        )


def _allowed(piece: Piece, names: Sequence[Gold]) -> frozenset[str]:
    """What a piece may be: what the name is that has half of it, or none."""
    for name in names:
        common = min(name.end, piece.end) - max(name.start, piece.start)
        if 2 * common >= piece.end - piece.start:
            allowed = kinds_of(name.label)
            is_part = name.start < piece.start or name.end > piece.end
            return allowed | {"place"} if name.label == "ORG" and is_part else allowed
    return NONE
