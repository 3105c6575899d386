"""Find numbers and codes that stand for somebody or something (E1), but no laws (E3)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_codes", "is_reference"]

CODE, LISTED, PERSONAL = 64, 63, 88
"""Strengths: a personal number is sure, another run of digits gives way to dates and amounts."""
PERSONAL_LABELS = frozenset(("account_nr", "email", "license_nr", "personid_nr", "phone_nr", "url"))
LABELS = PERSONAL_LABELS | {"other_nr_seq", "zip_code"}
HARMLESS = frozenset(
    ("amount", "decade", "everybodys_number", "grouped_number", "isbn", "reference", "time")
)
LONGEST_CODE = 40
"""Characters of a code to either side of what tells it."""
_LEFT = re.compile(r"[\w/.‑-]+$")
_RIGHT = re.compile(r"[\w/‑-]*(?:\.\w+)?")
_NEXT = re.compile(
    r"(?:[ \u00a0]|,[ \u00a0]|[ \u00a0]and[ \u00a0]|[ \u00a0]&[ \u00a0])([A-Z]{0,3}-?\d[\w/.‑-]*)"
)
_REFERENCE = re.compile(r"([\w§’'-]+)\.?(?:[ \u00a0](?:no|nos|nr|number)\.?)?[ \u00a0(]*$")
MOST_LISTED = 60
"""Codes that follow one word for them: nos. 1/90, 2/90 and 3/90."""
FARTHEST = 60
"""Characters before a code in which it is referred to."""


def find_codes(sheet: AnnotatedText) -> Iterator[Markable]:
    """What identifies by number."""
    for found in sheet.founds:
        if found.label not in LABELS or found.rule in HARMLESS:
            continue
        if found.label in PERSONAL_LABELS:
            yield _make_code(found.start, found.end, f"personal_{found.label}", PERSONAL)
        elif found.label == "other_nr_seq" and not is_reference(sheet, found.start):
            start, end = _extend_to_word(sheet.text, found.start, found.end)
            yield _make_code(start, end, _choose_rule(sheet, start), CODE)
    for cue in sheet.cues["listing"]:
        yield from _find_listed_codes(sheet, cue.end)


def _make_code(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.CODE, rule, strength)


def _extend_to_word(text: str, start: int, end: int) -> tuple[int, int]:
    """The word that digits stand in: D-4840, 24/59W2."""
    left = _LEFT.search(text, max(0, start - LONGEST_CODE), start)
    right = _RIGHT.match(text, end, end + LONGEST_CODE)
    return (start if left is None else left.start()), (end if right is None else right.end())


def _choose_rule(sheet: AnnotatedText, start: int) -> str:
    """``case`` behind application no., else ``code``."""
    tail = sheet.before(start, 24)
    return "case" if _is_case_number(tail) else "code"


def _is_case_number(tail: str) -> bool:
    return _case_number_pattern().search(tail) is not None


@lru_cache(maxsize=1)
def _case_number_pattern() -> re.Pattern[str]:
    """The word for a case at the end of a text, with what may follow: application (no. 1/98)."""
    words = "|".join(sorted(load_words("case_number")))
    return re.compile(rf"\b(?:{words})[ \u00a0(]*(?:nos?\b|nr\b)?\.?[ \u00a0(]*(?:[a-zåäö] )?$")


def _find_listed_codes(sheet: AnnotatedText, place: int) -> Iterator[Markable]:
    """nos. 260, 268 and 45."""
    if is_reference(sheet, place):
        return
    rule = _choose_rule(sheet, place)
    for _ in range(MOST_LISTED):
        found = _NEXT.match(sheet.text, place)
        if found is None:
            return
        end = found.end(1) - (found.group(1)[-1] in ".,")
        yield _make_code(found.start(1), end, rule, LISTED)
        place = end


def is_reference(sheet: AnnotatedText, start: int) -> bool:
    """Whether a law or an article is named by what begins here (E3)."""
    found = _REFERENCE.search(sheet.before(start, FARTHEST))
    if found is None:
        return False
    return found.group(1).rstrip(".") in load_words("legal_reference") or found.group(1)[0] == "§"
