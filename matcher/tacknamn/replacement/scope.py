"""Give a replacement the form of the original, and tell what could not be given."""

from collections.abc import Iterable
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.addresses import Addresses
from tacknamn.replacement.entries import Entries
from tacknamn.replacement.inflection.affixes import inflect, split_affixes
from tacknamn.replacement.inflection.genitives import APOSTROPHES
from tacknamn.replacement.inflection.rendering import render
from tacknamn.replacement.name_features import split_words
from tacknamn.replacement.originals import Original, OriginalKey, Originals, ResolvedMention
from tacknamn.replacement.picker import NO_LIST, Guard, Picker, ScopeContent
from tacknamn.replacement.places import PlaceDraws
from tacknamn.replacement.records import Draw, Mention, Pseudonym
from tacknamn.replacement.settings import (
    FIRSTNAME_LABELS,
    NAME_LABELS,
    TRANSPORT_NR,
    UNINFLECTED_LABELS,
    check_drawn_label,
)
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold
from tacknamn.vault.records import Record

__all__ = [
    "Scope",
    "ShapedPseudonym",
    "add_affixes",
    "shape_pseudonym",
    "split_base",
]


class ShapedPseudonym(NamedTuple):
    """A replacement in the form that is wanted."""

    text: str
    affixes: tuple[str, ...]
    missing: tuple[str, ...]
    """Affixes that could not be made."""


def shape_pseudonym(seen: ResolvedMention, base: str, label: str) -> ShapedPseudonym:
    """The replacement with affixes and letter case of the original."""
    made = render(
        seen.text, base, seen.affixes, _choose_inflection_label(label), seen.original.base
    )
    return ShapedPseudonym(*made)


def add_affixes(base: str, affixes: Iterable[str], label: str) -> ShapedPseudonym:
    """The replacement with affixes in its own letter case: a placeholder keeps its capital."""
    wanted = tuple(affixes)
    text = inflect(base, wanted, _choose_inflection_label(label))
    return ShapedPseudonym(base, (), wanted) if text is None else ShapedPseudonym(text, wanted, ())


def split_base(form: str, label: str, entries: Entries) -> tuple[str, tuple[str, ...]]:
    """Take a form apart where no matcher has."""

    if label in NAME_LABELS and form[-1:] not in _GENITIVE_ENDS:
        return form, ()  # names have no other form than the genitive

    def is_known(word: str) -> bool:
        return entries.knows(fold(word), label)

    return split_affixes(form, _choose_inflection_label(label), is_known)


_GENITIVE_ENDS = frozenset(f"sS{APOSTROPHES}")
"""What genitives end in."""


def _choose_inflection_label(label: str) -> str:
    """A label of the lexicon whose words are inflected alike."""
    return Label.COUNTRY if label == "country_of_origin" else label


# One text: the same original gets the same pseudonym, different ones get different ones.
#
# A scope is made with the text, or with all its mentions, because what is drawn depends on
# what else the text names: no pseudonym may stand in it already, and a street must know its
# city. Then :meth:`Scope.replace` is called for each mention in the order of the text.


class Scope:
    """The pseudonyms of one text. It is used by one thread."""

    def __init__(self, stock: Stock, document: ScopeContent) -> None:
        self._originals = Originals(stock.entries, stock.known)
        seen = self._originals.seen_all(document.mentions)
        words = {word for text in document.texts for word in split_words(fold(text))}
        guard = Guard(words, distinct=document.rotations is None)
        for one in seen:
            guard.add_words(split_words(one.original.folded))
        self._genders = _find_genders(seen)
        picker = Picker(stock, document, guard)
        self._places = PlaceDraws(picker, Addresses(self._originals, stock.entries, seen))
        self._rotations = document.rotations
        self._choices = document.choices
        self._picker = picker
        self._guard = guard
        self._draws: dict[OriginalKey, tuple[Draw, str, int]] = {}
        self._numbers: dict[str, int] = {}
        self._made: dict[tuple[OriginalKey, str, tuple[str, ...]], tuple[str, Pseudonym]] = {}
        """Originals and pseudonyms, by what was asked."""

    @property
    def warnings(self) -> tuple[str, ...]:
        """What somebody should know: lists that were used up."""
        return tuple(self._picker.warnings)

    def replace(self, mention: Match | Mention) -> Pseudonym:
        """The pseudonym for one mention."""
        seen = self._originals.seen(mention, len(self._made))
        known = seen.original.key, seen.text, seen.affixes
        made = self._made.get(known)
        if made is None:
            made = self._made[known] = seen.original.base, self._pseudonym(seen)
        return made[1]

    def number(self, label: str, original: str) -> int:
        """The number that decides what becomes of something that no list is for: an age, a date.

        It is any whole number from nought; see :mod:`tacknamn.detection.patterns`."""
        return self._choices.number(label, fold(original), "rule")

    def records(self, document: str = "") -> list[Record]:
        """What a vault must remember to map back what was replaced so far: bases, and what was
        written where more than capitals differ from them.

        ``vault.add_many(scope.records("essay 1"))``"""
        told: dict[tuple[str, str, str], None] = {}
        for (_, text, _), (base, made) in self._made.items():
            if made.base == base:  # it stays
                continue
            told[made.label, base, made.base] = None
            if text and fold(made.text) != fold(made.base):  # more than capitals differ
                told[made.label, text, made.text] = None
        return [Record(*one, document) for one in told]

    def _pseudonym(self, seen: ResolvedMention) -> Pseudonym:
        draw, label, number = self._drawn(seen.original)
        form = _shape_draw(seen, draw)
        reason = draw.reason
        if form.missing:
            reason += f"; without {', '.join(form.missing)}, which cannot be made of it"
        return Pseudonym(form.text, label, number, form.affixes, reason, draw)

    def _drawn(self, original: Original) -> tuple[Draw, str, int]:
        """What an original is replaced by, its label, and its number under that label."""
        drawn = self._draws.get(original.key)
        if drawn is None:
            label = check_drawn_label(original.label)
            if label in FIRSTNAME_LABELS:
                label = str(self._genders.get(original.key, label))
            original = original._replace(label=label)
            self._guard.add_words(split_words(original.folded))
            number = self._numbers[label] = self._numbers.get(label, 0) + 1
            draw = self._draw(original, number)
            drawn = self._draws[original.key] = draw, label, number
        return drawn

    def _draw(self, original: Original, number: int) -> Draw:
        """The replacement for an original that is the n-th of its label.

        Names come from the list of their label, places fit each other, and where there is no
        list a placeholder with a letter stands in: nothing fails for want of a name."""
        label = original.label
        if label in NAME_LABELS:
            if self._rotations is None:
                return self._picker.name(original)
            return self._rotations(label).draw(original.base, label)
        if label in self._places:
            return self._places.draw(original)
        if label == TRANSPORT_NR:
            return Draw(str(number), label, str(number), reason="numbered by first mention")
        return self._picker.lettered(original, NO_LIST)


def _shape_draw(seen: ResolvedMention, draw: Draw) -> ShapedPseudonym:
    if draw.base == seen.original.base:  # it stays
        return ShapedPseudonym(seen.text, seen.affixes, ())
    if seen.original.label in UNINFLECTED_LABELS or not seen.text:
        return ShapedPseudonym(draw.base, (), seen.affixes)
    if draw.entry is None and draw.pool == 1:  # A-skola keeps its capital
        return add_affixes(draw.base, seen.affixes, draw.label)
    return shape_pseudonym(seen, draw.base, draw.label)


def _find_genders(seen: Iterable[ResolvedMention]) -> dict[OriginalKey, str]:
    """The gender of a first name that at least one of its mentions shows."""
    *shown, _ = FIRSTNAME_LABELS
    return {
        one.original.key: one.original.label
        for one in reversed(list(seen))
        if one.original.label in shown
    }
