"""Settle the labels of persons' names by the words around them.

- The sex of a first name that the lists do not know: *min bror Dawit*.
- What is a surname: *Haile Tesfaye*, *doktor Al-Sayed*, *hos Perssons*.
- What is a first name although the lists have it as a surname: *abebe och goitom*.
"""

import re
from typing import Final

from tacknamn.detection.ranking.introductions import CALLED_CUES, Lookup
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, MIDDLENAME, PLACES
from tacknamn.detection.ranking.person_context import (
    NICKNAME,
    PERSON_NAMES,
    UNKNOWN_SEX,
    find_last_word,
    follows_name,
    is_adjacent,
    is_beside_name,
    read_person_words,
)
from tacknamn.detection.ranking.rules import INITIALS, LIST
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.fold import fold

__all__ = [
    "LEAST_STARTER",
    "find_first",
    "read_small_rows",
    "settle_label",
    "spread_lone",
    "spread_sexes",
]

_CLUB: Final = "other_institution"
LEAST_FIRST, LEAST_STARTER = 50.0, 300.0
"""Mentions from which a form shows its sex, and from which it may be part of a double name."""
_SON: Final = ":son"
_APPOSED: Final = compile_lazily(
    r"(?:[Ee]n|[Mm]in|[Hh]ans|[Hh]ennes|[Vv]år|[Dd]in|[Ss]in) ([^\W\d_]+), $"
)
"""A relative before a comma and the name: *en son, Kim*."""
_TO_ME: Final = compile_lazily(r" (?:till|åt) (?:mig|mej|honom|henne|mej)(?!\w)")
"""What follows a nickname: *säger Agge till mig*."""
_AGED: Final = re.compile(r" (?:är|e|var|fyller|fyllde|blir|blev) \d{1,2} år(?!\w)")
FEWEST_IN_ROW: Final = 3
"""First names in small letters from which a row names several persons."""
MUCH: Final = 5.0
"""How much more often a lone surname is a first name to count as one."""
RARE_SURNAME: Final = 300.0
"""Mentions per billion words below which a surname beside a first name is rather a first name."""
_LINKS: Final = (" och ", " å ", " o ", ", ")
_NICK_ENDINGS: Final = ("an", "is", "e", "y", "o")
_FAMILY_ENDINGS: Final = ("man", "sson", "sen", "ie", "ee", "lan")


def settle_label(text: str, detections: list[Detection], number: int, look_up: Lookup) -> Detection:
    """Return the detection with this number, with the label that its neighbours and the words before
    it give it."""
    detection = detections[number]
    if detection.label in PLACES:
        return _read_aged(text, detection, look_up)
    before = find_last_word(text, detection.start)
    is_person = detection.label in PERSON_NAMES or detection.label == "initials"
    if is_person and text[detection.end : detection.end + 4] == _SON:
        has_surname = detection.end + 5 in [each.start for each in detections]
        label, end = MIDDLENAME if has_surname else "surname", detection.end + len(_SON)
        return detection._replace(label=label, end=end, base=text[detection.start : end], entry=-1)
    if (
        detection.label in PERSON_NAMES
        and not before
        and (own := _APPOSED.search(text, max(0, detection.start - 30), detection.start))
    ):
        return _read_apposed(text, detections, number, own.group(1).lower())
    if detection.label == "surname" and detection.end - detection.start == 1:
        return detection._replace(label="initials", rule=INITIALS, entry=-1)
    if detection.label == MIDDLENAME and not follows_name(text, detections, number):
        label, mentions = find_first(detection.base, look_up)
        return detection._replace(label=label) if mentions else detection
    if detection.label == UNKNOWN_SEX:
        return _add_sex(text, _look_up_sex(detection, look_up), before)
    if detection.label == _CLUB and before in read_person_words("family"):
        return _read_family(text, detection, look_up)
    if detection.label in FIRSTNAMES and _begins_with_article(text, detection):
        is_called = detection.trigger in CALLED_CUES or before in read_person_words("relative")
        return detection if is_called else detection._replace(label="surname")
    if detection.label == "surname" and not is_beside_name(text, detections, number):
        if before in read_person_words("relative") and _is_owned(text, detection.start):
            return _add_sex(text, detection._replace(label=UNKNOWN_SEX), before)
        if before in ("säger", "sa", "säga") and _TO_ME.match(text, detection.end):
            return detection._replace(label=NICKNAME)
        if detection.entry >= 0 and before not in read_person_words("before_surname"):
            read = _read_lone(text, detection, look_up)
            if read is not detection:
                return read
        if " " in detection.base:
            return _read_double(detection, look_up)
        if _is_nickname_in_row(text, detections, number):
            return detection._replace(label=NICKNAME)
    return detection


def _read_lone(text: str, detection: Detection, look_up: Lookup) -> Detection:
    """Return a surname that stands alone and is rather a first name as one: *Ssk Jeanette*."""
    label, mentions = find_first(detection.base, look_up)
    form, _ = look_up(detection.base)
    if form is None or mentions < LEAST_FIRST or "surname" not in form.candidates:
        return detection
    if mentions < MUCH * form.candidates["surname"].mentions or detection.affixes:
        return detection
    return detection._replace(label=label)


def _read_aged(text: str, detection: Detection, look_up: Lookup) -> Detection:
    """Return a place whose age is given, and that may be a person, as one: *göta är 91 år*."""
    if _AGED.match(text, detection.end) is None:
        return detection
    label, mentions = find_first(detection.base, look_up)
    if mentions < LEAST_FIRST:
        return detection
    return detection._replace(label=label, entry=-1, country="", parent="")


def _read_apposed(text: str, detections: list[Detection], number: int, relative: str) -> Detection:
    """Return the name of a relative after a comma as a first name of that sex: *en fru, Nino*."""
    detection, label = detections[number], _find_sex(relative)
    if detection.label == label or is_beside_name(text, detections, number):
        return detection
    if detection.label == "surname":
        return detection._replace(label=label or UNKNOWN_SEX, entry=-1)
    return detection._replace(label=label) if label else detection


def spread_lone(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections; a rare surname that is joined to a lone first name is a first name
    wherever it stands alone: *abebe och goitom*."""
    joined: set[str] = set()
    for number, detection in enumerate(detections[:-1]):
        following = detections[number + 1]
        if text[detection.end : following.start] not in _LINKS:
            continue
        for own, other in ((detection, following), (following, detection)):
            if own.label == "surname" and other.label in FIRSTNAMES and not own.affixes:
                form, _ = look_up(own.base)
                surname = form.candidates.get("surname") if form is not None else None
                if surname is None or surname.mentions < RARE_SURNAME:
                    joined.add(fold(own.base))
    if not joined:
        return detections
    return [
        each._replace(label=UNKNOWN_SEX)
        if each.label == "surname"
        and fold(each.base) in joined
        and not is_beside_name(text, detections, number)
        else each
        for number, each in enumerate(detections)
    ]


def read_small_rows(text: str, detections: list[Detection], look_up: Lookup) -> list[Detection]:
    """Return the detections; three names in small letters that are all first names are those of
    three persons: *viggo ismail otto*."""
    small = [each for each in detections if text[each.start].islower()]
    if len(small) < FEWEST_IN_ROW:
        return detections
    result = list(detections)
    begin = 0
    for number in range(1, len(detections) + 1):
        if number < len(detections) and follows_name(text, detections, number):
            continue
        row = detections[begin:number]
        if len(row) >= FEWEST_IN_ROW:
            labels = [_read_small_first(text, each, look_up) for each in row]
            if "" not in labels:
                result[begin:number] = [
                    each._replace(label=label) for each, label in zip(row, labels, strict=True)
                ]
        begin = number
    return result


def _read_small_first(text: str, detection: Detection, look_up: Lookup) -> str:
    """Return the label of a first name in small letters; empty if it is rather a surname."""
    if not text[detection.start : detection.end].islower() or not detection.base:
        return ""
    label, mentions = find_first(detection.base, look_up)
    form, _ = look_up(detection.base)
    surname = form.candidates.get("surname") if form is not None else None
    return label if mentions > (surname.mentions if surname is not None else 1.0) else ""


def _look_up_sex(detection: Detection, look_up: Lookup) -> Detection:
    """Return a first name whose sex the lists know by its form alone: *Anna* of *Anna Maria*."""
    if detection.entry >= 0 or not detection.base:
        return detection
    label, mentions = find_first(detection.base, look_up)
    return detection._replace(label=label) if mentions >= LEAST_FIRST else detection


def find_first(word: str, look_up: Lookup) -> tuple[str, float]:
    """Return the likeliest label of a first name of the lists, and its mentions."""
    form, _ = look_up(word)
    labels = [] if form is None else [each for each in form.candidates if each in FIRSTNAMES]
    if form is None or not labels:
        return UNKNOWN_SEX, 0.0
    label = max(sorted(labels), key=lambda own: form.candidates[own].mentions)
    return label, form.candidates[label].mentions


def _read_double(detection: Detection, look_up: Lookup) -> Detection:
    """Return two first names that the lists have as one surname: *Anna Maria kom*."""
    first, _, second = detection.base.partition(" ")
    label, mentions = find_first(first, look_up)
    if min(mentions, find_first(second, look_up)[1]) < LEAST_STARTER:
        return detection
    return detection._replace(label=label, entry=-1)


def _is_owned(text: str, start: int) -> bool:
    """Return whether somebody's relative is named: *min fru Ximena*, but not *fru Lind*."""
    words = text[max(0, start - 40) : start].lower().split()
    return len(words) > 1 and words[-2] in read_person_words("owner")


def _add_sex(text: str, detection: Detection, before: str) -> Detection:
    """Return a first name with the sex that the words before say: *min bror Dawit*, *hon heter*."""
    word = before
    if before in CALLED_CUES:
        clause = re.split(r"[.!?,;:\n]", text[max(0, detection.start - 60) : detection.start])[-1]
        word = _find_last_of_sex(clause.lower().split())
    elif before in ("är", "och"):
        word = ""
    label = _find_sex(word)
    return detection._replace(label=label) if label else detection


def _find_last_of_sex(words: list[str]) -> str:
    """Return the last word that says a sex; empty if there is none."""
    for word in reversed(words):
        if _find_sex(word):
            return word
    return ""


def spread_sexes(detections: list[Detection]) -> list[Detection]:
    """Return the detections; a first name of one sex in one place has it in all places."""
    if UNKNOWN_SEX not in [each.label for each in detections]:
        return detections
    sexes = {
        fold(each.base): each.label
        for each in reversed(detections)
        if each.label in FIRSTNAMES and each.label != UNKNOWN_SEX
    }
    return [
        each._replace(label=sexes[fold(each.base)])
        if each.label == UNKNOWN_SEX and fold(each.base) in sexes
        else each
        for each in detections
    ]


def _find_sex(word: str) -> str:
    if word in read_person_words("female"):
        return "firstname_female"
    return "firstname_male" if word in read_person_words("male") else ""


def _begins_with_article(text: str, detection: Detection) -> bool:
    form = text[detection.start : detection.end].lower()
    return "-" in form and form.startswith(tuple(read_person_words("article")))


def _read_family(text: str, detection: Detection, look_up: Lookup) -> Detection:
    """Return *Perssons* after *hos* as the surname of a family."""
    form = text[detection.start : detection.end]
    if " " in form or form[-1:] != "s":
        return detection
    base = form[:-1]
    known, entry = look_up(base)
    if known is None or "surname" not in known.candidates:
        return detection
    return detection._replace(
        label="surname", rule=LIST, base=base, affixes=("gen",), entry=entry, country="", parent=""
    )


def _is_nickname_in_row(text: str, detections: list[Detection], number: int) -> bool:
    """Return whether a lone surname is coordinated with a lone first name and ends as nicknames do:
    *Jocke och Bettan*."""
    detection = detections[number]
    form = text[detection.start : detection.end].lower()
    if not form.endswith(_NICK_ENDINGS) or form.endswith(_FAMILY_ENDINGS) or not number:
        return False
    first = detections[number - 1]
    is_lone = not (number > 1 and is_adjacent(text, detections[number - 2], first))
    return first.label in FIRSTNAMES and is_lone and text[first.end : detection.start] in _LINKS
