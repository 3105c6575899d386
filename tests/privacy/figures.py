"""The figures of an attack: how often it succeeds, next to chance, and whether a rule forces it."""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import sqrt
from pathlib import Path
from typing import Any, NamedTuple

from tests.privacy.runs import Setting

__all__ = ["ALLOWED", "AttackFigure", "Forced", "Rounds", "find_forced", "read_forced"]

ALLOWED = 0.05
"""How much more often than chance an attack may succeed where no rule forces more."""
_NORMAL_95 = 1.96
"""Standard deviations on each side of a 95 % interval."""
_FORCED = Path(__file__).with_name("forced.toml")


@dataclass(frozen=True, slots=True)
class AttackFigure:
    """How often one attack succeeds against one profile in one mode."""

    attack: str
    """Its name in the tables: ``town of one writer, 20 texts``."""
    attacker: str
    """What the attacker has: a key of :data:`tests.privacy.attacks.ATTACKERS`."""
    profile: str
    mode: str
    rounds: int
    """How many times the attack was tried; 0 if the program refuses what it needs."""
    right: int
    chance: float
    """The share of rounds in which a guess without the text is right."""

    @property
    def success(self) -> float:
        """The share of rounds in which the attacker is right."""
        return self.right / self.rounds if self.rounds else 0.0

    @property
    def difference(self) -> float:
        """How much more often he is right than by chance; 0 if the attack is refused."""
        return self.success - self.chance if self.rounds else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval of the success (Wilson), which is right near 0 and 1 as well."""
        if not self.rounds:
            return 0.0, 0.0
        share, weight = self.success, _NORMAL_95**2 / self.rounds
        middle = share + weight / 2
        reach = _NORMAL_95 * sqrt(share * (1 - share) / self.rounds + weight / self.rounds / 4)
        return max(0.0, (middle - reach) / (1 + weight)), min(1.0, (middle + reach) / (1 + weight))

    @property
    def is_better_than_chance(self) -> bool:
        """Whether the attack gains more than is allowed, and not by luck in these rounds. What must
        never be seen gains nothing."""
        if not self.chance:
            return self.right > 0
        return self.difference > ALLOWED and self.interval[0] > self.chance


class Rounds:
    """Counts the rounds of one attack."""

    def __init__(self) -> None:
        self.played = 0
        self.won = 0
        self._chances = 0.0

    def add(self, is_right: bool, chance: float) -> None:
        """Count a round, and with what probability a guess without the text is right in it."""
        self.played += 1
        self.won += is_right
        self._chances += chance

    @property
    def chance(self) -> float:
        """The share of rounds that chance would win."""
        return self._chances / self.played if self.played else 0.0

    def report(self, attack: str, attacker: str, setting: Setting) -> AttackFigure:
        """Return the figure of the attack whose rounds these are."""
        return AttackFigure(
            attack, attacker, setting.profile, setting.mode, self.played, self.won, self.chance
        )


class Forced(NamedTuple):
    """An attack that a rule of the guidelines, or the mode that a user chose, cannot prevent."""

    attack: str
    profiles: tuple[str, ...]
    modes: tuple[str, ...]
    rule: str
    reason: str

    def covers(self, figure: AttackFigure) -> bool:
        """Whether it is about the attack of this figure. ``attack`` is how its name begins."""
        return (
            figure.attack.startswith(self.attack)
            and figure.profile in self.profiles
            and figure.mode in self.modes
        )


@lru_cache(maxsize=1)
def read_forced() -> tuple[Forced, ...]:
    """Read the exceptions."""
    rows: Sequence[dict[str, Any]] = tomllib.loads(_FORCED.read_text("utf-8"))["forced"]
    return tuple(
        Forced(
            row["attack"], tuple(row["profiles"]), tuple(row["modes"]), row["rule"], row["reason"]
        )
        for row in rows
    )


def find_forced(figure: AttackFigure, forced: Iterable[Forced]) -> Forced | None:
    """Find the exception for a figure."""
    return next((each for each in forced if each.covers(figure)), None)
