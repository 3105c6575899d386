"""Find which mentions reveal sensitive information (E6), by the rule or the words of a mention."""

import re
from functools import lru_cache

import ahocorasick

from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, Markable

__all__ = ["find_statuses"]

BY_RULE = {
    "belief": Confidentiality.BELIEF,
    "politics": Confidentiality.POLITICS,
    "sexual": Confidentiality.SEX,
    "ethnic": Confidentiality.ETHNIC,
    "condition": Confidentiality.HEALTH,
    "marked_belief": Confidentiality.BELIEF,
    "marked_politics": Confidentiality.POLITICS,
    "marked_sex": Confidentiality.SEX,
    "marked_ethnic": Confidentiality.ETHNIC,
    "marked_health": Confidentiality.HEALTH,
}
OPEN_TYPES = frozenset((EntityType.ORG, EntityType.DEM, EntityType.MISC))
"""Types that can be confidential. The benchmark does not ask for the others."""

_UNION = re.compile(
    r"\b(?:union|alliance|congress|confederation|federation)(?: \(|$)"
    r"|\b(?:union|confederation|federation) of (?:\w+ )*(?:workers|employees|journalists|teachers)"
)
"""How the name of a trade union or of a political alliance ends."""
LONGEST_KIND = 32
"""Characters before a name that say what it is that of."""
_UNION_BEFORE = re.compile(
    r"\b(?:(?:trade|labou?r) unions?|(?:political|opposition) (?:party|movement|group|organi[sz]ation)|party)"
    r"[ \u00a0][\"“”'‘]?$"
)
_PARTY = re.compile(r"\b(?:party|alliance|front|movement|union|bloc|coalition)(?: \(|$)")
_OTHER_UNION = re.compile(
    r"\b(?:european|soviet|african|credit|customs|banking|monetary|savings|rugby|football|cricket|"
    r"chess|sports?|tennis|athletics?|swimming|ski|student|students[’']|international|russian|swiss|"
    r"postal|telecommunication|building|mothers[’'])\b"
)
"""Unions and federations of something else."""


@lru_cache(maxsize=1)
def _build_word_automaton() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    for status, words in read_table(__file__, "confidential.tsv"):
        for word in words.split("|"):
            automaton.add_word(word, (len(word), Confidentiality(status)))
    automaton.make_automaton()
    return automaton


def find_statuses(annotated: AnnotatedText, markables: list[Markable]) -> list[Confidentiality]:
    """Find the status of each markable."""
    return [_find_status(annotated, markable) for markable in markables]


def _find_status(annotated: AnnotatedText, markable: Markable) -> Confidentiality:
    by_rule = BY_RULE.get(markable.rule)
    if by_rule is not None:
        return by_rule
    if markable.entity_type not in OPEN_TYPES:
        return Confidentiality.NOT_CONFIDENTIAL
    name = annotated.lowered[markable.start : markable.end]
    status = _find_status_by_words(name)
    if markable.entity_type is EntityType.ORG:
        if status is Confidentiality.ETHNIC and _PARTY.search(name):
            return Confidentiality.POLITICS  # a people's party
        before = annotated.text_before(markable.start, LONGEST_KIND)
        if status is Confidentiality.NOT_CONFIDENTIAL and _is_political(name, before):
            return Confidentiality.POLITICS
    return status


def _is_political(name: str, before: str) -> bool:
    """Whether a name is that of a trade union or a political alliance, by its own words or those right
    before it: *the trade union Solidarity*."""
    if _UNION.search(name) is not None and _OTHER_UNION.search(name) is None:
        return True
    return _UNION_BEFORE.search(before) is not None


def _find_status_by_words(lowered: str) -> Confidentiality:
    """Find the status of the first whole word that the table contains."""
    status: Confidentiality
    for last, (length, status) in _build_word_automaton().iter(lowered):
        start, end = last + 1 - length, last + 1
        before, after = lowered[max(0, start - 1) : start], lowered[end : end + 1]
        if not before.isalnum() and not after.isalnum():
            return status
    return Confidentiality.NOT_CONFIDENTIAL
