"""What a graph of SVALA is made of: tokens of two texts, and edges that connect them."""

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import count

__all__ = [
    "Edge",
    "Graph",
    "GraphSpan",
    "Token",
    "TokenIds",
    "Violation",
    "make_edge_id",
]


@dataclass(frozen=True, slots=True)
class Token:
    """A word with the blanks around it."""

    id: str
    text: str = field(repr=False)
    """Not shown by accident: it may be anybody's private life."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Tokens of the source and the target that belong together."""

    id: str
    ids: tuple[str, ...]
    """Tokens of either side."""
    labels: tuple[str, ...] = ()
    manual: bool = False
    """Whether a person, or a service, made it; SVALA makes the others anew at every change."""
    comment: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that SVALA would refuse, or warn of."""

    rule: str
    """Name of the rule, of :class:`tacknamn.svala.rules.GraphRule` or of
    :class:`tacknamn.svala.edge_labels.Concern`."""
    place: str
    """Which token or edge, counted from 1, e.g. ``source token 3 (s2)``."""
    message: str
    """What is wrong, without a word of the text."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Two texts and what connects them."""

    source: tuple[Token, ...] = ()
    """The original."""
    target: tuple[Token, ...] = ()
    """The pseudonymized text."""
    edges: tuple[Edge, ...] = ()
    comment: str | None = field(default=None, repr=False)
    """The annotators' comment on the document."""
    flaws: tuple[Violation, ...] = ()
    """What a file had that these records cannot hold; writing leaves it out."""


@dataclass(frozen=True, slots=True)
class GraphSpan:
    """A piece of the original text and what stands for it."""

    start: int
    """First character in the original text."""
    end: int
    """Where it ends: the character after the last."""
    replacement: str = field(repr=False)
    """What stands there in the pseudonymized text; the same again where it is only marked."""
    labels: tuple[str, ...] = ()
    """Base label, running number, affixes and notes, e.g. ``("city", "1", "gen")``."""
    manual: bool = True
    """Whether SVALA must leave the connection as it is."""
    comment: str | None = field(default=None, repr=False)
    """An annotator's comment; one of the labels must then contain ``!``."""
    edge: str | None = None
    """The edge of a graph that it comes from; given back, it changes that edge."""


def make_edge_id(ids: tuple[str, ...]) -> str:
    """The name SVALA gives to an edge between these tokens, which are sorted."""
    return "e-" + "-".join(ids)


# Numbers for new tokens: one more than the largest on both sides, as SVALA counts.


_NUMBER = re.compile(r"([0-9]{1,15})\Z")
"""The number at the end of an id; fifteen digits are exact in JavaScript."""


class TokenIds:
    """Makes ids that no token has.

    >>> supply = Supply(["s0", "t9"])
    >>> supply.id("t"), supply.id("s")
    ('t10', 's11')
    """

    def __init__(self, ids: Iterable[str]) -> None:
        found = (_NUMBER.search(id) for id in ids)
        self._numbers = count(max((int(one[1]) for one in found if one), default=-1) + 1)

    def id(self, prefix: str) -> str:
        """A new id of a side: ``s`` for the source, ``t`` for the target."""
        return f"{prefix}{next(self._numbers)}"
