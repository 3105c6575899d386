"""Which towns texts named, from the towns that they name now.

From one text of several towns: the attacker runs the program himself on texts with each possible set of
towns, many times, and compares what comes out with what was published. So he uses whatever the draws give
away: which of the largest towns are missing, and whether smaller ones occur.

From a whole corpus: within a run, an original has its own part of the towns. The attacker knows how many
people live in each town. He looks for the parts with which the published towns would be as frequent as they
are, and guesses the most frequent town of those that may have become a published one.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import accumulate, combinations
from math import log
from random import Random

from tacknamn.replacement.own_parts import get_part_size
from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_town_counts", "attack_towns"]

ATTACK = "three of the five towns, from one text"
_LARGEST, _NAMED = 5, 3
_FRAME = "Jag bor i {a}. Jag har även bott i {b} och i {c}."
_ROUNDS = 600
_TRIED, _RUNS = 400, 120
"""How many texts with each set of towns the attacker publishes, in how many runs of his own."""
_ONE = "Jag bor i {town}."
_PEOPLE, _FEWER, _CORPORA, _GUESSES = 2000, 300, 40, 30
"""Writers of a corpus, fewer where each has a key of their own; and those whose towns count. All together
would not be independent."""
_SWEEPS = 6
_NEVER = 1e-9
Towns = tuple[str, ...]


def attack_towns(setting: Setting) -> Iterator[AttackFigure]:
    """Guess which three of the five largest towns a text named."""
    random = setting.make_random(ATTACK)
    towns = tuple(name for name, _ in _list_towns(setting)[:_LARGEST])
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


def _list_towns(setting: Setting) -> Sequence[tuple[str, float]]:
    """List the towns to draw from, and how many people live in each."""
    tier = setting.stock.get_cities("SE").get_first()
    entries = setting.stock.entries
    return [
        (name.draw.base, entries.get_row(name.draw.entry).size)
        for name in (() if tier is None else tier.names)
        if name.draw.entry is not None
    ]


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


def attack_town_counts(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the home towns of writers from the counts of all published towns."""
    if setting.profile not in ("swell", "clinic"):
        return
    random, rounds = setting.make_random("town counts"), Rounds()
    towns = _list_towns(setting)
    names = [name for name, _ in towns]
    people = sum(size for _, size in towns)
    shares = [size / people for _, size in towns]
    run = Run(setting, random)
    writers = _FEWER if setting.mode == "writer" else _PEOPLE
    for _ in range(setting.count(_CORPORA)):
        run = run.start_again()
        originals = random.choices(names, cum_weights=list(accumulate(shares)), k=writers)
        published = [_publish_one(run, original) for original in originals]
        counts = Counter(published)
        # With a key, a town has one pseudonym.
        size = 1 if setting.mode == "key" else get_part_size(len(names))
        parts = _find_parts([counts[name] for name in names], shares, size)
        best: dict[str, str] = {}
        for at, name in enumerate(names):
            fitting = [town for town in range(len(names)) if at in parts[town]]
            best[name] = names[max(fitting, key=shares.__getitem__, default=0)]
        for at in random.sample(range(writers), _GUESSES):
            guess = best.get(published[at], names[0])
            rounds.add(guess == originals[at], max(shares))
    yield rounds.report("home town, from all towns of a corpus", "release", setting)


def _publish_one(run: Run, town: str) -> str:
    run.change_writer()
    return read_slots(_ONE, run.publish(_ONE.format(town=town))).get("town", "")


def _find_parts(counts: Sequence[int], shares: Sequence[float], size: int) -> list[set[int]]:
    """Find the part of each town that makes the counts most probable: first the most frequent
    pseudonyms that are left for the most frequent towns, then one exchange after the other."""
    total, places = sum(counts) or 1, range(len(shares))
    left = [count / total for count in counts]
    parts: list[set[int]] = [set() for _ in places]
    expected = [_NEVER for _ in places]
    for town in sorted(places, key=lambda town: -shares[town]):
        free = sorted((at for at in places if at != town), key=lambda at: -left[at])
        parts[town] = set(free[:size])
        for at in parts[town]:
            left[at] -= shares[town] / size
            expected[at] += shares[town] / size
    for _ in range(_SWEEPS):
        better = [_improve(town, parts, expected, counts, shares[town] / size) for town in places]
        if not any(better):
            break
    return parts


def _improve(
    town: int, parts: list[set[int]], expected: list[float], counts: Sequence[int], share: float
) -> bool:
    """Exchange pseudonyms in the part of a town as long as the counts become more probable."""
    is_better = False
    for old in sorted(parts[town]):
        lost = counts[old] * log(max(expected[old] - share, _NEVER) / expected[old])
        gained, new = max(
            (
                (counts[at] * log((expected[at] + share) / expected[at]), at)
                for at in range(len(parts))
                if at != town and at not in parts[town]
            ),
            default=(0.0, old),
        )
        if lost + gained > _NEVER:
            parts[town] = parts[town] - {old} | {new}
            expected[old] = max(expected[old] - share, _NEVER)
            expected[new] += share
            is_better = True
    return is_better
