"""Find the rest (E1, MISC): titles of works and programmes in quotation marks, named operations,
and whatever else the engine found that no other type takes."""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_miscellaneous"]

QUOTED, NAMED, ENGINE = 44, 46, 20
"""Strengths: all other types know better what they have."""
_QUOTED = re.compile(r"[“„\"]([^“”„\"\n]{2,60})[”“\"]")
_HEREIN = re.compile(r"(?:\(|hereinafter|hereafter|henceforth|the|as|called)[ \u00a0(]*$")
_OPERATION = re.compile(r"\b(?:Operation|Project|Case|Plan)[ \u00a0][^\W\d_a-z][\w-]+")
LABELS = frozenset(("extra", "crime", "transport_nr", "pet_type"))


def find_miscellaneous(sheet: AnnotatedText) -> Iterator[Markable]:
    """What may tell of somebody and is of no other type."""
    for found in _QUOTED.finditer(sheet.text):
        start, end = found.span(1)
        if _is_title(sheet, start, end):
            yield _make_miscellaneous(start, end, "title", QUOTED)
    for found in _OPERATION.finditer(sheet.text):
        yield _make_miscellaneous(*found.span(), "named", NAMED)
    for cue in sheet.cues["substance"]:
        yield _make_miscellaneous(cue.start, cue.end, "substance", NAMED)
    for run in sheet.runs:
        if len(run.words) > 1 and run.words[-1].lowered in load_words("thing_head"):
            yield _make_miscellaneous(run.start, run.end, "named", NAMED)
    for one in sheet.founds:
        if one.label in LABELS:
            yield _make_miscellaneous(one.start, one.end, f"label_{one.label}", ENGINE)


def _make_miscellaneous(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.MISC, rule, strength)


def _is_title(sheet: AnnotatedText, start: int, end: int) -> bool:
    """Whether every greater word has a capital and no short form is introduced by it."""
    words = sheet.text[start:end].split()
    if not words or not words[0][0].isupper() or words[0].lower() == "the":
        return False
    if _HEREIN.search(sheet.before(start - 1, 16)):
        return False
    return all(word[0].isupper() for word in words if len(word) > 3) and len(words) < 7
