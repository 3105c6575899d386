"""Extend persons' names to their end, where a part of them is no name elsewhere or follows a particle.

- *Anna Ek-X*, *Anna Ek-Frisk*, *Ek-Lund*: what a hyphen joins to a name belongs to it, if it has a
  capital, also a letter, an adjective or a town.
- *Carl von X-Y*, *fru af X*: a surname with a particle, after a first name or a title.
"""

import re
from collections.abc import Iterator
from typing import Final

from tacknamn.detection.ranking.detections import is_unlisted_genitive
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, MIDDLENAME, PERSONS
from tacknamn.detection.ranking.multipart_names import LEAST_OF_TWO
from tacknamn.detection.ranking.person_context import merge_added
from tacknamn.detection.ranking.rules import BESIDE_NAME
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["complete_units"]

_CAPITAL: Final = r"[^\W\d_a-zß-öø-ÿ]"
_PARTS: Final = compile_lazily(rf"(?:-{_CAPITAL}[^\W\d_]*)+(?![\w-])")
_NOBLE: Final = (
    rf"\s((?:af|von(?:\sde[rn])?|van(?:\sde[rn])?)\s{_CAPITAL}[^\W\d_]*"
    rf"(?:-{_CAPITAL}[^\W\d_]*)*)(?![\w-])"
)
_AFTER_NAME: Final = compile_lazily(_NOBLE)
_AFTER_TITLE: Final = compile_lazily(
    r"(?<!\w)(?:[Gg]reven?|[Gg]revinnan?|[Bb]aron(?:en|essan?)?|[Ff]riherren?|[Hh]err|[Ff]ru|[Ff]röken|"
    r"[Dd]oktor|[Dd]r\.?|[Pp]rofessor|[Ff]amiljen?|[Ss]läkten|[Cc]ount(?:ess)?|[Bb]aroness|[Mm]rs?\.?|"
    rf"[Mm]s\.?){_NOBLE}"
)
_STARTS: Final = ("af", "va", "vo")
"""How particles begin."""
_FIRMS: Final = frozenset(("other_institution", "work"))
SURELY: Final = 0.9
"""The least probability of a first name that a firm behind it belongs to."""
_FIRST: Final = FIRSTNAMES | {MIDDLENAME}
_PERSONS: Final = PERSONS | {MIDDLENAME}


def complete_units(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections with whole names in place of their parts."""
    completed = _add_parts(text, detections) if "-" in text else detections
    if len(completed) > 1:
        completed = _relabel_firms(text, completed)
    return merge_added(completed, _find_noble_names(text, completed))


def _relabel_firms(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections with firms right behind a first name as surnames: *Siv Ikea*."""
    result: list[Detection] = []
    for detection in detections:
        before = result[-1] if result else None
        if (
            detection.label in _FIRMS
            and before is not None
            and before.label in FIRSTNAMES
            and not before.affixes
            and before.probability > SURELY
            and text[before.end : detection.start] == " "
            and text[detection.start : detection.end].istitle()
        ):
            detection = detection._replace(label="surname", rule=BESIDE_NAME, country="", parent="")
        result.append(detection)
    return result


def _add_parts(text: str, detections: list[Detection]) -> list[Detection]:
    """Extend names to the parts after their hyphen."""
    added: list[Detection] = []
    for detection in detections:
        end = detection.end
        if detection.label in _PERSONS and text[end : end + 1] == "-":
            match = _PARTS.match(text, end)
            if match is not None:
                base = text[detection.start : match.end()]
                covered = [each.label for each in detections if end < each.start < match.end()]
                label = "surname" if "surname" in covered else detection.label
                is_genitive = is_unlisted_genitive(match.group().rpartition("-")[2])
                added.append(
                    detection._replace(
                        end=match.end(),
                        label=label,
                        base=base[:-1] if is_genitive else base,
                        affixes=("gen",) if is_genitive else (),
                        probability=max(detection.probability, LEAST_OF_TWO),
                        entry=-1,
                        edits=0,
                    )
                )
    return merge_added(detections, added)


def _find_noble_names(text: str, detections: list[Detection]) -> Iterator[Detection]:
    """Yield the surnames with a particle that are not found."""
    matches: list[re.Match[str] | None] = [
        _AFTER_NAME.match(text, each.end)
        for each in detections
        if text[each.end + 1 : each.end + 3] in _STARTS and each.label in _FIRST
    ]
    if " von " in text or " af " in text:
        matches += _AFTER_TITLE.finditer(text)
    for match in matches:
        if match is not None and not _is_known(match.span(1), detections):
            yield Detection(*match.span(1), "surname", BESIDE_NAME, match.group(1))


def _is_known(place: tuple[int, int], detections: list[Detection]) -> bool:
    """Return whether a detection ends with a surname, or goes on beyond it: *Carl von Linné-skolan*."""
    start, end = place
    return any(
        each.end > end or each.start < start or (each.label == "surname" and each.end == end)
        for each in detections
        if each.start < end and each.end > start and each.label != "initials"
    )
