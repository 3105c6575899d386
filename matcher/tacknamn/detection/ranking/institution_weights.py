"""What speaks for the name of an institution: its type word, or what people do there.

*Hallens SK*, *hotell Kronan*; *jobbar på Rudbeck*, *Rudbeck, där min bror jobbar*.
"""

from typing import Final

from tacknamn.detection.ranking.label_groups import CLUB, PERSONS
from tacknamn.detection.ranking.name_cues import (
    NeighbourWords,
    find_activity,
    find_work_after,
    may_be_of_club,
)
from tacknamn.detection.ranking.pieces import TextPiece
from tacknamn.detection.ranking.schools import is_mostly_first, is_possession
from tacknamn.detection.ranking.type_words import (
    WITH_QUOTE,
    find_type_word_after,
    find_type_word_before,
    match_ending,
)

__all__ = ["ANY_INSTITUTION", "weigh_down_persons", "weigh_institution"]

OF_ANYTHING: Final = 0.3
"""Mentions per billion words of an institution whose name no list has as one."""
ANY_INSTITUTION: Final = dict.fromkeys((CLUB, "work", "school"), OF_ANYTHING)
"""An institution may have any name, and it takes a cue to say of which label. Without a cue the
first one wins."""
_WHERE: Final = ("där", "dar", "where")
"""Words after a name that may introduce what people do there."""
_AT: Final = frozenset(("at", "for", "hos", "på", "vid", "åt"))
_CLUB_AT: Final = frozenset(("at", "for", "för", "i", "in", "med", "på"))
"""Words before a place of work or study, and before the club of a player."""
_MAY_EMPLOY: Final = ("other_institution", "public_authority")
"""Other labels of names that are workplaces as well: *Arbetsförmedlingen*."""
NO_PERSON: Final = 0.01
"""How much rarer persons are there: *på Rudbeck* people work at the school, not on a person."""
WITH_ACTIVITY: Final = 600.0
"""How much more often a name after *på* is that of a workplace if the sentence is about work, and
of a school if it is about studies."""
OF_TWO: Final = 20.0
"""The further factor if the next word has a capital: *går på Lilla Paletten*."""
BESIDE_TYPE_WORD: Final = 10000.0
"""The factor of a type word next to the name: *Hallens SK*, *hotell Kronan*."""


def weigh_institution(
    text: str, piece: TextPiece, words: NeighbourWords, weights: dict[str, float]
) -> str:
    """Multiply the weights of a capitalized piece by what speaks for an institution.

    Returns the word that speaks for it; empty if none does.
    """
    # A type word next to the name decides.
    type_word = find_type_word_after(text, piece.end) or find_type_word_before(text, piece.start)
    if type_word is not None:
        is_owned = is_possession(text[type_word.start : type_word.end])
        if is_owned and is_mostly_first(piece.form):
            return ""  # Elias skola
        label = type_word.label
        weights[label] = max(weights.get(label, 0.0), OF_ANYTHING) * BESIDE_TYPE_WORD
        if label != CLUB and piece.start - type_word.end > WITH_QUOTE:  # en krog som heter Ming
            weigh_down_persons(weights)
        return text[type_word.start : type_word.end].lower()
    # Volvo, där min bror jobbar.
    if words.following in _WHERE and (verb := find_work_after(text, piece.end)):
        weights["work"] = weights.get("work", OF_ANYTHING) * WITH_ACTIVITY
        weigh_down_persons(weights)
        return verb
    # Jobbar på Volvo: a preposition that fits the activity must stand before the name.
    if words.previous not in _AT and words.previous not in _CLUB_AT:
        return ""
    if words.previous not in _AT and not may_be_of_club(text, piece.start):
        return ""
    is_place = piece.form is not None and "place" in weights
    activity, verb = find_activity(text, piece.start, is_place)
    if not activity or words.previous not in (_CLUB_AT if activity == CLUB else _AT):
        return ""
    if activity == "school" and match_ending(text[piece.start : piece.end], "water"):
        return ""  # Vi går på Delsjön
    goes_on = OF_TWO if text[piece.end + 1 : piece.end + 2].isupper() else 1.0
    for label in {activity, *(_MAY_EMPLOY if activity == "work" else ())}:
        if label == activity or weights.get(label, 0.0) > OF_ANYTHING:
            weights[label] = weights.get(label, OF_ANYTHING) * WITH_ACTIVITY * goes_on
    if activity != CLUB:
        weigh_down_persons(weights)
    return verb


def weigh_down_persons(weights: dict[str, float]) -> None:
    """Make the labels of persons improbable."""
    for label in PERSONS.intersection(weights):
        weights[label] *= NO_PERSON
