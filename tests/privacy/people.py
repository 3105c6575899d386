"""Invented people for the attacks, with names as frequent as in the population."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from random import Random

from tacknamn.replacement.stock import Stock
from tests.privacy.runs import Setting

__all__ = ["Population", "Suspect", "invent_suspects", "list_first_names"]

_DOUBLE_FIRST, _DOUBLE_LAST = 0.05, 0.03
"""The share of people with a double first name or surname: about as in Sweden."""
_COUNTED = 300
"""First names that people of the suite have. They cover most of the population."""


@dataclass(frozen=True, slots=True)
class Population:
    """First names, the most borne ones first, and the share of people who have each."""

    names: Sequence[str]
    shares: Sequence[float]

    def draw(self, random: Random, number: int) -> list[str]:
        """Draw the names of people."""
        return random.choices(self.names, cum_weights=list(accumulate(self.shares)), k=number)


@dataclass(frozen=True, slots=True)
class Suspect:
    """A person of whom the attacker knows the name."""

    first: str
    last: str


def list_first_names(setting: Setting) -> Population:
    """List the most borne first names of women."""
    return _count_names(setting.stock)


@lru_cache(maxsize=2)
def _count_names(stock: Stock) -> Population:
    rows = [
        stock.entries.get_row(name.draw.entry)
        for tier in stock.get_names("firstname_female")
        for name in tier.names
        if name.draw.entry is not None
    ]
    # By mentions, the unit of all counts: a source may have shares and another one bearers.
    rows = sorted(rows, key=lambda row: -row.mentions)[:_COUNTED]
    everybody = sum(row.mentions for row in rows)
    return Population([row.form for row in rows], [row.mentions / everybody for row in rows])


def invent_suspects(setting: Setting, random: Random, number: int) -> list[Suspect]:
    """Invent people with different, frequent names."""
    first, last = (
        [name.draw.base for tier in list(setting.stock.get_names(label))[:1] for name in tier.names]
        for label in ("firstname_female", "surname")
    )
    people = [
        Suspect(
            _double(name, first, _DOUBLE_FIRST, random),
            _double(random.choice(last), last, _DOUBLE_LAST, random),
        )
        for name in first
    ]
    return random.sample(people, min(number, len(people)))


def _double(name: str, names: Sequence[str], share: float, random: Random) -> str:
    """Give a share of people a second name: Anna-Karin, Lindgren-Berg."""
    return name if random.random() >= share else f"{name}-{random.choice(names)}"
