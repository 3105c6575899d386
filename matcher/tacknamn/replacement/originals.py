"""Who or what is named: mentions that are one original share a key.

Inflected and misspelt mentions share their base. Names of one place share it too (Köpenhamn,
Copenhagen), and a first name is one person's whether a mention shows the gender or not.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.entries import Entries
from tacknamn.replacement.name_features import is_similar
from tacknamn.replacement.records import Mention
from tacknamn.replacement.settings import FIRSTNAME_LABELS, NAME_LABELS, PLACE_LABELS
from tacknamn.text.fold import fold

__all__ = ["Original", "OriginalCache", "OriginalKey", "Originals", "ResolvedMention"]

OriginalKey = tuple[str, str]
"""What is named: its kind, and its thing or folded base."""


class Original(NamedTuple):
    """Something that is named in the text."""

    label: str
    base: str
    folded: str
    country: str = ""
    parent: str = ""
    thing: str = ""
    town: str = ""
    """The city of its address, where the caller told it."""
    spelt: str = ""
    """Another folded spelling of the first mention."""

    @property
    def kind(self) -> str:
        """The label, but one for all first names."""
        return "firstname" if self.label in FIRSTNAME_LABELS else self.label

    @property
    def known_by(self) -> str:
        """What the choice of its pseudonym depends on: the thing, else the folded base."""
        return self.thing or self.folded

    @property
    def key(self) -> OriginalKey:
        """What its mentions share."""
        return self.kind, self.known_by

    def is_like(self, folded: str, thing: str) -> bool:
        """Whether a name is this one, another name of it, or this one misspelt."""
        if thing and thing == self.thing:
            return True
        return is_similar(folded, self.folded) or bool(
            self.spelt and is_similar(folded, self.spelt)
        )


class ResolvedMention(NamedTuple):
    """A mention, and what it mentions."""

    original: Original
    text: str
    affixes: tuple[str, ...]
    at: int
    """Where it stands: a character of the text, or its number among mentions."""


@dataclass(frozen=True, slots=True)
class OriginalCache:
    """Originals that were found out. Texts share it, for they depend on the lexicon alone."""

    of_form: dict[int, Original] = field(default_factory=dict)
    """By the number of a form."""
    of_base: dict[tuple[str, ...], Original] = field(default_factory=dict)
    """By what a mention tells: label, base, country, parent, town."""


class Originals:
    """Finds the originals of mentions and hits, each but once."""

    def __init__(self, entries: Entries, known: OriginalCache) -> None:
        """Make a finder for one text.

        Args:
            known: What was found out so far: all texts share it.
        """
        self._entries = entries
        self._of_form = known.of_form
        self._of_base = known.of_base

    def seen(self, mention: Match | Mention, at: int = 0) -> ResolvedMention:
        """A mention with its original."""
        if isinstance(mention, Match):
            return ResolvedMention(
                self._of_match(mention), mention.form, mention.affixes, mention.start
            )
        return ResolvedMention(self._of_mention(mention), mention.text, tuple(mention.affixes), at)

    def seen_all(self, mentions: Iterable[Match | Mention]) -> list[ResolvedMention]:
        """Mentions with their originals."""
        return [self.seen(mention, at) for at, mention in enumerate(mentions)]

    def city(self, town: str, country: str = "") -> Original:
        """The city of this name."""
        return self.seen(Mention(town, Label.CITY, town, country=country)).original

    def _of_match(self, match: Match) -> Original:
        original = self._of_form.get(match.entry)
        if original is None:
            if len(self._of_form) >= _REMEMBERED:
                self._of_form.clear()
            row = self._entries.of_form(match.entry)
            original = self._of_form[match.entry] = Original(
                row.label,
                row.form,
                fold(row.form),
                row.country,
                row.parent,
                _drop_curated_thing(row.thing),
            )
        return original._replace(spelt=fold(match.form)) if match.edits else original

    def _of_mention(self, mention: Mention) -> Original:
        asked = (mention.label, mention.base, mention.country, mention.parent, mention.town)
        original = self._of_base.get(asked)
        if original is None:
            if len(self._of_base) >= _REMEMBERED:
                self._of_base.clear()
            original = self._of_base[asked] = self._looked_up(mention)
        if not mention.affixes and mention.text != mention.base:
            spelt = fold(mention.text)
            return original if spelt == original.folded else original._replace(spelt=spelt)
        return original

    def _looked_up(self, mention: Mention) -> Original:
        """With what the lexicon knows of a place that the caller did not tell."""
        folded = fold(mention.base)
        label = str(mention.label)
        country, parent, thing = mention.country, mention.parent, ""
        if label in PLACE_LABELS and label not in NAME_LABELS:
            row = self._entries.find(folded, label, country)
            if row is not None:
                country, thing = row.country, _drop_curated_thing(row.thing)
                parent = parent or row.parent
        return Original(label, mention.base, folded, country, parent, thing, mention.town)


_REMEMBERED = 1 << 16
"""Forms that are remembered at once: most texts name the same ones, and 30 MB are enough."""


def _drop_curated_thing(thing: str) -> str:
    """The thing, unless it is one of our own made from the name itself."""
    return "" if thing.startswith("curation:") else thing
