"""Choose the best label of each piece: of a single piece alone, of pieces in a row together.

Pieces of a sentence that stand side by side (*Adnan Z. Amin*), or with a comma or an *och* between
them (*Paris, Frankrike*), settle one another: the best path through their kinds is chosen (Viterbi).
It counts for each pair of kinds how much more often they stand side by side than by chance. The
probability of a label comes from all paths, not from the best one alone.
"""

from collections.abc import Iterator
from math import prod
from typing import Final, final

from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.multipart_names import label_middle_names
from tacknamn.detection.ranking.paths import Links, find_paths
from tacknamn.detection.ranking.pieces import (
    LetterCase,
    PieceSource,
    RankedPiece,
    TextPiece,
    WeightedPiece,
)
from tacknamn.detection.ranking.rows import (
    BESIDE,
    KINDS,
    RowStep,
    build_rows,
    find_likeliest,
    find_likeliest_of,
    find_particles,
    sum_scores,
    sum_scores_of,
)
from tacknamn.support.interrupts import check_signals

__all__ = [
    "label_pieces",
]

_CLASSES: Final[tuple[tuple[str, ...], ...]] = (
    ("first", "surname", "initials"), ("place",), ("institution",)
)  # fmt: skip
_CLASS_OF: Final = {kind: kinds for kinds in _CLASSES for kind in kinds}
_NO_NAMES: Final = ("none", "noun")
_WORDS: Final = frozenset(_NO_NAMES)
SURELY_NONE: Final = 0.73
"""With a greater share of no name, a piece is none. Otherwise it is a name of the likeliest class,
however many classes share the rest."""
RATHER_NONE: Final = 0.5
"""The same for an unlisted word that begins a sentence, which is mostly a misspelt word or one of
another language, and for a listed lower-case word (*the ward*) where names have capitals."""
MOSTLY_WORD: Final = 0.65
"""The same for an ordinary word with a capital within a sentence: some learners write nouns so
(*mjölk och Bröd*)."""


@final
class KindChooser:
    """Chooses the kind of a piece, in a text that uses capitals in one way."""

    __slots__ = ("_capitals", "_thresholds")

    def __init__(self, capitals: CapitalUse, thresholds: dict[str, float]) -> None:
        self._capitals = capitals
        self._thresholds = thresholds

    def choose(self, weighted: WeightedPiece, shares: dict[str, float]) -> str:
        """Return the likeliest kind of the likeliest class; no name only if that is sure enough."""
        if sum_scores_of(shares, _NO_NAMES) > self._get_most(weighted.piece):
            kind = self._find_permitted(weighted.weights, shares)
            return kind or find_likeliest_of(shares, _NO_NAMES)
        likeliest, best = _CLASSES[0], -1.0
        for kinds in _CLASSES:
            share = sum_scores_of(shares, kinds)
            if share > best:
                likeliest, best = kinds, share
        return find_likeliest_of(shares, likeliest)

    def _get_most(self, piece: TextPiece) -> float:
        """Return the greatest share of no name with which a piece is a name."""
        if piece.form is None:
            if piece.source is PieceSource.WORD and piece.case is not LetterCase.START:
                return MOSTLY_WORD
            rather_none = piece.case is LetterCase.START
        else:
            rather_none = piece.case is LetterCase.LOWER and self._capitals is CapitalUse.TRUSTED
        return RATHER_NONE if rather_none else SURELY_NONE

    def _find_permitted(self, weights: dict[str, float], shares: dict[str, float]) -> str:
        """Return a kind whose likeliest label reaches its threshold; empty if there is none."""
        for label, least in self._thresholds.items():
            share = shares.get(KINDS[label], 0.0)
            if share > 0.0 and label in weights:
                of_kind = _select_kind(weights, KINDS[label])
                is_likeliest = find_likeliest(of_kind) == label
                if is_likeliest and share * of_kind[label] / sum_scores(of_kind) >= least:
                    return KINDS[label]
        return ""


def label_pieces(
    text: str,
    pieces: list[WeightedPiece],
    links: Links,
    capitals: CapitalUse = CapitalUse.TRUSTED,
    thresholds: dict[str, float] | None = None,
) -> list[RankedPiece]:
    """Return the pieces, given from left to right, each with its best label.

    Args:
        thresholds: Labels that a piece may have although it is rather no name, with their least
            probability.
    """
    chooser = KindChooser(capitals, thresholds or {})
    ranked: list[RankedPiece] = []
    for row in build_rows(text, pieces):
        if len(row) == 1:
            ranked.append(_label_single(row[0], chooser))
        else:
            check_signals()
            ranked += _label_row(text, row, links, chooser)
    return ranked


def _label_single(step: RowStep, chooser: "KindChooser") -> RankedPiece:
    weighted = step.weighted
    weights = weighted.weights
    if _is_only_word(weights):  # a shortcut for half of all pieces: no label makes it a name
        label = find_likeliest(weights)
        probability = weights[label] / sum_scores(weights)
        return RankedPiece(weighted.piece, label, probability, weighted.cue, False, 1.0)
    kind = chooser.choose(weighted, step.shares)
    weights = _select_kind(weights, kind)
    return _build_ranked_piece(weighted, kind, weights, find_likeliest(weights), step.shares)


def _is_only_word(weights: dict[str, float]) -> bool:
    for label in weights:
        if KINDS[label] not in _WORDS:
            return False
    return True


def _label_row(
    text: str, row: list[RowStep], links: Links, chooser: "KindChooser"
) -> list[RankedPiece]:
    # The best path gives each piece its kind. A piece that is no name on that path is a name all
    # the same if it is one on enough of the others.
    best_path, all_shares = find_paths(row, links)
    path = [
        chooser.choose(step.weighted, shares) if kind in _NO_NAMES else kind
        for step, kind, shares in zip(row, best_path, all_shares, strict=True)
    ]
    # Commas and conjunctions separate names; each part between them is one name or several.
    ranked: list[RankedPiece] = []
    for part in _split_at_links(row):
        at = len(ranked)
        kinds = path[at : at + len(part)]
        weights = [
            _select_kind(part[index].weighted.weights, kinds[index]) for index in range(len(part))
        ]
        labels = _choose_labels(weights, kinds)
        with_middle = label_middle_names(labels, [step.weighted for step in part])
        for index, step in enumerate(part):
            label, shares = labels[index], all_shares[at + index]
            ranked_piece = _build_ranked_piece(
                step.weighted, kinds[index], weights[index], label, shares
            )
            piece = step.weighted.piece
            if index and label == "surname":  # van der Berg
                particles = find_particles(text, part[index - 1].weighted.piece, piece)
                piece = piece.move_to(piece.start - len(particles), piece.end)
            ranked.append(ranked_piece.copy_with(piece, with_middle[index], len(part) > 1))
    return ranked


def _split_at_links(row: list[RowStep]) -> Iterator[list[RowStep]]:
    """Yield the parts of a row in which only blanks and particles stand between the pieces."""
    part: list[RowStep] = []
    for step in row:
        if part and step.link != BESIDE:
            yield part
            part = []
        part.append(step)
    yield part


def _choose_labels(weights: list[dict[str, float]], kinds: list[str]) -> list[str]:
    """Return the likeliest label of each kind. Institutions side by side are one, and get one
    label."""
    labels = [find_likeliest(of_piece) for of_piece in weights]
    begin = 0
    for index in range(1, len(kinds) + 1):
        if index < len(kinds) and kinds[index] == kinds[begin]:
            continue
        # kinds[begin:index] is a run of equal kinds.
        if kinds[begin] == "institution" and index - begin > 1:
            label = _choose_shared_label(weights[begin:index])
            labels[begin:index] = [label] * (index - begin) if label else labels[begin:index]
        begin = index
    return labels


def _choose_shared_label(weights: list[dict[str, float]]) -> str:
    """Return the label that is likeliest for all of them together; empty if they share none."""
    shared = sorted(set.intersection(*map(set, weights)))
    return max(shared, key=lambda label: prod(of_piece[label] for of_piece in weights), default="")


def _select_kind(weights: dict[str, float], kind: str) -> dict[str, float]:
    return {label: weight for label, weight in weights.items() if KINDS[label] == kind}


def _build_ranked_piece(
    weighted: WeightedPiece,
    kind: str,
    weights: dict[str, float],
    label: str,
    shares: dict[str, float],
) -> RankedPiece:
    """Return a piece with a label of a kind.

    Args:
        weights: The weights of the labels of that kind.
        shares: The probability of each kind."""
    probability = shares[kind] * weights[label] / sum_scores(weights)
    class_probability = sum_scores_of(shares, _CLASS_OF.get(kind, _NO_NAMES))
    return RankedPiece(
        weighted.piece,
        label,
        min(probability, 1.0),
        weighted.cue,
        False,
        min(class_probability, 1.0),
    )
