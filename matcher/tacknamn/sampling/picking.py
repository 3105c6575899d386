"""Pick from pools for one scope, fall back to letters, and remember what to warn of."""

from tacknamn.fold import fold
from tacknamn.labels import Label
from tacknamn.sampling.document import Document
from tacknamn.sampling.folding import folded_words
from tacknamn.sampling.guard import Guard, Refusal
from tacknamn.sampling.originals import Original
from tacknamn.sampling.pools import Pool
from tacknamn.sampling.records import Draw
from tacknamn.sampling.settings import FIRSTNAMES
from tacknamn.sampling.stock import Stock

__all__ = ["NO_LIST", "Picker"]

NO_LIST = "there is no list to draw from"
_FIRST_OF_THREE = 703
_LETTERS_OF_A_CORPUS = 26**3
"""Placeholders of a corpus have letters from AAA to ZZZ that follow from the original alone:
counted letters would depend on which text comes first."""


class Picker:
    """Picks for one scope."""

    def __init__(self, stock: Stock, document: Document, guard: Guard) -> None:
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
        double = original.label in FIRSTNAMES and len(folded_words(original.folded)) == 2
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
            if not self.guard.stands_in_text(folded_words(fold(draw.base))):
                return draw

    def _warn(self, label: str, remedy: str) -> None:
        if not any(warning.startswith(f"{label}:") for warning in self.warnings):
            self.warnings.append(f"{label}: the list is used up by this text; {remedy}")
