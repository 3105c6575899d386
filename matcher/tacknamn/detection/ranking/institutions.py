"""Settle the names of institutions: their whole length, and whether a person works there (A9, 3).

Next to many names stands a type word (:mod:`tacknamn.detection.ranking.type_words`): *Lasses
trafikskola* is a school, not only a person called Lasse. An institution is ``work`` if the text says
that a person works there. Companies and authorities that are only mentioned identify no person; they
get separate rules, so that a profile can leave them unchanged. Parts of foreign towns become ``area``.
"""

import re
from collections.abc import Iterator
from typing import Final

from tacknamn.detection.cues.doubted_words import is_plausible
from tacknamn.detection.ranking.english_phrases import PHRASE
from tacknamn.detection.ranking.foreign_areas import AREA, CITY, label_foreign_areas
from tacknamn.detection.ranking.label_groups import CLUB, INSTITUTIONS, PERSONS, PLACES
from tacknamn.detection.ranking.name_cues import find_activity, find_work_after
from tacknamn.detection.ranking.name_extension import AT, NAMED, PLACED, PREFIX, extend_names
from tacknamn.detection.ranking.rules import (
    AUTHORITY,
    BESIDE_NAME,
    CAPITAL,
    COMPANY,
    INSTITUTION,
    LIST,
    WORKPLACE,
)
from tacknamn.detection.ranking.type_words import (
    find_label_by_ending,
    find_label_by_last_word,
    find_type_word_before,
    is_commonly_country,
    is_nameless,
    match_ending,
)
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["settle_institutions"]

_SETTLED: Final = NAMED | INSTITUTIONS
_BETWEEN_JOB: Final = frozenset(
    (" på ", " hos ", " åt ", " vid ", " at ", " for ", " in ", " with ")
)
_DEFINITE: Final = ("en", "an", "na", "rn", "ln")
"""Endings of professions of people who are only mentioned: *läkaren på sjukhuset*."""
_OWN: Final = ("min ", "Min ", "vår ", "Vår ", "din ", "Din ")
"""Words before professions of people who help the writer: *min handläggare på
Arbetsförmedlingen*."""
_REACH: Final = 40
"""Characters before a place that say what is done there."""
_HOME: Final = compile_lazily(
    r"\b(?:bo|bor|bodde|bott|hyr|lägenhet\w*|rum|född\w*|växt\w*|lives?|lived)\b"
)
"""Words for living somewhere: people live *på Ålidhem*, a part of a town."""
_EMPLOYERS: Final = ("kommun", "region")
_THOUGHT: Final = compile_lazily(
    r"\b(?:tänk\w*|tro\w*|hopp\w*|titta\w*|minn\w*|säker|stolt)(?: \w+){0,2} på \Z"
)
"""Words after which *på* is no preposition of place."""
_IN_WATER: Final = compile_lazily(r"\b(?:bada|simma|fiska|dyk)\w*(?: \w+)? i \Z")
"""What people do in lakes, which often have the name of a village."""
_UNLISTED: Final = frozenset((BESIDE_NAME, CAPITAL))
_AT_FAMILY: Final = compile_lazily(r"\b(?:hos|till|med|familjen|av|från) \Z")
_FAMILY: Final = compile_lazily(
    r"[A-ZÅÄÖ][a-zåäöé]+(?:son|ström|berg|gren|lund|qvist|kvist|dahl|feldt|man|stedt|holm|lin|ell)s"
)
"""The genitive of a surname, which is what families are called: *Lindgrens*."""
_STREET: Final = compile_lazily(r"(?:gatan|vägen|gränd|stigen|allén|esplanaden)\Z", re.IGNORECASE)
"""Endings of streets, at which people work but which are no institutions."""
_AT_THING: Final = (" på ", " vid ", " at ")
"""Prepositions before a workplace that do not stand before persons."""
_AFTER_WORKPLACE: Final = compile_lazily(
    r"\s*(?:[.,!?;:)\n]|\Z|(?:i|in|och|and|som|men|but|sedan|since|där|where|as|när|when|för"
    r"|eller|or|nu|now)\b)"
)
"""What may follow a workplace. After a genitive stands the thing of a person instead."""
_MANY_HAVE: Final = frozenset(
    ("affär", "affären", "apotek", "apoteket", "bolag", "bolaget", "butik", "butiken", "bygget",
     "company", "fabrik", "fabriken", "factory", "firm", "firma", "firman", "företag", "företaget", "lager", "lagret",
     "matbutik", "mataffär", "optiker", "optikern", "shop", "taxi")
)  # fmt: skip
"""Type words of companies that many people know; a restaurant is where a few people go."""
_KNOWN_FIRMS: Final = ("byrån", "bolaget", "företaget", "kedjan")
"""Endings of the same: *nyhetsbyrån*."""
_NEWSPAPERS: Final = (
    "bladet", "tidningen", "Tidningen", " Tidning", " Nyheter", "Allehanda", "uriren", "Posten",
)  # fmt: skip
"""Endings of newspapers."""
_READS: Final = compile_lazily(
    r"\bläs(?:er|te|t|a)(?: (?:ofta|alltid|aldrig|gärna|mest|också|i))? \Z"
)
"""Before what is read; before where somebody studies stands *på*."""
_FORM: Final = ("Arbetsgivare: ", "Employer: ")
_FROM_EMPLOYER: Final = (*AT, "från ", "via ", "genom ", *_FORM)
"""What stands before a workplace, and before those whose staff comes to a person's home."""
_ZIP: Final = "zip_code"
_SAINT: Final = re.compile(r"St\.? [A-Z]\w+['’]s?")
"""A church, school or hospital by its saint: *at St Mary's*."""
_ATTENDED: Final = re.compile(
    r"\b(?:went to|go to|goes to|attends?|attended|(?:graduated|graduates) from|enrolled (?:at|in)) \Z"
)
"""What stands before a school that is called after a person: *went to Martha Ellis*."""
_ATTENDED_ENDS: Final = ("to ", "attend ", "attends ", "attended ", "from ", "at ", "in ")
"""How that ends."""
_OF_PERSON: Final = compile_lazily(r"['’]|-| (?:(?:to|for|who|about|with|house|home)\b|[A-Z])")
"""What follows the name of a person to whom somebody went."""


def settle_institutions(text: str, detections: list[Detection]) -> list[Detection]:
    """Return the detections, with names of institutions at their whole length, and with those at
    which a person works as ``work``."""
    if not any(detection.label in _SETTLED for detection in detections):
        return list(detections)
    extended = list(_join_parts(text, extend_names(text, detections)))
    before: list[Detection | None] = [None, *extended][:-1]
    return [
        _settle(text, detection, last)
        if detection.label in INSTITUTIONS or detection.label in PLACES
        else _settle_person(text, detection, last)
        for last, detection in zip(before, label_foreign_areas(text, extended), strict=True)
    ]


def _join_parts(text: str, detections: list[Detection]) -> Iterator[Detection]:
    """Join names of several words: *Dala Frakt*, *Folktandvården Angered*."""
    last: Detection | None = None
    start = 0
    for detection in detections:
        if last is not None and _continues(text, last, detection):
            if last.label in PERSONS and detection.label == "surname":
                last = last._replace(label="school", rule=INSTITUTION, affixes=())
            else:
                last = detection if last.label in PLACES or last.label == "surname" else last
            end = detection.end
            last = last._replace(start=start, end=end, base=text[start:end], entry=-1)
            continue
        if last is not None:
            yield last
        last, start = detection, detection.start
    if last is not None:
        yield last


def _continues(text: str, first: Detection, second: Detection) -> bool:
    """Return whether the second detection continues the name of the first."""
    if text[first.end : second.start] != " ":
        return False
    if first.label == second.label and first.label in PLACED and second.entry < 0:
        return True
    if first.label in PERSONS and second.label == "surname" and _is_attended(text, first, second):
        return True  # went to Martha Ellis
    if first.label in PLACES and second.label == "place":  # Åre Östersund flygplats
        return find_label_by_last_word(text[second.start : second.end]) == "place"
    if first.label == "surname" and second.label in PLACED:  # Olssons Bil
        return second.rule in _UNLISTED and text[first.end - 1] == "s"
    if first.label not in PLACED or second.label not in NAMED:
        return False
    if second.label == "surname" and (first.rule == INSTITUTION or first.rule in _UNLISTED):
        before = find_type_word_before(text, first.start)
        return before is not None and before.label in PLACED  # gymmet Fitness Nord
    if second.label == CITY and _is_whole(text, first):
        return False  # BUP Örebro, Östra sjukhuset Göteborg
    if PREFIX.fullmatch(text, first.start, second.start):
        return True
    type_word = find_type_word_before(text, second.start)
    return type_word is not None and type_word.inside


def _is_attended(text: str, first: Detection, second: Detection) -> bool:
    """Return whether a whole name of a person is that of the school to which somebody went."""
    return (
        text.endswith(_ATTENDED_ENDS, 0, first.start)
        and _ATTENDED.search(text, max(0, first.start - _REACH), first.start) is not None
        and _OF_PERSON.match(text, second.end) is None
    )


def _is_whole(text: str, institution: Detection) -> bool:
    """Return whether a town after an institution only says where it is: the name ends with its type
    word, or it is an abbreviation that names nothing."""
    form = text[institution.start : institution.end]
    return is_nameless(form) or bool(find_label_by_last_word(form))


def _settle(text: str, detection: Detection, last: Detection | None) -> Detection:
    """Return the detection with the label and rule that its sentence gives it.

    Args:
        last: The detection before it.
    """
    if detection.label in PLACES:
        return _settle_place(text, detection, last)
    if last is not None and last.label == _ZIP and text[last.end : detection.start] == " ":
        return detection._replace(label=CITY)
    form = text[detection.start : detection.end]
    if detection.rule != LIST and _STREET.search(form):
        return detection._replace(label="place")
    if detection.label == "school" and form.islower() and is_plausible(form, "language"):
        return detection._replace(label="language")
    activity, verb = _find_activity(text, detection, last)
    is_at = text.endswith(_FROM_EMPLOYER, 0, detection.start)
    if detection.label == "transport_name" and not (activity == "work" and is_at):
        return detection
    if activity == "work":
        return detection._replace(label="work", rule=WORKPLACE, trigger=verb)
    if detection.label == "work" and _is_company(text, detection, form):
        return detection._replace(rule=COMPANY)
    if detection.label == "public_authority":
        names_place = detection.rule == INSTITUTION and " " in form
        return detection if names_place else detection._replace(rule=AUTHORITY)
    if detection.rule in _UNLISTED and _is_family(text, detection):
        base = form.removesuffix("s")
        return detection._replace(label="surname", trigger="hos", base=base, affixes=("gen",))
    if detection.rule == LIST and detection.label == CLUB and _is_newspaper(text, detection, form):
        return detection._replace(label="work", rule=COMPANY)
    label = find_label_by_ending(form)
    if activity == "school" and detection.rule == LIST and label in ("", "school"):
        return detection._replace(label="school", trigger=verb)
    if detection.label == CLUB and label == "school":
        return detection._replace(label="school")
    if detection.label == "school" and find_label_by_last_word(form) == CLUB:
        return detection._replace(label=CLUB)  # Mercy University Hospital
    return detection


def _settle_person(text: str, detection: Detection, last: Detection | None) -> Detection:
    """Return a single name of a person as a workplace if a person works *at* it: *jobbar på
    Bergströms*. Other detections are returned as they are."""
    if detection.label in PERSONS and _SAINT.fullmatch(text, detection.start, detection.end):
        form = text[detection.start : detection.end]
        return detection._replace(label=CLUB, rule=INSTITUTION, base=form, affixes=(), entry=-1)
    if detection.label not in PERSONS or not text.endswith(_AT_THING, 0, detection.start):
        return detection
    if not _AFTER_WORKPLACE.match(text, detection.end):
        return detection
    activity, verb = _find_activity(text, detection, last)
    if activity != "work":
        return detection
    form = text[detection.start : detection.end]
    return detection._replace(
        label="work", rule=WORKPLACE, base=form, trigger=verb, affixes=(), entry=-1
    )


def _is_newspaper(text: str, detection: Detection, form: str) -> bool:
    """Return whether this is a newspaper, which many people read: *läser Trellobladet*."""
    return form.endswith(_NEWSPAPERS) or (
        _READS.search(text, max(0, detection.start - _REACH), detection.start) is not None
    )


def _is_family(text: str, detection: Detection) -> bool:
    """Return whether an unlisted name is that of a family: *bor hos Perssons*."""
    before = text[max(0, detection.start - _REACH) : detection.start].lower()
    return _AT_FAMILY.search(before) is not None and (
        _FAMILY.fullmatch(text, detection.start, detection.end) is not None
    )


def _is_company(text: str, detection: Detection, form: str) -> bool:
    """Return whether this is a company that many people know. A restaurant that its type word
    shows is a place where the writer was."""
    before = find_type_word_before(text, detection.start)
    if before is not None and before.label == "work":
        word = text[before.start : before.end].split()[0].lower()
        if word not in _MANY_HAVE and not word.endswith(_KNOWN_FIRMS):
            return False
    if detection.rule in (INSTITUTION, PHRASE) and detection.entry < 0:
        return False
    return detection.entry >= 0 or not find_label_by_last_word(form)


def _settle_place(text: str, detection: Detection, last: Detection | None) -> Detection:
    """Return a detection of a place, with the label that its form or its sentence gives it.

    Args:
        last: The detection before it.
    """
    form = text[detection.start : detection.end]
    # Countries, waters and other places by their form.
    if detection.label in ("city", "region") and is_commonly_country(detection.base or form):
        return detection._replace(label="country")
    if detection.label == "city":
        if text.endswith(" i ", 0, detection.start) and _is_in_water(text, detection):
            return detection._replace(label="geo")
        if (outdoors := match_ending(form, "outdoors")) and not _is_town(text, detection):
            return detection._replace(label=outdoors)
    if detection.label == "place" and (water := match_ending(form, "water")):
        return detection._replace(label=water)
    label = find_label_by_last_word(form)
    if not label and detection.label == "place":
        label = find_label_by_ending(form)
    if detection.rule == LIST and label not in ("", "work", detection.label):
        settled = detection._replace(label=label, rule=INSTITUTION)
        return _settle(text, settled, None) if label in PLACED else settled
    # Unlisted names at which a person works, or whose staff comes to a person's home.
    is_unlisted = detection.rule in _UNLISTED or (
        detection.label == AREA and detection.rule == PHRASE
    )
    before = _FROM_EMPLOYER if is_unlisted else _FORM
    if text.endswith(before, 0, detection.start):
        activity, verb = _find_activity(text, detection, last)
        if activity == "work":
            return detection._replace(label="work", rule=WORKPLACE, trigger=verb, country="")
    # After "på" and the like: places at which a person may work.
    if not text.endswith(AT, 0, detection.start):
        return detection
    is_on = text.endswith("på ", 0, detection.start)
    if detection.label == "city" and is_on and not _is_town(text, detection):
        return detection._replace(label="place")
    employs = detection.label == "region" and form.lower().endswith(_EMPLOYERS)
    if employs or (detection.label == "place" and match_ending(form, "home")):
        activity, verb = find_activity(text, detection.start)
        if activity == "work":
            return detection._replace(label="work", rule=WORKPLACE, trigger=verb)
    return detection


def _find_activity(text: str, detection: Detection, last: Detection | None) -> tuple[str, str]:
    """Return what the text says is done there, and the word that says so."""
    activity, verb = find_activity(text, detection.start)
    if not activity and last is not None and _is_job_there(text, detection, last):
        return "work", text[last.start : last.end].lower()
    if activity != "work" and (verb_after := find_work_after(text, detection.end)):
        return "work", verb_after
    return activity, verb


def _is_job_there(text: str, detection: Detection, last: Detection) -> bool:
    """Return whether the detection before is the profession of a person who works there."""
    return (
        last.label == "prof"
        and not text.endswith(_DEFINITE, last.start, last.end)
        and not text.endswith(_OWN, 0, last.start)
        and text[last.end : detection.start] in _BETWEEN_JOB
    )


def _is_in_water(text: str, detection: Detection) -> bool:
    start = max(0, detection.start - _REACH)
    return _IN_WATER.search(text, start, detection.start) is not None


def _is_town(text: str, detection: Detection) -> bool:
    """Return whether a town after *på* is a town: a person lives there, or thinks of it."""
    before = text[max(0, detection.start - _REACH) : detection.start]
    return _HOME.search(before) is not None or _THOUGHT.search(before) is not None
