"""From rows of gold texts to the weights that explain them best, and are no larger than that
takes."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from tacknamn.labelling.model import CASES, CLASSES, MASSES
from tacknamn.labelling.weights_table import lines_of
from tacknamn_builders.fitting.examples import Row
from tacknamn_builders.fitting.likelihood import (
    HOWS,
    KIND_NAMES,
    Numbers,
    Weights,
    batches,
    gradient,
)

__all__ = ["fitted"]

FEWEST = 4
"""Pieces that have a feature, below which it tells of them and of nothing else. Only texts as
they are count: a copy is no second witness."""
STEPS = 160
"""After these the likelihood grows by less than a thousandth."""
TOLD = 10
"""Every so many steps somebody is told."""
PACE = 0.08
"""By how much a weight changes in the first step (Adam, Kingma and Ba 2015, with its momenta)."""
SLOWER = 0.995
"""Factor of the pace from step to step."""
MOMENTUM, SCALE = 0.9, 0.99
TINY = 1e-6
PENALTIES = (6.0, 60.0, 6.0)
"""Of features, masses and links: what the square of a weight costs. Chosen by what holds on other
texts than those that are learnt from."""
LEAST = 0.02
"""Weights of features below this are left out: a hundredth of what they add up to."""

BEFORE = {
    ("beside", "first", "surname"): 110.0,
    ("beside", "first", "first"): 10.0,
    ("beside", "first", "initials"): 40.0,
    ("beside", "initials", "surname"): 70.0,
    ("beside", "initials", "initials"): 4.0,
    ("beside", "initials", "first"): 0.3,
    ("beside", "surname", "surname"): 8.0,
    ("beside", "surname", "initials"): 10.0,
    ("beside", "surname", "first"): 0.2,
    ("beside", "institution", "institution"): 300.0,
    ("beside", "first", "place"): 0.1,
    ("beside", "surname", "place"): 0.05,
    ("beside", "place", "first"): 0.3,
    ("beside", "place", "surname"): 0.1,
    ("beside", "place", "initials"): 0.1,
}
"""How much oftener two kinds stand side by side than by chance, before any text is read: a first
name before a surname are five bigrams in a thousand, of ten and seven single ones; and half as
much again, for a first name that is a word leaks where it is not told (Grace). Texts that tell
persons without telling first names cannot know better by themselves."""


def fitted(
    language: str, rows: Sequence[Row], on_step: Callable[[str], None] = lambda step: None
) -> list[str]:
    """The lines of the table of weights for a language."""
    names = sorted(_names(rows))
    numbers = {name: number for number, name in enumerate(names)}
    links = _links_before()
    weights = Weights(
        np.zeros((len(names) + 1, len(CLASSES))),
        np.zeros((len(CASES), len(MASSES), len(CLASSES))),
        links,
    )
    texts = batches(rows, numbers)
    start = links.copy()
    momenta = [np.zeros_like(part) for part in weights.parts()]
    scales = [np.zeros_like(part) for part in weights.parts()]
    for step in range(1, STEPS + 1):
        if step % TOLD == 0:
            on_step(f"step {step} of {STEPS}")
        found = gradient(weights, texts)
        drawn = (weights.features, weights.masses, weights.links - start)
        for part, slope, back, penalty, momentum, scale in zip(
            weights.parts(), found.parts(), drawn, PENALTIES, momenta, scales, strict=True
        ):
            slope = slope - penalty * back
            momentum += (1 - MOMENTUM) * (slope - momentum)
            scale += (1 - SCALE) * (slope * slope - scale)
            near = momentum / (1 - MOMENTUM**step)
            far = np.sqrt(scale / (1 - SCALE**step)) + TINY
            part += PACE * SLOWER**step * near / far
        weights.features[-1] = 0.0
        weights.links[0] = 0.0
    return list(lines_of(language, _named(names, weights), _named_links(weights.links)))


def _names(rows: Iterable[Row]) -> list[str]:
    """The features that enough pieces have."""
    counts: Counter[str] = Counter()
    for row in rows:
        if row.is_copy:
            continue
        for one in row.examples:
            counts.update(set(one.features))
    return [name for name, count in counts.items() if count >= FEWEST]


def _links_before() -> Numbers:
    links = np.zeros((len(HOWS), len(KIND_NAMES), len(KIND_NAMES)))
    for (how, one, other), factor in BEFORE.items():
        links[HOWS.index(how), KIND_NAMES.index(one), KIND_NAMES.index(other)] = np.log(factor)
    return links


def _named(names: Sequence[str], weights: Weights) -> dict[str, list[float]]:
    found = {
        name: vector
        for name, vector in zip(names, weights.features.tolist(), strict=False)
        if max(map(abs, vector)) >= LEAST
    }
    for case, masses in zip(CASES, weights.masses.tolist(), strict=True):
        found |= {f"{mass} {case}": vector for mass, vector in zip(MASSES, masses, strict=True)}
    return found


def _named_links(links: Numbers) -> dict[tuple[str, str, str], float]:
    return {
        (how, one, other): float(links[place, before, after])
        for place, how in enumerate(HOWS)
        for before, one in enumerate(KIND_NAMES)
        for after, other in enumerate(KIND_NAMES)
        if how
    }
