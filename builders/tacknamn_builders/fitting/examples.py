"""Turn gold texts into rows of pieces, each with its features and the kinds of names it may be."""

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
"""Seed of the misspellings; another one gives nearly the same weights."""
LONGEST_ROW = 12
"""Maximum pieces of a row; the rest of a long list of names adds nothing new."""


class FittingExample(NamedTuple):
    """A piece of a text."""

    shares: dict[str, float]
    """The share of each kind, by lists and cues."""
    features: tuple[str, ...]
    allowed: frozenset[str]
    """The kinds that the gold text allows."""
    case: str
    """Its case, combined with the use of capitals in its text."""
    link: str
    """What connects it to the piece before; empty for the first piece of a row."""


class ExampleRow(NamedTuple):
    """Adjacent pieces, whose kinds depend on each other."""

    examples: tuple[FittingExample, ...]
    weight: float
    """The weight of its file."""
    is_copy: bool = False
    """Whether it is from an altered copy of a text."""


def read_example_rows(detector: Detector, files: Sequence[TrainingFile]) -> Iterator[ExampleRow]:
    """Yield the rows of all texts and of their copies."""
    texts_of_files = [list(read_texts(file.path)) for file in files]  # report errors first
    for file, texts in zip(files, texts_of_files, strict=True):
        for number, (_, change, weight) in enumerate(COPIES):
            random = Random(SEED)
            for text in texts:
                for examples in _build_rows(detector, change(text, random)):
                    yield ExampleRow(examples, file.weight * weight, is_copy=number > 0)


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


def _is_country(piece: TextPiece) -> bool:
    """Whether the lists have a piece as a country. Gold texts call *Russia announced* an organisation,
    but a writer's *Russia* is a country, and no features could tell them apart."""
    return piece.form is not None and "country" in piece.form.candidates


def _find_allowed_kinds(piece: TextPiece, names: Sequence[TrainingName]) -> frozenset[str]:
    """Find the kinds that a piece may have: those of the name that covers half of it, or none."""
    for name in names:
        common = min(name.end, piece.end) - max(name.start, piece.start)
        if 2 * common >= piece.end - piece.start:
            allowed = find_kinds(name.label)
            is_part = name.start < piece.start or name.end > piece.end
            may_be_place = name.label == "ORG" and (is_part or _is_country(piece))
            return allowed | {"place"} if may_be_place else allowed
    return NO_NAME
