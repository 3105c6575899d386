"""Find what describes a person: age, work, education, nationality, belief, health (E1, E6)."""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.cues import TabCue
from tacknamn.tab_benchmark.quantities import find_number_before
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.tables import load_words

__all__ = ["find_demographics"]

AGE, TITLE, ORIGIN, CONDITION, CONVICTION, MARKED = 78, 56, 52, 57, 54, 25
"""Strengths: an age is sure; nationalities give way to organisations that begin with them."""
ENGINE_LABELS = {
    **dict.fromkeys(("prof", "edu"), "job"),
    "health_condition": "condition",
    "hobby": "hobby",
}
"""Labels of the engine that are demographic, and the rule they count as."""
_AGE_OF = re.compile(r"\bage(?:d|s)?(?:[ \u00a0]of)?[ \u00a0]$")
_OLD = re.compile(r"[ \u00a0-](?:old\b|of age\b|gammal\b|gamla\b)")
_YEARS = re.compile(r"[ \u00a0‑-](?:years?|months?|år|månader)\b")
_CONDITION = re.compile(
    r"[ \u00a0]([\w’'‑-]+(?:[ \u00a0](?!(?:and|which|who|when|in|at|on|since|from|but|that|as|for|"
    r"after|by|och|som|i|sedan|efter)\b)[\w’'‑-]+){0,5})"
)
"""Words up to the next small one that begins something else."""
_ARTICLES = frozenset(("a", "an", "the", "his", "her", "their", "en", "ett"))
_NATIONAL = re.compile(
    r"\b(?:a|an)[ \u00a0]([^\W\d_a-z][\w-]*(?:[ \u00a0][^\W\d_a-z][\w-]*)?)"
    r"[ \u00a0](?:national|citizen)\b"
)
SMALL_GROUPS = frozenset(("black", "asian", "african", "caucasian", "travellers", "hispanic"))
WORDS_BEFORE = 3
"""Words that belong to a job title or a diagnosis at most: retired primary school teacher."""


def find_demographics(sheet: AnnotatedText) -> Iterator[Markable]:
    """What describes somebody."""
    yield from _find_ages(sheet)
    yield from _find_origins(sheet)
    for cue in sheet.cues["profession"]:
        yield from _find_job(sheet, cue)
    for kind, rule, strength in (
        ("education", "education", TITLE),
        ("body", "body", TITLE),
        ("belief", "belief", CONVICTION),
        ("politics", "politics", CONVICTION),
        ("sexual", "sexual", CONVICTION),
    ):
        for cue in sheet.cues[kind]:
            if kind != "belief" or sheet.text[cue.start].isupper() or len(cue.word) > 5:
                yield _make_demographic(cue.start, cue.end, rule, strength)
    yield from _find_conditions(sheet)
    for found in sheet.founds:
        rule = ENGINE_LABELS.get(found.label, "")
        if found.label == "sensitive":
            _, _, kind = found.rule.partition("cue:")
            rule = f"marked_{kind or 'other'}"
        if rule and sheet.text[found.start].islower():
            yield _make_demographic(found.start, found.end, rule, MARKED)


def _make_demographic(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.DEM, rule, strength)


def _find_ages(sheet: AnnotatedText) -> Iterator[Markable]:
    """40 years old (without old, as the guidelines have it), the age of 22, aged sixty."""
    for found in sheet.founds:
        if found.label in ("age_digits", "age_string"):
            unit = _YEARS.match(sheet.lowered, found.end)
            end = found.end if unit is None else unit.end()
            if unit is not None or found.rule not in ("age_years", "age_word_years"):
                yield _make_demographic(found.start, end, "age", AGE)
    for cue in sheet.cues["time_unit"]:
        start = find_number_before(sheet.lowered, cue.start)
        if start is None:
            continue
        if _OLD.match(sheet.lowered, cue.end) or _AGE_OF.search(sheet.before(start, 12)):
            yield _make_demographic(start, cue.end, "age", AGE + 1)


def _find_origins(sheet: AnnotatedText) -> Iterator[Markable]:
    """A Polish journalist, of Kurdish origin; whoever is a national of any land."""
    for cue in sheet.cues["demonym"]:
        if sheet.text[cue.start].isupper():
            yield _make_demographic(cue.start, cue.end, "nationality", ORIGIN)
    for cue in sheet.cues["ethnic"]:
        small = cue.word in SMALL_GROUPS
        if sheet.text[cue.start].isupper() or (small and _is_before_person(sheet, cue.end)):
            yield _make_demographic(cue.start, cue.end, "ethnic", ORIGIN + 1)
    for found in sheet.founds:
        if found.label in ("ethnicity", "language") and sheet.text[found.start].isupper():
            yield _make_demographic(found.start, found.end, "nationality", ORIGIN)
    for match in _NATIONAL.finditer(sheet.text):
        yield _make_demographic(*match.span(1), "nationality", ORIGIN)


def _is_before_person(sheet: AnnotatedText, end: int) -> bool:
    word = re.match(r"[ \u00a0]([a-z]+)", sheet.lowered[end : end + 20])
    return word is not None and word.group(1) in load_words("demonym_after")


def _find_job(sheet: AnnotatedText, cue: TabCue) -> Iterator[Markable]:
    """A job with what belongs to it; not where a lawyer's is meant (E3), nor before a name's
    organisation (Director General of ...), which organisations find."""
    start = _extend_to_words(sheet, cue.start, "profession_before")
    before = sheet.before(start, 14).split()
    capital = sheet.text[cue.start].isupper()
    if (before and before[-1] in load_words("legal_profession")) or (capital and not before):
        return
    yield _make_demographic(start, cue.end, "job", TITLE)


def _extend_to_words(sheet: AnnotatedText, start: int, kind: str) -> int:
    """In front of the words of a kind that stand before a place."""
    for _ in range(WORDS_BEFORE):
        found = re.search(r"(?<![\w’'‑-])([\w’'‑-]+)[ \u00a0]$", sheet.before(start, 24))
        if found is None or found.group(1) not in load_words(kind):
            break
        start -= len(found.group(0))
    return start


def _find_conditions(sheet: AnnotatedText) -> Iterator[Markable]:
    for cue in sheet.cues["condition"]:
        yield _make_demographic(
            _extend_to_words(sheet, cue.start, "condition_before"), cue.end, "condition", CONDITION
        )
    for cue in sheet.cues["condition_cue"]:
        found = _CONDITION.match(sheet.lowered, cue.end, cue.end + 80)
        if found is None:
            continue
        start, end = found.span(1)
        first = sheet.lowered[start:end].split(" ", 1)
        if first[0] in _ARTICLES:
            start += len(first[0]) + 1
        end = start + len(sheet.lowered[start:end].rstrip(" \u00a0"))
        if start < end:
            yield _make_demographic(start, end, "condition", CONDITION)
