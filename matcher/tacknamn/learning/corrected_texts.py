"""Read what annotators corrected: SVALA's graphs, the portal's XML, JSON Lines with spans.

A graph says all by its edges: a label is what the annotator left, and where there is none, there
is nothing. In JSON Lines the ``spans`` of a text do (:mod:`tacknamn.formats.jsonl`); a line
without them is refused, for nobody has said anything of its text, and so is one that was
pseudonymized, whose names are ours. ``annotator`` and ``date`` are taken from a line's fields
where it has them.
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
"""Hexadecimal digits of a checksum that a table tells: enough to know a file again among many
millions, and a cell stays readable."""
LARGEST = 1 << 28
"""Bytes of a file. Texts are kept until all are read, for what one of them has as a name may
stand unmarked in those before."""
_LONGEST_ANNOTATOR = 40
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_YEAR = re.compile(r"[0-9]{4}-")
"""What begins like a date is no annotator: a table would take it for one."""


class _Attribution(NamedTuple):
    annotator: str
    date: str


def read_corrected(
    file: str | Path, format: str | None = None, annotator: str = ""
) -> list[CorrectedText]:
    """The texts of a file, with the marks that annotators left; ``-`` is standard input.

    Args:
        annotator: Who corrected it, where the file does not say so.
    """
    if Path(file).is_dir():
        raise InputError(f"{make_printable(str(file))}: is a folder; name the files in it")
    name = format or guess_format(file)
    if name not in FORMATS:
        raise InputError(
            f"{make_printable(str(file))}: {make_printable(name)[:40]} has no corrections; give SVALA's JSON, the portal's XML (--from "
            "portal) or JSON Lines with spans (--from jsonl)"
        )
    with open_input(file) as source:
        raw = source.stream.read(LARGEST + 1)
        if len(raw) > LARGEST:
            raise InputError(f"{source.name}: larger than {LARGEST:,} bytes; give several files")
        inputs = read_inputs(InputStream(source.name, io.BytesIO(raw)), name)
        read = [_read_text(one, annotator) for one in inputs if not _is_uncorrected(one, name)]
        if not read:
            raise InputError(f"{source.name}: there is no corrected text in it; is it the file?")
    return [CorrectedText(_digest(raw), _digest(text.encode("utf-8")), text, marks, *by)
            for text, marks, by in read]  # fmt: skip


def _digest(raw: bytes) -> str:
    return hashlib.sha256(raw).hexdigest()[:DIGITS]


def _is_uncorrected(input: InputDocument, format: str) -> bool:
    """Whether it is what stands behind the last document, or an essay that nobody has corrected."""
    return input.kept or (format == "portal" and input.graph is None)


def _read_text(input: InputDocument, annotator: str) -> tuple[str, tuple[Mark, ...], _Attribution]:
    if input.graph is not None:
        return (
            input.text,
            tuple(_read_marks(input.text, list_spans(input.graph))),
            _Attribution(annotator, ""),
        )
    if not isinstance(input.labels, list):
        raise InputError(
            f"{input.place}: nobody has marked anything; what was corrected has labels, or "
            '"spans", if only none: []'
        )
    if any(isinstance(one, dict) and one.get("action") == "replace" for one in input.labels):
        raise InputError(
            f"{input.place}: its text is pseudonymized, so that its names are none of the text's; "
            "give the original with its spans, or SVALA's graph, which has both"
        )
    return (
        input.text,
        tuple(_read_marks(input.text, read_labels(input))),
        _read_attribution(input, annotator),
    )


def _read_attribution(input: InputDocument, annotator: str) -> _Attribution:
    """Who corrected a line, and when, as far as its fields tell."""
    fields = dict(getattr(input.own, "fields", ()))
    told = {name: json.loads(fields[name]) for name in ("annotator", "date") if name in fields}
    date = told.get("date")
    found = _DATE.match(date) if isinstance(date, str) else None
    return _Attribution(
        clean_annotator_name(told.get("annotator")) or annotator, found.group() if found else ""
    )


def clean_annotator_name(told: object) -> str:
    """What a table calls an annotator: letters, digits and ``._-``; empty where nothing is left.

    >>> annotator_name("Eva H."), annotator_name(7), annotator_name(None)
    ('Eva_H.', '7', '')
    """
    if not isinstance(told, str | int) or isinstance(told, bool):
        return ""
    name = re.sub(" +", "_", re.sub(r"[^\w .-]", "", str(told)[:_LONGEST_ANNOTATOR]).strip())
    return "" if _YEAR.match(name) else name


def _read_marks(text: str, spans: Iterable[GraphSpan]) -> Iterator[Mark]:
    """What annotators left marked; where they took a label away there is nothing."""
    spans = sorted(spans, key=lambda span: span.start)
    pieces = Counter(span.edge for span in spans if span.edge)
    for span in spans:
        parts = load_taxonomy().split_labels(span.labels)
        if not span.labels and span.replacement == text[span.start : span.end]:
            continue
        apart = span.edge is not None and pieces[span.edge] > 1
        start, end = _trim(text, span.start, span.end)
        if start < end:
            yield Mark(start, end, None if apart else _find_list(parts), parts.affixes)


def _find_list(parts: LabelParts) -> Label | None:
    """The list that should know what has these labels. A note (OBS!) is a doubt."""
    if len(parts.main) != 1 or parts.notes or parts.unknown:
        return None
    info = load_taxonomy().find(parts.main[0])
    label = info.lexicon if info is not None else None
    return label if label in LEARNT_LABELS else None


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """The piece without the signs around it; of ``Lund,`` it is ``Lund``."""
    while start < end and not text[start].isalnum():
        start += 1
    while start < end and not (text[end - 1].isalnum() or combining(text[end - 1])):
        end -= 1
    return start, end
