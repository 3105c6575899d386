"""How well the essays' gold is found: ``python -m tests.essays.scoring``, or ``make essays``.

Three tables are printed by ``tacknamn evaluate``: the labels of COLING-2020's table 6 with its figures
beside ours, all labels, and the same labels on the test half alone, which nobody tunes on. With
``--errors``, what went wrong in the development half is listed; of the test half it never is.
"""

import argparse
import json
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from tacknamn import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tests.essays.reading import Essay, read_essays

__all__ = ["MAPS", "TABLE_6", "gold_file", "predicted_file", "pseudonymizer_of"]

TABLE_6 = (
    "age_digits", "city", "country", "date_digits", "day", "edu", "email", "firstname", "island",
    "month_word", "other_nr_seq", "phone_nr", "place", "prof", "school", "surname", "year",
    "zip_code",
)  # fmt: skip
MAPS = ("coling-2020", "geo=island")
"""COLING-2020 tells no genders apart; of what is ``geo`` for SVALA its service knew islands only."""
SEED = 7
"""Of the replacements; which they are does not matter here."""
_OPTIONS = [part for one in MAPS for part in ("--map", one)]
_LABELS = [part for one in TABLE_6 for part in ("--label", one)]


def gold_file(essays: Iterable[Essay], path: Path) -> Path:
    """Write the essays as JSON Lines."""
    path.write_text("".join(one.line + "\n" for one in essays), "utf-8")
    return path


def predicted_file(pseudonymizer: Pseudonymizer, essays: Iterable[Essay], path: Path) -> Path:
    """Write what is replaced or marked in them: what is found and kept is nobody's business."""
    lines = (
        json.dumps({"id": essay.id, "spans": [one[:3] for one in pseudonymizer(essay.text).spans]})
        for essay in essays
    )
    path.write_text("".join(line + "\n" for line in lines), "utf-8")
    return path


def pseudonymizer_of(data: Path | None = None, *, plain: bool = False) -> Pseudonymizer:
    """As it is meant for essays: it leaves texts about others alone, and sees misspelt names."""
    return Pseudonymizer(Lexicon.open(data), seed=SEED, topic_aware=not plain, fuzzy=not plain)


def main() -> None:
    """Parse, detect, let the command print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, help="folder of the bundle")
    parser.add_argument("--plain", action="store_true", help="with --all-names and --exact")
    parser.add_argument("--errors", action="store_true", help="list those of the dev half")
    chosen = parser.parse_args()
    pseudonymizer = pseudonymizer_of(chosen.data, plain=chosen.plain)
    essays = list(read_essays())
    dev, test = ([one for one in essays if one.split == split] for split in ("dev", "test"))
    if chosen.errors:
        _evaluated(pseudonymizer, dev, "dev", ["--most", "1000", "--show", *_OPTIONS])
        return
    quiet = ["--most", "0", *_OPTIONS]
    _evaluated(pseudonymizer, essays, "all", [*quiet, *_LABELS, "--beside", "coling-2020"])
    _evaluated(pseudonymizer, essays, "all", [*quiet, "--by", "level", "--by", "genre"])
    _evaluated(pseudonymizer, test, "test", [*quiet, *_LABELS])


def _evaluated(
    pseudonymizer: Pseudonymizer, essays: list[Essay], name: str, options: list[str]
) -> None:
    """Print a table; the names of its files tell which essays they are."""
    with tempfile.TemporaryDirectory() as folder:
        gold = gold_file(essays, Path(folder, f"gold-{name}.jsonl"))
        found = predicted_file(pseudonymizer, essays, Path(folder, f"found-{name}.jsonl"))
        command = [sys.executable, "-m", "tacknamn", "evaluate", str(gold), str(found), *options]
        subprocess.run(command, check=True)


if __name__ == "__main__":
    main()
