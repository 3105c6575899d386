"""Read words in small letters or capitals as places, with what the lists and the dictionary say of them."""

from collections.abc import Callable
from itertools import product
from math import prod
from typing import Final

from tacknamn.detection.ranking.detections import HOME_CUE, QUARTER_CUE
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import OTHER
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import sum_scores
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "COMPASS",
    "COMPASS_STARTS",
    "NO_TOWNS",
    "REACH",
    "Lookup",
    "count_place",
    "make_piece",
    "make_quarter",
    "may_be_undotted",
    "read_attested",
    "read_part",
    "read_part_of_country",
    "read_place",
    "read_undotted",
    "read_unknown",
    "weigh_as_quarter",
]

REACH: Final = 48
"""Characters before a preposition in which the verb may stand."""
_COMPASS: Final = compile_lazily(
    r"(?:syd|nord|öst|väst|central)(?:öst|väst)?(?:ra)?-?(\w{4,})(?<!s)\Z"
)
"""The name of a part of a country: *sydirak*, *nordvästsyrien*."""
COMPASS_STARTS: Final = ("syd", "nord", "öst", "väst", "central")
COMPASS: Final = ("Syd", "Nord", "Öst", "Väst", "Central", "SYD", "NORD")
"""How such a name begins."""
_AT_HOME: Final = "sverige"
_PLACES: Final = ("city", "country", "region")
NO_TOWNS: Final = frozenset(
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
SURE: Final = 1000.0
"""How many times rather than not an introduced word is a place."""
LEAST_UNKNOWN: Final = 4
"""Letters of an unknown place."""
_DOTTED: Final = {"a": "aåä", "o": "oö"}
"""The letters that keyboards without Swedish letters stand for."""
MOST_SPELLINGS: Final = 64
"""Spellings of a word that are looked up."""
Lookup = Callable[[str], tuple[Form | None, int]]
"""Returns what the lists say of a capitalized word."""


def read_place(
    text: str, span: tuple[int, int], is_living: bool, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a word that is a town as well, if it is one here."""
    start, end = span
    word = text[start:end].lower()
    if word in NO_TOWNS:
        return None
    form, entry = look_up(word.capitalize())
    if form is None:
        return None
    mentions = count_place(form)
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
    return make_piece(text, start, end, form, entry)


def read_part(
    text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a part of a country: *sydirak*."""
    form = read_part_of_country(text[start:end], lexicon, look_up)
    return None if form is None else make_piece(text, start, end, form, -1)


def read_part_of_country(word: str, lexicon: Lexicon, look_up: Lookup) -> Form | None:
    """Return the form of a part of a country: *sydirak*, *Nordafghanistan*."""
    lowered = word.lower()
    if not lowered.startswith(COMPASS_STARTS):
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


def count_place(form: Form) -> float:
    """Return the mentions of a form as the place that it is most often."""
    return max(
        (form.candidates[label].mentions for label in _PLACES if label in form.candidates),
        default=0.0,
    )


def read_unknown(
    text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup
) -> WeightedPiece | None:
    """Return the piece of a word that neither lists nor dictionary have."""
    word = text[start:end].lower()
    if len(word) < LEAST_UNKNOWN or lexicon.word(word) is not None:
        return None
    form, entry = look_up(word.capitalize())
    if form is not None and not count_place(form):
        return None
    return make_piece(text, start, end, form, entry)


def may_be_undotted(word: str, lexicon: Lexicon) -> bool:
    """Return whether a word may be a town without its dots: no dictionary has it."""
    if len(word) < LEAST_UNKNOWN or not word.isascii():
        return False
    listed = lexicon.word(word)
    return listed is None or not (listed.pos or listed.english)


def read_undotted(text: str, span: tuple[int, int], look_up: Lookup) -> WeightedPiece | None:
    """Return the piece of a town that is written without its dots and rings: *jonkoping*."""
    start, end = span
    choices = [_DOTTED.get(letter, letter) for letter in text[start:end].lower()]
    if prod(map(len, choices)) > MOST_SPELLINGS:
        return None
    best: tuple[float, Form | None, int] = LEAST_MENTIONS, None, -1
    for letters in product(*choices):
        form, entry = look_up("".join(letters).capitalize())
        if form is not None and count_place(form) > best[0]:
            best = count_place(form), form, entry
    _, form, entry = best
    return None if form is None else make_piece(text, start, end, form, entry, edits=1)


def read_attested(
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
    if form is not None and not count_place(form):
        return None
    place = make_piece(text, *span, form, entry)
    return WeightedPiece(place.piece, place.weights, HOME_CUE)


def weigh_as_quarter(weights: list[WeightedPiece], quarter: WeightedPiece) -> list[WeightedPiece]:
    """Return the pieces with a small town after *bor på* as what it is, a part of a town."""
    form = quarter.piece.form
    if form is None or not 0 < count_place(form) <= MOST_QUARTER or "geo" in quarter.weights:
        return weights
    return [make_quarter(piece) if piece is quarter else piece for piece in weights]


def make_quarter(place: WeightedPiece) -> WeightedPiece:
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


def make_piece(
    text: str, start: int, end: int, form: Form | None, entry: int, edits: int = 0
) -> WeightedPiece:
    """Return the piece of a place that is surely one."""
    case = LetterCase.CAPITALS if text[start:end].isupper() else LetterCase.LOWER
    source = PieceSource.UNKNOWN if form is None else PieceSource.LISTED
    piece = TextPiece(start, end, case, form, entry, edits=edits, source=source)
    weights = {"city": 1.0}
    if form is not None:
        weights = {
            label: form.candidates[label].mentions for label in _PLACES if label in form.candidates
        }
    weights[OTHER] = sum_scores(weights) / SURE
    return WeightedPiece(piece, weights, text[max(0, start - REACH) : start].split()[-1].lower())
