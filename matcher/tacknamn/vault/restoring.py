"""Restore the originals of pseudonymized texts, from their spans and a vault.

A vault knows which originals a pseudonym replaced in a document. If there are several, as for
``000-000 00 00``, the running numbers distinguish them: the first number belongs to the first
original, and so on. If there are fewer numbers than originals (a misspelt name has the number of the
name), the pseudonym stays and is counted as doubtful.

A line of a span file is written back with the original text and without its spans, whose offsets
belong to the pseudonymized text. All other fields stay exactly as they were.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import BinaryIO, cast

from tacknamn.formats.json_fields import JsonField, parse_fields
from tacknamn.formats.jsonl import SPANS_OF
from tacknamn.formats.span_files import DocumentSpan, SpanFileDocument, read_span_file
from tacknamn.pipeline.joined_texts import BETWEEN
from tacknamn.replacement.records import Record
from tacknamn.support.input_files import InputStream
from tacknamn.support.json_lines import InvalidLine
from tacknamn.support.splice import splice

__all__ = [
    "OriginalsByDocument",
    "RestoredText",
    "format_span_line",
    "group_originals",
    "read_span_lines",
    "restore_text",
]

OriginalsByDocument = Mapping[str, Mapping[tuple[str, str], list[str]]]
"""By document, the originals of each label and pseudonym, in the order of the text."""


@dataclass(frozen=True, slots=True)
class RestoredText:
    """A text with its originals."""

    text: str
    done: int
    """Spans whose original was restored."""
    doubtful: int
    """Spans that several originals fit."""

    def __repr__(self) -> str:
        """Leave out the text, which contains personal information."""
        return f"RestoredText(done={self.done}, doubtful={self.doubtful})"


def group_originals(records: Iterable[Record]) -> OriginalsByDocument:
    """Group the originals of a vault by document; the empty name stands for all documents."""
    originals: dict[str, dict[tuple[str, str], list[str]]] = {}
    for record in records:
        key = record.label, record.pseudonym
        originals.setdefault(record.document, {}).setdefault(key, []).append(record.original)
    return originals


def restore_text(document: SpanFileDocument, originals: OriginalsByDocument) -> RestoredText:
    """Restore the originals of a document.

    A span that the vault does not know was only marked, or belongs to another vault."""
    of_document = originals.get(document.origin.id, {})
    of_all = originals.get("", {})
    numbers = _collect_numbers(document)
    replacements: list[tuple[int, int, str]] = []
    doubtful = 0
    for span in document.spans:
        key = span.label, document.text[span.start : span.end]
        known = of_document.get(key) or of_all.get(key) or []
        original = _choose_original(known, span, numbers[key])
        if original is None:
            doubtful += len(known) > 1
        else:
            replacements.append((span.start, span.end, original))
    return RestoredText(splice(document.text, replacements), len(replacements), doubtful)


def _collect_numbers(document: SpanFileDocument) -> dict[tuple[str, str], list[int | None]]:
    """Collect the running numbers of each label and pseudonym, in the order of the text."""
    numbers: dict[tuple[str, str], list[int | None]] = {}
    for span in document.spans:
        key = span.label, document.text[span.start : span.end]
        if span.number not in numbers.setdefault(key, []):
            numbers[key].append(span.number)
    return numbers


def _choose_original(known: list[str], span: DocumentSpan, numbers: list[int | None]) -> str | None:
    if len(known) == 1:
        return known[0]
    return known[numbers.index(span.number)] if known and len(numbers) == len(known) else None


class _LineRecorder:
    """Reads the lines of a file and keeps the last one."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.last = b""

    def readline(self, size: int = -1) -> bytes:
        """Read the next line."""
        self.last = self._stream.readline(size)
        return self.last


def read_span_lines(
    source: InputStream,
) -> Iterator[tuple[SpanFileDocument, Mapping[str, JsonField]]]:
    """Read the documents of a span file, each with the fields of its line."""
    lines = _LineRecorder(source.stream)
    for document in read_span_file(InputStream(source.name, cast("BinaryIO", lines))):
        line = document.origin.line
        try:
            fields = parse_fields(source.decode(lines.last, line))
        except InvalidLine as exc:
            raise source.error(line, str(exc)) from None
        yield document, fields


def format_span_line(
    fields: Mapping[str, JsonField], text: str, columns: Sequence[str] = ()
) -> str:
    """Format a line with another text and without spans.

    Args:
        columns: The fields of its texts, if it has several.
    """
    texts = dict(zip(columns, text.split(BETWEEN), strict=False))
    if len(texts) < max(1, len(columns)):  # one text, or an original had what stands between two
        texts = {"text": text}
    dropped = {"spans", *(SPANS_OF.format(name) for name in columns)}
    written = {name: field.written for name, field in fields.items() if name not in dropped}
    written |= {name: json.dumps(value) for name, value in texts.items()}
    return f"{{{', '.join(f'{json.dumps(name)}: {value}' for name, value in written.items())}}}"
