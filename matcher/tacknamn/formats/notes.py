"""Leave the internal notes of annotators out of files that are meant for publication (A9.16).

``OBS!`` is a note for the project. Its comment may say what was replaced (*really Elisabeth Ek*), and so
may the comment on the document. ``Com!`` is a note for the users of the corpus, and stays with its
comment. A span with both notes has one comment for both: it is taken for an internal one.
"""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from tacknamn.formats.records import InputDocument, Writer
from tacknamn.records import Action

if TYPE_CHECKING:
    from tacknamn.pipeline.document import Document
    from tacknamn.records import Span

__all__ = ["without_internal_notes"]

_INTERNAL, _PUBLISHED = "OBS!", "Com!"
_OTHER = "extra"
"""SVALA's label for everything else, of a piece that was replaced without a label."""
_LEFT_OUT = "internal notes (OBS!) or comments were left out; --with-notes writes them"


def without_internal_notes(writer: Writer) -> Writer:
    """Return a writer that leaves out internal notes, and warns of it."""

    def write(document: "Document", input: InputDocument) -> str:
        return writer.piece(_clean_document(document), _clean_input(input))

    return replace(writer, piece=write, warnings=_warn(writer.warnings))


def _warn(
    warnings: "Callable[[Document], tuple[str, ...]]",
) -> "Callable[[Document], tuple[str, ...]]":
    def list_warnings(document: "Document") -> tuple[str, ...]:
        graph = document.corrected
        is_commented = graph is not None and graph.comment is not None
        is_noted = is_commented or any(map(_has_internal, document.spans))
        return (*warnings(document), *[_LEFT_OUT] * is_noted)

    return list_warnings


def _clean_document(document: "Document") -> "Document":
    if not any(map(_has_internal, document.spans)):
        return document
    return replace(document, spans=tuple(_clean_spans(document.spans)))


def _clean_input(input: InputDocument) -> InputDocument:
    if input.graph is None or input.graph.comment is None:
        return input
    return replace(input, graph=replace(input.graph, comment=None))


def _has_internal(span: "Span") -> bool:
    if span.comment and _PUBLISHED not in (span.label, *span.affixes):
        return True
    return span.label == _INTERNAL or _INTERNAL in span.affixes


def _clean_spans(spans: "Iterable[Span]") -> "Iterator[Span]":
    """Yield the spans without internal notes; one that is nothing else is left out."""
    for span in spans:
        if not _has_internal(span):
            yield span
            continue
        affixes = tuple(affix for affix in span.affixes if affix != _INTERNAL)
        span = span._replace(affixes=affixes, comment="")
        if span.label != _INTERNAL:
            yield span
        elif _PUBLISHED in affixes:
            others = tuple(affix for affix in affixes if affix != _PUBLISHED)
            yield span._replace(label=_PUBLISHED, affixes=others)
        elif span.action is Action.REPLACE:
            yield span._replace(label=_OTHER)
