"""Give each piece its label: alone, or in a row of names that settle each other.

Pieces of a sentence that stand side by side (*Adnan Z. Amin*), or with a comma or an *och*
between (*Paris, Frankrike*), are decided together by the path of greatest weight through their
kinds (Viterbi), which counts for each pair how much oftener it stands so in text than its parts
would by chance. How sure a label is comes from all paths, not from the best alone.
"""

from collections.abc import Iterator
from math import prod
from typing import Final, final

from tacknamn.detection.ranking.capitals import Capitals
from tacknamn.detection.ranking.middle_names import label_middle_names
from tacknamn.detection.ranking.paths import Links, compute_shares, find_best_path
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.detection.ranking.rows import BESIDE, KINDS, RowStep, build_rows, find_particles
from tacknamn.detection.ranking.scores import (
    find_likeliest,
    find_likeliest_of,
    sum_scores,
    sum_scores_of,
)
from tacknamn.detection.ranking.weights import WeightedPiece
from tacknamn.support.interrupts import check_signals

__all__ = ["RankedPiece", "label_pieces"]

_CLASSES: Final[tuple[tuple[str, ...], ...]] = (
    ("first", "surname", "initials"), ("place",), ("institution",)
)  # fmt: skip
_CLASS_OF: Final = {kind: kinds for kinds in _CLASSES for kind in kinds}
_NO_NAMES: Final = ("none", "noun")
_WORDS: Final = frozenset(_NO_NAMES)
SURELY_NONE: Final = 0.73
"""Beyond this a piece is no name; else it is one, of the likeliest class, however many share."""
RATHER_NONE: Final = 0.5
"""The same of a word that begins a sentence and that no list has, of names or of words: mostly a
misspelt word, or one of another language. And of a word in small letters that lists have (*the
ward*), where names have capitals."""


@final
class RankedPiece:
    """A piece with its label."""

    __slots__ = ("in_row", "label", "of_class", "piece", "probability", "trigger")

    def __init__(
        self,
        piece: TextPiece,
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

    def as_part(self, piece: TextPiece, label: str, in_row: bool) -> "RankedPiece":
        """The same, told more closely: another piece, or part of it, with its own label."""
        return RankedPiece(piece, label, self.probability, self.trigger, in_row, self.of_class)


def label_pieces(
    text: str, pieces: list[WeightedPiece], links: Links, capitals: Capitals = Capitals.TRUSTED
) -> list[RankedPiece]:
    """The pieces, which come from left to right, each with its label."""
    found: list[RankedPiece] = []
    for row in build_rows(text, pieces):
        if len(row) == 1:
            found.append(_label_single(row[0].weighed, row[0].shares, capitals))
        else:
            check_signals()
            found += _label_row(text, row, links, capitals)
    return found


def _label_single(
    weighed: WeightedPiece, shares: dict[str, float], capitals: Capitals
) -> RankedPiece:
    if not shares.keys() <= _WORDS:
        kind = _choose_kind(weighed.piece, shares, capitals)
        weights = _select_kind(weighed.weights, kind)
        return _build_ranked_piece(weighed, kind, weights, find_likeliest(weights), shares)
    weights = weighed.weights  # it is no name whatever it is, as half of them are
    label = find_likeliest(weights)
    sureness = weights[label] / sum_scores(weights)
    return RankedPiece(weighed.piece, label, sureness, weighed.trigger, False, 1.0)


def _label_row(
    text: str, row: list[RowStep], links: Links, capitals: Capitals
) -> list[RankedPiece]:
    every = compute_shares(row, links)
    path = [
        _choose_kind(step.weighed.piece, shares, capitals) if kind in _NO_NAMES else kind
        for step, kind, shares in zip(row, find_best_path(row, links), every, strict=True)
    ]
    found: list[RankedPiece] = []
    for part in _split_at_links(row):
        at = len(found)
        kinds = path[at : at + len(part)]
        weights = [
            _select_kind(part[place].weighed.weights, kinds[place]) for place in range(len(part))
        ]
        labels = _choose_labels(weights, kinds)
        named = label_middle_names(labels, [step.weighed for step in part])
        for place, step in enumerate(part):
            label, shares = labels[place], every[at + place]
            one = _build_ranked_piece(step.weighed, kinds[place], weights[place], label, shares)
            piece = step.weighed.piece
            if place and label == "surname":
                small_words = find_particles(text, part[place - 1].weighed.piece, piece)
                piece = piece.at(piece.start - len(small_words), piece.end)
            found.append(one.as_part(piece, named[place], len(part) > 1))
    return found


def _split_at_links(row: list[RowStep]) -> Iterator[list[RowStep]]:
    """The parts of a row that nothing but blanks and small words part."""
    part: list[RowStep] = []
    for step in row:
        if part and step.link != BESIDE:
            yield part
            part = []
        part.append(step)
    yield part


def _choose_kind(piece: TextPiece, shares: dict[str, float], capitals: Capitals) -> str:
    """The kind of the likeliest class; no name only where that is likelier than all of them."""
    if piece.form is None:
        rather_none = piece.case is LetterCase.START
    else:
        rather_none = piece.case is LetterCase.LOWER and capitals is Capitals.TRUSTED
    most = RATHER_NONE if rather_none else SURELY_NONE
    if sum_scores_of(shares, _NO_NAMES) > most:
        return find_likeliest_of(shares, _NO_NAMES)
    first, best = _CLASSES[0], -1.0
    for kinds in _CLASSES:
        whole = sum_scores_of(shares, kinds)
        if whole > best:
            first, best = kinds, whole
    return find_likeliest_of(shares, first)


def _choose_labels(weights: list[dict[str, float]], kinds: list[str]) -> list[str]:
    """The likeliest label of each kind; institutions side by side are one, and have the same."""
    labels = [find_likeliest(one) for one in weights]
    begin = 0
    for place in range(1, len(kinds) + 1):
        if place < len(kinds) and kinds[place] == kinds[begin]:
            continue
        if kinds[begin] == "institution" and place - begin > 1:
            label = _choose_shared_label(weights[begin:place])
            labels[begin:place] = [label] * (place - begin) if label else labels[begin:place]
        begin = place
    return labels


def _choose_shared_label(weights: list[dict[str, float]]) -> str:
    """The label that is likeliest for all of them together; empty where they share none."""
    shared = sorted(set.intersection(*map(set, weights)))
    return max(shared, key=lambda label: prod(one[label] for one in weights), default="")


def _select_kind(weights: dict[str, float], kind: str) -> dict[str, float]:
    return {label: weight for label, weight in weights.items() if KINDS[label] == kind}


def _build_ranked_piece(
    weighed: WeightedPiece,
    kind: str,
    weights: dict[str, float],
    label: str,
    shares: dict[str, float],
) -> RankedPiece:
    """A piece with a label of a kind.

    Args:
        weights: What speaks for each label of that kind.
        shares: How sure each kind is."""
    probability = shares[kind] * weights[label] / sum_scores(weights)
    of_class = sum_scores_of(shares, _CLASS_OF.get(kind, _NO_NAMES))
    return RankedPiece(
        weighed.piece, label, min(probability, 1.0), weighed.trigger, False, min(of_class, 1.0)
    )
