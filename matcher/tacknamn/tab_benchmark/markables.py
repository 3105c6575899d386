"""Collect what all finders propose, and choose where they overlap.

Names are whole and never nested (E2). Exceptions such as legal references are left out (E3).
"""

import re
from bisect import bisect_left
from collections.abc import Iterable

from tacknamn.tab_benchmark.acting_persons import find_acting_persons
from tacknamn.tab_benchmark.addresses import find_addresses
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.codes import find_codes, is_reference
from tacknamn.tab_benchmark.companies import find_companies
from tacknamn.tab_benchmark.cued_codes import find_cued_codes
from tacknamn.tab_benchmark.cues import load_words
from tacknamn.tab_benchmark.dates import find_dates
from tacknamn.tab_benchmark.demography import find_demographics
from tacknamn.tab_benchmark.initials import find_initials
from tacknamn.tab_benchmark.landscape import find_landscape
from tacknamn.tab_benchmark.miscellaneous import find_miscellaneous
from tacknamn.tab_benchmark.nicknames import find_nicknames
from tacknamn.tab_benchmark.organisations import find_organisations, load_general_names
from tacknamn.tab_benchmark.persons import find_persons
from tacknamn.tab_benchmark.places import find_places, join_addresses
from tacknamn.tab_benchmark.quantities import find_quantities, join_amounts
from tacknamn.tab_benchmark.records import EntityType, Markable
from tacknamn.tab_benchmark.referents import settle_referent
from tacknamn.tab_benchmark.repeated_companies import find_repeated_companies
from tacknamn.tab_benchmark.repeated_names import find_repeated_names
from tacknamn.tab_benchmark.works import find_works

__all__ = ["find_markables"]

_LAW = re.compile(r"[ \u00a0]([A-Z]\w+)")
_LAW_OF = re.compile(r"\b([A-Z]\w+)(?:[ \u00a0]of)?[ \u00a0](?:of[ \u00a0])?$")
_KINDS_OF_LAW = (
    r"(?:Acts?|Codes?|Laws?|Ordinance|Regulations?|Decree|Convention|Constitution|Protocol|Treaty|"
    r"Directive|Statute|Rules|Charter|Covenant)"
)
_NAMED_LAW = re.compile(
    rf"[ \u00a0](?!{_KINDS_OF_LAW}\b)[A-Z][\w’'-]*[ \u00a0]"
    rf"(?:(?!{_KINDS_OF_LAW}\b)(?:[A-Z][\w’'-]*|of|and|the|for|on|to|\([A-Z][\w ]*\))[ \u00a0]){{0,8}}"
    rf"{_KINDS_OF_LAW}\b"
)
"""A law with the year before it: the 1991 Ek Rights Act."""
_NAMED_LAW_OF = re.compile(
    rf"\b{_KINDS_OF_LAW}(?:[ \u00a0](?:[nN]os?\.?|of|on|and|the|for|to|concerning|against|"
    r"[A-Z][\w’'-]*|\d[\w/.-]*|\([A-Z][\w ]*\))){0,10}?"
    r"(?:,?[ \u00a0](?:of[ \u00a0](?:the[ \u00a0])?)?\(?)$"
)
"""A law with the year after it: the Code of Ek Procedure of 1960, Law no. 12 of 1934."""
_IN = re.compile(r"\b[Ii]n[ \u00a0]$")
_VERSUS_AFTER = re.compile(r"(?:[ \u00a0]and[ \u00a0][Oo]thers)?[ \u00a0](?:v|vs|c)\.[ \u00a0]")
_VERSUS_BEFORE = re.compile(r"\bvs?\.[ \u00a0](?:the[ \u00a0])?$")
_CITED = re.compile(r"\bvs?\.[^()\n;“”]{2,60}[(,;\[]")
FARTHEST_CITED, FARTHEST_LAW, FARTHEST_NAMED_LAW = 110, 24, 90


def find_markables(annotated: AnnotatedText, protect: str) -> list[Markable]:
    """Find everything that a text mentions, from left to right and without overlaps."""
    persons = [*find_persons(annotated), *find_initials(annotated), *find_acting_persons(annotated)]
    others = [
        *find_organisations(annotated),
        *find_companies(annotated),
        *find_places(annotated),
        *find_addresses(annotated),
        *find_landscape(annotated),
        *find_dates(annotated),
        *find_quantities(annotated),
        *find_codes(annotated),
        *find_cued_codes(annotated),
        *find_demographics(annotated),
        *find_miscellaneous(annotated),
        *find_works(annotated),
    ]
    unrepeated = _choose_strongest([*persons, *others])
    persons += find_nicknames(annotated, unrepeated)
    known_persons = [
        markable
        for markable in (*unrepeated, *persons)
        if markable.entity_type is EntityType.PERSON
    ]
    repeated = find_repeated_names(annotated, known_persons, protect)
    companies = find_repeated_companies(annotated, unrepeated, protect)
    markables = _choose_strongest([*persons, *others, *repeated, *companies])
    markables = [
        settle_referent(annotated, markable)
        for markable in markables
        if not _is_exception(annotated, markable)
    ]
    markables = join_amounts(annotated, join_addresses(annotated, markables))
    return [
        markable._replace(detection=annotated.find_detection(markable.start, markable.end))
        for markable in markables
    ]


def _choose_strongest(markables: Iterable[Markable]) -> list[Markable]:
    """Choose the strongest markables without overlaps; at equal strength, the longest."""
    starts: list[int] = []
    chosen: list[Markable] = []
    for markable in sorted(set(markables), key=_rank_markable):
        index = bisect_left(starts, markable.end)
        if index and chosen[index - 1].end > markable.start:
            continue
        starts.insert(index, markable.start)
        chosen.insert(index, markable)
    return chosen


def _rank_markable(markable: Markable) -> tuple[int, int, int, str]:
    return -markable.strength, markable.start - markable.end, markable.start, markable.rule


def _is_exception(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a markable is part of a generic legal reference or the court that writes (E3)."""
    kind = markable.entity_type
    if kind is EntityType.DATETIME:
        return _is_date_of_law(annotated, markable)
    if kind is EntityType.CODE:
        return is_reference(annotated, markable.start) or _is_cited_case(annotated, markable)
    if kind is EntityType.DEM:
        form = annotated.lowered[markable.start : markable.end]
        return form in load_words("legal_profession")
    if kind in (EntityType.ORG, EntityType.LOC, EntityType.PERSON):
        name = annotated.lowered[markable.start : markable.end]
        return name in load_general_names() or _is_party(annotated, markable)
    return False


def _is_date_of_law(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a date belongs to a law: the 1991 Act, the Code of Ek Procedure of 1960."""
    after = _LAW.match(annotated.text, markable.end)
    laws = load_words("legal_reference")
    if after is not None and markable.rule == "year" and after.group(1).lower() in laws:
        return True
    begin = max(0, markable.start - FARTHEST_LAW)
    before = _LAW_OF.search(annotated.text, begin, markable.start)
    if before is not None and before.group(1).lower() in laws:
        return True
    return markable.rule == "year" and _is_year_of_named_law(annotated, markable)


def _is_year_of_named_law(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether the name of a law stands between a year and the word for a law."""
    begin = max(0, markable.start - FARTHEST_NAMED_LAW)
    if _NAMED_LAW_OF.search(annotated.text, begin, markable.start):
        return True
    is_when = _IN.search(annotated.text, begin, markable.start) is not None
    return not is_when and _NAMED_LAW.match(annotated.text, markable.end) is not None


def _is_party(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a name is part of the name of a case: Ek v. Sweden."""
    if _VERSUS_AFTER.match(annotated.text, markable.end):
        return True
    return _VERSUS_BEFORE.search(annotated.text_before(markable.start, 10)) is not None


def _is_cited_case(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a code follows the name of a case: Ek v. Sweden, no. 12345/67."""
    return _CITED.search(annotated.text_before(markable.start, FARTHEST_CITED)) is not None
