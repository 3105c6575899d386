"""The fitted weights, a table for each language; every bundle has a copy of all of them.

Their first lines tell the command that made them (`make weights`). They are not edited by hand.
"""

from pathlib import Path

from tacknamn.detection.ranking.weights_table import COLUMNS

__all__ = ["WEIGHTS_FOLDER", "join_weights_tables"]

WEIGHTS_FOLDER = Path(__file__).with_name("weights")
"""Where they lie."""


def join_weights_tables() -> str:
    """The tables of all languages as one, without what tells their making."""
    lines = ["\t".join(COLUMNS)]
    for path in sorted(WEIGHTS_FOLDER.glob("*.tsv")):
        rows = (line for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))
        lines += list(rows)[1:]
    return "\n".join(lines) + "\n"
