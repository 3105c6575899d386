"""Find places: what the lists know, runs of capitals that hold a word for one, and addresses.

A town with its country or region behind it is one place (Biri, Norway), a street with its
number and town one address; two places that ``and`` joins are two (E2).
"""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_places", "join_addresses"]

LISTED, HEADED, BEHIND, UNKNOWN = 50, 62, 48, 30
OTHER_WORDS = (
    *("org_head", "org_words", "legal_reference", "demonym", "company", "title", "calling"),
    *("time_unit", "currency", "thing_head", "role", "opening"),
)
"""Words that are no part of a place that nobody knows."""
"""Strengths: a word for a place beats what lists believe of the words around it."""
LABELS = frozenset(
    ("area", "city", "country", "geo", "place", "region", "street_nr", "transport_name", "zip_code")
)
_NUMBER = re.compile(r" \d{1,4}[a-zA-Z]?\b(?! (?:per|[%€$£]))")
_JOINTS = frozenset((", ", " (", " "))
"""What stands between the parts of one address."""
NUMBERS = frozenset(("street_nr", "zip_code"))
WIDER = frozenset(("country", "region"))
_TIED = re.compile(r" (?:of|of the) ")


def find_places(sheet: AnnotatedText) -> Iterator[Markable]:
    """What names places, before the parts of addresses are joined."""
    for found in sheet.founds:
        start = found.start + 4 * sheet.lowered.startswith("the ", found.start)
        first = sheet.text[start : start + 1]
        if found.label not in LABELS or not (first.isupper() or first.isdigit()):
            continue
        if found.label == "country" or not _is_office(sheet.lowered[start : found.end]):
            rule = "country" if found.label == "country" else "listed"
            yield _make_place(start, found.end, rule, LISTED)
    by_start = {run.start: run for run in sheet.runs}
    for found in sheet.founds:
        if found.label == "zip_code" and found.end + 1 in by_start:  # 5003 Bergen
            yield _make_place(found.end + 1, by_start[found.end + 1].end, "behind", BEHIND)
    for place, run in enumerate(sheet.runs):
        yield from _find_headed_places(sheet, place, run)
        yield from _find_unlisted(sheet, run)
    for cue in sheet.cues["loc_before"]:
        start = cue.end + 1
        start += 4 if sheet.lowered.startswith("the ", start) else 0
        if start in by_start:
            yield _make_place(start, by_start[start].end, "behind", BEHIND)


def _make_place(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.LOC, rule, strength)


def _is_office(lowered: str) -> bool:
    """Whether it is of courts and offices, which patterns take for streets (Supreme Court)."""
    words = lowered.split()
    return words[-1] in load_words("org_head") or all(
        word in load_words("org_words") or word in load_words("legal_reference") for word in words
    )


def _find_unlisted(sheet: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """A capital behind ``in`` that is nothing else."""
    words = sheet.before(run.start, 9).split()
    if not words or words[-1] not in load_words("before_place") or len(run.words) > 2:
        return
    if sheet.text[run.start : run.end].isupper():
        return
    if not any(_is_other(word.lowered) for word in run.words):
        yield _make_place(run.start, run.end, "unknown", UNKNOWN)


def _is_other(word: str) -> bool:
    return "." in word or any(word in load_words(kind) for kind in OTHER_WORDS)


def _find_headed_places(sheet: AnnotatedText, place: int, run: CapitalRun) -> Iterator[Markable]:
    """Kennedy Avenue 5; District of Kyrenia."""
    last, first = run.words[-1], run.words[0]
    if any(word.lowered in load_words("org_head") for word in run.words):
        return
    if len(run.words) > 1 and last.lowered in load_words("loc_head"):
        number = _NUMBER.match(sheet.text, run.end)
        yield _make_place(run.start, number.end() if number else run.end, "headed", HEADED)
    elif first.lowered in load_words("loc_head") and place + 1 < len(sheet.runs):
        following = sheet.runs[place + 1]
        if len(run.words) == 1 and _TIED.fullmatch(sheet.text, run.end, following.start):
            yield _make_place(run.start, following.end, "headed", HEADED)


def join_addresses(sheet: AnnotatedText, pieces: list[Markable]) -> list[Markable]:
    """The same, with parts of one address as one place."""
    joined: list[Markable] = []
    for piece in pieces:
        last = joined[-1] if joined else None
        if last is not None and _is_address(sheet, last, piece):
            bracket = sheet.text[last.end : piece.start] == " ("
            end = piece.end + bracket
            joined[-1] = last._replace(end=end, rule="address")
        else:
            joined.append(piece)
    return joined


def _is_address(sheet: AnnotatedText, last: Markable, piece: Markable) -> bool:
    if last.entity_type is not EntityType.LOC or piece.entity_type is not EntityType.LOC:
        return False
    gap = sheet.text[last.end : piece.start]
    if gap not in _JOINTS or last.rule == "country":
        return False
    if gap == " (":
        return sheet.text[piece.end : piece.end + 1] == ")"
    if gap == " ":
        return not NUMBERS.isdisjoint(_find_labels(sheet, last, piece))
    return (
        _find_label(sheet, piece) in WIDER
        or "headed" in (last.rule, piece.rule)
        or _begins_with_digit(sheet, piece)
    )


def _find_label(sheet: AnnotatedText, piece: Markable) -> str:
    found = sheet.found_at(piece.start, piece.end)
    return "" if found is None else found.label


def _find_labels(sheet: AnnotatedText, last: Markable, piece: Markable) -> tuple[str, str]:
    """Labels of what stands on both sides of the gap."""
    found = sheet.found_at(last.end - 1, last.end)
    return ("" if found is None else found.label), _find_label(sheet, piece)


def _begins_with_digit(sheet: AnnotatedText, piece: Markable) -> bool:
    return sheet.text[piece.start].isdigit()
