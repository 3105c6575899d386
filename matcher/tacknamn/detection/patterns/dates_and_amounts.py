"""Find dates and years in digits, and the harmless numbers that look like them.

Dates are found in every order and with every delimiter, and so are months (2018-12). Amounts,
clock times and pages identify no person (:data:`tacknamn.records.HARMLESS_RULES`). They are found
by the words and characters next to them, so that they are not taken for dates, plates or accounts.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.number_words import OLDEST
from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "find_any_numbers",
    "find_full_dates",
    "find_harmless_numbers",
    "find_joined_years",
    "find_run_dates",
    "find_short_dates",
    "find_spelled_dates",
    "find_years",
    "is_day",
    "is_year",
]

# Dates

FIRST_YEAR, LAST_YEAR = 1000, 2199
"""Four-digit years that dates may have."""
_FRACTIONS = {
    ("1", "2"),
    ("1", "3"),
    ("2", "3"),
    ("1", "4"),
    ("3", "4"),
    ("1", "5"),
    ("1", "8"),
    ("24", "7"),
}
"""Dates only where a cue word says so: half a litre (1/2), round the clock (24/7)."""
_JOINTS = "-./:"
"""A date is not part of a longer chain that these connect."""

_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
"""Days of each month. February may always have 29."""


def is_day(month: str, day: str) -> bool:
    """Whether a month has this day. February has 29 days in every year."""
    number = int(month)
    return 1 <= number <= 12 and 1 <= int(day) <= _DAYS[number - 1]


def is_year(digits: str) -> bool:
    """Whether a run may be the year of a date: two digits, or four within bounds."""
    return len(digits) == 2 or (len(digits) == 4 and FIRST_YEAR <= int(digits) <= LAST_YEAR)


def find_full_dates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find dates of three runs: year, month and day in the usual orders."""
    first, second, third = sequence.parts
    gap, last_gap = sequence.gaps
    if not _are_date_gaps(gap, last_gap, third) or not _is_standalone(sequence):
        return
    if max(len(first), len(second), len(third)) > 4 or len(second) > 2:
        return
    start, end = sequence.start, sequence.end
    year_first = len(first) in (2, 4) and is_year(first)
    if year_first and len(third) <= 2 and gap == last_gap and is_day(second, third):
        rule = "date_spaced" if gap == " " and len(first) == 2 else "date_ymd"
        yield propose(rule, start, end)
    elif len(first) <= 2 and is_year(third) and (is_day(second, first) or is_day(first, second)):
        yield propose("date_spaced" if gap == " " else "date_dmy", start, end)


def find_short_dates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find dates of two runs: day and month, or year and month."""
    first, second = sequence.parts
    gap = sequence.gaps[0]
    if gap not in ("/", ".", "-") or (not _is_standalone(sequence) and sequence.tail != "-"):
        return
    start, end = sequence.start, sequence.end
    if len(first) <= 2 and len(second) <= 2:
        if gap != "-" and (is_day(second, first) or is_day(first, second)):
            yield propose(_choose_short_rule(gap, first, second), start, end)
        return
    for year, month in ((first, second), (second, first)):
        is_month = (
            len(month) <= 2 and 1 <= int(month) <= 12 and end - start == len(year + month) + 1
        )
        if len(year) == 4 and _is_recent_year(year) and is_month:
            yield propose("date_month", start, end)


def _choose_short_rule(gap: str, first: str, second: str) -> str:
    if gap != "/":
        return "date_dots"
    return "date_fraction" if (first, second) in _FRACTIONS else "date_dm"


def find_run_dates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find dates in one run of six or eight digits."""
    digits = sequence.parts[0]
    start, end = sequence.start, sequence.end
    if _LAST_FOUR.match(sequence.normalized.text, end):
        return
    if len(digits) == 6:
        if is_day(digits[2:4], digits[4:]) or is_day(digits[2:4], digits[:2]):
            yield propose("date_run", start, end)
    elif len(digits) == 8 and (
        (_is_recent_year(digits[:4]) and is_day(digits[4:6], digits[6:]))
        or (_is_recent_year(digits[4:]) and is_day(digits[2:4], digits[:2]))
    ):
        yield propose("date_run8", start, end)


_LAST_FOUR = compile_lazily(r"[-+]\d{4}(?!\d)")
"""Behind a day of birth, in a personal identity number."""


def _is_recent_year(year: str) -> bool:
    """Whether eight digits in a row may be a date of this year."""
    return 1800 <= int(year) <= 2099


def _are_date_gaps(gap: str, last_gap: str, third: str) -> bool:
    """Whether these gaps separate a date: "12.5 -90" and "12.5-1990", but not "6.30-10" (times)."""
    if gap == last_gap:
        return gap in ("-", "/", ".", "·", " ")
    years = ("~",) if len(third) < 4 and gap != "/" else ("~", "-", " ", "/", ".", "·")
    return gap in ("/", ".") and last_gap in years


def _is_standalone(sequence: DigitSequence) -> bool:
    """Whether the sequence is not part of a longer number; a range of dates may follow (1-3/5)."""
    tail_range = sequence.tail == "-" and len(sequence.parts) == 3 and "-" not in sequence.gaps
    return sequence.head not in ("/", ".", ":") and (
        tail_range or sequence.tail not in tuple(_JOINTS) or sequence.tail == ""
    )


# Amounts, times, pages, years

_UNIT_WORDS = get_word_group("unit")
_CURRENCY_WORDS = get_word_group("currency")
_CODE_WORDS = get_word_group("currency_code")
_REFERENCE_WORDS = get_word_group("reference")
_SCHOOL_CLASS_WORDS = get_word_group("school_class")
_PAYING_WORDS = get_word_group("paying")
_PAYING_BETWEEN_WORDS = get_word_group("paying_between")

_DURATION_BEFORE_WORDS = get_word_group("duration_before")
_DURATION_AFTER_WORDS = get_word_group("duration_after")
_THING_WORDS = get_word_group("thing")
_YEARS = re.compile(r"\s(?:års?|years?)(?!\w)")
_MONTH_WORDS = frozenset(
    word for _, _, words in read_table(__file__, "months.tsv") for word in words.split()
)
_MEASURE_WORDS = get_word_group("measure")
_SCALE_WORDS = get_word_group("scale")
_NO_COUNT_WORDS = get_word_group("no_count")
_NAMED_BY_NUMBER = (
    get_word_group("no_call") | get_word_group("register") | {"nummer", "nr", "number", "no", "lgh"}
)
"""Words before a number that is no count: nummer 1234 fungerar."""
_LINKS = frozenset(
    ("är", "var", "va", "på", "till", "om", "runt", "is", "was", "of", "at", "ca", "cirka")
)
"""Words between what is measured and the number."""
_COUNTED = range(3, 5)
"""Digits of a count without a unit."""
_COUNTED_NOUN = compile_lazily(r"[ \u00a0]([a-zåäöé]{3,}(?: [a-zåäöé]{4,})?)(?![\w@])")
_PLURALS = ("ar", "er", "or", "na", "are", "ners")
_ENGLISH_PLURALS = ("s",)
"""Endings of nouns in the plural."""
_SHARED = re.compile(
    r"(?:(?: (?:till|och|eller|to|or|and|mot) | ?[-–] ?|, )\d{1,3}(?:[ .]?\d{3})*(?:,\d+)?(?!\d)){1,4}"
)
"""Numbers that share the unit of the last one: 129 till 149 kronor."""
_COMPOUND = compile_lazily(r"-(?!års?|ti|buss|linje|spårv|tåg|tal)[a-zåäö]{3,}")
"""What follows the number of a compound."""
_FULL_SCORES = frozenset((4, 5, 6, 7, 10, 20, 21, 27, 30, 40, 50, 60, 63, 100))
_SYSTOLIC, _DIASTOLIC, _LEAST_APART = range(80, 261), range(40, 141), 20
"""The two values of a blood pressure, and how far they are apart at least."""
LEAST = 3
"""Digits in a row that are always found (sms4science rule B3)."""
_UNIT = re.compile(r"[ \u00a0]?(?:[%‰°€$£½²³µ§]|:-|,-|[a-zåäöµ]+[²³]?)")
_SIGNS = frozenset("€$£§")
_DECADE = compile_lazily(r"[- ]?tal(?:et|ets|s|en|are|ist)?\b|(?<=0)['’]?s\b")
_CODE = 3
"""Letters of a currency code: EUR, PLN."""
_HOURS, _MINUTES = 24, 59
_IP = 4
"""Runs of a network address."""
MOST_PAID, MILLIONS, YEAR_DIGITS = 5, 7, 4
"""Digits of the longest sum that may end in 0 or 5, of the longest sum at all (which ends in 00),
and of a year."""
MOST_BETWEEN = 2
"""Words between a verb of paying and the sum."""
_ISBN = range(10, 14)
_NEVER_YEAR = frozenset(("-", "/", ",", ":", "."))


def find_harmless_numbers(
    sequence: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Find amounts, clock times, references to pages, book numbers and network addresses."""
    start, end, gaps = sequence.start, sequence.end, sequence.gaps
    if _is_amount(sequence, context):
        yield propose("amount", start, end)
    elif len(gaps) and set(gaps) == {" "} and _is_grouped(sequence.parts):
        yield propose("grouped_number", start, end)
    if _is_time_stamp(sequence, context):
        yield propose("time_stamp", start, end)
    elif _is_time(sequence):
        yield propose("time", start, end)
    before = context.words_before[-1:]
    is_clock = before and before[0] in ("kl", "klockan", "klocka") and len(sequence.digits) <= 4
    if is_clock and not any(map(str.isdigit, context.before[context.before.rindex(before[0]) :])):
        yield propose("time", start, end)
    if sequence.normalized.text[start - 1 : start] in ("§", "v", "V") or (
        before
        and len(gaps) < LEAST
        and len(sequence.digits) <= 4
        and _is_reference(sequence, context)
    ):
        yield propose("reference", start, end)
    if _is_law(sequence, context):
        yield propose("isbn", start, end)
    if len(sequence.digits) in _ISBN and {"isbn", "issn", "ean"} & set(context.words_before[-2:]):
        yield propose("isbn", start, end)
    if gaps == (".",) * (_IP - 1) and all(int(part) < 256 for part in sequence.parts):
        yield propose("ip_address", start, end)


def _is_amount(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the number is an amount: with a unit or currency, or after a verb of paying; what is
    counted or measured (250 anmälningar, CRP 210), a blood pressure or a score."""
    if _is_measured(sequence, context):
        return True
    if not _is_one_number(sequence) or (sequence.tail in (",", ":", "-") and not sequence.gaps):
        return False
    lowered = sequence.normalized.lowered
    if _is_counted(sequence, context) or _is_compound(sequence):
        return True
    if _is_span_of_years(sequence, context):
        return True
    shared = _SHARED.match(lowered, sequence.end)
    after = _UNIT.match(lowered, shared.end() if shared else sequence.end)
    if after:
        unit = after.group().strip()
        if not unit[0].isalpha():
            return True
        if unit.rstrip("²³") in _UNIT_WORDS and not _continues_word(sequence, after.end()):
            return True
    if _is_paid(sequence, context) or _has_code(sequence, context):
        return True
    sign = sequence.normalized.text[max(0, sequence.start - 2) : sequence.start].strip()[-1:]
    if sign in _SIGNS:
        return True
    return context.words_before[-1:] != [] and (
        context.words_before[-1] in _CURRENCY_WORDS
        and context.before.rstrip().endswith(context.words_before[-1])
    )


def _is_compound(sequence: DigitSequence) -> bool:
    """Whether the number begins an ordinary compound: 100-metersloppet."""
    if len(sequence.parts) > 1 or len(sequence.digits) > LEAST:
        return False
    return _COMPOUND.match(sequence.normalized.lowered, sequence.end) is not None


def _is_counted(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether a noun in the plural follows three or four digits: 250 anmälningar, 3000 nya böcker."""
    digits = sequence.digits
    if len(sequence.parts) > 1 or len(digits) not in _COUNTED or digits[0] == "0" or sequence.head:
        return False
    if len(digits) == YEAR_DIGITS and "1700" <= digits <= "2099":
        return False
    before = sequence.normalized.text[sequence.start - 1 : sequence.start]
    if before.isalnum() or before in ("-", "/", "_"):
        return False
    if not _NAMED_BY_NUMBER.isdisjoint(context.words_before[-2:]):
        return False
    nouns = _COUNTED_NOUN.match(sequence.normalized.text, sequence.end)
    return nouns is not None and _is_plural(nouns.group(1), sequence.normalized.language)


def _is_span_of_years(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the number tells how long or how long ago, or how old a thing is: 100 år sedan."""
    years = _YEARS.match(sequence.normalized.lowered, sequence.end)
    if years is None or len(sequence.parts) > 1 or len(sequence.digits) != LEAST:
        return False
    following = _NEXT_WORD.match(sequence.normalized.lowered, years.end())
    words = context.words_before
    return (
        int(sequence.digits) > OLDEST
        or not _DURATION_BEFORE_WORDS.isdisjoint(words[-1:])
        or (following is not None and following.group(1) in _DURATION_AFTER_WORDS)
        or (len(words) > 1 and words[-2] in _THING_WORDS)
    )


def _is_plural(words: str, language: str) -> bool:
    """Whether the first word looks like a noun in the plural, or like an adjective before one."""
    first, _, second = words.partition(" ")
    if first in _NO_COUNT_WORDS:
        return False
    plurals = _PLURALS if language == "sv" else _ENGLISH_PLURALS
    if first.endswith(plurals):
        return True
    return first.endswith("a") and second.endswith(plurals) and second not in _NO_COUNT_WORDS


def _is_measured(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the number is a value (CRP 210, BT 118/62) or a score (NRS 6/10)."""
    parts, gaps = sequence.parts, sequence.gaps
    if (
        len(parts) > 2
        or max(map(len, parts)) > YEAR_DIGITS
        or sequence.head
        or sequence.tail == "/"
    ):
        return False
    if gaps and gaps != ("/",):
        return False
    words = context.words_before[-MOST_BETWEEN - 1 :]
    if words and sequence.normalized.text[sequence.start - 1].isalpha():
        words.pop()  # the letter of a diagnosis: F329
    while words and words[-1] in _LINKS:
        words.pop()
    near = words[-1:]
    if gaps:
        first, second = int(parts[0]), int(parts[1])
        if first <= second:
            return second in _FULL_SCORES and not _SCALE_WORDS.isdisjoint(near)
        is_pressure = first in _SYSTOLIC and second in _DIASTOLIC and first - second >= _LEAST_APART
        return is_pressure and sequence.end - sequence.start == len(parts[0]) + len(parts[1]) + 1
    is_year = len(parts[0]) == YEAR_DIGITS and parts[0].startswith(("19", "20"))
    return not is_year and not _MEASURE_WORDS.isdisjoint(near)


def _has_code(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the code of a currency is next to the number, and no cue word says it is a plate."""
    text = sequence.normalized.text
    for code in (
        text[max(0, sequence.start - _CODE - 1) : sequence.start - 1],
        text[sequence.end + 1 : sequence.end + _CODE + 1],
    ):
        if code.isupper() and code.lower() in _CODE_WORDS:
            return not context.weigh_cues("plate", "license_nr")[0]
    return False


def _is_paid(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether a sum without a unit follows a verb of paying (jag betalade 12000). It must not look
    like a year (betalade 2019), a date (betala 850612) or an account."""
    # The nearest words first: the verb, after at most two words that may stand between.
    for word in context.words_before[: -MOST_BETWEEN - 2 : -1]:
        if word in _PAYING_WORDS:
            break
        if word not in _PAYING_BETWEEN_WORDS:
            return False
    else:
        return False
    digits = sequence.digits
    rounded = digits.endswith(("0", "5") if len(digits) <= MOST_PAID else "00")
    if digits[0] == "0" or len(digits) > MILLIONS or not rounded or "-" in sequence.gaps:
        return False
    is_year = len(digits) == YEAR_DIGITS and digits.startswith(("19", "20"))
    return not is_year or digits.endswith("00")


def _continues_word(sequence: DigitSequence, offset: int) -> bool:
    """Whether the apparent unit is the beginning of something else (5 m_x, 12 min@)."""
    character = sequence.normalized.text[offset : offset + 1]
    return character in ("_", "@") or character.isdigit() or character.isalpha()


def _is_one_number(sequence: DigitSequence) -> bool:
    """Whether the runs are the thousands and decimals of one number."""
    gaps = sequence.gaps
    if not gaps:
        return True
    groups = sequence.parts[1:]
    if all(gap in (" ", ".", ",") for gap in gaps):
        whole = groups[:-1] if gaps[-1] in (",", ".") and len(groups[-1]) != 3 else groups
        return all(len(group) == 3 for group in whole) and len(sequence.parts[0]) <= 4
    return gaps in (("-",), ("/",)) and max(map(len, sequence.parts)) <= 5


def _is_grouped(parts: tuple[str, ...]) -> bool:
    first = parts[0]
    return len(first) <= 3 and first[0] != "0" and all(len(part) == 3 for part in parts[1:])


_LAW_ENDINGS = get_word_group("law")


def _is_law(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the number is that of a law: lagen (2010:800), förordning 2016/679."""
    if sequence.gaps not in ((":",), ("/",)) or len(sequence.parts[0]) != YEAR_DIGITS:
        return False
    if not "1600" <= sequence.parts[0] <= "2099":
        return False
    return any(word.endswith(tuple(_LAW_ENDINGS)) for word in context.words_before[-MOST_BETWEEN:])


_DATE_BEFORE = compile_lazily(
    r"(?<!\d)(?:\d{4}([-/.]?)\d\d\1\d\d|\d{1,2}([-/.])\d{1,2}\2\d{2,4})(?:[ ,_t]|, )\Z"
)
"""A date with its year right before a time: 2021-03-05 03:47, 5/3/2021, 03:47."""


def _is_time(sequence: DigitSequence) -> bool:
    if sequence.gaps not in ((":",), (":", ":"), (".",)) or sequence.head in (".", "-", "/"):
        return False
    hours, minutes = int(sequence.parts[0]), sequence.parts[1]
    is_clock = hours <= _HOURS and len(minutes) == 2 and int(minutes) <= _MINUTES
    return is_clock and sequence.gaps[0] == ":"


def _is_time_stamp(sequence: DigitSequence, context: SentenceContext) -> bool:
    """Whether the number is a time with seconds, or right behind a date in digits."""
    if sequence.gaps not in ((":",), (":", ":"), (".",), (".", ".")):
        return False
    if len(sequence.parts[0]) > 2 or any(len(part) != 2 for part in sequence.parts[1:]):
        return False
    if int(sequence.parts[0]) > _HOURS or max(map(int, sequence.parts[1:])) > _MINUTES:
        return False
    is_behind_date = _DATE_BEFORE.search(context.before) is not None
    return is_behind_date or sequence.gaps == (":", ":")


def _is_reference(sequence: DigitSequence, context: SentenceContext) -> bool:
    word = context.words_before[-1]
    return word in _REFERENCE_WORDS or (
        word in _SCHOOL_CLASS_WORDS and len(sequence.digits) <= LEAST  # klass 302, klassen 1994
    )


def find_years(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find years: four digits, or two after a hyphen or apostrophe or a word for birth or time."""
    digits = sequence.parts[0]
    start, end = sequence.start, sequence.end
    if len(digits) == 2:
        yield from _find_cut_years(sequence, context)
    if len(digits) != 4 or sequence.head in (",", ":"):
        return
    year = int(digits)
    if _DECADE.match(sequence.normalized.lowered, end):
        yield propose("decade", start, end)
    elif 1900 <= year <= 2039:
        yield propose("year", start, end)
    elif 1800 <= year <= 2099:
        yield propose("year_far", start, end)
    elif 1000 <= year <= 2999:
        yield propose("year_old", start, end)


_JOINS = ("/", "-", ".")
"""Gaps by which a number goes on: 1998-99-12 is no pair of years. After other gaps, something new begins."""


def find_joined_years(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find a year with a later one: 1998/99, 2009/2010, 1995-98. They are one span, so that both move
    alike, and stronger than the first year alone, whatever cue stands beside it."""
    if sequence.shape not in ("4/2", "4-2", "4/4"):
        return
    is_part = sequence.head in _JOINS or sequence.tail in _JOINS
    if is_part or (sequence.tail == " " and sequence.gaps == ("-",)):  # the number of an account
        return
    first, second = sequence.parts
    is_next = str(int(first) + 1).endswith(second)
    is_later = sequence.gaps == ("-",) and int(second) > max(_LAST_MONTH, int(first) % 100)
    if not is_next and not is_later:
        return
    if 1900 <= int(first) <= 2039:
        yield propose("years_joined", sequence.start, sequence.end)
    else:
        yield from find_years(sequence, context)


_BIRTH_WORDS = get_word_group("birth")
_SINCE_WORDS = get_word_group("since")
_TERM_WORDS = frozenset(("vt", "ht"))
_YEAR_ORDINAL = compile_lazily(r":(?:a|an|or|orna|ans|ornas)(?!\w)")
_ORDINAL_WORDS = get_word_group("being") | {"en", "född", "födda", "båda", "också", "alla"}
_NEXT_WORD = compile_lazily(r"\s([^\W\d_]+|%)")
_MONTH_AFTER = compile_lazily(r"\s(?:0[1-9]|1[0-2])(?!\d)")
"""What makes a year the beginning of a date: född 85 07 09."""
_CUT_RANGE = compile_lazily(r"[-–'’]\d\d\s(?:till|och|to|and|[-–])\s?[-–'’]?\Z")
_CLAUSE_END = compile_lazily(r"\s*(?:[,.;:!?)\n]|\Z)(?!\d)|\s(?:och|men|and|but)(?!\w)")
_OTHER_YEAR = compile_lazily(r"(?<![\d.,:-])(?:19|20)\d\d(?![\d.,:-]\d)")
_OLD_CENTURY = range(40, 100)
"""The last two digits of years that no clock and few temperatures have."""


def _find_cut_years(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find years cut to two digits: född 85, sedan 02, magsår -02, en 87:a."""
    start, end, digits = sequence.start, sequence.end, sequence.parts[0]
    text, lowered = sequence.normalized.text, sequence.normalized.lowered
    is_old = digits[0] == "0" or int(digits) in _OLD_CENTURY
    last, second = ["", "", *context.words_before][-1:-3:-1]
    ordinal = _YEAR_ORDINAL.match(lowered, end)
    if ordinal:
        if is_old and last in _ORDINAL_WORDS:
            yield propose("year_cut", start, ordinal.end())
        return
    following = _NEXT_WORD.match(lowered, end)
    if (
        sequence.tail in _NEVER_YEAR
        or (sequence.tail == " " and _MONTH_AFTER.match(text, end))
        or sequence.head
        or (following and _is_unit(following.group(1)))
    ):
        return
    mark, before = text[start - 1 : start], text[start - 2 : start - 1]
    if mark in ("-", "–", "'", "’") and mark:
        if before and not before.isspace() and before != "(":
            return
        yield propose("year_short", start, end)
        is_range = _CUT_RANGE.search(context.before) is not None
        is_last = _CLAUSE_END.match(text, end) is not None and text[start - 3 : start - 2].isalpha()
        is_sure = digits[0] == "0" or mark in "'’" or last in _TERM_WORDS
        has_years = _OTHER_YEAR.search(f"{context.before} {context.after}") is not None
        if is_sure or is_range or (is_last and (is_old or has_years)) or (is_old and has_years):
            yield propose("year_cut", start, end)
    elif mark.isspace() and (
        last in _BIRTH_WORDS
        or (last in ("i", "in", "år") and second in _BIRTH_WORDS)
        or (last in _SINCE_WORDS and is_old)
    ):
        yield propose("year_cut", start, end)


def _is_unit(word: str) -> bool:
    return word in _UNIT_WORDS or word in _MONTH_WORDS or word in ("%", "år", "years", "st", "på")


def find_spelled_dates(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find the day and the month that are named so: day 7, month 11, year 1991."""
    last = context.words_before[-1:]
    if last in (["day"], ["dag"]) and _MONTH_NEXT.match(sequence.normalized.lowered, sequence.end):
        yield propose("day_digits", sequence.start, sequence.end)
        return
    is_month = last in (["month"], ["månad"]) and _DAY_NAMED.search(context.before) is not None
    if is_month and 1 <= int(sequence.digits) <= _LAST_MONTH:
        yield propose("month_digit", sequence.start, sequence.end)


_MONTH_NEXT = compile_lazily(r",?\s(?:month|månad)\s\d")
_DAY_NAMED = compile_lazily(r"(?<!\w)(?:day|dag)\s\d{1,2},?\s(?:month|månad)\s\Z")
_LAST_MONTH = 12


def find_any_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find any run of three digits or more, and runs that are joined without spaces."""
    if max(map(len, sequence.parts)) < LEAST:
        return
    if len(sequence.parts) == 1:
        yield propose("other", sequence.start, sequence.end)
    elif all(gap in ("-", "/", ".") for gap in sequence.gaps):
        text = sequence.normalized.text[sequence.start : sequence.end]
        if " " not in text:
            yield propose("other_joined", sequence.start, sequence.end)
