"""What workers do for ``tacknamn detect``: a document in, the lines of its spans out."""

from collections import Counter
from typing import TYPE_CHECKING

from tacknamn.batch.request import BatchRequest, open_pseudonymizers
from tacknamn.batch.tasks import Task, TaskFunction, TaskResult

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacknamn.formats.records import InputDocument
    from tacknamn.records import Detection
    from tacknamn.taxonomy.coarse_classes import CoarseSpan

    Rows = Sequence[Detection] | Sequence[CoarseSpan]

__all__ = ["open_detect"]


def open_detect(request: BatchRequest) -> TaskFunction:
    """The work of a request: pieces in ``jsonl`` become JSON, others lines with tabs."""
    from tacknamn.formats.jsonl import write_detections

    pseudonymizers = open_pseudonymizers(request)
    pseudonymizers("")  # what cannot be made is told before any text is read
    everything = request.coarse and not request.topic_aware

    def work(piece: Task) -> TaskResult:
        one: InputDocument = piece.input
        detect = pseudonymizers(one.language).detect
        left = one.heading is not None and detect(one.heading.text, everything)
        warnings = (one.heading.warning("found"),) if one.heading and left else ()
        if one.kept:
            return TaskResult(warnings=warnings)
        found = detect(one.text, everything)
        rows = _rows_of(one.text, found, request.coarse)
        return TaskResult(
            text=write_detections(one, rows, request.scores)
            if piece.format == "jsonl"
            else _lines(one, rows),
            words=len(one.text.split()),
            actions=Counter(found=len(rows)),
            labels=Counter(row.label for row in rows),
            warnings=warnings,
        )

    return work


def _rows_of(text: str, found: "Sequence[Detection]", coarse: bool) -> "Rows":
    if not coarse:
        return found
    from tacknamn.taxonomy.coarse_classes import merge_coarse as by_classes

    return by_classes(found, text)


def _lines(one: "InputDocument", rows: "Rows") -> str:
    return "".join(
        f"{one.id}\t{row.start}\t{row.end}\t{row.label}\t{row.probability:.2f}\n" for row in rows
    )
