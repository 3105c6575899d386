"""The forms of a bundle as an Aho-Corasick automaton, for the portable engine.

Every reading of a pattern has a number: the rows of ``forms`` come first, those of
``inflections`` behind them, then the genitives by rule of all forms, and last the groups of
readings that share a pattern (``anna-karin`` and ``anna karin``, ``marias`` and the genitive
of ``maria``).

The automaton's values say as much as fits into them. Of a plain form, as most are, and of its
genitive that is everything (:func:`direct_value`). All others are numbers from behind, as
Python counts places: ``~number``. Where nothing has to be compared, a group has its readings
ready (:data:`READY`).
"""

import operator
from array import array
from dataclasses import dataclass

import ahocorasick

from tacknamn.lexicon.bundle import Bundle
from tacknamn.matching.portable.patterns import (
    AFFIX_BITS,
    COMMON,
    FIRST_NAME,
    LENGTH,
    MAY_BE_GENITIVE,
    PLAIN,
    SURNAME,
    derive_genitive_facts,
    make_genitive_pattern,
    make_patterns,
)
from tacknamn.matching.semantics import GENITIVE, rank

__all__ = [
    "DIRECT_AFFIXES",
    "DIRECT_LENGTH",
    "DIRECT_ROW",
    "READY",
    "FormAutomaton",
    "build_automaton",
]

READY = 1 << 24
"""The group's forms are all plain."""

DIRECT_LENGTH = 0x7F
DIRECT_AFFIXES, DIRECT_ROW = 7, 8
"""A direct value is a row, a bit for the genitive, and how far the word begins before the
pattern's end: shifts of the first two, and a mask."""
_DIRECT = 1 << 30
"""Direct values are below: Python handles them faster than greater ones. That is room for four
million forms; what does not fit has a number."""

RowAndAffixes = tuple[int, int]
"""The row of a form, and what the text appends to it."""


@dataclass(frozen=True, slots=True)
class FormAutomaton:
    """The automaton, and what its numbers stand for."""

    automaton: ahocorasick.Automaton
    facts: "array[int]"
    """What there is to know of each number (:mod:`tacknamn.matching.portable.patterns`)."""
    groups: list[tuple[int, ...]]
    """The numbers of readings that share a pattern."""
    ready: list[tuple[RowAndAffixes, ...]]
    """The readings of each group, where it is ready, the likeliest first."""
    first_genitive: int
    """The number of the genitive of the first form."""
    first_group: int
    """The number of the first group."""
    longest: int
    """Bytes of the longest form."""

    def numbers(self, pattern: str) -> tuple[int, ...]:
        """The numbers of the readings that have this pattern."""
        value = self.automaton.get(pattern, None)
        return () if value is None else self.members(decode_value(value, self.first_genitive))

    def members(self, number: int) -> tuple[int, ...]:
        """The readings that a number stands for: one, or those of a group."""
        return (number,) if number < self.first_group else self.groups[number - self.first_group]


def decode_value(value: int, first_genitive: int) -> int:
    """The number that a value of the automaton stands for."""
    if value < 0:
        return ~value
    row = value >> DIRECT_ROW
    return row + first_genitive if value >> DIRECT_AFFIXES & 1 else row


def build_automaton(bundle: Bundle) -> FormAutomaton:
    """Build the automaton of a bundle's forms and inflected forms."""
    building = _AutomatonBuilder(bundle)
    building.add_patterns()
    return building.grouped()


class _AutomatonBuilder:
    """The automaton as it is built."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._forms = bundle.section("forms").rows
        self._first_genitive = self._forms + bundle.section("inflections").rows
        # As 32-bit numbers in its nodes, values need no objects of their own.
        self._automaton = ahocorasick.Automaton(ahocorasick.STORE_INTS)
        self._facts = array("I")
        self._shared: dict[str, list[int]] = {}
        """Patterns of several readings, and of inflected forms as groups of one."""

    def add_patterns(self) -> None:
        """Add the pattern of every reading."""
        for number, (pattern, known) in enumerate(make_patterns(self._bundle)):
            self._facts.append(known)
            if known:
                self._add(pattern, number, known)
            if known & MAY_BE_GENITIVE:
                genitive = self._first_genitive + number
                self._add(make_genitive_pattern(pattern), genitive, derive_genitive_facts(known))
        self._facts.extend(map(derive_genitive_facts, self._facts[: self._forms]))

    def _add(self, pattern: str, number: int, known: int) -> None:
        before = self._automaton.get(pattern, None)
        if pattern in self._shared:
            self._shared[pattern].append(number)
        elif before is not None:
            self._shared[pattern] = [decode_value(before, self._first_genitive), number]
        else:
            self._automaton.add_word(pattern, self._value(number, known))
            if self._forms <= number < self._first_genitive:
                self._shared[pattern] = [number]

    def _value(self, number: int, known: int) -> int:
        """What the automaton tells when it finds the pattern of a reading."""
        length = known & LENGTH
        is_genitive = number >= self._first_genitive
        row = number - self._first_genitive if is_genitive else number
        direct = row << DIRECT_ROW | is_genitive << DIRECT_AFFIXES | length
        fits = length <= DIRECT_LENGTH and direct < _DIRECT
        return direct if known & PLAIN and fits and row < self._forms else ~number

    def grouped(self) -> FormAutomaton:
        """What it becomes with its groups."""
        facts, first_group = self._facts, len(self._facts)
        readings = _PlainForms(self._bundle)
        ready: list[tuple[RowAndAffixes, ...]] = []
        for pattern, numbers in self._shared.items():
            self._automaton.add_word(pattern, ~len(facts))
            facts.append(_merge_facts([facts[number] for number in numbers]))
            ready.append(readings.of(numbers) if facts[-1] & READY else ())
        self._automaton.make_automaton()
        return FormAutomaton(
            self._automaton,
            facts,
            list(map(tuple, self._shared.values())),
            ready,
            self._first_genitive,
            first_group,
            _measure_longest(self._bundle),
        )


def _merge_facts(facts: list[int]) -> int:
    """A group is a common word when all its forms are; one that is not must be looked at."""
    all_of, any_of = -1, 0
    for one in facts:
        all_of &= one
        any_of |= one
    ready = READY if all_of & PLAIN else 0
    return all_of & (LENGTH | COMMON) | any_of & (FIRST_NAME | SURNAME) | ready


class _PlainForms:
    """What plain forms are where their pattern is found."""

    def __init__(self, bundle: Bundle) -> None:
        forms, inflections = bundle.section("forms"), bundle.section("inflections")
        self._forms = forms.rows
        self._first_genitive = forms.rows + inflections.rows
        self._base = inflections.column("base")
        self._affixes = inflections.column("affixes")
        self._weights = forms.column("weight")

    def of(self, numbers: list[int]) -> tuple[RowAndAffixes, ...]:
        """The readings with these numbers."""
        readings = map(self._reading, numbers)
        return tuple(sorted(readings, key=lambda reading: rank(self._weights, *reading)))

    def _reading(self, number: int) -> RowAndAffixes:
        if number >= self._first_genitive:
            return number - self._first_genitive, GENITIVE
        row = number - self._forms
        return (self._base[row], self._affixes[row] & AFFIX_BITS) if row >= 0 else (number, 0)


def _measure_longest(bundle: Bundle) -> int:
    sizes = [0]
    for name in ("forms", "inflections"):
        offsets = bundle.section(name).column("offset").tolist()
        sizes.append(max(map(operator.sub, offsets[1:], offsets), default=0))
    return max(sizes)
