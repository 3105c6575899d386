"""Tell professions that somebody is said to have from those that are only met.

A6 marks "jag är webbutvecklare" and "min far jobbar som kock"; the doctor who says that it is
nothing, or the boss of the others, reveals nobody. Professions are never replaced, so that one
left by mistake stands as openly as it would with its mark.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from tacknamn.detection.cues.persons import find_sentence
from tacknamn.detection.harmless.always import (
    NOTHING_HARMLESS,
    HarmlessSettings,
    is_always_harmless,
)
from tacknamn.detection.harmless.evidence import ENOUGH, Evidence, find_evidence
from tacknamn.detection.harmless.writer_names import JudgedName, NameKey, judge_names
from tacknamn.records import Detection
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import normalize_text

__all__ = [
    "find_harmless",
    "is_only_met",
]

BEFORE, MOST_BETWEEN = 60, 4
"""Characters and words before a profession in which it is said that somebody has it: "är ju en
mycket duktig kock"."""
_WORD = re.compile(r"[^\W\d_]+")


@lru_cache(maxsize=1)
def _read_being_words() -> frozenset[str]:
    return frozenset(
        word for (words,) in read_table(__file__, "being.tsv") for word in words.split()
    )


def is_only_met(text: str, one: Detection) -> bool:
    """Whether nothing before a profession in its sentence says that somebody has it."""
    if one.trigger:
        return False
    first, _ = find_sentence(text, one.start, one.end)
    words = _WORD.findall(text[max(first, one.start - BEFORE) : one.start].lower())
    return _read_being_words().isdisjoint(words[-MOST_BETWEEN:])


# Decide of every found name whether it may point at the writer where it stands.
#
# A name is left where the text around it speaks for that, and nothing personal reaches it. Names
# are judged together: what points at the writer in one place does so in all ("Jag kommer från
# Istanbul. [...] Istanbul är en stor stad"), so that no other mention gives it away.


_LARGE = frozenset(("place", "institution"))
"""Groups of names that a sentence may tell of ("X is a city in Y")."""
_EACH = frozenset(("fam", "prof", "edu", "age_string", "age_digits", "day"))
"""Labels whose words name nobody: each stands for itself, for many have a brother of ten."""
_LARGE_LABELS = frozenset(("language", "ethnicity"))
"""Labels beside those groups with words that reveal nobody anywhere: svenska."""


@lru_cache(maxsize=1)
def _read_groups() -> dict[str, str]:
    return dict(read_table(__file__, "labels.tsv"))


def find_harmless(text: str, found: Sequence[Detection], settings: HarmlessSettings) -> list[bool]:
    """For every found piece whether it is to be left.

    Numbers, addresses and everything else that is not in ``labels.tsv`` never is."""
    if settings == NOTHING_HARMLESS:
        return [False] * len(found)
    groups = [_read_groups().get(one.label, "") for one in found]
    left = [
        is_only_met(text, one)
        if one.label == "prof"
        else (group in _LARGE or one.label in _LARGE_LABELS)
        and is_always_harmless(text, one, settings)
        for one, group in zip(found, groups, strict=True)
    ]
    if settings.context and any(groups):
        for place in _find_harmless_in_context(text, found, groups):
            left[place] = True
    return left


def _find_harmless_in_context(
    text: str, found: Sequence[Detection], groups: list[str]
) -> Iterator[int]:
    """Which ones the context leaves."""
    page, places = normalize_text(text, "sv")
    if places.composed:  # letters written apart: places differ, and caution costs little
        return
    evidence = find_evidence(page.lowered)
    if evidence is None:
        return
    named = [
        JudgedName(
            place, one.start, one.end, group, _name_key(text, one, group), one.label in _EACH
        )
        for place, (one, group) in enumerate(zip(found, groups, strict=True))
        if group
    ]
    pointing = judge_names(page.lowered, named, evidence) if evidence.about >= ENOUGH else None
    if pointing is None:
        pointing = [not _is_in_described_place(page.lowered, one, evidence) for one in named]
    points = [
        True if _is_address(found, one.place) else point
        for one, point in zip(named, pointing, strict=True)
    ]
    kept = _find_pointing_names(found, named, points)
    others = {one.name for one, point in zip(named, points, strict=True) if point is False}
    for one, point in zip(named, points, strict=True):
        doubtful = point is None and (one.alone or one.name not in others)
        if not point and not doubtful and (one.alone or one.name not in kept):
            yield one.place


def _find_pointing_names(
    found: Sequence[Detection], named: Sequence[JudgedName], points: Sequence[bool | None]
) -> set[NameKey]:
    """The names that point at the writer somewhere, and those of places in the same countries.

    Sweden is none of these: every writer lives there."""
    kept = {one.name for one, point in zip(named, points, strict=True) if point}
    homes = {
        found[one.place].country
        for one, point in zip(named, points, strict=True)
        if one.group == "place" and point is not False
    } - {"", "SE"}
    return kept | {
        one.name for one in named if one.group == "place" and found[one.place].country in homes
    }


def _name_key(text: str, one: Detection, group: str) -> NameKey:
    return group, (one.base or text[one.start : one.end].removesuffix("s")).lower()


def _is_in_described_place(lowered: str, one: JudgedName, evidence: Evidence) -> bool:
    """Whether the sentence tells what a place is like, and the writer is far."""
    if one.group not in _LARGE or evidence.personal_near(one.start, one.end):
        return False
    first, last = find_sentence(lowered, one.start, one.end)
    return evidence.told_of_place(first, last, one.group) >= ENOUGH


def _is_address(found: Sequence[Detection], place: int) -> bool:
    """Whether a street number or a postal code stands beside it."""
    beside = found[max(0, place - 1) : place + 2]
    return found[place].label in ("place", "city") and any(
        one.label in ("street_nr", "zip_code") for one in beside
    )
