"""What a scope is made for: a text, what it names, and the numbers that decide its draws."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from tacknamn.matcher import Match
from tacknamn.sampling.choices import Choices
from tacknamn.sampling.records import Mention
from tacknamn.sampling.rotation import Rotation

__all__ = ["Document"]


@dataclass(frozen=True, slots=True)
class Document:
    """What a scope is made for."""

    mentions: Sequence[Match | Mention]
    """All that are known beforehand, in the order of the text."""
    texts: Sequence[str]
    """The text that they stand in."""
    choices: Choices
    rotations: Callable[[str], Rotation] | None = None
    """How the names of a label rotate, where a whole corpus is one scope."""
