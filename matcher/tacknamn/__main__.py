"""``python -m tacknamn`` is ``tacknamn``."""

from tacknamn.interrupts import end_at_once

__all__ = ["main"]


def main() -> None:
    """Run the command ``tacknamn``."""
    end_at_once()
    from tacknamn.commands import run  # not before Ctrl-C is guarded

    run("tacknamn.cli", "tacknamn")


if __name__ == "__main__":
    main()
