"""Make predictions for tasks of Label Studio."""

from collections.abc import Iterator, Sequence
from typing import Any

from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.label_studio.html_text import read_html
from tacknamn.service.label_studio.label_names import NamedPiece, choose_names
from tacknamn.service.label_studio.labeling_config import LabelControl
from tacknamn.service.offsets import OffsetUnit, convert_offsets, read_utf16_offset

__all__ = ["name_version", "predict_task"]

_DIGITS = 4
_SHOWN = 12
"""Digits of the checksum of the lists that name a version."""


def name_version(engines: Engines) -> str:
    """Return the version of the predictions: that of the lists."""
    return f"tacknamn-{engines.lexicon.bundle.checksum[:_SHOWN]}"


def predict_task(
    engines: Engines,
    controls: Sequence[LabelControl],
    texts: Sequence[str],
    context: Sequence[dict[str, Any]],
) -> dict[str, Any]:
    """Return the prediction for one task.

    Args:
        texts: The text of each control.
        context: The regions that a person has just drawn. Only what touches them is predicted.
    """
    pseudonymizer = engines.get(EngineOptions())
    result = [
        piece
        for control, text in zip(controls, texts, strict=True)
        for piece in _predict(pseudonymizer, control, text, context)
    ]
    return {
        "result": result,
        # The least certain piece: Label Studio can show tasks in the order of their scores.
        "score": min((piece["score"] for piece in result), default=1.0),
        "model_version": name_version(engines),
    }


def _predict(
    pseudonymizer: Pseudonymizer,
    control: LabelControl,
    text: str,
    context: Sequence[dict[str, Any]],
) -> Iterator[dict[str, Any]]:
    page = read_html(text) if control.shown.is_html else None
    text = text if page is None else page.text
    [detections] = pseudonymizer.detect_many([text], False)
    pieces = choose_names(control.labels).name_pieces(detections or [], text)
    drawn = None if page else _read_context(context, control, text)
    pieces = [each for each in pieces if _touches(each, drawn)]
    offsets = (offset for each in pieces for offset in (each.start, each.end))
    units = list(convert_offsets(text, offsets, OffsetUnit.UTF16))
    for each, start, end in zip(pieces, units[::2], units[1::2], strict=True):
        place = {"start": start, "end": end} if page is None else page.locate(each.start, each.end)
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
