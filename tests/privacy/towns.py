"""Which towns a text named, from the towns that it names now.

The attacker runs the program himself on texts with each possible set of towns, many times, and
compares what comes out with what was published. So he uses whatever the draws give away: which of
the largest towns are missing, and whether smaller ones occur.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from random import Random

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_towns", "list_largest_towns"]

ATTACK = "three of the five towns, from one text"
_NAMED = 3
_FRAME = "Jag bor i {a}. Jag har även bott i {b} och i {c}."
_ROUNDS = 600
_TRIED, _RUNS = 400, 120
"""How many texts with each set of towns the attacker publishes, in how many runs of his own."""
Towns = tuple[str, ...]


def list_largest_towns(setting: Setting) -> Towns:
    """List the towns that a text with one town is drawn from."""
    tier = setting.stock.get_cities("SE").get_first()
    return () if tier is None else tuple(name.draw.base for name in tier.names)


def attack_towns(setting: Setting) -> Iterator[AttackFigure]:
    """Guess which three of the five largest towns a text named."""
    random = setting.make_random(ATTACK)
    towns = list_largest_towns(setting)
    known = _try_program(setting, towns, random)
    rounds = Rounds()
    sets = list(known)
    run = Run(setting, random)
    for _ in range(setting.count(_ROUNDS)):
        run = run.start_again()
        named = tuple(random.sample(towns, _NAMED))
        seen = _publish(run, named, towns)
        most = max(known[each][seen] for each in sets)
        guess = random.choice([each for each in sets if known[each][seen] == most])
        rounds.add(guess == frozenset(named), 1 / len(sets))
    yield rounds.report(ATTACK, "one text", setting)


def _try_program(
    setting: Setting, towns: Towns, random: Random
) -> dict[frozenset[str], Counter[frozenset[str]]]:
    """Count for each set of towns what the program publishes for it."""
    known: dict[frozenset[str], Counter[frozenset[str]]] = {}
    runs = [Run(setting, random)]
    while len(runs) < setting.count(_RUNS):
        runs.append(runs[-1].start_again())
    for named in combinations(towns, _NAMED):
        seen = (
            _publish(random.choice(runs), tuple(random.sample(named, _NAMED)), towns)
            for _ in range(setting.count(_TRIED))
        )
        known[frozenset(named)] = Counter(seen)
    return known


def _publish(run: Run, named: Towns, towns: Towns) -> frozenset[str]:
    """Publish a text with these towns; return which of the largest towns it has then."""
    text = _FRAME.format(a=named[0], b=named[1], c=named[2])
    published = read_slots(_FRAME, run.publish(text)).values()
    return frozenset(published).intersection(towns)
