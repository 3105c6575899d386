"""Give each piece its label: alone, or in a row of names that settle each other.

Pieces of a sentence that stand side by side (*Adnan Z. Amin*), or with a comma or an *och*
between (*Paris, Frankrike*), are decided together by the path of greatest weight through their
kinds (Viterbi), which counts for each pair how much oftener it stands so in text than its parts
would by chance. How sure a label is comes from all paths, not from the best alone.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from math import prod
from typing import NamedTuple

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
from tacknamn.labelling.weights import Weighed

__all__ = ["Decided", "decided"]

_CLASSES = (("first", "surname", "initials"), ("place",), ("institution",))
_CLASS_OF = {kind: kinds for kinds in _CLASSES for kind in kinds}
_NO_NAMES = ("none", "noun")
_WORDS = frozenset(_NO_NAMES)
SURELY_NONE = 0.73
"""Beyond this a piece is no name; else it is one, of the likeliest class, however many share."""
RATHER_NONE = 0.5
"""The same of a word that begins a sentence and that no list has, of names or of words: mostly a
misspelt word, or one of another language. And of a word in small letters that lists have (*the
ward*), where names have capitals."""


class Decided(NamedTuple):
    """A piece with its label."""

    piece: Piece
    label: str
    """:data:`OTHER` where it is no name."""
    probability: float
    """How sure the label is."""
    trigger: str
    in_row: bool
    """Whether names beside it had a say."""
    of_class: float = 0.0
    """How sure it is that it names a person, a place, an institution, whichever its label is of."""


def decided(
    text: str, pieces: Iterable[Weighed], links: Links, capitals: Capitals = Capitals.TRUSTED
) -> list[Decided]:
    """The pieces, which come from left to right, each with its label."""
    found: list[Decided] = []
    for row in rows_of(text, pieces):
        if len(row) == 1:
            weighed, _, shares = row[0]
            if shares.keys() <= _WORDS:
                found.append(_of_word(weighed))
            else:
                found.append(_decided(weighed, _likeliest(weighed.piece, shares, capitals), shares))
        else:
            heed_signals()
            found += _of_row(text, row, links, capitals)
    return found


def _of_word(weighed: Weighed) -> Decided:
    """The label of a piece that is no name whatever it is, as half of them are."""
    piece, weights, trigger = weighed[:3]
    label = max(weights, key=weights.__getitem__)
    return Decided(piece, label, weights[label] / sum(weights.values()), trigger, False, 1.0)


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
                piece = piece._replace(start=piece.start - len(small_words))
            yield one._replace(piece=piece, label=named[place], in_row=len(part) > 1)
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


def _likeliest(piece: Piece, shares: Mapping[str, float], capitals: Capitals) -> str:
    """The kind of the likeliest class; no name only where that is likelier than all of them."""
    if piece.form is None:
        rather_none = piece.case is Case.START
    else:
        rather_none = piece.case is Case.LOWER and capitals is Capitals.TRUSTED
    most = RATHER_NONE if rather_none else SURELY_NONE
    if sum(shares.get(kind, 0.0) for kind in _NO_NAMES) > most:
        return max(_NO_NAMES, key=lambda kind: shares.get(kind, 0.0))
    kinds = max(_CLASSES, key=lambda kinds: sum([shares.get(kind, 0.0) for kind in kinds]))
    return max(kinds, key=lambda kind: shares.get(kind, 0.0))


def _labels(part: Sequence[Step], kinds: Sequence[str]) -> list[str]:
    """The likeliest label of each kind; institutions side by side are one, and have the same."""
    labels: list[str] = []
    steps = zip(part, kinds, strict=True)
    for kind, group in groupby(steps, key=lambda step: step[1]):
        row = [_of_kind(step.weighed.weights, kind) for step, _ in group]
        if kind == "institution" and len(row) > 1 and (both := set.intersection(*map(set, row))):
            label = max(sorted(both), key=lambda each: prod(weights[each] for weights in row))
            labels += [label] * len(row)
        else:
            labels += [max(weights, key=weights.__getitem__) for weights in row]
    return labels


def _of_kind(weights: Mapping[str, float], kind: str) -> dict[str, float]:
    return {label: weight for label, weight in weights.items() if KINDS[label] == kind}


def _decided(
    weighed: Weighed, kind: str, shares: Mapping[str, float], label: str | None = None
) -> Decided:
    weights = _of_kind(weighed.weights, kind)
    if label is None:
        label = max(weights, key=weights.__getitem__)
    probability = shares[kind] * weights[label] / sum(weights.values())
    of_class = sum(shares.get(each, 0.0) for each in _CLASS_OF.get(kind, _NO_NAMES))
    return Decided(
        weighed.piece, label, min(probability, 1.0), weighed.trigger, False, min(of_class, 1.0)
    )
