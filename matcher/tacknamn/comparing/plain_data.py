"""A comparison as plain data, for ``--json`` and for everything that is laid out."""

from typing import Any

from tacknamn.backends.errors import naming
from tacknamn.comparing.comparison import Comparison, Row
from tacknamn.comparing.costs import Cost
from tacknamn.comparing.definitions import DEFINITIONS
from tacknamn.comparing.seed_figures import SEED

__all__ = ["comparison_data"]

MEGABYTE = 1_000_000


def comparison_data(found: Comparison) -> dict[str, Any]:
    """What was measured, with the seed's own figures and the meaning of all of them."""
    return {
        "file": found.file,
        "sentences": found.sentences,
        "names": found.names,
        "language": found.language,
        "rows": [_row(one) for one in found.rows],
        "failed": {name: naming(name, exc) for name, exc in found.failed.items()},
        "seed": [one._asdict() for one in SEED],
        "definitions": dict(DEFINITIONS),
    }


def _row(row: Row) -> dict[str, Any]:
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
        "megabytes": _megabytes(row.cost),
    }


def _megabytes(cost: Cost) -> dict[str, float | None]:
    parts = {
        "with_loading": cost.peak,
        "without_loading": cost.growth,
        "traced_with_loading": cost.traced,
        "traced_without_loading": cost.traced_growth,
    }
    return {name: None if size is None else size / MEGABYTE for name, size in parts.items()}
