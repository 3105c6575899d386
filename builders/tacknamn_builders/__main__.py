"""``python -m tacknamn_builders`` is ``tacknamn-build``."""

from tacknamn.interrupts import end_at_once

__all__ = ["main"]


def main() -> None:
    """Run the command ``tacknamn-build``."""
    end_at_once()
    from tacknamn.commands import run  # not before Ctrl-C is guarded

    run("tacknamn_builders.cli", "tacknamn-build")


if __name__ == "__main__":
    main()
