"""What workers do for ``tacknamn pseudonymize``: a document in, what is to be written out."""

from collections import Counter
from dataclasses import replace
from typing import TYPE_CHECKING

from tacknamn.batch.request import BatchRequest, open_pseudonymizers
from tacknamn.batch.tasks import Task, TaskFunction, TaskResult
from tacknamn.formats.registry import FORMATS

if TYPE_CHECKING:
    from tacknamn.formats.records import InputDocument
    from tacknamn.pipeline.document import Document
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.replacement.records import Record

__all__ = ["open_pseudonymize"]


def open_pseudonymize(request: BatchRequest) -> TaskFunction:
    """The work of a request; the pseudonymizer is made here, once for all pieces."""
    pseudonymizers = open_pseudonymizers(request)
    pseudonymizers("")  # what cannot be made is told before any text is read

    def work(piece: Task) -> TaskResult:
        one: InputDocument = piece.input
        pseudonymizer = pseudonymizers(one.language)
        left = _left(one, pseudonymizer)
        if one.kept:
            text = _written(piece, pseudonymizer("", name=one.id), request)
            return TaskResult(text, warnings=left)
        # A text alone is known by what it says: from a file, standard input or Python, the same
        # seed gives the same. Those of a larger file are known by their ids.
        name = one.id if FORMATS[piece.source].many else ""
        if one.graph is not None:
            document = pseudonymizer.again(one.graph, name)
        elif one.labels:
            from tacknamn.formats.jsonl import read_labels

            document = pseudonymizer.with_labels(one.text, read_labels(one), name)
        else:
            document = pseudonymizer(one.text, name)
        result = _result(piece, replace(document, name=one.id), request)
        return replace(result, warnings=(*left, *result.warnings)) if left else result

    return work


def _left(one: "InputDocument", pseudonymizer: "Pseudonymizer") -> tuple[str, ...]:
    """A warning, where the first row of a table was left that has something to replace."""
    if one.heading is None:
        return ()
    from tacknamn.records import Action

    policies = map(pseudonymizer.profile.resolve_policy, pseudonymizer.detect(one.heading.text))
    wanted = any(policy.action is Action.REPLACE for policy in policies)
    return (one.heading.warning("pseudonymized"),) if wanted else ()


def _result(piece: Task, document: "Document", request: BatchRequest) -> TaskResult:
    from tacknamn.formats.registry import load_writer

    spans = document.spans
    return TaskResult(
        text=_written(piece, document, request),
        words=len(document.original.split()),
        actions=Counter(str(span.action) for span in spans),
        labels=Counter(span.label for span in spans),
        warnings=(*document.warnings, *load_writer(piece.format).warnings(document)),
        aside=_aside(document) if request.explain and piece.format != "html" else "",
        records=_records(document) if request.to_vault else (),
    )


def _written(piece: Task, document: "Document", request: BatchRequest) -> str:
    if request.explain and piece.format == "html":
        from tacknamn.reports.document_page import render_document_page

        return render_document_page(document, explain=True)
    from tacknamn.formats.registry import load_writer

    return load_writer(piece.format)(document, piece.input)


def _aside(document: "Document") -> str:
    from tacknamn.reports.explanations import explain_document

    return "".join(f"{line}\n" for line in explain_document(document))


def _records(document: "Document") -> "tuple[Record, ...]":
    """What stood where something else stands now."""
    from tacknamn.records import Action
    from tacknamn.replacement.records import Record

    return tuple(
        Record(
            span.label, document.original[span.start : span.end], span.replacement, document.name
        )
        for span in document.spans
        if span.action is Action.REPLACE and span.replacement
    )
