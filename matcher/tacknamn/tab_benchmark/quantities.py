"""Look from a unit back to the number before it, in digits and in words."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = [
    "NUMBER",
    "find_number_after",
    "find_number_before",
    "find_quantities",
    "join_amounts",
]

LONGEST_NUMBER = 48
"""Characters that a number before a unit takes at most."""
NUMBER = r"\d[\d.,\u00a0]*"
_NUMBER_AFTER = re.compile(
    rf"[ \u00a0]?({NUMBER}(?<![.,])(?:[ \u00a0](?:million|billion|thousand|miljoner))?)"
)


@lru_cache(maxsize=4)
def _number_before_pattern(between: int) -> re.Pattern[str]:
    """A number, then up to ``between`` words, then a blank or hyphen at the end. It is searched
    for in a few characters only, so how it goes about does not matter."""
    words = "|".join(sorted(load_words("number_word"), key=len, reverse=True))
    number = rf"(?:{NUMBER}(?<![.,])|(?:{words})(?:[ \u00a0‑-](?:{words})){{0,3}})"
    scale = r"(?:[ \u00a0](?:million|billion|hundred|thousand|miljoner))?"
    half = r"(?:[ \u00a0]and a half|½)?"
    other_words = rf"(?:[ \u00a0][a-z-]{{2,12}}){{0,{between}}}"
    return re.compile(rf"(?<![\w.,])({number}{scale}{half}){other_words}[ \u00a0‑-]?$")


def find_number_before(lowered: str, place: int, between: int = 0) -> int | None:
    """Where a number begins that stands before a place with at most ``between`` words more."""
    begin = max(0, place - LONGEST_NUMBER)
    found = _number_before_pattern(between).search(lowered[begin:place])
    return None if found is None else begin + found.start(1)


def find_number_after(lowered: str, place: int) -> int | None:
    """Where a number in digits ends that stands behind a place."""
    found = _NUMBER_AFTER.match(lowered, place)
    return None if found is None else found.end(1)


# Find amounts of money and measures with their units, shares, and how many there were (E1).


MONEY, MEASURE, COUNT = 89, 76, 40
"""Strengths: a sum of money is sure, a number of persons gives way to all else."""
WORDS_BETWEEN = 2
"""Words between a number and what it counts: seven other such persons."""
WORDS_BEFORE_CURRENCY = 1
"""Words between a sum and its currency: 3,000 Polish zlotys."""
_GAP = re.compile(
    r"[ \u00a0]?[(\[;][ \u00a0]?(?:[A-Z]{3}[;,][ \u00a0])?"
    r"(?:approx\.|approximately|about|i\.e\.|or)?[ \u00a0]?"
)
"""What stands between a sum and its value in another currency."""
_CODE = re.compile(r"[ \u00a0]\([A-Z]{3}\)")
_CLOSED = re.compile(r"[)\]]{1,2}")


def find_quantities(sheet: AnnotatedText) -> Iterator[Markable]:
    """What tells how much."""
    for cue in sheet.cues["currency"]:
        yield from _find_money(sheet, cue.start, cue.end)
    for cue in sheet.cues["measure"]:
        start = find_number_before(sheet.lowered, cue.start)
        if start is not None:
            yield _make_quantity(start, cue.end, "measure", MEASURE)
    for cue in sheet.cues["counted"]:
        start = find_number_before(sheet.lowered, cue.start, WORDS_BETWEEN)
        if start is not None and not sheet.lowered.startswith("one", start):
            yield _make_quantity(start, cue.end, "count", COUNT)


def _make_quantity(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.QUANTITY, rule, strength)


def _find_money(sheet: AnnotatedText, start: int, end: int) -> Iterator[Markable]:
    """4267 SEK, $37.5 million, 3,000 Polish zlotys (PLN)."""
    behind = find_number_after(sheet.lowered, end)
    is_code = sheet.text[start:end].isupper() or not sheet.text[start].isalpha()
    if is_code and behind is not None:
        yield _make_quantity(start, behind, "money", MONEY)
        return
    before = find_number_before(sheet.lowered, start, WORDS_BEFORE_CURRENCY)
    if before is not None and (is_code or sheet.text[start].islower() or end - start > 3):
        code = _CODE.match(sheet.text, end)
        yield _make_quantity(before, code.end() if code else end, "money", MONEY)


def join_amounts(sheet: AnnotatedText, pieces: list[Markable]) -> list[Markable]:
    """The same, with an amount and its exchanged value in brackets as one: PLN 200 [EUR 50]."""
    joined: list[Markable] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is None or not _is_exchanged(sheet, last, piece):
            joined.append(piece)
            continue
        closed = _CLOSED.match(sheet.text, piece.end)
        joined[-1] = last._replace(end=closed.end() if closed else piece.end)
    return joined


def _is_exchanged(sheet: AnnotatedText, last: Markable, piece: Markable) -> bool:
    both = last.rule == piece.rule == "money"
    return both and _GAP.fullmatch(sheet.text, last.end, piece.start) is not None
