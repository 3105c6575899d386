"""Find everything else (E1, MISC).

These are titles of works and programmes in quotation marks, named operations, and detections of the
engine that fit no other type.
"""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_miscellaneous"]

QUOTED, NAMED, HEADED, OPERATION, ENGINE = 44, 46, 58, 65, 20
"""Strengths. Most other types take precedence, but not the words within a name of several."""
SHORTEST_WITH_ARTICLE = 3
"""Fewest words of a title that begins with an article and has no word for a work before it."""
_QUOTED = re.compile(r"[“„\"]([^“”„\"\n]{2,60})[”“\"]")
_HEREIN = re.compile(r"(?:\(|hereinafter|hereafter|henceforth|the|as|called)[ \u00a0(]*$")
_OPERATION = re.compile(r"\b(?:Operation|Project|Case|Plan)(?:[ \u00a0][^\W\d_a-z][\w-]+){1,3}")
LABELS = frozenset(("extra", "crime", "transport_nr", "pet_type"))


def find_miscellaneous(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find mentions that fit no other type."""
    for match in _QUOTED.finditer(annotated.text):
        start, end = match.span(1)
        if _is_title(annotated, start, end):
            yield _make_miscellaneous(start, end, "title", QUOTED)
    for match in _OPERATION.finditer(annotated.text):
        yield _make_miscellaneous(*match.span(), "named", OPERATION)
    for cue in annotated.cues["substance"]:
        yield _make_miscellaneous(cue.start, cue.end, "substance", NAMED)
    for run in annotated.runs:
        if len(run.words) > 1 and run.words[-1].lowered in load_words("thing_head"):
            yield _make_miscellaneous(run.start, run.end, "named", HEADED)
    for detection in annotated.detections:
        if detection.label in LABELS:
            yield _make_miscellaneous(
                detection.start, detection.end, f"label_{detection.label}", ENGINE
            )


def _make_miscellaneous(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.MISC, rule, strength)


def _is_title(annotated: AnnotatedText, start: int, end: int) -> bool:
    """Whether every longer word has a capital and the quotation introduces no short form."""
    words = annotated.text[start:end].split()
    if not words or not words[0][0].isupper():
        return False
    if words[0].lower() == "the" and len(words) < SHORTEST_WITH_ARTICLE:
        return False  # a short form: “the Fund”
    if _HEREIN.search(annotated.text_before(start - 1, 16)):
        return False
    return all(word[0].isupper() for word in words if len(word) > 3) and len(words) < 7
