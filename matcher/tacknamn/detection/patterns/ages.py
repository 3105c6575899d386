"""Find ages, in digits and in words, and decide from the sentence whether a number is an age.

"25 år" is an age unless a word nearby says that it is a duration. A bare 25 is an age only where a
person is that old (han är 25, min granne, som är 84) or is described so (en son på 9). The words
are in ``word_groups.tsv``.

The first half of the module decides from the sentence (:func:`choose_age_rule`). The second half
finds the numbers and their offsets.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from tacknamn.detection.patterns.digit_sequences import DigitSequence
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
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "PossibleAge",
    "choose_age_rule",
    "find_ages_after_verb",
    "find_ages_before_year_word",
    "find_ages_in_digits",
]

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
_LASTING = tuple(sorted(get_word_group("lasting")))
_UNIT_WORDS = get_word_group("unit")

_CONTRACTIONS = re.compile("['’]([ms])(?![a-z])")
_WRITTEN_OUT = {"m": " am", "s": " is"}
"""I'm, he's. No age follows the s of a genitive."""
_AND_WORDS = frozenset(("och", "and", "eller", "or"))
_JOINTS = (",", *sorted(_AND_WORDS))
_LONGEST_LIST = 40
"""Characters of "5, 7, 9 och "."""
_WHO_WORDS = frozenset(("som", "who"))
_OF_WORDS = frozenset(("på", "of"))
_END = re.compile(r"\s*(?:[.,](?!\d)|[!?;)\n]|\Z)")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_FOLLOWING = re.compile(r"[ \u00a0]+([^\W\d_]+)")
"""The next word of the same sentence: "fem år sedan", but not "fem år. Sedan"."""
_LISTED = re.compile(r"(?<!\d)(?<!\d )(?:\d{1,3}\s?(?:,|och|and|eller|or)\s?){1,4}\Z")
"""Numbers that share one "år"; not the end of a postal code (411 38, 23 år)."""
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
"""Words before the number that are read, adverbs included."""
_LEFT_OVER = re.compile(r"månad|\bkvar\b|month|\bleft\b")
_STAYED = re.compile(r"\s(?:här|hos|i\s(?:sverige|landet|stan|skolan))\b")
"""After "jag är 2 år", which learners write to say how long they have been in a place."""
_AT_ONCE = 30
"""Characters after "har 25 år" in which a remainder (kvar, och tre månader) makes it a duration."""


class PossibleAge(NamedTuple):
    """A number that may be an age, with the "år" after it."""

    text: str
    """The whole text."""
    start: int
    """Offset of the number."""
    end: int
    """Offset after "år" or "years", or after the number if it has no such word."""
    has_years: bool
    value: int = 2
    """The number in words. A value of one is no age in some sentences, because "ett" and "en" are
    also articles. Digits keep the default: they are never ambiguous in this way."""


def choose_age_rule(context: SentenceContext, age: PossibleAge) -> str:
    """Return the rule for digits that makes the number an age, or an empty string."""
    before, words = _read_words_before(context)
    last = words[-1] if words else ""
    second = words[-2] if len(words) > 1 else ""
    # Verbs and nouns of age decide alone: fyller 25, en ålder av 25, fyller år den 27 (a day).
    if last in _DAY_BEFORE_WORDS:
        return ""
    if last in _AGE_NOUN_WORDS or not _AGE_VERB_WORDS.isdisjoint(words[-2:]):
        return "age_turned"
    is_being = last in _BEING_WORDS or (second in _BEING_WORDS and last in _PRONOUN_WORDS)
    if not (is_being or age.has_years or last in _OF_WORDS):
        return ""
    # Everything else depends on the words on both sides.
    after = age.text[age.end : age.end + _AT_ONCE].lower()
    following = _next_word(after)
    if is_being:
        if age.has_years and following not in _DURATION_AFTER_WORDS:
            return "" if _STAYED.match(after) else "age_turned"
        return "age_is" if _is_about_person(age, words) and _is_stated(words, after) else ""
    if last in _OF_WORDS and _is_called(age, words):
        return "age_of" if age.has_years or _ends_clause(after) else ""
    if not age.has_years or following in _DURATION_AFTER_WORDS:
        return ""
    if last in _HAVING_WORDS:
        return "age_has" if _has_age(age, second, after, following) else ""
    if last in _DURATION_BEFORE_WORDS:
        return ""
    is_of_person = _is_of_person(before, words) or _is_in_row(context, before, age)
    return "age_years" if _ends_clause(after) and is_of_person else ""


def _read_words_before(context: SentenceContext) -> tuple[str, list[str]]:
    """Return the sentence before the number, and its last words without adverbs. Numbers that are
    listed together with this one (5, 7 och 9 år) are left out."""
    before, words = context.before.rstrip(), context.words_before
    if "m" in words[-_BETWEEN:] or "s" in words[-_BETWEEN:]:
        before = _CONTRACTIONS.sub(lambda match: _WRITTEN_OUT[match.group(1)], before)
        words = WORD.findall(before)
    if before.endswith(_JOINTS):
        listed = _LISTED.search(context.before, max(0, len(context.before) - _LONGEST_LIST))
        if listed and not context.before[: listed.start()].rstrip().endswith(_STREETS):
            before = before[: listed.start()].rstrip()
            words = WORD.findall(before)
        elif len(words) > 1 and words[-1] in _AND_WORDS and read_cardinal(words[-2]) is not None:
            words = words[:-2]
    return before, [word for word in words[-_BETWEEN:] if word not in _ADVERB_WORDS]


def _next_word(after: str) -> str:
    match = _FOLLOWING.match(after)
    return match.group(1) if match else ""


def _is_about_person(age: PossibleAge, words: list[str]) -> bool:
    """Whether the subject of "är" is a person: han är, nu är han, min granne Sture, som är."""
    if words[-1] in _PRONOUN_WORDS:
        return True
    who = [*words[-2:-1], ""][0]
    if who in _WHO_WORDS:
        return [*words[-3:-2], ""][0] in _BEARER_WORDS or _has_name(age, who)
    if who in _PERSON_WORDS:
        return True
    return not _BEARER_WORDS.isdisjoint(words) and _has_name(age, words[-1])


def _is_stated(words: list[str], after: str) -> bool:
    """Whether the clause ends after the number, or may go on with anything: min farmor som är 84
    bor här, när jag var 15 kom vi."""
    if _ends_clause(after) or _WHO_WORDS.intersection(words[-2:-1]):
        return True
    return words[-1] in ("var", "was", "blev", "blir", "became") and not _WHEN_WORDS.isdisjoint(
        words[-3:-2]
    )


def _is_called(age: PossibleAge, words: list[str]) -> bool:
    """Whether "på" follows a person (en pojke på, min son Emir på) and does not begin a time span
    in which something happened or did not happen (inte sett min bror på)."""
    if [*words[-2:-1], ""][0] not in _BEARER_WORDS and not (
        [*words[-3:-2], ""][0] in _BEARER_WORDS and _has_name(age, words[-1])
    ):
        return False
    clause: list[str] = []
    for word in words[::-1]:
        if word in _CLAUSE_BEGIN_WORDS:
            break
        clause.append(word)
    return _UNSEEN_WORDS.isdisjoint(clause)


def _has_name(age: PossibleAge, word: str) -> bool:
    """Whether the word right before ``word`` is a capitalised name. At the beginning of a sentence
    a noun may be capitalised as well (Huset som är 100)."""
    near = age.text[max(0, age.start - 2 * _LONGEST_NAME) : age.start]
    offset = near.lower().rfind(f" {word} ")
    match = _NAME_BEFORE.search(near[: offset + 1]) if offset >= 0 else None
    if match is None:
        return False
    begins = near[: match.start()].rstrip()[-1:] in ("", ".", "!", "?", "\n")
    lowered = match.group(1).lower()
    return lowered not in _ARTICLE_WORDS and not (begins and lowered.endswith(_DEFINITE))


def _has_age(age: PossibleAge, who: str, after: str, following: str) -> bool:
    """Whether a person "has" years, as in Spanish and French: hon har 25 år."""
    if who not in _PERSON_WORDS or age.value < 2 or _LEFT_OVER.search(after):
        return False
    ends = bool(_END.match(after)) or following in _AND_WORDS or following == "men"
    return ends and age.text[age.end - 1] not in ("s", "S")


def _is_of_person(before: str, words: list[str]) -> bool:
    """Whether the words before "25 år" make it the age of a person: "Ali, 25 år"."""
    if before[-1:] in (",", "(", "") or not _NAMED_WORDS.isdisjoint(words[-3:]):
        return True
    return bool(words) and words[-1] in _PERSON_WORDS


def _is_in_row(context: SentenceContext, before: str, age: PossibleAge) -> bool:
    """Whether relatives are listed with their ages: tre syskon: Ali 12 år, Sara 9 år, Omar 5 år."""
    if _BEARER_WORDS.isdisjoint(context.words_before):
        return False
    begin = age.start - len(context.before)
    return _ROW.search(age.text[begin : begin + len(before)]) is not None


def _ends_clause(after: str) -> bool:
    following = _NEXT.match(after)
    return bool(_END.match(after)) or (
        following is not None and following.group(1) in _CLAUSE_WORDS
    )


# Numbers that may be ages

_RANGE = re.compile(r"(?:(?:\s?(?:[-–]|och|eller|till|and|to|or)\s?|,\s)\d{1,3}(?!\d)){0,4}")
"""The numbers that share one "år": 5 och 7 år; 5, 7 och 9 år."""
_OLD = re.compile(
    r"[- ]?år(?:ing|ig|s?[- ]?(?:dag|jubil|fest|kalas|ålder))|\s?[åa]r\s(?:gam|ung|old)"
    r"|[- ]years?[- ]olds?\b|\s?y/?o\b|\s?yrs\sold"
)
_LASTS = re.compile(r"[- ]?årig[ate]?\s([^\W\d_]+)")
_YEARS = re.compile(r"(?:,\d)?\s?(?:års?|ar|bast|yrs?|years?)\b")
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
