"""Give each piece its label: alone, or in a row of names that settle each other.

Pieces of a sentence that stand side by side (*Adnan Z. Amin*), or with a comma or an *och*
between (*Paris, Frankrike*), are decided together by the path of greatest weight through their
kinds (Viterbi), which counts for each pair how much oftener it stands so in text than its parts
would by chance. How sure a label is comes from all paths, not from the best alone.
"""

from collections.abc import Iterator
from itertools import groupby
from math import prod
from typing import final

from tacknamn.interrupts import heed_signals
from tacknamn.labelling.capitals import Capitals
from tacknamn.labelling.middle_names import with_middle_names
from tacknamn.labelling.pieces import Case, Piece
from tacknamn.labelling.rows import (
    BESIDE,
    KINDS,
    Links,
    Step,
    best_path,
    particle,
    rows_of,
    shares_of,
)
from tacknamn.labelling.scores import likeliest, likeliest_of, total, total_of
from tacknamn.labelling.weights import Weighed

__all__ = ["Decided", "decided"]

_CLASSES: tuple[tuple[str, ...], ...] = (
    ("first", "surname", "initials"), ("place",), ("institution",)
)  # fmt: skip
_CLASS_OF = {kind: kinds for kinds in _CLASSES for kind in kinds}
_NO_NAMES = ("none", "noun")
_WORDS = frozenset(_NO_NAMES)
SURELY_NONE = 0.73
"""Beyond this a piece is no name; else it is one, of the likeliest class, however many share."""
RATHER_NONE = 0.5
"""The same of a word that begins a sentence and that no list has, of names or of words: mostly a
misspelt word, or one of another language. And of a word in small letters that lists have (*the
ward*), where names have capitals."""


@final
class Decided:
    """A piece with its label."""

    __slots__ = ("in_row", "label", "of_class", "piece", "probability", "trigger")

    def __init__(
        self,
        piece: Piece,
        label: str,
        probability: float,
        trigger: str,
        in_row: bool,
        of_class: float = 0.0,
    ) -> None:
        self.piece = piece
        self.label = label
        """:data:`OTHER` where it is no name."""
        self.probability = probability
        """How sure the label is."""
        self.trigger = trigger
        self.in_row = in_row
        """Whether names beside it had a say."""
        self.of_class = of_class
        """How sure it is that it names a person, a place, an institution, whichever its label is
        of."""

    def as_part(self, piece: Piece, label: str, in_row: bool) -> "Decided":
        """The same, told more closely: another piece, or part of it, with its own label."""
        return Decided(piece, label, self.probability, self.trigger, in_row, self.of_class)


def decided(
    text: str, pieces: list[Weighed], links: Links, capitals: Capitals = Capitals.TRUSTED
) -> list[Decided]:
    """The pieces, which come from left to right, each with its label."""
    found: list[Decided] = []
    for row in rows_of(text, pieces):
        if len(row) == 1:
            found.append(_alone(row[0].weighed, row[0].shares, capitals))
        else:
            heed_signals()
            found += _of_row(text, row, links, capitals)
    return found


def _alone(weighed: Weighed, shares: dict[str, float], capitals: Capitals) -> Decided:
    if not shares.keys() <= _WORDS:
        return _decided(weighed, _likeliest(weighed.piece, shares, capitals), shares)
    weights = weighed.weights  # it is no name whatever it is, as half of them are
    label = likeliest(weights)
    sureness = weights[label] / total(weights)
    return Decided(weighed.piece, label, sureness, weighed.trigger, False, 1.0)


def _of_row(text: str, row: list[Step], links: Links, capitals: Capitals) -> Iterator[Decided]:
    every = shares_of(row, links)
    path = [
        _likeliest(step.weighed.piece, shares, capitals) if kind in _NO_NAMES else kind
        for step, kind, shares in zip(row, best_path(row, links), every, strict=True)
    ]
    at = 0
    for part in _side_by_side(row):
        kinds = path[at : at + len(part)]
        labels = _labels(part, kinds)
        named = with_middle_names(labels, [step.weighed for step in part])
        for place, step in enumerate(part):
            one = _decided(step.weighed, kinds[place], every[at + place], labels[place])
            piece = step.weighed.piece
            if place and labels[place] == "surname":
                small_words = particle(text, part[place - 1].weighed.piece, piece)
                piece = piece.at(piece.start - len(small_words), piece.end)
            yield one.as_part(piece, named[place], len(part) > 1)
        at += len(part)


def _side_by_side(row: list[Step]) -> Iterator[list[Step]]:
    """The parts of a row that nothing but blanks and small words part."""
    part: list[Step] = []
    for step in row:
        if part and step.link != BESIDE:
            yield part
            part = []
        part.append(step)
    yield part


def _likeliest(piece: Piece, shares: dict[str, float], capitals: Capitals) -> str:
    """The kind of the likeliest class; no name only where that is likelier than all of them."""
    if piece.form is None:
        rather_none = piece.case is Case.START
    else:
        rather_none = piece.case is Case.LOWER and capitals is Capitals.TRUSTED
    most = RATHER_NONE if rather_none else SURELY_NONE
    if total_of(shares, _NO_NAMES) > most:
        return likeliest_of(shares, _NO_NAMES)
    first, best = _CLASSES[0], -1.0
    for kinds in _CLASSES:
        whole = total_of(shares, kinds)
        if whole > best:
            first, best = kinds, whole
    return likeliest_of(shares, first)


def _labels(part: list[Step], kinds: list[str]) -> list[str]:
    """The likeliest label of each kind; institutions side by side are one, and have the same."""
    labels: list[str] = []
    steps = zip(part, kinds, strict=True)
    for kind, group in groupby(steps, key=lambda step: step[1]):
        row = [_of_kind(step.weighed.weights, kind) for step, _ in group]
        if kind == "institution" and len(row) > 1 and (both := set.intersection(*map(set, row))):
            label = max(sorted(both), key=lambda each: prod(weights[each] for weights in row))
            labels += [label] * len(row)
        else:
            labels += [likeliest(weights) for weights in row]
    return labels


def _of_kind(weights: dict[str, float], kind: str) -> dict[str, float]:
    return {label: weight for label, weight in weights.items() if KINDS[label] == kind}


def _decided(
    weighed: Weighed, kind: str, shares: dict[str, float], label: str | None = None
) -> Decided:
    weights = _of_kind(weighed.weights, kind)
    if label is None:
        label = likeliest(weights)
    probability = shares[kind] * weights[label] / total(weights)
    of_class = total_of(shares, _CLASS_OF.get(kind, _NO_NAMES))
    return Decided(
        weighed.piece, label, min(probability, 1.0), weighed.trigger, False, min(of_class, 1.0)
    )
