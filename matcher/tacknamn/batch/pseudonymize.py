"""The task of ``tacknamn pseudonymize``: from a document to the text of its result."""

import warnings
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from tacknamn.batch.request import BatchRequest, open_pseudonymizers
from tacknamn.batch.tasks import Task, TaskFunction, TaskResult
from tacknamn.formats.registry import FORMATS, load_writer
from tacknamn.pipeline.consistency import InconsistentNamesWarning
from tacknamn.replacement.seeds import GuessableSeedWarning
from tacknamn.text.windows import count_words

if TYPE_CHECKING:
    from tacknamn.formats.records import InputDocument
    from tacknamn.pipeline.document import Document
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.replacement.records import Record

__all__ = ["list_originals", "open_pseudonymize"]


def open_pseudonymize(request: BatchRequest) -> TaskFunction:
    """Return the task function. It opens the pseudonymizer once for all tasks."""
    # Tables of names differ between rows without a key, which the formats of documents do not warn of.
    warnings.simplefilter("ignore", InconsistentNamesWarning)
    warnings.simplefilter("ignore", GuessableSeedWarning)  # the command prints it once
    task_function = _PseudonymizeTask(request, open_pseudonymizers(request))
    task_function.pseudonymizers("")  # errors of the request are raised before any text is read
    return task_function


class _PseudonymizeTask:
    """The task function. Many tasks at once are faster than each alone, and give the same."""

    def __init__(
        self, request: BatchRequest, pseudonymizers: "Callable[[str], Pseudonymizer]"
    ) -> None:
        self.request, self.pseudonymizers = request, pseudonymizers

    def __call__(self, task: Task) -> TaskResult:
        """Pseudonymize one document."""
        return self._finish(task, None)

    def many(self, tasks: Sequence[Task]) -> list[TaskResult]:
        """Pseudonymize documents. If there is an error in one of them, it is raised."""
        documents = self._pseudonymize_plain(tasks)
        return [self._finish(task, documents.get(at)) for at, task in enumerate(tasks)]

    def _pseudonymize_plain(self, tasks: Sequence[Task]) -> "dict[int, Document]":
        """Pseudonymize the documents that are texts and nothing more, by their places."""
        by_language: dict[str, list[int]] = {}
        for at, task in enumerate(tasks):
            input = task.input
            if not (input.is_trailer or input.graph or input.labels or input.annotations):
                by_language.setdefault(input.language, []).append(at)
        documents: dict[int, Document] = {}
        for language, places in by_language.items():
            names = [_choose_name(tasks[at]) for at in places]
            inputs = [tasks[at].input for at in places]
            texts = [input.text for input in inputs]
            has_writers = any(input.writer is not None for input in inputs)
            writers = [input.writer for input in inputs] if has_writers else None
            made = self.pseudonymizers(language).many(texts, names, writers)
            documents.update(zip(places, cast("Iterator[Document]", made), strict=True))
        return documents

    def _finish(self, task: Task, document: "Document | None") -> TaskResult:
        """Return the result of a task; ``document`` is its document, if that exists."""
        input: InputDocument = task.input
        if input.annotations is not None:
            return self._mask_annotated(task)
        pseudonymizer = self.pseudonymizers(input.language)
        found = _check_header(input, pseudonymizer)
        if input.is_trailer:
            text = _write(task, pseudonymizer("", name=input.shown_id), self.request)
            return TaskResult(text, warnings=found)
        if document is None:
            document = _pseudonymize(task, input, pseudonymizer)
        name = load_writer(task.format).find_id(input)
        result = _make_result(task, replace(document, name=name), self.request)
        return replace(result, warnings=(*found, *result.warnings)) if found else result

    def _mask_annotated(self, task: Task) -> TaskResult:
        """Return the result of a task whose annotations decide alone."""
        from tacknamn.pipeline.annotated_texts import mask_annotations
        from tacknamn.tab_benchmark.standoff import choose_annotator

        input: InputDocument = task.input
        standoff = choose_annotator(input.annotations, self.request.annotator)  # type: ignore[arg-type]
        task = replace(task, input=replace(input, annotations=standoff))
        engine = self.pseudonymizers(input.language)
        return _make_result(task, mask_annotations(engine, standoff, input.shown_id), self.request)


def _choose_name(task: Task) -> str:
    """Return what identifies a document in draws.

    A single text is identified by its content: the same seed gives the same result from a file, from
    standard input and from Python. The documents of a larger file are identified by id."""
    input: InputDocument = task.input
    return input.id if FORMATS[task.source].many and not input.is_unnamed else ""


def _pseudonymize(task: Task, input: "InputDocument", pseudonymizer: "Pseudonymizer") -> "Document":
    name, writer = _choose_name(task), input.writer
    if input.graph is not None:
        return pseudonymizer.again(input.graph, name, writer)
    if input.labels:
        from tacknamn.formats.jsonl import read_labels

        return pseudonymizer.with_labels(input.text, read_labels(input), name, writer)
    return pseudonymizer(input.text, name, writer)


def _check_header(input: "InputDocument", pseudonymizer: "Pseudonymizer") -> tuple[str, ...]:
    """Return a warning if the header row of a table has something to replace."""
    if input.header is None:
        return ()
    from tacknamn.records import Action

    policies = map(pseudonymizer.profile.resolve_policy, pseudonymizer.detect(input.header.text))
    has_replacements = any(policy.action is Action.REPLACE for policy in policies)
    return (input.header.make_warning("pseudonymized"),) if has_replacements else ()


def _make_result(task: Task, document: "Document", request: BatchRequest) -> TaskResult:
    spans = document.spans
    writer = load_writer(task.format, request.with_notes)
    return TaskResult(
        text=_write(task, document, request),
        words=count_words(document.original),
        actions=Counter(str(span.action) for span in spans),
        labels=Counter(span.label for span in spans),
        unchanged=document.unchanged,
        warnings=(*document.warnings, *writer.warnings(document)),
        unexamined=document.unexamined,
        explanation=_explain(document) if request.explain and task.format != "html" else "",
        records=list_originals(document) if request.with_originals else (),
    )


def _write(task: Task, document: "Document", request: BatchRequest) -> str:
    if request.explain and task.format == "html":
        from tacknamn.reports.document_page import render_document_page

        return render_document_page(document, explain=True)
    if request.dataset_type and task.format == "tab" and not task.input.is_trailer:
        from tacknamn.formats.tab_files import write_annotated

        return write_annotated(document, task.input, request.dataset_type)
    return load_writer(task.format, request.with_notes)(document, task.input)


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
