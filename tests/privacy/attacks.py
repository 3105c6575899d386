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
from tests.privacy.ages import attack_age_counts
from tests.privacy.clients import attack_clients
from tests.privacy.facts import attack_age_and_year
from tests.privacy.figures import AttackFigure
from tests.privacy.files import attack_file_names, attack_formats
from tests.privacy.frequencies import attack_equal_sets, attack_frequencies, attack_with_key
from tests.privacy.grammar import attack_grammar
from tests.privacy.linking import attack_equal_pseudonyms, attack_kept_words, attack_shapes
from tests.privacy.outputs import attack_columns, attack_document_numbers
from tests.privacy.runs import PROFILES, Setting, is_accepted, list_modes
from tests.privacy.seeds import attack_rotation_seed, attack_seed_by_suspects
from tests.privacy.suspects import attack_codes, attack_known_facts, attack_times
from tests.privacy.towns import attack_town_counts, attack_towns
from tests.privacy.writers import (
    attack_five_cities,
    attack_many_texts,
    attack_releases,
    attack_writers,
)

__all__ = ["ATTACKERS", "ATTACKS", "Task", "list_tasks", "run_attack", "run_attacks"]

ATTACKERS = {
    "one text": "reads one published text",
    "texts of a writer": "has several texts of one writer, and knows that they are his",
    "release": "has the whole published corpus",
    "suspects": "has a list of people, one of whom wrote the text",
    "key": "has a published text and the key",
    "client": "sends requests to the service from which the text is",
}
"""What each kind of attacker has, in addition to the program and the public lists."""
Attack = Callable[[Setting], Iterator[AttackFigure]]
ATTACKS: Sequence[Attack] = (
    attack_writers,
    attack_many_texts,
    attack_releases,
    attack_five_cities,
    attack_town_counts,
    attack_towns,
    attack_frequencies,
    attack_rotation_seed,
    attack_seed_by_suspects,
    attack_age_counts,
    attack_age_and_year,
    attack_equal_pseudonyms,
    attack_kept_words,
    attack_shapes,
    attack_equal_sets,
    attack_with_key,
    attack_formats,
    attack_file_names,
    attack_known_facts,
    attack_codes,
    attack_times,
    attack_grammar,
    attack_columns,
    attack_document_numbers,
    attack_clients,
)
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
        return run_attack(self.attack, Setting(lexicon, self.profile, self.mode, self.scale))


def run_attack(attack: Attack, setting: Setting) -> list[AttackFigure]:
    """Run one attack; nothing if the program refuses the setting."""
    return list(attack(setting)) if is_accepted(setting) else []


@lru_cache(maxsize=1)
def _open_lexicon(bundle: Path) -> Lexicon:
    return Lexicon.open(bundle)


def list_tasks(bundle: Path, scale: float, attacks: Iterable[Attack] = ATTACKS) -> list[Task]:
    """List every attack on every profile in every mode."""
    return [
        Task(attack, bundle, profile, mode, scale)
        for attack in attacks
        for profile in PROFILES
        for mode in list_modes(profile)
    ]


def run_attacks(tasks: Sequence[Task], processes: int | None = None) -> Iterator[AttackFigure]:
    """Run attacks on all processors; yield their figures in order."""
    run = partial(Task.run)
    if processes == 1:
        return chain.from_iterable(map(run, tasks))
    with ProcessPoolExecutor(processes or os.cpu_count(), get_context("spawn")) as pool:
        return chain.from_iterable(list(pool.map(run, tasks)))
