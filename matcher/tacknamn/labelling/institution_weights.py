"""What speaks for the name of an institution: the word for what it names, or what is done there.

*Hallens SK*, *hotell Kronan*; *jobbar på Rudbeck*, *Rudbeck, där min bror jobbar*.
"""

from typing import Final

from tacknamn.labelling.activities import tells_of, works_behind
from tacknamn.labelling.cues import Around
from tacknamn.labelling.forms import CLUB, PERSONS
from tacknamn.labelling.kinds import WITH_QUOTE, ends_in, kind_before, kind_behind
from tacknamn.labelling.pieces import Piece
from tacknamn.labelling.somebodys import is_had, is_mostly_first

__all__ = ["ANY_INSTITUTION", "as_no_person", "weigh_institution"]

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


def weigh_institution(text: str, piece: Piece, words: Around, weights: dict[str, float]) -> str:
    """Let the weights of a capitalised piece say what speaks for an institution, and tell the word
    that does; empty where none does."""
    kind = kind_behind(text, piece.end) or kind_before(text, piece.start)
    if kind is not None and is_had(text[kind.start : kind.end]) and is_mostly_first(piece.form):
        return ""  # Elias skola.
    if kind is not None:
        weights[kind.label] = max(weights.get(kind.label, 0.0), OF_ANYTHING) * BESIDE_KIND
        if kind.label != CLUB and piece.start - kind.end > WITH_QUOTE:  # En krog som heter Ming.
            as_no_person(weights)
        return text[kind.start : kind.end].lower()
    if words.following in _WHERE and (verb := works_behind(text, piece.end)):
        weights["work"] = weights.get("work", OF_ANYTHING) * TOLD_OF
        as_no_person(weights)
        return verb
    if words.previous not in _AT and words.previous not in _CLUB_AT:
        return ""
    label, verb = tells_of(text, piece.start, piece.form is not None and "place" in weights)
    if not label or words.previous not in (_CLUB_AT if label == CLUB else _AT):
        return ""
    if label == "school" and ends_in(text[piece.start : piece.end], "water"):
        return ""  # Vi går på Delsjön.
    goes_on = OF_TWO if text[piece.end + 1 : piece.end + 2].isupper() else 1.0
    for one in {label, *(_MAY_EMPLOY if label == "work" else ())}:
        if one == label or weights.get(one, 0.0) > OF_ANYTHING:
            weights[one] = weights.get(one, OF_ANYTHING) * TOLD_OF * goes_on
    if label != CLUB:
        as_no_person(weights)
    return verb


def as_no_person(weights: dict[str, float]) -> None:
    """Let the weights say that hardly anybody is named there."""
    for person in PERSONS.intersection(weights):
        weights[person] *= NO_PERSON
