"""Join and split the parts of persons' names.

- Double first names without a hyphen: *Anna Karin sa*. Before a surname the second is a middle name.
- Particles and epithets: *Maria del Carmen Ruiz*, *Umm Salma*.
- Initials with a hyphen, which are no part of the name after them: *A-K Ek*.
"""

import re
from typing import Final

from tacknamn.detection.ranking.introductions import Lookup
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, MIDDLENAME
from tacknamn.detection.ranking.person_context import (
    CAPITALIZED,
    PERSON_NAMES,
    find_last_word,
    is_adjacent,
    merge_added,
    read_person_words,
)
from tacknamn.detection.ranking.person_labels import LEAST_STARTER, find_first
from tacknamn.detection.ranking.rules import BESIDE_NAME, INITIALS
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["add_particles", "join_doubles", "join_epithets", "split_initials"]

_PARTICLE: Final = re.compile(
    rf" ((?:de la|de los|de las|del|dos|das|da|de|di|van der|van den|van|von|bin|bint|ibn) "
    rf"{CAPITALIZED})"
)
_PARTICLE_STARTS: Final = (" d", " v", " b", " i")
"""How they begin."""
_EPITHETS: Final = {
    "umm": "firstname_female", "um": "firstname_female", "oum": "firstname_female",
    "abu": "firstname_male", "abo": "firstname_male", "abou": "firstname_male",
}  # fmt: skip
"""*Umm Salma* is the mother of Salma: both words name her."""
_HYPHENATED: Final = compile_lazily(r"(?<!\w)[A-ZÅÄÖ]-[A-ZÅÄÖ](?![\w-])")
"""Initials such as *A-K*."""
_FIRST_OR_MIDDLE: Final = FIRSTNAMES | {MIDDLENAME}
LEAST_DOUBLE: Final = 20.0
"""Mentions per billion words from which *Anna-Karin* shows that *Anna Karin* is one first name."""


def split_initials(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections; initials with a hyphen are no part of the name after them: *A-K Ek*."""
    if not any(_has_hyphen(text, detection) for detection in detections):
        return detections
    split: list[Detection] = []
    for detection in detections:
        match = _HYPHENATED.match(text, detection.start, detection.end)
        if match is None:
            follows = bool(split) and split[-1].rule == INITIALS and split[-1].base[1:2] == "-"
            if follows and detection.entry < 0 and text[split[-1].end : detection.start] == " ":
                detection = detection._replace(label="surname", rule=BESIDE_NAME)
            split.append(detection)
            continue
        start, end = match.span()
        split.append(Detection(start, end, "initials", INITIALS, match.group()))
        if end < detection.end:
            base = text[end + 1 : detection.end]
            split.append(Detection(end + 1, detection.end, "surname", BESIDE_NAME, base))
    return split


def _has_hyphen(text: str, detection: Detection) -> bool:
    return text[detection.start + 1 : detection.start + 2] == "-" or detection.base[1:2] == "-"


def join_doubles(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections; of two first names without a surname, the second is a surname, unless
    the lists have both with a hyphen as one name."""
    joined: list[Detection] = []
    for number, detection in enumerate(detections):
        first = joined[-1] if joined else None
        following = detections[number + 1] if number + 1 < len(detections) else None
        if (
            first is None
            or first.label not in FIRSTNAMES
            or detection.label not in _FIRST_OR_MIDDLE
            or text[first.end : detection.start] != " "
            or (following is not None and is_adjacent(text, detection, following))
            or (len(joined) > 1 and is_adjacent(text, joined[-2], first))
            or first.affixes
        ):
            joined.append(detection)
            continue
        hyphenated = f"{first.base or text[first.start : first.end]}-{detection.base}"
        form, entry = look_up(hyphenated)
        label = ""
        if form is not None:
            label = max(form.candidates, key=lambda own: form.candidates[own].mentions)
        if form is not None and label in FIRSTNAMES:
            is_double = form.candidates[label].mentions >= LEAST_DOUBLE
            if is_double:
                joined[-1] = first._replace(
                    end=detection.end,
                    label=label,
                    base=form.candidates[label].form,
                    affixes=detection.affixes,
                    entry=entry,
                )
                continue
        if _is_double(text, first, detection, look_up):
            base = text[first.start : detection.end]
            joined[-1] = first._replace(
                end=detection.end,
                base=base[:-1] if detection.affixes else base,
                affixes=detection.affixes,
                entry=-1,
            )
            continue
        joined.append(detection._replace(label="surname", entry=-1))
    return joined


def _is_double(text: str, first: Detection, second: Detection, look_up: Lookup) -> bool:
    """Return whether two common first names are one without a hyphen: *Carl Gustaf*."""
    if text[first.start : first.end].lower() not in read_person_words("starter"):
        return False
    label, mentions = find_first(second.base, look_up)
    return label == first.label and mentions >= LEAST_STARTER


def add_particles(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the part with a particle after a first name: *Maria del Carmen Ruiz*."""
    added: list[Detection] = []
    for detection in detections:
        if detection.label not in _FIRST_OR_MIDDLE:
            continue
        if text[detection.end : detection.end + 2] not in _PARTICLE_STARTS:
            continue  # a shortcut for most names
        match = _PARTICLE.match(text, detection.end)
        if match is None:
            continue
        start, end = match.span(1)
        inside = [each for each in detections if each.start < end and each.end > start]
        if any(each.label in PERSON_NAMES for each in inside):
            continue
        goes_on = any(each.start == end + 1 and each.label == "surname" for each in detections)
        label = MIDDLENAME if goes_on else "surname"
        added.append(Detection(start, end, label, BESIDE_NAME, match.group(1)))
    return merge_added(detections, added)


def join_epithets(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with epithets as a part of the name: *Umm Salma*."""
    joined: list[Detection] = []
    for detection in detections:
        first = joined[-1] if joined else None
        label = ""
        if first is not None and detection.label in PERSON_NAMES and first.label in PERSON_NAMES:
            label = _EPITHETS.get(text[first.start : first.end].lower(), "")
        if first is not None and label and text[first.end : detection.start] == " ":
            if find_last_word(text, first.start) in read_person_words("before_surname"):
                label = "surname"  # dr Abu Zeid
            base = f"{text[first.start : first.end]} {detection.base}"
            joined[-1] = detection._replace(start=first.start, label=label, base=base, entry=-1)
            continue
        joined.append(detection)
    return joined
