"""Find what describes a person: age, work, education, nationality, belief, health (E1, E6)."""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import TabCue, load_words
from tacknamn.tab_benchmark.quantities import find_number_before
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_demographics"]

AGE, TITLE, ORIGIN, CONDITION, CONVICTION, MARKED = 78, 56, 52, 57, 54, 25
GROUP = 64
"""Strengths. An age is certain; a nationality yields to an organisation that begins with it."""
ENGINE_LABELS = {
    **dict.fromkeys(("prof", "edu"), "job"),
    "health_condition": "condition",
    "hobby": "hobby",
}
"""Labels of the engine that are demographic, with the rule that each counts as."""
_AGE_OF = re.compile(r"\bage(?:d|s)?(?:[ \u00a0]of)?[ \u00a0]$")
_OLD = re.compile(r"[ \u00a0-](?:old\b|of age\b|gammal\b|gamla\b)")
_YEARS = re.compile(r"[ \u00a0‑-](?:years?|months?|år|månader)\b")
_CONDITION = re.compile(
    r"[ \u00a0]([\w’'‑-]+(?:[ \u00a0](?!(?:and|which|who|when|in|at|on|since|from|but|that|as|for|"
    r"after|by|och|som|i|sedan|efter)\b)[\w’'‑-]+){0,5})"
)
"""The words up to the next function word, which begins a new phrase."""
_ARTICLES = frozenset(("a", "an", "the", "his", "her", "their", "en", "ett"))
_OF_GROUP = re.compile(
    r"\bof ([A-Z]\w+) (?:origin|ethnicity|descent|ancestry)\b"
    r"|\bthe ([A-Z]\w+) (?:community|minority|tribe|clan)\b"
)
"""A people or belief by the word after it, if no list has it: *of Hazara origin*."""
_NATIONAL = re.compile(
    r"\b(?:a|an)[ \u00a0]([^\W\d_a-z][\w-]*(?:[ \u00a0][^\W\d_a-z][\w-]*)?)"
    r"[ \u00a0](?:national|citizen)\b"
)
SMALL_GROUPS = frozenset(("black", "asian", "african", "caucasian", "travellers", "hispanic"))
WORDS_BEFORE = 3
"""Most words that extend a job title or a diagnosis: retired primary school teacher."""


def find_demographics(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find what describes a person."""
    yield from _find_ages(annotated)
    yield from _find_origins(annotated)
    for cue in annotated.cues["profession"]:
        yield from _find_job(annotated, cue)
    for kind, rule, strength in (
        ("education", "education", TITLE),
        ("body", "body", TITLE),
        ("belief", "belief", CONVICTION),
        ("politics", "politics", CONVICTION),
        ("sexual", "sexual", CONVICTION),
    ):
        for cue in annotated.cues[kind]:
            if kind != "belief" or annotated.text[cue.start].isupper() or len(cue.word) > 5:
                yield _make_demographic(cue.start, cue.end, rule, strength)
    yield from _find_conditions(annotated)
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


def _find_origins(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find origins: a Polish journalist, of Kurdish origin, a national of any country."""
    for cue in annotated.cues["demonym"]:
        if annotated.text[cue.start].isupper():
            yield _make_demographic(cue.start, cue.end, "nationality", ORIGIN)
    for cue in annotated.cues["ethnic"]:
        small = cue.word in SMALL_GROUPS
        if annotated.text[cue.start].isupper() or (small and _is_before_person(annotated, cue.end)):
            yield _make_demographic(cue.start, cue.end, "ethnic", ORIGIN + 1)
    for detection in annotated.detections:
        if (
            detection.label in ("ethnicity", "language")
            and annotated.text[detection.start].isupper()
        ):
            yield _make_demographic(detection.start, detection.end, "nationality", ORIGIN)
    for match in _NATIONAL.finditer(annotated.text):
        yield _make_demographic(*match.span(1), "nationality", ORIGIN)
    for match in _OF_GROUP.finditer(annotated.text):
        yield _make_demographic(*match.span(match.lastindex or 0), "ethnic", GROUP)


def _is_before_person(annotated: AnnotatedText, end: int) -> bool:
    word = re.match(r"[ \u00a0]([a-z]+)", annotated.lowered[end : end + 20])
    return word is not None and word.group(1) in load_words("demonym_after")


def _find_job(annotated: AnnotatedText, cue: TabCue) -> Iterator[Markable]:
    """Find a job title with the words that extend it.

    Legal professions are left out (E3), and so is a capitalized title at the start of a line, which
    belongs to an organisation (Director General of ...)."""
    start = _extend_to_words(annotated, cue.start, "profession_before")
    before = annotated.text_before(start, 14).split()
    capital = annotated.text[cue.start].isupper()
    if (before and before[-1] in load_words("legal_profession")) or (capital and not before):
        return
    yield _make_demographic(start, cue.end, "job", TITLE)


def _extend_to_words(annotated: AnnotatedText, start: int, kind: str) -> int:
    """Move the start before the words of a kind that precede it."""
    for _ in range(WORDS_BEFORE):
        match = re.search(r"(?<![\w’'‑-])([\w’'‑-]+)[ \u00a0]$", annotated.text_before(start, 24))
        if match is None or match.group(1) not in load_words(kind):
            break
        start -= len(match.group(0))
    return start


def _find_conditions(annotated: AnnotatedText) -> Iterator[Markable]:
    for cue in annotated.cues["condition"]:
        yield _make_demographic(
            _extend_to_words(annotated, cue.start, "condition_before"),
            cue.end,
            "condition",
            CONDITION,
        )
    for cue in annotated.cues["condition_cue"]:
        match = _CONDITION.match(annotated.lowered, cue.end, cue.end + 80)
        if match is None:
            continue
        start, end = match.span(1)
        first = annotated.lowered[start:end].split(" ", 1)
        if first[0] in _ARTICLES:
            start += len(first[0]) + 1
        end = start + len(annotated.lowered[start:end].rstrip(" \u00a0"))
        if start < end:
            yield _make_demographic(start, end, "condition", CONDITION)
