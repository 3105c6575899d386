"""Find places: detections of the engine, runs of capitals with a word for a place, and addresses.

A town with its country or region after it is one place (Biri, Norway); a street with its number
and town is one address; two places joined by ``and`` are two (E2).
"""

import re
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun
from tacknamn.tab_benchmark.cues import load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.referents import find_states

__all__ = ["find_places", "join_addresses"]

LISTED, HEADED, AFTER_CUE, UNLISTED = 50, 62, 48, 30
"""Strengths. A word for a place outranks what the lists contain for the words around it."""
OTHER_WORDS = (
    *("org_head", "org_words", "legal_reference", "demonym", "company", "title", "calling"),
    *("time_unit", "currency", "thing_head", "role", "opening"),
)
"""Kinds of words that never belong to a place which no list contains."""
LABELS = frozenset(
    ("area", "city", "country", "geo", "place", "region", "street_nr", "transport_name", "zip_code")
)
_NUMBER = re.compile(r" \d{1,4}[a-zA-Z]?\b(?! (?:per|[%€$£]))")
_JOINTS = frozenset((", ", " (", " "))
"""What may separate the parts of one address."""
NUMBERS = frozenset(("street_nr", "zip_code"))
SAINTS = "st. "
"""Before a town that the lists have without it: St. Olofsberg."""
WIDER = frozenset(("country", "region"))
WIDER_OR_TOWN = WIDER | {"city"}
"""Labels of what may follow an address that ends with a part of a town."""
_OF_AMERICA = " of America"
_TIED = re.compile(r" (?:of|of the) ")


def find_places(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find the names of places. The parts of an address are not yet joined."""
    for detection in annotated.detections:
        start = detection.start + 4 * annotated.lowered.startswith("the ", detection.start)
        first = annotated.text[start : start + 1]
        if detection.label not in LABELS or not (first.isupper() or first.isdigit()):
            continue
        if start >= detection.end:  # the town The, before another name
            continue
        if annotated.lowered.startswith(SAINTS, start - 4) and annotated.text[start - 4] == "S":
            start -= 4
        if detection.label == "country" or not _is_office(annotated.lowered[start : detection.end]):
            end = _strip_genitive(annotated, detection.end)
            if annotated.text.startswith(_OF_AMERICA, end):
                end += len(_OF_AMERICA)
            rule = "country" if detection.label == "country" else "listed"
            yield _make_place(start, end, rule, LISTED)
    yield from find_states(annotated)
    by_start = {run.start: run for run in annotated.runs}
    for detection in annotated.detections:
        if detection.label == "zip_code" and detection.end + 1 in by_start:  # 5003 Bergen
            yield _make_place(
                detection.end + 1, by_start[detection.end + 1].end, "behind", AFTER_CUE
            )
    for run_index, run in enumerate(annotated.runs):
        yield from _find_headed_places(annotated, run_index, run)
        yield from _find_unlisted(annotated, run)
    for cue in annotated.cues["loc_before"]:
        start = cue.end + 1
        start += 4 if annotated.lowered.startswith("the ", start) else 0
        if start in by_start:
            yield _make_place(start, by_start[start].end, "behind", AFTER_CUE)


def _make_place(start: int, end: int, rule: str, strength: int) -> Markable:
    return Markable(start, end, EntityType.LOC, rule, strength)


def _strip_genitive(annotated: AnnotatedText, end: int) -> int:
    """Return the end of a name without its genitive: Zembia's."""
    return end - 2 * (annotated.text[end - 2 : end] in ("'s", "’s"))


def _is_office(lowered: str) -> bool:
    """Whether a name is that of a court or an office, which patterns mistake for a street."""
    words = lowered.split()
    return words[-1] in load_words("org_head") or all(
        word in load_words("org_words") or word in load_words("legal_reference") for word in words
    )


def _find_unlisted(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find a capitalized name after ``in`` that is nothing else."""
    words = annotated.text_before(run.start, 9).split()
    if not words or words[-1] not in load_words("before_place") or len(run.words) > 2:
        return
    if annotated.text[run.start : run.end].isupper():
        return
    if not any(_is_other(word.lowered) for word in run.words):
        yield _make_place(run.start, run.end, "unknown", UNLISTED)


def _is_other(word: str) -> bool:
    return "." in word or word in load_kinds(*OTHER_WORDS)


def _find_headed_places(
    annotated: AnnotatedText, run_index: int, run: CapitalRun
) -> Iterator[Markable]:
    """Find names with a word for a place: Kennedy Avenue 5; District of Kyrenia."""
    last, first = run.words[-1], run.words[0]
    if any(word.lowered in load_words("org_head") for word in run.words):
        return
    if len(run.words) > 1 and last.lowered in load_words("loc_head"):
        number = _NUMBER.match(annotated.text, run.end)
        yield _make_place(run.start, number.end() if number else run.end, "headed", HEADED)
    elif first.lowered in load_words("loc_head") and run_index + 1 < len(annotated.runs):
        following = annotated.runs[run_index + 1]
        if len(run.words) == 1 and _TIED.fullmatch(annotated.text, run.end, following.start):
            yield _make_place(run.start, following.end, "headed", HEADED)


def join_addresses(annotated: AnnotatedText, markables: list[Markable]) -> list[Markable]:
    """Join the parts of an address into one place."""
    joined: list[Markable] = []
    for markable in markables:
        last = joined[-1] if joined else None
        if last is not None and _is_address(annotated, last, markable):
            bracket = annotated.text[last.end : markable.start] == " ("
            end = markable.end + bracket
            joined[-1] = last._replace(end=end, rule="address")
        else:
            joined.append(markable)
    return joined


def _is_address(annotated: AnnotatedText, last: Markable, markable: Markable) -> bool:
    if last.entity_type is not EntityType.LOC or markable.entity_type is not EntityType.LOC:
        return False
    gap = annotated.text[last.end : markable.start]
    if gap not in _JOINTS or last.rule == "country":
        return False
    if gap == " (":
        return annotated.text[markable.end : markable.end + 1] == ")"
    if gap == " ":
        return not NUMBERS.isdisjoint(_find_labels(annotated, last, markable))
    return (
        _find_label(annotated, markable) in (WIDER_OR_TOWN if last.rule == "address" else WIDER)
        or "headed" in (last.rule, markable.rule)
        or _begins_with_digit(annotated, markable)
    )


def _find_label(annotated: AnnotatedText, markable: Markable) -> str:
    detection = annotated.find_detection(markable.start, markable.end)
    return "" if detection is None else detection.label


def _find_labels(annotated: AnnotatedText, last: Markable, markable: Markable) -> tuple[str, str]:
    """Find the labels before and after the gap."""
    detection = annotated.find_detection(last.end - 1, last.end)
    return ("" if detection is None else detection.label), _find_label(annotated, markable)


def _begins_with_digit(annotated: AnnotatedText, markable: Markable) -> bool:
    return annotated.text[markable.start].isdigit()
