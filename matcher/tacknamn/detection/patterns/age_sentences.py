"""Tell by its sentence whether a number is somebody's age, and by which rule.

"25 år" is read as an age unless a word beside it says for how long; 25 alone only where
somebody is so old (han är 25, min granne, som är 84) or is called so (en son på 9). The cues
stand in ``word_groups.tsv``.
"""

import re
from typing import NamedTuple

from tacknamn.detection.patterns.context import WORD, SentenceContext
from tacknamn.detection.patterns.number_words import read_cardinal
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.support.tables import read_table

__all__ = ["PossibleAge", "choose_age_rule"]

_NAMED_WORDS = get_word_group("named")
_ADVERB_WORDS = get_word_group("adverb")
_AGE_NOUN_WORDS = get_word_group("age_noun")
_AGE_VERB_WORDS = get_word_group("age_verb")
_ARTICLE_WORDS = get_word_group("article")
_BEING_WORDS = get_word_group("being")
_HAVING_WORDS = get_word_group("having")
_PERSON_WORDS = get_word_group("person") | get_word_group("bearer")
_BEARER_WORDS = get_word_group("bearer")
_PRONOUN_WORDS = get_word_group("pronoun")
_WHEN_WORDS = get_word_group("when")
_CLAUSE_WORDS = get_word_group("clause")
_CLAUSE_BEGIN_WORDS = get_word_group("clause_begin")
_UNSEEN_WORDS = get_word_group("unseen")
_DAY_BEFORE_WORDS = get_word_group("day_before")
_DURATION_BEFORE_WORDS = get_word_group("duration_before")
_DURATION_AFTER_WORDS = get_word_group("duration_after")

_CONTRACTIONS = re.compile("['’]([ms])(?![a-z])")
_WRITTEN_OUT = {"m": " am", "s": " is"}
"""I'm, he's; the s of a genitive has no age behind it."""
_AND_WORDS = frozenset(("och", "and", "eller", "or"))
_JOINTS = (",", *sorted(_AND_WORDS))
_LONGEST_LIST = 40
"""Characters of "5, 7, 9 och "."""
_WHO_WORDS = frozenset(("som", "who"))
_OF_WORDS = frozenset(("på", "of"))
_END = re.compile(r"\s*(?:[.,](?!\d)|[!?;)\n]|\Z)")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_FOLLOWING = re.compile(r"[ \u00a0]+([^\W\d_]+)")
"""The word behind the number in its sentence: "fem år sedan", but not "fem år. Sedan"."""
_LISTED = re.compile(r"(?<!\d)(?<!\d )(?:\d{1,3}\s?(?:,|och|and|eller|or)\s?){1,4}\Z")
"""Numbers that share one "år", and no end of a postal code (411 38, 23 år)."""
_STREETS = tuple(
    word
    for rule, _, words in read_table(__file__, "endings.tsv")
    if rule == "street"
    for word in words.split()
)
_NAME_BEFORE = re.compile(r"([A-ZÅÄÖÉ][\w'’-]*),?\s\Z")
_ROW = re.compile(r"(?:[:,]|\b(?:och|and))\s[A-ZÅÄÖÉ][\w'’-]{0,24}\Z")
_LONGEST_NAME = 24
_DEFINITE = ("et", "en", "arna", "erna", "orna")
_BETWEEN = 6
"""Words before the number that are looked at, adverbs among them."""
_LEFT_OVER = re.compile(r"månad|\bkvar\b|month|\bleft\b")
_STAYED = re.compile(r"\s(?:här|hos|i\s(?:sverige|landet|stan|skolan))\b")
"""Behind "jag är 2 år", with which learners tell how long they have been there."""
_AT_ONCE = 30
"""Characters behind "har 25 år" in which a rest (kvar, och tre månader) makes it a time."""


class PossibleAge(NamedTuple):
    """A number that may be an age, and its "år"."""

    text: str
    """The page's."""
    start: int
    """First character of the number."""
    end: int
    """Character behind "år" or "years", or behind the number where there is none."""
    has_years: bool
    value: int = 2
    """The number, where one is no number (ett år); digits are never so."""


def choose_age_rule(context: SentenceContext, beside: PossibleAge) -> str:
    """The rule of digits that makes the number an age; empty where none does."""
    before, cued = _read_words_before(context)
    last = cued[-1] if cued else ""
    second = cued[-2] if len(cued) > 1 else ""
    if last in _DAY_BEFORE_WORDS:  # fyller år den 27
        return ""
    if last in _AGE_NOUN_WORDS or not _AGE_VERB_WORDS.isdisjoint(cued[-2:]):
        return "age_turned"
    is_being = last in _BEING_WORDS or (second in _BEING_WORDS and last in _PRONOUN_WORDS)
    if not (is_being or beside.has_years or last in _OF_WORDS):
        return ""
    behind = beside.text[beside.end : beside.end + _AT_ONCE].lower()
    following = _next_word(behind)
    if is_being:
        if beside.has_years and following not in _DURATION_AFTER_WORDS:
            return "" if _STAYED.match(behind) else "age_turned"
        return "age_is" if _is_about_person(beside, cued) and _is_stated(cued, behind) else ""
    if last in _OF_WORDS and _is_called(beside, cued):
        return "age_of" if beside.has_years or _ends_clause(behind) else ""
    if not beside.has_years or following in _DURATION_AFTER_WORDS:
        return ""
    if last in _HAVING_WORDS:
        return "age_has" if _has_age(beside, second, behind, following) else ""
    if last in _DURATION_BEFORE_WORDS:
        return ""
    is_of_person = _is_of_person(before, cued) or _is_in_row(context, before, beside)
    return "age_years" if _ends_clause(behind) and is_of_person else ""


def _read_words_before(context: SentenceContext) -> tuple[str, list[str]]:
    """The sentence before the number and its last words, without the numbers that are told
    together with it (5, 7 och 9 år) and without adverbs."""
    before, words = context.before.rstrip(), context.words_before
    if "m" in words[-_BETWEEN:] or "s" in words[-_BETWEEN:]:
        before = _CONTRACTIONS.sub(lambda one: _WRITTEN_OUT[one.group(1)], before)
        words = WORD.findall(before)
    if before.endswith(_JOINTS):
        listed = _LISTED.search(context.before, max(0, len(context.before) - _LONGEST_LIST))
        if listed and not context.before[: listed.start()].rstrip().endswith(_STREETS):
            before = before[: listed.start()].rstrip()
            words = WORD.findall(before)
        elif len(words) > 1 and words[-1] in _AND_WORDS and read_cardinal(words[-2]) is not None:
            words = words[:-2]
    return before, [word for word in words[-_BETWEEN:] if word not in _ADVERB_WORDS]


def _next_word(behind: str) -> str:
    found = _FOLLOWING.match(behind)
    return found.group(1) if found else ""


def _is_about_person(beside: PossibleAge, cued: list[str]) -> bool:
    """Whether a person stands at "är": han är, nu är han, min granne Sture, som är."""
    if cued[-1] in _PRONOUN_WORDS:
        return True
    who = [*cued[-2:-1], ""][0]
    if who in _WHO_WORDS:
        return [*cued[-3:-2], ""][0] in _BEARER_WORDS or _has_name(beside, who)
    if who in _PERSON_WORDS:
        return True
    return not _BEARER_WORDS.isdisjoint(cued) and _has_name(beside, cued[-1])


def _is_stated(cued: list[str], behind: str) -> bool:
    """Whether the clause ends behind the number, or is such that anything may follow: min
    farmor som är 84 bor här, när jag var 15 kom vi."""
    if _ends_clause(behind) or _WHO_WORDS.intersection(cued[-2:-1]):
        return True
    return cued[-1] in ("var", "was", "blev", "blir", "became") and not _WHEN_WORDS.isdisjoint(
        cued[-3:-2]
    )


def _is_called(beside: PossibleAge, cued: list[str]) -> bool:
    """Whether "på" stands behind a person (en pojke på, min son Emir på) and tells no time in
    which something was done or not done (inte sett min bror på)."""
    if [*cued[-2:-1], ""][0] not in _BEARER_WORDS and not (
        [*cued[-3:-2], ""][0] in _BEARER_WORDS and _has_name(beside, cued[-1])
    ):
        return False
    clause: list[str] = []
    for word in cued[::-1]:
        if word in _CLAUSE_BEGIN_WORDS:
            break
        clause.append(word)
    return _UNSEEN_WORDS.isdisjoint(clause)


def _has_name(beside: PossibleAge, word: str) -> bool:
    """Whether a capitalised word that is a name stands before ``word``, the nearest one so;
    at the beginning of a sentence a noun may be capitalised (Huset som är 100)."""
    near = beside.text[max(0, beside.start - 2 * _LONGEST_NAME) : beside.start]
    place = near.lower().rfind(f" {word} ")
    found = _NAME_BEFORE.search(near[: place + 1]) if place >= 0 else None
    if found is None:
        return False
    begins = near[: found.start()].rstrip()[-1:] in ("", ".", "!", "?", "\n")
    lowered = found.group(1).lower()
    return lowered not in _ARTICLE_WORDS and not (begins and lowered.endswith(_DEFINITE))


def _has_age(beside: PossibleAge, who: str, behind: str, following: str) -> bool:
    """Whether somebody "has" years as they say it in Spanish and French: hon har 25 år."""
    if who not in _PERSON_WORDS or beside.value < 2 or _LEFT_OVER.search(behind):
        return False
    ends = bool(_END.match(behind)) or following in _AND_WORDS or following == "men"
    return ends and beside.text[beside.end - 1] not in ("s", "S")


def _is_of_person(before: str, cued: list[str]) -> bool:
    """Whether what stands before "25 år" says that somebody is that old: "Ali, 25 år"."""
    if before[-1:] in (",", "(", "") or not _NAMED_WORDS.isdisjoint(cued[-3:]):
        return True
    return bool(cued) and cued[-1] in _PERSON_WORDS


def _is_in_row(context: SentenceContext, before: str, beside: PossibleAge) -> bool:
    """Whether relatives are told in a row: tre syskon: Ali 12 år, Sara 9 år och Omar 5 år."""
    if _BEARER_WORDS.isdisjoint(context.words_before):
        return False
    begin = beside.start - len(context.before)
    return _ROW.search(beside.text[begin : begin + len(before)]) is not None


def _ends_clause(behind: str) -> bool:
    following = _NEXT.match(behind)
    return bool(_END.match(behind)) or (
        following is not None and following.group(1) in _CLAUSE_WORDS
    )
