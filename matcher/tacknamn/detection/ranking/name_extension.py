"""Extend names of institutions to their whole length: with their type words (*Hylte vårdcentral*)
and with further capitalized words (*Lunds Energi*, *Klipp-Inn*)."""

import re
from typing import Final

from tacknamn.detection.ranking.detections import adds_only_words
from tacknamn.detection.ranking.label_groups import (
    CLUB,
    FIRSTNAMES,
    INSTITUTIONS,
    PERSONS,
    PLACES,
)
from tacknamn.detection.ranking.name_cues import find_activity
from tacknamn.detection.ranking.rules import BESIDE_NAME, CAPITAL, INSTITUTION, LIST
from tacknamn.detection.ranking.schools import is_possession
from tacknamn.detection.ranking.type_words import (
    WITH_QUOTE,
    TypeWord,
    find_label_by_ending,
    find_type_word_after,
    find_type_word_before,
    is_type_word,
)
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["AT", "NAMED", "PLACED", "PREFIX", "extend_names", "is_person_called"]

PLACED: Final = INSTITUTIONS - {"transport_name"}
NAMED: Final = PERSONS | PLACES | PLACED
_UNLISTED: Final = frozenset((BESIDE_NAME, CAPITAL))
AT: Final = ("på ", "hos ", "åt ", "vid ", "för ", "at ", "for ")
"""Prepositions before a place of work."""
_NO_NAMES: Final = frozenset(
    ("after", "before", "during", "efter", "före", "innan", "om", "till", "under", "utan", "with")
)
"""Words that the patterns take for a name at the start of a sentence: *Efter skolan*."""
_CALLED_REACH: Final = 24
"""Characters before a name that say whether it is that of a person."""
_PERSON_CALLED: Final = compile_lazily(
    r"(?:\b(?:[Jj]ag|[Hh]an|[Hh]on|[Hh]en|bror|syster|son|dotter|man|fru|vän|kompis|granne) heter"
    r"|\b[Nn]amn är|\b[Nn]ame is|\b(?:Mr|Mrs|Ms|Miss|Herr|Fru)\.?) \Z"
)
"""What stands before the name of a person, whose surname may be a type word: *Park*."""
_DOCUMENT: Final = compile_lazily(
    r"(?:samtal|möte|beslut|anmälan|ansökan|utredning|rapport|intyg|kallelse|protokoll|journal"
    r"|anteckning|anteckningar|yttrande|bedömning|besök|meddelande|överklagande|remiss|planering)\Z",
    re.IGNORECASE,
)
"""Endings of what an authority sends or does, in headings: *Arbetsförmedlingen Planeringssamtal*."""
LONGEST_PREFIX: Final = 9
"""Characters of a prefix and the blank after it, with two to spare: *Sankta*, *Västra*."""
PREFIX: Final = compile_lazily(
    r"(?<!\w)(?:S:ta?|Sankta?|St|Norra|Södra|Östra|Västra|Stora|Nya|Gamla) \Z"
)
_COURSE: Final = compile_lazily(r" (?:som|kurs|course|nivå|level|as)(?: |\Z)")
"""What stands in the names of courses, which the lists have as studies: *Svenska som
andraspråk*."""
_SMALL_ENDING: Final = compile_lazily(r"[a-zåäö]{5,}(?![\w-])")
_HYPHENED: Final = compile_lazily(r"(?:-[A-ZÅÄÖ]\w+)+")
_BEFORE_CAPITALS: Final = frozenset(("city", "region")) | PLACED
_CAPITALS_AFTER: Final = compile_lazily(r"(?: [A-ZÅÄÖ][\w&]+){1,2}")


def is_person_called(text: str, start: int) -> bool:
    """Return whether the words before say that the name that starts here is that of a person.

    >>> is_person_called("Jag heter Min Park.", 10), is_person_called("Parken heter Hyde Park.", 13)
    (True, False)
    """
    return _PERSON_CALLED.search(text, max(0, start - _CALLED_REACH), start) is not None


def extend_names(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with names extended by the words that say of what type they are.
    Detections that an extended name covers are dropped."""
    result: list[Detection] = []
    for index, detection in enumerate(detections):
        if result and detection.start < result[-1].end:
            continue
        if detection.label in NAMED:
            if _is_no_name(text, detection):
                continue
            extended = _extend(text, detection, result)
            following = detections[index + 1] if index + 1 < len(detections) else None
            # A whole name begins with the type word: Kirurgkliniken Centralsjukhuset Kalmar.
            if following is None or not following.start < extended.end < following.end:
                detection = extended
        while result and result[-1].end > detection.start:
            result.pop()
        result.append(detection)
    return result


def _extend(text: str, name: Detection, before: list[Detection]) -> Detection:
    whole = _extend_before(text, name)
    extended = _extend_after(text, whole)
    if whole.start < name.start and whole.label == "work" and extended is not whole:
        extended = extended._replace(label=whole.label)  # hotel Jasmine Garden
    if extended is name:
        extended = _extend_by_hyphen(text, name)
    if extended is name:
        extended = _extend_by_capitals(text, name)
        if extended is not name:
            extended = _extend_after(text, extended)  # Sankt Lars kyrka
    if extended is name or adds_only_words(text, name, extended, before):
        return extended
    return name


def _is_no_name(text: str, detection: Detection) -> bool:
    form = text[detection.start : detection.end]
    if detection.rule == CAPITAL and detection.label in PERSONS and _COURSE.search(form):
        return True
    if detection.rule == "school" and " " in form:
        return form.split()[0].lower() in _NO_NAMES
    if detection.rule not in _UNLISTED:
        return False
    return is_type_word(form) or (detection.label in PLACED and _DOCUMENT.search(form) is not None)


def _extend_before(text: str, name: Detection) -> Detection:
    type_word = find_type_word_before(text, name.start)
    if type_word is None:
        return name
    is_beside = name.start - type_word.end <= WITH_QUOTE and not type_word.inside
    if is_beside and name.label in PERSONS and name.entry >= 0:
        return name  # På skolan Anna hjälper mig
    keeps_label = name.label in PLACED and type_word.label == "place"
    label = name.label if keeps_label else type_word.label
    if label == "city" and name.label in PLACES:
        label = name.label
    start = type_word.start if type_word.inside else name.start
    if label == name.label and start == name.start:
        return name
    return _relabel(text, name, start, name.end, label, type_word)


def _extend_after(text: str, name: Detection) -> Detection:
    type_word = find_type_word_after(text, name.end)
    if type_word is None:
        return name
    prefix = PREFIX.search(text, max(0, name.start - LONGEST_PREFIX), name.start)
    if prefix is None and not _may_begin_institution(text, name, type_word):
        return name
    keeps_label = name.label in PLACED and name.label != "work" and type_word.label != "place"
    label = name.label if keeps_label else type_word.label
    start = prefix.start() if prefix is not None else name.start
    return _relabel(text, name, start, type_word.end, label, type_word)


def _extend_by_capitals(text: str, name: Detection) -> Detection:
    """Return a town with the capitalized words after it, if the sentence says that something is
    done there that is not done in towns: *jobbar på Lunds Energi*, *spelar i Eskilstuna Guif*."""
    if name.label not in _BEFORE_CAPITALS or not text[name.end + 1 : name.end + 2].isupper():
        return name
    if text[name.end] == "-":
        hyphened = _HYPHENED.match(text, name.end) if name.label in PLACED else None
        return name if hyphened is None else _extend_to(text, name, hyphened.end())
    words = _CAPITALS_AFTER.match(text, name.end)
    if words is None:
        return name
    label, verb = find_activity(text, name.start)
    if label not in PLACED or is_type_word(words[0].split()[0]):
        return name
    if not text.endswith(("i ", "med ", *AT) if label == CLUB else AT, 0, name.start):
        return name
    if name.label in PLACED:
        return _extend_to(text, name, words.end())
    return Detection(name.start, words.end(), label, INSTITUTION, trigger=verb)


def _extend_by_hyphen(text: str, name: Detection) -> Detection:
    """Return a name with the type word that a hyphen joins to it: *Ibn-Rushd-sjukhuset*."""
    if text[name.end : name.end + 1] != "-":
        return name
    ending = _SMALL_ENDING.match(text, name.end + 1)
    label = find_label_by_ending(f"xx{ending.group()}") if ending is not None else ""
    if ending is None or label not in PLACED:
        return name
    return Detection(name.start, ending.end(), label, INSTITUTION, trigger=ending.group())


def _extend_to(text: str, name: Detection, end: int) -> Detection:
    return name._replace(end=end, base=text[name.start : end], affixes=(), entry=-1)


def _relabel(
    text: str, name: Detection, start: int, end: int, label: str, type_word: TypeWord
) -> Detection:
    trigger = text[type_word.start : type_word.end].split()[0].lower()
    if start == name.start and end == name.end:
        return name._replace(label=label, rule=INSTITUTION, trigger=trigger)
    return Detection(start, end, label, INSTITUTION, trigger=trigger)


def _may_begin_institution(text: str, name: Detection, type_word: TypeWord) -> bool:
    """Return whether a name may be part of one that ends in the type word. Names of persons stand
    in the genitive there, unless the type word has a capital as well (Mercy Hospital)."""
    is_owned = is_possession(text[type_word.start : type_word.end])
    if name.label in FIRSTNAMES and name.rule == LIST and is_owned:
        return False
    if name.label in PERSONS and is_person_called(text, name.start):
        return False  # Jag heter Min Park
    is_genitive = "gen" in name.affixes or text[name.end - 1] in "sSxXzZ"
    return name.label not in PERSONS or is_genitive or text[type_word.start].isupper()
