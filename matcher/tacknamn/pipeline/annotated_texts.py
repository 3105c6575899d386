"""Make the document of a text that annotators of court rulings have finished (E7, step 3).

Their annotations decide alone: what they marked as a direct or quasi-identifier becomes ``*****``, and
nothing else is searched or replaced. A reviewer sees what they decided, and not what rules would say.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from tacknamn.pipeline.document import BY_HAND, Document
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Action, Span
from tacknamn.tab_benchmark.annotation import NEAREST_LABELS
from tacknamn.tab_benchmark.records import IdentifierType, TabMention
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument

if TYPE_CHECKING:
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer

__all__ = ["list_mentions", "mask_annotations"]

STARS = "*****"
"""The replacement of the profile ``tab``."""
_REASON = "an annotator decided so"


def mask_annotations(engine: "Pseudonymizer", document: StandoffDocument, name: str) -> Document:
    """Mask what the annotator of a document marked; ``document`` has one annotator."""
    mentions = list_mentions(document)
    masked = [
        mention for mention in mentions if mention.identifier_type is not IdentifierType.NO_MASK
    ]
    spans = tuple(_make_spans(masked))
    profile = read_profile("tab")
    return Document(document.text, spans, profile, engine.language, engine.lexicon, name)


def list_mentions(document: StandoffDocument) -> list[TabMention]:
    """List the mentions of the annotators of a document, from left to right."""
    annotations = [each for marked in document.annotations.values() for each in marked]
    return [_make_mention(annotation) for annotation in sorted(annotations)]


def _make_mention(annotation: Annotation) -> TabMention:
    return TabMention(
        annotation.start,
        annotation.end,
        annotation.entity_type,
        annotation.identifier_type,
        annotation.entity_id,
        annotation.confidential_status,
        None,
        BY_HAND,
        _REASON,
    )


def _make_spans(mentions: Sequence[TabMention]) -> Iterator[Span]:
    """Yield a span for each mention; entities are numbered within their label."""
    numbers: dict[str, dict[str, int]] = {}
    for mention in mentions:
        label = NEAREST_LABELS[mention.entity_type]
        of_label = numbers.setdefault(label, {})
        number = of_label.setdefault(mention.entity_id, len(of_label) + 1)
        yield Span(
            mention.start, mention.end, label, STARS, number, (), Action.REPLACE, None, _REASON
        )
