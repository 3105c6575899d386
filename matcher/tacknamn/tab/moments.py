"""Find dates, times and durations, without their prepositions (E1).

What the patterns find of a date (weekday, day, month, year) becomes one span; two dates that
``and`` joins are two unless they share a part: "10 and 12 of March", "25 April and 17 September
2004".
"""

import re
from collections.abc import Iterator

from tacknamn.pseudonymizing.records import Found
from tacknamn.tab.numbers import number_before
from tacknamn.tab.records import EntityType, Piece
from tacknamn.tab.sheet import Sheet
from tacknamn.tab.tables import words_of

__all__ = ["moment_pieces"]

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


def moment_pieces(sheet: Sheet) -> Iterator[Piece]:
    """What tells when or how long."""
    spans = _with_shared(sheet, _dates(sheet))
    for start, end, parts in spans:
        start = _start_with_season(sheet, _start_with_days(sheet, start, parts))
        yield _piece(start, end, "year" if parts == {"year"} else "date", DATE)
    yield from _durations(sheet)
    for pattern, rule in ((_CLOCK, "clock"), (_DECADE, "decade")):
        for found in pattern.finditer(sheet.text):
            yield _piece(found.start(), found.end(), rule, CLOCK)


def _piece(start: int, end: int, rule: str, strength: int) -> Piece:
    return Piece(start, end, EntityType.DATETIME, rule, strength)


Date = tuple[int, int, set[str]]


def _dates(sheet: Sheet) -> list[Date]:
    """Dates with the parts that they have, neighbouring parts joined."""
    dates: list[Date] = []
    for found in sheet.founds:
        part = _part(found, sheet.text[found.start : found.end])
        if not part or (part == "year" and _is_of_number(sheet, found)):
            continue
        if dates and part != "whole":
            start, end, parts = dates[-1]
            gap = sheet.text[end : found.start]
            if part not in parts and "whole" not in parts and _GAP.fullmatch(gap):
                dates[-1] = (start, found.end, parts | {part})
                continue
        dates.append((found.start, found.end, {part}))
    return [date for date in dates if date[2] != {"day"} or _weekday(sheet, date[0])]


def _part(found: Found, form: str) -> str:
    if found.label in WHOLE or (found.label in PARTS and " " in form and found.rule != "weekday"):
        return "whole"  # what the engine has joined already
    if found.rule == "weekday":
        return "weekday"
    return PARTS.get(found.label, "")


def _is_of_number(sheet: Sheet, found: Found) -> bool:
    """Whether a year is a part of a file's number: 1996/276."""
    before = sheet.text[max(0, found.start - 2) : found.start]
    behind = sheet.text[found.end : found.end + 2]
    return (before[-1:] == "/" and before[:1].isdigit()) or (
        behind[:1] == "/" and behind[1:].isdigit()
    )


def _weekday(sheet: Sheet, start: int) -> bool:
    """Whether a day alone is a word; a number alone says nothing."""
    return sheet.text[start].isalpha()


def _with_shared(sheet: Sheet, dates: list[Date]) -> list[Date]:
    """A date without year joins the next one that has it, where only ``and`` stands between."""
    joined: list[Date] = []
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


def _start_with_days(sheet: Sheet, start: int, parts: set[str]) -> int:
    if not parts & {"day", "month"} or not sheet.text[start].isdigit():
        return start
    found = _DAYS.search(sheet.text, max(0, start - 40), start)
    return start if found is None else found.start()


def _start_with_season(sheet: Sheet, start: int) -> int:
    """In front of a season or a part of a year: autumn of 1999, early May 2001."""
    tail = sheet.before(start, LONGEST_SEASON + 8)
    tie = _SEASON_TIE.search(tail)
    if tie is None:
        return start
    head = tail[: tie.start()]
    for word in words_of("season"):
        if head.endswith(word) and not head[: -len(word)][-1:].isalnum():
            return start - len(tail) + len(head) - len(word)
    return start


def _durations(sheet: Sheet) -> Iterator[Piece]:
    """Eighteen years, ten-day, four and a half months; ages are left to others."""
    for cue in sheet.cues["time_unit"]:
        start = number_before(sheet.lowered, cue.start)
        after = sheet.lowered[cue.end : cue.end + 8]
        if start is not None and not after.startswith((" old", "-old", " of age", " gammal")):
            yield _piece(start, cue.end, "duration", DURATION)
