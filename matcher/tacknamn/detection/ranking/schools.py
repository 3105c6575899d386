"""Recognize schools in lower case, and schools that are only a person's own.

*Elias skola* is the school that Elias goes to; *Lunds skola* is a name. Both look the same. So a
first name before a word such as *skola*, which people also use for their own (*my school*), makes no
name of a school. *Lasses trafikskola* is a business and has that name.

Writers who use no capitals name schools as well: *hon går på bergaskolan*. Ordinary words with the
same endings (*simskolan*) are no names.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from tacknamn.detection import patterns
from tacknamn.detection.ranking.forms import Form, OrdinaryWords
from tacknamn.detection.ranking.label_groups import FIRSTNAMES
from tacknamn.detection.ranking.name_cues import find_activity
from tacknamn.detection.ranking.rules import INSTITUTION
from tacknamn.records import Detection, Finding
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["find_lower_case_schools", "find_school_owner", "is_mostly_first", "is_possession"]

_POSSESSIONS: Final = frozenset(
    ("dagis", "förskola", "gym", "gymnasium", "högskola", "klubb", "kör", "school", "skola",
     "universitet", "university")
)  # fmt: skip
"""Words for what people call their own, in lower case."""
_RULE: Final = "school"
"""The rule of the patterns that finds schools."""
_ENDINGS: Final = ("skolan", "gymnasiet")
_SCHOOL: Final = compile_lazily(
    r"(?<!\w)(?:på|vid|i|skola|skolan|heter) "
    r"(?:([a-zåäöé]{1,30})(?:skolan|gymnasiet)|([a-zåäöé]{2,30}ska) (?:skolan|gymnasiet))(?!\w)"
)
"""A name with the ending of a school, or an adjective made of a name before the word."""
_PEOPLE: Final = compile_lazily(
    r"\b(personal\w*|lärar\w*|rektor\w*|elev\w*|klass\w*|fritids\w*|mentor\w*|skolkurator\w*|lovskola)"
    r" (?:\w+ )?(?:på|vid|i) \Z"
)
"""People at a school: *personalen på eriksbergsskolan*."""
_REACH: Final = 40
_LANDFORMS: Final = frozenset(
    ("by", "bäck", "back", "berg", "bergs", "björk", "bro", "centrum", "dal", "ek", "eke", "fjäll",
     "gran", "hed", "holm", "kulle", "kyrk", "kvarn", "lind", "lunda", "park", "skogs", "slotts",
     "sjö", "strand", "sund", "tall", "torg", "udd", "vik", "ängs", "ås", "å", "ö")
)  # fmt: skip
"""Words for places and trees before *skolan*, after which schools are called: *byskolan*."""
ADJECTIVE: Final = 2
"""The group of the adjective: *rudbeckianska*."""


def is_possession(word: str) -> bool:
    """Return whether people have such a thing without giving it their name."""
    return word in _POSSESSIONS


def is_mostly_first(form: Form | None) -> bool:
    """Return whether a form of the lists is a first name more often than anything else."""
    if form is None:
        return False
    return max(form.candidates, key=lambda label: form.candidates[label].mentions) in FIRSTNAMES


def find_school_owner(text: str, finding: Finding) -> str:
    """Return the genitive of a name before a word such as *skola*: the finding may be that person's
    school. Empty for other findings."""
    if finding.rule != _RULE:
        return ""
    name, _, thing = text[finding.start : finding.end].partition(" ")
    return name if is_possession(thing) and name[-1] in "sxz" else ""


def find_lower_case_schools(text: str, words: OrdinaryWords) -> list[Detection]:
    """Return the schools that a text names in lower case, in sentences about studies or work."""
    for ending in _ENDINGS:
        if ending in text:
            return list(_find_lower_case(text, words))
    return []


def _find_lower_case(text: str, words: OrdinaryWords) -> Iterator[Detection]:
    for match in _SCHOOL.finditer(text):
        group = match.lastindex or 0
        start = match.start(group)
        name = text[start : match.end()]
        head = match.group(group)
        stem = head[:-1] if match.lastindex == ADJECTIVE else head
        # På simskolan, på estetiska gymnasiet: ordinary words, no names.
        is_landform = head in _LANDFORMS
        if not is_landform and (name in _read_common_compounds() or words.has(name)):
            continue
        is_word = words.has(head) or words.has(stem) or words.has_common(head)
        if (
            is_word
            and not is_landform
            and not (match.lastindex != ADJECTIVE and _is_called_after_name(head, words))
        ):
            continue
        activity, verb = find_activity(text, start)
        if not activity and (people := _PEOPLE.search(text, max(0, start - _REACH), start)):
            activity, verb = "school", people.group(1)
        if activity in ("school", "work"):
            yield Detection(start, match.end(), "school", INSTITUTION, name, trigger=verb)


def _is_called_after_name(head: str, words: OrdinaryWords) -> bool:
    """Return whether the part before *skolan* is a surname or town, also with a linking s."""
    return words.is_name(head) or (head[-1] == "s" and words.is_name(head[:-1]))


@lru_cache(maxsize=1)
def _read_common_compounds() -> frozenset[str]:
    return frozenset(
        word
        for (line,) in read_table(patterns.__file__, "common_compounds.tsv")
        for word in line.split()
    )
