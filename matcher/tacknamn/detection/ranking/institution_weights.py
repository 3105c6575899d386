"""What speaks for the name of an institution: the word for what it names, or what is done there.

*Hallens SK*, *hotell Kronan*; *jobbar på Rudbeck*, *Rudbeck, där min bror jobbar*.
"""

from typing import Final

from tacknamn.detection.ranking.activities import find_activity, find_work_after
from tacknamn.detection.ranking.forms import CLUB, PERSONS
from tacknamn.detection.ranking.name_cues import NeighbourWords
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
"""Mentions in a billion words of an institution with a name that no list has as one."""
ANY_INSTITUTION: Final = dict.fromkeys((CLUB, "work", "school"), OF_ANYTHING)
"""An institution may have any name; it takes a cue to say which. Without one it is the first."""
_WHERE: Final = ("där", "dar", "where")
"""Words behind a name that may tell what is done there."""
_AT: Final = frozenset(("at", "for", "hos", "på", "vid", "åt"))
_CLUB_AT: Final = frozenset(("at", "for", "för", "i", "in", "med", "på"))
"""Words before what one works or learns at, and before clubs that one plays in."""
_MAY_EMPLOY: Final = ("other_institution", "public_authority")
"""What the lists know by another name, and what is a workplace as well: Arbetsförmedlingen."""
NO_PERSON: Final = 0.01
"""How much rarer persons are there: nobody works *på Rudbeck* but at the school."""
TOLD_OF: Final = 600.0
"""How much oftener a name behind *på* is that of a workplace where the sentence tells of work,
and of a school where it tells of studies."""
OF_TWO: Final = 20.0
"""How much oftener still where the next word has a capital: *går på Lilla Paletten*."""
BESIDE_KIND: Final = 10000.0
"""The same of a name beside the word for what it names: *Hallens SK*, *hotell Kronan*."""


def weigh_institution(
    text: str, piece: TextPiece, words: NeighbourWords, weights: dict[str, float]
) -> str:
    """Let the weights of a capitalised piece say what speaks for an institution, and tell the word
    that does; empty where none does."""
    kind = find_type_word_after(text, piece.end) or find_type_word_before(text, piece.start)
    if (
        kind is not None
        and is_possession(text[kind.start : kind.end])
        and is_mostly_first(piece.form)
    ):
        return ""  # Elias skola.
    if kind is not None:
        weights[kind.label] = max(weights.get(kind.label, 0.0), OF_ANYTHING) * BESIDE_KIND
        if kind.label != CLUB and piece.start - kind.end > WITH_QUOTE:  # En krog som heter Ming.
            weigh_down_persons(weights)
        return text[kind.start : kind.end].lower()
    if words.following in _WHERE and (verb := find_work_after(text, piece.end)):
        weights["work"] = weights.get("work", OF_ANYTHING) * TOLD_OF
        weigh_down_persons(weights)
        return verb
    if words.previous not in _AT and words.previous not in _CLUB_AT:
        return ""
    label, verb = find_activity(text, piece.start, piece.form is not None and "place" in weights)
    if not label or words.previous not in (_CLUB_AT if label == CLUB else _AT):
        return ""
    if label == "school" and match_ending(text[piece.start : piece.end], "water"):
        return ""  # Vi går på Delsjön.
    goes_on = OF_TWO if text[piece.end + 1 : piece.end + 2].isupper() else 1.0
    for one in {label, *(_MAY_EMPLOY if label == "work" else ())}:
        if one == label or weights.get(one, 0.0) > OF_ANYTHING:
            weights[one] = weights.get(one, OF_ANYTHING) * TOLD_OF * goes_on
    if label != CLUB:
        weigh_down_persons(weights)
    return verb


def weigh_down_persons(weights: dict[str, float]) -> None:
    """Let the weights say that hardly anybody is named there."""
    for person in PERSONS.intersection(weights):
        weights[person] *= NO_PERSON
