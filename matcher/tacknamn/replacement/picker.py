"""What a scope is made for: a text, what it names, and the numbers that decide its draws."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from tacknamn.labels import Label
from tacknamn.matching.match import Match
from tacknamn.replacement.choices import Choices
from tacknamn.replacement.name_features import split_words
from tacknamn.replacement.originals import Original
from tacknamn.replacement.pools import Pool, PoolName, Tier
from tacknamn.replacement.records import Draw, Mention
from tacknamn.replacement.rotation import Rotation
from tacknamn.replacement.settings import FIRSTNAME_LABELS
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold

__all__ = [
    "NO_LIST",
    "ChosenName",
    "Guard",
    "Picker",
    "ScopeContent",
]


@dataclass(frozen=True, slots=True)
class ScopeContent:
    """What a scope is made for."""

    mentions: Sequence[Match | Mention]
    """All that are known beforehand, in the order of the text."""
    texts: Sequence[str]
    """The text that they stand in."""
    choices: Choices
    rotations: Callable[[str], Rotation] | None = None
    """How the names of a label rotate, where a whole corpus is one scope."""


# Keep pseudonyms apart: from each other, from the original, and from names in the text.
#
# A name is refused when another original has it, when its words stand in the text, when it is
# the original under another name or so like it that it may be the original misspelt.


TRIES = 8
"""Choices from a whole tier before those are looked at that are left: with half of a tier
taken, one draw in 256 has to."""
SCARCE = 8
"""With less than an eighth of a tier left, choosing from the whole tier is in vain."""

Refusal = Callable[[PoolName], bool]
"""A further reason to refuse a name."""
NameTest = Callable[[PoolName], bool]


class ChosenName(NamedTuple):
    """A name that was chosen."""

    name: PoolName
    depth: int
    """Which tier it is from: 0 is the best one that the list has."""


class Guard:
    """What may be chosen in one scope."""

    def __init__(self, words: Iterable[str] = (), distinct: bool = True) -> None:
        """Guard a text.

        Args:
            words: The folded words that stand in it.
            distinct: Whether a name may be chosen once only.
        """
        self._words: set[str] = set()
        self._distinct = distinct
        self._taken: set[str] = set()
        self._left: dict[Tier, list[PoolName]] = {}
        self.add_words(words)

    def add_words(self, words: Iterable[str]) -> None:
        """Folded words that stand in the text: with Annas stands Anna."""
        words = list(words)
        self._words.update(words)
        self._words.update([word[:-1] for word in words if word[-1:] == "s"])

    def stands_in_text(self, words: Iterable[str]) -> bool:
        """Whether all words of a name stand in the text."""
        return self._words.issuperset(words)

    def is_free(self, name: PoolName) -> bool:
        """Whether it stands for nobody yet and not in the text."""
        if not self._distinct:
            return True
        return name.folded not in self._taken and not self.stands_in_text(name.words)

    def accepts(self, name: PoolName, original: Original) -> bool:
        """Whether a name may stand for this original."""
        return self.is_free(name) and not original.is_like(name.folded, name.thing)

    def take(self, name: PoolName) -> None:
        """From now on the name stands for somebody."""
        self._taken.add(name.folded)

    def choose(
        self, pool: Pool, number: int, original: Original, refuses: Refusal | None = None
    ) -> ChosenName | None:
        """The name that the number falls on, else the next one; None when all are refused."""

        def accepts(name: PoolName) -> bool:
            return self.accepts(name, original) and not (refuses and refuses(name))

        for depth, tier in enumerate(pool):
            name = self._tried(tier, number, accepts) or self._one_left(tier, number, accepts)
            if name is not None:
                self.take(name)
                return ChosenName(name, depth)
        return None

    def _tried(self, tier: Tier, number: int, accepts: NameTest) -> PoolName | None:
        """One of the first few names that the number falls on."""
        left = self._left.get(tier)
        if left is not None and SCARCE * len(left) < len(tier.names):
            return None
        for _ in range(TRIES):
            name, number = tier.pick(number)
            if accepts(name):
                return name
        return None

    def _one_left(self, tier: Tier, number: int, accepts: NameTest) -> PoolName | None:
        """The first acceptable one of those left, from where the number falls on."""
        left = self._left.get(tier)
        if left is None:
            left = self._left[tier] = [name for name in tier.names if self.is_free(name)]
        place, refused = number % len(left) if left else 0, 0
        while refused < len(left):
            place %= len(left)
            name = left[place]
            if accepts(name):
                return name
            if self.is_free(name):
                place, refused = place + 1, refused + 1
            else:  # somebody has it: it is never free again
                left[place] = left[-1]
                left.pop()
        return None


# Pick from pools for one scope, fall back to letters, and remember what to warn of.


NO_LIST = "there is no list to draw from"
_FIRST_OF_THREE = 703
_LETTERS_OF_A_CORPUS = 26**3
"""Placeholders of a corpus have letters from AAA to ZZZ that follow from the original alone:
counted letters would depend on which text comes first."""


class Picker:
    """Picks for one scope."""

    def __init__(self, stock: Stock, document: ScopeContent, guard: Guard) -> None:
        self.stock = stock
        self.guard = guard
        self.warnings: list[str] = []
        self._choices = document.choices
        self._counts_letters = document.rotations is None
        self._letters: dict[str, int] = {}

    def number(self, original: Original) -> int:
        """The number that decides what stands for an original."""
        return self._choices.number(original.kind, original.known_by)

    def name(self, original: Original) -> Draw:
        """A name of the original's label, of two parts where it has two."""
        double = original.label in FIRSTNAME_LABELS and len(split_words(original.folded)) == 2
        names = self.stock.double_names if double else self.stock.names
        return self.chosen(names(original.label), original)

    def chosen(self, pool: Pool, original: Original, refuses: Refusal | None = None) -> Draw:
        """A name from the pool, from its wider tiers when the best one is used up."""
        choice = self.guard.choose(pool, self.number(original), original, refuses)
        if choice is None:
            if pool.first() is not None:
                self._warn(original.label, "letters stand in")
            return self.lettered(original, NO_LIST if pool.first() is None else "none is left")
        if choice.depth and original.label != Label.PLACE:  # invented streets are no fault
            self._warn(original.label, "more are drawn from a wider one")
        return choice.name.draw

    def lettered(self, original: Original, reason: str) -> Draw:
        """The next placeholder with a letter that does not stand in the text."""
        label = original.label
        if not self._counts_letters:
            number = self._choices.number(original.kind, original.known_by, "letters")
            place = _FIRST_OF_THREE + number % _LETTERS_OF_A_CORPUS
            return self.stock.lettered(label, place, reason)
        while True:
            self._letters[label] = self._letters.get(label, 0) + 1
            draw = self.stock.lettered(label, self._letters[label], reason)
            if not self.guard.stands_in_text(split_words(fold(draw.base))):
                return draw

    def _warn(self, label: str, remedy: str) -> None:
        if not any(warning.startswith(f"{label}:") for warning in self.warnings):
            self.warnings.append(f"{label}: the list is used up by this text; {remedy}")
