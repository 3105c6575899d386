"""Read texts that annotators corrected: SVALA's graphs, the portal's XML, JSON Lines with spans.

In a graph, the edges are the corrections: a label is what the annotator left, and a text without
labels has none. Once names are replaced in a graph, a program made most of its labels; those that it
would make again teach nothing. In JSON Lines, the ``spans`` of a line are. A line without spans is rejected,
because it was not corrected. A pseudonymized line is rejected too, because its names are
pseudonyms. ``annotator`` and ``date`` are taken from the fields of a line.
"""

import hashlib
import io
import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple
from unicodedata import combining

from tacknamn.errors import InputError
from tacknamn.formats.jsonl import read_labels
from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import guess_format, read_inputs
from tacknamn.labels import Label
from tacknamn.learning.forms import LEARNT_LABELS
from tacknamn.learning.records import CorrectedText, Mark
from tacknamn.support.input_files import InputStream, open_input
from tacknamn.support.printing import make_printable
from tacknamn.svala.records import GraphSpan
from tacknamn.svala.texts import list_spans
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelParts

__all__ = ["clean_annotator_name", "read_corrected"]

FORMATS = ("svala", "portal", "jsonl")
DIGITS = 12
"""Hexadecimal digits of a checksum in a table: enough to recognize a file among many millions, and
short enough for a cell."""
LARGEST = 1 << 28
"""Most bytes of a file. All texts are kept until the last is read, because a form that is marked in
one of them may be unmarked in an earlier one."""
_LONGEST_ANNOTATOR = 40
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"[0-9]{4}-")
"""The beginning of a date. A table would read an annotator with such a name as a date."""


class _Attribution(NamedTuple):
    annotator: str
    date: str


class _ReadText(NamedTuple):
    text: str
    marks: tuple[Mark, ...]
    attribution: _Attribution
    is_pseudonymized: bool = False


def read_corrected(
    file: str | Path, format: str | None = None, annotator: str = ""
) -> list[CorrectedText]:
    """Read the texts of a file, with the marks that annotators left; ``-`` is standard input.

    Args:
        annotator: The annotator, if the file does not name one.
    """
    if Path(file).is_dir():
        raise InputError(f"{make_printable(str(file))}: is a folder; name the files in it")
    name = format or guess_format(file)
    if name not in FORMATS:
        raise InputError(
            f"{make_printable(str(file))}: the format {make_printable(name)[:40]} has no "
            "corrections; use SVALA's JSON, the portal's XML (--from portal) or JSON Lines with "
            "spans (--from jsonl)"
        )
    with open_input(file) as source:
        raw = source.stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise InputError(
                f"{source.name}: larger than {LARGEST:,} bytes; split it into several files"
            )
        inputs = read_inputs(InputStream(source.name, io.BytesIO(raw)), name)
        texts = [
            _read_text(input, annotator) for input in inputs if not _is_uncorrected(input, name)
        ]
        if not texts:
            raise InputError(
                f"{source.name}: contains no corrected text; check that it is the file"
            )
    return [
        CorrectedText(
            _digest(raw),
            _digest(each.text.encode("utf-8")),
            each.text,
            each.marks,
            *each.attribution,
            each.is_pseudonymized,
        )
        for each in texts
    ]


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:DIGITS]


def _is_uncorrected(input: InputDocument, format: str) -> bool:
    """Whether a document is only the rest of a file, or an essay that was not corrected."""
    return input.is_trailer or (format == "portal" and input.graph is None)


def _read_text(input: InputDocument, annotator: str) -> "_ReadText":
    if input.graph is not None:
        spans = list_spans(input.graph)
        is_replaced = any(
            span.labels and span.replacement != input.text[span.start : span.end] for span in spans
        )
        marks = tuple(_read_marks(input.text, spans))
        return _ReadText(input.text, marks, _Attribution(annotator, ""), is_replaced)
    if not isinstance(input.labels, list):
        raise InputError(
            f"{input.location}: has no labels; a corrected text has labels, or "
            '"spans", even if they are empty: []'
        )
    if any(isinstance(span, dict) and span.get("action") == "replace" for span in input.labels):
        raise InputError(
            f"{input.location}: its text is pseudonymized, so its names are not the original ones; use "
            "the original with its spans, or SVALA's graph, which contains both"
        )
    return _ReadText(
        input.text,
        tuple(_read_marks(input.text, read_labels(input))),
        _read_attribution(input, annotator),
    )


def _read_attribution(input: InputDocument, annotator: str) -> _Attribution:
    """Read the annotator and the date of a line from its fields."""
    fields = dict(getattr(input.format_data, "fields", ()))
    values = {name: json.loads(fields[name]) for name in ("annotator", "date") if name in fields}
    date = values.get("date")
    match = _DATE.match(date) if isinstance(date, str) else None
    return _Attribution(
        clean_annotator_name(values.get("annotator")) or annotator, match.group() if match else ""
    )


def clean_annotator_name(value: object) -> str:
    """Clean an annotator's name for a table: letters, digits and ``._-``; empty if nothing is left.

    >>> clean_annotator_name("Eva H."), clean_annotator_name(7), clean_annotator_name(None)
    ('Eva_H.', '7', '')
    """
    if not isinstance(value, str | int) or isinstance(value, bool):
        return ""
    name = re.sub(" +", "_", re.sub(r"[^\w .-]", "", str(value)[:_LONGEST_ANNOTATOR]).strip())
    return "" if _YEAR.match(name) else name


def _read_marks(text: str, spans: Iterable[GraphSpan]) -> Iterator[Mark]:
    """Read the marks that annotators left. A span whose label they removed is no mark."""
    spans = sorted(spans, key=lambda span: span.start)
    spans_per_edge = Counter(span.edge for span in spans if span.edge)
    for span in spans:
        parts = load_taxonomy().split_labels(span.labels)
        if not span.labels and span.replacement == text[span.start : span.end]:
            continue
        is_split = span.edge is not None and spans_per_edge[span.edge] > 1
        start, end = _trim(text, span.start, span.end)
        if start < end:
            label = None if is_split else _find_list(parts)
            yield Mark(start, end, label, parts.affixes, parts.notes)


def _find_list(parts: LabelParts) -> Label | None:
    """Find the list that should contain a form with these labels."""
    if len(parts.main) != 1 or parts.unknown:
        return None
    info = load_taxonomy().find(parts.main[0])
    label = info.lexicon if info is not None else None
    return label if label in LEARNT_LABELS else None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the offsets without surrounding punctuation: of ``Lund,`` those of ``Lund``."""
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not (text[end - 1].isalnum() or combining(text[end - 1])):
        end -= 1
    return start, end
