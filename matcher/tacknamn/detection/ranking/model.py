"""The fitted model: it corrects the weights of a piece by what gold texts teach.

Each feature of a piece speaks for or against a person, a place, an institution. The weights of the
features are fitted by ``tacknamn-build fit`` and stand in ``weights.tsv`` of the bundle (see
docs/accuracy.md). The model is log-linear: it adds the weights of the features to the logarithms of
the weights that lists and cues give a piece (:mod:`tacknamn.detection.ranking.weights`), so it
begins where these end. It decides between classes only; within a class the labels keep their
proportions.
"""

from math import exp, log
from typing import Final

from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.features import (
    list_english_features,
    list_form_features,
    list_neighbour_features,
    name_case,
)
from tacknamn.detection.ranking.label_groups import INSTITUTIONS, OTHER, PERSONS, PLACES
from tacknamn.detection.ranking.name_cues import find_neighbours
from tacknamn.detection.ranking.paths import Links
from tacknamn.detection.ranking.pieces import LetterCase, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import sum_scores
from tacknamn.detection.ranking.weights_table import (
    LinkFactors,
    Vector,
    make_table_error,
    parse_weights,
)
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

_USES: Final = (CapitalUse.TRUSTED, CapitalUse.NEGLECTED)
CLASSES: Final = ("person", "place", "institution")
NONE: Final = 3
"""The number of labels that belong to no class."""
CLASS_OF: Final[dict[str, int]] = {
    **dict.fromkeys((*PERSONS, "initials"), 0),
    **dict.fromkeys(PLACES, 1),
    **dict.fromkeys(INSTITUTIONS, 2),
}
"""The numbers of the labels' classes; other labels have the number :data:`NONE`."""
MASSES: Final = ("mass person", "mass place", "mass institution", "mass none")
"""Features with a value: the logarithm of a class's share of the weights, by lists and cues. The
name of the letter case is added to them, because a capital says how far lists can be trusted."""
CASES: Final = tuple(name_case(case, capitals) for case in LetterCase for capitals in _USES)
LEAST_SHARE: Final = -12.0
"""The least such logarithm; smaller shares count as this one."""
MOST: Final = 30.0
"""The largest exponent, so that products of all that fits on a line stay finite."""
CERTAIN: Final = 100.0
"""From this factor of a cue on, the model has no say. Gold texts have few such cues (*jag heter*),
and they are right."""
SURELY_WORD: Final = 1e-4
"""The greatest share of all labels of a lower-case piece that is surely a word. The features together
reach about e**5, so few names are lost."""
FORMS_KEPT: Final = 1 << 14
"""Forms whose sum of weights is remembered."""
LONGEST_KEPT: Final = 100
"""Letters of the longest form that is remembered."""
_FILE: Final = "weights.tsv"
_NOTHING: Final[Vector] = (0.0, 0.0, 0.0)

Masses = tuple[float, float, float, float]
"""A number for each of the three classes and for none, in the order of their numbers."""


class RankingModel:
    """The weights of one bundle for texts in one language. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        weights: dict[str, Vector],
        links: LinkFactors | None = None,
        language: str = "sv",
    ) -> None:
        self._lexicon = lexicon
        self._is_english = language == "en"
        self._weights = weights
        self._masses = {
            case: [weights.get(f"{name} {case}", _NOTHING) for name in MASSES] for case in CASES
        }
        self.links = Links(links or {})
        self._kept: dict[tuple[str, str, int, int, int, int], Vector] = {}

    @classmethod
    def read(cls, lexicon: Lexicon, language: str) -> "RankingModel":
        """Return the model of a bundle."""
        path = lexicon.bundle.path(_FILE)
        try:
            table = lexicon.bundle.read(_FILE)
        except OSError:
            raise make_table_error(path) from None
        return cls(lexicon, *parse_weights(table, path, language), language)

    def reweigh(
        self, text: str, weighted: WeightedPiece, capitals: CapitalUse, medicine: bool = True
    ) -> WeightedPiece:
        """Return a piece with corrected weights: their shares are calibrated probabilities.

        Args:
            medicine: Whether the text mentions illness anywhere."""
        if _is_settled(weighted) or _is_surely_word(weighted):
            return weighted
        piece = weighted.piece
        case = name_case(piece.case, capitals)
        features = self._list_neighbour_features(text, weighted, case, medicine)
        scores = self._score(text, piece, case, features)
        weights = _multiply_weights(
            weighted.weights, self._compute_factors(weighted.weights, scores, case)
        )
        return WeightedPiece(
            piece,
            weights,
            weighted.cue,
            weighted.neighbours,
            weighted.strongest,
            weighted.weights,
        )

    def list_features(self, text: str, weighted: WeightedPiece, capitals: CapitalUse) -> list[str]:
        """Return the features of a piece, for fitting; none if the model has no say."""
        if _is_settled(weighted):
            return []
        piece = weighted.piece
        case = name_case(piece.case, capitals)
        form = text[piece.start : piece.end]
        return [
            *list_form_features(self._lexicon, form, piece, case),
            *self._list_neighbour_features(text, weighted, case),
        ]

    def _list_neighbour_features(
        self, text: str, weighted: WeightedPiece, case: str, medicine: bool = True
    ) -> list[str]:
        piece = weighted.piece
        words = weighted.neighbours or find_neighbours(text, piece.start, piece.end)
        features = list_neighbour_features(text, piece, words, weighted.strongest, medicine)
        if self._is_english:
            features += list_english_features(self._lexicon, words, case)
        return features

    def _score(self, text: str, piece: TextPiece, case: str, features: list[str]) -> Vector:
        """Return the sum of the weights of all features: those of the form and the given ones."""
        form_person, form_place, form_institution = self._score_form(text, piece, case)
        person, place, institution = self._sum_weights(features)
        return form_person + person, form_place + place, form_institution + institution

    def _score_form(self, text: str, piece: TextPiece, case: str) -> Vector:
        """Return the sum of the weights of a form's features, remembered from earlier pieces."""
        form = text[piece.start : piece.end]
        key = (form, case, piece.entry, piece.source, piece.edits, piece.affix_bits)
        score = self._kept.get(key)
        if score is None:
            score = self._sum_weights(list_form_features(self._lexicon, form, piece, case))
            if len(form) <= LONGEST_KEPT:
                if len(self._kept) >= FORMS_KEPT:
                    self._kept.clear()
                self._kept[key] = score
        return score

    def _sum_weights(self, features: list[str]) -> Vector:
        person = place = institution = 0.0
        for feature in features:
            vector = self._weights.get(feature)
            if vector is not None:
                person += vector[0]
                place += vector[1]
                institution += vector[2]
        return person, place, institution

    def _compute_factors(self, weights: dict[str, float], scores: Vector, case: str) -> Vector:
        """Return the factors of the three classes: the scores, and what the shares of the classes
        by lists and cues add to them in this letter case."""
        person_share, place_share, institution_share, none_share = compute_log_shares(
            sum_class_weights(weights)
        )
        of_case = self._masses[case]
        scores = _add_scaled(scores, person_share, of_case[0])
        scores = _add_scaled(scores, place_share, of_case[1])
        scores = _add_scaled(scores, institution_share, of_case[2])
        person, place, institution = _add_scaled(scores, none_share, of_case[NONE])
        return _bounded_exp(person), _bounded_exp(place), _bounded_exp(institution)


# The functions below take and return tuples of a fixed number of floats: once compiled, these are
# no objects, as lists are.


def sum_class_weights(weights: dict[str, float]) -> Masses:
    """Return the sum of the weights of each class's labels; last the sum of all other labels."""
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
    """Return the logarithm of each number's share of their sum."""
    person, place, institution, none = masses
    total = person + place + institution + none
    return (
        _compute_log_share(person, total),
        _compute_log_share(place, total),
        _compute_log_share(institution, total),
        _compute_log_share(none, total),
    )


def _compute_log_share(mass: float, total: float) -> float:
    share = mass / total
    return max(log(share), LEAST_SHARE) if share > 0 else LEAST_SHARE


def _add_scaled(scores: Vector, share: float, vector: Vector) -> Vector:
    person, place, institution = vector
    return scores[0] + share * person, scores[1] + share * place, scores[2] + share * institution


def _multiply_weights(weights: dict[str, float], factors: Vector) -> dict[str, float]:
    """Return the weights, each multiplied by the factor of its label's class."""
    person, place, institution = factors
    products: dict[str, float] = {}
    for label, weight in weights.items():
        number = CLASS_OF.get(label, NONE)
        if number == 0:
            weight *= person
        elif number == 1:
            weight *= place
        elif number != NONE:
            weight *= institution
        products[label] = weight
    return products


def _is_settled(weighted: WeightedPiece) -> bool:
    """Return whether lists and cues say enough: a noun in lower case, *jag heter*, *jobbar på*."""
    piece = weighted.piece
    if piece.form is not None and piece.form.is_noun and piece.case is LetterCase.LOWER:
        return True
    return weighted.strongest[1] >= CERTAIN


def _is_surely_word(weighted: WeightedPiece) -> bool:
    """Return whether a lower-case piece is so surely a word that no features can change that, as
    half of all pieces are."""
    weights = weighted.weights
    if weighted.piece.case is not LetterCase.LOWER:
        return False
    return weights[OTHER] * SURELY_WORD > sum_scores(weights) - weights[OTHER]


def _bounded_exp(score: float) -> float:
    return exp(max(-MOST, min(score, MOST)))
