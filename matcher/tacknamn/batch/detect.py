"""The task of ``tacknamn detect``: from a document to the lines of its spans."""

from collections import Counter
from typing import TYPE_CHECKING

from tacknamn.batch.request import BatchRequest, open_pseudonymizers
from tacknamn.batch.tasks import Task, TaskFunction, TaskResult
from tacknamn.detection.disguises.uncased import count_unexamined
from tacknamn.records import Action
from tacknamn.support.splice import join_pieces
from tacknamn.text.windows import count_words

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from tacknamn.formats.records import InputDocument
    from tacknamn.profiles.profile import Profile
    from tacknamn.records import Detection
    from tacknamn.taxonomy.coarse_classes import CoarseSpan

    Rows = Sequence[Detection] | Sequence[CoarseSpan]

__all__ = ["open_detect"]


def open_detect(request: BatchRequest) -> TaskFunction:
    """Return the task function: output in ``jsonl`` is JSON Lines, else lines with tabs."""
    from tacknamn.formats.jsonl import write_detections

    pseudonymizers = open_pseudonymizers(request)
    pseudonymizers("")  # errors of the request are raised before any text is read
    has_all = request.coarse or request.everything
    everything = has_all and not request.topic_aware

    def work(task: Task) -> TaskResult:
        input: InputDocument = task.input
        pseudonymizer = pseudonymizers(input.language)
        keeps = _keep_nothing if has_all else _make_filter(pseudonymizer.profile)
        warnings: tuple[str, ...] = ()
        if input.header is not None:
            found = pseudonymizer.detect(input.header.text, everything)
            if not all(map(keeps, found)):
                warnings = (input.header.make_warning("found"),)
        if input.is_trailer:
            return TaskResult(warnings=warnings)
        detections = pseudonymizer.detect(input.text, everything)
        listed = [detection for detection in detections if not keeps(detection)]
        rows = _choose_rows(input.text, listed, request.coarse)
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


def _keep_nothing(detection: "Detection") -> bool:
    return False


def _make_filter(profile: "Profile") -> "Callable[[Detection], bool]":
    """Return a test that says of a detection whether the profile keeps it without a mark."""

    def keeps(detection: "Detection") -> bool:
        return profile.resolve_policy(detection).action is Action.KEEP

    return keeps


def _choose_rows(text: str, detections: "Sequence[Detection]", coarse: bool) -> "Rows":
    if not coarse:
        return detections
    from tacknamn.taxonomy.coarse_classes import merge_coarse

    return merge_coarse(detections, text)


def _format_rows(input: "InputDocument", rows: "Rows") -> str:
    return join_pieces(
        f"{input.id}\t{row.start}\t{row.end}\t{row.label}\t{row.probability:.2f}\n" for row in rows
    )
