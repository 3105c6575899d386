"""The pools of names to draw from, by label, country and town.

A pool is made when it is first needed, and kept.
"""

import re
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import replace
from functools import lru_cache, partial

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.entries import Entries, EntryRow
from tacknamn.replacement.inflection.rendering import render
from tacknamn.replacement.lists import Lists
from tacknamn.replacement.originals import FIRSTNAME, MOST_REMEMBERED, Original, Originals
from tacknamn.replacement.pools import (
    FEWEST,
    LETTER_FIELD,
    Pool,
    PoolName,
    Tier,
    make_pattern,
    make_pool_name,
    number_to_letters,
    split_words,
)
from tacknamn.replacement.prepositions import get_preposition
from tacknamn.replacement.records import TELEPHONE_AREA, Draw, SamplerSettings, Style
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.suggest import suggest_names
from tacknamn.text.fold import fold

__all__ = ["Stock"]

_WESTERN_NAME = re.compile(r"[A-Za-zÀ-ÖØ-öø-ÿ-]+")
_HOMES = {"en": "GB"}
"""The country of unknown places in texts of other languages than the bundle's."""
CURATION = "curation"
"""The source of everything that people decided by hand."""
_INVENTED = "made up, or so common that it points to no one"


class Stock:
    """The pools of one bundle for one profile's settings. Threads may share it."""

    def __init__(self, lexicon: Lexicon, settings: SamplerSettings) -> None:
        self.entries = Entries(lexicon)
        self.lists = Lists(lexicon.bundle)
        self.settings = settings
        self.originals = Originals(self.entries)
        self.render = lru_cache(MOST_REMEMBERED)(partial(render, language=settings.language))
        """Give a pseudonym the form of an original; the most recent forms are remembered."""
        self._pools: dict[tuple[str, str], Pool] = {}
        self._countries: dict[str, EntryRow] = {}

    def keep_label(self, label: str) -> "Stock":
        """Return a stock with the same pools for texts in which a label stays."""
        other = copy(self)
        other.settings = replace(self.settings, kept=self.settings.kept | {label})
        return other

    @property
    def home(self) -> str:
        """The country of the bundle's profile."""
        return self.lists.country

    @lazy_property
    def usual_country(self) -> str:
        """The country of a place of which nothing is known: home, unless the text is English."""
        other = _HOMES.get(self.settings.language, self.home)
        return other if self._list_drawn(Label.CITY, other) else self.home

    def get_names(self, label: str) -> Pool:
        """Return the most frequent names, then the less frequent ones."""
        return self.get_pool("names", label, self._make_name_pool)

    def get_double_names(self, label: str) -> Pool:
        """Return names of two parts, then all names: Anna-Karin becomes Eva-Lena, not Eva."""
        return self.get_pool("double_names", label, self._make_double_name_pool)

    def get_names_like(self, original: Original) -> Pool:
        """Return the names of a person's label; those of two parts for a first name of two."""
        is_double = original.is_double and original.kind == FIRSTNAME
        return (self.get_double_names if is_double else self.get_names)(original.label)

    def get_cities(self, country: str) -> Pool:
        """Return the largest cities of a country, then smaller ones; at home also invented ones."""
        return self.get_pool("cities", country, self._make_city_pool)

    def get_countries(self, preposition: str = "") -> Pool:
        """Return foreign countries with enough cities to draw from; with a preposition, first those
        that have it."""
        make = self._make_preposition_pool if preposition else self._make_country_pool
        return self.get_pool("countries", preposition, make)

    def find_town_around(self, part: Original) -> Original | None:
        """Find the town at home that a place is a part of: Angered is in Göteborg."""
        if part.country != self.home or self.settings.style is not Style.SWELL:
            return None
        town = self._towns_of_parts.get((part.folded, part.parent))
        return None if town is None else self.originals.find_city(town, self.home)

    @lazy_property
    def _towns_of_parts(self) -> dict[tuple[str, str], str]:
        """The town of each part, by the folded name and the parent of the part."""
        rows = (
            (town, self.entries.get_row(number))
            for town in self.lists.list_towns_with_parts()
            for number in self.lists.get_parts(town)
        )
        return {(fold(row.form), row.parent): town for town, row in rows}

    def get_town_parts(self, town: str) -> Pool:
        """Return the parts of a town at home."""
        return self.get_pool("parts", town, self._make_part_pool)

    def get_streets(self, town: str) -> Pool:
        """Return the streets of a town, then neutral and invented ones."""
        return self.get_pool("streets", town, self._make_street_pool)

    def get_regions(self) -> Pool:
        """Return parts of the country that are too large to reveal much."""
        return self.get_pool("regions", "", self._make_region_pool)

    def get_foreign_regions(self, country: str) -> Pool | None:
        """Return large regions of a country under their names in the language of the text; None if
        none are known. Without a country, they are regions of several countries."""
        if not self._list_drawn(Label.REGION, country):
            return None
        return self.get_pool("foreign regions", country, self._make_foreign_region_pool)

    def find_name_here(self, region: PoolName) -> PoolName | None:
        """Return a drawn region under its name in the language of the text; None if it is not
        known to have one."""
        pool = self.get_foreign_regions(region.draw.country)
        names = [] if pool is None else [name for tier in pool for name in tier.names]
        return next((name for name in names if name.entity and name.entity == region.entity), None)

    def get_zip_codes(self, town: str) -> Pool:
        """Return the postal codes of a town."""
        return self.get_pool("zip_codes", town, self._make_zip_code_pool)

    def get_telephone_areas(self, town: str) -> Pool:
        """Return the telephone area of a town: one or none."""
        return self.get_pool("telephone_areas", town, self._make_telephone_area_pool)

    def get_country(self, code: str) -> EntryRow | None:
        """Return the country with this code of two capitals."""
        if not self._countries:
            self._countries = {
                row.country: row for row in self.entries.list_main_rows(Label.COUNTRY)
            }
        return self._countries.get(code)

    def get_country_code(self, country: str) -> str:
        """Return the code of a country that is given by code or name."""
        if not isinstance(country, str):
            raise InputError(f"country must be str, not {type(country).__name__}")
        if self.get_country(country.upper()):
            return country.upper()
        row = self.entries.find(fold(country), Label.COUNTRY)
        if row is None:
            names = (row.form for row in self._countries.values())
            raise InputError(f"there is no country {country!r}; {suggest_names(country, names)}")
        return row.country

    def make_placeholder(self, label: str, number: int, reason: str) -> Draw:
        """Make the n-th lettered placeholder: A-skola, B-skola."""
        text = self._get_pattern(label).replace(LETTER_FIELD, number_to_letters(number))
        return Draw(text, label, text, reason=reason)

    def is_placeholder(self, label: str, base: str) -> bool:
        """Whether a replacement is a lettered placeholder of its label."""
        before, _, after = self._get_pattern(label).partition(LETTER_FIELD)
        letters = base.removeprefix(before).removesuffix(after)
        return letters.isascii() and letters.isupper() and base == f"{before}{letters}{after}"

    def _get_pattern(self, label: str) -> str:
        language = self.settings.language
        patterns = self.lists.get_fakes(f"pattern_{language}_{label}")
        if patterns and LETTER_FIELD in patterns[0].form:
            return patterns[0].form
        return make_pattern(language, label)

    def get_pool(self, kind: str, name: str, make: Callable[[str], Pool]) -> Pool:
        """Return the pool of this kind and name, made once for all texts."""
        pool = self._pools.get((kind, name))
        if pool is None:
            pool = self._pools.setdefault((kind, name), make(name))
        return pool

    def _make_name_pool(self, label: str) -> Pool:
        rows, top = self._list_names(label), self.settings.top
        best = f"one of the {min(top, len(rows))} most borne names"
        tiers = [
            partial(self._make_tier, rows[:top], best, label),
            partial(self._make_tier, rows[top:], f"the {top} most borne names are used up", label),
        ]
        if self.settings.style is Style.SVALA:
            return Pool(partial(self._make_invented_tier, label, label), *tiers, fewest=1)
        return Pool(*tiers, fewest=min(FEWEST, top))

    def _make_double_name_pool(self, label: str) -> Pool:
        def make_doubles() -> Tier:
            rows = [self.entries.get_row(number) for number in self._list_names(label)]
            doubled = [row.number for row in rows if len(split_words(fold(row.form))) == 2]
            return self._make_tier(
                doubled, f"one of the {len(doubled)} most borne double names", label
            )

        return Pool(make_doubles, *self.get_names(label).makers)

    def _make_city_pool(self, country: str) -> Pool:
        most, style = self.settings.cities, self.settings.style
        invented = partial(self._make_invented_tier, "city", Label.CITY)
        if style is Style.FAKE:
            return Pool(invented) if country == self.home else Pool()
        if style is Style.SVALA:
            foreign = partial(self._make_invented_tier, "city_foreign", Label.CITY)
            return Pool(invented if country == self.home else foreign, fewest=1)
        if style is Style.LETTERS:
            return Pool()
        rows = self._list_cities(country)
        best = f"one of the {min(most, len(rows))} largest cities of {country}"
        wider = f"the {most} largest cities of {country} are used up"
        tiers = [
            partial(self._make_tier, rows[:most], best),
            partial(self._make_tier, rows[most:], wider),
        ]
        if country == self.home:
            tiers.append(invented)
        return Pool(*tiers, fewest=min(FEWEST, most))

    def _make_part_pool(self, town: str) -> Pool:
        # The original is a part of another town, so that one part is enough.
        parts = partial(self._make_tier, self.lists.get_parts(town), f"a part of {town}")
        return Pool(parts, fewest=1)

    def _make_country_pool(self, _: str) -> Pool:
        if self.settings.style in (Style.SVALA, Style.LETTERS):
            return Pool()
        self.get_country("")  # loads the countries
        drawn = self.lists.list_drawn_countries(self.settings.language)
        countries = [self.entries.get_row(number) for number in drawn]
        rows = [
            row.number
            for row in countries or [row for _, row in sorted(self._countries.items())]
            if row.country != self.home
            and len(self.lists.get_cities(row.country)) >= min(FEWEST, self.settings.cities)
        ]
        return Pool(partial(self._make_tier, rows, f"one of {len(rows)} countries"))

    def _make_preposition_pool(self, preposition: str) -> Pool:
        everywhere = self.get_countries()
        return Pool(partial(self._make_preposition_tier, preposition), *everywhere.makers)

    def _make_preposition_tier(self, preposition: str) -> Tier:
        """Make a tier of the countries that have a preposition; empty if they are too few."""
        tier = self.get_countries().get_first()
        language = self.settings.language
        names = [
            name
            for name in (() if tier is None else tier.names)
            if get_preposition(name.draw.country, language) == preposition
        ]
        reason = f"one of {len(names)} countries with the same preposition"
        if self.settings.weighted:
            rows = [name.draw.entry for name in names if name.draw.entry is not None]
            return self._make_tier(rows if len(rows) >= FEWEST else (), reason)
        return Tier(
            name._replace(draw=replace(name.draw, pool=len(names), reason=reason))
            for name in (names if len(names) >= FEWEST else ())
        )

    def _make_street_pool(self, town: str) -> Pool:
        rows = self.lists.get_streets(town)
        real = partial(self._make_tier, rows, f"a street of {town}")
        return Pool(real, partial(self._make_invented_tier, "street", Label.PLACE))

    def _make_region_pool(self, _: str) -> Pool:
        return Pool(partial(self._make_invented_tier, "region", Label.REGION), fewest=1)

    def _make_foreign_region_pool(self, country: str) -> Pool:
        rows = self._list_drawn(Label.REGION, country)
        return Pool(partial(self._make_tier, rows, f"one of {len(rows)} large regions"))

    def _list_cities(self, country: str) -> Sequence[int]:
        """List the cities to draw from: those that are chosen by hand, then the others, of which some
        are quarters.

        Of the others, names of several words are left out (*East Helsinki* is English), and of a
        chosen city every other name, as *Copenhagen* besides *Köpenhamn*. Names with letters that the
        text hardly has, as *Dūmā*, come last."""
        chosen = self._list_drawn(Label.CITY, country)
        if not chosen:
            return self.lists.get_cities(country)
        entities = {entity for number in chosen if (entity := self.entries.get_row(number).entity)}
        rows = (self.entries.get_row(number) for number in self.lists.get_cities(country))
        others = [row for row in rows if row.entity not in entities and " " not in row.form]
        others.sort(key=lambda row: _WESTERN_NAME.fullmatch(row.form) is None)
        return _put_first(chosen, [row.number for row in others])

    def _list_names(self, label: str) -> list[int]:
        """List the names of persons: those of the text's language, then those at home."""
        return _put_first(self._list_drawn(label), self.lists.get_names(label))

    def _list_drawn(self, label: str, country: str = "") -> list[int]:
        return self.lists.get_drawn(self.settings.language, label, country)

    def _make_zip_code_pool(self, town: str) -> Pool:
        rows = self.lists.get_zip_codes(town)
        return Pool(partial(self._make_tier, rows, f"a postal code of {town}"))

    def _make_telephone_area_pool(self, town: str) -> Pool:
        area = self.lists.get_telephone_area(town)
        if area is None:
            return Pool()
        draw = Draw(
            area,
            TELEPHONE_AREA,
            area,
            country=self.home,
            parent=town,
            sources=(CURATION,),
            reason=f"the telephone area of {town}",
        )
        return Pool(lambda: Tier([make_pool_name(draw, area)]), fewest=1)

    def _make_tier(self, numbers: Sequence[int], reason: str, label: str = "") -> Tier:
        """Make a tier from rows of the entries, under another label than theirs if one is given."""
        rows = [self.entries.get_row(number) for number in numbers]
        draws = (self.make_draw(row, label or row.label, len(rows), reason) for row in rows)
        names = [
            make_pool_name(draw, fold(row.form), row.entity)
            for draw, row in zip(draws, rows, strict=True)
        ]
        return Tier(names, map(_weigh_row, rows) if self.settings.weighted else None)

    def make_draw(self, row: EntryRow, label: str, pool: int, reason: str) -> Draw:
        """Make the draw of one row of the entries."""
        return Draw(
            row.form,
            str(label),
            row.form,
            country=row.country,
            parent=row.parent,
            sources=self.entries.get_sources(row.number),
            entry=row.number,
            pool=pool,
            reason=reason,
        )

    def _make_invented_tier(self, name: str, label: str) -> Tier:
        """Make a tier from a list of invented names."""
        forms = [fake.form for fake in self.lists.get_fakes(name)]
        country = self.home if name in ("city", "street", "region") else ""
        draws = (
            Draw(
                form,
                str(label),
                form,
                country=country,
                sources=(CURATION,),
                pool=len(forms),
                reason=_INVENTED,
            )
            for form in forms
        )
        return Tier(make_pool_name(draw, fold(draw.base)) for draw in draws)


def _put_first(best: Sequence[int], others: Sequence[int]) -> list[int]:
    """Return rows, the best first, each once."""
    return list(dict.fromkeys([*best, *others]))


def _weigh_row(row: EntryRow) -> float:
    return row.size if row.label == Label.CITY else row.mentions
