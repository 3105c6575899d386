"""Find what identifies by its shape, and choose between its readings.

One pass over the text by an automaton of literals (month words, endings of names, ``@``,
``://`` ...) and one for runs of digits say where to look; nothing else is read. Every place
gives readings; the strongest that do not overlap become findings, and those that they overlap
are kept as the others.
"""

from bisect import bisect_left
from collections.abc import Callable, Iterator
from functools import lru_cache

import ahocorasick

from tacknamn.errors import InputError
from tacknamn.patterns import ages, electronic, months, suffixes
from tacknamn.patterns.misspellings import misspelt_pieces
from tacknamn.patterns.numbers import number_readings
from tacknamn.patterns.page import Page, Places, page_of
from tacknamn.patterns.records import HARMLESS, Finding, Reading
from tacknamn.patterns.rulebook import reading
from tacknamn.patterns.stretches import runs_of
from tacknamn.patterns.tables import words_of

__all__ = ["LANGUAGES", "find"]

LANGUAGES = ("sv", "en")
NEEDED = 40
"""Strength that a finding has at least; a run of three digits or more needs none."""
LEAST_RUN = 3
"""Digits in a row that are never left out: seed sms4science, B3."""

Finder = Callable[[Page, int, int], Iterator[Reading]]


def find(text: str, language: str = "sv") -> list[Finding]:
    """What identifies in a text, from left to right and without overlaps.

    Both languages are read in every text, for learners mix them; ``language`` decides where a
    word is a month in one of them only (May, mars).
    """
    if language not in LANGUAGES:
        raise InputError(f"no patterns for the language {language!r}; there are {LANGUAGES}")
    page, places = page_of(text, language)
    found = list(_worded(page))
    runs = runs_of(page.text)
    if runs:
        found += number_readings(page, runs, [each for each in found if each.rule in _ADDRESSES])
    chosen = [each for each in _chosen(found) if _counts(each[0], page.text)]
    if runs:
        chosen = _with_bare_runs(chosen, runs)
    return [_told(*each, places) for each in chosen]


_ADDRESSES = frozenset(("email", "url", "bare_url"))
"""Rules whose digits are read no further."""

_WEB = frozenset(("url", "bare_url"))
"""Rules whose findings reach to the next blank."""


@lru_cache(maxsize=1)
def _literals() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    finders: dict[str, list[Finder]] = {}
    for finder, words in (*_FINDERS, (months.misspelt, misspelt_pieces())):
        for word in words:
            finders.setdefault(word, []).append(finder)
    for word, of_word in finders.items():
        automaton.add_word(word, (len(word), tuple(of_word)))
    automaton.make_automaton()
    return automaton


def _year_places(page: Page, start: int, end: int) -> Iterator[Reading]:
    """Drops the blank or hyphen that the literal begins with."""
    if page.lowered[start] == " " and page.lowered[end : end + 1].isalnum():
        return iter(())
    return ages.ages_of_year(page, start + (not page.lowered[start].isalpha()), end)


def _verb_places(page: Page, start: int, end: int) -> Iterator[Reading]:
    lowered = page.lowered
    start += not lowered[start].isalpha()
    end -= lowered[end - 1] == " "
    if (start and lowered[start - 1].isalnum()) or lowered[end : end + 1].isalnum():
        return iter(())
    return ages.ages_of_verb(page, start, end)


_BEING = (
    *(" är ", " e ", " var ", " blev ", " blir ", " am ", " is ", " was "),
    *("'m ", "’m ", "'s ", "’s "),
)
_FINDERS: tuple[tuple[Finder, tuple[str, ...]], ...] = (
    (months.months, months.MONTHS),
    (months.weekdays, months.WEEKDAYS),
    (
        months.day_numbers,
        tuple(f"{word} {digit}" for word in ("den", "the") for digit in range(10)),
    ),
    (months.weekday_numbers, ("dag den ", "dagen den ")),
    (months.year_words, ("nittonhundra", "artonhundra", "tvåtusen", "tjugohundra")),
    (_year_places, (" år", "åring", "årig", "årsdag", " years", "-year", " bast")),
    (_verb_places, (*sorted(words_of("age_verb")), *_BEING)),
    (electronic.addresses_at, ("@",)),
    (electronic.spelled_addresses, ("(at)", "[at]", "(a)", "snabel-a", "(snabel-a)")),
    (electronic.urls, ("://", "www.")),
    (electronic.bare_urls, tuple(f".{ending}" for ending in electronic.ENDINGS)),
    (electronic.user_names, tuple(sorted(words_of("username")))),
    (suffixes.glued_names, tuple(suffixes.ENDINGS)),
    (suffixes.worded_names, tuple(f" {word}" for word in suffixes.OWN_WORDS)),
)
"""What looks at which literals. A literal says where to look and nothing more."""


def _worded(page: Page) -> Iterator[Reading]:
    """The readings that begin at a literal. Within a web address nothing is looked at again,
    so that a text of nothing but ``https://`` takes no longer than another."""
    reach = 0
    for last, (length, finders) in _literals().iter(page.lowered):
        if last < reach:
            continue
        for finder in finders:
            for found in finder(page, last + 1 - length, last + 1):
                yield found
                if found.rule in _WEB:
                    reach = max(reach, found.end)


Chosen = tuple[Reading, list[Reading]]


def _chosen(found: list[Reading]) -> list[Chosen]:
    """The strongest readings without overlap, each with those that it displaced."""
    chosen: list[Chosen] = []
    cluster: list[Reading] = []
    reach = 0
    for each in sorted(set(found), key=lambda one: (one.start, one.end)):
        if cluster and each.start >= reach:
            chosen += _of_cluster(cluster)
            cluster = []
        cluster.append(each)
        reach = max(reach, each.end)
    return chosen + _of_cluster(cluster)


def _of_cluster(cluster: list[Reading]) -> list[Chosen]:
    if len(cluster) == 1:
        return [(cluster[0], [])]
    starts: list[int] = []
    chosen: list[Chosen] = []
    for each in sorted(cluster, key=_rank):
        place = bisect_left(starts, each.end)
        if place and chosen[place - 1][0].end > each.start:
            chosen[place - 1][1].append(each)
        else:
            starts.insert(place, each.start)
            chosen.insert(place, (each, []))
    return chosen


def _rank(one: Reading) -> tuple[int, int, int, str]:
    """The strongest first, then the longest, then the first of the text."""
    return -one.strength, one.start - one.end, one.start, one.rule


def _with_bare_runs(chosen: list[Chosen], runs: list[tuple[int, int]]) -> list[Chosen]:
    """The same and every run of three digits or more, or the rest of one, that no reading that
    counts holds (B3)."""
    bare: list[Chosen] = []
    number = 0
    for start, end in runs:
        while number < len(chosen) and chosen[number][0].end <= start:
            number += 1
        place, at = start, number
        while at < len(chosen) and chosen[at][0].start < end:
            bare += _bare(place, chosen[at][0].start)
            place = chosen[at][0].end
            at += 1
        bare += _bare(place, end)
    return sorted(chosen + bare) if bare else chosen


def _bare(start: int, end: int) -> list[Chosen]:
    return [(reading("other", start, end), [])] if end - start >= LEAST_RUN else []


def _counts(one: Reading, text: str) -> bool:
    """Whether a reading is a finding: strong enough, and no harmless number of two digits."""
    if one.strength < NEEDED or one.rule in HARMLESS:
        return any(end - start >= LEAST_RUN for start, end in runs_of(text[one.start : one.end]))
    return True


def _told(one: Reading, others: list[Reading], places: Places) -> Finding:
    start, end = places.given(one.start), places.given(one.end)
    told = {(one.label, one.rule)}
    lost = []
    for each in others:
        if (each.label, each.rule) not in told:
            told.add((each.label, each.rule))
            span = places.given(each.start), places.given(each.end)
            lost.append(each._replace(start=span[0], end=span[1]))
    return Finding(start, end, one.label, one.rule, one.trigger, tuple(lost), one.checked)
