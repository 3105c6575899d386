"""How much speaks for each label of a piece: what its form may be, its case, the words around.

Weights are mentions in a billion words of ordinary text. Those of a label are multiplied by what
the letter case says of its kind (a name in small letters is rarer than one with a capital) and
by the cues around the piece; against them stand the form's uses as an ordinary word, and for
what no word list knows the words that no list can hold, misspelt ones above all.
"""

from typing import NamedTuple

from tacknamn.labelling.cues import Around, around, cues_of
from tacknamn.labelling.forms import INSTITUTIONS, NOUNS
from tacknamn.labelling.institutions import label_of_ending, label_of_kind, tells_of
from tacknamn.labelling.pieces import Case, Piece, Sort
from tacknamn.marking import believed

__all__ = ["OTHER", "Weighed", "weighed"]

OTHER = ""
"""The label of what is no name."""

_OF_CASE: dict[Case, tuple[float, float, float, float]] = {
    Case.LOWER: (0.1, 0.02, 1.0, 1.0),
    Case.START: (1.0, 1.0, 1.0, 1.0),
    Case.TITLE: (1.0, 1.0, 0.1, 0.02),
    Case.CAPITALS: (0.5, 0.5, 1.0, 0.5),
}
"""Factors of persons and places, of institutions, of nouns, of ordinary words, by case."""
_UNLISTED = {Case.LOWER: 15.0, Case.START: 6.0, Case.TITLE: 0.5, Case.CAPITALS: 6.0}
"""Words in a billion that are written like an entry of the lists without being it."""
_UNKNOWN = {"surname": 4.0, "firstname_unknown": 3.0, "city": 2.0}
"""What a capitalised word is that no list knows: names of persons more often than of places."""
_UNKNOWN_OTHER = {Case.LOWER: 1000.0, Case.START: 150.0, Case.TITLE: 2.0, Case.CAPITALS: 40.0}
"""And how often such a word is nothing of the kind: a misspelt word, a trade mark, an acronym."""

_OF_SORT = {Sort.UNKNOWN: 1.0, Sort.COMPOUND: 12.0, Sort.WORD: 60.0}
"""... the more often the more it looks like an ordinary word."""

_OF_ANYTHING = 0.3
_ANYTHING = dict.fromkeys(("school", "work", "other_institution"), _OF_ANYTHING)
"""An institution may have any name; it takes a cue to say so."""
_NAME_CASES = (Case.TITLE, Case.CAPITALS)
_AT = frozenset(("at", "for", "hos", "på", "vid", "åt"))
TOLD_OF = 600.0
"""How much oftener a name behind *på* is that of a workplace where the sentence tells of work,
and of a school where it tells of studies."""
BEFORE_KIND = 2000.0
"""The same of a name before the word for what it names: *Hallens SK*."""
ISLAND = 50.0
"""How much oftener a province may be told of than the island that it is."""
NAMED_BY_ENDING = 300.0
"""Mentions of a capitalised word that no list has and that ends like an institution."""


class Weighed(NamedTuple):
    """A piece and what speaks for each of its labels."""

    piece: Piece
    weights: dict[str, float]
    """By label; that of :data:`OTHER` is never missing."""
    trigger: str
    """The cue that spoke for one of them, empty where there is none."""


def weighed(text: str, piece: Piece) -> Weighed:
    """What speaks for each label of a piece."""
    if piece.sort is Sort.INITIAL:
        return Weighed(piece, {"initials": 1.0, OTHER: 1.5}, "")
    weights = _own_weights(text, piece)
    if piece.form is not None and piece.form.is_noun:
        return Weighed(piece, weights, "")
    words = around(text, piece.start, piece.end)
    trigger = ""
    for cue, factors in cues_of(words):
        for label, factor in factors.items():
            if label in weights:
                weights[label] *= factor
                trigger = trigger or cue
    if piece.case in _NAME_CASES:
        trigger = _as_institution(text, piece, words, weights) or trigger
    return Weighed(piece, weights, trigger)


def _as_institution(text: str, piece: Piece, words: Around, weights: dict[str, float]) -> str:
    """Let the weights say what speaks for an institution, and tell the word that does."""
    kind = label_of_kind(words.following) if words.following else ""
    if kind:
        weights[kind] = weights.get(kind, _OF_ANYTHING) * BEFORE_KIND
        return words.following
    if words.previous in _AT:
        label, verb = tells_of(text, piece.start)
        if label:
            weights[label] = weights.get(label, _OF_ANYTHING) * TOLD_OF
            return verb
    return ""


def _own_weights(text: str, piece: Piece) -> dict[str, float]:
    if piece.form is None:
        weights = {**_UNKNOWN, **_ANYTHING}
        if piece.case in _NAME_CASES and (kind := label_of_ending(text[piece.start : piece.end])):
            weights[kind] = NAMED_BY_ENDING
        weights[OTHER] = _UNKNOWN_OTHER[piece.case] * _OF_SORT[piece.sort]
        return weights
    name, institution, noun, ordinary = _OF_CASE[piece.case]
    weights = dict(_ANYTHING) if piece.case in _NAME_CASES else {}
    weights[OTHER] = piece.form.ordinary * ordinary + _UNLISTED[piece.case]
    for label, candidate in piece.form.senses.items():
        if label in NOUNS:
            if believed(text[piece.start : piece.end].lower(), label):
                weights[label] = candidate.probability * noun
            else:
                weights[OTHER] += candidate.probability * ordinary
        else:
            factor = institution if label in INSTITUTIONS else name
            weights[label] = candidate.probability * factor
    if "geo" in weights and "region" in weights:
        _settle_island(weights)
    return weights


def _settle_island(weights: dict[str, float]) -> None:
    """Gotland is an island and a province; islands are ``geo`` (decision of the guidelines)."""
    if weights["geo"] * ISLAND >= weights["region"]:
        weights["geo"] += weights["region"]
        weights["region"] = 0.0
