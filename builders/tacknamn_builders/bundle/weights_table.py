"""The fitted weights: one table for each language, of which every bundle has a copy.

The first lines of a table contain the command that made it (`make weights`). Do not edit the
tables.
"""

from pathlib import Path

from tacknamn.detection.ranking.weights_table import COLUMNS

__all__ = ["WEIGHTS_FOLDER", "join_weights_tables"]

WEIGHTS_FOLDER = Path(__file__).with_name("weights")
"""The folder of the tables."""


def join_weights_tables() -> str:
    """Join the tables of all languages, without the comments at their head."""
    lines = ["\t".join(COLUMNS)]
    for path in sorted(WEIGHTS_FOLDER.glob("*.tsv")):
        rows = (line for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))
        lines += list(rows)[1:]
    return "\n".join(lines) + "\n"
