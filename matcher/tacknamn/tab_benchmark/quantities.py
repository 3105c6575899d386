"""Find amounts of money, measures with their units, and counts of persons (E1).

The numbers stand before or after a unit, in digits or in words. Dates and ages use the same search.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = [
    "NUMBER",
    "find_number_after",
    "find_number_before",
    "find_quantities",
    "join_amounts",
]

LONGEST_NUMBER = 48
"""Most characters of a number before a unit."""
NUMBER = r"(?:\d{1,3}(?:[ ’']\d{3})+(?!\d)(?:[.,]\d+)?|\d[\d.,\u00a0]*)"
_NUMBER_AFTER = re.compile(
    rf"[ \u00a0]?({NUMBER}(?<![.,])(?:[ \u00a0](?:million|billion|thousand|trillion|miljoner)|(?:m|bn|k)\b)?)(?!\w)"
)
"""Before a letter a number is a part of a code: KR 4471F."""


@lru_cache(maxsize=4)
def _number_before_pattern(between: int) -> re.Pattern[str]:
    """Build the pattern of a number, up to ``between`` other words, and a final blank or hyphen.

    The search covers only a few characters, so its speed does not matter."""
    words = "|".join(sorted(load_words("number_word"), key=len, reverse=True))
    number = rf"(?:{NUMBER}(?<![.,])|(?:{words})(?:[ \u00a0‑-](?:{words})){{0,3}})"
    scale = r"(?:[ \u00a0](?:million|billion|trillion|hundred|thousand|miljoner))?"
    half = r"(?:[ \u00a0]and a half|½)?"
    other_words = rf"(?:[ \u00a0][a-z-]{{2,12}}){{0,{between}}}"
    return re.compile(rf"(?<![\w.,])({number}{scale}{half}){other_words}[ \u00a0‑-]?$")


def find_number_before(lowered: str, position: int, between: int = 0) -> int | None:
    """Find the start of a number before a position, with at most ``between`` words in between."""
    begin = max(0, position - LONGEST_NUMBER)
    match = _number_before_pattern(between).search(lowered[begin:position])
    return None if match is None else begin + match.start(1)


def find_number_after(lowered: str, position: int) -> int | None:
    """Find the end of a number in digits that follows a position."""
    match = _NUMBER_AFTER.match(lowered, position)
    return None if match is None else match.end(1)


MONEY, MEASURE, UNKNOWN, BIG_COUNT, COUNT = 89, 76, 70, 66, 40
"""Strengths. A sum of money is certain; a count of persons yields to everything else, unless it has
thousands: their digits alone would be a code."""
WORDS_BETWEEN = 2
"""Most words between a number and what it counts: seven other such persons."""
WORDS_BEFORE_CURRENCY = 1
"""Most words between a sum and its currency: 3,000 Polish zlotys."""
_GAP = re.compile(
    r"[ \u00a0]?[(\[;][ \u00a0]?(?:[A-Z]{3}[;,][ \u00a0])?"
    r"(?:approx\.|approximately|about|i\.e\.|or)?[ \u00a0]?"
)
"""What may stand between a sum and its value in another currency."""
_CODE = re.compile(r"[ \u00a0]\([A-Z]{3}\)")
_SUM = re.compile(
    rf"[ \u00a0](?:(?:about|approximately|some|over|only|nearly|around|a total of)[ \u00a0])?"
    rf"(?P<sum>{NUMBER}(?<![.,])(?:[ \u00a0](?:million|billion|thousand))?(?<=\d\d|[a-z]{{2}})"
    r"[ \u00a0](?:[A-Z][a-z]+[ \u00a0])?(?P<unit>[^\W\d_A-Z]{3,14}))\b"
)
_NO_CURRENCIES = frozenset(
    (
        "per",
        "and",
        "for",
        "times",
        "other",
        "more",
        "different",
        "separate",
        "instalments",
        "monthly",
        "points",
        "percent",
        "days",
        "with",
        "from",
        "under",
        "that",
        "which",
        "while",
        "when",
        "was",
        "were",
        "had",
        "but",
        "because",
        "plus",
        "before",
        "after",
        "during",
        "until",
        "letters",
        "copies",
    )
)
"""Words after a number that count no money."""
_SIDES = re.compile(r"(?<![\w.,])(?:\d[\d.,]*[ \u00a0]?[x×][ \u00a0]?){1,2}$")
_CLOSED = re.compile(r"[)\]]{1,2}")


def find_quantities(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find amounts of money, measures and counts."""
    for cue in annotated.cues["currency"]:
        yield from _find_money(annotated, cue.start, cue.end)
    for cue in annotated.cues["money_verb"]:
        sum_ = _SUM.match(annotated.text, cue.end)
        if sum_ is not None and _is_sum(sum_):
            yield _make_quantity(*sum_.span("sum"), "money", UNKNOWN)
    for cue in annotated.cues["measure"]:
        start = find_number_before(annotated.lowered, cue.start)
        if start is not None:
            start = _extend_to_sides(annotated, start)
            yield _make_quantity(start, cue.end, "measure", MEASURE)
    for cue in annotated.cues["counted"]:
        start = find_number_before(annotated.lowered, cue.start, WORDS_BETWEEN)
        if start is not None and not annotated.lowered.startswith("one", start):
            has_comma = annotated.text[start : cue.start].count(",") > 0
            yield _make_quantity(start, cue.end, "count", BIG_COUNT if has_comma else COUNT)


def _make_quantity(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.QUANTITY, rule, strength)


def _find_money(annotated: AnnotatedText, start: int, end: int) -> Iterator[Markable]:
    """Find 4267 SEK, $37.5 million, 3,000 Polish zlotys (PLN)."""
    after = find_number_after(annotated.lowered, end)
    is_code = annotated.text[start:end].isupper() or not annotated.text[start].isalpha()
    if is_code and after is not None:
        yield _make_quantity(start, after, "money", MONEY)
        return
    before = find_number_before(annotated.lowered, start, WORDS_BEFORE_CURRENCY)
    if before is not None and (is_code or annotated.text[start].islower() or end - start > 3):
        code = _CODE.match(annotated.text, end)
        yield _make_quantity(before, code.end() if code else end, "money", MONEY)


def _is_sum(match: re.Match[str]) -> bool:
    """Whether a number after a verb for paying counts money: claimed 600 Ekish marks."""
    word = match.group("unit")
    kinds = load_kinds("counted", "time_unit", "measure", "number_word", "profession", "opening")
    return word not in kinds and word not in _NO_CURRENCIES


def _extend_to_sides(annotated: AnnotatedText, start: int) -> int:
    """Move the start before further sides: 15 x 10 mm."""
    match = _SIDES.search(annotated.text, max(0, start - LONGEST_NUMBER), start)
    return start if match is None else match.start()


def join_amounts(annotated: AnnotatedText, markables: list[Markable]) -> list[Markable]:
    """Join an amount with its value in another currency in brackets: PLN 200 [EUR 50]."""
    joined: list[Markable] = []
    for markable in markables:
        last = joined[-1] if joined else None
        if last is None or not _is_exchanged(annotated, last, markable):
            joined.append(markable)
            continue
        closed = _CLOSED.match(annotated.text, markable.end)
        joined[-1] = last._replace(end=closed.end() if closed else markable.end)
    return joined


def _is_exchanged(annotated: AnnotatedText, last: Markable, markable: Markable) -> bool:
    both = last.rule == markable.rule == "money"
    return both and _GAP.fullmatch(annotated.text, last.end, markable.start) is not None
