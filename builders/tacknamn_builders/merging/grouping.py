"""Group rows by columns in numpy, as SQL's GROUP BY does."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn_builders.merging.row_store import Column

__all__ = ["RowGroups", "group_rows"]


@dataclass(frozen=True, slots=True)
class RowGroups:
    """Rows in an order in which the rows of each group are adjacent."""

    order: Column
    starts: Column
    """Where in ``order`` each group begins."""

    def __len__(self) -> int:
        return len(self.starts)

    @property
    def first(self) -> Column:
        """The first row of each group."""
        return self.order[self.starts]

    @property
    def ids(self) -> Column:
        """The group number of each row."""
        lengths = np.diff(np.append(self.starts, len(self.order)))
        ids = np.empty(len(self.order), dtype=np.int64)
        ids[self.order] = np.repeat(np.arange(len(self.starts)), lengths)
        return ids

    def any_bits(self, bits: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
        """Return the bitwise or of each group."""
        if not len(self):
            return np.zeros(0, dtype=np.uint64)
        return np.bitwise_or.reduceat(bits[self.order], self.starts)

    def maximum(self, values: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
        """Return the largest value of each group."""
        if not len(self):
            return np.zeros(0)
        return np.maximum.reduceat(values[self.order], self.starts)


def group_rows(
    by: tuple[npt.NDArray[np.int64], ...], then: tuple[npt.NDArray[np.generic], ...] = ()
) -> RowGroups:
    """Group rows by the columns ``by``; within a group, sort them by the columns ``then``."""
    order = np.lexsort((*reversed(then), *reversed(by)))
    if not len(order):
        return RowGroups(order, order)
    new = np.zeros(len(order), dtype=bool)
    new[0] = True
    for column in by:
        ordered = column[order]
        new[1:] |= ordered[1:] != ordered[:-1]
    return RowGroups(order, np.flatnonzero(new))
