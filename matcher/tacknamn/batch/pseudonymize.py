"""The task of ``tacknamn pseudonymize``: from a document to the text of its result."""

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

__all__ = ["list_originals", "open_pseudonymize"]


def open_pseudonymize(request: BatchRequest) -> TaskFunction:
    """Return the task function. It opens the pseudonymizer once for all tasks."""
    pseudonymizers = open_pseudonymizers(request)
    pseudonymizers("")  # errors of the request are raised before any text is read

    def work(task: Task) -> TaskResult:
        input: InputDocument = task.input
        pseudonymizer = pseudonymizers(input.language)
        warnings = _check_header(input, pseudonymizer)
        if input.is_trailer:
            text = _write(task, pseudonymizer("", name=input.id), request)
            return TaskResult(text, warnings=warnings)
        document = _pseudonymize(task, input, pseudonymizer)
        result = _make_result(task, replace(document, name=input.id), request)
        return replace(result, warnings=(*warnings, *result.warnings)) if warnings else result

    return work


def _pseudonymize(task: Task, input: "InputDocument", pseudonymizer: "Pseudonymizer") -> "Document":
    # A single text is identified by its content: the same seed gives the same result from a file,
    # from standard input and from Python. The documents of a larger file are identified by id.
    name = input.id if FORMATS[task.source].many and not input.is_unnamed else ""
    if input.graph is not None:
        return pseudonymizer.again(input.graph, name)
    if input.labels:
        from tacknamn.formats.jsonl import read_labels

        return pseudonymizer.with_labels(input.text, read_labels(input), name)
    return pseudonymizer(input.text, name)


def _check_header(input: "InputDocument", pseudonymizer: "Pseudonymizer") -> tuple[str, ...]:
    """Return a warning if the header row of a table has something to replace."""
    if input.header is None:
        return ()
    from tacknamn.records import Action

    policies = map(pseudonymizer.profile.resolve_policy, pseudonymizer.detect(input.header.text))
    has_replacements = any(policy.action is Action.REPLACE for policy in policies)
    return (input.header.make_warning("pseudonymized"),) if has_replacements else ()


def _make_result(task: Task, document: "Document", request: BatchRequest) -> TaskResult:
    from tacknamn.formats.registry import load_writer

    spans = document.spans
    return TaskResult(
        text=_write(task, document, request),
        words=len(document.original.split()),
        actions=Counter(str(span.action) for span in spans),
        labels=Counter(span.label for span in spans),
        warnings=(*document.warnings, *load_writer(task.format).warnings(document)),
        explanation=_explain(document) if request.explain and task.format != "html" else "",
        records=list_originals(document) if request.with_originals else (),
    )


def _write(task: Task, document: "Document", request: BatchRequest) -> str:
    if request.explain and task.format == "html":
        from tacknamn.reports.document_page import render_document_page

        return render_document_page(document, explain=True)
    from tacknamn.formats.registry import load_writer

    return load_writer(task.format)(document, task.input)


def _explain(document: "Document") -> str:
    from tacknamn.reports.explanations import explain_document

    return "".join(f"{line}\n" for line in explain_document(document))


def list_originals(document: "Document") -> "tuple[Record, ...]":
    """Return a record for each replaced span, for a vault or a table."""
    from tacknamn.records import Action
    from tacknamn.replacement.records import Record

    return tuple(
        Record(
            span.label, document.original[span.start : span.end], span.replacement, document.name
        )
        for span in document.spans
        if span.action is Action.REPLACE and span.replacement
    )
