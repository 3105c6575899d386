"""Places in small letters or capitals that are ordinary words as well, or in no list, where the words
around them say that they are places: *jag bor i lund*, *JAG ÄR FRÅN POLEN*, *född i xby i kongo*.

The matcher leaves out ordinary words in small letters, so no list finds these places. After *bor i* or
*flyttade till* a word is a town if the lists have a town that is named often enough beside the word:
*lund* and *boden*, but not *skogen*. After a bare *i*, the dictionary must have it as a name as well.
A word that neither lists nor dictionary have is a town before *i* and a country, or after *ett läger
som heter*.
"""

import re
from operator import attrgetter
from typing import Final

from tacknamn.detection.ranking.detections import drop_overlapping
from tacknamn.detection.ranking.label_groups import PERSONS
from tacknamn.detection.ranking.pieces import WeightedPiece
from tacknamn.detection.ranking.place_pieces import (
    COMPASS_STARTS,
    NO_TOWNS,
    REACH,
    Lookup,
    count_place,
    make_piece,
    make_quarter,
    may_be_undotted,
    read_attested,
    read_part,
    read_place,
    read_undotted,
    read_unknown,
    weigh_as_quarter,
)
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["add_introduced_places"]

_WORD: Final = r"[^\W\d_]+(?:-[^\W\d_]+)*"
_AFTER_PREPOSITION: Final = re.compile(rf"(i|till|från|I|TILL|FRÅN) ({_WORD})(?![\w-])")
_PREPOSITIONS: Final = (" i ", " till ", " från ", " I ", " TILL ", " FRÅN ")
_LIVING_ON: Final = compile_lazily(rf" bo(?:r|dde|tt)?(?: \w+){{0,2}} på ({_WORD})(?![\w-])")
_IN, _FROM = " i ", "från"
_ON, _LIVE = " på ", " bo"
_AT_STOP: Final = " vid "
_STOP: Final = compile_lazily(rf" (?:av|på|byta?|byter|stannar) vid ({_WORD})(?![\w-])")
"""Where one gets off a bus."""
_CALLED: Final = compile_lazily(rf" het(?:er|te|a) ({_WORD})(?![\w-])")
"""A literal prefix makes the search fast; what is called so is read then."""
_HAS_CALLED: Final = " het"
_KIND: Final = compile_lazily(
    r"(?<!\w)(?:läger|lägret|flyktingläger|by|byn|stad|staden|ort|orten|samhälle|förort|stadsdel)"
    r"(?: som)?\Z"
)
_LIVING: Final = frozenset(
    [
        "bor",
        "bodde",
        "bott",
        "bo",
        "född",
        "födda",
        "föddes",
        "växte",
        "uppvuxen",
        "flyttade",
        "flyttat",
        "flyttar",
        "flytta",
        "flytt",
        "kommer",
        "kom",
        "komer",
        "kommit",
        "är",
        "var",
        "åkte",
        "åker",
        "reste",
        "reser",
        "rest",
        "studerar",
        "pluggar",
        "jobbar",
        "arbetar",
    ]
)
"""Verbs that say where a person lives, or comes from."""
_BETWEEN: Final = frozenset(
    [
        "jag",
        "du",
        "han",
        "hon",
        "vi",
        "ni",
        "de",
        "dom",
        "man",
        "nu",
        "fortfarande",
        "också",
        "ursprungligen",
        "upp",
        "ihop",
        "ensam",
        "själv",
        "tillbaka",
        "hem",
        "sedan",
        "kvar",
        "tidigare",
    ]
)
"""Words that may stand between such a verb and the preposition."""
MOST_BETWEEN: Final = 3
_BEING: Final = frozenset(("till", "i"))
_AT_HOST: Final = "hos "
_HOST: Final = compile_lazily(r"(?:^|\W)hos [\w-]+ \Z")
_ADDRESS: Final = frozenset(("place", "street_nr"))
_START: Final = attrgetter("piece.start")


def add_introduced_places(
    text: str,
    weights: list[WeightedPiece],
    findings: list[Finding],
    lexicon: Lexicon,
    look_up: Lookup,
) -> list[WeightedPiece]:
    """Return the pieces with those that are introduced as places, from left to right."""
    starts = {weighted.piece.start: weighted for weighted in weights}
    found, bare = _find_after_prepositions(text, weights, starts, findings, lexicon, look_up)
    known = {text[start : place.piece.end].lower() for start, place in found.items()}
    if _HAS_CALLED in text:
        found.update(_find_called(text, starts, lexicon, look_up))
    if _LIVE in text and _ON in text:
        weights = _add_living_on(text, weights, starts, found, lexicon, look_up)
    if _AT_STOP in text:
        weights = _add_stops(text, weights, starts, found, lexicon, look_up)
    # The same town again after a bare preposition.
    for start, end, lowered in bare if known else ():
        if lowered in known:
            form, entry = look_up(lowered.capitalize())
            found[start] = make_piece(text, start, end, form, entry)
    if not found:
        return weights
    spans = [(start, place.piece.end) for start, place in sorted(found.items())]
    pieces = [(weighted.piece.start, weighted.piece.end) for weighted in weights]
    free = drop_overlapping(drop_overlapping(spans, findings), pieces)
    return sorted([*weights, *[found[start] for start, _ in free]], key=_START)


def _find_after_prepositions(
    text: str,
    weights: list[WeightedPiece],
    starts: dict[int, WeightedPiece],
    findings: list[Finding],
    lexicon: Lexicon,
    look_up: Lookup,
) -> tuple[dict[int, WeightedPiece], list[tuple[int, int, str]]]:
    """Return the places after prepositions by their offsets, and the other words there."""
    found: dict[int, WeightedPiece] = {}
    bare: list[tuple[int, int, str]] = []
    for at, start, end in _find_prepositions(text):
        word, preposition = text[start:end], text[at : start - 1]
        if start in starts or not (word.islower() or (word.isupper() and len(word) > 2)):
            continue
        lowered = word.lower()
        # A shortcut for most words, which are no towns and stand before none.
        if text[end : end + len(_IN)] != _IN and not lowered.startswith(COMPASS_STARTS):
            form, _ = look_up(lowered.capitalize())
            if preposition != _FROM and (form is None or not count_place(form)):
                undotted = _read_undotted(text, at, (start, end), lowered, lexicon, look_up)
                if undotted is None:
                    bare.append((start, end, lowered))
                else:
                    found[start] = undotted
                continue
        is_living = _is_living(text, at, preposition.lower()) or (
            preposition == "i" and _is_after_home(text, at, findings)
        )
        place = _read_introduced(text, (start, end), is_living, starts, lexicon, look_up)
        if place is None and preposition == _FROM and _is_person(at - 1, weights):
            place = read_attested(text, (start, end), lexicon, look_up)
        if place is None:
            place = _read_undotted(text, at, (start, end), lowered, lexicon, look_up)
        if place is None:
            bare.append((start, end, lowered))
        else:
            found[start] = place
    return found, bare


def _read_undotted(
    text: str, at: int, span: tuple[int, int], lowered: str, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a town without dots after a verb and the preposition that starts here."""
    if not may_be_undotted(lowered, lexicon):
        return None  # a shortcut for nearly all words
    is_living = _is_living(text, at, text[at : span[0] - 1].lower())
    return read_undotted(text, span, look_up) if is_living else None


def _read_introduced(
    text: str,
    span: tuple[int, int],
    is_living: bool,
    starts: dict[int, WeightedPiece],
    lexicon: Lexicon,
    look_up: Lookup,
) -> WeightedPiece | None:
    """Return the piece of a word after a preposition, if it is a place here."""
    start, end = span
    place = read_place(text, span, is_living, lexicon, look_up)
    if place is None:
        place = read_part(text, start, end, lexicon, look_up)
    if place is None and is_living:
        if _is_before(text, end, starts, "country"):
            place = read_unknown(text, start, end, lexicon, look_up)
        elif _is_before(text, end, starts, "city"):
            place = read_attested(text, span, lexicon, look_up)
    return place


def _find_called(
    text: str, starts: dict[int, WeightedPiece], lexicon: Lexicon, look_up: Lookup
) -> dict[int, WeightedPiece]:
    """Return the places that *heter* introduces, by their offsets: *ett läger som heter xby*."""
    found: dict[int, WeightedPiece] = {}
    for match in _CALLED.finditer(text):
        start, end = match.span(1)
        is_place = _KIND.search(text, max(0, match.start() - REACH), match.start()) is not None
        if is_place and start not in starts and match.group(1).islower():
            place = read_unknown(text, start, end, lexicon, look_up)
            if place is not None:
                found[start] = place
    return found


def _add_living_on(
    text: str,
    weights: list[WeightedPiece],
    starts: dict[int, WeightedPiece],
    found: dict[int, WeightedPiece],
    lexicon: Lexicon,
    look_up: Lookup,
) -> list[WeightedPiece]:
    """Add to the places found the parts of towns after *bor på*. Return the pieces, of which some
    are such parts."""
    for match in _LIVING_ON.finditer(text):
        start, end = match.span(1)
        quarter = starts.get(start)
        if quarter is not None:
            weights = weigh_as_quarter(weights, quarter)
        elif match.group(1).islower() and match.group(1) not in NO_TOWNS:
            place = read_place(text, (start, end), True, lexicon, look_up)
            place = place or read_attested(text, (start, end), lexicon, look_up)
            if place is not None:
                found[start] = make_quarter(place)
    return weights


def _add_stops(
    text: str,
    weights: list[WeightedPiece],
    starts: dict[int, WeightedPiece],
    found: dict[int, WeightedPiece],
    lexicon: Lexicon,
    look_up: Lookup,
) -> list[WeightedPiece]:
    """Do the same for the stops of buses: *av vid ljura*."""
    for match in _STOP.finditer(text):
        start, end = match.span(1)
        quarter = starts.get(start)
        if quarter is not None:
            weights = weigh_as_quarter(weights, quarter)
        elif match.group(1).islower():
            stop = read_attested(text, (start, end), lexicon, look_up)
            if stop is not None:
                found[start] = make_quarter(stop)
    return weights


def _find_prepositions(text: str) -> list[tuple[int, int, int]]:
    """Return where the prepositions start, each with the offsets of the word after it. Searching
    for each is faster than an expression that tries all of them at each blank."""
    found: list[tuple[int, int, int]] = []
    places: list[int] = []
    for preposition in _PREPOSITIONS:
        at = text.find(preposition)
        while at >= 0:
            places.append(at + 1)
            at = text.find(preposition, at + 1)
    places.sort()
    end = 0
    for at in places:
        if at < end:
            continue  # till i: the second one is read as a word
        match = _AFTER_PREPOSITION.match(text, at)
        if match is not None:
            start, end = match.span(2)
            found.append((at, start, end))
    return found


def _is_living(text: str, at: int, preposition: str) -> bool:
    """Return whether the verb before a preposition says that a person lives there or comes from
    there."""
    words = text[max(0, at - REACH) : at].lower().rsplit(None, MOST_BETWEEN + 1)
    words = words[-MOST_BETWEEN - 1 :]
    while words and words[-1] in _BETWEEN:
        words.pop()
    if not words or words[-1] not in _LIVING:
        return False
    verb = words[-1]
    return not (verb in ("är", "var", "jobbar", "arbetar") and preposition in _BEING)


def _is_before(text: str, end: int, pieces: dict[int, WeightedPiece], label: str) -> bool:
    """Return whether *i* and a country or town follow."""
    if not text.startswith(_IN, end):
        return False
    following = pieces.get(end + len(_IN))
    return following is not None and label in following.weights


def _is_person(end: int, weights: list[WeightedPiece]) -> bool:
    """Return whether the piece that ends here is rather a person: *omid från ljura*."""
    for weighted in weights:
        if weighted.piece.end == end:
            return not PERSONS.isdisjoint(weighted.weights)
    return False


def _is_after_home(text: str, at: int, findings: list[Finding]) -> bool:
    """Return whether a street or a host stands before: *på storgatan 3 i kil*, *hos ulla i boden*."""
    if any(finding.end + 1 == at and finding.label in _ADDRESS for finding in findings):
        return True
    start = max(0, at - REACH)
    return text.find(_AT_HOST, start, at) >= 0 and _HOST.search(text, start, at) is not None
