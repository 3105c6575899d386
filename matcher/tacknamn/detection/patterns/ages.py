"""Find ages, in digits and in words, and their extent.

"25 år" is an age or a duration; :mod:`tacknamn.detection.patterns.age_sentences` decides which.
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
"""Characters in which a number in words is searched for: "etthundratjugofem" with spaces."""


def find_ages_in_digits(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find an age in a single run of digits."""
    digits = sequence.parts[0]
    if len(digits) > 3 or int(digits) > OLDEST or sequence.head in (",", ".", ":", "/"):
        return
    lowered, end = sequence.normalized.lowered, sequence.end
    span = sequence.start, end
    further = _RANGE.match(lowered, end)
    last = further.end() if further else end
    # "en 5-7-årig", "5 och 7 år gamla": the word after the last number of a range counts for all.
    for after in (end,) if last == end else (end, last):
        if _OLD.match(lowered, after):
            if not _is_lasting(lowered, after):
                yield propose("age_old", *span)
            return
    years = _YEARS.match(lowered, end) or (last > end and _YEARS.match(lowered, last))
    if not years and _has_unit(lowered, end):
        return
    age = PossibleAge(
        sequence.normalized.text, sequence.start, years.end() if years else end, bool(years)
    )
    rule = choose_age_rule(context, age)
    if rule:
        yield propose(rule, *span)


def _has_unit(lowered: str, end: int) -> bool:
    following = _NEXT.match(lowered, end)
    return following is not None and following.group(1) in _UNIT_WORDS


def _is_lasting(lowered: str, end: int) -> bool:
    """Whether something other than a person has this age: treårig utbildning, a three-year course."""
    following = _LASTS.match(lowered, end)
    return following is not None and following.group(1).endswith(_LASTING)


def find_ages_before_year_word(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find an age in words before "år" or "years", or as the head of "femåring"."""
    lowered = normalized.lowered
    inside = start > 0 and lowered[start - 1].isalpha()
    sure = bool(_OLD.match(lowered, start)) or bool(_OLD.match(lowered, start - 1))
    number = find_number_at_end(lowered, max(0, start - _WORDS), start, guess=not inside)
    if number is None or _is_lasting(lowered, start):
        return
    if sure and not number.ordinal:
        yield from _propose_ages(normalized, number, "age_word_old")
    elif not inside:
        rule = choose_age_rule(
            SentenceContext(normalized, number.start, number.end),
            PossibleAge(normalized.text, number.start, end, True, number.value),
        )
        if number.ordinal:
            if rule == "age_turned":
                yield propose("age_ordinal", number.start, number.end)
        elif rule and not (number.guessed and rule == "age_years"):
            yield from _propose_ages(normalized, number, rule.replace("age_", "age_word_"))


def _propose_ages(
    normalized: NormalizedText, number: NumberWord, rule: str
) -> Iterator[Alternative]:
    """Propose an age, and the one before it that shares its "år": barn på tre och fem år."""
    yield propose(rule, number.start, number.end)
    left = max(0, number.start - _WORDS)
    joint = _AND.search(normalized.lowered, left, number.start)
    first = joint and find_number_at_end(normalized.lowered, left, joint.start(), guess=False)
    if first and not first.ordinal and first.value > 1:
        yield propose(rule, first.start, first.end)


def find_ages_after_verb(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find an age in words after "fyller", "är", "turned"."""
    lowered = normalized.lowered
    turned = lowered[start:end] in _AGE_VERB_WORDS
    first = WORD.match(lowered, end + 1)
    if first is None:
        return
    if not (turned or may_begin_number(first.group()) or first.group() in _PRONOUN_WORDS):
        return
    # Skip adverbs and pronouns: är hon bara nitton.
    offset = end
    for word in WORD.finditer(lowered, end, end + _WORDS):
        if word.group() not in _ADVERB_WORDS and word.group() not in _PRONOUN_WORDS:
            break
        offset = word.end()
    number = find_number_at_start(lowered, offset, offset + _WORDS, guess=turned)
    if number is None or number.ordinal or number.value < 2 or _has_unit(lowered, number.end):
        return
    if turned:
        yield propose("age_word_turned", number.start, number.end)
        return
    age = PossibleAge(normalized.text, number.start, number.end, False, number.value)
    rule = choose_age_rule(SentenceContext(normalized, number.start, number.end), age)
    if rule:
        yield propose(rule.replace("age_", "age_word_"), number.start, number.end)
