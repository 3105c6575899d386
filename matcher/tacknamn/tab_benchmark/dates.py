"""Find dates, times and durations, without their prepositions (E1).

The patterns detect the parts of a date (weekday, day, month, year); this module joins them into one
markable. Two dates joined by ``and`` stay two unless they share a part: "10 and 12 of March",
"25 April and 17 September 2004".
"""

import re
from collections.abc import Iterator

from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import BLANKS
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.quantities import find_number_before
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_dates"]

DATE, DURATION, CLOCK, DECADE = 84, 66, 72, 85
"""Strengths. A date that the patterns detected is certain; a decade contains a year."""
PARTS = {"day": "day", "month_word": "month", "month_digit": "month", "year": "year"}
"""Labels for parts of dates, with the part that each names."""
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
_DURATION_TIE = re.compile(r",?[ \u00a0](?:and[ \u00a0])?")
_AND = re.compile(r"[ \u00a0](?:and|och)[ \u00a0]")
_HOUR = "one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve"
_CLOCK = re.compile(
    r"(?<![\w.:/])\d{1,2}(?:[:.]\d{2})?[ \u00a0]?(?:a\.m\.|p\.m\.|am\b|pm\b|AM\b|PM\b)"
    r"|(?<![\w.:/])(?:[01]?\d|2[0-3]):[0-5]\d(?::[0-5]\d)?(?![\w:/])"
)
_CLOCK_WORDS = re.compile(
    rf"(?<![\w.:/])(?:(?:half|a?[ \u00a0]?quarter)[ \u00a0](?:past|to)[ \u00a0](?:{_HOUR}|\d{{1,2}})\b"
    rf"|(?:{_HOUR}|\d{{1,2}}(?:[.:]\d\d)?)[ \u00a0]o['’]clock)"
    r"|(?<![\w.:/])(?:[01]?\d|2[0-3])[.:]?[0-5]\d[ \u00a0](?:hours|hrs)\b"
)
"""Times of day in words: 10 o'clock, half past nine, 0630 hours."""
_AT = re.compile(
    r"at[ \u00a0]((?:[01]?\d|2[0-3])\.[0-5]\d)"
    r"(?![\w%]|[.,]\d|[ \u00a0](?:per|million|billion|euro|percent))"
)
_DECADE = re.compile(r"(?<!\w)(?:mid-|early |late )?(?:1[89]|20)\d0(?:['’]?s\b|-talet\b)")
_DECADE_BEFORE = re.compile(r"the[ \u00a0]((?:mid-|early |late )?)$")
_NEXT_YEAR = re.compile(r"/(?:19|20)?(\d\d)(?![\w/]|[.,]\d)")
_YEAR_BEFORE = re.compile(r"(?<![\w/.,-])(?:19|20)(\d\d)$")
"""Together a year that begins in one year and ends in the next: 1998/99."""
_OF_FEAST = re.compile(r"(?:,?[ \u00a0]|[ \u00a0]of[ \u00a0])(?:1[89]|20)\d\d\b")
LONGEST_SEASON = 14
"""Characters of a season before a year, with the blank."""
_SEASON_TIE = re.compile(r"[ \u00a0-](?:of[ \u00a0])?$")


def find_dates(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find dates, times and durations."""
    spans = _join_shared_years(annotated, _join_date_parts(annotated))
    for start, end, parts in spans:
        start = _extend_to_season(annotated, _extend_to_days(annotated, start, parts))
        yield _make_date(start, end, "year" if parts == {"year"} else "date", DATE)
    yield from _find_durations(annotated)
    for pattern, rule, strength in ((_CLOCK, "clock", CLOCK), (_DECADE, "decade", DECADE)):
        for match in pattern.finditer(annotated.text):
            yield _make_date(match.start(), match.end(), rule, strength)
    yield from _find_times_in_words(annotated)
    yield from _find_long_years(annotated)
    yield from _find_feasts(annotated)


def _find_times_in_words(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find times of day and decades in words, and times with a point after *at*."""
    if any(
        word in annotated.lowered for word in ("clock", " past ", "quarter", "0 hours", "0 hrs")
    ):
        for match in _CLOCK_WORDS.finditer(annotated.text):
            yield _make_date(match.start(), match.end(), "clock", CLOCK)
    for match in _AT.finditer(annotated.text):
        if not annotated.text[match.start() - 1 : match.start()].isalnum():
            yield _make_date(match.start(1), match.end(1), "clock", CLOCK)
    for cue in annotated.cues["decade_word"]:
        before = _DECADE_BEFORE.search(annotated.lowered, max(0, cue.start - 12), cue.start)
        if before is not None:
            yield _make_date(before.start(1), cue.end, "decade", DECADE)


def _find_long_years(annotated: AnnotatedText) -> Iterator[Markable]:
    for match in _NEXT_YEAR.finditer(annotated.text):
        first = _YEAR_BEFORE.search(annotated.text, max(0, match.start() - 5), match.start())
        if first is not None and (int(first.group(1)) + 1) % 100 == int(match.group(1)):
            yield _make_date(first.start(), match.end(), "year", DECADE)


def _find_feasts(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find days with a name, with the year after them, and times of day: noon."""
    for cue in annotated.cues["feast"]:
        if annotated.text[cue.start].isupper() and not _is_named_after(annotated, cue.end):
            year = _OF_FEAST.match(annotated.text, cue.end)
            yield _make_date(cue.start, cue.end if year is None else year.end(), "feast", DECADE)
    for cue in annotated.cues["hour_word"]:
        yield _make_date(cue.start, cue.end, "clock", CLOCK)


def _is_named_after(annotated: AnnotatedText, end: int) -> bool:
    """Whether a capital follows, so that the feast is part of a longer name: Easter Road."""
    return annotated.text[end : end + 1] in BLANKS and annotated.text[end + 1 : end + 2].isupper()


def _make_date(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.DATETIME, rule, strength)


DateParts = tuple[int, int, set[str]]


def _join_date_parts(annotated: AnnotatedText) -> list[DateParts]:
    """Join neighbouring parts into dates. Each date carries the names of its parts."""
    dates: list[DateParts] = []
    for detection in annotated.detections:
        part = _find_date_part(detection, annotated.text[detection.start : detection.end])
        if not part or (part == "year" and _is_file_number(annotated, detection)):
            continue
        if dates and part != "whole":
            start, end, parts = dates[-1]
            gap = annotated.text[end : detection.start]
            if part not in parts and "whole" not in parts and _GAP.fullmatch(gap):
                dates[-1] = (start, detection.end, parts | {part})
                continue
        dates.append((detection.start, detection.end, {part}))
    return [date for date in dates if date[2] != {"day"} or _is_word(annotated, date[0])]


def _find_date_part(detection: Detection, form: str) -> str:
    if detection.label in WHOLE or (
        detection.label in PARTS and " " in form and detection.rule != "weekday"
    ):
        return "whole"  # what the engine has joined already
    if detection.rule == "weekday":
        return "weekday"
    return PARTS.get(detection.label, "")


def _is_file_number(annotated: AnnotatedText, detection: Detection) -> bool:
    """Whether a year is part of the number of a file: 1996/276."""
    before = annotated.text[max(0, detection.start - 2) : detection.start]
    after = annotated.text[detection.end : detection.end + 2]
    return (before[-1:] == "/" and before[:1].isdigit()) or (
        after[:1] == "/" and after[1:].isdigit()
    )


def _is_word(annotated: AnnotatedText, start: int) -> bool:
    """Whether a day without other parts is a word. A number alone is no date."""
    return annotated.text[start].isalpha()


def _join_shared_years(annotated: AnnotatedText, dates: list[DateParts]) -> list[DateParts]:
    """Join a date without a year to the next date with one, if only ``and`` separates them."""
    joined: list[DateParts] = []
    for start, end, parts in dates:
        if joined and "year" in parts and len(parts) > 1:
            first, before, others = joined[-1]
            if (
                "month" in others
                and "year" not in others
                and _AND.fullmatch(annotated.text, before, start)
            ):
                joined[-1] = (first, end, others | parts)
                continue
        joined.append((start, end, parts))
    return joined


def _extend_to_days(annotated: AnnotatedText, start: int, parts: set[str]) -> int:
    if not parts & {"day", "month"} or not annotated.text[start].isdigit():
        return start
    match = _DAYS.search(annotated.text, max(0, start - 40), start)
    return start if match is None else match.start()


def _extend_to_season(annotated: AnnotatedText, start: int) -> int:
    """Move the start before a season or a part of a year: autumn of 1999, early May 2001."""
    tail = annotated.text_before(start, LONGEST_SEASON + 8)
    tie = _SEASON_TIE.search(tail)
    if tie is None:
        return start
    head = tail[: tie.start()]
    for word in load_words("season"):
        if head.endswith(word) and not head[: -len(word)][-1:].isalnum():
            return start - len(tail) + len(head) - len(word)
    return start


def _find_durations(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find durations: eighteen years, ten-day, four and a half months. Ages are left out."""
    last: Markable | None = None
    for cue in annotated.cues["time_unit"]:
        start = find_number_before(annotated.lowered, cue.start)
        after = annotated.lowered[cue.end : cue.end + 8]
        if start is None or after.startswith((" old", "-old", " of age", " gammal")):
            continue
        if last is not None and _DURATION_TIE.fullmatch(annotated.text, last.end, start):
            start = last.start  # two years and six months are one duration
        last = _make_date(start, cue.end, "duration", DURATION)
        yield last
