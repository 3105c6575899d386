"""What tests of the model and of fitting it share: pieces that were weighed, gold texts of invented
people, and weights as arrays and tables."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random

import numpy as np

from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.model import CASES, CLASSES, MASSES
from tacknamn.detection.ranking.pieces import TextPiece, WeightedPiece
from tacknamn.detection.ranking.weights_table import LinkFactors, Vector
from tacknamn_builders.fitting.examples import ExampleRow, FittingExample, read_example_rows
from tacknamn_builders.fitting.likelihood import KIND_NAMES, LINKS, FittedWeights
from tacknamn_builders.fitting.training_texts import TrainingFile

__all__ = [
    "FEATURES",
    "gold",
    "invented_texts",
    "numbers_of",
    "random_row",
    "random_weights",
    "rows_of_file",
    "weighed_as",
    "weights_of",
    "written",
]

FEATURES = ("one", "two", "three")
_PERSONS = ("Anna", "Erik", "Ulla Lindberg", "Ali Hassan", "Karin", "Peter Amin", "Zuhayra")
_PLACES = ("Lund", "Malmö", "Umeå", "Ankara", "Storgatan")
_SHAPES = (
    "Jag heter {PER} och bor i {LOC}.",
    "Min bror {PER} kommer från {LOC}, {LOC} är en stad.",
    "Hej! {PER} och {PER} jobbar på {ORG} i {LOC}.",
    "Vi såg en björn vid {LOC}. Katten heter {PER}.",
    "Kronan är en restaurang där {PER} spelar.",
)
_OF_LABEL = {"PER": _PERSONS, "LOC": _PLACES, "ORG": ("Volvo", "Scania", "Skatteverket")}


def weighed_as(piece: TextPiece, weights: Mapping[str, float]) -> WeightedPiece:
    """A piece with these weights."""
    return WeightedPiece(piece, dict(weights), "")


def gold(shape: str, random: Random) -> tuple[str, list[list[object]]]:
    """A sentence, with names in its gaps."""
    text, spans = "", []
    for part in shape.replace("}", "{").split("{"):
        if part in _OF_LABEL:
            name = random.choice(_OF_LABEL[part])
            spans.append([len(text), len(text) + len(name), part])
            text += name
        else:
            text += part
    return text, spans


def invented_texts(number: int = 40) -> list[tuple[str, list[list[object]]]]:
    """Gold texts, the same ones each time."""
    random = Random(5)
    return [gold(_SHAPES[at % len(_SHAPES)], random) for at in range(number)]


def written(path: Path, texts: Iterable[tuple[str, Sequence[object]]]) -> Path:
    """A file of gold texts."""
    lines = (json.dumps({"text": text, "spans": spans}) + "\n" for text, spans in texts)
    path.write_text("".join(lines), "utf-8")
    return path


def rows_of_file(detector: Detector, path: Path) -> list[ExampleRow]:
    """The rows of a file of gold texts, with those of its copies."""
    return list(read_example_rows(detector, [TrainingFile(path, 1.0)]))


def random_row(random: Random, length: int, weight: float = 1.0) -> ExampleRow:
    """A row of invented pieces."""
    return ExampleRow(tuple(_example(random, bool(place)) for place in range(length)), weight)


def _example(random: Random, is_behind: bool) -> FittingExample:
    kinds = random.sample(KIND_NAMES, random.randint(1, len(KIND_NAMES)))
    masses = [random.uniform(0.01, 1) for _ in kinds]
    return FittingExample(
        shares={kind: mass / sum(masses) for kind, mass in zip(kinds, masses, strict=True)},
        features=(*random.sample(FEATURES, random.randint(1, 3)), "without weight"),
        allowed=frozenset(random.sample(kinds, random.randint(1, len(kinds)))),
        case=random.choice(CASES),
        link=random.choice(LINKS[1:]) if is_behind else "",
    )


def random_weights(random: Random, features: int = len(FEATURES)) -> FittedWeights:
    """Weights of that many features, links of first pieces and the last row being nought."""
    source = np.random.default_rng(random.randrange(1 << 30))
    weights = FittedWeights(
        source.normal(size=(features + 1, len(CLASSES))),
        source.normal(size=(len(CASES), len(MASSES), len(CLASSES))) * 0.3,
        source.normal(size=(len(LINKS), len(KIND_NAMES), len(KIND_NAMES))),
    )
    weights.features[-1] = 0.0
    weights.links[0] = 0.0
    return weights


def numbers_of(rows: Iterable[ExampleRow]) -> dict[str, int]:
    """A number for each feature of the rows."""
    names = sorted({name for row in rows for one in row.examples for name in one.features})
    return {name: number for number, name in enumerate(names)}


def weights_of(
    table: dict[str, Vector], links: LinkFactors, numbers: dict[str, int]
) -> FittedWeights:
    """A table as arrays."""
    weights = FittedWeights(
        np.zeros((len(numbers) + 1, len(CLASSES))),
        np.zeros((len(CASES), len(MASSES), len(CLASSES))),
        np.zeros((len(LINKS), len(KIND_NAMES), len(KIND_NAMES))),
    )
    for name, number in numbers.items():
        weights.features[number] = table.get(name, (0.0, 0.0, 0.0))
    for place, case in enumerate(CASES):
        for at, mass in enumerate(MASSES):
            weights.masses[place, at] = table.get(f"{mass} {case}", (0.0, 0.0, 0.0))
    for how, one, other, factor in _each(links):
        cell = LINKS.index(how), KIND_NAMES.index(one), KIND_NAMES.index(other)
        weights.links[cell] = np.log(factor)
    return weights


def _each(links: LinkFactors) -> Iterator[tuple[str, str, str, float]]:
    for how, of_how in links.items():
        for one, others in of_how.items():
            for other, factor in others.items():
                yield how, one, other, factor
