"""Read numbers as ages, in digits and in words: where they stand and how far they reach.

"25 år" is an age or a time. What its sentence says, :mod:`tacknamn.detection.patterns.age_sentences` reads.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.age_sentences import PossibleAge, choose_age_rule
from tacknamn.detection.patterns.context import WORD, SentenceContext
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.number_words import (
    OLDEST,
    NumberWord,
    find_number_at_end,
    find_number_at_start,
    may_begin_number,
)
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["find_ages_after_verb", "find_ages_before_year_word", "find_ages_in_digits"]

_UNIT_WORDS = get_word_group("unit")
_ADVERB_WORDS = get_word_group("adverb")
_AGE_VERB_WORDS = get_word_group("age_verb")
_PRONOUN_WORDS = get_word_group("pronoun")
_LASTING = tuple(sorted(get_word_group("lasting")))

_RANGE = re.compile(r"(?:(?:\s?(?:[-–]|och|eller|till|and|to|or)\s?|,\s)\d{1,3}(?!\d)){0,4}")
"""The numbers that share one "år": 5 och 7 år; 5, 7 och 9 år."""
_OLD = re.compile(
    r"[- ]?år(?:ing|ig|s?[- ]?(?:dag|jubil|fest|kalas|ålder))|\s?[åa]r\s(?:gam|ung|old)"
    r"|[- ]years?[- ]olds?\b|\s?y/?o\b|\s?yrs\sold"
)
_LASTS = re.compile(r"[- ]?årig[ate]?\s([^\W\d_]+)")
_YEARS = re.compile(r"(?:,\d)?\s?(?:års?|ar|bast|yrs?|years?)\b")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_AND = re.compile(r"\s(?:och|and|eller|or)\s\Z")
_WORDS = 48
"""Characters in which a number in words is looked for: "etthundratjugofem" and its blanks."""


def find_ages_in_digits(stretch: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """The readings of one run as an age."""
    digits = stretch.parts[0]
    if len(digits) > 3 or int(digits) > OLDEST or stretch.head in (",", ".", ":", "/"):
        return
    lowered, end = stretch.page.lowered, stretch.end
    span = stretch.start, end
    further = _RANGE.match(lowered, end)
    last = further.end() if further else end
    for behind in (end,) if last == end else (end, last):
        if _OLD.match(lowered, behind):
            if not _is_lasting(lowered, behind):
                yield propose("age_old", *span)
            return
    years = _YEARS.match(lowered, end) or (last > end and _YEARS.match(lowered, last))
    if not years and _has_unit(lowered, end):
        return
    beside = PossibleAge(
        stretch.page.text, stretch.start, years.end() if years else end, bool(years)
    )
    rule = choose_age_rule(context, beside)
    if rule:
        yield propose(rule, *span)


def _has_unit(lowered: str, end: int) -> bool:
    following = _NEXT.match(lowered, end)
    return following is not None and following.group(1) in _UNIT_WORDS


def _is_lasting(lowered: str, end: int) -> bool:
    """Whether it is no person that is so old: a three-year course, treårig utbildning."""
    following = _LASTS.match(lowered, end)
    return following is not None and following.group(1).endswith(_LASTING)


def find_ages_before_year_word(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """An age in words before "år", "years" or at the head of "femåring"."""
    lowered = page.lowered
    inside = start > 0 and lowered[start - 1].isalpha()
    sure = bool(_OLD.match(lowered, start)) or bool(_OLD.match(lowered, start - 1))
    number = find_number_at_end(lowered, max(0, start - _WORDS), start, guess=not inside)
    if number is None or _is_lasting(lowered, start):
        return
    if sure and not number.ordinal:
        yield from _propose_ages(page, number, "age_word_old")
    elif not inside:
        rule = choose_age_rule(
            SentenceContext(page, number.start, number.end),
            PossibleAge(page.text, number.start, end, True, number.value),
        )
        if number.ordinal:
            if rule == "age_turned":
                yield propose("age_ordinal", number.start, number.end)
        elif rule and not (number.guessed and rule == "age_years"):
            yield from _propose_ages(page, number, rule.replace("age_", "age_word_"))


def _propose_ages(page: NormalizedText, number: NumberWord, rule: str) -> Iterator[Alternative]:
    """The age, and the one before it that shares its "år": barn på tre och fem år."""
    yield propose(rule, number.start, number.end)
    left = max(0, number.start - _WORDS)
    joint = _AND.search(page.lowered, left, number.start)
    first = joint and find_number_at_end(page.lowered, left, joint.start(), guess=False)
    if first and not first.ordinal and first.value > 1:
        yield propose(rule, first.start, first.end)


def find_ages_after_verb(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """An age in words behind "fyller", "är", "turned"."""
    lowered = page.lowered
    turned = lowered[start:end] in _AGE_VERB_WORDS
    first = WORD.match(lowered, end + 1)
    if first is None:
        return
    if not (turned or may_begin_number(first.group()) or first.group() in _PRONOUN_WORDS):
        return
    place = end
    for word in WORD.finditer(lowered, end, end + _WORDS):
        if word.group() not in _ADVERB_WORDS and word.group() not in _PRONOUN_WORDS:
            break
        place = word.end()
    number = find_number_at_start(lowered, place, place + _WORDS, guess=turned)
    if number is None or number.ordinal or number.value < 2 or _has_unit(lowered, number.end):
        return
    if turned:
        yield propose("age_word_turned", number.start, number.end)
        return
    beside = PossibleAge(page.text, number.start, number.end, False, number.value)
    rule = choose_age_rule(SentenceContext(page, number.start, number.end), beside)
    if rule:
        yield propose(rule.replace("age_", "age_word_"), number.start, number.end)
