"""Replace the mentions of one text: each original gets its own pseudonym, always the same one.

A scope is made with the text, or with all its mentions, because a draw depends on what else the
text names: no two originals share a pseudonym, and a street must know its city. Then
:meth:`Scope.replace` is called for each mention, in the order of the text. It gives the
replacement the form of the original.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple, cast

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.addresses import Addresses
from tacknamn.replacement.entries import Entries
from tacknamn.replacement.inflection.affixes import inflect, split_affixes
from tacknamn.replacement.inflection.genitives import APOSTROPHES
from tacknamn.replacement.inflection.letter_case import copy_case
from tacknamn.replacement.inflection.rendering import (
    LONGEST_ABBREVIATION,
    RenderedName,
    render,
)
from tacknamn.replacement.number_replacements import Chance
from tacknamn.replacement.originals import (
    FIRSTNAME,
    Original,
    OriginalKey,
    ResolvedMention,
)
from tacknamn.replacement.picker import NO_LIST, Guard, Picker, ScopeContent
from tacknamn.replacement.places import PlaceDraws
from tacknamn.replacement.records import (
    FIRSTNAME_LABELS,
    NAME_LABELS,
    PLACE_LABELS,
    TRANSPORT_NR,
    UNINFLECTED_LABELS,
    Draw,
    Mention,
    Pseudonym,
    Record,
    check_drawn_label,
)
from tacknamn.replacement.settled import SettledDraw
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold

__all__ = [
    "Scope",
    "ShapedPseudonym",
    "add_affixes",
    "shape_pseudonym",
    "split_base",
]


Renderer = Callable[[str, str, tuple[str, ...], str, str], RenderedName]
"""The function :func:`render`, or one that remembers what it returned."""
_GENDERED = frozenset(map(str, FIRSTNAME_LABELS[:2]))
_PLACES, _NAMES = frozenset(map(str, PLACE_LABELS)), frozenset(map(str, NAME_LABELS))


class ShapedPseudonym(NamedTuple):
    """A replacement in the form of an original."""

    text: str
    affixes: tuple[str, ...]
    missing: tuple[str, ...]
    """Affixes that could not be made."""


def shape_pseudonym(
    mention: ResolvedMention, base: str, label: str, render: Renderer = render
) -> ShapedPseudonym:
    """Give a replacement the affixes and the letter case of the original."""
    rendered = render(
        mention.text,
        base,
        mention.affixes,
        _choose_inflection_label(label),
        mention.original.base,
    )
    return ShapedPseudonym(*rendered)


def add_affixes(base: str, affixes: Iterable[str], label: str) -> ShapedPseudonym:
    """Give a replacement affixes, but keep its letter case: a placeholder keeps its capital."""
    names = tuple(affixes)
    text = inflect(base, names, _choose_inflection_label(label))
    return ShapedPseudonym(base, (), names) if text is None else ShapedPseudonym(text, names, ())


def split_base(form: str, label: str, entries: Entries) -> tuple[str, tuple[str, ...]]:
    """Split a form into base and affixes, where no matcher did."""

    if label in NAME_LABELS and form[-1:] not in _GENITIVE_ENDS:
        return form, ()  # names have no other inflected form than the genitive

    def is_known(word: str) -> bool:
        return entries.has_form(fold(word), label)

    return split_affixes(form, _choose_inflection_label(label), is_known)


_GENITIVE_ENDS = frozenset(f"sS{APOSTROPHES}")
"""Last characters of genitives."""


def _choose_inflection_label(label: str) -> str:
    """Return a label of the lexicon whose words have the same inflection."""
    return Label.COUNTRY if label == "country_of_origin" else label


class Scope:
    """The pseudonyms of one text. Only one thread may use it."""

    def __init__(self, stock: Stock, content: ScopeContent) -> None:
        self._stock = stock
        self._content = content
        self._mentions = _resolve_mentions(content.mentions, stock)
        settled = self._settled = content.settled
        self._guard = Guard(content.readable, content.rotations is None, settled)
        self._genders: dict[OriginalKey, str] | None = None
        self._picker = Picker(stock, content, self._guard)
        self._places: PlaceDraws | None = None
        self._place_draws: dict[OriginalKey, Draw] = {} if settled is None else settled.places
        self._given: dict[OriginalKey, tuple[str, int]] = {}
        """Labels and numbers that originals had before their first mention."""
        self._draws: dict[OriginalKey, SettledDraw] = {} if settled is None else settled.draws
        self._numbers: dict[str, int] = {} if settled is None else settled.numbers
        self._replaced: dict[tuple[OriginalKey, str, tuple[str, ...]], tuple[str, Pseudonym]] = {}
        """Bases of originals, and pseudonyms, by the keys of mentions."""

    def _find_genders(self) -> dict[OriginalKey, str]:
        """Find the gender of each first name, which at least one of its mentions must show."""
        genders: dict[OriginalKey, str] = {}
        for mention in self._mentions:
            original = mention.original
            if original.label in _GENDERED:
                genders.setdefault(original.key, original.label)
        return genders

    def _open_places(self) -> PlaceDraws:
        """Prepare to draw places, which many texts do not name."""
        stock = self._stock
        return PlaceDraws(
            self._picker,
            Addresses(stock.originals, stock.entries, self._mentions),
            self._place_draws,
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """Warnings for the user: lists that were used up."""
        return tuple(self._picker.warnings)

    def settle(self, original: Original, number: int, base: str = "") -> None:
        """Give an original the number that people gave it, and the replacement that it has already.

        Args:
            base: The replacement without affixes; empty if one is to be drawn.
        """
        label = check_drawn_label(original.label)
        self._given[original.key] = label, number
        self._numbers[label] = max(number, self._numbers.get(label, 0))
        if not base:
            return
        self.avoid(base)
        row = self._stock.entries.find(fold(base), label)
        pool = self._find_pool(original, base, "" if row is None else row.country)
        draw = Draw(base, label, base, pool=pool, reason="settled before")
        if row is not None:
            draw = replace(draw, country=row.country, parent=row.parent, entry=row.number)
        self._draws[original.key] = draw, label, number
        if label in _PLACES:
            self._place_draws[original.key] = draw

    def _find_pool(self, original: Original, base: str, country: str) -> int:
        """Return the number of names that a replacement was drawn from, if it is one of the names that are
        drawn first; 1 for a lettered placeholder, 0 if it is not known."""
        stock, label, tier = self._stock, original.label, None
        if stock.is_placeholder(label, base):
            return 1
        if label in _NAMES and self._content.rotations is None:
            tier = stock.get_names_like(original).get_first()
        elif label == Label.CITY:
            tier = stock.get_cities(country or stock.home).get_first()
        folded, names = fold(base), () if tier is None else tier.names
        return next((name.draw.pool for name in names if name.folded == folded), 0)

    def avoid(self, base: str) -> None:
        """Draw this name for no original."""
        self._guard.refuse(fold(base))

    def replace(self, mention: Match | Mention | ResolvedMention) -> Pseudonym:
        """Return the pseudonym of one mention."""
        if type(mention) is not ResolvedMention:
            mention = self._stock.originals.resolve(mention)
        pair = self._replaced.get(mention.key)
        if pair is None:
            pair = mention.original.base, self._make_pseudonym(mention)
            self._replaced[mention.key] = pair
        return pair[1]

    def draw_chance(self, label: str, original: str) -> Chance:
        """Return what decides the replacement of something without a list: an age, a month."""
        content, folded = self._content, fold(original)
        run = content.shared.number(label, folded, "run")
        if content.choices.is_keyed:  # all texts show the same one, so that there are no parts
            return Chance(run, 0)
        return Chance(run, content.choices.number(label, folded, "rule"))

    def records(self, document: str = "") -> list[Record]:
        """Return what a vault must store to map back all replacements so far.

        These are bases, and forms as written in the text if they differ in more than case.
        ``vault.add_many(scope.records("essay 1"))``"""
        pairs: dict[tuple[str, str, str], None] = {}
        for (_, text, _), (base, pseudonym) in self._replaced.items():
            if pseudonym.draw.is_kept:
                continue
            pairs[pseudonym.label, base, pseudonym.base] = None
            if text and fold(pseudonym.text) != fold(pseudonym.base):
                pairs[pseudonym.label, text, pseudonym.text] = None
        return [Record(*pair, document) for pair in pairs]

    def _make_pseudonym(self, mention: ResolvedMention) -> Pseudonym:
        draw, label, number = self._draws.get(mention.original.key) or self._draw_once(
            mention.original
        )
        if mention.is_plain and draw.base.istitle():
            return Pseudonym(draw.base, label, number, (), draw.reason, draw)
        form = _shape_draw(mention, draw, self._stock.render)
        reason = draw.reason
        if form.missing:
            reason += f"; without {', '.join(form.missing)}, which cannot be made of it"
        return Pseudonym(form.text, label, number, form.affixes, reason, draw)

    def _draw_once(self, original: Original) -> SettledDraw:
        """Return the replacement of an original, its label, and its number under that label."""
        label = check_drawn_label(original.label)
        if original.kind == FIRSTNAME:
            if self._genders is None:
                self._genders = self._find_genders()
            label = self._genders.get(original.key, label)
        if label != original.label:
            original = replace(original, label=label)
        if original.key in self._given:
            label, number = self._given[original.key]
        else:
            number = self._numbers[label] = self._numbers.get(label, 0) + 1
        drawn = self._draws[original.key] = self._draw(original, number), label, number
        if self._settled is not None:
            self._settled.bases[original.key] = original.base
        return drawn

    def _draw(self, original: Original, number: int) -> Draw:
        """Draw the replacement of an original that is the n-th of its label.

        Names come from the list of their label. Places fit together. If there is no list, a
        lettered placeholder is used, so that a draw never fails."""
        label, rotations = original.label, self._content.rotations
        if label in _NAMES:
            if rotations is None:
                return self._picker.draw_name(original)
            return rotations(label).draw(original.base, label)
        if label in _PLACES:
            if self._places is None:
                self._places = self._open_places()
            return self._places.draw(original)
        if label == TRANSPORT_NR:
            return Draw(str(number), label, str(number), reason="numbered by first mention")
        return self._picker.draw_placeholder(original, NO_LIST)


def _resolve_mentions(
    mentions: Sequence[Match | Mention | ResolvedMention], stock: Stock
) -> Sequence[ResolvedMention]:
    """Return mentions with their originals. Those that have them are not copied."""
    unresolved = [mention for mention in mentions if type(mention) is not ResolvedMention]
    if not unresolved:
        return cast("Sequence[ResolvedMention]", mentions)
    return [stock.originals.resolve(mention) for mention in mentions]


def _shape_draw(mention: ResolvedMention, draw: Draw, render: Renderer) -> ShapedPseudonym:
    """Give a draw the form of its mention, as far as its kind has forms."""
    if draw.is_kept:
        return ShapedPseudonym(mention.text, mention.affixes, ())
    if mention.original.label in UNINFLECTED_LABELS or not mention.text:
        return ShapedPseudonym(draw.base, (), mention.affixes)
    if draw.entry is None and draw.pool <= 1:  # A-skola keeps its capital
        shaped = add_affixes(draw.base, mention.affixes, draw.label)
        if len(mention.text) > LONGEST_ABBREVIATION and mention.text.isupper():
            return shaped._replace(text=copy_case(mention.text, shaped.text))
        return shaped
    return shape_pseudonym(mention, draw.base, draw.label, render)
