"""Pieces that a profile puts together: first name and surname are one ``[Name]`` (C2)."""

from collections.abc import Iterable, Sequence

from tacknamn.policies import Join
from tacknamn.pseudonymizing.records import Found

__all__ = ["with_joins"]


def with_joins(text: str, found: Sequence[Found], joins: Iterable[Join]) -> list[Found]:
    """The pieces, neighbours that belong together as one with the label of its first."""
    for join in joins:
        found = _joined(text, found, join)
    return list(found)


def _joined(text: str, found: Sequence[Found], join: Join) -> list[Found]:
    joined: list[Found] = []
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
