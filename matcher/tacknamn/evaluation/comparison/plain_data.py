"""What the figures of a comparison mean: said once, for the page, the screen and JSON."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from tacknamn.evaluation.comparison.compare import Comparison, ComparisonRow
from tacknamn.evaluation.comparison.records import Cost
from tacknamn.ner.backends.protocol import describe_backend_error

__all__ = [
    "DEFINITIONS",
    "MASKING_TOOL",
    "MaskingToolRow",
    "comparison_data",
    "select_terms",
]

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "precision": "The share of [Name] tags that are right: that stand for precisely the "
        "letters of an expected one.",
        "recall": "The share of expected [Name] tags that are right.",
        "sentence": "Precision and recall of each sentence, averaged. A sentence in which "
        "nothing was found has no precision, and is left out of that mean.",
        "overall": "Precision and recall of all sentences taken together.",
        "hidden": "The share of names of which nothing is left in sight, though more may have "
        "been masked than the name. A union hides all that any of its packages hides.",
        "seconds": "By the clock, for all sentences; with importing and loading, until a first "
        "sentence has been answered, and without. Of short runs, the least of three.",
        "MB": "The most that the process of a package, and those that it started, had in memory "
        "(RSS); without loading, what they had more than when they had loaded.",
        "MB of Python": "The most that Python itself counted (tracemalloc), as the seed measures. "
        "What compiled code allots is not in it.",
        "joined": "Every package runs in a process of its own: a union costs the sum of them, and "
        "the seconds of joining.",
        "the seed": "Seed C's own figures: 1,000 other sentences of WikiNEuRal, a MacBook Air M1, "
        "the packages of 2022. Its MB are those that Python counts.",
    }
)


def select_terms(*names: str) -> tuple[tuple[str, str], ...]:
    """Terms with their meanings."""
    return tuple((name, DEFINITIONS[name]) for name in names)


# Seed C's own figures, to stand beside ours: on another 1,000 sentences, and a MacBook Air M1.


class MaskingToolRow(NamedTuple):
    """One column of the seed's tables."""

    name: str
    """As the seed calls it; its models are the defaults of 2022."""
    precision_sentence: float
    precision_overall: float
    recall_sentence: float
    recall_overall: float
    seconds_with: float
    """With importing and loading."""
    seconds_without: float
    megabytes_with: float
    """Peak of tracemalloc, which counts what Python allots, and not what PyTorch does."""
    megabytes_without: float


MASKING_TOOL = (
    MaskingToolRow("NLTK", 0.838, 0.815, 0.682, 0.704, 54, 52, 116, 72),
    MaskingToolRow("spaCy", 0.869, 0.869, 0.616, 0.639, 24, 17, 102, 5),
    MaskingToolRow("flair", 0.956, 0.944, 0.852, 0.867, 741, 736, 1068, 5),
    MaskingToolRow("stanza", 0.902, 0.895, 0.814, 0.838, 709, 685, 253, 6),
    MaskingToolRow("union", 0.834, 0.804, 0.847, 0.870, 1520, 1469, 1080, 80),
    MaskingToolRow("intersection", 0.884, 0.888, 0.520, 0.543, 1528, 1456, 1080, 80),
)


# A comparison as plain data, for ``--json`` and for everything that is laid out.


MEGABYTE = 1_000_000


def comparison_data(found: Comparison) -> dict[str, Any]:
    """What was measured, with the seed's own figures and the meaning of all of them."""
    return {
        "file": found.file,
        "sentences": found.sentences,
        "names": found.names,
        "language": found.language,
        "rows": [_row_data(one) for one in found.rows],
        "failed": {name: describe_backend_error(name, exc) for name, exc in found.failed.items()},
        "seed": [one._asdict() for one in MASKING_TOOL],
        "definitions": dict(DEFINITIONS),
    }


def _row_data(row: ComparisonRow) -> dict[str, Any]:
    right = row.accuracy
    return {
        "how": row.how,
        "packages": list(row.packages),
        "precision": {
            "sentence": right.sentence.precision,
            "overall": right.overall.precision,
        },
        "recall": {"sentence": right.sentence.recall, "overall": right.overall.recall},
        "right": right.overall.right,
        "found": right.overall.predicted,
        "hidden": right.hidden_share,
        "letters": {"precision": right.letters.precision, "recall": right.letters.recall},
        "seconds": {
            "with_loading": row.cost.loading + row.cost.finding,
            "without_loading": row.cost.finding,
        },
        "megabytes": _megabytes_data(row.cost),
    }


def _megabytes_data(cost: Cost) -> dict[str, float | None]:
    parts = {
        "with_loading": cost.peak,
        "without_loading": cost.growth,
        "traced_with_loading": cost.traced,
        "traced_without_loading": cost.traced_growth,
    }
    return {name: None if size is None else size / MEGABYTE for name, size in parts.items()}
