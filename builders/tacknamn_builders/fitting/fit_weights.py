"""From rows of gold texts to the weights that explain them best, and are no larger than that
takes."""

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

import numpy as np

from tacknamn.detection.detector import Detector
from tacknamn.detection.patterns.finder import LANGUAGES
from tacknamn.detection.ranking.model import CASES, CLASSES, MASSES
from tacknamn.detection.ranking.weights_table import COLUMNS, format_weights
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn_builders.fitting.examples import ExampleRow, read_example_rows
from tacknamn_builders.fitting.likelihood import (
    KIND_NAMES,
    LINKS,
    FittedWeights,
    Numbers,
    build_batches,
    compute_gradient,
)
from tacknamn_builders.fitting.training_texts import TrainingFile

__all__ = [
    "fit_rows",
    "fit_weights",
    "format_table",
]

FEWEST = 4
"""Pieces that have a feature, below which it tells of them and of nothing else. Only texts as
they are count: a copy is no second witness."""
STEPS = 160
"""After these the likelihood grows by less than a thousandth."""
STEPS_PER_MESSAGE = 10
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

PRIOR_LINKS = {
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


def fit_rows(
    language: str, rows: Sequence[ExampleRow], on_step: Callable[[str], None] = lambda step: None
) -> list[str]:
    """The lines of the table of weights for a language."""
    names = sorted(_choose_features(rows))
    numbers = {name: number for number, name in enumerate(names)}
    links = _compute_prior_links()
    weights = FittedWeights(
        np.zeros((len(names) + 1, len(CLASSES))),
        np.zeros((len(CASES), len(MASSES), len(CLASSES))),
        links,
    )
    texts = build_batches(rows, numbers)
    start = links.copy()
    momenta = [np.zeros_like(part) for part in weights.parts()]
    scales = [np.zeros_like(part) for part in weights.parts()]
    for step in range(1, STEPS + 1):
        if step % STEPS_PER_MESSAGE == 0:
            on_step(f"step {step} of {STEPS}")
        found = compute_gradient(weights, texts)
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
    return list(format_weights(language, _name_weights(names, weights), _name_links(weights.links)))


def _choose_features(rows: Iterable[ExampleRow]) -> list[str]:
    """The features that enough pieces have."""
    counts: Counter[str] = Counter()
    for row in rows:
        if row.is_copy:
            continue
        for one in row.examples:
            counts.update(set(one.features))
    return [name for name, count in counts.items() if count >= FEWEST]


def _compute_prior_links() -> Numbers:
    links = np.zeros((len(LINKS), len(KIND_NAMES), len(KIND_NAMES)))
    for (how, one, other), factor in PRIOR_LINKS.items():
        links[LINKS.index(how), KIND_NAMES.index(one), KIND_NAMES.index(other)] = np.log(factor)
    return links


def _name_weights(names: Sequence[str], weights: FittedWeights) -> dict[str, list[float]]:
    found = {
        name: vector
        for name, vector in zip(names, weights.features.tolist(), strict=False)
        if max(map(abs, vector)) >= LEAST
    }
    for case, masses in zip(CASES, weights.masses.tolist(), strict=True):
        found |= {f"{mass} {case}": vector for mass, vector in zip(MASSES, masses, strict=True)}
    return found


def _name_links(links: Numbers) -> dict[tuple[str, str, str], float]:
    return {
        (how, one, other): float(links[place, before, after])
        for place, how in enumerate(LINKS)
        for before, one in enumerate(KIND_NAMES)
        for after, other in enumerate(KIND_NAMES)
        if how
    }


# The whole of fitting: gold texts and a bundle in, a table of weights out.


def fit_weights(
    language: str,
    texts: Sequence[TrainingFile],
    lexicon: Lexicon,
    on_step: Callable[[str], None] = lambda step: None,
) -> str:
    """The table of weights for a language.

    The lists of ``lexicon`` are what the texts are looked at with."""
    if language not in LANGUAGES:
        raise InputError(f"language {language!r}: choose one of {', '.join(LANGUAGES)}")
    on_step("looking at the texts")
    detector = Detector(lexicon, language, fuzzy=True)
    rows = list(read_example_rows(detector, texts))
    if all(row.is_copy for row in rows):
        raise InputError("nothing in the texts may be a name; give others to learn from")
    return format_table(language, texts, lexicon, fit_rows(language, rows, on_step))


def format_table(
    language: str, texts: Sequence[TrainingFile], lexicon: Lexicon, lines: Sequence[str]
) -> str:
    """The lines with those that tell how they were made."""
    files = " ".join(f"{share.path.name}={share.weight:g}" for share in texts)
    sums = (f"# {share.path.name} sha256 {_compute_checksum(share.path)}" for share in texts)
    profile = lexicon.bundle.manifest.get("profile", "")
    head = [f"# tacknamn-build fit {language} {files}", f"# with the lists of {profile}", *sums]
    return "\n".join([*head, "\t".join(COLUMNS), *lines]) + "\n"


def _compute_checksum(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()
