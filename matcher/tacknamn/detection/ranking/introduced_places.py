"""Places in small letters or capitals that are ordinary words as well, or in no list, where the words
around them say that they are places: *jag bor i lund*, *JAG ÄR FRÅN POLEN*, *född i xby i kongo*.

The matcher leaves out ordinary words in small letters, so no list finds these places. After *bor i* or
*flyttade till* a word is a town if the lists have a town that is named often enough beside the word:
*lund* and *boden*, but not *skogen*. After a bare *i*, the dictionary must have it as a name as well.
A word that neither lists nor dictionary have is a town before *i* and a country, or after *ett läger
som heter*.
"""

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Final

from tacknamn.detection.ranking.detections import drop_overlapping
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import OTHER
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import sum_scores
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.records import Finding

__all__ = ["add_introduced_places"]

_WORD: Final = r"[^\W\d_]+(?:-[^\W\d_]+)*"
_AFTER_PREPOSITION: Final = re.compile(rf"(?<= )(i|till|från|I|TILL|FRÅN) ({_WORD})(?![\w-])")
_CALLED: Final = re.compile(rf" het(?:er|te|a) ({_WORD})(?![\w-])")
"""A literal prefix makes the search fast; what is called so is read then."""
_KIND: Final = re.compile(
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
_REACH: Final = 48
"""Characters before a preposition in which the verb may stand."""
_COMPASS: Final = re.compile(r"(?:syd|nord|öst|väst|central)(?:öst|väst)?(?:ra)?-?(\w{4,})(?<!s)\Z")
"""The name of a part of a country: *sydirak*, *nordvästsyrien*."""
_AT_HOME: Final = "sverige"
_BEING: Final = frozenset(("till", "i"))
_PLACES: Final = ("city", "country", "region")
_NO_TOWNS: Final = frozenset(
    ("bergen", "dalen", "hagen", "lunden", "norr", "söder", "väster", "öster", "sol", "split", "bo")
)
"""Words that are towns as well, but hardly ever meant so even after *bor i*."""
LEAST_MENTIONS: Final = 100.0
"""Mentions per billion words of a town that a word may be."""
LEAST_SHARE: Final = 0.005
"""The share of mentions as a town from which a word is one after *bor i*: *kil*, not *vara*."""
LEAST_SHARE_BARE: Final = 0.2
"""The same after a bare *i*."""
SURE: Final = 1000.0
"""How many times rather than not an introduced word is a place."""
LEAST_UNKNOWN: Final = 4
"""Letters of an unknown place."""
_START: Final = attrgetter("piece.start")
Lookup = Callable[[str], tuple[Form | None, int]]
"""Returns what the lists say of a capitalized word."""


def add_introduced_places(
    text: str,
    weights: list[WeightedPiece],
    findings: list[Finding],
    lexicon: Lexicon,
    look_up: Lookup,
) -> list[WeightedPiece]:
    """Return the pieces with those that are introduced as places, from left to right."""
    starts = {weighted.piece.start: weighted for weighted in weights}
    found: dict[int, WeightedPiece] = {}
    known: set[str] = set()
    bare: list[tuple[int, int, str]] = []
    for match in _AFTER_PREPOSITION.finditer(text):
        word = match.group(2)
        start, end = match.span(2)
        if start in starts or not (word.islower() or (word.isupper() and len(word) > 2)):
            continue
        lowered = word.lower()
        is_living = _is_living(text, match.start(), match.group(1).lower())
        place = _read_place(text, (start, end), is_living, lexicon, look_up)
        if place is None:
            place = _read_part(text, start, end, lexicon, look_up)
        if place is None and is_living and _is_before_country(text, end, starts):
            place = _read_unknown(text, start, end, lexicon, look_up)
        if place is None:
            bare.append((start, end, lowered))
            continue
        found[start] = place
        known.add(lowered)
    for match in _CALLED.finditer(text):
        start, end = match.span(1)
        is_place = _KIND.search(text, max(0, match.start() - _REACH), match.start()) is not None
        if is_place and start not in starts and match.group(1).islower():
            place = _read_unknown(text, start, end, lexicon, look_up)
            if place is not None:
                found[start] = place
    # The same town again after a bare preposition.
    for start, end, lowered in bare:
        if lowered in known:
            form, entry = look_up(lowered.capitalize())
            found[start] = _make_piece(text, start, end, form, entry)
    if not found:
        return weights
    spans = [(start, place.piece.end) for start, place in sorted(found.items())]
    pieces = [(weighted.piece.start, weighted.piece.end) for weighted in weights]
    free = drop_overlapping(drop_overlapping(spans, findings), pieces)
    return sorted([*weights, *[found[start] for start, _ in free]], key=_START)


def _is_living(text: str, at: int, preposition: str) -> bool:
    """Return whether the verb before a preposition says that a person lives there or comes from
    there."""
    words = text[max(0, at - _REACH) : at].lower().split()[-MOST_BETWEEN - 1 :]
    while words and words[-1] in _BETWEEN:
        words.pop()
    if not words or words[-1] not in _LIVING:
        return False
    verb = words[-1]
    return not (verb in ("är", "var", "jobbar", "arbetar") and preposition in _BEING)


def _read_place(
    text: str, span: tuple[int, int], is_living: bool, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a word that is a town as well, if it is one here."""
    start, end = span
    word = text[start:end].lower()
    if word in _NO_TOWNS:
        return None
    if not is_living:
        listed = lexicon.word(word)
        if listed is None or not listed.pos & PROPER_NOUN:
            return None
    form, entry = look_up(word.capitalize())
    if form is None:
        return None
    mentions = _count_place(form)
    least = LEAST_SHARE if is_living else LEAST_SHARE_BARE
    if mentions < max(LEAST_MENTIONS, least * form.word_mentions):
        return None
    return _make_piece(text, start, end, form, entry)


def _read_part(
    text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a part of a country: *sydirak*."""
    match = _COMPASS.match(text[start:end].lower())
    if match is None:
        return None
    listed = lexicon.word(match.group(1))
    if listed is not None and not listed.pos & PROPER_NOUN:
        return None  # sydkusten
    form, _ = look_up(match.group(1).capitalize())
    if form is None or _AT_HOME == match.group(1):
        return None
    whole = form.candidates.get("country") or form.candidates.get("region")
    if whole is None:
        return None
    part = Form({"region": whole}, 0.0, whole.mentions)
    return _make_piece(text, start, end, part, -1)


def _count_place(form: Form) -> float:
    return max(
        (form.candidates[label].mentions for label in _PLACES if label in form.candidates),
        default=0.0,
    )


def _is_before_country(text: str, end: int, pieces: dict[int, WeightedPiece]) -> bool:
    """Return whether *i* and a country follow."""
    if not text.startswith(" i ", end):
        return False
    following = pieces.get(end + len(" i "))
    return following is not None and "country" in following.weights


def _read_unknown(
    text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a word that neither lists nor dictionary have."""
    word = text[start:end].lower()
    if len(word) < LEAST_UNKNOWN or lexicon.word(word) is not None:
        return None
    form, entry = look_up(word.capitalize())
    if form is not None and not _count_place(form):
        return None
    return _make_piece(text, start, end, form, entry)


def _make_piece(text: str, start: int, end: int, form: Form | None, entry: int) -> WeightedPiece:
    """Return the piece of a place that is surely one."""
    case = LetterCase.CAPITALS if text[start:end].isupper() else LetterCase.LOWER
    source = PieceSource.UNKNOWN if form is None else PieceSource.LISTED
    piece = TextPiece(start, end, case, form, entry, source=source)
    weights = {"city": 1.0}
    if form is not None:
        weights = {
            label: form.candidates[label].mentions for label in _PLACES if label in form.candidates
        }
    weights[OTHER] = sum_scores(weights) / SURE
    return WeightedPiece(piece, weights, text[max(0, start - _REACH) : start].split()[-1].lower())
