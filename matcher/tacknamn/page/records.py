"""What is told of a span, one thing at a time."""

from typing import NamedTuple

__all__ = ["Fact"]


class Fact(NamedTuple):
    """One thing that is told of a span."""

    name: str
    """What it is: ``rule``, ``candidate`` ..."""
    words: tuple[str, ...]
    """Without tabs, line ends and control characters."""
