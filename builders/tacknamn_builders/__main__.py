"""``python -m tacknamn_builders`` is ``tacknamn-build``."""

from typing import NoReturn

from tacknamn.commands import run

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command ``tacknamn-build``."""
    run("tacknamn_builders.cli", "tacknamn-build")


if __name__ == "__main__":
    main()
