"""Find what describes a person: age, work, education, nationality, belief, health (E1, E6)."""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.conditions import find_conditions
from tacknamn.tab_benchmark.occupations import find_occupations
from tacknamn.tab_benchmark.origins import find_origins
from tacknamn.tab_benchmark.quantities import find_number_before
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_demographics"]

AGE, TITLE, CONVICTION, MARKED = 78, 56, 58, 25
"""Strengths. An age is certain; a conviction says more of a person than a post."""
ENGINE_LABELS = {"health_condition": "condition", "hobby": "hobby"}
"""Labels of the engine that are demographic, with the rule that each counts as."""
_AGE_OF = re.compile(r"\bage(?:d|s)?(?:[ \u00a0]of)?[ \u00a0]$")
_OLD = re.compile(r"[ \u00a0-](?:old\b|of age\b|gammal\b|gamla\b)")
_YEARS = re.compile(r"[ \u00a0‑-](?:years?|months?|år|månader)\b")
SHORTEST_BELIEF = 5
"""Fewest letters of a belief in lower case. Shorter words may be something else."""


def find_demographics(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find what describes a person."""
    yield from _find_ages(annotated)
    yield from find_origins(annotated)
    yield from find_occupations(annotated)
    for kind, rule, strength in (
        ("education", "education", TITLE),
        ("body", "body", TITLE),
        ("belief", "belief", CONVICTION),
        ("politics", "politics", CONVICTION),
        ("sexual", "sexual", CONVICTION),
    ):
        for cue in annotated.cues[kind]:
            if (
                kind != "belief"
                or annotated.text[cue.start].isupper()
                or len(cue.word) >= SHORTEST_BELIEF
            ):
                yield _make_demographic(cue.start, cue.end, rule, strength)
    yield from find_conditions(annotated)
    for detection in annotated.detections:
        rule = ENGINE_LABELS.get(detection.label, "")
        if detection.label == "sensitive":
            _, _, kind = detection.rule.partition("cue:")
            rule = f"marked_{kind or 'other'}"
        if rule and annotated.text[detection.start].islower():
            yield _make_demographic(detection.start, detection.end, rule, MARKED)


def _make_demographic(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.DEM, rule, strength)


def _find_ages(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find ages: *40 years* of "40 years old", the age of 22, aged sixty."""
    for detection in annotated.detections:
        if detection.label in ("age_digits", "age_string"):
            unit = _YEARS.match(annotated.lowered, detection.end)
            end = detection.end if unit is None else unit.end()
            if unit is not None or detection.rule not in ("age_years", "age_word_years"):
                yield _make_demographic(detection.start, end, "age", AGE)
    for cue in annotated.cues["time_unit"]:
        start = find_number_before(annotated.lowered, cue.start)
        if start is None:
            continue
        if _OLD.match(annotated.lowered, cue.end) or _AGE_OF.search(
            annotated.text_before(start, 12)
        ):
            yield _make_demographic(start, cue.end, "age", AGE + 1)
