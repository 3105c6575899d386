"""The mentions of the review document: masked is what the profile replaces, and nothing else.

The rules of the benchmark say of each mention what it is and whether it is confidential. Whether it is
masked is the profile's decision: the reviewer sees what a reader of the result would see.
"""

from collections.abc import Iterator, Sequence

from tacknamn.records import Action, Span
from tacknamn.tab_benchmark.records import (
    Confidentiality,
    EntityType,
    IdentifierType,
    TabMention,
)
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["follow_profile"]

_MASKED = "the profile replaces it"
_READABLE = "the profile leaves it"


def follow_profile(mentions: Sequence[TabMention], spans: Sequence[Span]) -> list[TabMention]:
    """Return mentions, from left to right and without overlaps, of which those are masked that are
    replaced.

    Args:
        mentions: The annotations of the benchmark; they and the spans come from left to right.
    """
    replaced = [span for span in spans if span.action is Action.REPLACE]
    masked = list(_mask_spans(replaced, mentions))
    readable = [_unmask(mention) for mention in _drop_overlapping(mentions, replaced)]
    return sorted([*masked, *readable], key=lambda mention: mention.start)


def _mask_spans(spans: Sequence[Span], mentions: Sequence[TabMention]) -> Iterator[TabMention]:
    """Yield a masked mention for each span: with what the benchmark says of its place, if it does."""
    following = 0
    for span in spans:
        while following < len(mentions) and mentions[following].end <= span.start:
            following += 1
        mention = mentions[following] if following < len(mentions) else None
        if mention is None or mention.start >= span.end:
            mention = _make_mention(span)
        is_masked = mention.identifier_type is not IdentifierType.NO_MASK
        yield mention._replace(
            start=span.start,
            end=span.end,
            identifier_type=mention.identifier_type if is_masked else IdentifierType.QUASI,
            reason=mention.reason if is_masked else _MASKED,
        )


def _make_mention(span: Span) -> TabMention:
    info = load_taxonomy().find(span.label)
    entity_type = EntityType(info.entity) if info and info.entity else EntityType.MISC
    return TabMention(
        span.start,
        span.end,
        entity_type,
        IdentifierType.QUASI,
        f"{span.label} {span.number}",
        Confidentiality.NOT_CONFIDENTIAL,
        None,
        reason=_MASKED,
    )


def _drop_overlapping(
    mentions: Sequence[TabMention], spans: Sequence[Span]
) -> Iterator[TabMention]:
    """Yield the mentions of which nothing is replaced."""
    following = 0
    for mention in mentions:
        while following < len(spans) and spans[following].end <= mention.start:
            following += 1
        if following == len(spans) or spans[following].start >= mention.end:
            yield mention


def _unmask(mention: TabMention) -> TabMention:
    if mention.identifier_type is IdentifierType.NO_MASK:
        return mention
    return mention._replace(identifier_type=IdentifierType.NO_MASK, reason=_READABLE)
