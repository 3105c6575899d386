"""Find numbers and codes that identify a person or a file (E1), but no references to laws (E3)."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["choose_rule", "find_codes", "is_reference"]

CODE, LISTED, PERSONAL = 64, 63, 88
"""Strengths. A personal number is certain; another run of digits yields to dates and amounts."""
PERSONAL_LABELS = frozenset(("account_nr", "email", "license_nr", "personid_nr", "phone_nr", "url"))
LABELS = PERSONAL_LABELS | {"other_nr_seq", "zip_code"}
HARMLESS = frozenset(
    (
        "amount",
        "decade",
        "everybodys_number",
        "grouped_number",
        "isbn",
        "reference",
        "time",
        "time_stamp",
    )
)
LONGEST_CODE = 40
"""Most characters of a code before and after its digits."""
_LEFT = re.compile(r"[\w/.‑-]+$")
_RIGHT = re.compile(r"[\w/‑-]*(?:\.\w+)?")
_NEXT = re.compile(
    r"(?:[ \u00a0]|,[ \u00a0]|[ \u00a0]and[ \u00a0]|[ \u00a0]&[ \u00a0])([A-Z]{0,3}-?\d[\w/.‑-]*)"
)
_REFERENCE = re.compile(
    r"([\w§’'-]+)\.?(?:[ \u00a0]\((?:ec|eec|eu|euratom)\))?"
    r"(?:[ \u00a0](?:no|nos|nr|number)\.?)?[ \u00a0(]*$"
)
MOST_LISTED = 60
"""Most codes in a list after one cue word: nos. 1/90, 2/90 and 3/90."""
FARTHEST = 60
"""Characters before a code that are searched for a word such as *article*."""


def find_codes(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find numbers and codes that identify."""
    for detection in annotated.detections:
        if detection.label not in LABELS or detection.rule in HARMLESS:
            continue
        if detection.label in PERSONAL_LABELS:
            yield _make_code(
                detection.start, detection.end, f"personal_{detection.label}", PERSONAL
            )
        elif detection.label == "other_nr_seq" and not is_reference(annotated, detection.start):
            start, end = _extend_to_word(annotated.text, detection.start, detection.end)
            yield _make_code(start, end, choose_rule(annotated, start), CODE)
    for cue in annotated.cues["listing"]:
        yield from _find_listed_codes(annotated, cue.end)


def _make_code(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.CODE, rule, strength)


def _extend_to_word(text: str, start: int, end: int) -> tuple[int, int]:
    """Extend digits to the whole code that contains them: D-4840, 24/59W2."""
    left = _LEFT.search(text, max(0, start - LONGEST_CODE), start)
    right = _RIGHT.match(text, end, end + LONGEST_CODE)
    return (start if left is None else left.start()), (end if right is None else right.end())


def choose_rule(annotated: AnnotatedText, start: int) -> str:
    """Return ``case`` after *application no.*, otherwise ``code``."""
    tail = annotated.text_before(start, 24)
    return "case" if _is_case_number(tail) else "code"


def _is_case_number(tail: str) -> bool:
    return _case_number_pattern().search(tail) is not None


@lru_cache(maxsize=1)
def _case_number_pattern() -> re.Pattern[str]:
    """Build the pattern of a cue word for a case at the end of a text: application (no. 1/98)."""
    words = "|".join(sorted(load_words("case_number")))
    return re.compile(rf"\b(?:{words})[ \u00a0(]*(?:nos?\b|nr\b)?\.?[ \u00a0(]*(?:[a-zåäö] )?$")


def _find_listed_codes(annotated: AnnotatedText, position: int) -> Iterator[Markable]:
    """Find the codes of a list: nos. 260, 268 and 45."""
    if is_reference(annotated, position):
        return
    rule = choose_rule(annotated, position)
    for _ in range(MOST_LISTED):
        match = _NEXT.match(annotated.text, position)
        if match is None:
            return
        end = match.end(1) - (match.group(1)[-1] in ".,")
        yield _make_code(match.start(1), end, rule, LISTED)
        position = end


def is_reference(annotated: AnnotatedText, start: int) -> bool:
    """Whether the code that begins here names a law or an article (E3)."""
    match = _REFERENCE.search(annotated.text_before(start, FARTHEST))
    if match is None:
        return False
    word = max(0, start - FARTHEST) + match.start(1)
    if match.group(1) == "code" and annotated.text[word].islower():
        return False  # her tax code; laws are written with a capital
    return match.group(1).rstrip(".") in load_words("legal_reference") or match.group(1)[0] == "§"
