"""The risk report of texts that a request contains."""

import json
from io import BytesIO
from typing import Any

from tacknamn.errors import InputError
from tacknamn.formats.span_files import read_span_file
from tacknamn.labels import parse_label
from tacknamn.risk.assessment import Questions, assess
from tacknamn.risk.combinations import QUASI
from tacknamn.risk.leftovers import NAMES
from tacknamn.risk.plain_data import export_report
from tacknamn.service.engines import Engines, MatcherOptions
from tacknamn.service.models import RiskDocument, RiskRequest
from tacknamn.service.offsets import OffsetUnit, read_offsets
from tacknamn.support.input_files import InputStream

__all__ = ["report_risk"]

_NAME = "documents"
"""What errors and the report call the documents, as if they were the lines of a file."""


def report_risk(engines: Engines, body: RiskRequest, unit: OffsetUnit) -> dict[str, Any]:
    """Return the report of some documents. Its places are lines, ids and offsets, without texts."""
    names = frozenset(map(parse_label, body.labels)) if body.labels else NAMES
    questions = Questions(body.k, tuple(body.quasi or QUASI), names)
    lines = (
        json.dumps(_make_span_line(number, document, unit)) + "\n"
        for number, document in enumerate(body.documents, 1)
    )
    source = InputStream(_NAME, BytesIO("".join(lines).encode()))
    matcher = engines.get_matcher(MatcherOptions(fuzzy=body.fuzzy))
    return export_report(assess(read_span_file(source), matcher, questions))


def _make_span_line(number: int, document: RiskDocument, unit: OffsetUnit) -> dict[str, Any]:
    """Return a document as a line of a span file, whose reader checks it."""
    spans = [
        span.model_dump()
        | {
            "start": span.start if span.new_start is None else span.new_start,
            "end": span.end if span.new_end is None else span.new_end,
        }
        for span in document.spans
    ]
    places = {offset for span in spans for offset in (span["start"], span["end"])}
    try:
        points = read_offsets(document.text, places, unit)
    except ValueError:
        raise InputError(
            f"documents[{number - 1}]: an offset of its spans is not one of its text; are they in "
            "other units? See the parameter offsets"
        ) from None
    for span in spans:
        span["start"], span["end"] = points[span["start"]], points[span["end"]]
    return {"id": document.id or str(number), "text": document.text, "spans": spans}
