"""The fitted weights: how much the features of a piece speak for a person, a place, an
institution, and how much what stands side by side speaks for one another.

``weights.tsv`` of the bundle has a line for each feature; ``tacknamn-build fit`` makes it, and
docs/accuracy.md tells how. What lists and cues say of a piece (:mod:`tacknamn.detection.ranking.weights`)
is where the model begins: its weights are added to the logarithms of theirs.
"""

from math import exp, log
from typing import Final

from tacknamn.detection.ranking.capitals import Capitals
from tacknamn.detection.ranking.features import (
    list_form_features,
    list_neighbour_features,
    name_case,
)
from tacknamn.detection.ranking.forms import INSTITUTIONS, PERSONS, PLACES
from tacknamn.detection.ranking.name_cues import find_neighbours
from tacknamn.detection.ranking.paths import Links
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece
from tacknamn.detection.ranking.scores import sum_scores
from tacknamn.detection.ranking.weights import OTHER, WeightedPiece
from tacknamn.detection.ranking.weights_table import Fitted, Vector, read_weights
from tacknamn.lexicon.lexicon import Lexicon

__all__ = [
    "CASES",
    "CLASSES",
    "CLASS_OF",
    "LEAST_SHARE",
    "MASSES",
    "NONE",
    "RankingModel",
    "compute_log_shares",
    "sum_class_weights",
]

_WORTH: Final = (Capitals.TRUSTED, Capitals.NEGLECTED)
CLASSES: Final = ("person", "place", "institution")
NONE: Final = 3
"""The number of what is none of the classes."""
CLASS_OF: Final[dict[str, int]] = {
    **dict.fromkeys((*PERSONS, "initials"), 0),
    **dict.fromkeys(PLACES, 1),
    **dict.fromkeys(INSTITUTIONS, 2),
}
"""The numbers of labels' classes; others have that of :data:`NONE`."""
MASSES: Final = ("mass person", "mass place", "mass institution", "mass none")
"""Features with a value: the logarithm of a class's share of the weights, by lists and cues. The
letter case stands behind them, for a capital says how far words are to be believed."""
CASES: Final = tuple(name_case(case, capitals) for case in LetterCase for capitals in _WORTH)
LEAST_SHARE: Final = -12.0
"""The least such logarithm; smaller shares are as good as none."""
MOST: Final = 30.0
"""The largest exponent: products of what fits on a line stay numbers."""
CERTAIN: Final = 100.0
"""Factor of a cue beside which the model has no say: gold texts have few of them (*jag heter*), and
they are right."""
SURELY_WORD: Final = 1e-5
"""Share of the other labels, at most, of what is surely a word; features add up to some e**5."""
FORMS_KEPT: Final = 1 << 14
"""Forms whose features are remembered."""
LONGEST_KEPT: Final = 100
"""Letters of forms that are."""
_FILE: Final = "weights.tsv"
_NOTHING: Final[Vector] = (0.0, 0.0, 0.0)

Masses = tuple[float, float, float, float]
"""Of the three classes and of none, in the order of their numbers."""


class RankingModel:
    """The weights of one bundle for texts in one language. It may be shared by threads."""

    def __init__(
        self, lexicon: Lexicon, weights: dict[str, Vector], links: Fitted | None = None
    ) -> None:
        self._lexicon = lexicon
        self._weights = weights
        self._masses = {
            case: [weights.get(f"{name} {case}", _NOTHING) for name in MASSES] for case in CASES
        }
        self.links = Links(links or {})
        self._kept: dict[tuple[str, str, int, int, int, int], Vector] = {}

    @classmethod
    def of(cls, lexicon: Lexicon, language: str) -> "RankingModel":
        """The model of a bundle."""
        return cls(lexicon, *read_weights(lexicon.bundle.path(_FILE), language))

    def weighed(
        self, text: str, one: WeightedPiece, capitals: Capitals, medicine: bool = True
    ) -> WeightedPiece:
        """A piece with weights that mean what they say: their shares are probabilities.

        Args:
            medicine: Whether the text speaks of illness anywhere."""
        if _is_settled(one) or _is_surely_word(one):
            return one
        piece = one.piece
        case = name_case(piece.case, capitals)
        beside = _list_neighbour_features(text, one, medicine)
        scores = self._scores(text, piece, case, beside)
        weights = _multiply_weights(one.weights, self._factors(one.weights, scores, case))
        return WeightedPiece(piece, weights, one.trigger, one.words, one.told, one.weights)

    def features(self, text: str, weighed: WeightedPiece, capitals: Capitals) -> list[str]:
        """The names of the features of a piece, for fitting; none of what is settled without."""
        if _is_settled(weighed):
            return []
        piece = weighed.piece
        case = name_case(piece.case, capitals)
        form = text[piece.start : piece.end]
        return [
            *list_form_features(self._lexicon, form, piece, case),
            *_list_neighbour_features(text, weighed),
        ]

    def _scores(self, text: str, piece: TextPiece, case: str, beside: list[str]) -> Vector:
        one, two, three = self._of_form(text, piece, case)
        person, place, institution = self._sum(beside)
        return one + person, two + place, three + institution

    def _of_form(self, text: str, piece: TextPiece, case: str) -> Vector:
        form = text[piece.start : piece.end]
        key = (form, case, piece.entry, piece.sort, piece.edits, piece.affix_bits)
        found = self._kept.get(key)
        if found is None:
            found = self._sum(list_form_features(self._lexicon, form, piece, case))
            if len(form) <= LONGEST_KEPT:
                if len(self._kept) >= FORMS_KEPT:
                    self._kept.clear()
                self._kept[key] = found
        return found

    def _sum(self, features: list[str]) -> Vector:
        person = place = institution = 0.0
        for feature in features:
            vector = self._weights.get(feature)
            if vector is not None:
                person += vector[0]
                place += vector[1]
                institution += vector[2]
        return person, place, institution

    def _factors(self, weights: dict[str, float], scores: Vector, case: str) -> Vector:
        own, other, third, none = compute_log_shares(sum_class_weights(weights))
        of_case = self._masses[case]
        scores = _add_scaled(scores, own, of_case[0])
        scores = _add_scaled(scores, other, of_case[1])
        scores = _add_scaled(scores, third, of_case[2])
        person, place, institution = _add_scaled(scores, none, of_case[NONE])
        return _bounded_exp(person), _bounded_exp(place), _bounded_exp(institution)


# Tuples of so many floats, and names for them, are no objects once this is compiled; lists are.


def sum_class_weights(weights: dict[str, float]) -> Masses:
    """The weights of each class's labels together, and of what is none, last."""
    person = place = institution = none = 0.0
    for label, weight in weights.items():
        number = CLASS_OF.get(label, NONE)
        if number == 0:
            person += weight
        elif number == 1:
            place += weight
        elif number == NONE:
            none += weight
        else:
            institution += weight
    return person, place, institution, none


def compute_log_shares(masses: Masses) -> Masses:
    """The logarithms of what part of the whole each is."""
    person, place, institution, none = masses
    whole = person + place + institution + none
    return (
        _compute_log_share(person, whole),
        _compute_log_share(place, whole),
        _compute_log_share(institution, whole),
        _compute_log_share(none, whole),
    )


def _compute_log_share(mass: float, whole: float) -> float:
    part = mass / whole
    return max(log(part), LEAST_SHARE) if part > 0 else LEAST_SHARE


def _add_scaled(scores: Vector, share: float, of_share: Vector) -> Vector:
    person, place, institution = of_share
    return scores[0] + share * person, scores[1] + share * place, scores[2] + share * institution


def _multiply_weights(weights: dict[str, float], factors: Vector) -> dict[str, float]:
    """The weights, each times the factor of its label's class."""
    person, place, institution = factors
    times: dict[str, float] = {}
    for label, weight in weights.items():
        number = CLASS_OF.get(label, NONE)
        if number == 0:
            weight *= person
        elif number == 1:
            weight *= place
        elif number != NONE:
            weight *= institution
        times[label] = weight
    return times


def _is_settled(weighed: WeightedPiece) -> bool:
    """Whether lists and cues say enough: a noun in small letters, *jag heter*, *jobbar på*."""
    piece = weighed.piece
    if piece.form is not None and piece.form.is_noun and piece.case is LetterCase.LOWER:
        return True
    return weighed.told[1] >= CERTAIN


def _is_surely_word(weighed: WeightedPiece) -> bool:
    """Whether a piece in small letters is so surely a word that no weights can change it: half of
    those that are looked at."""
    weights = weighed.weights
    if weighed.piece.case is not LetterCase.LOWER:
        return False
    return weights[OTHER] * SURELY_WORD > sum_scores(weights) - weights[OTHER]


def _list_neighbour_features(text: str, weighed: WeightedPiece, medicine: bool = True) -> list[str]:
    piece = weighed.piece
    words = weighed.words or find_neighbours(text, piece.start, piece.end)
    return list_neighbour_features(text, piece, words, weighed.told, medicine)


def _bounded_exp(score: float) -> float:
    return exp(max(-MOST, min(score, MOST)))
