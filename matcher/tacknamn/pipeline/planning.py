"""Give each detection its policy, and join neighbours that become one span."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import Join, Policy
from tacknamn.records import Action, Detection

__all__ = ["PlannedSpan", "join_neighbours", "plan_spans"]


class PlannedSpan(NamedTuple):
    """A detection and the policy that decides about it."""

    detection: Detection
    policy: Policy


def plan_spans(profile: Profile, detections: Iterable[Detection]) -> list[PlannedSpan]:
    """Resolve the policy of each detection; drop those that the profile keeps."""
    planned = (PlannedSpan(each, profile.resolve_policy(each)) for each in detections)
    return [span for span in planned if span.policy.action is not Action.KEEP]


def join_neighbours(
    text: str, planned: Sequence[PlannedSpan], joins: Iterable[Join]
) -> list[PlannedSpan]:
    """Join neighbours that belong together; the result has label and policy of the first.

    First name and surname, for example, become one ``[Name]`` (C2)."""
    for join in joins:
        planned = _apply_join(text, planned, join)
    return list(planned)


def _apply_join(text: str, planned: Sequence[PlannedSpan], join: Join) -> list[PlannedSpan]:
    joined: list[PlannedSpan] = []
    for span in planned:
        detection = span.detection
        last = joined[-1].detection if joined else None
        if (
            last is not None
            and detection.label in join.labels
            and last.label in join.labels
            and text[last.end : detection.start] in join.between
        ):
            whole = last._replace(
                end=detection.end,
                base="",
                affixes=detection.affixes,
                probability=min(last.probability, detection.probability),
            )
            joined[-1] = joined[-1]._replace(detection=whole)
        else:
            joined.append(span)
    return joined
