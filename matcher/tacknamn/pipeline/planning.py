"""Pieces that a profile puts together: first name and surname are one ``[Name]`` (C2)."""

from collections.abc import Iterable, Sequence

from tacknamn.profiles.records import Join
from tacknamn.records import Detection

__all__ = ["join_neighbours"]


def join_neighbours(
    text: str, found: Sequence[Detection], joins: Iterable[Join]
) -> list[Detection]:
    """The pieces, neighbours that belong together as one with the label of its first."""
    for join in joins:
        found = _apply_join(text, found, join)
    return list(found)


def _apply_join(text: str, found: Sequence[Detection], join: Join) -> list[Detection]:
    joined: list[Detection] = []
    for one in found:
        last = joined[-1] if joined else None
        if (
            last is not None
            and one.label in join.labels
            and last.label in join.labels
            and text[last.end : one.start] in join.between
        ):
            joined[-1] = last._replace(
                end=one.end,
                base="",
                affixes=one.affixes,
                probability=min(last.probability, one.probability),
            )
        else:
            joined.append(one)
    return joined
