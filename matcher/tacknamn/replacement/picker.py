"""Pick names for one scope, so that pseudonyms stay apart from each other and from the text.

:class:`Guard` keeps pseudonyms apart: from each other, and from the names that stay readable in the
text. :class:`Picker` draws with its help, falls back to lettered placeholders, and collects warnings.

A pseudonym is never its original, another name of it, or similar to it. What is refused must not show what
was replaced: a pseudonym may be another original of its text, and without a key each original has its own
part of a list (:mod:`tacknamn.replacement.own_parts`).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.choices import Choices
from tacknamn.replacement.first_names import TRIES, FirstNames
from tacknamn.replacement.originals import (
    Original,
    ResolvedMention,
    list_guarded_words,
)
from tacknamn.replacement.own_parts import OwnParts
from tacknamn.replacement.pools import Pool, PoolName, Tier, split_words
from tacknamn.replacement.readable_text import Readable
from tacknamn.replacement.records import Draw, Mention
from tacknamn.replacement.rotation import Rotation
from tacknamn.replacement.settled import SettledDraws
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold, fold_signs

__all__ = [
    "NO_LIST",
    "ChosenName",
    "Guard",
    "Picker",
    "ScopeContent",
]


NO_LIST = "there is no list to draw from"
_FIRST_OF_THREE = 703
_LETTERS_OF_A_CORPUS = 26**3
"""In a corpus, placeholders have letters from AAA to ZZZ that depend on the original alone. Counted
letters would depend on the order of the texts."""
MOST_SEARCHES, LONGEST_SEARCHED = 32, 20_000
"""Searches in a text, and characters of it, from which it is faster to split it into words."""
SCARCE = 8
"""If less than an eighth of a tier remains, picks from the whole tier are not tried."""

Refusal = Callable[[PoolName], bool]
"""A further reason to refuse a name."""
NameTest = Callable[[PoolName], bool]


class ScopeContent(NamedTuple):
    """The text of a scope: its mentions, and the source of its numbers."""

    mentions: Sequence[Match | Mention | ResolvedMention]
    """All mentions that are known beforehand, in the order of the text."""
    readable: Readable
    """What stays readable of the texts that contain them."""
    choices: Choices
    shared: Choices
    """The source of numbers that are the same in all texts of a run."""
    rotations: Callable[[str], Rotation] | None = None
    """The rotation for each label, if the scope is a whole corpus."""
    first_names: FirstNames | None = None
    """The names to try first, if the numbers depend on the originals alone."""
    parts: OwnParts | None = None
    """The parts of lists, if the numbers depend on the texts as well."""
    settled: SettledDraws | None = None
    """What earlier texts of the session settled, if the text is part of one."""


class ChosenName(NamedTuple):
    """A name that was chosen."""

    name: PoolName
    depth: int
    """The tier it is from; 0 is the best of its list."""


class Guard:
    """Decides which names one scope may use."""

    def __init__(
        self,
        readable: Readable = (),
        distinct: bool = True,
        settled: SettledDraws | None = None,
    ) -> None:
        """Guard some texts.

        Args:
            readable: What stays readable of them.
            distinct: Whether each name may be chosen only once.
            settled: What earlier texts of the session settled.
        """
        self._texts: Sequence[str] = ()
        self._words: frozenset[str] = frozenset()
        """Words of the text, as :func:`list_guarded_words` lists them, as soon as it is split."""
        self._folded: str | None = None
        """The folded texts, as soon as they are needed and as long as they are not split."""
        self._searches = 0
        if isinstance(readable, frozenset):
            self._words, self._folded, self._searches = readable, "", MOST_SEARCHES
        else:
            self._texts = readable
        self._distinct = distinct
        self._settled = settled
        self._taken: set[str] = set() if settled is None else settled.taken
        self._remaining: dict[Tier, list[PoolName]] = {}

    def is_in_text(self, words: Iterable[str]) -> bool:
        """Whether all words of a name are readable in the text."""
        # The letters of most names are not in the text, and few are drawn, so that it need not be
        # split.
        if self._folded is None:
            self._folded = fold_signs("\n".join(self._texts))
            if len(self._folded) > LONGEST_SEARCHED:
                self._searches = MOST_SEARCHES
        if self._searches < MOST_SEARCHES:
            self._searches += 1
            for word in words:
                if word not in self._folded:
                    return False
        self._split_texts()
        return self._words.issuperset(words)

    def _split_texts(self) -> None:
        """List all words of the texts."""
        if self._folded:
            self._words = frozenset(list_guarded_words(split_words(self._folded)))
        self._folded = ""
        self._searches = MOST_SEARCHES

    def is_taken(self, folded: str) -> bool:
        """Whether another original has a name, or one that cannot be kept apart from it."""
        if self._settled is not None:
            return self._settled.refuses(folded)
        return folded in self._taken

    def is_free(self, name: PoolName) -> bool:
        """Whether no original has the name and it is not in the text."""
        if not self._distinct:
            return True
        return not self.is_taken(name.folded) and not self.is_in_text(name.words)

    def accepts(self, name: PoolName, original: Original) -> bool:
        """Whether a name may replace this original."""
        return self.is_free(name) and not original.is_like(name.folded, name.entity)

    def take(self, name: PoolName) -> None:
        """Mark a name as used."""
        self._taken.add(name.folded)

    def refuse(self, folded: str) -> None:
        """Mark a folded name as used: a name of a list, or a lettered placeholder."""
        self._taken.add(folded)

    def take_placeholder(self, base: str) -> bool:
        """Mark a lettered placeholder as used, if it is free.

        In a session no other label may have it: two labels share the pattern of *A-institution*."""
        folded = fold(base)
        if self.is_in_text(split_words(folded)):
            return False
        if folded in self._taken:
            return False
        if self._settled is not None:
            self._taken.add(folded)
        return True

    def choose_first(
        self, names: Iterable[PoolName], refuses: Refusal | None = None
    ) -> PoolName | None:
        """Choose the first of a few names that are not like the original; None if all are refused,
        or if so many names are taken that :meth:`choose` would not try these."""
        if self._remaining:
            return None
        for name in names:
            if self._distinct and (self.is_taken(name.folded) or self.is_in_text(name.words)):
                continue
            if refuses is None or not refuses(name):
                self._taken.add(name.folded)
                return name
        return None

    def choose_from_part(
        self, names: Sequence[PoolName], number: int, refuses: Refusal | None = None
    ) -> PoolName | None:
        """Choose the name that a number selects of a few that are not like the original, or a later
        one; None if all are refused."""
        for place in range(len(names)):
            name = names[(number + place) % len(names)]
            if self.is_free(name) and not (refuses and refuses(name)):
                self.take(name)
                return name
        return None

    def choose(
        self, pool: Pool, number: int, original: Original, refuses: Refusal | None = None
    ) -> ChosenName | None:
        """Choose the name that a number selects, or a later one; None if all are refused."""

        def accepts(name: PoolName) -> bool:
            return self.accepts(name, original) and not (refuses and refuses(name))

        for depth, tier in enumerate(pool):
            name = self._try_first(tier, number, accepts) or self._find_remaining(
                tier, number, accepts
            )
            if name is not None:
                self.take(name)
                return ChosenName(name, depth)
        return None

    def _try_first(self, tier: Tier, number: int, accepts: NameTest) -> PoolName | None:
        """Try a few picks from the whole tier."""
        remaining = self._remaining.get(tier)
        if remaining is not None and SCARCE * len(remaining) < len(tier.names):
            return None
        return next(filter(accepts, tier.pick_several(number, TRIES)), None)

    def _find_remaining(self, tier: Tier, number: int, accepts: NameTest) -> PoolName | None:
        """Find the first acceptable one of the remaining names, from where the number points."""
        remaining = self._remaining.get(tier)
        # The list is made once and shrinks: a taken name leaves it when the search next meets it.
        if remaining is None:
            remaining = self._remaining[tier] = [name for name in tier.names if self.is_free(name)]
        position, refused = number % len(remaining) if remaining else 0, 0
        while refused < len(remaining):
            position %= len(remaining)
            name = remaining[position]
            if accepts(name):
                return name
            if self.is_free(name):  # refused for this original only
                position, refused = position + 1, refused + 1
            else:  # taken for good: the last name moves here
                remaining[position] = remaining[-1]
                remaining.pop()
        return None


class Picker:
    """Draws from pools for one scope."""

    def __init__(self, stock: Stock, content: ScopeContent, guard: Guard) -> None:
        self.stock = stock
        self.guard = guard
        self.warnings: list[str] = []
        self.is_keyed = content.choices.is_keyed
        self._choices = content.choices
        self._first_names = content.first_names
        self._parts = content.parts
        self._counts_letters = content.rotations is None
        self._letters: dict[str, int] = {}

    def get_number(self, original: Original) -> int:
        """Return the number that decides what replaces an original."""
        return self._choices.number(original.kind, original.identity)

    def draw_name(self, original: Original) -> Draw:
        """Draw a name with the original's label; one of two parts if the original has two."""
        if self._first_names is not None:
            name = self.guard.choose_first(self._first_names.list_names(original))
            if name is not None:
                return name.draw
        return self.draw_from(self.stock.get_names_like(original), original)

    def draw_from(self, pool: Pool, original: Original, refuses: Refusal | None = None) -> Draw:
        """Draw from the pool, from its wider tiers when the best one is used up."""
        choice = self.choose(pool, original, refuses)
        if choice is None:
            if pool.get_first() is not None:
                self._warn(original.label, "letters stand in")
            return self.draw_placeholder(
                original, NO_LIST if pool.get_first() is None else "none is left"
            )
        if choice.depth and original.label != Label.PLACE:  # invented streets need no warning
            self._warn(original.label, "more are drawn from a wider one")
        return choice.name.draw

    def choose(
        self, pool: Pool, original: Original, refuses: Refusal | None = None
    ) -> ChosenName | None:
        """Choose the name that the number of an original selects, or a later one; None if all are
        refused."""
        if self._first_names is not None:
            name = self.guard.choose_first(self._first_names.list_from(pool, original), refuses)
            if name is not None:
                return ChosenName(name, 0)
        number = self.get_number(original)
        if self._parts is not None:
            tier = pool.get_first()
            if tier is not None:
                part = self._parts.list_part(tier, original)
                name = self.guard.choose_from_part(part, number, refuses)
                if name is not None:
                    return ChosenName(name, 0)
        return self.guard.choose(pool, number, original, refuses)

    def draw_placeholder(self, original: Original, reason: str) -> Draw:
        """Draw the next lettered placeholder that is not in the text."""
        label = original.label
        if not self._counts_letters:
            number = self._choices.number(original.kind, original.identity, "letters")
            offset = _FIRST_OF_THREE + number % _LETTERS_OF_A_CORPUS
            return self.stock.make_placeholder(label, offset, reason)
        while True:
            self._letters[label] = self._letters.get(label, 0) + 1
            draw = self.stock.make_placeholder(label, self._letters[label], reason)
            is_original = fold(draw.base) == original.folded
            if not is_original and self.guard.take_placeholder(draw.base):
                return draw

    def _warn(self, label: str, remedy: str) -> None:
        if not any(warning.startswith(f"{label}:") for warning in self.warnings):
            self.warnings.append(f"{label}: the list is used up by this text; {remedy}")
