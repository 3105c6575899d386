"""Draw single replacements, where no text says what they must fit.

A draw without an original follows from its number in a count: the n-th draw from a list is
the same for the same seed. A draw for an original is that of a text which names nothing else.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cached_property
from itertools import count

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.replacement.choices import Choices
from tacknamn.replacement.originals import Original, ResolvedMention
from tacknamn.replacement.picker import Guard, Picker, ScopeContent
from tacknamn.replacement.places import mask_code
from tacknamn.replacement.pools import Pool, Tier
from tacknamn.replacement.records import Draw, Mention
from tacknamn.replacement.scope import Scope, shape_pseudonym, split_base
from tacknamn.replacement.settings import (
    NAME_LABELS,
    TELEPHONE_AREA,
    UNINFLECTED_LABELS,
    Style,
    check_drawn_label,
)
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold

__all__ = ["SingleDraws"]

DrawRequest = tuple[str, str | None, str | None]
"""Label, country and town of a draw."""


class SingleDraws:
    """Draws from one stock. It may be shared by threads."""

    def __init__(self, stock: Stock, choices: Choices) -> None:
        self._stock = stock
        self._choices = choices
        self._picker = Picker(stock, _make_empty_content(choices), Guard(distinct=False))
        self._tiers: dict[DrawRequest, tuple[Tier, Iterator[int]]] = {}
        self._counts: dict[DrawRequest, Iterator[int]] = {}

    def free(self, asked: DrawRequest) -> Draw:
        """The next draw."""
        known = self._tiers.get(asked) or self._tier(asked)
        if known is None:
            return self._without_list(asked)
        tier, counted = known
        return tier.pick(self._choices.number(asked[0], str(next(counted)), "free"))[0].draw

    def instead_of(self, original: str, asked: DrawRequest) -> Draw:
        """The draw for an original, in its form."""
        label, country, town = asked
        check_drawn_label(label)
        if not isinstance(original, str):
            raise InputError(f"original must be str, not {type(original).__name__}")
        code = "" if country is None else self._stock.code_of(country)
        base, affixes = (
            (original, ()) if label in UNINFLECTED_LABELS else self._apart(original, label)
        )
        if label in NAME_LABELS:
            named = Original(label, base, fold(base))
            draw = self._picker.name(named)
            form = shape_pseudonym(ResolvedMention(named, original, affixes, 0), draw.base, label)
            if form.text == draw.text:
                return draw
            return replace(draw, text=form.text, affixes=form.affixes)
        mention = Mention(original, label, base, affixes, code, "", town or "")
        stock = self._stock if town is None else self._stock.keeping(Label.CITY)
        made = self._scope(stock).replace(mention)
        return replace(made.draw, text=made.text, affixes=made.affixes)

    def _tier(self, asked: DrawRequest) -> tuple[Tier, Iterator[int]] | None:
        label, country, town = asked
        check_drawn_label(label)
        code = self._stock.home if country is None else self._stock.code_of(country)
        pools: dict[str, Callable[[], Pool]] = {
            Label.CITY: lambda: self._stock.cities(code),
            Label.COUNTRY: self._stock.countries,
            Label.PLACE: lambda: self._stock.streets(town or ""),
            Label.ZIP_CODE: lambda: self._stock.zip_codes(town or ""),
            TELEPHONE_AREA: lambda: self._stock.telephone_areas(town or ""),
        }
        pool = self._stock.names(label) if label in NAME_LABELS else pools.get(label, Pool)()
        tier = pool.first()
        if tier is None:
            return None
        return self._tiers.setdefault(asked, (tier, count()))

    def _without_list(self, asked: DrawRequest) -> Draw:
        """What no list of its own has: the next placeholder, or what a city brings."""
        label, country, town = asked
        if label in (Label.ZIP_CODE, TELEPHONE_AREA):
            if town is None:
                return self.free((label, None, self.free((Label.CITY, country, None)).base))
            form = "000 00" if label == Label.ZIP_CODE else "000"
            return mask_code(Original(label, form, form))
        number = next(self._counts.setdefault(asked, count()))
        code = "" if country is None else self._stock.code_of(country)
        has_regions = self._stock.settings.style is not Style.LETTERS
        alone = label == Label.REGION and has_regions
        scope = self._scope(self._stock) if alone else self._counting
        return scope.replace(Mention("", label, f"{label} {number}", (), code)).draw

    def _apart(self, original: str, label: str) -> tuple[str, tuple[str, ...]]:
        return split_base(original, label, self._stock.entries)

    def _scope(self, stock: Stock) -> Scope:
        """A text that names nothing."""
        return Scope(stock, _make_empty_content(self._choices))

    @cached_property
    def _counting(self) -> Scope:
        """Counts placeholders: A-skola, B-skola."""
        return self._scope(self._stock)


def _make_empty_content(choices: Choices) -> ScopeContent:
    return ScopeContent((), (), choices)
