"""From the results of all stages to the document of a text."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from tacknamn.pipeline.document import Document
from tacknamn.pipeline.long_texts import freeze_records
from tacknamn.pipeline.stages import LanguageStages, StageSettings
from tacknamn.records import Detection, Span
from tacknamn.replacement.scope import Scope
from tacknamn.text.languages import describe_mismatch

if TYPE_CHECKING:
    from tacknamn.svala.records import Graph

__all__ = ["PseudonymizedText", "make_document", "warn_of_unknown_writer"]

_UNKNOWN_WRITER = "without a known writer, names are replaced alike in all such texts"


class PseudonymizedText(NamedTuple):
    """The results of all stages for one text."""

    text: str
    stages: LanguageStages
    detected: Sequence[Detection]
    spans: Sequence[Span]
    name: str
    scope: Scope | None
    """None if nothing was to be drawn."""
    graph: "Graph | None" = None
    warnings: tuple[str, ...] = ()
    """What only this stage knows: corrected numbers that contradict replacements."""


def make_document(result: PseudonymizedText, settings: StageSettings) -> Document:
    """Make the document of a text, with the warnings of all stages."""
    language = result.stages.language
    found = [
        *result.warnings,
        *(
            warning
            for finder in result.stages.finders
            for warning in finder.list_warnings(result.text, result.spans)
        ),
    ]
    if mismatch := describe_mismatch(result.text, language):
        found.append(mismatch)
    if result.scope is not None:
        found = [*result.scope.warnings, *found]
    return Document(
        result.text,
        freeze_records(result.spans),
        settings.profile,
        language,
        settings.lexicon,
        result.name,
        tuple(found),
        freeze_records(result.detected),
        settings.protect,
        result.graph,
    )


def warn_of_unknown_writer(document: Document, writer: str | None) -> Document:
    """Return the document, with a warning if its writer is to be known and is not."""
    if writer != "" or not document.spans:
        return document
    return replace(document, warnings=(*document.warnings, _UNKNOWN_WRITER))
