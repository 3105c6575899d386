"""Draw single replacements, without a text that they must fit.

A draw without an original depends on its number in a count: the n-th draw from a list is the same
for the same seed. A draw for an original is that of a text that names nothing else.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.replacement.choices import Choices
from tacknamn.replacement.originals import Original, ResolvedMention
from tacknamn.replacement.own_parts import OwnParts
from tacknamn.replacement.picker import Guard, Picker, ScopeContent
from tacknamn.replacement.places import mask_code
from tacknamn.replacement.pools import Pool, Tier
from tacknamn.replacement.records import (
    NAME_LABELS,
    TELEPHONE_AREA,
    UNINFLECTED_LABELS,
    Draw,
    Mention,
    Style,
    check_drawn_label,
)
from tacknamn.replacement.scope import Scope, shape_pseudonym, split_base
from tacknamn.replacement.stock import Stock
from tacknamn.support.lazy_property import lazy_property
from tacknamn.text.fold import fold

__all__ = ["SingleDraws"]

DrawRequest = tuple[str, str | None, str | None]
"""Label, country and town of a draw."""


class SingleDraws:
    """Makes single draws from one stock. Threads may share it."""

    def __init__(self, stock: Stock, choices: Choices, parts: OwnParts | None) -> None:
        self._stock = stock
        self._choices = choices
        self._parts = parts
        self._picker = Picker(stock, self._make_empty_content(), Guard(distinct=False))
        self._tiers: dict[DrawRequest, tuple[Tier, Iterator[int]]] = {}
        self._counts: dict[DrawRequest, Iterator[int]] = {}

    def draw_next(self, request: DrawRequest) -> Draw:
        """Return the next draw."""
        listed = self._tiers.get(request) or self._get_tier(request)
        if listed is None:
            return self._draw_without_list(request)
        tier, counted = listed
        return tier.pick(self._choices.number(request[0], str(next(counted)), "free"))[0].draw

    def draw_for(self, original: str, request: DrawRequest) -> Draw:
        """Return the draw for an original, in its form."""
        label, country, town = request
        check_drawn_label(label)
        if not isinstance(original, str):
            raise InputError(f"original must be str, not {type(original).__name__}")
        code = "" if country is None else self._stock.get_country_code(country)
        base, affixes = (
            (original, ()) if label in UNINFLECTED_LABELS else self._split_base(original, label)
        )
        if label in NAME_LABELS:
            entity = Original(label, base, fold(base))
            draw = self._picker.draw_name(entity)
            form = shape_pseudonym(ResolvedMention(entity, original, affixes), draw.base, label)
            if form.text == draw.text:
                return draw
            return replace(draw, text=form.text, affixes=form.affixes)
        mention = Mention(original, label, base, affixes, code, "", town or "")
        stock = self._stock if town is None else self._stock.keep_label(Label.CITY)
        pseudonym = self._make_scope(stock).replace(mention)
        return replace(pseudonym.draw, text=pseudonym.text, affixes=pseudonym.affixes)

    def _get_tier(self, request: DrawRequest) -> tuple[Tier, Iterator[int]] | None:
        """Return the best tier of the list for a request, and its count; None without a list."""
        label, country, town = request
        check_drawn_label(label)
        code = self._stock.home if country is None else self._stock.get_country_code(country)
        pools: dict[str, Callable[[], Pool]] = {
            Label.CITY: lambda: self._stock.get_cities(code),
            Label.COUNTRY: self._stock.get_countries,
            Label.PLACE: lambda: self._stock.get_streets(town or ""),
            Label.ZIP_CODE: lambda: self._stock.get_zip_codes(town or ""),
            TELEPHONE_AREA: lambda: self._stock.get_telephone_areas(town or ""),
        }
        pool = self._stock.get_names(label) if label in NAME_LABELS else pools.get(label, Pool)()
        tier = pool.get_first()
        if tier is None:
            return None
        return self._tiers.setdefault(request, (tier, count()))

    def _draw_without_list(self, request: DrawRequest) -> Draw:
        """Draw for labels without a list: the next placeholder, or what belongs to a drawn city."""
        label, country, town = request
        if label in (Label.ZIP_CODE, TELEPHONE_AREA):
            if town is None:
                town = self.draw_next((Label.CITY, country, None)).base
                return self.draw_next((label, None, town))
            form = "000 00" if label == Label.ZIP_CODE else "000"
            return mask_code(Original(label, form, form))
        number = next(self._counts.setdefault(request, count()))
        code = "" if country is None else self._stock.get_country_code(country)
        has_regions = self._stock.settings.style is not Style.LETTERS
        alone = label == Label.REGION and has_regions
        scope = self._make_scope(self._stock) if alone else self._counting_scope
        return scope.replace(Mention("", label, f"{label} {number}", (), code)).draw

    def _split_base(self, original: str, label: str) -> tuple[str, tuple[str, ...]]:
        return split_base(original, label, self._stock.entries)

    def _make_scope(self, stock: Stock) -> Scope:
        """Make the scope of a text that names nothing."""
        return Scope(stock, self._make_empty_content())

    def _make_empty_content(self) -> ScopeContent:
        return ScopeContent((), (), self._choices, self._choices, parts=self._parts)

    @lazy_property
    def _counting_scope(self) -> Scope:
        """The scope that counts placeholders: A-skola, B-skola."""
        return self._make_scope(self._stock)
