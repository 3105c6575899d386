"""The forms of a bundle as an Aho-Corasick automaton, for the portable engine.

A *variant* is a spelling that a text may have of an entry: the form itself, one of its inflected
forms, or its regular genitive. Every variant has a number: the rows of ``forms`` come first,
then those of ``inflections``, then the regular genitives of all forms. The last numbers are
groups of variants that share a pattern (``anna-karin`` and ``anna karin``; ``marias`` and the
genitive of ``maria``).

The automaton's values carry as much as fits. For a plain form, which most are, and for its
genitive that is everything (a *direct* value, see :data:`DIRECT_LENGTH`). Every other value is
``~number``, which is negative. A group whose variants are all plain needs no comparison with
the text, and has its rows and affixes prepared (:data:`READY`).
"""

import operator
from array import array
from dataclasses import dataclass

import ahocorasick

from tacknamn.labels import AFFIX_BITS, GENITIVE
from tacknamn.lexicon.bundle import Bundle
from tacknamn.matching.portable.patterns import (
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
from tacknamn.matching.semantics import rank

__all__ = [
    "DIRECT_AFFIXES",
    "DIRECT_LENGTH",
    "DIRECT_ROW",
    "READY",
    "FormAutomaton",
    "build_automaton",
]

READY = 1 << 24
"""A fact of a group: all its variants are plain."""

DIRECT_LENGTH = 0x7F
DIRECT_AFFIXES, DIRECT_ROW = 7, 8
"""A direct value holds, from the lowest bit: the distance from the word's start to the pattern's
end (a mask), one bit for the genitive, and the row of the form (shifts)."""
_DIRECT = 1 << 30
"""Direct values are smaller: Python handles them faster than larger numbers. This is enough for
four million forms; a form that does not fit gets a number."""

RowAndAffixes = tuple[int, int]
"""The row of a form, and the affixes that the text adds to it."""


@dataclass(frozen=True, slots=True)
class FormAutomaton:
    """The automaton, and the meaning of its numbers."""

    automaton: ahocorasick.Automaton
    facts: "array[int]"
    """The facts of each number (see :mod:`tacknamn.matching.portable.patterns`)."""
    groups: list[tuple[int, ...]]
    """The numbers of the variants in each group."""
    ready: list[tuple[RowAndAffixes, ...]]
    """The variants of each group, the likeliest first; empty if the group is not ready."""
    first_genitive: int
    """The number of the genitive of the first form."""
    first_group: int
    """The number of the first group."""
    longest: int
    """Bytes of the longest form."""

    def find_numbers(self, pattern: str) -> tuple[int, ...]:
        """Return the numbers of the variants that have exactly this pattern."""
        value = self.automaton.get(pattern, None)
        return () if value is None else self.expand(decode_value(value, self.first_genitive))

    def expand(self, number: int) -> tuple[int, ...]:
        """Return the variants of a number: the number itself, or the members of a group."""
        return (number,) if number < self.first_group else self.groups[number - self.first_group]


def decode_value(value: int, first_genitive: int) -> int:
    """Return the number that a value of the automaton encodes."""
    if value < 0:
        return ~value
    row = value >> DIRECT_ROW
    return row + first_genitive if value >> DIRECT_AFFIXES & 1 else row


def build_automaton(bundle: Bundle) -> FormAutomaton:
    """Build the automaton of a bundle's forms and inflected forms."""
    builder = _AutomatonBuilder(bundle)
    builder.add_patterns()
    return builder.finish()


class _AutomatonBuilder:
    """The automaton while it is being built."""

    def __init__(self, bundle: Bundle) -> None:
        self._bundle = bundle
        self._forms = bundle.section("forms").rows
        self._first_genitive = self._forms + bundle.section("inflections").rows
        # Integers are stored in the nodes; they need no Python objects.
        self._automaton = ahocorasick.Automaton(ahocorasick.STORE_INTS)
        self._facts = array("I")
        self._shared: dict[str, list[int]] = {}
        """The variants of each pattern that becomes a group. A pattern of an inflected form
        becomes a group even if nothing shares it, because direct values hold form rows only."""

    def add_patterns(self) -> None:
        """Add the pattern of every variant."""
        for number, (pattern, facts) in enumerate(make_patterns(self._bundle)):
            self._facts.append(facts)
            if facts:
                self._add(pattern, number, facts)
            if facts & MAY_BE_GENITIVE:
                genitive = self._first_genitive + number
                self._add(make_genitive_pattern(pattern), genitive, derive_genitive_facts(facts))
        self._facts.extend(map(derive_genitive_facts, self._facts[: self._forms]))

    def _add(self, pattern: str, number: int, facts: int) -> None:
        before = self._automaton.get(pattern, None)
        if pattern in self._shared:
            self._shared[pattern].append(number)
        elif before is not None:
            self._shared[pattern] = [decode_value(before, self._first_genitive), number]
        else:
            self._automaton.add_word(pattern, self._encode_value(number, facts))
            if self._forms <= number < self._first_genitive:
                self._shared[pattern] = [number]

    def _encode_value(self, number: int, facts: int) -> int:
        """Return the automaton's value for the pattern of a variant."""
        length = facts & LENGTH
        is_genitive = number >= self._first_genitive
        row = number - self._first_genitive if is_genitive else number
        direct = row << DIRECT_ROW | is_genitive << DIRECT_AFFIXES | length
        fits = length <= DIRECT_LENGTH and direct < _DIRECT
        return direct if facts & PLAIN and fits and row < self._forms else ~number

    def finish(self) -> FormAutomaton:
        """Add the groups and return the automaton, ready to search."""
        facts, first_group = self._facts, len(self._facts)
        plain_forms = _PlainForms(self._bundle)
        ready: list[tuple[RowAndAffixes, ...]] = []
        for pattern, numbers in self._shared.items():
            self._automaton.add_word(pattern, ~len(facts))
            facts.append(_merge_facts([facts[number] for number in numbers]))
            ready.append(plain_forms.sort_variants(numbers) if facts[-1] & READY else ())
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
    """Return the facts of a group. It is a common word only if all its variants are."""
    all_of, any_of = -1, 0
    for member in facts:
        all_of &= member
        any_of |= member
    ready = READY if all_of & PLAIN else 0
    return all_of & (LENGTH | COMMON) | any_of & (FIRST_NAME | SURNAME) | ready


class _PlainForms:
    """Rows and affixes of variants that need no comparison with the text."""

    def __init__(self, bundle: Bundle) -> None:
        forms, inflections = bundle.section("forms"), bundle.section("inflections")
        self._forms = forms.rows
        self._first_genitive = forms.rows + inflections.rows
        self._base = inflections.column("base")
        self._affixes = inflections.column("affixes")
        self._weights = forms.column("weight")

    def sort_variants(self, numbers: list[int]) -> tuple[RowAndAffixes, ...]:
        """Return the variants with these numbers, the likeliest first."""
        variants = map(self._resolve, numbers)
        return tuple(sorted(variants, key=lambda variant: rank(self._weights, *variant)))

    def _resolve(self, number: int) -> RowAndAffixes:
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
