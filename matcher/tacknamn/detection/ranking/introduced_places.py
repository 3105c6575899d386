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

from tacknamn.detection.ranking.detections import HOME_CUE, QUARTER_CUE, drop_overlapping
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import OTHER, PERSONS
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import sum_scores
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["COMPASS", "add_introduced_places", "read_part_of_country"]

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
_REACH: Final = 48
"""Characters before a preposition in which the verb may stand."""
_COMPASS: Final = compile_lazily(
    r"(?:syd|nord|öst|väst|central)(?:öst|väst)?(?:ra)?-?(\w{4,})(?<!s)\Z"
)
"""The name of a part of a country: *sydirak*, *nordvästsyrien*."""
_COMPASS_STARTS: Final = ("syd", "nord", "öst", "väst", "central")
COMPASS: Final = ("Syd", "Nord", "Öst", "Väst", "Central", "SYD", "NORD")
"""How such a name begins."""
_AT_HOME: Final = "sverige"
_BEING: Final = frozenset(("till", "i"))
_PLACES: Final = ("city", "country", "region")
_NO_TOWNS: Final = frozenset(
    (
        "körfältet",
        "vi",
        "planteringen",
        "bergen",
        "dalen",
        "hagen",
        "lunden",
        "norr",
        "söder",
        "väster",
        "öster",
        "sol",
        "split",
        "bo",
    )
)
"""Words that are towns as well, but hardly ever meant so even after *bor i*."""
LEAST_MENTIONS: Final = 100.0
"""Mentions per billion words of a town that a word may be."""
LEAST_SHARE: Final = 0.005
"""The share of mentions as a town from which a word is one after *bor i*: *kil*, not *vara*."""
LEAST_SHARE_BARE: Final = 0.06
"""The same after a bare *i*, if the dictionary has the word as a name: *sälen*."""
LEAST_SHARE_NO_NAME: Final = 2.0
"""The same if the dictionary does not: *säter*, not *bro*."""
LEAST_TOWN: Final = 1000.0
"""Mentions of a town that even a very frequent word may be before the end of a clause, where a verb
cannot stand: *bor i vara.*"""
VERY_FREQUENT: Final = 1_000_000.0
"""Uses of a word that is a verb or an adverb, which cannot stand after a bare *i* either."""
MOST_QUARTER: Final = 500.0
"""Mentions of a quarter that the lists have as a town."""
RARE: Final = 3.0
"""The Zipf frequency of the most frequent word that is a name because no dictionary has it."""
_DEFINITE: Final = ("et", "en", "hus", "rum", "hotell", "boende")
"""Ends of nouns that are in no dictionary because they are compounds."""
_CLAUSE_END: Final = compile_lazily(
    r"(?: (?:och|med|sedan|sen|nu|men|där|när|sen)(?!\w)|[.,!?)]|\s*$|\n)"
)
_AT_HOST: Final = "hos "
_HOST: Final = compile_lazily(r"(?:^|\W)hos [\w-]+ \Z")
_ADDRESS: Final = frozenset(("place", "street_nr"))
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
    for at, start, end in _find_prepositions(text):
        word, preposition = text[start:end], text[at : start - 1]
        if start in starts or not (word.islower() or (word.isupper() and len(word) > 2)):
            continue
        lowered = word.lower()
        # A shortcut for most words, which are no towns and stand before none.
        if text[end : end + len(_IN)] != _IN and not lowered.startswith(_COMPASS_STARTS):
            form, entry = look_up(lowered.capitalize())
            if preposition != _FROM and (form is None or not _count_place(form)):
                bare.append((start, end, lowered))
                continue
        is_living = _is_living(text, at, preposition.lower()) or (
            preposition == "i" and _is_after_home(text, at, findings)
        )
        place = _read_place(text, (start, end), is_living, lexicon, look_up)
        if place is None:
            place = _read_part(text, start, end, lexicon, look_up)
        if place is None and is_living:
            if _is_before(text, end, starts, "country"):
                place = _read_unknown(text, start, end, lexicon, look_up)
            elif _is_before(text, end, starts, "city"):
                place = _read_attested(text, (start, end), lexicon, look_up)
        if place is None and preposition == _FROM and _is_person(at - 1, weights):
            place = _read_attested(text, (start, end), lexicon, look_up)
        if place is None:
            bare.append((start, end, lowered))
            continue
        found[start] = place
        known.add(lowered)
    for match in _CALLED.finditer(text) if _HAS_CALLED in text else ():
        start, end = match.span(1)
        is_place = _KIND.search(text, max(0, match.start() - _REACH), match.start()) is not None
        if is_place and start not in starts and match.group(1).islower():
            place = _read_unknown(text, start, end, lexicon, look_up)
            if place is not None:
                found[start] = place
    for match in _LIVING_ON.finditer(text) if _ON in text and _LIVE in text else ():
        start, end = match.span(1)
        quarter = starts.get(start)
        if quarter is not None:
            weights = _weigh_as_quarter(weights, quarter)
        elif match.group(1).islower() and match.group(1) not in _NO_TOWNS:
            place = _read_place(text, (start, end), True, lexicon, look_up)
            place = place or _read_attested(text, (start, end), lexicon, look_up)
            if place is not None:
                found[start] = _make_quarter(place)
    for match in _STOP.finditer(text) if _AT_STOP in text else ():
        start, end = match.span(1)
        quarter = starts.get(start)
        if quarter is not None:
            weights = _weigh_as_quarter(weights, quarter)
        elif match.group(1).islower():
            stop = _read_attested(text, (start, end), lexicon, look_up)
            if stop is not None:
                found[start] = _make_quarter(stop)
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
    words = text[max(0, at - _REACH) : at].lower().rsplit(None, MOST_BETWEEN + 1)
    words = words[-MOST_BETWEEN - 1 :]
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
    form, entry = look_up(word.capitalize())
    if form is None:
        return None
    mentions = _count_place(form)
    least = LEAST_SHARE
    if not is_living:
        listed = lexicon.word(word)
        is_name = listed is not None and listed.pos & PROPER_NOUN
        least = LEAST_SHARE_BARE if is_name else LEAST_SHARE_NO_NAME
    if mentions < max(LEAST_MENTIONS, least * form.word_mentions):
        may_be_town = mentions >= LEAST_TOWN and (is_living or form.word_mentions >= VERY_FREQUENT)
        is_in = may_be_town and text.startswith("i ", start - len("i "))
        if not is_in or _CLAUSE_END.match(text, end) is None:
            return None
    return _make_piece(text, start, end, form, entry)


def _read_part(
    text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a part of a country: *sydirak*."""
    form = read_part_of_country(text[start:end], lexicon, look_up)
    return None if form is None else _make_piece(text, start, end, form, -1)


def read_part_of_country(word: str, lexicon: Lexicon, look_up: Lookup) -> Form | None:
    """Return the form of a part of a country: *sydirak*, *Nordafghanistan*."""
    lowered = word.lower()
    if not lowered.startswith(_COMPASS_STARTS):
        return None  # a shortcut for nearly all words
    match = _COMPASS.match(lowered)
    if match is None:
        return None
    listed = lexicon.word(match.group(1))
    if listed is not None and not listed.pos & PROPER_NOUN:
        return None  # sydkusten
    form, _ = look_up(match.group(1).capitalize())
    if form is None or _AT_HOME == match.group(1):
        return None
    whole = form.candidates.get("country") or form.candidates.get("region")
    return None if whole is None else Form({"region": whole}, 0.0, whole.mentions)


def _count_place(form: Form) -> float:
    return max(
        (form.candidates[label].mentions for label in _PLACES if label in form.candidates),
        default=0.0,
    )


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
    start = max(0, at - _REACH)
    return text.find(_AT_HOST, start, at) >= 0 and _HOST.search(text, start, at) is not None


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


def _read_attested(
    text: str, span: tuple[int, int], lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a rare word that people write, but no dictionary has: *ljura*, not
    *lägnhet*."""
    word = text[span[0] : span[1]].lower()
    listed = lexicon.word(word)
    if len(word) < LEAST_UNKNOWN or listed is None or listed.pos or listed.zipf_sv > RARE:
        return None
    if word.endswith(_DEFINITE):
        return None  # studentboendet
    form, entry = look_up(word.capitalize())
    if form is not None and not _count_place(form):
        return None
    place = _make_piece(text, *span, form, entry)
    return WeightedPiece(place.piece, place.weights, HOME_CUE)


def _weigh_as_quarter(weights: list[WeightedPiece], quarter: WeightedPiece) -> list[WeightedPiece]:
    """Return the pieces with a small town after *bor på* as what it is, a part of a town."""
    form = quarter.piece.form
    if form is None or not 0 < _count_place(form) <= MOST_QUARTER or "geo" in quarter.weights:
        return weights
    return [_make_quarter(piece) if piece is quarter else piece for piece in weights]


def _make_quarter(place: WeightedPiece) -> WeightedPiece:
    """Return the piece of a town as that of a part of a town, in the same country."""
    piece = place.piece
    others = {label: weight for label, weight in place.weights.items() if label != "city"}
    others["area"] = others.get("area", 0.0) + place.weights.get("city", 0.0)
    if piece.form is not None and "city" in piece.form.candidates:
        candidates = {**piece.form.candidates, "area": piece.form.candidates["city"]}
        form = Form(candidates, piece.form.word_mentions, piece.form.name_mentions)
        piece = TextPiece(
            piece.start, piece.end, piece.case, form, piece.entry, piece.affix_bits, piece.edits,
            piece.source,
        )  # fmt: skip
    return WeightedPiece(piece, others, QUARTER_CUE, place.neighbours, place.strongest)


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
