"""Add the persons' names that a cue or the way they are written shows.

Nicknames (*de kallar mig Bettan*), names that are spelt (*G-I-T-A*), initials after a first name or under a
letter, and the fields of forms (*efternamn? Orazowa*).
"""

import re
from typing import Final

from tacknamn.detection.ranking.introductions import ACTIVE_CUES, find_subject
from tacknamn.detection.ranking.label_groups import FIRSTNAMES
from tacknamn.detection.ranking.person_context import (
    CAPITALIZED,
    NICKNAME,
    PERSON_NAMES,
    UNKNOWN_SEX,
    drop_covered,
    merge_added,
    read_person_words,
)
from tacknamn.detection.ranking.repeats import list_places
from tacknamn.detection.ranking.rules import CAPITAL, INITIALS
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "add_fields",
    "add_initials",
    "add_nicknames",
    "add_signed",
    "add_spelt",
    "list_person_literals",
]

_INITIAL: Final = re.compile(r" ([A-HJ-ZÅÄÖ])(?=[ ,;:!?)]|\.?$|\n)(?! [A-ZÅÄÖ]| ?\d)")
_SIGNED: Final = compile_lazily(
    r"(?:[Hh]älsning(?:ar)?|[Mm]vh|MVH|[Kk]ram(?:ar)?|[Vv]änligen)[ ,:]*\n?[ ]*"
    r"((?:[A-ZÅÄÖ]\.? ?){1,3})(?=\s*$|\n)"
)
_SIGNS_LETTER: Final = (
    "hälsning", "Hälsning", "mvh", "Mvh", "MVH", "kram", "Kram", "vänligen", "Vänligen",
)  # fmt: skip
"""How the words before signed initials begin."""
_FIELD: Final = compile_lazily(
    rf"(?P<field>[Ee]fternamn|[Ff]örnamn)(?:et)?(?: är|:|\?)?[\s–—-]*(?P<name>{CAPITALIZED})(?![\w:?])"
)
_HAS_FIELD: Final = "rnamn"
_SPELT: Final = compile_lazily(r"(?<![\w-])(?:[^\W\d_]-){2,}[^\W\d_](?![\w-])")
_CALLED: Final = compile_lazily(
    r"(?P<cue>[Kk]alla(?:des|de|s|d|t|r)?|[Ss]meknamn(?:et)?(?: är| var)?)"
    r"(?P<whom>(?: (?:mig|honom|henne|han|hon|vi|dom|de|alla|också|ofta|alltid|bara|mest))*)"
    rf"(?: för)? (?P<quote>[\"”“'’»]?)(?P<name>{CAPITALIZED})"
)
_BEFORE_NICKNAME: Final = ("kalla", "Kalla", "smeknamn", "Smeknamn")
"""How cues begin that introduce a nickname."""
_WHOM: Final = frozenset(("mig", "honom", "henne"))


def list_person_literals() -> frozenset[str]:
    """Return what a text with nicknames, signed initials or fields of forms has, in lower case."""
    return frozenset([each.lower() for each in (*_BEFORE_NICKNAME, *_SIGNS_LETTER, _HAS_FIELD)])


def add_nicknames(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the nicknames that a cue introduces: *de kallar mig Bettan*."""
    added: list[Detection] = []
    for match in _match_at(_CALLED, text, _BEFORE_NICKNAME):
        start, end = match.span("name")
        is_person = not _WHOM.isdisjoint(match.group("whom").split()) or "namn" in match.group()
        is_active = match.group("cue").lower() in ACTIVE_CUES
        if not is_person and find_subject(text, match.start(), is_active) not in _PERSONAL:
            continue
        covering = [each for each in detections if each.start < end and each.end > start]
        if all(each.entry < 0 or each.label == UNKNOWN_SEX for each in covering):
            added.append(Detection(start, end, NICKNAME, CAPITAL, match.group("name")))
    return merge_added(detections, added)


_PERSONAL: Final = ("person", "pronoun")


def add_spelt(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the names of the text that it spells letter by letter: *G-I-T-A*."""
    added: list[Detection] = []
    for match in _SPELT.finditer(text) if _is_spelling(text) else ():
        form = match.group().replace("-", "").lower()
        for detection in detections:
            if (
                text[detection.start : detection.end].lower() == form
                and detection.label in PERSON_NAMES
            ):
                added.append(detection._replace(start=match.start(), end=match.end(), affixes=()))
                break
    return merge_added(detections, added)


def _is_spelling(text: str) -> bool:
    """Return whether there is a single sign between two hyphens."""
    at = text.find("-")
    while at >= 0:
        if text[at + 2 : at + 3] == "-":
            return True
        at = text.find("-", at + 1)
    return False


def add_initials(text: str, detections: list[Detection]) -> list[Detection]:
    """Add a single capital after a first name: *Birgitta Å ringde*."""
    added: list[Detection] = []
    for detection in detections:
        if detection.label not in FIRSTNAMES or detection.affixes:
            continue
        match = _INITIAL.match(text, detection.end)
        if match is not None:
            start, end = match.span(1)
            added.append(Detection(start, end, "initials", INITIALS, match.group(1)))
    return _merge_new(detections, added)


def add_signed(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the initials that sign a letter: *Med vänlig hälsning M.K.*"""
    added = []
    for match in _match_at(_SIGNED, text, _SIGNS_LETTER):
        start = match.start(1)
        initials = match.group(1).rstrip()
        added.append(Detection(start, start + len(initials), "initials", INITIALS, initials))
    return _merge_new(detections, added)


def _match_at(
    pattern: re.Pattern[str], text: str, beginnings: tuple[str, ...]
) -> list[re.Match[str]]:
    """Return all matches of a pattern that begins with one of these strings. Searching for them
    first is much faster than a search that tries the pattern at each letter."""
    matches: list[re.Match[str]] = []
    end = 0
    for start in sorted([start for _, start, _ in list_places(text, list(beginnings))]):
        match = pattern.match(text, start) if start >= end else None
        if match is not None:
            matches.append(match)
            end = match.end()
    return matches


def add_fields(text: str, detections: list[Detection]) -> list[Detection]:
    """Add the names in forms and interviews: *Efternamn? Orazowa*."""
    added = []
    for match in _FIELD.finditer(text) if _HAS_FIELD in text else ():
        name = match.group("name")
        if name.lower() in read_person_words("field"):
            continue
        label = "surname" if match.group("field").lower() == "efternamn" else UNKNOWN_SEX
        added.append(Detection(*match.span("name"), label, CAPITAL, name))
    covered = [each for each in detections if each.label in PERSON_NAMES]
    return merge_added(detections, drop_covered(added, covered))


def _merge_new(detections: list[Detection], added: list[Detection]) -> list[Detection]:
    """Return the detections with the added ones that overlap none."""
    return sorted([*detections, *drop_covered(added, detections)]) if added else detections
