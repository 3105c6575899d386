"""Find places that a word beside their name makes places: straits, valleys, mounts, roads (E1).

The word stands before the name (Mount Ek), after it (Kerch strait), or once for two coordinated
names, which stay two (E2): the Pamir and Alay valleys.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator

from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.capitals import CapitalRun
from tacknamn.tab_benchmark.cues import load_kinds, load_words
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_landscape"]

HEADED, COORDINATED, KIND, ROAD = 62, 63, 48, 62
"""Strengths, like those of other places: a word within the name outranks the lists."""
LONGEST_NAME = 4
"""Most words of a name before a word for a place."""
_AND = re.compile(r"(?:,|,?[ \u00a0]and)[ \u00a0](?:the[ \u00a0])?")
_ROADS = frozenset(("highway", "route", "motorway", "autobahn", "interstate", "junction"))
_NUMBER = re.compile(r"[ \u00a0][A-Z]?-?\d{1,4}\b")
_NUMBERED = re.compile(r"[AEM]\d{1,3}")
OTHER_WORDS = (
    *("org_head", "org_words", "legal_reference", "demonym", "ethnic", "belief", "company"),
    *("title", "calling", "month", "currency", "role", "time_unit"),
)
"""Kinds of words that begin no name of a place before a lower-case *valley*."""
_RUNS_IT = re.compile(
    r"\b(?:runs?|ran|owns?|owned|manag\w+|work(?:s|ed|ing)? (?:at|for)|employ\w+ (?:at|by)|"
    r"dismissed by)[ \u00a0](?:the[ \u00a0])?$"
)
"""Before a hotel that is a business here, not a place."""
HOUSES = frozenset(("hotel", "motel", "hostel", "restaurant", "café", "pub", "pension", "hôtel"))


def find_landscape(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find places by the words beside their names."""
    by_end = {run.end: index for index, run in enumerate(annotated.runs)}
    for kind, strength in (("loc_low", HEADED), ("loc_kind", KIND)):
        for cue in annotated.cues[kind]:
            run = _find_run_before(annotated, by_end, cue.start)
            if run is not None and _may_be_place(run):
                end = cue.end if kind == "loc_low" else run.end
                yield _make_place(run.start, end, strength)
    for cue in annotated.cues["loc_plural"]:
        yield from _find_coordinated(annotated, by_end, cue.start)
    for run in annotated.runs:
        if _begins_with_place(annotated, run):
            yield _make_place(run.start, run.end, HEADED)
        yield from _find_numbered_road(annotated, run)


def _make_place(start: int, end: int, strength: int) -> Markable:
    return Markable(start, end, EntityType.LOC, "headed", strength)


def _find_run_before(
    annotated: AnnotatedText, by_end: dict[int, int], position: int
) -> CapitalRun | None:
    """Find the run that ends directly before a lower-case word."""
    index = by_end.get(position - 1)
    if index is None or annotated.text[position].isupper():
        return None
    return annotated.runs[index]


def _may_be_place(run: CapitalRun) -> bool:
    others = load_kinds(*OTHER_WORDS)
    return len(run.words) <= LONGEST_NAME and others.isdisjoint(
        [word.lowered for word in run.words]
    )


def _find_numbered_road(annotated: AnnotatedText, run: CapitalRun) -> Iterator[Markable]:
    """Find Highway 61, and *on the M25*. The A4 motorway is a name with a word for a place."""
    if run.words[-1].lowered in _ROADS:
        number = _NUMBER.match(annotated.text, run.end)
        if number is not None:
            yield _make_place(run.words[-1].start, number.end(), ROAD)
    is_numbered = (
        run.words[0].lowered[-1].isdigit()
        and _NUMBERED.fullmatch(annotated.text, run.start, run.end) is not None
    )
    if is_numbered and annotated.text_before(run.start, 7) in ("on the ", "up the "):
        yield _make_place(run.start, run.end, ROAD)


def _find_coordinated(
    annotated: AnnotatedText, by_end: dict[int, int], position: int
) -> Iterator[Markable]:
    """Find the names before a shared word: Pamir and Alay valleys; Pamir and Alay Valleys."""
    index = by_end.get(position - 1)
    if annotated.text[position].isupper():
        index = bisect_left(annotated.runs, position, key=lambda run: run.end)
        index = index if index < len(annotated.runs) else None
    if index is None:
        return
    first = index
    while first and _AND.fullmatch(
        annotated.text, annotated.runs[first - 1].end, annotated.runs[first].start
    ):
        first -= 1
    names = annotated.runs[first : index + 1]
    if len(names) > 1 and all(map(_may_be_place, names)):
        for run in names:
            yield Markable(run.start, run.end, EntityType.LOC, "coordinated", COORDINATED)


def _begins_with_place(annotated: AnnotatedText, run: CapitalRun) -> bool:
    """Whether a run is Mount Ek or Hotel Ek."""
    first = run.words[0].lowered
    if not 1 < len(run.words) <= LONGEST_NAME or first.rstrip(".") not in load_words("loc_first"):
        return False
    if any(word.lowered in load_words("org_head") for word in run.words):
        return False
    return first not in HOUSES or not _RUNS_IT.search(annotated.text_before(run.start, 24))
