"""Rotate names: in a whole corpus each name always becomes the same other name.

The names of a list are put into an order that the key (or the seed) decides, and each becomes
the one behind it, the last one the first. So every name is somebody's replacement, none is
its own, and nobody can tell whether a name in the text was replaced or was left in place
because it looked like a word (seed B). It takes no table to agree on, and no order of
documents: the key decides all.

A name that the lists lack becomes one of theirs, always the same one; another name becomes
that one too, which nobody can see.
"""

from collections.abc import Iterable, Sequence

from tacknamn.labels import Label
from tacknamn.replacement.choices import Choices
from tacknamn.replacement.name_features import is_similar
from tacknamn.replacement.records import Draw
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold

__all__ = ["Rotation"]

_TRIES = 16
_ROUNDS = 10
"""Rounds of putting apart names that look alike; the second one finds next to nothing."""
_FIRST_OF_THREE, _LETTERS_OF_A_CORPUS = 703, 26**3


class Rotation:
    """The replacement of each name. It may be shared by threads."""

    def __init__(self, stock: Stock, choices: Choices, labels: Sequence[Label]) -> None:
        self._stock = stock
        self._choices = choices
        self._labels = labels
        self._rows = _index_rows(stock, labels)
        """By folded name, the row under the label that it is mentioned under most."""
        self._order = {label: self._cycle(label) for label in labels}
        self._next = {
            name: after
            for order in self._order.values()
            for name, after in zip(order, order[1:] + order[:1], strict=True)
            if name != after
        }

    def __len__(self) -> int:
        """How many names rotate."""
        return len(self._next)

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._next

    def __getitem__(self, name: str) -> str:
        """What a name becomes."""
        return self.draw(name).text

    def draw(self, name: str, label: Label | str = Label.FIRSTNAME_UNKNOWN) -> Draw:
        """What a name becomes; the label counts where the lists do not know it."""
        folded = fold(name)
        after = self._next.get(folded)
        if after is not None:
            return self._drawn(after, "rotates with the names of its list")
        label = label if label in self._labels else self._labels[-1]
        order = self._order[Label(label)]
        number = self._choices.number(label, folded, "outside")
        for _ in range(_TRIES if len(order) > 1 else 0):
            number, place = divmod(number, len(order))
            if not is_similar(order[place], folded):
                return self._drawn(order[place], "in no list; one that is, always the same")
        return self._stock.lettered(
            str(label),
            _FIRST_OF_THREE + number % _LETTERS_OF_A_CORPUS,
            "there is no list to rotate in",
        )

    def _drawn(self, folded: str, reason: str) -> Draw:
        row = self._stock.entries.row(self._rows[folded])
        pool = len(self._order[row.label])
        return self._stock.drawn(row, row.label, pool, reason)

    def _cycle(self, label: Label) -> list[str]:
        """The names of a label in the order in which they rotate."""
        entries = self._stock.entries
        names = [name for name, row in self._rows.items() if entries.label(row) is label]
        number = self._choices.number
        names.sort(key=lambda name: (number(label, name, "rotation"), name))
        return _separate_similar(names)


def _index_rows(stock: Stock, labels: Iterable[Label]) -> dict[str, int]:
    """The rows of a form stand together, the most mentioned first: the lowest number counts."""
    rows: dict[str, int] = {}
    for label in labels:
        for row, folded in stock.entries.folded_of(label, stock.home):
            rows[folded] = min(row, rows.get(folded, row))
    return rows


def _separate_similar(names: list[str]) -> list[str]:
    """Put a name elsewhere that would replace one it looks like (Kristina, Christina)."""
    size = len(names)
    for _ in range(_ROUNDS if size > 2 else 0):
        alike = [at for at in range(size) if is_similar(names[at - 1], names[at])]
        for at in alike:
            after = (at + 1) % size
            names[at], names[after] = names[after], names[at]
        if not alike:
            break
    return names
