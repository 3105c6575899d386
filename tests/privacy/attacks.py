"""The table of attacks, and how all of them are run."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache, partial
from itertools import chain
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from tacknamn.lexicon.lexicon import Lexicon
from tests.privacy.figures import AttackFigure
from tests.privacy.runs import MODES, PROFILES, Setting
from tests.privacy.towns import attack_towns

__all__ = ["ATTACKERS", "ATTACKS", "Task", "list_tasks", "run_attacks"]

ATTACKERS = {
    "one text": "reads one published text",
    "texts of a writer": "has several texts of one writer, and knows that they are his",
    "release": "has the whole published corpus",
    "suspects": "has a list of people, one of whom wrote the text",
    "key": "has a published text and the key",
}
"""What each kind of attacker has, in addition to the program and the public lists."""
Attack = Callable[[Setting], Iterator[AttackFigure]]
ATTACKS: Sequence[Attack] = (attack_towns,)
"""The attacks, those that take longest first, so that two processors end together."""


class Task(NamedTuple):
    """One attack on one profile in one mode, as another process runs it."""

    attack: Attack
    bundle: Path
    profile: str
    mode: str
    scale: float

    def run(self) -> list[AttackFigure]:
        """Run the attack."""
        lexicon = _open_lexicon(self.bundle)
        return list(self.attack(Setting(lexicon, self.profile, self.mode, self.scale)))


@lru_cache(maxsize=1)
def _open_lexicon(bundle: Path) -> Lexicon:
    return Lexicon.open(bundle)


def list_tasks(bundle: Path, scale: float, attacks: Iterable[Attack] = ATTACKS) -> list[Task]:
    """List every attack on every profile in every mode."""
    return [
        Task(attack, bundle, profile, mode, scale)
        for attack in attacks
        for profile in PROFILES
        for mode in MODES
    ]


def run_attacks(tasks: Sequence[Task], processes: int | None = None) -> Iterator[AttackFigure]:
    """Run attacks on all processors; yield their figures in order."""
    run = partial(Task.run)
    if processes == 1:
        return chain.from_iterable(map(run, tasks))
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn")) as pool:
        return chain.from_iterable(list(pool.map(run, tasks)))
