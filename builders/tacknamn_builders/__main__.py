"""``python -m tacknamn_builders`` is ``tacknamn-build``."""

from tacknamn.support.interrupts import exit_on_interrupt

__all__ = ["main"]


def main() -> None:
    """Run the command ``tacknamn-build``."""
    exit_on_interrupt()
    from tacknamn.cli.program import run  # only after Ctrl-C is handled

    run("tacknamn_builders.cli.app", "tacknamn-build", extra="builders")


if __name__ == "__main__":
    main()
