"""Read numbers as ages, in digits and in words.

"25 år" is an age or a time. It is read as an age unless a word beside it says for how long:
the cues stand in ``cues.tsv``.
"""

import re
from collections.abc import Iterator

from tacknamn.patterns.context import WORD, Context
from tacknamn.patterns.number_words import OLDEST, may_begin, number_at_end, number_at_start
from tacknamn.patterns.page import Page
from tacknamn.patterns.records import Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import Stretch
from tacknamn.patterns.tables import words_of

__all__ = ["ages_in_digits", "ages_of_verb", "ages_of_year"]

_NAMED_WORDS = words_of("named")
_UNIT_WORDS = words_of("unit")
_ADVERB_WORDS = words_of("adverb")
_AGE_NOUN_WORDS = words_of("age_noun")
_AGE_VERB_WORDS = words_of("age_verb")
_BEING_WORDS = words_of("being")
_PERSON_WORDS = words_of("person")
_CLAUSE_WORDS = words_of("clause")
_DURATION_BEFORE_WORDS = words_of("duration_before")
_DURATION_AFTER_WORDS = words_of("duration_after")

_RANGE = re.compile(r"(?:\s?(?:[-–]|och|eller|till|and|to|or)\s?\d{1,3})?")
_OLD = re.compile(
    r"[- ]?år(?:ing|ig|s?[- ]?(?:dag|jubil|fest|kalas|ålder))|\s?år\s(?:gam|ung|old)"
    r"|[- ]years?[- ]olds?\b|\s?y/?o\b|\s?yrs\sold"
)
_YEARS = re.compile(r"\s?(?:års?|yrs?|years?)\b")
_END = re.compile(r"\s*(?:[.,!?;)\n]|\Z)")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_BETWEEN = 4
"""Words that may stand between "är" and the number."""
_WORDS = 48
"""Characters in which a number in words is looked for: "etthundratjugofem" and its blanks."""


def ages_in_digits(stretch: Stretch, context: Context) -> Iterator[Reading]:
    """The readings of one run as an age."""
    digits = stretch.parts[0]
    if len(digits) > 3 or int(digits) > OLDEST or stretch.head in (",", ".", ":", "/"):
        return
    lowered, end = stretch.page.lowered, stretch.end
    span = stretch.start, end
    further = _RANGE.match(lowered, end)
    behind = further.end() if further else end
    if _OLD.match(lowered, end) or _OLD.match(lowered, behind):
        yield reading("age_old", *span)
        return
    years = _YEARS.match(lowered, end) or _YEARS.match(lowered, behind)
    rule = _rule(context, years.end() - end if years else 0, bool(years))
    if rule and (years or not _has_unit(lowered, end)):
        yield reading(rule, *span)


def _has_unit(lowered: str, end: int) -> bool:
    following = _NEXT.match(lowered, end)
    return following is not None and following.group(1) in _UNIT_WORDS


def _rule(context: Context, length: int, has_years: bool) -> str:
    """The rule of digits for a number: ``years`` behind it take ``length`` characters."""
    before = context.words_before
    behind = WORD.findall(context.behind[length:])[:1]
    cued = [word for word in before[-_BETWEEN:] if word not in _ADVERB_WORDS]
    if cued and cued[-1] in _AGE_NOUN_WORDS:
        return "age_turned"
    if {*cued[-2:]} & _AGE_VERB_WORDS:
        return "age_turned"
    if cued and cued[-1] in _BEING_WORDS:
        if has_years and (not behind or behind[0] not in _DURATION_AFTER_WORDS):
            return "age_turned"
        person = cued[-2:-1] and cued[-2] in _PERSON_WORDS
        return "age_is" if person and _ends_clause(context.behind[length:]) else ""
    if not has_years:
        return ""
    if cued and cued[-1] in _DURATION_BEFORE_WORDS:
        return ""
    if behind and behind[0] in _DURATION_AFTER_WORDS:
        return ""
    is_told = _ends_clause(context.behind[length:]) and _is_of_person(context, cued)
    return "age_years" if is_told else ""


def _is_of_person(context: Context, cued: list[str]) -> bool:
    """Whether what stands before "25 år" says that somebody is that old: "Ali, 25 år"."""
    before = context.before.rstrip()
    if before[-1:] in (",", "(", "") or {*cued[-3:]} & _NAMED_WORDS:
        return True
    return bool(cued) and cued[-1] in _PERSON_WORDS


def _ends_clause(behind: str) -> bool:
    following = _NEXT.match(behind)
    return bool(_END.match(behind)) or (
        following is not None and following.group(1) in _CLAUSE_WORDS
    )


def ages_of_year(page: Page, start: int, end: int) -> Iterator[Reading]:
    """An age in words before "år", "years" or at the head of "femåring"."""
    lowered = page.lowered
    inside = start > 0 and lowered[start - 1].isalpha()
    sure = bool(_OLD.match(lowered, start)) or bool(_OLD.match(lowered, start - 1))
    number = number_at_end(lowered, max(0, start - _WORDS), start, guess=not inside)
    if number is None:
        return
    span = number.start, number.end
    if sure and not number.ordinal:
        yield reading("age_word_old", *span)
        return
    if inside:
        return
    context = Context(page, *span)
    rule = _rule(context, end - number.end, True)
    if number.ordinal:
        if rule == "age_turned":
            yield reading("age_ordinal", *span)
    elif rule and not (number.guessed and rule == "age_years"):
        yield reading(rule.replace("age_", "age_word_"), *span)


def ages_of_verb(page: Page, start: int, end: int) -> Iterator[Reading]:
    """An age in words behind "fyller", "är", "turned"."""
    lowered = page.lowered
    turned = lowered[start:end] in _AGE_VERB_WORDS
    place = end
    first = WORD.match(lowered, end + 1)
    if first is None or not (turned or may_begin(first.group())):
        return
    for word in WORD.finditer(lowered, end, end + _WORDS):
        if word.group() not in _ADVERB_WORDS:
            break
        place = word.end()
    number = number_at_start(lowered, place, place + _WORDS, guess=turned)
    if number is None or number.ordinal or number.value < 2:
        return
    behind = lowered[number.end : number.end + _WORDS]
    following = WORD.findall(behind)[:1]
    if following and following[0] in _UNIT_WORDS:
        return
    if turned:
        yield reading("age_word_turned", number.start, number.end)
        return
    person = WORD.findall(lowered, max(0, start - _WORDS), start)[-1:]
    if person and person[0] in _PERSON_WORDS and _ends_clause(behind):
        yield reading("age_word_is", number.start, number.end)
