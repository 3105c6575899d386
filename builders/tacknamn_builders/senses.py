"""What merging yields: for every form each thing it may name, in columns."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacknamn_builders.pool import Column

__all__ = ["Senses", "concatenate"]


@dataclass(frozen=True, slots=True)
class Senses:
    """Columns of one length; strings are codes of the pool."""

    folded: Column
    form: Column
    label: Column
    kind: Column
    count: npt.NDArray[np.float64]
    country: Column
    parent: Column
    thing: Column
    """The pool's code of the thing's key, 0 for personal names and what has no identity."""
    main: npt.NDArray[np.bool_]
    mentions: npt.NDArray[np.float64]
    sources: npt.NDArray[np.uint64]
    """Bit n: the n-th source of the profile has it."""

    def __len__(self) -> int:
        return len(self.form)

    def take(self, which: npt.NDArray[np.bool_] | Column) -> "Senses":
        """The senses that a mask or an array of places selects."""
        return Senses(*(getattr(self, name)[which] for name in self.__dataclass_fields__))


def concatenate(parts: list[Senses]) -> Senses:
    """Join parts into one."""
    names = Senses.__dataclass_fields__
    return Senses(*(np.concatenate([getattr(part, name) for part in parts]) for name in names))
