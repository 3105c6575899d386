"""How well weights explain the gold texts, and in which direction they explain them better.

The model is a conditional random field over rows of pieces. What the lists and cues say of each
kind is given; to its logarithm the weights of the piece's features are added, by class, and those
of the links to its neighbours. Gold texts tell classes, rarely kinds (a first name or a surname),
so what is made likely is all paths that gold allows, against all paths.

Rows of one length are reckoned together, as arrays of rows x pieces x kinds.
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
"""The class of each kind; 3 is none of them."""
LINKS = ("", "beside", "comma", "and")
"""How a piece stands beside the one before it; the first one of a row does not."""
NEVER = -1e9
"""The logarithm of what cannot be."""
_OF_CLASS = np.array([[number == kind for kind in CLASS_NUMBERS] for number in range(4)])


@dataclass
class FittedWeights:
    """What is fitted."""

    features: Numbers
    """Features x classes; the last row belongs to none, and stays nought."""
    masses: Numbers
    """Cases x classes and none, by their own shares, x classes."""
    links: Numbers
    """How, the kind before, the kind: logarithms."""

    def parts(self) -> tuple[Numbers, Numbers, Numbers]:
        """All of them, in one order."""
        return self.features, self.masses, self.links


@dataclass(frozen=True)
class ExampleBatch:
    """Rows of one length."""

    given: Numbers
    """Rows x pieces x kinds: logarithms of the shares."""
    barred: Numbers
    """The same, nought where gold allows the kind."""
    hows: Indices
    cases: Indices
    features: Indices
    """Rows x pieces x the most features of a piece."""
    masses: Numbers
    """Rows x pieces x classes and none: logarithms of the shares; nought where no feature is."""
    weights: Numbers
    """How much each row counts."""


@dataclass(frozen=True)
class Gradient:
    """What changes how well the texts are explained."""

    likelihood: float
    features: Numbers
    masses: Numbers
    links: Numbers

    def parts(self) -> tuple[Numbers, Numbers, Numbers]:
        """In the order of :meth:`FittedWeights.parts`."""
        return self.features, self.masses, self.links


def build_batches(rows: Iterable[ExampleRow], numbers: Mapping[str, int]) -> list[ExampleBatch]:
    """The rows as arrays.

    Args:
        numbers: Of the features that have weights.
    """
    of_length: dict[int, list[ExampleRow]] = {}
    for row in rows:
        of_length.setdefault(len(row.examples), []).append(row)
    return [_build_batch(of_length[length], numbers) for length in sorted(of_length)]


def _build_batch(rows: Sequence[ExampleRow], numbers: Mapping[str, int]) -> ExampleBatch:
    size, length = len(rows), len(rows[0].examples)
    given = np.full((size, length, len(KIND_NAMES)), NEVER)
    barred = np.full_like(given, NEVER)
    hows = np.zeros((size, length), np.int64)
    cases = np.zeros_like(hows)
    most = max(len(one.features) for row in rows for one in row.examples)
    features = np.full((size, length, most), len(numbers), np.int64)
    for at, row in enumerate(rows):
        for place, one in enumerate(row.examples):
            cell = at, place
            can = [kind for kind in KIND_NAMES if one.shares.get(kind, 0.0) > 0]
            allowed = one.allowed.intersection(can) or can  # nothing to learn where none can be
            for kind, name in enumerate(KIND_NAMES):
                if name in can:
                    given[(*cell, kind)] = np.log(one.shares[name])
                if name in allowed:
                    barred[(*cell, kind)] = 0.0
            hows[cell] = LINKS.index(one.link)
            cases[cell] = CASES.index(one.case)
            known = [numbers[name] for name in one.features if name in numbers]
            features[cell][: len(known)] = known
    looked_at = np.array([[[bool(one.features)] for one in row.examples] for row in rows])
    masses = _compute_masses(given) * looked_at
    return ExampleBatch(given, barred, hows, cases, features, masses,
                 np.array([row.weight for row in rows]))  # fmt: skip


def _compute_masses(given: Numbers) -> Numbers:
    """The logarithms of the classes' shares, as the model reckons them."""
    with np.errstate(divide="ignore"):
        shares = np.log(np.einsum("rpk,ck->rpc", np.exp(given), _OF_CLASS.astype(float)))
    found: Numbers = np.maximum(shares, LEAST_SHARE)
    return found


def compute_gradient(weights: FittedWeights, texts: Iterable[ExampleBatch]) -> Gradient:
    """How well the texts are explained, and what changes that."""
    found = FittedWeights(*(np.zeros_like(part) for part in weights.parts()))
    likelihood = 0.0
    for batch in texts:
        scores = _score_kinds(weights, batch)
        every, kinds, pairs = _sum_paths(scores, batch.hows, weights.links)
        right, right_kinds, right_pairs = _sum_paths(
            scores + batch.barred, batch.hows, weights.links
        )
        likelihood += float(((right - every) * batch.weights).sum())
        missing = (right_kinds - kinds) * batch.weights[:, None, None]
        of_class = np.stack(
            [missing[:, :, CLASS_NUMBERS == number].sum(2) for number in range(len(CLASSES))], 2
        )
        _add_features(found.features, batch.features, of_class)
        each = batch.masses[:, :, :, None] * of_class[:, :, None, :]
        np.add.at(found.masses, batch.cases, each)
        for place in range(1, batch.hows.shape[1]):
            difference = (right_pairs[place - 1] - pairs[place - 1]) * batch.weights[:, None, None]
            np.add.at(found.links, batch.hows[:, place], difference)
    found.features[-1] = 0.0
    return Gradient(likelihood, *found.parts())


def _add_features(found: Numbers, features: Indices, of_class: Numbers) -> None:
    """Add to each feature what its pieces miss."""
    places = features.ravel()
    for number in range(of_class.shape[2]):
        each = np.repeat(of_class[:, :, number].ravel(), features.shape[2])
        found[:, number] += np.bincount(places, weights=each, minlength=len(found))


def _score_kinds(weights: FittedWeights, batch: ExampleBatch) -> Numbers:
    of_class = weights.features[batch.features].sum(axis=2)
    of_class = of_class + np.einsum("rpm,rpmc->rpc", batch.masses, weights.masses[batch.cases])
    whole = np.concatenate([of_class, np.zeros((*of_class.shape[:2], 1))], axis=2)
    found: Numbers = batch.given + whole[:, :, CLASS_NUMBERS]
    return found


def _sum_paths(
    scores: Numbers, hows: Indices, links: Numbers
) -> tuple[Numbers, Numbers, list[Numbers]]:
    """Of each row the logarithm of the sum of all paths, how likely each kind of each piece is,
    and each pair of kinds (forward and backward)."""
    length = scores.shape[1]
    forward = [scores[:, 0]]
    for place in range(1, length):
        ways = forward[-1][:, :, None] + links[hows[:, place]]
        forward.append(scores[:, place] + _sum_logarithms(ways, 1))
    backward = [np.zeros_like(scores[:, 0])]
    for place in range(length - 1, 0, -1):
        after = (scores[:, place] + backward[-1])[:, None, :]
        backward.append(_sum_logarithms(links[hows[:, place]] + after, 2))
    backward.reverse()
    whole = _sum_logarithms(forward[-1], 1)
    kinds = np.stack(
        [np.exp(forward[at] + backward[at] - whole[:, None]) for at in range(length)], 1
    )
    pairs = [
        np.exp(
            forward[place - 1][:, :, None]
            + links[hows[:, place]]
            + (scores[:, place] + backward[place])[:, None, :]
            - whole[:, None, None]
        )
        for place in range(1, length)
    ]
    return whole, kinds, pairs


def _sum_logarithms(logarithms: Numbers, axis: int) -> Numbers:
    """The logarithm of a sum, of numbers too small or large to be written."""
    most = logarithms.max(axis=axis, keepdims=True)
    found: Numbers = most + np.log(np.exp(logarithms - most).sum(axis=axis, keepdims=True))
    return found.squeeze(axis)
