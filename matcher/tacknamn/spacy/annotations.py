"""Write names into a document of spaCy: a group of spans, entities, and extension attributes.

A document of spaCy consists of tokens, so a span may have to be widened: with the alignment mode
``expand``, *Lund* in the token *Lund-resan* becomes a span of the whole token. The exact offsets are
those of :class:`SpanFacts`. The facts are stored with the group of spans, so they are written and read
with the document, also by ``DocBin``.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from typing import Any, NamedTuple

from spacy.pipeline.span_ruler import (
    prioritize_existing_ents_filter,
    prioritize_new_ents_filter,
)
from spacy.tokens import Doc, Span, SpanGroup

from tacknamn.errors import InputError

__all__ = ["AnnotationSettings", "SpanFacts", "register_extensions", "write_annotations"]

ALIGNMENT_MODES = ("expand", "contract", "strict")
"""What :meth:`Doc.char_span` does with a span that ends within a token."""
_FACTS = "tacknamn"
"""The attribute of a group of spans that holds their facts."""


class SpanFacts(NamedTuple):
    """What is known about a span of the group."""

    start: int
    """The first character of the name in the text. The span may begin earlier."""
    end: int
    """The character after the last one."""
    label: str
    """Its label, which is also that of the span."""
    probability: float
    """The probability of the label."""
    number: int = 0
    """The running number of the person, place and so on within the label, which is also the id of the
    span. 0 if the component does not pseudonymize."""
    replacement: str | None = None
    """What replaces the name. None if the component does not pseudonymize."""


@dataclass(frozen=True, slots=True)
class AnnotationSettings:
    """What is written into a document."""

    spans_key: str = "tacknamn"
    """The name of the group of spans."""
    annotate_ents: bool = False
    """Whether the spans are added to ``doc.ents`` as well."""
    overwrite_ents: bool = False
    """Whether they replace entities of other components that they overlap. If not, those stay."""
    ents_labels: Sequence[str] = field(default_factory=list)
    """The labels of the spans that become entities; empty for all."""
    alignment_mode: str = "expand"
    """``expand`` widens a span to whole tokens, ``contract`` narrows it, ``strict`` leaves it out. A
    narrowed span without a token is left out as well."""
    pseudonymize: bool = False
    """Whether the text is pseudonymized too (``doc._.pseudonymized``)."""

    def __post_init__(self) -> None:
        if self.alignment_mode not in ALIGNMENT_MODES:
            modes = ", ".join(ALIGNMENT_MODES)
            raise InputError(f"the setting alignment_mode must be one of {modes}")
        if isinstance(self.ents_labels, str):
            raise InputError("the setting ents_labels must be a list of labels")

    @classmethod
    def select_names(cls, settings: Mapping[str, Any]) -> dict[str, Any]:
        """Return those of all settings of a component that belong here."""
        names = {field.name for field in fields(cls)}
        return {name: value for name, value in settings.items() if name in names}

    def to_mapping(self) -> dict[str, Any]:
        """Return the settings as plain data."""
        return asdict(self)


def register_extensions() -> None:
    """Register ``doc._.pseudonymized`` and ``span._.tacknamn``, in this process and once."""
    if not Doc.has_extension("pseudonymized"):
        Doc.set_extension("pseudonymized", default=None)
    if not Span.has_extension("tacknamn"):
        Span.set_extension("tacknamn", getter=_find_facts)


def write_annotations(doc: Any, facts: Iterable[SpanFacts], settings: AnnotationSettings) -> None:
    """Write the names of a text as spans and, if asked, as entities."""
    placed = [
        (span, each)
        for each in facts
        if (span := _make_span(doc, each, settings.alignment_mode)) is not None
    ]
    spans = [span for span, _ in placed]
    doc.spans[settings.spans_key] = SpanGroup(
        doc,
        name=settings.spans_key,
        spans=spans,
        attrs={_FACTS: [list(each) for _, each in placed]},
    )
    if settings.annotate_ents:
        _add_entities(doc, spans, settings)


def _make_span(doc: Any, facts: SpanFacts, alignment_mode: str) -> Any:
    """Make a span of whole tokens, or None if there is none."""
    return doc.char_span(
        facts.start,
        facts.end,
        label=facts.label,
        span_id=str(facts.number) if facts.number else "",
        alignment_mode=alignment_mode,
    )


def _add_entities(doc: Any, spans: Iterable[Any], settings: AnnotationSettings) -> None:
    """Add the spans to the entities. Of two that share a token, the longer or first one is added."""
    chosen = [
        span for span in spans if not settings.ents_labels or span.label_ in settings.ents_labels
    ]
    merge = (
        prioritize_new_ents_filter if settings.overwrite_ents else prioritize_existing_ents_filter
    )
    doc.ents = sorted(merge(doc.ents, chosen))


def _find_facts(span: Any) -> SpanFacts | None:
    """Return the facts of a span that the component made."""
    for group in span.doc.spans.values():
        for each, facts in zip(group, group.attrs.get(_FACTS, ()), strict=False):
            if (each.start, each.end, each.label) == (span.start, span.end, span.label):
                return SpanFacts(*facts)
    return None
