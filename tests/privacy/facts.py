"""Guess an age from two facts of one text that fit each other."""

from collections.abc import Iterator, Sequence

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_age_and_year"]

_YEAR = 2024
"""The year in which the texts were written: known, as with every corpus."""
_AGES = range(20, 66)
_FRAME = "Jag heter {name} och är {age} år. Jag är född {year}."
_ROUNDS = 1000
_REACH = 2
_MOVING = ("swell", "clinic")
"""Profiles that move ages and years. The others mask them, or leave them."""


def attack_age_and_year(setting: Setting) -> Iterator[AttackFigure]:
    """Guess an age from a text that gives the year of birth as well: two draws for one fact."""
    if setting.profile not in _MOVING:
        return
    random, rounds = setting.make_random("age and year"), Rounds()
    run = Run(setting, random)
    for _ in range(setting.count(_ROUNDS)):
        run = run.start_again()
        age = random.choice(_AGES)
        text = _FRAME.format(name="Karin", age=age, year=_YEAR - age)
        possible = _list_ages(run.publish(text))
        rounds.add(random.choice(possible) == age, 1 / (2 * _REACH + 1))
    yield rounds.report("age, from age and year of birth", "one text", setting)


def _list_ages(published: str) -> Sequence[int]:
    """List the ages from which age and year can have moved."""
    slots = read_slots(_FRAME, published)
    read = [int(slots[name]) for name in ("age", "year") if slots.get(name, "").isdigit()]
    ages = [number if number < _YEAR // 2 else _YEAR - number for number in read]
    return [age for age in _AGES if all(abs(age - other) <= _REACH for other in ages)] or _AGES
