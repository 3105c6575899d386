"""Foreign names of several words in Swedish texts, by their head: *Bush House*, *North Kesteven*.

English writes every word of a name with a capital, so the head says what the whole row of capitals is:
a place, an institution, or something that identifies no one (*World Music Festival*). The words of the
row are not read one by one, because each may be a person or a town. A first name that begins the row
makes it the name of a person: *Tom Hall*.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tacknamn.detection.ranking.english_phrases import PHRASE
from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.introductions import Lookup
from tacknamn.detection.ranking.label_groups import INSTITUTIONS, PERSONS, PLACES
from tacknamn.detection.ranking.pieces import TextPiece
from tacknamn.detection.ranking.schools import is_mostly_first
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table
from tacknamn.text.letter_case import begins_sentence

__all__ = ["is_part_of_thing", "join_foreign_phrases"]

_WORDS_BEFORE: Final = compile_lazily(r"(?:(?<![\w.’'-])[^\W\d_a-zåäö][\w’'&-]* ){1,5}\Z")
_WORDS_AFTER: Final = compile_lazily(r"(?: [^\W\d_a-zåäö][\w’'-]*\w){1,2}(?![\w’-])")
_REACH: Final = 60
"""Characters before a head in which its name begins."""
_THINGS: Final = (
    *("avtalet", "fördraget", "protokollet", "konventionen", "deklarationen", "tillägget"),
    *("dynastin", "monarkin", "regimen", "kungadömet", "imperiet", "effekten", "syndromet"),
    "skandalen",
)
_OF_THINGS: Final = (*_THINGS, *[f"{thing}s" for thing in _THINGS])
_THING_AFTER: Final = compile_lazily(rf"-(?:{'|'.join(_THINGS)})s?(?!\w)")
CERTAINTY: Final = 0.85
"""The probability that such a name is one of its class: an estimate, not fitted."""
_NAMED: Final = PERSONS | PLACES | INSTITUTIONS


def is_part_of_thing(text: str, start: int, end: int) -> bool:
    """Return whether a possible name is part of the name of a treaty, a dynasty or an effect, which
    identifies no one: *Kyoto-avtalet*, *Kyotoprotokollet*."""
    if text[end : end + 1] == "-":
        return _THING_AFTER.match(text, end) is not None
    return text.endswith(_OF_THINGS, start, end)


def join_foreign_phrases(
    text: str,
    pieces: list[TextPiece],
    detections: list[Detection],
    words: OrdinaryWords,
    look_up: Lookup,
) -> list[Detection]:
    """Return the detections of a text; those within a name of several words are that name."""
    found: list[Detection] = []
    last_heads, first_heads = _read_heads("last"), _read_heads("first")
    for piece in pieces:
        form = text[piece.start : piece.end]
        last, first = last_heads.get(form), first_heads.get(form)
        if last is not None:
            found += _find_before(text, piece, last, words, look_up)
        elif first is not None:
            found += _find_after(text, piece, first, detections)
    if not found:
        return detections
    for phrase in found:
        detections = _replace_within(detections, phrase)
    return detections


def _find_before(
    text: str, piece: TextPiece, label: str, words: OrdinaryWords, look_up: Lookup
) -> Iterator[Detection]:
    """Yield the name that ends in a head."""
    match = _WORDS_BEFORE.search(text, max(0, piece.start - _REACH), piece.start)
    if match is None or _goes_on(text, piece.end):
        return
    start = match.start()
    first, _, rest = match.group().partition(" ")
    if first == "The" or (begins_sentence(text, start) and words.has(first)):
        start += len(first) + 1
        first, _, rest = rest.partition(" ")
    if not first or is_mostly_first(look_up(first)[0]):
        return
    yield _make_detection(text, start, piece.end, label)


def _goes_on(text: str, end: int) -> bool:
    """Return whether another capitalized word follows, so that the head is none: *Ocean Cleanup*."""
    return text[end : end + 1] in (" ", "-") and text[end + 1 : end + 2].isupper()


def _find_after(
    text: str, piece: TextPiece, label: str, detections: list[Detection]
) -> Iterator[Detection]:
    """Yield the name that begins with a head, if what follows is found already."""
    match = _WORDS_AFTER.match(text, piece.end)
    if match is not None:
        begins = {detection.start for detection in detections if detection.label in _NAMED}
        if piece.end + 1 in begins:
            yield _make_detection(text, piece.start, match.end(), label)


def _make_detection(text: str, start: int, end: int, label: str) -> Detection:
    return Detection(
        start, end, "" if label == "none" else label, PHRASE, text[start:end],
        class_probability=CERTAINTY,
    )  # fmt: skip


def _replace_within(detections: list[Detection], phrase: Detection) -> list[Detection]:
    """Return the detections with a phrase instead of the names within it. A longer name stays."""
    kept: list[Detection] = []
    is_inside_other = False
    for each in detections:
        if each.end <= phrase.start or each.start >= phrase.end:
            kept.append(each)
        elif each.start < phrase.start or each.end > phrase.end or each.label not in _NAMED:
            kept.append(each)
            is_inside_other = True
    if is_inside_other:
        return detections
    return sorted([*kept, phrase]) if phrase.label else kept


@lru_cache(maxsize=2)
def _read_heads(where: str) -> dict[str, str]:
    return {
        word: label
        for label, place, words in read_table(__file__, "foreign_heads.tsv")
        if place == where
        for word in words.split()
    }
