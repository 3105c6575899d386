"""The weight of each label of a piece: what its form may be, its letter case, the words around it.

Weights are mentions per billion words of ordinary text. The weight of a label is multiplied by
factors for the letter case (a lower-case name is rarer than a capitalized one) and for the cues
around the piece. Against the labels stands the weight of being no name: the uses of the form as an
ordinary word and, for a form that no word list has, the words that no list can contain, above all
misspelt ones.
"""

from typing import Final

from tacknamn.detection.cues.doubted_words import is_plausible
from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.institution_weights import (
    ANY_INSTITUTION,
    weigh_down_persons,
    weigh_institution,
)
from tacknamn.detection.ranking.journeys import GOAL, TOWARDS, is_goal, weigh_as_goal
from tacknamn.detection.ranking.label_groups import (
    CLUB,
    FIRSTNAMES,
    INSTITUTIONS,
    NOUNS,
    OTHER,
    PERSONS,
    PLACES,
)
from tacknamn.detection.ranking.name_cues import (
    NeighbourWords,
    find_cues,
    find_neighbours,
    is_after_slash,
    is_signature,
)
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.type_words import (
    ends_like_water,
    find_label_by_ending,
    is_brand,
    is_name_of_thing,
)

__all__ = [
    "weigh_piece",
]

_CASE_FACTORS: Final[dict[LetterCase, tuple[float, float, float, float]]] = {
    LetterCase.LOWER: (0.1, 0.02, 1.0, 1.0),
    LetterCase.START: (1.0, 1.0, 1.0, 1.0),
    LetterCase.TITLE: (1.0, 1.0, 0.1, 0.02),
    LetterCase.CAPITALS: (0.5, 0.5, 1.0, 0.5),
}
"""By letter case, the factors of persons and places, of institutions, of common nouns, and of
ordinary words."""
_UNLISTED: Final = {
    LetterCase.LOWER: 15.0,
    LetterCase.START: 6.0,
    LetterCase.TITLE: 0.5,
    LetterCase.CAPITALS: 6.0,
}
"""Words per billion that are spelt like an entry of the lists without being that entry."""
SURELY_NOUN: Final = 60.0
"""The least mentions of a profession, degree or people that is no word of the dictionaries."""
SHORTEST_NOUN: Final = 7
"""Letters of such a word."""
_PROFESSION: Final = "prof"
_MISSPELT: Final = {
    LetterCase.LOWER: 3.0,
    LetterCase.START: 1.0,
    LetterCase.TITLE: 0.1,
    LetterCase.CAPITALS: 0.5,
}
"""For a piece that is nearly spelt like a name: how much more often it is a misspelt word (*hetter*)
than that name."""
_MISSPELT_WORD: Final = {
    LetterCase.LOWER: 1.0,
    LetterCase.START: 0.3,
    LetterCase.TITLE: 0.02,
    LetterCase.CAPITALS: 0.5,
}
"""The factors of a form being a misspelt frequent word. The most frequent words, such as *vara*,
seldom begin sentences."""
_SWEDISH_LETTERS: Final = frozenset("abcdefghijklmnopqrstuvwxyzåäöé-' ")
"""The letters of lower-case words; other letters only occur in names."""
_UNKNOWN: Final = {"surname": 4.0, "firstname_unknown": 3.0, "city": 2.0, "place": 0.5}
"""Weights of a capitalized word that no list has: persons are named more often than places."""
_UNKNOWN_OTHER: Final = {
    LetterCase.LOWER: 1000.0,
    LetterCase.START: 150.0,
    LetterCase.TITLE: 2.0,
    LetterCase.CAPITALS: 40.0,
}
"""The weight of such a word being no name: a misspelt word, a brand, an acronym."""
_SOURCE_FACTORS: Final = {
    PieceSource.UNKNOWN: 1.0,
    PieceSource.COMPOUND: 12.0,
    PieceSource.WORD: 180.0,
}
"""The factors of that weight: the more a word looks like an ordinary word, the greater."""
_INITIAL: Final = {"initials": 1.0, OTHER: 1.5}
"""A letter with a full stop alone is rather no name; next to names it is initials."""
_ANY_FIRST: Final = "firstname_unknown"
_NAME_CASES: Final = (LetterCase.TITLE, LetterCase.CAPITALS)
_INTO: Final = ("i", "in")
"""Words that stand before places, and before no persons."""
_NO_THINGS: Final = frozenset(
    ("", "and", "från", "för", "from", "i", "in", "med", "när", "och", "på", "since", "with")
)
"""Words behind a form that is no genitive, because nothing follows that a person has: *in Ennis in
the west*."""
_ORIGINS: Final = frozenset(
    ("flytta", "flyttade", "flyttat", "kommer", "komer", "come", "comes", "moved", "är", "are")
)
_FROM: Final = frozenset(("from", "från", "till", "to"))
"""Words before the place from which a person comes or to which one moves: *flyttade till*."""
_RARE: Final = {"surname": 0.6}
"""Any name may be the surname of families that no list counts: Ramírez is also a town."""
_ANY_NAME: Final = ANY_INSTITUTION | _RARE
"""Labels that a capitalized entry of the lists may have besides its own."""
NATURE: Final = 10.0
"""How many times as often a form is a mountain or a river as a name, to be hardly ever a name."""
_IN_AMERICA: Final = (" i USA", " i Usa", ", USA", " in the US", " in America", " i Amerika")
"""After these, *Georgia* is no country but a state."""
LIKE_COUNTRY: Final = 0.05
"""How much rarer a form is a town that has the name of its country."""
_COUNTY: Final = " län"
"""The end of the name of what a Swedish municipality lies in."""
WELL_KNOWN: Final = 1000.0
"""Mentions from which a name is a person's even after *är från*: *brevet är från Anna*."""
SMALL_NAME: Final = 0.3
"""The factor of persons and places in lower case if the text writes names so."""
ISLAND: Final = 50.0
"""A form that is an island and a province counts as the island, unless the province is this many
times as common."""
OF_THING: Final = 1_000_000.0
"""How much more often a name after *en bok som heter* is neither a person nor a town."""
OF_BRAND: Final = 0.001
"""How much rarer a brand is a person or a town."""
_NOT_OF_BRANDS: Final = PERSONS | {"city", "place", "geo", "area"}
BATHING: Final = 300.0
"""From this factor on, a cue makes any capitalized word a water: *badar i*."""
BY_NEIGHBOUR: Final = 50.0
"""The strength of the cue next to an institution. It is limited, because too often the word names
something else (*i Euro*, *sjön Rogen*)."""
SIGNED: Final = 100.0
"""How much more often the only word of the last line is a first name."""
_BESIDE_WATER: Final = frozenset(
    ("at", "förbi", "i", "in", "längs", "nära", "on", "på", "vid", "över")
)
"""Words before unlisted names that end like waters: *vid Selångersån*."""
AFTER_CALLED: Final = 0.01
"""After *heter*, how much rarer a surname stands alone, and a capitalized word is no name, if the
form is a first name as well."""
SAYS_FIRST: Final = 300.0
"""From this factor on, a cue introduces a first name: *heter*, *mitt namn är*, *hälsningar*."""
AFTER_SLASH: Final = 1000.0
"""The factor of first names after a slash: ``/Emma``."""
NAMED_BY_ENDING: Final = 1000.0
"""The weight of a capitalized word that no list has, for the label of its ending."""


def weigh_piece(
    text: str, piece: TextPiece, capitals: CapitalUse = CapitalUse.TRUSTED
) -> WeightedPiece:
    """Return the weights of the labels of a piece, from lists and cues."""
    written_small = capitals is CapitalUse.NEGLECTED
    if piece.source is PieceSource.INITIAL:
        return WeightedPiece(piece, _INITIAL.copy(), "")
    weights = _weigh_form(text, piece, written_small)
    if piece.case is LetterCase.LOWER and piece.form is not None and piece.form.is_noun:
        return WeightedPiece(piece, weights, "")
    form = text[piece.start : piece.end]
    has_brand = piece.case is not LetterCase.LOWER and is_brand(form)
    if has_brand:
        for label in _NOT_OF_BRANDS.intersection(weights):
            weights[label] *= OF_BRAND
    words = find_neighbours(text, piece.start, piece.end)
    strongest = _weigh_signature(text, piece, weights)
    # Prepositions: the piece may be a water or another place.
    if words.previous in _BESIDE_WATER and piece.form is None and ends_like_water(form):
        weights["geo"] = NAMED_BY_ENDING
    is_whole = not piece.affix_bits or words.following in _NO_THINGS
    if words.previous in _INTO and piece.case is LetterCase.TITLE and is_whole:
        _weigh_as_place(weights)
    if words.previous in _FROM and words.earlier in _ORIGINS and _may_be_origin(piece):
        _weigh_as_place(weights)
    cue, strongest_cue = _weigh_cues(text, piece, words, weights)
    if words.previous in TOWARDS and strongest_cue[1] < GOAL and is_goal(text, piece):
        strongest_cue = weigh_as_goal(weights)
        cue = words.previous
    if strongest_cue[1] > strongest[1]:
        strongest = strongest_cue
    if is_name_of_thing(text, piece.start, words.previous):
        weights[OTHER] *= OF_THING
        strongest = (OTHER, OF_THING)
    if "country" in weights and "region" in weights and text.startswith(_IN_AMERICA, piece.end):
        weights["country"] *= LIKE_COUNTRY * LIKE_COUNTRY
    # Institutions: type words and activities.
    institution_cue = ""
    if piece.case in _NAME_CASES or (written_small and piece.case is LetterCase.LOWER):
        institution_cue = weigh_institution(text, piece, words, weights)
    if not institution_cue and has_brand:
        for label in weights.keys() & ANY_INSTITUTION.keys():
            weights[label] *= OF_BRAND  # people own a Samsung more often than they work there
    if institution_cue:
        cue = institution_cue
        if strongest[1] < BY_NEIGHBOUR:
            strongest = (CLUB, BY_NEIGHBOUR)
    return WeightedPiece(piece, weights, cue, words, strongest)


def _weigh_signature(text: str, piece: TextPiece, weights: dict[str, float]) -> tuple[str, float]:
    """Multiply the weights of first names where the text is signed. Return the label that the
    signature speaks for, and its factor."""
    if piece.case is not LetterCase.LOWER and is_after_slash(text, piece.start, piece.end):
        factor = AFTER_SLASH
    elif is_signature(text, piece.start, piece.end):
        factor = SIGNED
    else:
        return OTHER, 1.0
    for label in FIRSTNAMES.intersection(weights):
        weights[label] *= factor
    return _ANY_FIRST, factor


def _weigh_cues(
    text: str, piece: TextPiece, words: NeighbourWords, weights: dict[str, float]
) -> tuple[str, tuple[str, float]]:
    """Multiply the weights by the factors of the cues next to a piece. Return the cue that speaks
    for a label, and the label and factor of the strongest one."""
    cue, strongest = "", (OTHER, 1.0)
    goes_on = (
        text[piece.end : piece.end + 1] == " " and text[piece.end + 1 : piece.end + 2].isupper()
    )
    for word, factors in find_cues(words):
        if goes_on and factors.keys() == {"surname"}:
            continue  # Mr Omar Bengtsson
        for label, factor in factors.items():
            if piece.form is None and label == "geo" and factor >= BATHING:
                weights.setdefault(label, _UNKNOWN["place"])
            if label in weights:
                weights[label] *= factor
                cue = cue or (word if factor > 1 else "")
                if factor > strongest[1]:
                    strongest = (label, factor)
        if factors.get("firstname_male", 0.0) >= SAYS_FIRST:
            weights[OTHER] -= _count_misspellings(piece)
            _weigh_as_called(piece, weights, goes_on)
    return cue, strongest


def _weigh_as_called(piece: TextPiece, weights: dict[str, float], goes_on: bool) -> None:
    """Change the weights of a piece after *heter*: there people say the first name, if the lists
    have the form as one, and no ordinary word, if it has a capital."""
    if piece.form is None or FIRSTNAMES.isdisjoint(weights):
        return
    if "surname" in weights and not goes_on:
        weights["surname"] *= AFTER_CALLED
    if piece.case is LetterCase.TITLE:
        weights[OTHER] *= AFTER_CALLED


def _may_be_origin(piece: TextPiece) -> bool:
    """Return whether a name after *är från* may be a place that the lists have only as a person's."""
    if piece.case not in _NAME_CASES:
        return False
    form = piece.form
    return form is None or (
        form.name_mentions < WELL_KNOWN and INSTITUTIONS.isdisjoint(form.candidates)
    )


def _weigh_as_place(weights: dict[str, float]) -> None:
    """Change the weights of a piece after *i*: a name that is otherwise only a person's is a place
    there."""
    if PLACES.isdisjoint(weights) and not PERSONS.isdisjoint(weights):
        weights["city"] = _UNKNOWN["city"]
    weigh_down_persons(weights)


def _weigh_form(text: str, piece: TextPiece, written_small: bool) -> dict[str, float]:
    """Return the weights of a piece by its form and letter case alone."""
    if piece.form is None:
        weights = {**_UNKNOWN, **ANY_INSTITUTION}
        if piece.case in _NAME_CASES and (
            label := find_label_by_ending(text[piece.start : piece.end])
        ):
            weights[label] = NAMED_BY_ENDING
        weights[OTHER] = _UNKNOWN_OTHER[piece.case] * _SOURCE_FACTORS[piece.source]
        return weights
    name, institution, noun, ordinary = _CASE_FACTORS[piece.case]
    if written_small and piece.case is LetterCase.LOWER:
        name = SMALL_NAME
    weights = _ANY_NAME.copy() if piece.case in _NAME_CASES else {}
    other = piece.form.word_mentions * ordinary + _count_lookalikes(text, piece)
    other += _count_misspellings(piece)
    if piece.edits:
        other += piece.form.name_mentions * name * _MISSPELT[piece.case]
    weights[OTHER] = other
    for label, candidate in piece.form.candidates.items():
        if label in NOUNS:
            if is_plausible(text[piece.start : piece.end].lower(), label):
                weights[label] = candidate.mentions * noun
                if _is_only_noun(text, piece, label):
                    weights[label] = max(weights[label], SURELY_NOUN)
            else:
                weights[OTHER] += candidate.mentions * ordinary
        else:
            factor = institution if label in INSTITUTIONS else name
            weights[label] = candidate.mentions * factor
    if "geo" in weights and "region" in weights:
        _settle_island(weights)
    if "geo" in weights:
        _settle_nature(weights)
    if "city" in weights:
        _settle_city(piece.form, weights)
    return weights


def _is_only_noun(text: str, piece: TextPiece, label: str) -> bool:
    """Return whether no dictionary has a long word that the lists have, so that it can hardly be
    anything else: *språkintroduktion*, *hazarisk*. Of several words, only professions are as sure:
    *personlig assistent*."""
    if piece.form is None or piece.edits or piece.case is LetterCase.TITLE:
        return False
    form = text[piece.start : piece.end]
    is_long_word = len(form) >= SHORTEST_NOUN and (label == _PROFESSION or " " not in form)
    return is_long_word and piece.form.word_mentions == 0.0


def _count_misspellings(piece: TextPiece) -> float:
    """Return how often a form of the lists is a misspelt frequent word."""
    if piece.form is None or piece.edits:
        return 0.0
    return piece.form.misspelt_mentions * _MISSPELT_WORD[piece.case]


def _count_lookalikes(text: str, piece: TextPiece) -> float:
    """Return how often such a word is no entry of the lists. One with foreign letters hardly ever
    is."""
    if piece.case is LetterCase.LOWER:
        form = text[piece.start : piece.end]
        if not (form.isascii() or _SWEDISH_LETTERS.issuperset(form)):
            return _UNLISTED[LetterCase.TITLE]
    return _UNLISTED[piece.case]


def _settle_city(form: Form, weights: dict[str, float]) -> None:
    """Choose between a town and the country or municipality of the same name: *Monaco* is a country
    unless the text says *staden*, *Botkyrka* a town unless it says *kommun*."""
    if "country" in weights:
        weights["country"] += weights["city"]
        weights["city"] *= LIKE_COUNTRY
    elif weights.get("region", 0.0) > weights["city"] and _is_municipality(form):
        weights["city"] += weights["region"]
        weights["region"] *= LIKE_COUNTRY


def _is_municipality(form: Form) -> bool:
    return form.candidates["region"].parent.endswith(_COUNTY)


def _settle_nature(weights: dict[str, float]) -> None:
    """Make persons improbable where a form is far more often a mountain or a river: *Ararat*."""
    persons = PERSONS.intersection(weights)
    if weights["geo"] > NATURE * max([weights[label] for label in persons], default=0.0):
        for label in persons:
            weights[label] *= LIKE_COUNTRY


def _settle_island(weights: dict[str, float]) -> None:
    """Choose between island and province, where a form is both (Gotland). The guidelines call
    islands ``geo``."""
    if weights["geo"] * ISLAND >= weights["region"]:
        weights["geo"] += weights["region"]
        weights["region"] = 0.0
