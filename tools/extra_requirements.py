"""Print the requirements of an extra: ``python -m tools.extra_requirements dev``.

To install the extra itself (``pip install '.[dev]'``) installs the package again. An extra may contain
others: ``tacknamn[builders,vault]``. With ``--build``, what is needed to build the package is printed.
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
    tables = tomllib.loads(PROJECT.read_text("utf-8"))
    if sys.argv[1] == "--build":
        requirements = iter(tables["build-system"]["requires"])
    else:
        extras = tables["project"]["optional-dependencies"]
        requirements = list_requirements(extras, sys.argv[1])
    sys.stdout.writelines(f"{each}\n" for each in requirements)


if __name__ == "__main__":
    main()
