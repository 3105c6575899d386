"""One text: the same original gets the same pseudonym, different ones get different ones.

A scope is made with the text, or with all its mentions, because what is drawn depends on
what else the text names: no pseudonym may stand in it already, and a street must know its
city. Then :meth:`Scope.replace` is called for each mention in the order of the text.
"""

from collections.abc import Iterable

from tacknamn.fold import fold
from tacknamn.matcher import Match
from tacknamn.sampling.addresses import Addresses
from tacknamn.sampling.document import Document
from tacknamn.sampling.folding import folded_words
from tacknamn.sampling.forms import Shaped, shaped, with_affixes
from tacknamn.sampling.guard import Guard
from tacknamn.sampling.originals import Key, Original, Originals, Seen
from tacknamn.sampling.picking import NO_LIST, Picker
from tacknamn.sampling.places import Places
from tacknamn.sampling.records import Draw, Mention, Pseudonym
from tacknamn.sampling.settings import (
    FIRSTNAMES,
    NAMES,
    TRANSPORT_NR,
    UNINFLECTED,
    known_drawn,
)
from tacknamn.sampling.stock import Stock
from tacknamn.vault.records import Record

__all__ = ["Scope"]


class Scope:
    """The pseudonyms of one text. It is used by one thread."""

    def __init__(self, stock: Stock, document: Document) -> None:
        self._originals = Originals(stock.entries, stock.known)
        seen = self._originals.seen_all(document.mentions)
        words = {word for text in document.texts for word in folded_words(fold(text))}
        guard = Guard(words, distinct=document.rotations is None)
        for one in seen:
            guard.add_words(folded_words(one.original.folded))
        self._genders = _genders(seen)
        picker = Picker(stock, document, guard)
        self._places = Places(picker, Addresses(self._originals, stock.entries, seen))
        self._rotations = document.rotations
        self._choices = document.choices
        self._picker = picker
        self._guard = guard
        self._draws: dict[Key, tuple[Draw, str, int]] = {}
        self._numbers: dict[str, int] = {}
        self._made: dict[tuple[Key, str, tuple[str, ...]], tuple[str, Pseudonym]] = {}
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

        It is any whole number from nought; see :mod:`tacknamn.patterns`."""
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

    def _pseudonym(self, seen: Seen) -> Pseudonym:
        draw, label, number = self._drawn(seen.original)
        form = _form(seen, draw)
        reason = draw.reason
        if form.missing:
            reason += f"; without {', '.join(form.missing)}, which cannot be made of it"
        return Pseudonym(form.text, label, number, form.affixes, reason, draw)

    def _drawn(self, original: Original) -> tuple[Draw, str, int]:
        """What an original is replaced by, its label, and its number under that label."""
        drawn = self._draws.get(original.key)
        if drawn is None:
            label = known_drawn(original.label)
            if label in FIRSTNAMES:
                label = str(self._genders.get(original.key, label))
            original = original._replace(label=label)
            self._guard.add_words(folded_words(original.folded))
            number = self._numbers[label] = self._numbers.get(label, 0) + 1
            draw = self._draw(original, number)
            drawn = self._draws[original.key] = draw, label, number
        return drawn

    def _draw(self, original: Original, number: int) -> Draw:
        """The replacement for an original that is the n-th of its label.

        Names come from the list of their label, places fit each other, and where there is no
        list a placeholder with a letter stands in: nothing fails for want of a name."""
        label = original.label
        if label in NAMES:
            if self._rotations is None:
                return self._picker.name(original)
            return self._rotations(label).draw(original.base, label)
        if label in self._places:
            return self._places.draw(original)
        if label == TRANSPORT_NR:
            return Draw(str(number), label, str(number), reason="numbered by first mention")
        return self._picker.lettered(original, NO_LIST)


def _form(seen: Seen, draw: Draw) -> Shaped:
    if draw.base == seen.original.base:  # it stays
        return Shaped(seen.text, seen.affixes, ())
    if seen.original.label in UNINFLECTED or not seen.text:
        return Shaped(draw.base, (), seen.affixes)
    if draw.entry is None and draw.pool == 1:  # A-skola keeps its capital
        return with_affixes(draw.base, seen.affixes, draw.label)
    return shaped(seen, draw.base, draw.label)


def _genders(seen: Iterable[Seen]) -> dict[Key, str]:
    """The gender of a first name that at least one of its mentions shows."""
    *shown, _ = FIRSTNAMES
    return {
        one.original.key: one.original.label
        for one in reversed(list(seen))
        if one.original.label in shown
    }
