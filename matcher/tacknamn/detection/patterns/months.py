"""Find months and weekdays by name, also misspelt, and the days and years next to them.

Misspellings are one edit away from the name: janyari, setpember. Only long names have them: too
many words are one edit away from the short ones (mars, maj, juni). Similar names (Augusta, Januaria)
and genitives are excluded in ``word_groups.tsv``; no other word of SALDO or of the Hunspell
dictionary is among the misspellings. They count only after a word for time or next to a day.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.number_words import (
    find_number_at_end,
    find_number_at_start,
    read_ordinal,
    read_year_in_words,
)
from tacknamn.detection.patterns.rulebook import WORD, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "MONTHS",
    "WEEKDAYS",
    "YEAR_NOUNS",
    "find_birth_years",
    "find_day_numbers",
    "find_misspelt_months",
    "find_months",
    "find_weekday_numbers",
    "find_weekdays",
    "find_year_nouns",
    "find_year_words",
    "list_misspelling_pieces",
    "list_misspellings",
]

_AGE_VERB_WORDS = get_word_group("age_verb")
_ARTICLE_WORDS = get_word_group("article")
_NO_DAY_WORDS = get_word_group("no_day")
_UNIT_WORDS = get_word_group("unit")
_MONTH_BEFORE_WORDS = get_word_group("month_before")

WEEKDAYS = tuple(sorted(get_word_group("weekday")))
_ENDINGS = frozenset(
    ("", "en", "ens", "ar", "arna", "s", "ens", "morgon", "kväll", "eftermiddag", "natt")
)
"""Endings of weekdays: måndagen, måndagar, mondays, måndagskväll."""
_DAY_BEFORE = compile_lazily(
    r"(?<![\d.,:/])(?<!\D[-–])(\d{1,2})(?:[:.]?(?:e|a|de|te)|st|nd|rd|th|\.|:)?\s+(?:i\s|of\s)?\Z"
)
_ORDINAL_BEFORE = compile_lazily(r"([^\W\d_]+(?:[ -][^\W\d_]+)?)\s+(?:i\s|of\s)?\Z")
_DAY_AFTER = compile_lazily(r"\.?\s+(\d{1,2})(?:st|nd|rd|th)?(?![\d:/]|[.,-]\d|\s?(?:%|kl\b))")
_YEAR_AFTER = compile_lazily(r"\.?,?\s*[-–'’]?(\d{4}|\d\d)(?![\d:/]|[.,-]\d)")
_MARKED_YEAR = compile_lazily(r"\s?[-–'’]\d\d(?!\d)")
_PLANET = "mars"
"""A month in Swedish and a planet in English, so its capital proves nothing."""
_DAY_BEFORE_MONTH = compile_lazily(r"(?<!\d)\d{1,2}\s[^\W\d_]+\.?\Z")
"""A day and the month, after which 95 is a year: 1 jan 95."""
_NAME_MONTHS = ("maj", "mai")
"""Months that are also first names."""
_LEFT = 24
"""Characters before a month in which its day may be: "den tjugofemte i "."""
_LAST_DAY = 31
_LONGEST = 12
"""Letters. No misspelt month has more."""
_DEN_DAY = compile_lazily(
    r"(\d{1,2})((?::[ea]|[ea]\b|(?:st|nd|rd|th)\b)?)(?:\s+i\s+(\d{1,2})(?::[ea])\b)?"
    r"(?=(\s*(?:[.,!?;)\n]|\Z)(?!\d)|\s+(?:i|och|på|kl|till|and|at|så|var|är)\b)?)"
)
_ALPHABET = "abcdefghijklmnopqrstuvwxyzåäö"
_LONG_NAMES = ("januari", "februari", "augusti", "september", "oktober", "november", "december")
_HALF = 4
"""Letters of the beginning and of the end of a name. One edit seldom changes both."""


@lru_cache(maxsize=1)
def _read_month_kinds() -> dict[str, str]:
    """Read the kind of each month word: plain, short (needs a day or year) or cued (ambiguous)."""
    return {
        word: kind
        for _, kind, words in read_table(__file__, "months.tsv")
        for word in words.split()
    }


MONTHS = tuple(word for _, _, words in read_table(__file__, "months.tsv") for word in words.split())


def find_months(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a month by name, the day before or after it, and the year after it."""
    lowered = normalized.lowered
    is_range = (
        _has_partner(lowered, start, end) if _may_have_partner(lowered, start, end) else False
    )
    if not is_range and not _is_word(lowered, start, end):
        return
    if start and lowered[start - 1].isalnum():
        return
    if normalized.language == "sv" and normalized.text[start:end] == "OCT":
        return  # an examination of the eyes
    kind = _read_month_kinds()[lowered[start:end]]
    nearby = [*_find_day_before(normalized, start), *_find_day_and_year_after(normalized, end)]
    if kind == "short" and not nearby and not is_range:
        is_range = _is_short_month(normalized, start, end)
    if (
        not nearby
        and not is_range
        and (kind == "short" or (kind == "cued" and not _is_cued(normalized, start, end)))
    ):
        return
    if (
        not nearby
        and not is_range
        and lowered[start:end] in _NAME_MONTHS
        and _is_name(normalized, start)
    ):
        return
    yield propose("month_short" if kind == "short" else "month_word", start, end)
    yield from nearby


def find_misspelt_months(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a misspelt month around a piece of its name, after a word for time or next to a day or
    year."""
    lowered = normalized.lowered
    while start and lowered[start - 1].isalpha() and end - start < _LONGEST:
        start -= 1
    while lowered[end : end + 1].isalpha() and end - start < _LONGEST:
        end += 1
    if lowered[start:end] not in list_misspellings() or not _is_word(lowered, start, end):
        return
    nearby = [*_find_day_before(normalized, start), *_find_day_and_year_after(normalized, end)]
    before = WORD.findall(lowered, max(0, start - _LEFT), start)[-1:]
    if nearby or (before and before[0] in _MONTH_BEFORE_WORDS):
        yield propose("month_misspelt", start, end)
        yield from nearby


_PARTNER_AFTER = compile_lazily(rf"\s?[-–/]\s?(?:{'|'.join(MONTHS)})(?!\w)")
_PARTNER_BEFORE = compile_lazily(rf"(?<!\w)(?:{'|'.join(MONTHS)})\.?\s?[-–/]\s?\Z")
_THAT_YEAR = compile_lazily(
    r"\s(?:nästa år|förra året|i år|ifjol|i fjol|next year|last year|this year)"
)
_SMALL_ENGLISH = ("june", "august")
"""English months that are no other words, but first names; in lower case they need a cue."""
_SHORT_AFTER = ("i", "sedan", "till", "från", "in", "until", "since")
_SHORT_ALONE = ("jan", "feb", "febr", "apr", "aug", "sep", "sept", "okt", "oct", "nov", "dec")


def _is_short_month(normalized: NormalizedText, start: int, end: int) -> bool:
    """Whether an abbreviation in lower case stands behind a word for time: provet är i jan."""
    word = normalized.text[start:end]
    before = WORD.findall(normalized.lowered, max(0, start - _LEFT), start)[-1:]
    return word in _SHORT_ALONE and bool(before) and before[0] in _SHORT_AFTER


def _may_have_partner(lowered: str, start: int, end: int) -> bool:
    return "-" in lowered[end : end + 2] + lowered[start - 2 : start] or "–" in (
        lowered[end : end + 2] + lowered[max(0, start - 2) : start]
    )


def _has_partner(lowered: str, start: int, end: int) -> bool:
    """Whether a hyphen joins the month with another: mars-april."""
    return bool(
        _PARTNER_AFTER.match(lowered, end)
        or _PARTNER_BEFORE.search(lowered, max(0, start - _LEFT), start)
    )


def _is_word(lowered: str, start: int, end: int) -> bool:
    """Whether the piece is a whole word, not part of a compound."""
    return (
        not (lowered[start - 1 : start].isalnum() and start)
        and not (lowered[end : end + 1].isalnum() or lowered[end : end + 1] == "_")
        and not (lowered[end : end + 1] == "-" and lowered[end + 1 : end + 2].isalpha())
    )


def _is_cued(normalized: NormalizedText, start: int, end: int) -> bool:
    """Whether a word that may be something else (may, mars) is a month here: after a preposition,
    and in English text also by its capital, which English months always have."""
    word = normalized.lowered[start:end]
    capital = normalized.text[start].isupper()
    before = WORD.findall(normalized.lowered, max(0, start - _LEFT), start)[-1:]
    if _THAT_YEAR.match(normalized.lowered, end) and (capital or word == _PLANET):
        return True
    if normalized.language == "en" and word in _SMALL_ENGLISH and not capital:
        return bool(before) and before[0] in _MONTH_BEFORE_WORDS
    if normalized.language == "en" and (word == _PLANET or not capital):
        return False
    if normalized.language == "en" and not _begins_sentence(normalized.text, start):
        return not _is_first_name(normalized, end, before)
    if not before or before[0] not in _MONTH_BEFORE_WORDS:
        return False
    return word == _PLANET or capital or before[0] in ("i", "sedan", "till")


_SURNAME = compile_lazily(
    r" (?!(?:Day|Fools|Bank|Holiday|Queen|Ball|Festival|Term)(?!\w))[A-Z][a-z]+"
)


def _is_first_name(normalized: NormalizedText, end: int, before: list[str]) -> bool:
    """Whether a surname follows and no word for time precedes: my mom, June Thompson."""
    if before and (before[0] in _MONTH_BEFORE_WORDS or before[0] in _ARTICLE_WORDS):
        return False
    return _SURNAME.match(normalized.text, end) is not None


def _begins_sentence(text: str, start: int) -> bool:
    """Whether a sentence begins here, so that a capital says nothing."""
    before = text[max(0, start - _LEFT) : start].rstrip()
    return not before or before[-1] in ".!?:\n"


def _is_name(normalized: NormalizedText, start: int) -> bool:
    """Whether the word is capitalised within a sentence, without a word for time before it."""
    if not normalized.text[start].isupper() or _begins_sentence(normalized.text, start):
        return False
    last = WORD.findall(normalized.lowered, max(0, start - _LEFT), start)[-1:]
    return not last or last[0] not in _MONTH_BEFORE_WORDS


def _find_day_before(normalized: NormalizedText, start: int) -> Iterator[Alternative]:
    """Find the day before a month: 5 maj, den 5:e i maj, den tjugofemte maj."""
    left = max(0, start - _LEFT)
    before = normalized.lowered[left:start]
    if before.endswith(" i ") and _is_turned(before):
        return
    match = _DAY_BEFORE.search(before)
    if match:
        if 1 <= int(match.group(1)) <= _LAST_DAY:
            yield propose("day_dated", left + match.start(1), left + match.end(1))
            yield from _find_earlier_days(normalized, left + match.start(1))
        return
    worded = _ORDINAL_BEFORE.search(before)
    if worded is None:
        return
    number = find_number_at_end(before, 0, worded.end(1), guess=False)
    if number and 1 <= number.value <= _LAST_DAY and (number.ordinal or number.value > 1):
        yield propose("day_word", left + number.start, left + number.end)


def _is_turned(before: str) -> bool:
    """Whether a number before "i maj" is an age: han fyllde sexton i maj."""
    words = before.split()[-3:-1]
    return len(words) == 2 and words[0] in _AGE_VERB_WORDS and "år" not in words


_EARLIER_DAY = compile_lazily(
    r"(?<![\d.,:/-])(\d{1,2})(?::?[ea]|st|nd|rd|th)?(?:\s?[-–]\s?|\s(?:och|and|till|to|eller|or|&)\s(?:den\s)?|,\s)\Z"
)
_MOST_EARLIER = 4


def _find_earlier_days(normalized: NormalizedText, start: int) -> Iterator[Alternative]:
    """Find the days that share the month of a later one: 21, 22 och 23 april."""
    for _ in range(_MOST_EARLIER):
        match = _EARLIER_DAY.search(normalized.lowered, max(0, start - _LEFT), start)
        if match is None or not 1 <= int(match.group(1)) <= _LAST_DAY:
            return
        yield propose("day_dated", *match.span(1))
        start = match.start(1)


def _find_day_and_year_after(normalized: NormalizedText, end: int) -> Iterator[Alternative]:
    """Find the day and the year after a month: May 5, 2018; maj -18."""
    lowered = normalized.lowered
    day = _DAY_AFTER.match(lowered, end)
    offset = end
    if day and 1 <= int(day.group(1)) <= _LAST_DAY and not _has_unit(lowered, day.end()):
        offset = day.end()
        yield propose("day_dated", *day.span(1))
    year = _YEAR_AFTER.match(lowered, offset)
    if year is None or (offset == end and lowered[end : end + 1].isdigit()):
        return
    if len(year.group(1)) == 4 and "1000" <= year.group(1) <= "2999":
        if not _has_unit(lowered, year.end()):
            yield propose("year_dated", *year.span(1))
    elif len(year.group(1)) == 2 and (
        _MARKED_YEAR.match(lowered, offset)
        or (
            int(year.group(1)) > _LAST_DAY
            and _DAY_BEFORE_MONTH.search(lowered, max(0, end - _LEFT), end)
        )
    ):
        yield propose("year_dated", *year.span(1))


def _has_unit(lowered: str, end: int) -> bool:
    following = WORD.match(lowered, end + 1) if lowered[end : end + 1] == " " else None
    return following is not None and following.group() in _UNIT_WORDS


def find_weekdays(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a weekday by name, with its endings."""
    lowered = normalized.lowered
    if start and lowered[start - 1].isalnum():
        return
    word = WORD.match(lowered, start)
    last = word.end() if word else end
    if lowered[end:last] in _ENDINGS and not lowered[last : last + 1].isalnum():
        yield propose("weekday", start, last)


def find_day_numbers(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find days after "den": den 5, den 5:e, den 5:e i 3:e. The literal ends with the first digit."""
    lowered = normalized.lowered
    if start and lowered[start - 1].isalnum():
        return
    match = _DEN_DAY.match(lowered, end - 1)
    if (
        match
        and 1 <= int(match.group(1)) <= _LAST_DAY
        and (_is_day(lowered, match) or _is_deadline(lowered, start, match.end(1)))
    ):
        yield propose("day_digits", *match.span(1))
        if match.group(3) and 1 <= int(match.group(3)) <= 12:
            yield propose("month_digit", *match.span(3))


_DEADLINE_WORDS = frozenset(
    ("före", "efter", "senast", "innan", "från", "sedan", "till", "before", "after", "by", "until")
)


def _is_deadline(lowered: str, start: int, end: int) -> bool:
    """Whether a word for a limit precedes "den", so that almost anything may follow the day: före
    den 15 ska du svara. What follows must not be counted: efter den 15 minuter långa filmen."""
    if lowered[end : end + 1].isalnum() or lowered[end : end + 1] in (":", "/", "-", "."):
        return False
    before = WORD.findall(lowered, max(0, start - _LEFT), start)[-1:]
    following = WORD.match(lowered, end + 1)
    is_counted = following is not None and (
        following.group() in _UNIT_WORDS or following.group() in _NO_DAY_WORDS
    )
    return bool(before) and before[0] in _DEADLINE_WORDS and not is_counted


def _is_day(lowered: str, match: "re.Match[str]") -> bool:
    """Whether the clause goes on as after a day. Almost anything may follow an ordinal (den 5:e
    kom hon), but not a noun that it counts (den 5:e gången)."""
    if lowered[match.end(1) : match.end(1) + 1].isdigit():
        return False
    following = WORD.match(lowered, match.end() + 1)
    ordinal = bool(match.group(2)) and (not following or following.group() not in _NO_DAY_WORDS)
    return match.group(4) is not None or ordinal


def find_weekday_numbers(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find an ordinal after a weekday: måndagen den femte."""
    lowered = normalized.lowered
    word = WORD.match(lowered, end)
    if word and read_ordinal(word.group()) is not None:
        yield propose("day_word", *word.span())


def find_birth_years(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a year cut to two digits in words: född sextiosju. The literal is the word for birth."""
    lowered = normalized.lowered
    if (start and lowered[start - 1].isalpha()) or lowered[end : end + 1] != " ":
        return
    offset = end + 3 if lowered.startswith(" i ", end) else end
    number = find_number_at_start(lowered, offset, offset + _LEFT, guess=False)
    if number is None or number.ordinal or not 10 <= number.value < 100:
        return
    if not _has_unit(lowered, number.end):
        yield propose("year_word", number.start, number.end)


_YEAR_NOUN = compile_lazily(
    r"(fyrtio|femtio|sextio|sjuttio|åttio|nittio)(?:etta|tvåa|trea|fyra|femma|sexa|sjua|åtta|nia)(?!\w)"
)
YEAR_NOUNS = ("fyrtio", "femtio", "sextio", "sjuttio", "åttio", "nittio")


def find_year_nouns(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a year that a person is called by: jag är en åttiotvåa. The literal begins with "en"."""
    lowered = normalized.lowered
    match = _YEAR_NOUN.match(lowered, start + 4)
    if match and not lowered[max(0, start - 1) : start].isdigit():
        yield propose("year_word", *match.span())


def find_year_words(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a year in words: nittonhundranittio, tvåtusenfem."""
    lowered = normalized.lowered
    if start and lowered[start - 1].isalnum():
        return
    year = read_year_in_words(lowered, start)
    if year is not None:
        yield propose("year_word", start, year[1])


@lru_cache(maxsize=1)
def list_misspellings() -> frozenset[str]:
    """List the words with one letter left out, added or changed, or with two letters swapped."""
    near = {word for name in _LONG_NAMES for word in _make_single_edits(name)}
    return frozenset(near - set(MONTHS) - get_word_group("no_month"))


def list_misspelling_pieces() -> list[str]:
    """List literals such that every misspelling contains at least one: the halves of the names,
    and the whole word where both halves changed. These are a few hundred; all misspellings are
    thousands and would slow the automaton down."""
    halves = {half for name in _LONG_NAMES for half in (name[:_HALF], name[-_HALF:])}
    changed_twice = {
        word for word in list_misspellings() if not any(half in word for half in halves)
    }
    return sorted(halves | changed_twice)


def _make_single_edits(name: str) -> set[str]:
    halves = [(name[:offset], name[offset:]) for offset in range(len(name) + 1)]
    short = {left + right[1:] for left, right in halves if right}
    long = {left + letter + right for left, right in halves for letter in _ALPHABET}
    changed = {left + letter + right[1:] for left, right in halves if right for letter in _ALPHABET}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    return short | long | changed | swapped
