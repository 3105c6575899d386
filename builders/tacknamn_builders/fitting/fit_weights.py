"""Fit the weights of the model to gold texts, and write them as a table.

The weights start at 0 (the links at :data:`PRIOR_LINKS`) and follow the gradient of the likelihood
for :data:`STEPS` steps. A penalty keeps them small.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

import numpy as np

from tacknamn.detection.detector import Detector
from tacknamn.detection.ranking.model import CASES, CLASSES, MASSES
from tacknamn.detection.ranking.weights_table import COLUMNS, format_weights
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.text.languages import LANGUAGES
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
from tacknamn_builders.support.checksums import compute_sha256

__all__ = [
    "fit_rows",
    "fit_weights",
    "format_table",
]

FEWEST = 4
"""Minimum pieces with a feature; with fewer, a feature could identify a text. Copies do not count,
because they are not independent."""
STEPS = 160
"""Number of steps; after them the likelihood grows by less than a thousandth."""
STEPS_PER_MESSAGE = 10
"""Steps between two messages about the progress."""
PACE = 0.08
"""Change of a weight in the first step (Adam, Kingma and Ba 2015, with its momenta)."""
SLOWER = 0.995
"""Factor of the pace from step to step."""
MOMENTUM, SCALE = 0.9, 0.99
TINY = 1e-6
PENALTIES = (6.0, 60.0, 6.0)
"""Penalty on the squares of the weights of features, masses and links; chosen by results on texts
that were not used for fitting."""
LEAST = 0.02
"""Minimum of a feature's weights; smaller ones are omitted, together they are a hundredth of
all."""

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
"""How much more often two kinds are adjacent than by chance, before any text is read. Five bigrams
in a thousand are a first name and a surname; ten and seven words in a thousand are one of them. The
factor is half as large again, because a first name that is also a word (Grace) must not be missed.
Texts that mark persons without distinguishing first names and surnames cannot teach this."""


def fit_rows(
    language: str, rows: Sequence[ExampleRow], on_step: Callable[[str], None] = lambda step: None
) -> list[str]:
    """Fit the weights of a language to rows; return the lines of their table."""
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
        gradient = compute_gradient(weights, texts)
        # The penalty pulls each weight back to its start: 0, or the prior link.
        distances = (weights.features, weights.masses, weights.links - start)
        for part, slope, distance, penalty, momentum, scale in zip(
            weights.parts(), gradient.parts(), distances, PENALTIES, momenta, scales, strict=True
        ):
            # One step of Adam: running means of the slope and of its square, both corrected for
            # their start at 0. The arrays are changed in place.
            slope = slope - penalty * distance
            momentum += (1 - MOMENTUM) * (slope - momentum)
            scale += (1 - SCALE) * (slope * slope - scale)
            mean = momentum / (1 - MOMENTUM**step)
            deviation = np.sqrt(scale / (1 - SCALE**step)) + TINY
            part += PACE * SLOWER**step * mean / deviation
        # The row of unknown features and the link of a row's first piece stay 0.
        weights.features[-1] = 0.0
        weights.links[0] = 0.0
    return list(format_weights(language, _name_weights(names, weights), _name_links(weights.links)))


def _choose_features(rows: Iterable[ExampleRow]) -> list[str]:
    """Choose the features that enough pieces have."""
    counts: Counter[str] = Counter()
    for row in rows:
        if row.is_copy:
            continue
        for example in row.examples:
            counts.update(set(example.features))
    return [name for name, count in counts.items() if count >= FEWEST]


def _compute_prior_links() -> Numbers:
    links = np.zeros((len(LINKS), len(KIND_NAMES), len(KIND_NAMES)))
    for (link, before, after), factor in PRIOR_LINKS.items():
        links[LINKS.index(link), KIND_NAMES.index(before), KIND_NAMES.index(after)] = np.log(factor)
    return links


def _name_weights(names: Sequence[str], weights: FittedWeights) -> dict[str, list[float]]:
    named = {
        name: vector
        for name, vector in zip(names, weights.features.tolist(), strict=False)
        if max(map(abs, vector)) >= LEAST
    }
    for case, masses in zip(CASES, weights.masses.tolist(), strict=True):
        named |= {f"{mass} {case}": vector for mass, vector in zip(MASSES, masses, strict=True)}
    return named


def _name_links(links: Numbers) -> dict[tuple[str, str, str], float]:
    return {
        (link, before, after): float(links[row, column, depth])
        for row, link in enumerate(LINKS)
        for column, before in enumerate(KIND_NAMES)
        for depth, after in enumerate(KIND_NAMES)
        if link
    }


def fit_weights(
    language: str,
    texts: Sequence[TrainingFile],
    lexicon: Lexicon,
    on_step: Callable[[str], None] = lambda step: None,
) -> str:
    """Fit the weights of a language to texts, with the lists of ``lexicon``; return their table."""
    if language not in LANGUAGES:
        raise InputError(f"language {language!r}: choose one of {', '.join(LANGUAGES)}")
    on_step("reading the texts")
    detector = Detector(lexicon, language, fuzzy=True)
    rows = list(read_example_rows(detector, texts))
    if all(row.is_copy for row in rows):
        raise InputError("the texts contain no possible name; use other texts")
    return format_table(language, texts, lexicon, fit_rows(language, rows, on_step))


def format_table(
    language: str, texts: Sequence[TrainingFile], lexicon: Lexicon, lines: Sequence[str]
) -> str:
    """Format the table: comments about its inputs, the header, the lines."""
    files = " ".join(f"{file.path.name}={file.weight:g}" for file in texts)
    sums = (f"# {file.path.name} sha256 {compute_sha256(file.path)}" for file in texts)
    profile = lexicon.bundle.manifest.get("profile", "")
    head = [f"# tacknamn-build fit {language} {files}", f"# with the lists of {profile}", *sums]
    return "\n".join([*head, "\t".join(COLUMNS), *lines]) + "\n"
