"""Take entries of several names apart where a further name says what each of them is.

The lists have *Muhammad Ali* as one first name, and so it may be; in *Muhammad Ali Hassan* the
second is a middle name (A8b). Of two surnames in one entry each is a span of its own.
"""

from collections.abc import Iterator
from typing import Final

from tacknamn.detection.ranking.best_labels import RankedPiece
from tacknamn.detection.ranking.forms import FIRSTNAMES, MIDDLENAME, PERSONS
from tacknamn.detection.ranking.pieces import TextPiece
from tacknamn.detection.ranking.rows import PARTICLES
from tacknamn.records import Detection

__all__ = [
    "join_hyphenated_names",
    "split_double_entries",
]

_UNKNOWN_FIRST: Final = "firstname_unknown"


def split_double_entries(text: str, found: list[RankedPiece]) -> list[RankedPiece]:
    """The same, entries of several names apart."""
    doubles = {place for place, one in enumerate(found) if one.in_row and _is_double(text, one)}
    if not doubles:
        return list(found)
    apart: list[RankedPiece] = []
    for place, one in enumerate(found):
        labels = _choose_part_labels(text, found, place) if place in doubles else ()
        apart.extend(_split(text, one, labels) if labels else [one])
    return apart


def _is_double(text: str, one: RankedPiece) -> bool:
    piece = one.piece
    return (
        one.label in PERSONS
        and piece.form is not None
        and " " in text[piece.start : piece.end]
        and PARTICLES.isdisjoint(text[piece.start : piece.end].lower().split())
    )


def _choose_part_labels(
    text: str, found: list[RankedPiece], place: int
) -> tuple[str, str] | tuple[()]:
    """Those of the first part and of the others; none where it stays in one."""
    own = found[place].label
    before = _find_label_beside(text, found, place - 1, place)
    after = _find_label_beside(text, found, place + 1, place)
    if own == "surname" and before:
        return own, own
    if after != "surname" or before:
        return ()
    return (own if own in FIRSTNAMES else _UNKNOWN_FIRST), MIDDLENAME


def _find_label_beside(text: str, found: list[RankedPiece], place: int, own: int) -> str:
    """The label of the name right beside it; empty where there is none."""
    if not 0 <= place < len(found):
        return ""
    first, second = found[min(place, own)].piece, found[max(place, own)].piece
    is_beside = text[first.end : second.start] == " " and found[place].label in PERSONS
    return found[place].label if is_beside else ""


def _split(
    text: str, one: RankedPiece, labels: tuple[str, str] | tuple[()]
) -> Iterator[RankedPiece]:
    place = one.piece.start
    for number, word in enumerate(text[place : one.piece.end].split(" ")):
        end = place + len(word)
        own = one.piece
        piece = TextPiece(place, end, own.case, None, -1, own.affix_bits, own.edits, own.sort)
        yield one.as_part(piece, labels[min(number, 1)], one.in_row)
        place = end + 1


# Names with a hyphen that no list has whole: *Stig-Arne*, *Al-Khatib*, *Berg-Rossi*.
#
# The lists have their parts. What is capitalised on both sides of the hyphen is one name; where
# a small letter follows, as in *Simpsons-filmen*, the name ends at the hyphen.


HYPHEN: Final = "-"
_ARTICLES: Final = ("ad-", "al-", "an-", "ar-", "as-", "at-", "az-", "el-")
LONGEST_PREFIX: Final = 12
"""Letters of a part before a hyphen that no list has: *Al-*, *El-*, *Abdel-*."""


def join_hyphenated_names(text: str, found: list[Detection]) -> list[Detection]:
    """The same, parts of one hyphenated name of a person as one."""
    whole: list[Detection] = []
    for one in found:
        if one.label in PERSONS and text[one.start - 1 : one.start] == HYPHEN:
            last = whole[-1] if whole else None
            if last is not None and last.end == one.start - 1 and last.label in PERSONS:
                whole[-1] = _join(text, last, one)
                continue
            start = _find_word_start(text, one.start - 1)
            if start < one.start - 1 and (last is None or last.end <= start):
                if _is_family(text, start, last):
                    one = one._replace(label="surname")
                one = _change_extent(text, one, start, one.end)
        whole.append(one)
    return whole


def _join(text: str, one: Detection, other: Detection) -> Detection:
    """Two parts as one name: a surname where one of them is no first name."""
    label = "surname" if "surname" in (one.label, other.label) else one.label
    return _change_extent(text, other._replace(label=label), one.start, other.end)


def _is_family(text: str, start: int, last: Detection | None) -> bool:
    """Whether an Arab name begins here that stands behind another one: *Ali Al-Hassan*."""
    is_behind = last is not None and last.label in PERSONS and text[last.end : start] == " "
    return is_behind and text[start : start + 3].lower() in _ARTICLES


def _change_extent(text: str, one: Detection, start: int, end: int) -> Detection:
    """The name of these places; its base is what stands there, without a genitive's s."""
    cut = len(text[one.start : one.end]) - len(one.base) if one.affixes else 0
    base = text[start : end - cut] if cut > 0 else text[start:end]
    return one._replace(start=start, end=end, base=base, entry=-1)


def _find_word_start(text: str, hyphen: int) -> int:
    """Where the capitalised word, or the article, before a hyphen begins; the hyphen's place where
    there is none."""
    start = hyphen
    while start > 0 and hyphen - start < LONGEST_PREFIX and text[start - 1].isalpha():
        start -= 1
    is_part = text[start].isupper() or text[start : hyphen + 1] in _ARTICLES
    return start if is_part else hyphen
