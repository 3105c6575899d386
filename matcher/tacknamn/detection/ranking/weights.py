"""How much speaks for each label of a piece: what its form may be, its case, the words around.

Weights are mentions in a billion words of ordinary text. Those of a label are multiplied by what
the letter case says of its kind (a name in small letters is rarer than one with a capital) and
by the cues around the piece; against them stand the form's uses as an ordinary word, and for
what no word list knows the words that no list can hold, misspelt ones above all.
"""

from operator import itemgetter
from typing import Final, final

from tacknamn.detection.cues.believing import is_plausible
from tacknamn.detection.ranking.capitals import Capitals
from tacknamn.detection.ranking.forms import CLUB, FIRSTNAMES, INSTITUTIONS, NOUNS, PERSONS, PLACES
from tacknamn.detection.ranking.institution_weights import (
    ANY_INSTITUTION,
    weigh_down_persons,
    weigh_institution,
)
from tacknamn.detection.ranking.name_cues import NeighbourWords, find_cues, find_neighbours
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece
from tacknamn.detection.ranking.signatures import is_after_slash, is_signature
from tacknamn.detection.ranking.type_words import (
    ends_like_water,
    find_label_by_ending,
    is_brand,
    is_name_of_thing,
)

__all__ = ["OTHER", "WeightedPiece", "weigh_piece"]

OTHER: Final = ""
"""The label of what is no name."""

_CASE_FACTORS: Final[dict[LetterCase, tuple[float, float, float, float]]] = {
    LetterCase.LOWER: (0.1, 0.02, 1.0, 1.0),
    LetterCase.START: (1.0, 1.0, 1.0, 1.0),
    LetterCase.TITLE: (1.0, 1.0, 0.1, 0.02),
    LetterCase.CAPITALS: (0.5, 0.5, 1.0, 0.5),
}
"""Factors of persons and places, of institutions, of nouns, of ordinary words, by case."""
_UNLISTED: Final = {
    LetterCase.LOWER: 15.0,
    LetterCase.START: 6.0,
    LetterCase.TITLE: 0.5,
    LetterCase.CAPITALS: 6.0,
}
"""Words in a billion that are written like an entry of the lists without being it."""
_MISSPELT: Final = {
    LetterCase.LOWER: 3.0,
    LetterCase.START: 1.0,
    LetterCase.TITLE: 0.1,
    LetterCase.CAPITALS: 0.5,
}
"""How much oftener what is nearly spelt like a name is a misspelt word (*hetter*) than that name."""
_SWEDISH_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzåäöé-' ")
"""Of words in small letters; others have those of names alone."""
_UNKNOWN: Final = {"surname": 4.0, "firstname_unknown": 3.0, "city": 2.0, "place": 0.5}
"""What a capitalised word is that no list knows: names of persons more often than of places."""
_UNKNOWN_OTHER: Final = {
    LetterCase.LOWER: 1000.0,
    LetterCase.START: 150.0,
    LetterCase.TITLE: 2.0,
    LetterCase.CAPITALS: 40.0,
}
"""And how often such a word is nothing of the kind: a misspelt word, a trade mark, an acronym."""
_SOURCE_FACTORS: Final = {
    PieceSource.UNKNOWN: 1.0,
    PieceSource.COMPOUND: 12.0,
    PieceSource.WORD: 60.0,
}
"""... the more often the more it looks like an ordinary word."""
_INITIAL: Final = {"initials": 1.0, OTHER: 1.5}
"""A letter with a full stop alone is rather no name; beside names it is initials."""
_ANY_FIRST: Final = "firstname_unknown"
_FACTOR: Final = itemgetter(1)
_NAME_CASES: Final = (LetterCase.TITLE, LetterCase.CAPITALS)
_INTO: Final = ("i", "in")
"""Words before places, and before no persons."""
_RARE: Final = {"surname": 0.6}
"""Any name may be a surname of families that no list counts: Ramírez is also a town."""
_ANY_NAME: Final = ANY_INSTITUTION | _RARE
"""Labels that a capitalised entry of the lists may have beside its own."""
SMALL_NAME: Final = 0.3
"""Factor of persons and places in small letters where names are written so."""
ISLAND: Final = 50.0
"""How much oftener a province may be told of than the island that it is."""
OF_THING: Final = 1_000_000.0
"""How much oftener a name behind *en bok som heter* names no person and no town."""
OF_MARK: Final = 0.001
"""How much rarer a trade mark is a person or a town."""
_OF_NO_MARK: Final = PERSONS | {"city"}
BATHING: Final = 300.0
"""Factor of the cues behind which any capitalised word is a water: *badar i*."""
TOLD_SO: Final = 50.0
"""How strong a cue the word beside an institution is: too often it names something else (*i Euro*,
*sjön Rogen*) to have the last word."""
SIGNED: Final = 100.0
"""How much oftener a line of its own at the end of a text is a first name."""
_BESIDE_WATER: Final = frozenset(
    ("at", "förbi", "i", "in", "längs", "nära", "on", "på", "vid", "över")
)
"""Words before names that no list has, and that end like waters: *vid Selångersån*."""
CALLED_SO: Final = 0.01
"""How much rarer surnames stand alone behind *heter*, and words with a capital, if they are first
names as well."""
SAYS_FIRST: Final = 300.0
"""Factor of the cues behind which that is so: *heter*, *mitt namn är*, *hälsningar*."""
BEHIND_SLASH: Final = 1000.0
"""The same behind a slash: ``/Emma``."""
NAMED_BY_ENDING: Final = 1000.0
"""Mentions of a capitalised word that no list has and that ends like an institution."""


@final
class WeightedPiece:
    """A piece and what speaks for each of its labels."""

    __slots__ = ("by_cues", "piece", "told", "trigger", "weights", "words")

    def __init__(
        self,
        piece: TextPiece,
        weights: dict[str, float],
        trigger: str,
        words: NeighbourWords | None = None,
        told: tuple[str, float] = (OTHER, 1.0),
        by_cues: dict[str, float] | None = None,
    ) -> None:
        self.piece = piece
        self.weights = weights
        """By label; that of :data:`OTHER` is never missing."""
        self.trigger = trigger
        """The cue that spoke for one of them, empty where there is none."""
        self.words = words
        """Those around it, where they were looked at."""
        self.told = told
        """The label that the strongest cue speaks for, and its factor."""
        self.by_cues = by_cues
        """What lists and cues say, where the model has changed the weights."""


def weigh_piece(
    text: str, piece: TextPiece, capitals: Capitals = Capitals.TRUSTED
) -> WeightedPiece:
    """What speaks for each label of a piece, by lists and cues."""
    written_small = capitals is Capitals.NEGLECTED
    if piece.sort is PieceSource.INITIAL:
        return WeightedPiece(piece, _INITIAL.copy(), "")
    weights = _weigh_form(text, piece, written_small)
    if piece.case is LetterCase.LOWER and piece.form is not None and piece.form.is_noun:
        return WeightedPiece(piece, weights, "")
    if piece.case is not LetterCase.LOWER and is_brand(text[piece.start : piece.end]):
        for label in _OF_NO_MARK.intersection(weights):
            weights[label] *= OF_MARK
    words = find_neighbours(text, piece.start, piece.end)
    trigger = ""
    strongest = (OTHER, 1.0)
    if piece.case is not LetterCase.LOWER and is_after_slash(text, piece.start, piece.end):
        strongest = (_ANY_FIRST, BEHIND_SLASH)
    elif is_signature(text, piece.start, piece.end):
        strongest = (_ANY_FIRST, SIGNED)
    for label in FIRSTNAMES.intersection(weights):
        weights[label] *= strongest[1]
    form = text[piece.start : piece.end]
    if words.previous in _BESIDE_WATER and piece.form is None and ends_like_water(form):
        weights["geo"] = NAMED_BY_ENDING
    if words.previous in _INTO and piece.case is LetterCase.TITLE and not piece.affix_bits:
        _weigh_as_place(weights)
    goes_on = (
        text[piece.end : piece.end + 1] == " " and text[piece.end + 1 : piece.end + 2].isupper()
    )
    for cue, factors in find_cues(words):
        if goes_on and factors.keys() == {"surname"}:
            continue  # Mr Omar Bengtsson
        for label, factor in factors.items():
            if piece.form is None and label == "geo" and factor >= BATHING:
                weights.setdefault(label, _UNKNOWN["place"])
            if label in weights:
                weights[label] *= factor
                trigger = trigger or (cue if factor > 1 else "")
                strongest = max(strongest, (label, factor), key=_FACTOR)
        if factors.get("firstname_male", 0.0) >= SAYS_FIRST:
            _weigh_as_called(piece, weights, goes_on)
    if is_name_of_thing(text, piece.start, words.previous):
        weights[OTHER] *= OF_THING
    told = ""
    if piece.case in _NAME_CASES or (written_small and piece.case is LetterCase.LOWER):
        told = weigh_institution(text, piece, words, weights)
    if not told and piece.case is not LetterCase.LOWER and is_brand(form):
        for label in weights.keys() & ANY_INSTITUTION.keys():
            weights[label] *= OF_MARK  # one has a Samsung, and works at Samsung
    if told:
        trigger, strongest = told, max(strongest, (CLUB, TOLD_SO), key=_FACTOR)
    return WeightedPiece(piece, weights, trigger, words, strongest)


def _weigh_as_called(piece: TextPiece, weights: dict[str, float], goes_on: bool) -> None:
    """Whoever says what somebody is called says the first name, where the lists have it as one,
    and no word, where it has a capital."""
    if piece.form is None or FIRSTNAMES.isdisjoint(weights):
        return
    if "surname" in weights and not goes_on:
        weights["surname"] *= CALLED_SO
    if piece.case is LetterCase.TITLE:
        weights[OTHER] *= CALLED_SO


def _weigh_as_place(weights: dict[str, float]) -> None:
    """Nobody lives in a person: what only names persons elsewhere is a place there."""
    if PLACES.isdisjoint(weights) and not PERSONS.isdisjoint(weights):
        weights["city"] = _UNKNOWN["city"]
    weigh_down_persons(weights)


def _weigh_form(text: str, piece: TextPiece, written_small: bool) -> dict[str, float]:
    if piece.form is None:
        weights = {**_UNKNOWN, **ANY_INSTITUTION}
        if piece.case in _NAME_CASES and (
            kind := find_label_by_ending(text[piece.start : piece.end])
        ):
            weights[kind] = NAMED_BY_ENDING
        weights[OTHER] = _UNKNOWN_OTHER[piece.case] * _SOURCE_FACTORS[piece.sort]
        return weights
    name, institution, noun, ordinary = _CASE_FACTORS[piece.case]
    if written_small and piece.case is LetterCase.LOWER:
        name = SMALL_NAME
    weights = _ANY_NAME.copy() if piece.case in _NAME_CASES else {}
    weights[OTHER] = piece.form.ordinary * ordinary + _count_lookalikes(text, piece)
    if piece.edits:
        weights[OTHER] += piece.form.named * name * _MISSPELT[piece.case]
    for label, sense in piece.form.senses.items():
        if label in NOUNS:
            if is_plausible(text[piece.start : piece.end].lower(), label):
                weights[label] = sense.mentions * noun
            else:
                weights[OTHER] += sense.mentions * ordinary
        else:
            factor = institution if label in INSTITUTIONS else name
            weights[label] = sense.mentions * factor
    if "geo" in weights and "region" in weights:
        _settle_island(weights)
    return weights


def _count_lookalikes(text: str, piece: TextPiece) -> float:
    """How often such a word is none of the lists'; one with foreign letters is a name at once."""
    form = text[piece.start : piece.end]
    if piece.case is LetterCase.LOWER and not (form.isascii() or _SWEDISH_LETTERS.issuperset(form)):
        return _UNLISTED[LetterCase.TITLE]
    return _UNLISTED[piece.case]


def _settle_island(weights: dict[str, float]) -> None:
    """Gotland is an island and a province; islands are ``geo`` (decision of the guidelines)."""
    if weights["geo"] * ISLAND >= weights["region"]:
        weights["geo"] += weights["region"]
        weights["region"] = 0.0
