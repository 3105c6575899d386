"""Read every run of digits: ask the rules that may have something to say, and weigh them."""

from collections.abc import Iterator

from tacknamn.patterns.accounts import accounts, iban
from tacknamn.patterns.ages import ages_in_digits
from tacknamn.patterns.context import WORD, Context
from tacknamn.patterns.dates import full_dates, run_dates, short_dates
from tacknamn.patterns.everybodys import everybodys_numbers
from tacknamn.patterns.houses import NUMBER_WORDS, house_numbers
from tacknamn.patterns.identities import SHAPES, identities
from tacknamn.patterns.lines import line_words, lines
from tacknamn.patterns.page import Page
from tacknamn.patterns.phones import phones
from tacknamn.patterns.plain_numbers import any_numbers, kept_numbers, years
from tacknamn.patterns.plates import driving_licences, plates
from tacknamn.patterns.records import Reading
from tacknamn.patterns.registers import register_numbers
from tacknamn.patterns.rulebook import weighed
from tacknamn.patterns.stretches import LONGEST, Run, Stretch, groups_of, stretches_from
from tacknamn.patterns.tables import words_of
from tacknamn.patterns.zip_codes import nordic_zip_codes, zip_codes

__all__ = ["number_readings"]

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
    words_of("being") | words_of("age_verb") | words_of("age_noun") | line_words() | {"m", "s"}
)
"""The last two stand for "am" and "is": I'm, she's."""
_BEARER_WORDS = words_of("bearer")


def number_readings(page: Page, runs: list[Run], taken: list[Reading]) -> Iterator[Reading]:
    """The strongest readings of the runs that lie outside what is taken, and those that lost."""
    for group, gaps in groups_of(page.text, list(_outside(runs, taken))):
        first = 0
        while first < len(group):
            readings = _readings_from(page, group, gaps, first)
            if not readings:
                first += 1
                continue
            yield from readings
            best = max(readings, key=lambda one: (one.strength, one.end - one.start))
            first += 1
            while best.strength >= ENOUGH and first < len(group) and group[first][0] < best.end:
                first += 1


def _outside(runs: list[Run], taken: list[Reading]) -> Iterator[Run]:
    spans = iter(sorted((one.start, one.end) for one in taken))
    span = next(spans, None)
    for run in runs:
        while span and span[1] <= run[0]:
            span = next(spans, None)
        if not span or run[1] <= span[0]:
            yield run


def _readings_from(page: Page, group: list[Run], gaps: list[str], first: int) -> list[Reading]:
    """The readings of every stretch from one run on, by what their sentence says."""
    readings: list[Reading] = []
    start, end = group[first]
    if end - start > LONGEST or (
        len(group) == 1 and end - start < FEW and _is_idle(page, start, end)
    ):
        return readings
    sentence = Context(page, start, end)
    for stretch in stretches_from(page, group, gaps, first):
        context = sentence.up_to(stretch.end)
        readings += [weighed(one, context) for one in _readings(stretch, context)]
    return [one for one in readings if one.strength >= LEAST]


def _is_idle(page: Page, start: int, end: int) -> bool:
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


def _readings(stretch: Stretch, context: Context) -> Iterator[Reading]:
    count = len(stretch.parts)
    if count > 1 or len(stretch.parts[0]) >= FEW:  # one or two digits alone are no finding
        yield from kept_numbers(stretch, context)
        yield from any_numbers(stretch)
        yield from everybodys_numbers(stretch, context)
        yield from register_numbers(stretch, context)
    if count == 1:
        yield from _single(stretch, context)
    elif count == 2:
        yield from short_dates(stretch)
        yield from zip_codes(stretch)
    elif count == 3:
        yield from full_dates(stretch)
    if len(stretch.digits) >= MANY:
        yield from phones(stretch)
        yield from driving_licences(stretch, context)
        yield from accounts(stretch)
        if stretch.shape in SHAPES:
            yield from identities(stretch)


def _single(stretch: Stretch, context: Context) -> Iterator[Reading]:
    length = len(stretch.parts[0])
    if length <= FEW:
        yield from ages_in_digits(stretch, context)
        yield from lines(stretch, context)
        yield from house_numbers(stretch, context)
    if length > 1 and stretch.page.text[stretch.start - 1 : stretch.start].isalpha():
        yield from iban(stretch)
    if length in (2, 4):
        yield from years(stretch)
    if length == 4 and stretch.start > 1:
        yield from nordic_zip_codes(stretch)
    if length == MANY:
        yield from zip_codes(stretch)
    if length in (6, 8):
        yield from run_dates(stretch)
    if length != 4:
        yield from plates(stretch)
