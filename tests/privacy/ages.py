"""Guess ages from all ages of a corpus: within a run an age always becomes the same one.

The attacker knows how frequent each age is among the writers. He looks for the ages to which the program
must have moved each, so that the published ages are as frequent as they are.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import accumulate
from math import exp, log
from random import Random

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_age_counts"]

_FRAME = "Jag heter {name} och är {age} år."
_AGES = range(18, 68)
_SHARES = [exp(-((age - 24) ** 2) / 150) + 0.05 for age in _AGES]
"""How frequent each age is: as among students, most of them in their twenties."""
_PEOPLE = 2000
_CORPORA = 200
_GUESSES = 10
_SHIFTS = range(-2, 3)
_STARTS, _SWEEPS = 1, 12
_NEVER = 1e-9


def attack_age_counts(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the ages of writers from the counts of all published ages."""
    random, rounds = setting.make_random("age counts"), Rounds()
    run = Run(setting, random)
    for _ in range(setting.count(_CORPORA)):
        run = run.start_again()
        published = {age: _publish(run, age) for age in _AGES}
        people = random.choices(_AGES, cum_weights=list(accumulate(_SHARES)), k=_PEOPLE)
        seen = Counter(age for each in people if (age := published[each]) is not None)
        moved = _find_shifts(seen, random) if seen else {}
        for age in random.sample(people, _GUESSES):
            guess = _guess(published[age], moved, random)
            rounds.add(guess == age, 1 / (len(_SHIFTS) if seen else len(_AGES)))
    yield rounds.report("age, from all ages of a corpus", "release", setting)


def _publish(run: Run, age: int) -> int | None:
    """Return what an age becomes in this run; None if it is masked."""
    seen = read_slots(_FRAME, run.publish(_FRAME.format(name="Karin", age=age))).get("age", "")
    return int(seen) if seen.isdecimal() else None


def _guess(seen: int | None, moved: Mapping[int, int], random: Random) -> int:
    """Guess the most frequent of the ages that become this one."""
    fitting = [age for age, becomes in moved.items() if becomes == seen]
    return max(fitting, key=_get_share) if fitting else random.choice(_AGES)


def _get_share(age: int) -> float:
    return _SHARES[age - _AGES[0]]


def _find_shifts(seen: Counter[int], random: Random) -> dict[int, int]:
    """Find what each age becomes, by changing one after the other as long as the counts fit better."""
    starts = [[random.choice(_SHIFTS) for _ in _AGES] for _ in range(_STARTS)]
    found = [_climb(start, seen) for start in [[0] * len(_AGES), *starts]]
    best = max(found, key=lambda shifts: _weigh(shifts, seen))
    return {age: age + shift for age, shift in zip(_AGES, best, strict=True)}


def _climb(shifts: list[int], seen: Counter[int]) -> list[int]:
    best = _weigh(shifts, seen)
    for _ in range(_SWEEPS):
        before = best
        for at, old in enumerate(shifts):
            tried = []
            for shift in _SHIFTS:
                shifts[at] = shift
                tried.append((_weigh(shifts, seen), shift == old, shift))
            best, _, shifts[at] = max(tried)
        if best == before:
            break
    return shifts


def _weigh(shifts: Sequence[int], seen: Counter[int]) -> float:
    """How probable the published counts are if the program moves ages so."""
    shares: dict[int, float] = {}
    for age, shift in zip(_AGES, shifts, strict=True):
        shares[age + shift] = shares.get(age + shift, 0.0) + _get_share(age)
    return sum(count * log(shares.get(age, _NEVER)) for age, count in seen.items())
