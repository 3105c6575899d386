"""Guess the seed of a run, and with it the people: a seed that a person chose is one of few.

Without seed and key the program draws 128 bits. The same attacks then try the same seeds, and find
nothing.
"""

import warnings
from collections.abc import Iterator, Sequence
from math import log
from random import Random

from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.replacement.choices import SeededChoices
from tacknamn.replacement.records import FIRSTNAME_LABELS
from tacknamn.replacement.rotation import Rotation
from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.people import invent_suspects, list_first_names
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_rotation_seed", "attack_seed_by_suspects"]

_SUSPECTS = 30
_ROUNDS, _ROUNDS_WITH_SEED = 210, 40
"""Rounds; fewer where the attacker tries many seeds and finds the right one nearly always."""
_FRAME = "Jag heter {name}."
_MESSAGES, _CORPORA = 60, 6
_FEW = 2
_RARE = 1e-7
"""The share of people with a name that is not among the most borne ones."""


def attack_seed_by_suspects(setting: Setting) -> Iterator[AttackFigure]:
    """Find the writer of a text among suspects, by publishing a text of each with each seed."""
    if setting.profile == "sms":  # its rotation does not depend on the text; see below
        return
    random = setting.make_random("seed by suspects")
    rounds = Rounds()
    played = _ROUNDS_WITH_SEED if setting.mode == "seed" else _ROUNDS
    for _ in range(setting.count(played)):
        people = invent_suspects(setting, random, _SUSPECTS)
        texts = [_FRAME.format(name=f"{person.first} {person.last}") for person in people]
        writer = random.randrange(len(people))
        published = Run(setting, random).publish(texts[writer], "essay 1")
        found = [
            suspect
            for seed in _list_seeds(setting)
            for suspect in _publish_all(setting, seed, texts, published)
        ]
        guess = random.choice(found or range(len(people)))
        rounds.add(guess == writer, 1 / len(people))
    attack = f"writer among {_SUSPECTS} suspects, seed unknown"
    yield rounds.report(attack, "suspects", setting)


def _list_seeds(setting: Setting) -> Sequence[int]:
    """List the seeds to try. Where no small seed can be right, a few show as much as all."""
    seeds = setting.small_seeds
    return seeds if setting.mode == "seed" else seeds[:_FEW]


def _publish_all(setting: Setting, seed: int, texts: list[str], published: str) -> list[int]:
    """List the texts that become the published one with this seed."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of seeds that can be guessed
        program = Pseudonymizer(setting.lexicon, setting.profile, seed)
    return [at for at, text in enumerate(texts) if program(text, "essay 1").text == published]


def attack_rotation_seed(setting: Setting) -> Iterator[AttackFigure]:
    """Find the seed of a rotation: the right one turns published names into frequent ones."""
    if setting.profile != "sms":
        return
    random, rounds = setting.make_random("rotation"), Rounds()
    share = max(list_first_names(setting).shares)
    for _ in range(setting.count(_CORPORA)):
        originals = list_first_names(setting).draw(random, _MESSAGES)
        texts = Run(setting, random).publish_all(_FRAME.format(name=name) for name in originals)
        published = [read_slots(_FRAME, text).get("name", "") for text in texts]
        guessed = _invert_best(setting, published, random)
        for original, guess in zip(originals, guessed, strict=True):
            rounds.add(guess == original, share)
    attack = f"first names of {_MESSAGES} messages, seed unknown"
    yield rounds.report(attack, "release", setting)


def _invert_best(setting: Setting, published: list[str], random: Random) -> list[str]:
    """Turn names back with the seed that makes them most frequent."""
    population = list_first_names(setting)
    shares = dict(zip(population.names, population.shares, strict=True))
    best: tuple[float, list[str]] = (float("-inf"), published)
    for seed in _list_seeds(setting):
        # The program refuses such a seed; an attacker takes what it is made of.
        rotation = Rotation(setting.stock, SeededChoices(seed), FIRSTNAME_LABELS)
        originals = {rotation[name]: name for name in population.names}
        inverted = [originals.get(name, "") for name in published]
        score = sum(log(shares.get(name, _RARE)) for name in inverted)
        best = max(best, (score, inverted))
    return best[1]
