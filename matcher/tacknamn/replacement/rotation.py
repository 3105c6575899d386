"""Rotate names: in a whole corpus, each name always becomes the same other name.

The key (or seed) decides an order of the names of a list. Each name becomes the next one, the last
becomes the first. So every name replaces another name and none replaces itself. A reader cannot
see whether a name in the text was replaced, or was left because it looks like a word (sms4science
rules). The rotation needs no table and no order of documents: the key decides everything.

A name that is not in the lists always becomes the same name of the lists. A name of the lists
becomes that one as well, but a reader of the text cannot see this.
"""

from collections.abc import Iterable, Sequence

from tacknamn.labels import Label
from tacknamn.replacement.choices import Choices
from tacknamn.replacement.pools import is_similar
from tacknamn.replacement.records import Draw
from tacknamn.replacement.stock import Stock
from tacknamn.text.fold import fold

__all__ = ["Rotation"]

_TRIES = 16
"""Names tried for a name that is not in the lists, until one is not similar to it."""
_ROUNDS = 10
"""Rounds of moving similar names apart. The second round finds almost none."""
_FIRST_OF_THREE, _LETTERS_OF_A_CORPUS = 703, 26**3


class Rotation:
    """The replacement of each name. Threads may share it."""

    def __init__(self, stock: Stock, choices: Choices, labels: Sequence[Label]) -> None:
        self._stock = stock
        self._choices = choices
        self._labels = labels
        self._rows = _index_rows(stock, labels)
        """By folded name, its row under the label with the most mentions."""
        self._order = {label: self._order_names(label) for label in labels}
        self._next = {
            name: after
            for order in self._order.values()
            for name, after in zip(order, order[1:] + order[:1], strict=True)
            if name != after
        }

    def __len__(self) -> int:
        """Return how many names rotate."""
        return len(self._next)

    def __contains__(self, name: str) -> bool:
        return fold(name) in self._next

    def __getitem__(self, name: str) -> str:
        """Return the replacement of a name."""
        return self.draw(name).text

    def draw(self, name: str, label: Label | str = Label.FIRSTNAME_UNKNOWN) -> Draw:
        """Draw the replacement of a name. The label counts only if the lists do not contain the name."""
        folded = fold(name)
        after = self._next.get(folded)
        if after is not None:
            return self._make_draw(after, "rotates with the names of its list")
        label = label if label in self._labels else self._labels[-1]
        order = self._order[Label(label)]
        number = self._choices.number(label, folded, "outside")
        for _ in range(_TRIES if len(order) > 1 else 0):
            number, position = divmod(number, len(order))
            if not is_similar(order[position], folded):
                return self._make_draw(order[position], "in no list; one that is, always the same")
        return self._stock.make_placeholder(
            str(label),
            _FIRST_OF_THREE + number % _LETTERS_OF_A_CORPUS,
            "there is no list to rotate in",
        )

    def _make_draw(self, folded: str, reason: str) -> Draw:
        row = self._stock.entries.get_row(self._rows[folded])
        pool = len(self._order[row.label])
        return self._stock.make_draw(row, row.label, pool, reason)

    def _order_names(self, label: Label) -> list[str]:
        """Return the names of a label in the order in which they rotate."""
        entries = self._stock.entries
        names = [name for name, row in self._rows.items() if entries.get_label(row) is label]
        number = self._choices.number
        names.sort(key=lambda name: (number(label, name, "rotation"), name))
        return _separate_similar(names)


def _index_rows(stock: Stock, labels: Iterable[Label]) -> dict[str, int]:
    """Map each folded name to its lowest row: rows of a form are sorted by mentions."""
    rows: dict[str, int] = {}
    for label in labels:
        for row, folded in stock.entries.list_folded_forms(label, stock.home):
            rows[folded] = min(row, rows.get(folded, row))
    return rows


def _separate_similar(names: list[str]) -> list[str]:
    """Swap names so that none replaces one that it is similar to (Kristina, Christina)."""
    size = len(names)
    for _ in range(_ROUNDS if size > 2 else 0):
        similar = [index for index in range(size) if is_similar(names[index - 1], names[index])]
        for index in similar:
            after = (index + 1) % size
            names[index], names[after] = names[after], names[index]
        if not similar:
            break
    return names
