"""Run every attack against every profile and mode: ``make privacy``.

    .venv/bin/python -m tests.privacy                  all attacks, half an hour of one processor
    .venv/bin/python -m tests.privacy --scale 0.1      the same with a tenth of the rounds
    .venv/bin/python -m tests.privacy --only towns     the attacks whose function has this in its name
    .venv/bin/python -m tests.privacy --write docs/privacy.md

Exits with 1 if an attack is right more than 5 percentage points more often than chance, and no rule in
``forced.toml`` forces it.
"""

import argparse
import sys
from pathlib import Path

from tests.privacy.attacks import ATTACKS, list_tasks, run_attacks
from tests.privacy.pages import write_pages
from tests.privacy.report import list_failures, render_figures, write_json

_BUNDLES = ("build/full", "build/default")


def main() -> int:
    """Run the attacks and print their figures."""
    arguments = _parse_arguments()
    attacks = [attack for attack in ATTACKS if arguments.only in attack.__name__]
    tasks = list_tasks(arguments.data, arguments.scale, attacks)
    figures = list(run_attacks(tasks, arguments.processes))
    failures = list_failures(figures)
    sys.stdout.write(write_json(figures) if arguments.json else render_figures(figures))
    sys.stdout.write("\n")
    if arguments.write is not None:
        write_pages(figures, arguments.write)
    if failures:
        sys.stderr.write(f"{len(failures)} attacks succeed, and no rule forces it\n")
    return 1 if failures else 0


def _parse_arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="make privacy", description=__doc__)
    found = next((Path(bundle) for bundle in _BUNDLES if Path(bundle).exists()), Path(_BUNDLES[-1]))
    parser.add_argument("--data", type=Path, default=found, help="the bundle")
    parser.add_argument("--scale", type=float, default=1.0, help="rounds, relative to the default")
    parser.add_argument("--only", default="", help="a part of the name of the attacks to run")
    parser.add_argument("--processes", type=int, help="how many; the default is one per processor")
    parser.add_argument("--write", type=Path, help="write the tables of this page and of `risk`")
    parser.add_argument("--json", action="store_true", help="print JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
