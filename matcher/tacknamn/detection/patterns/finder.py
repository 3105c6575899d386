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

from tacknamn.detection.patterns import ages, electronic, months, name_endings
from tacknamn.detection.patterns.digit_sequences import find_runs
from tacknamn.detection.patterns.month_misspellings import list_misspelling_pieces
from tacknamn.detection.patterns.number_finder import find_numbers
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.errors import InputError
from tacknamn.records import HARMLESS_RULES, Alternative, Finding
from tacknamn.text.normalized_text import NormalizedText, OffsetMap, normalize_text

__all__ = ["LANGUAGES", "find_patterns"]

LANGUAGES = ("sv", "en")
LEAST_STRENGTH = 40
"""Strength that a finding has at least; a run of three digits or more needs none."""
LEAST_RUN = 3
"""Digits in a row that are never left out: seed sms4science, B3."""

LiteralFinder = Callable[[NormalizedText, int, int], Iterator[Alternative]]


def find_patterns(text: str, language: str = "sv") -> list[Finding]:
    """What identifies in a text, from left to right and without overlaps.

    Both languages are read in every text, for learners mix them; ``language`` decides where a
    word is a month in one of them only (May, mars).
    """
    if language not in LANGUAGES:
        raise InputError(f"no patterns for the language {language!r}; there are {LANGUAGES}")
    page, places = normalize_text(text, language)
    found = list(_find_at_literals(page))
    runs = find_runs(page.text)
    if runs:
        found += find_numbers(page, runs, [each for each in found if each.rule in _ADDRESSES])
    chosen = [each for each in _choose_strongest(found) if _is_finding(each[0], page.text)]
    if runs:
        chosen = _add_bare_runs(chosen, runs)
    return [_make_finding(*each, places) for each in chosen]


_ADDRESSES = frozenset(("email", "url", "bare_url"))
"""Rules whose digits are read no further."""

_WEB = frozenset(("url", "bare_url"))
"""Rules whose findings reach to the next blank."""


@lru_cache(maxsize=1)
def _build_automaton() -> ahocorasick.Automaton:
    automaton = ahocorasick.Automaton()
    finders: dict[str, list[LiteralFinder]] = {}
    for finder, words in (*_FINDERS, (months.find_misspelt_months, list_misspelling_pieces())):
        for word in words:
            finders.setdefault(word, []).append(finder)
    for word, of_word in finders.items():
        automaton.add_word(word, (len(word), tuple(of_word)))
    automaton.make_automaton()
    return automaton


def _find_ages_before_year_word(
    page: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Drops the blank or hyphen that the literal begins with."""
    if page.lowered[start] == " " and page.lowered[end : end + 1].isalnum():
        return iter(())
    return ages.find_ages_before_year_word(page, start + (not page.lowered[start].isalpha()), end)


def _find_ages_after_verb(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    lowered = page.lowered
    start += not lowered[start].isalpha()
    end -= lowered[end - 1] == " "
    if (start and lowered[start - 1].isalnum()) or lowered[end : end + 1].isalnum():
        return iter(())
    return ages.find_ages_after_verb(page, start, end)


_BEING = (
    *(" är ", " e ", " var ", " blev ", " blir ", " am ", " is ", " was "),
    *("'m ", "’m ", "'s ", "’s "),
)
_FINDERS: tuple[tuple[LiteralFinder, tuple[str, ...]], ...] = (
    (months.find_months, months.MONTHS),
    (months.find_weekdays, months.WEEKDAYS),
    (
        months.find_day_numbers,
        tuple(f"{word} {digit}" for word in ("den", "the") for digit in range(10)),
    ),
    (months.find_weekday_numbers, ("dag den ", "dagen den ")),
    (months.find_year_words, ("nittonhundra", "artonhundra", "tvåtusen", "tjugohundra")),
    (_find_ages_before_year_word, (" år", "åring", "årig", "årsdag", " years", "-year", " bast")),
    (_find_ages_after_verb, (*sorted(get_word_group("age_verb")), *_BEING)),
    (electronic.find_addresses, ("@",)),
    (electronic.find_spelled_addresses, ("(at)", "[at]", "(a)", "snabel-a", "(snabel-a)")),
    (electronic.find_urls, ("://", "www.")),
    (electronic.find_bare_urls, tuple(f".{ending}" for ending in electronic.TOP_LEVEL_DOMAINS)),
    (electronic.find_user_names, tuple(sorted(get_word_group("username")))),
    (name_endings.find_glued_names, tuple(name_endings.GLUED_ENDINGS)),
    (
        name_endings.find_names_before_endings,
        tuple(f" {word}" for word in name_endings.SEPARATE_ENDINGS),
    ),
)
"""What looks at which literals. A literal says where to look and nothing more."""


def _find_at_literals(page: NormalizedText) -> Iterator[Alternative]:
    """The readings that begin at a literal. Within a web address nothing is looked at again,
    so that a text of nothing but ``https://`` takes no longer than another."""
    reach = 0
    for last, (length, finders) in _build_automaton().iter(page.lowered):
        if last < reach:
            continue
        for finder in finders:
            for found in finder(page, last + 1 - length, last + 1):
                yield found
                if found.rule in _WEB:
                    reach = max(reach, found.end)


ChosenAlternative = tuple[Alternative, list[Alternative]]


def _choose_strongest(found: list[Alternative]) -> list[ChosenAlternative]:
    """The strongest readings without overlap, each with those that it displaced."""
    chosen: list[ChosenAlternative] = []
    cluster: list[Alternative] = []
    reach = 0
    for each in sorted(set(found), key=lambda one: (one.start, one.end)):
        if cluster and each.start >= reach:
            chosen += _choose_in_cluster(cluster)
            cluster = []
        cluster.append(each)
        reach = max(reach, each.end)
    return chosen + _choose_in_cluster(cluster)


def _choose_in_cluster(cluster: list[Alternative]) -> list[ChosenAlternative]:
    if len(cluster) == 1:
        return [(cluster[0], [])]
    starts: list[int] = []
    chosen: list[ChosenAlternative] = []
    for each in sorted(cluster, key=_sort_key):
        place = bisect_left(starts, each.end)
        if place and chosen[place - 1][0].end > each.start:
            chosen[place - 1][1].append(each)
        else:
            starts.insert(place, each.start)
            chosen.insert(place, (each, []))
    return chosen


def _sort_key(one: Alternative) -> tuple[int, int, int, str]:
    """The strongest first, then the longest, then the first of the text."""
    return -one.strength, one.start - one.end, one.start, one.rule


def _add_bare_runs(
    chosen: list[ChosenAlternative], runs: list[tuple[int, int]]
) -> list[ChosenAlternative]:
    """The same and every run of three digits or more, or the rest of one, that no reading that
    counts holds (B3)."""
    bare: list[ChosenAlternative] = []
    number = 0
    for start, end in runs:
        while number < len(chosen) and chosen[number][0].end <= start:
            number += 1
        place, at = start, number
        while at < len(chosen) and chosen[at][0].start < end:
            bare += _make_bare_run(place, chosen[at][0].start)
            place = chosen[at][0].end
            at += 1
        bare += _make_bare_run(place, end)
    return sorted(chosen + bare) if bare else chosen


def _make_bare_run(start: int, end: int) -> list[ChosenAlternative]:
    return [(propose("other", start, end), [])] if end - start >= LEAST_RUN else []


def _is_finding(one: Alternative, text: str) -> bool:
    """Whether a reading is a finding: strong enough, and no harmless number of two digits."""
    if one.strength < LEAST_STRENGTH or one.rule in HARMLESS_RULES:
        return any(end - start >= LEAST_RUN for start, end in find_runs(text[one.start : one.end]))
    return True


def _make_finding(one: Alternative, others: list[Alternative], places: OffsetMap) -> Finding:
    start, end = places.given(one.start), places.given(one.end)
    told = {(one.label, one.rule)}
    lost = []
    for each in others:
        if (each.label, each.rule) not in told:
            told.add((each.label, each.rule))
            span = places.given(each.start), places.given(each.end)
            lost.append(each._replace(start=span[0], end=span[1]))
    return Finding(start, end, one.label, one.rule, one.trigger, tuple(lost), one.checked)
