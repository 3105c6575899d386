"""A comparison as plain data: the content of ``--json`` and the source of all tables."""

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

MEGABYTE = 1_000_000
DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "precision": "The share of [Name] tags that are right: they stand for exactly the "
        "characters of an expected tag.",
        "recall": "The share of expected [Name] tags that are right.",
        "sentence": "Precision and recall of each sentence, averaged. A sentence in which "
        "nothing was found has no precision and is left out of that mean.",
        "overall": "Precision and recall of all sentences together.",
        "hidden": "The share of names that are completely masked, even if more than the name was "
        "masked. A union hides everything that any of its packages hides.",
        "seconds": "Elapsed time for all sentences; with importing and loading until a first "
        "sentence has been answered, and without. For short runs, the least of three.",
        "MB": "The peak memory (RSS) of a package's process and its child processes; without "
        "loading, the increase over the memory after loading.",
        "MB of Python": "The peak of the memory that Python itself counts (tracemalloc), as the "
        "masking tool measures it. It does not include what compiled code allocates.",
        "joined": "A union has the added seconds of its packages, and the seconds for combining "
        "them. Its memory is measured: all its packages in one process.",
        "masking tool": "The figures that the masking tool published: 1,000 other sentences of "
        "WikiNEuRal, a MacBook Air M1, the packages of 2022. Its MB are those that Python counts.",
    }
)
"""The definitions of all figures, for the page, the screen and JSON."""


def select_terms(*names: str) -> tuple[tuple[str, str], ...]:
    """Select some terms with their definitions."""
    return tuple((name, DEFINITIONS[name]) for name in names)


class MaskingToolRow(NamedTuple):
    """One column of the masking tool's tables."""

    name: str
    """The masking tool's name of the package; its models are the defaults of 2022."""
    precision_sentence: float
    precision_overall: float
    recall_sentence: float
    recall_overall: float
    seconds_with: float
    """With importing and loading."""
    seconds_without: float
    megabytes_with: float
    """The peak of tracemalloc, which counts what Python allocates, but not what PyTorch does."""
    megabytes_without: float


MASKING_TOOL = (
    MaskingToolRow("NLTK", 0.838, 0.815, 0.682, 0.704, 54, 52, 116, 72),
    MaskingToolRow("spaCy", 0.869, 0.869, 0.616, 0.639, 24, 17, 102, 5),
    MaskingToolRow("flair", 0.956, 0.944, 0.852, 0.867, 741, 736, 1068, 5),
    MaskingToolRow("stanza", 0.902, 0.895, 0.814, 0.838, 709, 685, 253, 6),
    MaskingToolRow("union", 0.834, 0.804, 0.847, 0.870, 1520, 1469, 1080, 80),
    MaskingToolRow("intersection", 0.884, 0.888, 0.520, 0.543, 1528, 1456, 1080, 80),
)
"""The figures that the masking tool published (rule C7), on 1,000 other sentences and a MacBook
Air M1."""


def comparison_data(comparison: Comparison) -> dict[str, Any]:
    """Convert a comparison to plain data, with the masking tool's figures and the definitions."""
    return {
        "file": comparison.file,
        "sentences": comparison.sentences,
        "names": comparison.names,
        "language": comparison.language,
        "rows": [_row_data(row) for row in comparison.rows],
        "failed": {
            name: describe_backend_error(name, exc) for name, exc in comparison.failed.items()
        },
        "seed": [row._asdict() for row in MASKING_TOOL],
        "definitions": dict(DEFINITIONS),
    }


def _row_data(row: ComparisonRow) -> dict[str, Any]:
    accuracy = row.accuracy
    return {
        "how": row.mode,
        "packages": list(row.packages),
        "precision": {
            "sentence": accuracy.sentence.precision,
            "overall": accuracy.overall.precision,
        },
        "recall": {"sentence": accuracy.sentence.recall, "overall": accuracy.overall.recall},
        "right": accuracy.overall.right,
        "found": accuracy.overall.predicted,
        "hidden": accuracy.hidden_share,
        "letters": {
            "precision": accuracy.letters.precision,
            "recall": accuracy.letters.recall,
        },
        "seconds": {
            "with_loading": row.cost.loading + row.cost.finding,
            "without_loading": row.cost.finding,
        },
        "megabytes": _megabytes_data(row.cost),
    }


def _megabytes_data(cost: Cost) -> dict[str, float | None]:
    sizes = {
        "with_loading": cost.peak,
        "without_loading": cost.growth,
        "traced_with_loading": cost.traced,
        "traced_without_loading": cost.traced_growth,
    }
    return {name: None if size is None else size / MEGABYTE for name, size in sizes.items()}
