"""``python -m tacknamn`` is ``tacknamn``."""

from typing import NoReturn

from tacknamn.commands import run

__all__ = ["main"]


def main() -> NoReturn:
    """Run the command ``tacknamn``."""
    run("tacknamn.cli", "tacknamn")


if __name__ == "__main__":
    main()
