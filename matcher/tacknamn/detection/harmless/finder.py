"""Find the detections that are harmless where they stand.

Professions are different from names: A6 marks "jag är webbutvecklare" and "min far jobbar som kock"; a
doctor who is only mentioned, or the boss of others, identifies no person. Professions are never
replaced, so a wrong decision reveals no more than the mark would.
"""

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final

from tacknamn.detection.cues.literals import NO_HITS, LiteralMatch
from tacknamn.detection.harmless.always import (
    NOTHING_HARMLESS,
    HarmlessSettings,
    is_always_harmless,
)
from tacknamn.detection.harmless.context import find_harmless_in_context
from tacknamn.detection.harmless.names import find_groups
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["find_harmless"]

BEFORE: Final = 60
"""Characters before a profession within which the text says that a person has it."""
MOST_BETWEEN: Final = 4
"""Words before it within which the text says so: "är ju en mycket duktig kock"."""
_BORDER: Final = compile_lazily(r"[.!?;\n]\s")
_WORD: Final = re.compile(r"[^\W\d_]+")
_LARGE: Final = frozenset(("place", "institution"))
"""Groups of names that may be harmless anywhere."""
_LARGE_LABELS: Final = frozenset(("language", "ethnicity"))
"""Other labels with words that are harmless anywhere: svenska."""


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
        hits: The cues of :mod:`tacknamn.detection.harmless.cues`, if they were found before.
    """
    if not detections or settings == NOTHING_HARMLESS:
        return [False] * len(detections)
    groups = find_groups(detections)
    harmless = [
        _is_only_mentioned(text, detection)
        if detection.label == "prof"
        else (group in _LARGE or detection.label in _LARGE_LABELS)
        and is_always_harmless(text, detection, settings)
        for detection, group in zip(detections, groups, strict=True)
    ]
    if settings.context and any(map(_is_open, groups, harmless)):
        for index in find_harmless_in_context(text, detections, groups, hits):
            harmless[index] = True
    return harmless


def _is_open(group: str, is_harmless: bool) -> bool:
    """Return whether the context may make a name harmless."""
    return bool(group) and not is_harmless


def _is_only_mentioned(text: str, profession: Detection) -> bool:
    """Return whether nothing before a profession, in its sentence, says that a person has it."""
    if profession.trigger:
        return False
    before = text[max(0, profession.start - BEFORE) : profession.start]
    words = _WORD.findall(_BORDER.split(before)[-1].lower())
    return _read_being_words().isdisjoint(words[-MOST_BETWEEN:])
