"""The forms of a bundle as an Aho-Corasick automaton, for the portable engine.

Each pattern has a number: the rows of ``forms`` come first, those of ``inflections`` behind
them, and then come the groups of forms that share a pattern (``anna-karin`` and ``anna karin``,
``marias`` and the genitive of ``maria``). The genitive of a form has its number from behind, as
Python counts places: -1 for the first one. Where nothing has to be compared, a group has its
readings ready (:data:`READY`).
"""

import operator
from array import array
from dataclasses import dataclass

import ahocorasick

from tacknamn.bundle import Bundle
from tacknamn.form_patterns import (
    AFFIX_BITS,
    COMMON,
    ENDS_IN_S,
    FIRST_NAME,
    INFLECTED,
    LENGTH,
    MAY_BE_GENITIVE,
    PLAIN,
    SURNAME,
    genitive_facts,
    mark_endings,
    patterns,
)
from tacknamn.matching import GENITIVE
from tacknamn.matching import INFLECTED as INFLECTED_COST

__all__ = ["GROUP", "READY", "FormAutomaton", "build_automaton", "rank"]

GROUP = 1 << 25
READY = 1 << 26
"""The group's forms are all plain."""

Reading = tuple[int, int]
"""The row of a form, and what the text appends to it."""


@dataclass(frozen=True, slots=True)
class FormAutomaton:
    """The automaton, and what its numbers stand for."""

    automaton: ahocorasick.Automaton
    facts: "array[int]"
    """What there is to know of each number (:mod:`tacknamn.form_patterns`)."""
    groups: list[tuple[int, ...]]
    """The numbers of forms that share a pattern."""
    ready: list[tuple[Reading, ...]]
    """The readings of each group, where it is ready, the likeliest first."""
    first_group: int
    """The number of the first group."""
    longest: int
    """Bytes of the longest form."""

    def numbers(self, pattern: str) -> tuple[int, ...]:
        """The numbers of the forms that have this pattern."""
        number = self.automaton.get(pattern, None)
        return () if number is None else self.members(number)

    def members(self, number: int) -> tuple[int, ...]:
        """The forms that a number stands for: one, or those of a group."""
        return (number,) if number < self.first_group else self.groups[number - self.first_group]


def build_automaton(bundle: Bundle) -> FormAutomaton:
    """Build the automaton of a bundle's forms and inflected forms."""
    # As 32-bit numbers in its nodes, values need no objects of their own.
    automaton = ahocorasick.Automaton(ahocorasick.STORE_INTS)
    facts = array("I")
    shared = _add_patterns(automaton, facts, bundle)
    first_group = len(facts)
    genitives = array("I", map(genitive_facts, facts[: bundle.section("forms").rows]))
    genitives.reverse()
    readings = _Readings(bundle)
    ready: list[tuple[Reading, ...]] = []
    for pattern, numbers in shared.items():
        automaton.add_word(pattern, len(facts))
        members = [facts[number] if number >= 0 else genitives[number] for number in numbers]
        group = _group_facts(members)
        facts.append(group)
        ready.append(readings.of(numbers) if group & READY else ())
    automaton.make_automaton()
    groups = [tuple(numbers) for numbers in shared.values()]
    return FormAutomaton(automaton, facts + genitives, groups, ready, first_group, _longest(bundle))


def _add_patterns(
    automaton: ahocorasick.Automaton, facts: "array[int]", bundle: Bundle
) -> dict[str, list[int]]:
    """Add every pattern; gives those that are groups, and inflected ones as groups of one."""
    find, add, append = automaton.get, automaton.add_word, facts.append
    shared: dict[str, list[int]] = {}

    def add_or_share(pattern: str, number: int) -> None:
        before = find(pattern, None)
        if before is None:
            add(pattern, number)
        elif pattern in shared:
            shared[pattern].append(number)
        else:
            shared[pattern] = [before, number]

    for number, (pattern, known) in enumerate(patterns(bundle)):
        append(known)
        if known & INFLECTED and find(pattern, None) is None:
            shared[pattern] = []
            add(pattern, number)
        if known:
            add_or_share(pattern, number)
        if known & MAY_BE_GENITIVE:
            add_or_share(mark_endings(f"{pattern[:-1]}s ")[:-1], -1 - number)
    return shared


def _group_facts(facts: list[int]) -> int:
    """A group is a common word when all its forms are; one that is not must be looked at."""
    all_of, any_of = -1, 0
    for one in facts:
        all_of &= one
        any_of |= one
    ready = READY if all_of & PLAIN else 0
    return GROUP | all_of & (LENGTH | ENDS_IN_S | COMMON) | any_of & (FIRST_NAME | SURNAME) | ready


class _Readings:
    """What plain forms are where their pattern is found."""

    def __init__(self, bundle: Bundle) -> None:
        forms, inflections = bundle.section("forms"), bundle.section("inflections")
        self._forms = forms.rows
        self._base = inflections.column("base")
        self._affixes = inflections.column("affixes")
        self._weights = forms.column("weight")

    def of(self, numbers: list[int]) -> tuple[Reading, ...]:
        """The readings of forms that share a pattern."""
        readings = map(self._reading, numbers)
        return tuple(sorted(readings, key=lambda reading: rank(self._weights, *reading)))

    def _reading(self, number: int) -> Reading:
        if number < 0:
            return -1 - number, GENITIVE
        row = number - self._forms
        return (self._base[row], self._affixes[row] & AFFIX_BITS) if row >= 0 else (number, 0)


def rank(weights: "memoryview[int]", row: int, affixes: int) -> tuple[int, int]:
    """What goes first of readings of the same letters: the more frequent, then the first form.

    An inflected form counts a tenth."""
    weight = weights[row]
    return -(max(0, weight - INFLECTED_COST) if affixes else weight), row


def _longest(bundle: Bundle) -> int:
    sizes = [0]
    for name in ("forms", "inflections"):
        offsets = bundle.section(name).column("offset").tolist()
        sizes.append(max(map(operator.sub, offsets[1:], offsets), default=0))
    return max(sizes)
