"""Find where a text of a session could not be restored: what is left of it reads like a pseudonym, or a
pseudonym cannot be found in it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tacknamn.labels import name_affixes
from tacknamn.pipeline.replacer import PlannedSpan
from tacknamn.profiles.records import RUNNING_NUMBER, Policy, make_placeholder
from tacknamn.records import Action, Detection, Span
from tacknamn.replacement.originals import OriginalKey
from tacknamn.session.finding import FoundPseudonym
from tacknamn.session.mapping import SessionMapping
from tacknamn.support.splice import splice

__all__ = ["Clashes", "find_clashes", "resolve_clashes"]

_RULE = "clash"
"""The rule of detections that are replaced because they read like a pseudonym."""
_EXTRA = "extra"
_DRAW = Policy(Action.REPLACE, "draw")


class Clashes(NamedTuple):
    """What cannot stay as it is in a text."""

    readable: list[FoundPseudonym]
    """What stayed and reads like a pseudonym, by its place in the original text."""
    unfound: set[int]
    """The starts of spans whose pseudonym is not found again."""

    def __bool__(self) -> bool:
        return bool(self.readable or self.unfound)


class _PlacedSpan(NamedTuple):
    """A replaced span and where its replacement is in the new text."""

    start: int
    end: int
    span: Span
    is_drawn: bool


def find_clashes(
    text: str, spans: list[Span], owners: dict[int, OriginalKey], mapping: SessionMapping
) -> Clashes:
    """Find the clashes in a text whose spans are replaced.

    Args:
        owners: What identifies the originals of drawn pseudonyms, by the start of their spans.
    """
    new_text = splice(text, ((span.start, span.end, span.replacement) for span in spans))
    placed = list(_place_spans(spans, owners))
    clashes = Clashes([], {each.span.start for each in placed if each.is_drawn})
    number = shift = 0
    for found in mapping.finder.find(new_text).found:
        while number < len(placed) and placed[number].end <= found.start:
            shift = placed[number].span.end - placed[number].end
            number += 1
        if number == len(placed) or placed[number].start >= found.end:
            if mapping.restore(new_text, found) not in (None, new_text[found.start : found.end]):
                moved = found._replace(start=found.start + shift, end=found.end + shift)
                clashes.readable.append(moved)
        elif _is_expected(found, placed[number], owners):
            clashes.unfound.discard(placed[number].span.start)
    return clashes


def _place_spans(spans: Iterable[Span], owners: dict[int, OriginalKey]) -> Iterator[_PlacedSpan]:
    """Yield what was replaced. A country that stays is no replacement."""
    shift = 0
    for span in spans:
        start = span.start + shift
        shift += len(span.replacement) - (span.end - span.start)
        is_drawn = span.start in owners
        is_value = span.action is Action.REPLACE and span.replacement.startswith("[")
        if is_drawn or is_value:
            yield _PlacedSpan(start, span.end + shift, span, is_drawn)


def _is_expected(
    found: FoundPseudonym, placed: _PlacedSpan, owners: dict[int, OriginalKey]
) -> bool:
    same_place = (found.start, found.end) == (placed.start, placed.end)
    return same_place and found.owner == owners.get(placed.span.start)


def resolve_clashes(
    text: str, planned: list[PlannedSpan], clashes: Clashes, mapping: SessionMapping
) -> list[PlannedSpan]:
    """Return the planned spans of a text with what is replaced in addition."""
    escapes = [_escape(text, found, mapping) for found in clashes.readable]
    taken = [(each.detection.start, each.detection.end) for each in escapes]
    kept = [
        _give_way(each) if each.detection.start in clashes.unfound else each
        for each in planned
        if not any(
            start < each.detection.end and each.detection.start < end for start, end in taken
        )
    ]
    return sorted([*kept, *escapes], key=lambda each: each.detection.start)


def _escape(text: str, found: FoundPseudonym, mapping: SessionMapping) -> PlannedSpan:
    """Plan to replace what reads like a pseudonym, or like a placeholder."""
    if found.owner is None:
        placeholder = make_placeholder(f"[{_EXTRA} {RUNNING_NUMBER}]")
        return PlannedSpan(Detection(found.start, found.end, _EXTRA, _RULE), placeholder)
    draw = mapping.settled.draws[found.owner][0]
    affixes = name_affixes(found.affixes)
    detection = Detection(found.start, found.end, draw.label, _RULE, draw.base, affixes)
    return PlannedSpan(detection, _DRAW)


def _give_way(planned: PlannedSpan) -> PlannedSpan:
    """Plan a placeholder in place of a pseudonym."""
    label = planned.detection.label
    return planned._replace(policy=make_placeholder(f"[{label} {RUNNING_NUMBER}]"))
