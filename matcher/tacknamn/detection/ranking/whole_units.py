"""Extend persons' names to their end, where a part of them is no name elsewhere or follows a particle.

- *Anna Ek-X*, *Anna Ek-Frisk*: what a hyphen joins to a name belongs to it, if it has a
  capital, also a letter, an adjective or a town.
- *Ek-Lund*, *Lund-Ek*: of which one part was taken for a town, or is a surname of persons.
- *Carl von X-Y*, *fru af X*: a surname with a particle, after a first name or a title.
"""

import re
from collections.abc import Iterator
from itertools import islice
from typing import Final

from tacknamn.detection.ranking.detections import drop_overlapping, is_unlisted_genitive
from tacknamn.detection.ranking.introductions import Lookup, count_first, count_persons
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, MIDDLENAME, PERSONS, PLACES
from tacknamn.detection.ranking.multipart_names import LEAST_OF_TWO
from tacknamn.detection.ranking.person_context import merge_added
from tacknamn.detection.ranking.place_pieces import COMPASS_STARTS
from tacknamn.detection.ranking.rules import BESIDE_NAME, CAPITAL
from tacknamn.detection.ranking.type_words import is_type_word
from tacknamn.records import Detection, Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["complete_units", "may_have_units"]

_CAPITAL: Final = r"[^\W\d_a-zß-öø-ÿ]"
_PARTS: Final = compile_lazily(rf"(?:-{_CAPITAL}[^\W\d_]*)+(?![\w-])")
_HYPHEN: Final = compile_lazily(rf"-{_CAPITAL}")
_UNIT: Final = compile_lazily(rf"{_CAPITAL}[^\W\d_]+(?:-{_CAPITAL}[^\W\d_]+)+")
_WORD: Final = compile_lazily(r"[\w-]")
_JOINTS: Final = frozenset("-_@/.&0123456789")
"""Before a unit, these say that it is part of something else."""
LEAST_SHARE: Final = 0.1
"""How often, in relation to the word of the same letters, a part must be a surname where nothing was
found."""
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
"""The least probability of a first name that a firm behind it belongs to, if it is a word as well."""
_FIRST: Final = FIRSTNAMES | {MIDDLENAME}
_PERSONS: Final = PERSONS | {MIDDLENAME}
_MAY_BE_HALF: Final = _PERSONS | PLACES | _FIRMS


def may_have_units(text: str) -> bool:
    """Return whether a hyphen stands before a capital."""
    return "-" in text and _HYPHEN.search(text) is not None


def complete_units(
    text: str, detections: list[Detection], findings: list[Finding], look_up: Lookup
) -> list[Detection]:
    """Return the detections with whole names in place of their parts.

    Args:
        findings: The findings of the patterns; what they cover is no name.
    """
    completed = detections
    if "-" in text:
        completed = _add_parts(text, detections)
        units = _find_families(text, completed, look_up)
        if units:
            units = list(drop_overlapping(units, findings))
            completed = sorted([*drop_overlapping(completed, units), *units])
    if len(completed) > 1:
        completed = _relabel_firms(text, completed, look_up)
    return merge_added(completed, _find_noble_names(text, completed))


def _relabel_firms(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections with firms right behind a first name as surnames: *Siv Ikea*."""
    result: list[Detection] = []
    for detection in detections:
        before = result[-1] if result else None
        if (
            detection.label in _FIRMS
            and before is not None
            and before.label in FIRSTNAMES
            and not before.affixes
            and text[before.end : detection.start] == " "
            and text[detection.start : detection.end].istitle()
            and (before.probability > SURELY or _is_only_first(text, before, look_up))
        ):
            detection = detection._replace(label="surname", rule=BESIDE_NAME, country="", parent="")
        result.append(detection)
    return result


def _is_only_first(text: str, name: Detection, look_up: Lookup) -> bool:
    """Return whether a name is a first name more often than anything else, words included: *Siv*, but
    not *Bo*."""
    form, _ = look_up(text[name.start : name.end])
    return form is not None and 2 * count_first(form) > form.name_mentions + form.word_mentions


def _add_parts(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with names extended to the parts after their hyphen, and without what the
    parts were taken for."""
    result: list[Detection] = []
    for detection in detections:
        last = result[-1] if result else None
        if last is not None and detection.start < last.end:
            if detection.label == "surname":
                result[-1] = last._replace(label="surname")
        elif detection.label in _PERSONS and text[detection.end : detection.end + 1] == "-":
            match = _PARTS.match(text, detection.end)
            result.append(detection if match is None else _extend(text, detection, match.end()))
        else:
            result.append(detection)
    return result


def _extend(text: str, name: Detection, end: int) -> Detection:
    is_genitive = is_unlisted_genitive(text[name.start : end].rpartition("-")[2])
    return name._replace(
        end=end,
        base=text[name.start : end - is_genitive],
        affixes=("gen",) if is_genitive else (),
        probability=max(name.probability, LEAST_OF_TWO),
        entry=-1,
        edits=0,
    )


def _find_families(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the hyphenated words that are surnames because a part of them is one: *Ek-Lund*, in
    which only a town was found."""
    units: list[Detection] = []
    end = at = 0
    for hyphen in _HYPHEN.finditer(text):
        if hyphen.start() < end:
            continue
        start = hyphen.start()
        while start > end and text[start - 1].isalpha():
            start -= 1
        unit = _UNIT.match(text, start)
        end = hyphen.end() if unit is None else unit.end()
        if unit is None or text[start - 1 : start] in _JOINTS or _WORD.match(text, end):
            continue
        while at < len(detections) and detections[at].end <= start:
            at += 1
        inside: list[Detection] = []
        for each in islice(detections, at, None):
            if each.start >= end:
                break
            inside.append(each)
        is_known = any(each.rule != CAPITAL for each in inside)
        if at and text[start - 1] == " ":
            before = detections[at - 1]
            is_first = before.label in _FIRST and not before.affixes
            is_known = is_known or (is_first and before.end == start - 1)
        if _is_half(inside, start, end) and _is_family(unit.group(), is_known, look_up):
            units.append(_build_family(text, start, end, inside, look_up))
    return units


def _is_half(inside: list[Detection], start: int, end: int) -> bool:
    """Return whether detections are parts of a unit rather than all of it, or more. A firm that only
    a capital suggests counts as a part."""
    for each in inside:
        if each.start < start or each.end > end or each.label not in _MAY_BE_HALF:
            return False
        is_guess = each.rule == CAPITAL and each.label in _FIRMS
        if (each.start, each.end) == (start, end) and not is_guess:
            return False
    return True


def _is_family(unit: str, is_known: bool, look_up: Lookup) -> bool:
    """Return whether a part of a unit is a surname, and that of a person more often than of anything
    else.

    Args:
        is_known: Whether a part of it or the word before it is a name. Otherwise the surname must not
            be a far more frequent word.
    """
    *parts, last = unit.title().split("-")
    is_place = look_up(unit)[0] is not None or parts[0].lower() in COMPASS_STARTS
    if is_place or is_type_word(last):
        return False  # Nord-Sverige
    parts.append(last[: len(last) - _is_genitive(last, look_up)])
    return any(_is_surname(part, is_known, look_up) for part in parts)


def _is_surname(part: str, is_known: bool, look_up: Lookup) -> bool:
    form, _ = look_up(part)
    if form is None or "surname" not in form.candidates:
        return False
    persons = count_persons(form)
    return 2 * persons > form.name_mentions and (
        is_known or form.word_mentions * LEAST_SHARE < persons
    )


def _build_family(
    text: str, start: int, end: int, inside: list[Detection], look_up: Lookup
) -> Detection:
    found = [each.probability for each in inside]
    probability = max([LEAST_OF_TWO, *found])
    is_genitive = _is_genitive(text[start:end].rpartition("-")[2].capitalize(), look_up)
    base, affixes = text[start : end - is_genitive], ("gen",) if is_genitive else ()
    return Detection(start, end, "surname", BESIDE_NAME, base, affixes, probability=probability)


def _is_genitive(part: str, look_up: Lookup) -> bool:
    """Return whether a part ends with a genitive's s rather than that of a surname: *Eks*, but not
    *Ros*."""
    form = look_up(part)[0]
    if form is not None and "surname" in form.candidates:
        return False
    base = look_up(part[:-1])[0] if part.endswith("s") else None
    if base is not None and "surname" in base.candidates:
        return True
    return form is None and is_unlisted_genitive(part)


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
