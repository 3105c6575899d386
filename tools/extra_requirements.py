"""Print the requirements of an extra: ``python -m tools.extra_requirements dev``.

To install the extra itself (``pip install '.[dev]'``) compiles the package again, which takes
minutes. An extra may contain others: ``tacknamn[builders,vault]``.
"""

import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

__all__ = ["list_requirements"]

PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"
Extras = Mapping[str, Sequence[str]]


def list_requirements(extras: Extras, extra: str) -> Iterator[str]:
    """Yield the requirements of an extra and of the extras that it contains."""
    for requirement in extras[extra]:
        package, _, inner = requirement.partition("[")
        if package != "tacknamn":
            yield requirement
            continue
        for name in inner.rstrip("]").split(","):
            yield from list_requirements(extras, name.strip())


def main() -> None:
    """Print the requirements of the extra that the argument names, one a line."""
    extras = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["optional-dependencies"]
    sys.stdout.writelines(f"{each}\n" for each in list_requirements(extras, sys.argv[1]))


if __name__ == "__main__":
    main()
