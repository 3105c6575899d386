"""The task of ``tacknamn detect``: from a document to the lines of its spans."""

from collections import Counter
from typing import TYPE_CHECKING

from tacknamn.batch.request import BatchRequest, open_pseudonymizers
from tacknamn.batch.tasks import Task, TaskFunction, TaskResult
from tacknamn.detection.disguises.uncased import count_unexamined
from tacknamn.support.splice import join_pieces
from tacknamn.text.windows import count_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacknamn.formats.records import InputDocument
    from tacknamn.records import Detection
    from tacknamn.taxonomy.coarse_classes import CoarseSpan

    Rows = Sequence[Detection] | Sequence[CoarseSpan]

__all__ = ["open_detect"]


def open_detect(request: BatchRequest) -> TaskFunction:
    """Return the task function: output in ``jsonl`` is JSON Lines, else lines with tabs."""
    from tacknamn.formats.jsonl import write_detections

    pseudonymizers = open_pseudonymizers(request)
    pseudonymizers("")  # errors of the request are raised before any text is read
    everything = request.coarse and not request.topic_aware

    def work(task: Task) -> TaskResult:
        input: InputDocument = task.input
        detect = pseudonymizers(input.language).detect
        header = input.header
        is_text = header is not None and detect(header.text, everything)
        warnings = (header.make_warning("found"),) if header is not None and is_text else ()
        if input.is_trailer:
            return TaskResult(warnings=warnings)
        detections = detect(input.text, everything)
        rows = _choose_rows(input.text, detections, request.coarse)
        return TaskResult(
            text=write_detections(input, rows, request.scores)
            if task.format == "jsonl"
            else _format_rows(input, rows),
            words=count_words(input.text),
            actions=Counter(found=len(rows)),
            labels=Counter(row.label for row in rows),
            warnings=warnings,
            unexamined=count_unexamined(input.text, detections),
        )

    return work


def _choose_rows(text: str, detections: "Sequence[Detection]", coarse: bool) -> "Rows":
    if not coarse:
        return detections
    from tacknamn.taxonomy.coarse_classes import merge_coarse

    return merge_coarse(detections, text)


def _format_rows(input: "InputDocument", rows: "Rows") -> str:
    return join_pieces(
        f"{input.id}\t{row.start}\t{row.end}\t{row.label}\t{row.probability:.2f}\n" for row in rows
    )
