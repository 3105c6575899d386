"""Count the modules and functions that run for one short text: how far a reader has to follow it.

Run after a build::

    .venv/bin/python -m bench.way_of_a_text [--bundle DIR] [--list]

Counts with ``sys.setprofile``, which does not see compiled functions. So the script copies the
sources without the compiled modules of ``detection.ranking`` to a temporary folder, and counts
there. The lexicon and the pseudonymizer are open already, as they are for the second text.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from types import FrameType

ROOT = Path(__file__).resolve().parents[1]
TEXT = (
    "Jag heter Amina och är 14 år. Min bror Ali bor i Lund och jobbar på Volvo. Ring 070-123 45 67!"
)


def main() -> None:
    """Copy the sources, count, print."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bundle", type=Path, default=ROOT / "build" / "default")
    parser.add_argument("--list", action="store_true", help="print the modules as well")
    parser.add_argument("--here", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.here:
        count(options.bundle, options.list)
        return
    with tempfile.TemporaryDirectory() as folder:
        sources = Path(folder) / "matcher"
        # Modules with an underscore are C, and stay: they have no Python to count.
        ignored = shutil.ignore_patterns("__pycache__", "[!_]*.so")
        shutil.copytree(ROOT / "matcher", sources, ignore=ignored)
        arguments = ["--here", "--bundle", str(options.bundle.resolve())]
        arguments += ["--list"] if options.list else []
        done = subprocess.run(
            [sys.executable, __file__, *arguments],
            env=os.environ | {"PYTHONPATH": str(sources)},
            check=False,
        )
    sys.exit(done.returncode)


def count(bundle: Path, list_modules: bool) -> None:
    """Pseudonymize the text twice, and count the second time."""
    from tacknamn import Lexicon, Pseudonymizer

    pseudonymizer = Pseudonymizer(Lexicon.open(bundle), profile="swell", seed=7)
    pseudonymizer(TEXT)
    functions: dict[str, set[str]] = {}
    switches: list[str] = []

    def profile(frame: FrameType, event: str, argument: object) -> None:
        _, mark, module = frame.f_code.co_filename.rpartition("/tacknamn/")
        if event == "call" and mark:
            functions.setdefault(module, set()).add(frame.f_code.co_qualname)
            if switches[-1:] != [module]:
                switches.append(module)

    sys.setprofile(profile)
    pseudonymizer(TEXT)
    sys.setprofile(None)
    print(f"modules whose functions run: {len(functions)}")
    print(f"functions that run: {sum(map(len, functions.values()))}")
    print(f"switches between modules: {len(switches)}")
    if list_modules:
        for module in sorted(functions):
            print(f"  {len(functions[module]):3} {module}")


if __name__ == "__main__":
    main()
