"""``python -m tacknamn`` is ``tacknamn``."""

from tacknamn.support.interrupts import exit_on_interrupt

__all__ = ["main"]


def main() -> None:
    """Run the command ``tacknamn``."""
    exit_on_interrupt()
    from tacknamn.cli.program import run  # not before Ctrl-C is guarded

    run("tacknamn.cli.app", "tacknamn")


if __name__ == "__main__":
    main()
