"""The fitted weights, a table for each language; every bundle has a copy of all of them.

Their first lines tell the command that made them (`make weights`). They are not edited by hand.
"""

from pathlib import Path

from tacknamn.labelling.weights_table import COLUMNS

__all__ = ["WEIGHTS", "weights_table"]

WEIGHTS = Path(__file__).parent
"""Where they lie."""


def weights_table() -> str:
    """The tables of all languages as one, without what tells their making."""
    lines = ["\t".join(COLUMNS)]
    for path in sorted(WEIGHTS.glob("*.tsv")):
        rows = (line for line in path.read_text("utf-8").splitlines() if not line.startswith("#"))
        lines += list(rows)[1:]
    return "\n".join(lines) + "\n"
