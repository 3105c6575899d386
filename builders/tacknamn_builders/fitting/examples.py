"""From gold texts to rows of pieces, each with its features and what kinds of names it may be."""

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.features import name_case
from tacknamn.detection.ranking.pieces import TextPiece
from tacknamn_builders.fitting.training_texts import (
    COPIES,
    NO_NAME,
    TrainingFile,
    TrainingName,
    TrainingText,
    find_kinds,
    read_texts,
)

__all__ = ["ExampleRow", "FittingExample", "read_example_rows"]

SEED = 17
"""Of the slips; another one gives other slips and nearly the same weights."""
LONGEST_ROW = 12
"""Pieces of a row; lists of names go on, and say nothing new."""


class FittingExample(NamedTuple):
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


class ExampleRow(NamedTuple):
    """Pieces that settle each other."""

    examples: tuple[FittingExample, ...]
    weight: float
    """How much they count."""
    is_copy: bool = False
    """Whether it is of a text that was written otherwise."""


def read_example_rows(detector: Detector, shares: Sequence[TrainingFile]) -> Iterator[ExampleRow]:
    """The rows of all texts, as they are and in their copies."""
    read = [list(read_texts(share.path)) for share in shares]  # faults are told before any work
    for share, texts in zip(shares, read, strict=True):
        for number, (_, change, weight) in enumerate(COPIES):
            random = Random(SEED)
            for text in texts:
                for examples in _build_rows(detector, change(text, random)):
                    yield ExampleRow(examples, share.weight * weight, is_copy=number > 0)


def _build_rows(detector: Detector, text: TrainingText) -> Iterator[tuple[FittingExample, ...]]:
    capitals, rows = detector.list_examples(text.text)
    for row in rows:
        yield tuple(
            FittingExample(
                step.shares,
                tuple(features),
                _find_allowed_kinds(step.weighted.piece, text.names),
                name_case(step.weighted.piece.case, capitals),
                step.link,
            )
            for step, features in row[:LONGEST_ROW]
        )


def _find_allowed_kinds(piece: TextPiece, names: Sequence[TrainingName]) -> frozenset[str]:
    """What a piece may be: what the name is that has half of it, or none."""
    for name in names:
        common = min(name.end, piece.end) - max(name.start, piece.start)
        if 2 * common >= piece.end - piece.start:
            allowed = find_kinds(name.label)
            is_part = name.start < piece.start or name.end > piece.end
            return allowed | {"place"} if name.label == "ORG" and is_part else allowed
    return NO_NAME
