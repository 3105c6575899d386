"""The records of a SVALA graph: tokens of two texts, edges between them, and their ids."""

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
    "sort_ids",
]


@dataclass(frozen=True, slots=True)
class Token:
    """A word with the blanks that follow it; the first token also has the blanks before it."""

    id: str
    text: str = field(repr=False)
    """Not part of the representation, because it may be private."""


@dataclass(frozen=True, slots=True)
class Edge:
    """Tokens of the source and the target that belong together."""

    id: str
    ids: tuple[str, ...]
    """The ids of its tokens, of both sides."""
    labels: tuple[str, ...] = ()
    manual: bool = False
    """Whether a person or a service made it. SVALA recomputes all other edges at every change."""
    comment: str | None = field(default=None, repr=False)


@dataclass(frozen=True, slots=True)
class Violation:
    """Something that makes SVALA refuse a graph or warn about it."""

    rule: str
    """The name of the rule: a :class:`~tacknamn.svala.rules.GraphRule` or a
    :class:`~tacknamn.svala.edge_labels.Concern`."""
    place: str
    """The token or edge, counted from 1, for example ``source token 3 (s2)``."""
    message: str
    """What is wrong. It never quotes the text."""


@dataclass(frozen=True, slots=True)
class Graph:
    """Two texts and the edges between their words."""

    source: tuple[Token, ...] = ()
    """The original text."""
    target: tuple[Token, ...] = ()
    """The pseudonymized text."""
    edges: tuple[Edge, ...] = ()
    comment: str | None = field(default=None, repr=False)
    """The annotators' comment on the document."""
    flaws: tuple[Violation, ...] = ()
    """Violations in the file that these records cannot represent. They are lost when the graph
    is written."""


@dataclass(frozen=True, slots=True)
class GraphSpan:
    """A piece of the original text and its replacement."""

    start: int
    """First character in the original text."""
    end: int
    """The character after the last."""
    replacement: str = field(repr=False)
    """The same piece in the pseudonymized text; equal to the original if it is only marked."""
    labels: tuple[str, ...] = ()
    """Base label, running number, affixes and notes, for example ``("city", "1", "gen")``."""
    manual: bool = True
    """Whether SVALA must leave the edge as it is."""
    comment: str | None = field(default=None, repr=False)
    """An annotator's comment; one of the labels must then contain ``!``."""
    edge: str | None = None
    """The id of the edge that the span was read from. If the span is put back into the graph,
    it changes this edge."""


def make_edge_id(ids: tuple[str, ...]) -> str:
    """Return the id that SVALA gives to an edge between these tokens (sorted ids)."""
    return "e-" + "-".join(ids)


def sort_ids(ids: Iterable[str]) -> tuple[str, ...]:
    """Sort ids as JavaScript does: by UTF-16 code units."""
    return tuple(sorted(ids, key=lambda id: id.encode("utf-16-be", "surrogatepass")))


_NUMBER = re.compile(r"([0-9]{1,15})\Z")
"""The number at the end of an id. JavaScript represents integers of fifteen digits exactly."""


class TokenIds:
    """Generates ids that no token has. It counts on from the largest number, as SVALA does.

    >>> token_ids = TokenIds(["s0", "t9"])
    >>> token_ids.make("t"), token_ids.make("s")
    ('t10', 's11')
    """

    def __init__(self, ids: Iterable[str]) -> None:
        """Start after the largest number of these ids."""
        matches = (_NUMBER.search(id) for id in ids)
        self._numbers = count(max((int(match[1]) for match in matches if match), default=-1) + 1)

    def make(self, prefix: str) -> str:
        """Return a new id; the prefix is ``s`` for the source, ``t`` for the target."""
        return f"{prefix}{next(self._numbers)}"
