"""Make predictions for tasks of Label Studio."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from tacknamn.records import Detection
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.label_studio.html_text import HtmlText, read_html
from tacknamn.service.label_studio.label_names import LabelNames, NamedPiece, choose_names
from tacknamn.service.label_studio.labeling_config import LabelControl, TextObject
from tacknamn.service.offsets import OffsetUnit, convert_offsets, read_utf16_offset

__all__ = ["TaskPredictor", "name_version"]

_DIGITS = 4
_SHOWN = 12
"""Digits of the checksum of the lists that name a version."""


class _ExaminedText(NamedTuple):
    """A text of a task, and what was found in it."""

    text: str
    page: HtmlText | None
    detections: Sequence[Detection]


def name_version(engines: Engines) -> str:
    """Return the version of the predictions: that of the lists."""
    return f"tacknamn-{engines.lexicon.bundle.checksum[:_SHOWN]}"


class TaskPredictor:
    """Predicts the tasks of one request.

    Args:
        context: The regions that a person has just drawn. Only what touches them is predicted.
    """

    def __init__(
        self, engines: Engines, controls: Sequence[LabelControl], context: Sequence[dict[str, Any]]
    ) -> None:
        self._pseudonymizer = engines.get(EngineOptions())
        self._version = name_version(engines)
        self._controls = [(control, choose_names(control.labels)) for control in controls]
        self._context = context

    def predict(self, texts: Mapping[TextObject, str]) -> dict[str, Any]:
        """Return the prediction for one task, given its texts."""
        examined = {shown: self._examine(shown, text) for shown, text in texts.items()}
        result = [
            piece
            for control, names in self._controls
            for piece in self._describe(control, names, examined[control.shown])
        ]
        return {
            "result": result,
            # The least certain piece: Label Studio can show tasks in the order of their scores.
            "score": min((piece["score"] for piece in result), default=1.0),
            "model_version": self._version,
        }

    def _examine(self, shown: TextObject, text: str) -> _ExaminedText:
        page = read_html(text) if shown.is_html else None
        text = text if page is None else page.text
        [detections] = self._pseudonymizer.detect_many([text], False)
        return _ExaminedText(text, page, detections or [])

    def _describe(
        self, control: LabelControl, names: LabelNames, examined: _ExaminedText
    ) -> Iterator[dict[str, Any]]:
        """Yield the pieces of a text that have a label of a control."""
        text, page, detections = examined
        drawn = None if page else _read_context(self._context, control, text)
        pieces = [each for each in names.name_pieces(detections, text) if _touches(each, drawn)]
        offsets = (offset for each in pieces for offset in (each.start, each.end))
        units = list(convert_offsets(text, offsets, OffsetUnit.UTF16))
        for each, start, end in zip(pieces, units[::2], units[1::2], strict=True):
            place = page.locate(each.start, each.end) if page else {"start": start, "end": end}
            yield {
                "from_name": control.name,
                "to_name": control.shown.name,
                "type": control.kind,
                "value": {**place, "text": text[each.start : each.end], control.kind: [each.label]},
                "score": round(each.probability, _DIGITS),
            }


def _read_context(
    context: Sequence[dict[str, Any]], control: LabelControl, text: str
) -> list[tuple[int, int]] | None:
    """Return the parts of a text that were drawn; None if no region is one of it."""
    parts = []
    for region in context:
        value = region.get("value")
        if region.get("to_name") != control.shown.name or not isinstance(value, dict):
            continue
        start, end = value.get("start"), value.get("end")
        if isinstance(start, int) and isinstance(end, int):
            parts.append((read_utf16_offset(text, start), read_utf16_offset(text, end)))
    return parts or None


def _touches(piece: NamedPiece, parts: list[tuple[int, int]] | None) -> bool:
    return parts is None or any(piece.start < end and start < piece.end for start, end in parts)
