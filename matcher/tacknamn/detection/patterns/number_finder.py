"""Read every run of digits: ask the rules that may have something to say, and weigh them."""

from collections.abc import Iterator

from tacknamn.detection.patterns.accounts import find_accounts, find_iban
from tacknamn.detection.patterns.ages import find_ages_in_digits
from tacknamn.detection.patterns.context import WORD, SentenceContext
from tacknamn.detection.patterns.cued_numbers import (
    NUMBER_WORDS,
    find_house_numbers,
    find_line_numbers,
    find_register_numbers,
    read_line_words,
)
from tacknamn.detection.patterns.dates import find_full_dates, find_run_dates, find_short_dates
from tacknamn.detection.patterns.digit_sequences import (
    LONGEST_NUMBER,
    DigitRun,
    DigitSequence,
    group_runs,
    list_sequences,
)
from tacknamn.detection.patterns.identity_numbers import (
    IDENTITY_SHAPES,
    find_driving_licences,
    find_identity_numbers,
    find_plates,
)
from tacknamn.detection.patterns.phone_numbers import find_phone_numbers
from tacknamn.detection.patterns.plain_numbers import (
    find_any_numbers,
    find_harmless_numbers,
    find_years,
)
from tacknamn.detection.patterns.public_numbers import find_public_numbers
from tacknamn.detection.patterns.rulebook import weigh
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.detection.patterns.zip_codes import find_nordic_zip_codes, find_zip_codes
from tacknamn.records import Alternative
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["find_numbers"]

FEW, MANY = 3, 5
"""Digits: with fewer than the first nothing but ages, days and lines is meant; from the second
on, telephone and account numbers are."""
LEAST, ENOUGH = 10, 30
"""Strength of a reading that is worth telling, and of one that ends the search: that of plain
digits. Rules that need a word to speak for them begin below the first."""
SHARED = 13
"""Characters behind a number in which the "år" stands that it may share: 5, 7 och 9 år."""
REACH = 40
"""Characters before one or two digits in which a word must stand that lets them be something."""
_SPEAKING = (
    get_word_group("being")
    | get_word_group("age_verb")
    | get_word_group("age_noun")
    | read_line_words()
    | {"m", "s"}
)
"""The last two stand for "am" and "is": I'm, she's."""
_BEARER_WORDS = get_word_group("bearer")


def find_numbers(
    page: NormalizedText, runs: list[DigitRun], taken: list[Alternative]
) -> Iterator[Alternative]:
    """The strongest readings of the runs that lie outside what is taken, and those that lost."""
    for group, gaps in group_runs(page.text, list(_drop_covered_runs(runs, taken))):
        first = 0
        while first < len(group):
            readings = _find_from_run(page, group, gaps, first)
            if not readings:
                first += 1
                continue
            yield from readings
            best = max(readings, key=lambda one: (one.strength, one.end - one.start))
            first += 1
            while best.strength >= ENOUGH and first < len(group) and group[first][0] < best.end:
                first += 1


def _drop_covered_runs(runs: list[DigitRun], taken: list[Alternative]) -> Iterator[DigitRun]:
    spans = iter(sorted((one.start, one.end) for one in taken))
    span = next(spans, None)
    for run in runs:
        while span and span[1] <= run[0]:
            span = next(spans, None)
        if not span or run[1] <= span[0]:
            yield run


def _find_from_run(
    page: NormalizedText, group: list[DigitRun], gaps: list[str], first: int
) -> list[Alternative]:
    """The readings of every stretch from one run on, by what their sentence says."""
    readings: list[Alternative] = []
    start, end = group[first]
    if end - start > LONGEST_NUMBER or (
        len(group) == 1 and end - start < FEW and _is_idle(page, start, end)
    ):
        return readings
    sentence = SentenceContext(page, start, end)
    for stretch in list_sequences(page, group, gaps, first):
        context = sentence.up_to(stretch.end)
        readings += [weigh(one, context) for one in _apply_rules(stretch, context)]
    return [one for one in readings if one.strength >= LEAST]


def _is_idle(page: NormalizedText, start: int, end: int) -> bool:
    """Whether nothing beside one or two digits lets them be an age, a line, a plate or a year:
    a quick look, for most are counts (2 bilar) and cost more than all others together."""
    behind = page.lowered[end : end + 2]
    if behind[-1:] == "y" or behind[:1].isalpha() or "år" in page.lowered[end : end + SHARED]:
        return False
    if page.lowered[start - 1 : start] not in (" ", "(", "\n", ""):
        return False
    words = WORD.findall(page.lowered, max(0, start - REACH), start)
    last = words[-1] if words else ""
    if last in ("på", "of") and not _BEARER_WORDS.isdisjoint(words):  # en son på 9
        return False
    return last not in NUMBER_WORDS and _SPEAKING.isdisjoint(words)


def _apply_rules(stretch: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    count = len(stretch.parts)
    if count > 1 or len(stretch.parts[0]) >= FEW:  # one or two digits alone are no finding
        yield from find_harmless_numbers(stretch, context)
        yield from find_any_numbers(stretch)
        yield from find_public_numbers(stretch, context)
        yield from find_register_numbers(stretch, context)
    if count == 1:
        yield from _apply_single_run_rules(stretch, context)
    elif count == 2:
        yield from find_short_dates(stretch)
        yield from find_zip_codes(stretch)
    elif count == 3:
        yield from find_full_dates(stretch)
    if len(stretch.digits) >= MANY:
        yield from find_phone_numbers(stretch)
        yield from find_driving_licences(stretch, context)
        yield from find_accounts(stretch)
        if stretch.shape in IDENTITY_SHAPES:
            yield from find_identity_numbers(stretch)


def _apply_single_run_rules(
    stretch: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    length = len(stretch.parts[0])
    if length <= FEW:
        yield from find_ages_in_digits(stretch, context)
        yield from find_line_numbers(stretch, context)
        yield from find_house_numbers(stretch, context)
    if length > 1 and stretch.page.text[stretch.start - 1 : stretch.start].isalpha():
        yield from find_iban(stretch)
    if length in (2, 4):
        yield from find_years(stretch)
    if length == 4 and stretch.start > 1:
        yield from find_nordic_zip_codes(stretch)
    if length == MANY:
        yield from find_zip_codes(stretch)
    if length in (6, 8):
        yield from find_run_dates(stretch)
    if length != 4:
        yield from find_plates(stretch)
