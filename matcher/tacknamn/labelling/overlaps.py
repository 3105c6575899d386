"""Pieces of a text that come from several finders, and what to do where they share characters."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol, TypeVar

from tacknamn.patterns import Finding
from tacknamn.pseudonymizing.records import Found

__all__ = ["beside", "joined", "outside"]

BY_ENDING = frozenset(("geo", "school", "street", "transport_name"))
"""Rules of the patterns that tell a name by its ending; an entry of the lists that is as long
says more."""


class _Placed(Protocol):
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


One = TypeVar("One", bound=_Placed)


def outside(ones: Iterable[One], others: Sequence[_Placed]) -> Iterator[One]:
    """Those that share no character with one of the others; both come from left to right."""
    place, size = 0, len(others)
    for one in ones:
        while place < size and others[place].end <= one.start:
            place += 1
        if place == size or others[place].start >= one.end:
            yield one


def beside(ones: Iterable[One], findings: Sequence[Finding]) -> Iterator[One]:
    """Those that the patterns leave to the lists: they share no character with a finding, or
    cover one that its ending gave away."""
    place, size = 0, len(findings)
    for one in ones:
        while place < size and findings[place].end <= one.start:
            place += 1
        at = place
        while at < size and findings[at].start < one.end and _covers(one, findings[at]):
            at += 1
        if at == size or findings[at].start >= one.end:
            yield one


def _covers(one: _Placed, finding: Finding) -> bool:
    return finding.rule in BY_ENDING and one.start <= finding.start and one.end >= finding.end


def joined(first: Sequence[Found], *further: Iterable[Found]) -> list[Found]:
    """All of the first, and of each further row what shares no character with those before."""
    found = sorted(first)
    for row in further:
        added = list(outside(sorted(row), found))
        found = sorted(found + added) if added else found
    return found
