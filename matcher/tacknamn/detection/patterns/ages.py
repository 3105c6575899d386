"""Find the numbers that may be ages, in digits and in words, with their offsets.

:func:`~tacknamn.detection.patterns.age_rules.choose_age_rule` decides which of them are ages.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.age_rules import (
    ADVERB_WORDS,
    AGE_VERB_WORDS,
    BETWEEN,
    FOLLOWING,
    NEXT,
    choose_age_rule,
    ends_clause,
    next_word,
)
from tacknamn.detection.patterns.age_subjects import (
    BEARER_WORDS,
    LASTING,
    LONGEST_NAME,
    PERSON_WORDS,
    PRONOUN_WORDS,
    PossibleAge,
    is_thing,
    is_thing_word,
)
from tacknamn.detection.patterns.ages_beside_persons import AT_ONCE
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.general_ages import is_general_age
from tacknamn.detection.patterns.number_words import (
    OLDEST,
    NumberWord,
    find_number_at_end,
    find_number_at_start,
    may_begin_number,
    read_cardinal,
)
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "find_ages_after_comma",
    "find_ages_after_verb",
    "find_ages_before_year_word",
    "find_ages_in_answers",
    "find_ages_in_digits",
]

_UNIT_WORDS = get_word_group("unit")
_RANGE = compile_lazily(
    r"(?:(?:\s?(?:[-–]|och|eller|till|resp\.?|respektive|and|to|or)\s?|,\s)\d{1,3}(?!\d)){0,4}"
)
"""The numbers that share one "år": 5 och 7 år; 5, 7 och 9 år."""
_OLD = re.compile(
    r"[- ]?år(?:ing|ig|s?[- ]?(?:dag|jubil|fest|kalas|ålder))|\s?[åa]r\s(?:gam|ung|old)"
    r"|[- ]years?[- ]olds?\b|\s?y/?o\b|\s?yrs\sold"
)
_LASTS = compile_lazily(r"[- ]?årig[ate]?\s([^\W\d_]+)")
_YEARS = compile_lazily(r"\s?(?:års?|ar|bast|yrs?|years?)\b")
_MONTHS = compile_lazily(r"\s(?:månad(?:er)?|mån|vecko?r?|months?|weeks?)\b")
_MONTHS_OLD = compile_lazily(
    r"[- ](?:månad(?:er)?|mån|vecko?r?|dagar|months?|weeks?|days?)[- ](?:gam|ung|old)"
)
_DIFFERENCE = compile_lazily(
    r"(?:[.,]5)?(?:\s(?:och\sett\shalvt?|and\sa\shalf))?(?:\s(?:års?|ar|månad(?:er)?|years?|yrs|months?))?"
    r"\s(?:äldre|eldre|yngre|older|younger|(?:my|your|his|her|our|their)\s(?:senior|junior))(?!\w)"
)
"""What makes a number the difference of two ages, which is the age of neither: två år äldre."""
_FRACTION = compile_lazily(r"(?:[.,]5|\s?½|\s1/[24])(?!\d)")
"""The half of a child's age: 2,5 år, 7 1/2 år."""
_JOINT_BEFORE = compile_lazily(r"(?:\s(?:och|o|and|eller|or|resp\.?|respektive)|,)\s\Z")
_WORDS = 48
"""Characters in which a number in words is searched for: "etthundratjugofem" with spaces."""


def find_ages_in_digits(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find an age in a single run of digits."""
    digits = sequence.parts[0]
    if len(digits) > 3 or int(digits) > OLDEST or sequence.head in (",", ".", ":", "/"):
        return
    lowered, end = sequence.normalized.lowered, sequence.end
    if not _may_go_on(lowered, end):  # nothing that is looked for below follows
        age = PossibleAge(sequence.normalized.text, sequence.start, end, False)
        rule = choose_age_rule(context, age)
        if rule:
            yield propose(rule, sequence.start, end)
        return
    if _is_before_plain_unit(lowered, end):
        return
    fraction = _FRACTION.match(lowered, end)
    if fraction and (_YEARS.match(lowered, fraction.end()) or _OLD.match(lowered, fraction.end())):
        end = fraction.end()
    elif sequence.tail == "/":
        return
    span = sequence.start, end
    further = _RANGE.match(lowered, end)
    last = further.end() if further else end
    if _DIFFERENCE.match(lowered, last):
        return
    # "en 5-7-årig", "5 och 7 år gamla": the word after the last number of a range counts for all.
    for after in (end,) if last == end else (end, last):
        if _OLD.match(lowered, after):
            if not _is_lasting(lowered, after) and not _is_of_none(context, lowered, after):
                yield propose("age_old", *span)
            return
    if _MONTHS_OLD.match(lowered, end):
        if not _is_of_none(context, lowered, end):
            yield propose("age_old", *span)
        return
    years = _YEARS.match(lowered, end) or (last > end and _YEARS.match(lowered, last))
    months = None if years else _MONTHS.match(lowered, end)
    if not years and not months and (_has_unit(lowered, end) or _has_unit(lowered, last)):
        return
    after = years.end() if years else months.end() if months else end
    age = PossibleAge(
        sequence.normalized.text, sequence.start, after, bool(years), has_months=bool(months)
    )
    rule = choose_age_rule(context, age)
    if rule:
        yield propose(rule, *span)
        until = _UNTIL.match(lowered, end)
        if until and int(until.group(1)) > int(digits):
            yield propose(rule, *until.span(1))


def _may_go_on(lowered: str, end: int) -> bool:
    """Return whether a unit, a fraction or a range may follow a number. A quick test: behind most
    numbers at the end of a sentence or clause none does."""
    sign = lowered[end : end + 1]
    if sign not in _STOPS:
        return True
    following = lowered[end + 1 : end + 3]
    return following[:1] == "5" or (sign == "," and following[:1].isspace())


_STOPS = frozenset((".", ",", ";", ":", "!", "?", ")", ""))
_FIRST_LETTERS_OF_AGES = frozenset("åaybmvdwoetr")
"""With what begins a word for years, months, weeks or days, or one that joins two numbers."""


def _is_before_plain_unit(lowered: str, end: int) -> bool:
    """Return whether a unit follows that has nothing to do with ages: *72 kg*."""
    return (
        lowered[end : end + 1] == " "
        and lowered[end + 1 : end + 2].isalpha()
        and lowered[end + 1] not in _FIRST_LETTERS_OF_AGES
        and _has_unit(lowered, end)
    )


_UNTIL = compile_lazily(r"\s?[-–]\s?(\d{1,3})(?![\w/]|[.,-]\d)")
"""The end of a range of ages: kvinna 35-40."""
_OLD_WORDS = compile_lazily(r"[- ]?\w+[- ](?:gammalt|gammal|gamla|old)(?!\w)|[- ]?årig[ate]?(?!\w)")


def _is_of_none(context: SentenceContext, lowered: str, end: int) -> bool:
    """Whether the age is that of a thing, or of people in general."""
    return _is_old_thing(context, lowered, end) or is_general_age(context)


def _is_old_thing(context: SentenceContext, lowered: str, end: int) -> bool:
    """Whether a thing has this age: huset är 100 år gammalt, the school is 50 years old."""
    words = [word for word in context.words_before[-BETWEEN:] if word not in ADVERB_WORDS]
    if words and is_thing(words):
        return True
    following = FOLLOWING.match(lowered, _skip_old(lowered, end))
    return following is not None and is_thing_word(following.group(1))


def _skip_old(lowered: str, end: int) -> int:
    """Return the offset behind "år gammal" or "-year-old"."""
    match = _OLD_WORDS.match(lowered, end)
    return match.end() if match else end


def _has_unit(lowered: str, end: int) -> bool:
    following = NEXT.match(lowered, end)
    return following is not None and following.group(1) in _UNIT_WORDS


def _is_lasting(lowered: str, end: int) -> bool:
    """Whether something other than a person has this age: treårig utbildning, a three-year course."""
    following = _LASTS.match(lowered, end)
    return following is not None and following.group(1).endswith(LASTING)


def find_ages_before_year_word(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find an age in words before "år" or "years", or as the head of "femåring"."""
    lowered = normalized.lowered
    inside = start > 0 and lowered[start - 1].isalpha()
    sure = bool(_OLD.match(lowered, start)) or bool(_OLD.match(lowered, start - 1))
    number = find_number_at_end(lowered, max(0, start - _WORDS), start, guess=not inside)
    if number is None or _is_lasting(lowered, start) or _DIFFERENCE.match(lowered, number.end):
        return
    if sure and not number.ordinal:
        if _is_of_none(SentenceContext(normalized, number.start, number.end), lowered, start):
            return
        hyphened = _HYPHENED.match(lowered, number.end)
        if hyphened:
            number = number._replace(end=hyphened.end())
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


_HYPHENED = compile_lazily(r"-årig[ate]?(?!\w)")
"""What belongs to a number in words: tjugofem-årig."""


def _propose_ages(
    normalized: NormalizedText, number: NumberWord, rule: str
) -> Iterator[Alternative]:
    """Propose an age, and those before it that share its "år": barn på tre, fem och sju år."""
    yield propose(rule, number.start, number.end)
    lowered, start = normalized.lowered, number.start
    for _ in range(_MOST_FURTHER):
        left = max(0, start - _WORDS)
        joint = _JOINT_BEFORE.search(lowered, left, start)
        first = joint and find_number_at_end(lowered, left, joint.start(), guess=False)
        if not first or first.ordinal or first.value < 2:
            return
        yield propose(rule, first.start, first.end)
        start = first.start


def find_ages_after_verb(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find an age in words after "fyller", "är", "turned"."""
    lowered = normalized.lowered
    turned = lowered[start:end] in AGE_VERB_WORDS
    first = WORD.match(lowered, end + 1)
    if first is None:
        return
    if not (turned or may_begin_number(first.group()) or first.group() in PRONOUN_WORDS):
        return
    # Skip adverbs and pronouns: är hon bara nitton.
    offset = end
    for word in WORD.finditer(lowered, end, end + _WORDS):
        if word.group() not in ADVERB_WORDS and word.group() not in PRONOUN_WORDS:
            break
        offset = word.end()
    number = find_number_at_start(lowered, offset, offset + _WORDS, guess=turned)
    if number is None or number.ordinal or number.value < 2:
        return
    months = _MONTHS.match(lowered, number.end)
    if not months and _has_unit(lowered, number.end):
        return
    if _DIFFERENCE.match(lowered, number.end):
        return
    if turned:
        yield propose("age_word_turned", number.start, number.end)
        return
    last = months.end() if months else number.end
    age = PossibleAge(
        normalized.text, number.start, last, False, number.value, has_months=bool(months)
    )
    further = list(_list_further(lowered, number.end))
    if further:
        age = age._replace(end=further[-1].end)
    rule = choose_age_rule(SentenceContext(normalized, number.start, number.end), age)
    if rule:
        others = (*_find_repeated(lowered, number.end), *_find_next_relatives(lowered, number.end))
        for each in (number, *further, *others):
            yield propose(rule.replace("age_", "age_word_"), each.start, each.end)


_FURTHER = compile_lazily(r"(?:,\s?|\s(?:och|o|and|eller|or)\s)([^\W\d_]+)")
_MOST_FURTHER = 5
_LONGEST_CLAUSE = 80
_REPEATED = compile_lazily(
    r"\s(?:när|då|when)\s[^.!?\n]{1,60}?\s(?:och|and)\s([^\W\d_]+)\s(?:när|då|when)\s"
)


def _list_further(lowered: str, end: int) -> Iterator[NumberWord]:
    """Yield the numbers that follow in a list: två, fyra och sju."""
    for _ in range(_MOST_FURTHER):
        match = _FURTHER.match(lowered, end)
        value = read_cardinal(match.group(1)) if match else None
        if match is None or value is None or value < 2 or _has_unit(lowered, match.end()):
            return
        yield NumberWord(match.start(1), match.end(1), value)
        end = match.end()


def _find_repeated(lowered: str, end: int) -> Iterator[NumberWord]:
    """Find the second age of the same person: arton när jag gifte mig och nitton när vi kom."""
    match = _REPEATED.match(lowered, end, end + _LONGEST_CLAUSE)
    value = read_cardinal(match.group(1)) if match else None
    if match and value is not None:
        yield NumberWord(match.start(1), match.end(1), value)


_NEXT_RELATIVE = compile_lazily(
    r"(?:\s(?:år|years?))?(?:,\s|\s(?:och|o|and|samt)\s)(?:(?:min|mitt|my|hans|hennes|her|his)\s)?"
    r"([^\W\d_]+)\s([^\W\d_]+)(?=\s*(?:[.,;!?)\n]|\Z)|\s(?:år|och|o|and|samt)(?!\w))"
)


def _find_next_relatives(lowered: str, end: int) -> Iterator[NumberWord]:
    """Yield the ages of further relatives: mormor är åttio och morfar åttiofem."""
    for _ in range(_MOST_FURTHER):
        match = _NEXT_RELATIVE.match(lowered, end)
        value = read_cardinal(match.group(2)) if match else None
        if match is None or value is None or value < 2 or match.group(1) not in BEARER_WORDS:
            return
        yield NumberWord(match.start(2), match.end(2), value)
        end = match.end()


_AGE_OF = compile_lazily(r"(?:n|s)?\s(?:of|av)(?=\s)")
_ANSWER = compile_lazily(
    r"(?:[^?\n]{0,30}\?|:)\s*(?:[-–—]\s*)?(?:[a-zåäö]{1,12}:\s*)?(?:jag är |i am |i'm )?"
    r"(?:(\d{1,3})(?![\w/.:-]*\d)|(?=[^\W\d_]))"
)


def find_ages_in_answers(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the answer to a question for the age: Ålder? Trettiosju. The literal is "ålder"."""
    lowered = normalized.lowered
    of = _AGE_OF.match(lowered, end)
    if of:
        yield from _find_age_of(normalized, of.end())
        return
    if start and lowered[start - 1].isalpha():
        return
    match = _ANSWER.match(lowered, end)
    if match is None:
        return
    if match.group(1):
        if int(match.group(1)) <= OLDEST and not _has_unit(lowered, match.end(1)):
            yield propose("age_turned", *match.span(1))
        return
    number = find_number_at_start(lowered, match.end(), match.end() + _WORDS, guess=False)
    if number and not number.ordinal and not _has_unit(lowered, number.end):
        yield propose("age_word_turned", number.start, number.end)


def _find_age_of(normalized: NormalizedText, end: int) -> Iterator[Alternative]:
    """Find the age in words behind "at the age of"."""
    lowered = normalized.lowered
    number = find_number_at_start(lowered, end, end + _WORDS, guess=False)
    if number is None or number.ordinal or number.value < 2 or _has_unit(lowered, number.end):
        return
    after = lowered[number.end : number.end + AT_ONCE]
    is_end = ends_clause(after) or next_word(after) in PERSON_WORDS
    if is_end and not is_general_age(SentenceContext(normalized, number.start, number.end)):
        yield propose("age_word_turned", number.start, number.end)


_SOON = compile_lazily(
    r",\s(?:snart|nu|just|bara|nyss|redan|soon|now|almost)\s([^\W\d_]+)(?=[,.)])"
)


def find_ages_after_comma(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find an age in words behind a person and a comma: tvillingarna, snart tio, är busiga."""
    match = _SOON.match(normalized.lowered, start)
    before = WORD.findall(normalized.lowered, max(0, start - LONGEST_NAME), start)[-1:]
    number = read_cardinal(match.group(1)) if match else None
    if match and number is not None and number > 1 and not PERSON_WORDS.isdisjoint(before):
        yield propose("age_word_is", *match.span(1))
