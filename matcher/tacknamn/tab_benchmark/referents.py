"""Decide whether a name means an organisation or a place where it may mean both (E2).

A state that argues, signs or is sued is an organisation; a prison in which a person is held is a place.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from functools import lru_cache

import ahocorasick

from tacknamn.support.tables import read_table
from tacknamn.tab_benchmark.annotated_text import AnnotatedText
from tacknamn.tab_benchmark.records import EntityType, Markable

__all__ = ["find_prisons", "find_states", "is_state", "settle_referent"]

STATE = 79
"""Strength of a state by its full name. An organisation whose name contains it wins."""
PRISON = 71
"""Strength of a prison whose kind is written in lower case; a little more than *Almvik police*."""
_ACTS = re.compile(
    r"(?:[’']s?[ \u00a0](?:submissions?|arguments?|observations?|reply|replies|position|claims?|"
    r"objections?|request|memorial|answer|view|representatives?|failure|refusal|obligations?)\b"
    r"|[ \u00a0](?:(?:has|had|have|also|further|subsequently|then|therefore|never|not|did|does|however|"
    r"itself|initially|first|again|later|repeatedly|now|thus|still|merely|always),?[ \u00a0])*"
    r"(?:argue|contest|submit|repl(?:y|ied|ies)|maintain|den(?:y|ied|ies)|object|claim|conced|contend|"
    r"acknowledg|accept|disput|appeal|ratif|sign(?:ed|s|atory)|fail|violat|breach|pa(?:y|id)|refuse|"
    r"request|extradit|deport|expel|recogni|underto|agree|declare|assert|alleg|consider|ask|inform|"
    r"comment|adopt|enact|introduc|acced|withdr[ae]|derogat|criticis|complain|insist|respond|rais|"
    r"pointed out|stat(?:ed|es)|admit|reject|oppos|reiterat|emphasi|stress|explain|observ|invok|"
    r"reli(?:ed|es) on|suggest|propos|announc|promis|offer|provid|impos|abolish|prosecut|compl(?:ied|"
    r"ies|y)|(?:is|was|remains?|bears?|bore) (?:responsib|bound|liable|obliged|under an? |a party)|"
    r"cannot|intervene|joined|took|made no|lodged|filed|sought|left it))"
)
"""What a state does as a party or a legislator: *contested the claim*."""
_ACTS_BEFORE = re.compile(
    r"\b(?:against|according to|on behalf of|responsibility of|attributable to|alleged by|argued by|"
    r"submitted by|contested by|ratified by|signed by|accepted by|disputed by|respondent state,|"
    r"respondent government,|compel|oblige|order(?:ed)?|requir(?:e|ed|ing)|obligations? of|agent of|"
    r"representatives? of|submissions? of|observations? of|violation by|breach by|violated by)"
    r"[ \u00a0](?:the[ \u00a0])?$"
)
_PRISON_KIND = (
    r"(?:prison|penitentiary|jail|gaol|borstal|reformatory|colony|"
    r"(?:(?:pre-trial |immigration |juvenile |temporary |closed |open |young offenders[’'] )?"
    r"(?:detention|remand|removal|deportation|reception|asylum|holding|transit|internment|"
    r"correctional|penal) (?:centre|center|facility|prison|institution|unit|colony|camp|home))|"
    r"(?:labour|labor|refugee|concentration|internment|prison|prisoner-of-war) camp)"
)
_LOWER_PRISON = re.compile(rf"[ \u00a0]((?:[a-z’'-]+ )?{_PRISON_KIND})\b")
_IS_PRISON = re.compile(rf"\b{_PRISON_KIND}(?:[ \u00a0](?:no\. ?)?[\w-]+)?$")
_INSIDE = re.compile(
    r"\b(?:in|at|inside|outside|near|within|into|from|towards|around|to)[ \u00a0](?:the[ \u00a0])?$"
)
_ADDRESSED = re.compile(
    r"\b(?:wr(?:ote|itten|ites?)|complain\w*|appl(?:y|ied|ication)|letters?|requests?|sent|"
    r"complaints?|address\w*|belong\w*|owed|according|thanks)(?: [\w’'-]+){0,2} to "
    r"(?:the[ \u00a0])?$"
)
"""What goes to an institution, not to a place."""
LONGEST_CUE, LONGEST_NAME = 40, 80
"""Characters before a name that are read, and characters of a prison's name."""
MOST_CHARACTERS = 60
"""Characters after a country that are read."""


@lru_cache(maxsize=1)
def _build_states() -> ahocorasick.Automaton:
    """Build an automaton of the states whose names no pattern finds: Hellenic Republic."""
    automaton = ahocorasick.Automaton()
    for name, others, kind in read_table(__file__, "other_names.tsv"):
        for form in (name, *others.split("|")):
            if kind == "state" and " " in form and not form.startswith(("republic", "kingdom")):
                automaton.add_word(form, len(form))
    automaton.make_automaton()
    return automaton


def is_state(name: str) -> bool:
    """Whether a lower-case name is the full name of a state."""
    return name in _build_states()


def find_states(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find states by their full names."""
    lowered, text = annotated.lowered, annotated.text
    for last, length in _build_states().iter(lowered):
        start, end = last + 1 - length, last + 1
        if (
            text[start].isupper()
            and not lowered[end : end + 1].isalnum()
            and not lowered[start - 1 : start].isalnum()
        ):
            yield Markable(start, end, EntityType.LOC, "country", STATE)


def find_prisons(annotated: AnnotatedText) -> Iterator[Markable]:
    """Find prisons whose kind follows their name in lower case: the Almvik penitentiary."""
    runs = annotated.runs
    for cue in annotated.cues["prison_cue"]:
        index = bisect_right(runs, cue.start, key=lambda run: run.start) - 1
        if index < 0:
            continue
        run = runs[index]
        match = _LOWER_PRISON.match(annotated.text, run.end, run.end + LONGEST_NAME)
        if match is not None:
            yield Markable(run.start, match.end(), EntityType.ORG, "low", PRISON)


def settle_referent(annotated: AnnotatedText, markable: Markable) -> Markable:
    """Return a markable with the type of what it refers to."""
    if markable.entity_type is EntityType.LOC and markable.rule == "country":
        if _is_acting(annotated, markable):
            return markable._replace(entity_type=EntityType.ORG, rule="state")
    elif markable.entity_type is EntityType.ORG and _is_place(annotated, markable):
        return markable._replace(entity_type=EntityType.LOC, rule="prison")
    return markable


def _is_acting(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a country acts as a state: *Zembia contested the claim*, *against Zembia*."""
    if _ACTS_BEFORE.search(annotated.text_before(markable.start, LONGEST_CUE)):
        return True
    end = markable.end + MOST_CHARACTERS
    return _ACTS.match(annotated.lowered, markable.end, end) is not None


def _is_place(annotated: AnnotatedText, markable: Markable) -> bool:
    """Whether a prison is where somebody is: *held in Almvik prison*."""
    start = max(markable.start, markable.end - LONGEST_NAME)
    if not _IS_PRISON.search(annotated.lowered[start : markable.end]):
        return False
    before = annotated.text_before(markable.start, LONGEST_CUE)
    return _INSIDE.search(before) is not None and _ADDRESSED.search(before) is None
