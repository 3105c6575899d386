"""Find who or what the mentions of a text name.

Mentions of the same original share a key, and so get the same pseudonym. Inflected and misspelt
mentions share their base. The names of one place (Köpenhamn, Copenhagen) share the identifier of
the place. A first name has one key, whether or not a mention shows the gender.

What the draws of an original and the forms of a mention need is computed once: names repeat from text
to text. The most recent ones are remembered, within a limit.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from tacknamn.matching.match import Match
from tacknamn.replacement.entries import Entries
from tacknamn.replacement.pools import is_similar, split_words
from tacknamn.replacement.records import FIRSTNAME_LABELS, NAME_LABELS, PLACE_LABELS, Mention
from tacknamn.text.fold import fold

__all__ = [
    "FIRSTNAME",
    "MOST_REMEMBERED",
    "Original",
    "OriginalKey",
    "Originals",
    "ResolvedMention",
    "list_guarded_words",
]

MOST_REMEMBERED = 1 << 13
"""Mentions that are remembered, and as many originals and forms of pseudonyms. The names of most
rows are among them, and they take 13 MB."""
FIRSTNAME = "firstname"
"""The kind of all first names."""
_FIRSTNAMES = frozenset(map(str, FIRSTNAME_LABELS))
_UNNAMED_PLACES = frozenset(map(str, PLACE_LABELS)) - frozenset(map(str, NAME_LABELS))
OriginalKey = tuple[str, str]
"""What identifies an original: its kind, and its identifier or folded base."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Original:
    """An entity that a text names, and that one pseudonym replaces. It is compared by its key, or as
    an object."""

    label: str
    base: str
    folded: str
    country: str = ""
    parent: str = ""
    entity: str = ""
    """Identifier that all names of the entity share; empty if it has only one name."""
    town: str = ""
    """The city of its address, if the caller gave it."""
    spelt: str = ""
    """Another folded spelling, from a misspelt mention."""
    kind: str = field(init=False)
    """The label, but the same for all first names."""
    identity: str = field(init=False)
    """What the draw of its pseudonym depends on: the identifier, else the folded base."""
    key: OriginalKey = field(init=False)
    """The key that all its mentions share."""
    is_double: bool = field(init=False)
    """Whether its folded base has two words, as Anna-Karin has."""

    def __post_init__(self) -> None:
        kind = FIRSTNAME if self.label in _FIRSTNAMES else self.label
        words = split_words(self.folded)
        values: dict[str, Any] = {
            "kind": kind,
            "identity": self.entity or self.folded,
            "key": (kind, self.entity or self.folded),
            "is_double": len(words) == 2,
        }
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def is_like(self, folded: str, entity: str) -> bool:
        """Whether a name is this one, a part of it, another name of the same entity, or similar to
        it."""
        if entity and entity == self.entity:
            return True
        if folded in self.folded and folded in split_words(self.folded):
            return True
        return is_similar(folded, self.folded) or bool(
            self.spelt and is_similar(folded, self.spelt)
        )


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class ResolvedMention:
    """A mention and its original."""

    original: Original
    text: str
    affixes: tuple[str, ...]
    start: int | None = None
    """Where a match begins in its text; None if only the order of the mentions is known."""
    preposition: str = ""
    """The word before a country or city, if it may be one."""
    key: tuple[OriginalKey, str, tuple[str, ...]] = field(init=False)
    """What its pseudonym is found by: mentions of an original in the same form share it."""
    is_plain: bool = field(init=False)
    """Whether it is the base itself, without affixes and with an initial capital: a pseudonym with
    an initial capital fits as it is."""

    def __post_init__(self) -> None:
        text, affixes = self.text, self.affixes
        is_base = text == self.original.base and not affixes
        object.__setattr__(self, "key", (self.original.key, text, affixes))
        object.__setattr__(self, "is_plain", is_base and text.istitle())

    @property
    def base(self) -> str:
        """The name without affixes and with correct spelling."""
        return self.original.base


class Originals:
    """Finds the originals of mentions and matches. Threads may share it."""

    def __init__(self, entries: Entries) -> None:
        self._entries = entries
        remember = lru_cache(MOST_REMEMBERED)
        self._find_by_form = remember(self._read_form)
        self._find_by_base = remember(self._look_up)
        self.resolve_parts = remember(self._resolve_parts)
        """Return the mention with these fields of :class:`Mention`, with its original."""

    def resolve(self, mention: Match | Mention | ResolvedMention) -> ResolvedMention:
        """Return a mention with its original."""
        if isinstance(mention, ResolvedMention):
            return mention
        if isinstance(mention, Match):
            original = self._resolve_match(mention)
            return ResolvedMention(original, mention.form, mention.affixes, mention.start)
        return self.resolve_parts(
            mention.text,
            mention.label,
            mention.base,
            tuple(mention.affixes),
            mention.country,
            mention.parent,
            mention.town,
            mention.preposition,
        )

    def find_city(self, town: str, country: str = "") -> Original:
        """Return the city with this name."""
        return self._find_by_base("city", town, country, "", "")

    def _resolve_match(self, match: Match) -> Original:
        original = self._find_by_form(match.entry)
        return replace(original, spelt=fold(match.form)) if match.edits else original

    def _read_form(self, number: int) -> Original:
        row = self._entries.find_by_form(number)
        entity = _drop_curated_entity(row.entity)
        return Original(str(row.label), row.form, fold(row.form), row.country, row.parent, entity)

    def _resolve_parts(
        self,
        text: str,
        label: str,
        base: str,
        affixes: tuple[str, ...],
        country: str = "",
        parent: str = "",
        town: str = "",
        preposition: str = "",
    ) -> ResolvedMention:
        original = self._find_by_base(label, base, country, parent, town)
        if not affixes and text != base:
            spelt = fold(text)
            if spelt != original.folded:
                original = replace(original, spelt=spelt)
        return ResolvedMention(original, text, affixes, preposition=preposition)

    def _look_up(self, label: str, base: str, country: str, parent: str, town: str) -> Original:
        """Make an original; for a place, fill in what the mention lacks from the lexicon."""
        folded = fold(base)
        label = str(label)
        entity = ""
        if label in _UNNAMED_PLACES:
            row = self._entries.find(folded, label, country)
            if row is not None:
                country, entity = row.country, _drop_curated_entity(row.entity)
                parent = parent or row.parent
        return Original(label, base, folded, country, parent, entity, town)


def list_guarded_words(words: Iterable[str]) -> list[str]:
    """Return folded words of a text. A word with a final s counts without it as well: Annas."""
    words = list(words)
    return [*words, *(word[:-1] for word in words if word[-1:] == "s")]


def _drop_curated_entity(entity: str) -> str:
    """Return the identifier, unless the curation derived it from the name itself."""
    return "" if entity.startswith("curation:") else entity
