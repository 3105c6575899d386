"""Who or what a text names: mentions of the same original share a key.

Inflected and misspelt mentions share their base. The names of one place (Köpenhamn, Copenhagen)
share the identifier of the place. A first name has one key, whether or not a mention shows the
gender.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.entries import Entries
from tacknamn.replacement.pools import is_similar
from tacknamn.replacement.records import Mention
from tacknamn.replacement.settings import FIRSTNAME_LABELS, NAME_LABELS, PLACE_LABELS
from tacknamn.text.fold import fold

__all__ = ["Original", "OriginalCache", "OriginalKey", "Originals", "ResolvedMention"]

_MOST_CACHED = 1 << 16
"""Forms that are cached: most texts name the same ones, and 30 MB are enough."""
OriginalKey = tuple[str, str]
"""What identifies an original: its kind, and its identifier or folded base."""


class Original(NamedTuple):
    """An entity that a text names, and that one pseudonym replaces."""

    label: str
    base: str
    folded: str
    country: str = ""
    parent: str = ""
    thing: str = ""
    """Identifier that all names of the entity share; empty if it has only one name."""
    town: str = ""
    """The city of its address, if the caller gave it."""
    spelt: str = ""
    """Another folded spelling, from a misspelt mention."""

    @property
    def kind(self) -> str:
        """The label, but the same for all first names."""
        return "firstname" if self.label in FIRSTNAME_LABELS else self.label

    @property
    def identity(self) -> str:
        """What the draw of its pseudonym depends on: the identifier, else the folded base."""
        return self.thing or self.folded

    @property
    def key(self) -> OriginalKey:
        """The key that all its mentions share."""
        return self.kind, self.identity

    def is_like(self, folded: str, thing: str) -> bool:
        """Whether a name is this one, another name of the same entity, or similar to it."""
        if thing and thing == self.thing:
            return True
        return is_similar(folded, self.folded) or bool(
            self.spelt and is_similar(folded, self.spelt)
        )


class ResolvedMention(NamedTuple):
    """A mention and its original."""

    original: Original
    text: str
    affixes: tuple[str, ...]
    offset: int
    """Its offset in the text, or its number among the mentions."""


@dataclass(frozen=True, slots=True)
class OriginalCache:
    """Originals found so far. All texts share it, because they depend on the lexicon alone."""

    by_form: dict[int, Original] = field(default_factory=dict)
    """By the number of the form."""
    by_base: dict[tuple[str, ...], Original] = field(default_factory=dict)
    """By the fields of a mention: label, base, country, parent, town."""


class Originals:
    """Finds the originals of mentions and matches, each of them once."""

    def __init__(self, entries: Entries, cache: OriginalCache) -> None:
        """Make a finder for one text.

        Args:
            cache: What was found so far, shared by all texts.
        """
        self._entries = entries
        self._by_form = cache.by_form
        self._by_base = cache.by_base

    def resolve(self, mention: Match | Mention, offset: int = 0) -> ResolvedMention:
        """Return a mention with its original."""
        if isinstance(mention, Match):
            return ResolvedMention(
                self._resolve_match(mention), mention.form, mention.affixes, mention.start
            )
        return ResolvedMention(
            self._resolve_mention(mention), mention.text, tuple(mention.affixes), offset
        )

    def resolve_all(self, mentions: Iterable[Match | Mention]) -> list[ResolvedMention]:
        """Return mentions with their originals."""
        return [self.resolve(mention, number) for number, mention in enumerate(mentions)]

    def find_city(self, town: str, country: str = "") -> Original:
        """Return the city with this name."""
        return self.resolve(Mention(town, Label.CITY, town, country=country)).original

    def _resolve_match(self, match: Match) -> Original:
        original = self._by_form.get(match.entry)
        if original is None:
            if len(self._by_form) >= _MOST_CACHED:
                self._by_form.clear()
            row = self._entries.find_by_form(match.entry)
            original = self._by_form[match.entry] = Original(
                row.label,
                row.form,
                fold(row.form),
                row.country,
                row.parent,
                _drop_curated_thing(row.thing),
            )
        return original._replace(spelt=fold(match.form)) if match.edits else original

    def _resolve_mention(self, mention: Mention) -> Original:
        key = (mention.label, mention.base, mention.country, mention.parent, mention.town)
        original = self._by_base.get(key)
        if original is None:
            if len(self._by_base) >= _MOST_CACHED:
                self._by_base.clear()
            original = self._by_base[key] = self._look_up(mention)
        if not mention.affixes and mention.text != mention.base:
            spelt = fold(mention.text)
            return original if spelt == original.folded else original._replace(spelt=spelt)
        return original

    def _look_up(self, mention: Mention) -> Original:
        """Make an original, with what the lexicon knows about a place and the caller did not say."""
        folded = fold(mention.base)
        label = str(mention.label)
        country, parent, thing = mention.country, mention.parent, ""
        if label in PLACE_LABELS and label not in NAME_LABELS:
            row = self._entries.find(folded, label, country)
            if row is not None:
                country, thing = row.country, _drop_curated_thing(row.thing)
                parent = parent or row.parent
        return Original(label, mention.base, folded, country, parent, thing, mention.town)


def _drop_curated_thing(thing: str) -> str:
    """Return the identifier, unless the curation derived it from the name itself."""
    return "" if thing.startswith("curation:") else thing
