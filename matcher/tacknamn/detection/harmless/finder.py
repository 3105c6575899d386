"""Find the detections that are harmless where they stand.

A name is harmless if the text around it says so, and nothing personal is near it. All mentions of a
name are judged together: a name that may identify the writer in one place may do so everywhere ("Jag
kommer från Istanbul. [...] Istanbul är en stor stad"), so that no other mention gives it away.

Professions are different: A6 marks "jag är webbutvecklare" and "min far jobbar som kock"; a doctor
who is only mentioned, or the boss of others, identifies no person. Professions are never replaced, so a
wrong decision reveals no more than the mark would.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from tacknamn.detection.cues.literals import NO_HITS, LiteralMatch
from tacknamn.detection.cues.persons import find_sentence
from tacknamn.detection.harmless.always import (
    NOTHING_HARMLESS,
    HarmlessSettings,
    is_always_harmless,
)
from tacknamn.detection.harmless.evidence import (
    ENOUGH,
    NO_FACTS,
    Evidence,
    find_evidence,
    is_without_cues,
    restrict_evidence,
)
from tacknamn.detection.harmless.public_names import (
    PublicName,
    collect_facts,
    find_public_names,
    is_free,
    is_historic_year,
)
from tacknamn.detection.harmless.sections import Sections, find_sections
from tacknamn.detection.harmless.writer_names import JudgedName, NameKey, judge_names
from tacknamn.records import Detection
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import normalize_text

__all__ = ["find_harmless"]

BEFORE, MOST_BETWEEN = 60, 4
"""Characters and words before a profession within which the text says that a person has it: "är ju
en mycket duktig kock"."""
_AGES = frozenset(("age_string", "age_digits"))
_OF_ADDRESSES = frozenset(("street_nr", "zip_code"))
LONGEST_NUMBER = 4
"""Digits of a number that may be a year or a count."""
_WORD = re.compile(r"[^\W\d_]+")
_LARGE = frozenset(("place", "institution"))
"""Groups of names that a sentence may describe ("X is a city in Y")."""
_YEARS = frozenset(("year", "other_nr_seq"))
_DESCRIBED = _LARGE | {"time"}
"""The same, and years ("the war ended in")."""
_COUNTED_ALONE = frozenset(("fam", "prof", "edu", "age_string", "age_digits", "day"))
"""Labels of words that are no names. Each stands for itself, because many people have a brother of
ten years."""
_LARGE_LABELS = frozenset(("language", "ethnicity"))
"""Other labels with words that are harmless anywhere: svenska."""


@lru_cache(maxsize=1)
def _read_groups() -> dict[str, str]:
    """Return the group of each label that may be harmless."""
    return dict(read_table(__file__, "labels.tsv"))


def _find_group(detection: Detection) -> str:
    """Return the group of a detection; empty if it is never harmless."""
    if detection.label == "other_nr_seq" and detection.end - detection.start > LONGEST_NUMBER:
        return ""
    return _read_groups().get(detection.label, "")


@lru_cache(maxsize=1)
def _read_being_words() -> frozenset[str]:
    return frozenset(
        word for (words,) in read_table(__file__, "being.tsv") for word in words.split()
    )


def find_harmless(
    text: str,
    detections: Sequence[Detection],
    settings: HarmlessSettings,
    hits: Mapping[str, Sequence[LiteralMatch]] = NO_HITS,
) -> list[bool]:
    """Return for each detection whether it is harmless.

    Labels that ``labels.tsv`` does not list, such as numbers and addresses, never are.

    Args:
        hits: The cues of :mod:`tacknamn.detection.harmless.evidence`, if they were found before.
    """
    if settings == NOTHING_HARMLESS:
        return [False] * len(detections)
    groups = [_find_group(detection) for detection in detections]
    harmless = [
        _is_only_mentioned(text, detection)
        if detection.label == "prof"
        else (group in _LARGE or detection.label in _LARGE_LABELS)
        and is_always_harmless(text, detection, settings)
        for detection, group in zip(detections, groups, strict=True)
    ]
    if settings.context and any(groups):
        for index in _find_harmless_in_context(text, detections, groups, hits):
            harmless[index] = True
    return harmless


def _is_only_mentioned(text: str, profession: Detection) -> bool:
    """Return whether nothing before a profession, in its sentence, says that a person has it."""
    if profession.trigger:
        return False
    first, _ = find_sentence(text, profession.start, profession.end)
    before = text[max(first, profession.start - BEFORE) : profession.start].lower()
    return _read_being_words().isdisjoint(_WORD.findall(before)[-MOST_BETWEEN:])


def _find_harmless_in_context(
    text: str,
    detections: Sequence[Detection],
    groups: list[str],
    hits: Mapping[str, Sequence[LiteralMatch]],
) -> Iterator[int]:
    """Yield the indices of the detections that the context makes harmless."""
    normalized, offsets = normalize_text(text, "sv")
    if offsets.composed:  # the offsets differ; leaving nothing out is the safe choice
        return
    lowered = normalized.lowered
    publics = find_public_names(lowered, detections, groups)
    is_known = any(publics)
    evidence = None
    facts = NO_FACTS
    if is_known or not is_without_cues(lowered, hits):
        facts = collect_facts(lowered, detections, publics)
        evidence = find_evidence(lowered, facts, hits, text)
    free = [False] * len(detections)
    if is_known:
        impersonal = evidence is not None and evidence.impersonal
        free = _find_free(lowered, detections, publics, impersonal=impersonal)
    if evidence is None:
        yield from (index for index, is_free_name in enumerate(free) if is_free_name)
        return
    names = [
        JudgedName(
            index,
            detection.start,
            detection.end,
            group,
            _name_key(text, detection, group),
            detection.label in _COUNTED_ALONE,
            age=detection.label in _AGES,
            first_name=detection.label.startswith("firstname"),
            public=free[index],
            historic=detection.label in _YEARS
            and is_historic_year(lowered[detection.start : detection.end]),
            label=detection.label,
        )
        for index, (detection, group) in enumerate(zip(detections, groups, strict=True))
        if group
    ]
    # Does each name point at the writer? True, False, or None in case of doubt.
    sections = Sections()
    if evidence.is_about_self or not evidence.fiction:
        sections = find_sections(lowered, names, evidence)
    points = _judge_parts(lowered, names, evidence, detections, publics, sections.about_others)
    points = points or _judge(lowered, names, evidence)
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
    # A mention that points at the writer keeps all mentions of its name; in doubt, a mention is
    # harmless only if another mention of its name clearly is.
    kept = _find_pointing_names(detections, names, points)
    cleared = {name.name for name, point in zip(names, points, strict=True) if point is False}
    for name, point in zip(names, points, strict=True):
        is_doubtful = point is None and (name.alone or name.name not in cleared)
        if not point and not is_doubtful and (name.alone or name.name not in kept):
            yield name.position


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


def _judge_parts(
    lowered: str,
    names: Sequence[JudgedName],
    evidence: Evidence,
    detections: Sequence[Detection],
    publics: Sequence[PublicName | None],
    parts: Sequence[tuple[int, int]],
) -> Sequence[bool | None]:
    """Return for each name whether it may identify the writer if only some paragraphs are about the
    writer; else nothing.

    Args:
        parts: The offsets of the other paragraphs.
    """
    if not parts:
        return []
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
        return []
    others = [name for name in names if inside[name.position]]
    points = judge_names(lowered, others, of_parts)
    if points is None:
        return []
    by_position = {name.position: point for name, point in zip(others, points, strict=True)}
    return [by_position.get(name.position, not name.public) for name in names]


def _judge(lowered: str, names: Sequence[JudgedName], evidence: Evidence) -> Sequence[bool | None]:
    """Return for each name whether it may identify the writer; None in case of doubt."""
    if evidence.about >= ENOUGH:
        points = judge_names(lowered, names, evidence)
        if points is not None:
            return points
    # The text is about the writer: only public names, and names in descriptions of places, do not.
    return [not (name.public or _is_in_described_place(lowered, name, evidence)) for name in names]


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


def _name_key(text: str, detection: Detection, group: str) -> NameKey:
    form = text[detection.start : detection.end].removesuffix("s")
    return group, (detection.base or form).lower()


def _is_in_described_place(lowered: str, name: JudgedName, evidence: Evidence) -> bool:
    """Return whether the sentence of a name describes a place, with no personal cue near."""
    if name.group not in _DESCRIBED or evidence.personal_near(name.start, name.end):
        return False
    first, last = find_sentence(lowered, name.start, name.end)
    return evidence.about_place(first, last, name.group) >= ENOUGH


def _is_address(detections: Sequence[Detection], index: int) -> bool:
    """Return whether a street number or a postal code stands next to a detection."""
    neighbours = detections[max(0, index - 1) : index + 2]
    return detections[index].label in ("place", "city") and any(
        neighbour.label in _OF_ADDRESSES for neighbour in neighbours
    )
