"""Find the names that the text around them makes harmless.

A name is harmless if the text around it says so, and nothing personal is near it. All mentions of a
name are judged together: a name that may identify the writer in one place may do so everywhere ("Jag
kommer från Istanbul. [...] Istanbul är en stor stad"), so that no other mention gives it away.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.cues.persons import find_sentence
from tacknamn.detection.harmless.evidence import (
    ENOUGH,
    Evidence,
    find_evidence,
    is_without_cues,
    restrict_evidence,
)
from tacknamn.detection.harmless.names import JudgedName, NameKey, collect_names
from tacknamn.detection.harmless.public_names import (
    PublicName,
    collect_facts,
    find_public_names,
    is_free,
)
from tacknamn.detection.harmless.sections import Sections, find_sections
from tacknamn.detection.harmless.writer_names import judge_names
from tacknamn.records import Detection
from tacknamn.text.normalized_text import normalize_text

__all__ = ["find_harmless_in_context"]

_OF_ADDRESSES: Final = frozenset(("street_nr", "zip_code"))
_DESCRIBED: Final = frozenset(("place", "institution", "time"))
"""Groups of names that a sentence may describe ("X is a city in Y"), and years ("the war ended
in")."""


def find_harmless_in_context(
    text: str,
    detections: Sequence[Detection],
    groups: Sequence[str],
    hits: Mapping[str, Sequence[LiteralMatch]],
) -> list[int]:
    """Return the indices of the detections that the context makes harmless."""
    normalized, offsets = normalize_text(text, "sv")
    if offsets.composed:  # the offsets differ; leaving nothing out is the safe choice
        return []
    lowered = normalized.lowered
    publics = find_public_names(lowered, detections, groups)
    is_known = any(publics)
    evidence = None
    if is_known or not is_without_cues(lowered, hits):
        facts = collect_facts(lowered, detections, publics)
        evidence = find_evidence(lowered, facts, hits, text)
    free = [False] * len(detections)
    if is_known:
        impersonal = evidence is not None and evidence.impersonal
        free = _find_free(lowered, detections, publics, impersonal=impersonal)
    if evidence is None:
        return [index for index, is_free_name in enumerate(free) if is_free_name]
    names = collect_names(text, detections, groups, free)
    points, sections = _judge(lowered, names, evidence, detections, publics)
    if False not in points:
        return []
    if sections.meant:
        points = [
            True if name.name in sections.meant else point
            for name, point in zip(names, points, strict=True)
        ]
    if not _OF_ADDRESSES.isdisjoint([detection.label for detection in detections]):
        points = [
            True if _is_address(detections, name.position) else point
            for name, point in zip(names, points, strict=True)
        ]
    return _clear_names(detections, names, points)


def _find_free(
    lowered: str,
    detections: Sequence[Detection],
    publics: Sequence[PublicName | None],
    *,
    impersonal: bool,
) -> list[bool]:
    """Return for each detection whether it is a public name that nothing ties to a person."""
    return [
        name is not None and is_free(lowered, name, before, after, impersonal=impersonal)
        for name, before, after in zip(
            publics, (None, *detections[:-1]), (*detections[1:], None), strict=True
        )
    ]


def _judge(
    lowered: str,
    names: Sequence[JudgedName],
    evidence: Evidence,
    detections: Sequence[Detection],
    publics: Sequence[PublicName | None],
) -> tuple[Sequence[bool | None], Sections]:
    """Return for each name whether it may identify the writer (None in case of doubt), and the
    paragraphs of the text."""
    is_about = evidence.about >= ENOUGH
    # If the text is about the writer, only public names and names in descriptions of places do not.
    of_writer = [] if is_about else _judge_in_text_of_writer(lowered, names, evidence)
    sections = Sections()
    if evidence.is_about_self or not evidence.fiction:
        with_meant = is_about or False in of_writer
        sections = find_sections(lowered, names, evidence, with_meant=with_meant)
    points: Sequence[bool | None] | None = None
    if sections.about_others:
        points = _judge_parts(lowered, names, evidence, detections, publics, sections.about_others)
    if points is None and is_about:
        points = judge_names(lowered, names, evidence)
        if points is None:
            of_writer = _judge_in_text_of_writer(lowered, names, evidence)
    return of_writer if points is None else points, sections


def _judge_in_text_of_writer(
    lowered: str, names: Sequence[JudgedName], evidence: Evidence
) -> list[bool]:
    """Return for each name whether it may identify the writer, if the text is about the writer."""
    return [not (name.public or _is_in_described_place(lowered, name, evidence)) for name in names]


def _judge_parts(
    lowered: str,
    names: Sequence[JudgedName],
    evidence: Evidence,
    detections: Sequence[Detection],
    publics: Sequence[PublicName | None],
    parts: Sequence[tuple[int, int]],
) -> Sequence[bool | None] | None:
    """Return for each name whether it may identify the writer if only some paragraphs are about the
    writer; None if the others are not about a topic.

    Args:
        parts: The offsets of the other paragraphs.
    """
    starts = [start for start, _ in parts]

    def is_inside(start: int) -> bool:
        index = bisect_right(starts, start) - 1
        return index >= 0 and start < parts[index][1]

    inside = [is_inside(detection.start) for detection in detections]
    facts = collect_facts(
        lowered,
        [detection for detection, is_in in zip(detections, inside, strict=True) if is_in],
        [public for public, is_in in zip(publics, inside, strict=True) if is_in],
    )
    of_parts = restrict_evidence(lowered, evidence, facts, parts)
    if not of_parts.topic:
        return None
    others = [name for name in names if inside[name.position]]
    points = judge_names(lowered, others, of_parts)
    if points is None:
        return None
    by_position = {name.position: point for name, point in zip(others, points, strict=True)}
    return [by_position.get(name.position, not name.public) for name in names]


def _clear_names(
    detections: Sequence[Detection], names: Sequence[JudgedName], points: Sequence[bool | None]
) -> list[int]:
    """Return the indices of the detections whose names are harmless.

    A mention that points at the writer keeps all mentions of its name; in doubt, a mention is harmless
    only if another mention of its name clearly is."""
    if True not in points and None not in points:
        return [name.position for name in names]
    kept = _find_pointing_names(detections, names, points)
    cleared = {name.name for name, point in zip(names, points, strict=True) if point is False}
    return [
        name.position
        for name, point in zip(names, points, strict=True)
        if not point
        and (point is False or (name.name in cleared and not name.alone))
        and (name.alone or name.name not in kept)
    ]


def _find_pointing_names(
    detections: Sequence[Detection], names: Sequence[JudgedName], points: Sequence[bool | None]
) -> set[NameKey]:
    """Return the names that may identify the writer anywhere, and those of places in the same
    countries. Sweden is no such country, because every writer lives there."""
    pointing = {name.name for name, point in zip(names, points, strict=True) if point}
    countries = {
        detections[name.position].country
        for name, point in zip(names, points, strict=True)
        if name.group == "place" and point is not False
    } - {"", "SE"}
    return pointing | {
        name.name
        for name in names
        if name.group == "place" and detections[name.position].country in countries
    }


def _is_in_described_place(lowered: str, name: JudgedName, evidence: Evidence) -> bool:
    """Return whether the sentence of a name describes a place, with no personal cue near."""
    if not evidence.places or name.group not in _DESCRIBED:
        return False
    if evidence.personal_near(name.start, name.end):
        return False
    first, last = find_sentence(lowered, name.start, name.end)
    return evidence.about_place(first, last, name.group) >= ENOUGH


def _is_address(detections: Sequence[Detection], index: int) -> bool:
    """Return whether a street number or a postal code stands next to a detection."""
    neighbours = detections[max(0, index - 1) : index + 2]
    return detections[index].label in ("place", "city") and any(
        neighbour.label in _OF_ADDRESSES for neighbour in neighbours
    )
