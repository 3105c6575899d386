"""Find dates, times and durations, without their prepositions (E1).

What the patterns find of a date (weekday, day, month, year) becomes one span; two dates that
``and`` joins are two unless they share a part: "10 and 12 of March", "25 April and 17 September
2004".
"""

import re
from collections.abc import Iterator

from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.quantities import find_number_before
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_dates"]

DATE, DURATION, CLOCK = 84, 66, 72
"""Strengths: a date that the patterns know is sure."""
PARTS = {"day": "day", "month_word": "month", "month_digit": "month", "year": "year"}
"""Labels of parts of dates, and which part they are."""
WHOLE = frozenset(("date_digits", "past_timepoint", "future_timepoint", "time_span"))
_GAP = re.compile(
    r"\s|,[ \u00a0]|(?:st|nd|rd|th),[ \u00a0]"
    r"|(?:st|nd|rd|th|:e|:a)?[ \u00a0](?:of[ \u00a0](?:the[ \u00a0])?)?"
)
"""What may stand between the parts of one date."""
_DAYS = re.compile(
    r"(?<![\w.])\d{1,2}(?:st|nd|rd|th)?(?:,[ \u00a0]\d{1,2}(?:st|nd|rd|th)?){0,6}"
    r"(?:[ \u00a0](?:and|or|to|och|till|eller)[ \u00a0]|[-–‑])(?:the[ \u00a0])?$"
)
_AND = re.compile(r"[ \u00a0](?:and|och)[ \u00a0]")
_CLOCK = re.compile(
    r"(?<![\w.:/])\d{1,2}(?:[:.]\d{2})?[ \u00a0]?(?:a\.m\.|p\.m\.|am\b|pm\b|AM\b|PM\b)"
    r"|(?<![\w.:/])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\w:/])"
)
_DECADE = re.compile(r"(?<!\w)(?:mid-|early |late )?(?:1[89]|20)\d0(?:s\b|-talet\b)")
LONGEST_SEASON = 14
"""Characters of a season before a year, with the blank."""
_SEASON_TIE = re.compile(r"[ \u00a0-](?:of[ \u00a0])?$")


def find_dates(sheet: AnnotatedText) -> Iterator[Markable]:
    """What tells when or how long."""
    spans = _join_shared_years(sheet, _join_date_parts(sheet))
    for start, end, parts in spans:
        start = _extend_to_season(sheet, _extend_to_days(sheet, start, parts))
        yield _make_date(start, end, "year" if parts == {"year"} else "date", DATE)
    yield from _find_durations(sheet)
    for pattern, rule in ((_CLOCK, "clock"), (_DECADE, "decade")):
        for found in pattern.finditer(sheet.text):
            yield _make_date(found.start(), found.end(), rule, CLOCK)


def _make_date(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.DATETIME, rule, strength)


DateParts = tuple[int, int, set[str]]


def _join_date_parts(sheet: AnnotatedText) -> list[DateParts]:
    """Dates with the parts that they have, neighbouring parts joined."""
    dates: list[DateParts] = []
    for found in sheet.founds:
        part = _find_date_part(found, sheet.text[found.start : found.end])
        if not part or (part == "year" and _is_file_number(sheet, found)):
            continue
        if dates and part != "whole":
            start, end, parts = dates[-1]
            gap = sheet.text[end : found.start]
            if part not in parts and "whole" not in parts and _GAP.fullmatch(gap):
                dates[-1] = (start, found.end, parts | {part})
                continue
        dates.append((found.start, found.end, {part}))
    return [date for date in dates if date[2] != {"day"} or _is_word(sheet, date[0])]


def _find_date_part(found: Detection, form: str) -> str:
    if found.label in WHOLE or (found.label in PARTS and " " in form and found.rule != "weekday"):
        return "whole"  # what the engine has joined already
    if found.rule == "weekday":
        return "weekday"
    return PARTS.get(found.label, "")


def _is_file_number(sheet: AnnotatedText, found: Detection) -> bool:
    """Whether a year is a part of a file's number: 1996/276."""
    before = sheet.text[max(0, found.start - 2) : found.start]
    behind = sheet.text[found.end : found.end + 2]
    return (before[-1:] == "/" and before[:1].isdigit()) or (
        behind[:1] == "/" and behind[1:].isdigit()
    )


def _is_word(sheet: AnnotatedText, start: int) -> bool:
    """Whether a day alone is a word; a number alone says nothing."""
    return sheet.text[start].isalpha()


def _join_shared_years(sheet: AnnotatedText, dates: list[DateParts]) -> list[DateParts]:
    """A date without year joins the next one that has it, where only ``and`` stands between."""
    joined: list[DateParts] = []
    for start, end, parts in dates:
        if joined and "year" in parts and len(parts) > 1:
            first, before, others = joined[-1]
            if (
                "month" in others
                and "year" not in others
                and _AND.fullmatch(sheet.text, before, start)
            ):
                joined[-1] = (first, end, others | parts)
                continue
        joined.append((start, end, parts))
    return joined


def _extend_to_days(sheet: AnnotatedText, start: int, parts: set[str]) -> int:
    if not parts & {"day", "month"} or not sheet.text[start].isdigit():
        return start
    found = _DAYS.search(sheet.text, max(0, start - 40), start)
    return start if found is None else found.start()


def _extend_to_season(sheet: AnnotatedText, start: int) -> int:
    """In front of a season or a part of a year: autumn of 1999, early May 2001."""
    tail = sheet.before(start, LONGEST_SEASON + 8)
    tie = _SEASON_TIE.search(tail)
    if tie is None:
        return start
    head = tail[: tie.start()]
    for word in load_words("season"):
        if head.endswith(word) and not head[: -len(word)][-1:].isalnum():
            return start - len(tail) + len(head) - len(word)
    return start


def _find_durations(sheet: AnnotatedText) -> Iterator[Markable]:
    """Eighteen years, ten-day, four and a half months; ages are left to others."""
    for cue in sheet.cues["time_unit"]:
        start = find_number_before(sheet.lowered, cue.start)
        after = sheet.lowered[cue.end : cue.end + 8]
        if start is not None and not after.startswith((" old", "-old", " of age", " gammal")):
            yield _make_date(start, cue.end, "duration", DURATION)
