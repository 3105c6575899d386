"""Compute how well weights explain the gold texts, and the gradient that improves them.

The model is a conditional random field over rows of pieces. Lists and cues give each kind of a
piece a share. To its logarithm the model adds the weights of the piece's features, by class, and
the weights of the links to its neighbours. Gold texts mark classes, rarely kinds (first name or
surname), so the likelihood is the sum of all paths that gold allows, divided by the sum of all
paths.

Rows of the same length are computed together, as arrays of rows x pieces x kinds.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn.detection.ranking.model import CASES, CLASSES, LEAST_SHARE
from tacknamn_builders.fitting.examples import ExampleRow

__all__ = [
    "KIND_NAMES",
    "LINKS",
    "ExampleBatch",
    "FittedWeights",
    "Gradient",
    "Numbers",
    "build_batches",
    "compute_gradient",
]

Numbers = npt.NDArray[np.float64]
Indices = npt.NDArray[np.int64]

KIND_NAMES = ("none", "noun", "first", "surname", "initials", "place", "institution")
CLASS_NUMBERS = np.array([3, 3, 0, 0, 0, 1, 2])
"""The class of each kind; 3 is no class."""
LINKS = ("", "beside", "comma", "and")
"""The connection of a piece with the piece before it; the first piece of a row has none."""
NEVER = -1e9
"""The logarithm for what is impossible."""
_OF_CLASS = np.array([[number == kind for kind in CLASS_NUMBERS] for number in range(4)])


@dataclass
class FittedWeights:
    """The weights of the model."""

    features: Numbers
    """Features x classes; the last row stands for unknown features and stays 0."""
    masses: Numbers
    """Cases x classes (and no class) by their shares x classes."""
    links: Numbers
    """Link x kind before x kind: logarithms."""

    def parts(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return all arrays."""
        return self.features, self.masses, self.links


@dataclass(frozen=True)
class ExampleBatch:
    """Rows of the same length."""

    given: Numbers
    """Rows x pieces x kinds: logarithms of the shares."""
    barred: Numbers
    """Rows x pieces x kinds: 0 if gold allows the kind, otherwise :data:`NEVER`."""
    links: Indices
    cases: Indices
    features: Indices
    """Rows x pieces x the largest number of features of a piece."""
    masses: Numbers
    """Rows x pieces x classes (and no class): logarithms of the shares; 0 without features."""
    weights: Numbers
    """The weight of each row."""


@dataclass(frozen=True)
class Gradient:
    """The likelihood of the texts, and its gradient."""

    likelihood: float
    features: Numbers
    masses: Numbers
    links: Numbers

    def parts(self) -> tuple[Numbers, Numbers, Numbers]:
        """Return the arrays in the order of :meth:`FittedWeights.parts`."""
        return self.features, self.masses, self.links


def build_batches(rows: Iterable[ExampleRow], numbers: Mapping[str, int]) -> list[ExampleBatch]:
    """Convert the rows to arrays; ``numbers`` are those of the features that have weights."""
    by_length: dict[int, list[ExampleRow]] = {}
    for row in rows:
        by_length.setdefault(len(row.examples), []).append(row)
    return [_build_batch(by_length[length], numbers) for length in sorted(by_length)]


def _build_batch(rows: Sequence[ExampleRow], numbers: Mapping[str, int]) -> ExampleBatch:
    size, length = len(rows), len(rows[0].examples)
    given = np.full((size, length, len(KIND_NAMES)), NEVER)
    barred = np.full_like(given, NEVER)
    links = np.zeros((size, length), np.int64)
    cases = np.zeros_like(links)
    most = max(len(example.features) for row in rows for example in row.examples)
    features = np.full((size, length, most), len(numbers), np.int64)  # unknown features
    for number, row in enumerate(rows):
        for piece, example in enumerate(row.examples):
            cell = number, piece
            possible = [kind for kind in KIND_NAMES if example.shares.get(kind, 0.0) > 0]
            # If no possible kind is allowed, there is nothing to learn: allow all of them.
            allowed = example.allowed.intersection(possible) or possible
            for kind, name in enumerate(KIND_NAMES):
                if name in possible:
                    given[(*cell, kind)] = np.log(example.shares[name])
                if name in allowed:
                    barred[(*cell, kind)] = 0.0
            links[cell] = LINKS.index(example.link)
            cases[cell] = CASES.index(example.case)
            known = [numbers[name] for name in example.features if name in numbers]
            features[cell][: len(known)] = known
    has_features = np.array(
        [[[bool(example.features)] for example in row.examples] for row in rows]
    )
    masses = _compute_masses(given) * has_features
    return ExampleBatch(given, barred, links, cases, features, masses,
                 np.array([row.weight for row in rows]))  # fmt: skip


def _compute_masses(given: Numbers) -> Numbers:
    """Compute the logarithms of the classes' shares, as the model does."""
    with np.errstate(divide="ignore"):
        shares = np.log(np.einsum("rpk,ck->rpc", np.exp(given), _OF_CLASS.astype(float)))
    masses: Numbers = np.maximum(shares, LEAST_SHARE)
    return masses


def compute_gradient(weights: FittedWeights, texts: Iterable[ExampleBatch]) -> Gradient:
    """Compute the likelihood of the texts and its gradient.

    The gradient of a weight is the difference between two expectations: how often it applies on the
    paths that gold allows, and how often on all paths."""
    sums = FittedWeights(*(np.zeros_like(part) for part in weights.parts()))
    likelihood = 0.0
    for batch in texts:
        scores = _score_kinds(weights, batch)
        every, kinds, pairs = _sum_paths(scores, batch.links, weights.links)
        right, right_kinds, right_pairs = _sum_paths(
            scores + batch.barred, batch.links, weights.links
        )
        likelihood += float(((right - every) * batch.weights).sum())
        # Kinds, summed by class, for the features and the masses of each piece.
        missing = (right_kinds - kinds) * batch.weights[:, None, None]
        of_class = np.stack(
            [missing[:, :, CLASS_NUMBERS == number].sum(2) for number in range(len(CLASSES))], 2
        )
        _add_features(sums.features, batch.features, of_class)
        each = batch.masses[:, :, :, None] * of_class[:, :, None, :]
        np.add.at(sums.masses, batch.cases, each)
        # Pairs of kinds, for the links between adjacent pieces.
        for piece in range(1, batch.links.shape[1]):
            difference = (right_pairs[piece - 1] - pairs[piece - 1]) * batch.weights[:, None, None]
            np.add.at(sums.links, batch.links[:, piece], difference)
    sums.features[-1] = 0.0
    return Gradient(likelihood, *sums.parts())


def _add_features(sums: Numbers, features: Indices, of_class: Numbers) -> None:
    """Add to each feature the differences of the pieces that have it."""
    numbers = features.ravel()
    for column in range(of_class.shape[2]):
        each = np.repeat(of_class[:, :, column].ravel(), features.shape[2])
        sums[:, column] += np.bincount(numbers, weights=each, minlength=len(sums))


def _score_kinds(weights: FittedWeights, batch: ExampleBatch) -> Numbers:
    """Add the weights of each piece, by class, to the logarithms of its kinds' shares."""
    of_class = weights.features[batch.features].sum(axis=2)
    of_class = of_class + np.einsum("rpm,rpmc->rpc", batch.masses, weights.masses[batch.cases])
    whole = np.concatenate([of_class, np.zeros((*of_class.shape[:2], 1))], axis=2)
    scores: Numbers = batch.given + whole[:, :, CLASS_NUMBERS]
    return scores


def _sum_paths(
    scores: Numbers, numbers: Indices, links: Numbers
) -> tuple[Numbers, Numbers, list[Numbers]]:
    """Sum all paths of each row, with the forward-backward algorithm.

    Returns the logarithm of the sum, the probability of each kind of each piece, and the
    probability of each pair of kinds of adjacent pieces. ``numbers`` are those of the links between
    the pieces."""
    length = scores.shape[1]
    # forward[n]: logarithm of the sum of all paths from the first piece to each kind of piece n.
    forward = [scores[:, 0]]
    for piece in range(1, length):
        ways = forward[-1][:, :, None] + links[numbers[:, piece]]
        forward.append(scores[:, piece] + _sum_logarithms(ways, 1))
    # backward[n]: the same for the paths from piece n, without its own score, to the last piece.
    backward = [np.zeros_like(scores[:, 0])]
    for piece in range(length - 1, 0, -1):
        after = (scores[:, piece] + backward[-1])[:, None, :]
        backward.append(_sum_logarithms(links[numbers[:, piece]] + after, 2))
    backward.reverse()
    whole = _sum_logarithms(forward[-1], 1)
    kinds = np.stack(
        [np.exp(forward[at] + backward[at] - whole[:, None]) for at in range(length)], 1
    )
    pairs = [
        np.exp(
            forward[piece - 1][:, :, None]
            + links[numbers[:, piece]]
            + (scores[:, piece] + backward[piece])[:, None, :]
            - whole[:, None, None]
        )
        for piece in range(1, length)
    ]
    return whole, kinds, pairs


def _sum_logarithms(logarithms: Numbers, axis: int) -> Numbers:
    """Compute the logarithm of a sum from logarithms, without overflow."""
    most = logarithms.max(axis=axis, keepdims=True)
    total: Numbers = most + np.log(np.exp(logarithms - most).sum(axis=axis, keepdims=True))
    return total.squeeze(axis)
