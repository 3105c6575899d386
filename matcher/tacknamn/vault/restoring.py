"""Put originals back into pseudonymized texts, by their spans and the vault.

A vault knows which original stands behind a pseudonym in a document. Where several do, as
behind ``000-000 00 00``, the running numbers tell them apart: the first number was given to the
first original, and so on. Where there are not as many numbers as originals (a name that was
misspelt once has the number of the name), the pseudonym stays, and is counted.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, BinaryIO, cast

from tacknamn.formats.json_fields import JsonField, parse_fields
from tacknamn.formats.span_files import read_span_file
from tacknamn.support.input_files import InputStream
from tacknamn.support.json_lines import InvalidLine
from tacknamn.vault.records import Record

if TYPE_CHECKING:
    from tacknamn.formats.span_files import DocumentSpan, SpanFileDocument

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
    """Spans whose original stands there again."""
    doubtful: int
    """Spans that several originals fit."""

    def __repr__(self) -> str:
        """Without the text, which is somebody's private life."""
        return f"Restored(done={self.done}, doubtful={self.doubtful})"


def group_originals(records: Iterable[Record]) -> OriginalsByDocument:
    """What a vault knows, by document; records of all documents stand under an empty name."""
    found: dict[str, dict[tuple[str, str], list[str]]] = {}
    for one in records:
        key = one.label, one.pseudonym
        found.setdefault(one.document, {}).setdefault(key, []).append(one.original)
    return found


def restore_text(document: "SpanFileDocument", originals: OriginalsByDocument) -> RestoredText:
    """A document's text with what stood there before.

    Spans that the vault does not know were only marked, or are another vault's."""
    own = originals.get(document.origin.id, {})
    everywhere = originals.get("", {})
    numbers = _collect_numbers(document)
    pieces: list[str] = []
    at = done = doubtful = 0
    for span in document.spans:
        key = span.label, document.text[span.start : span.end]
        known = own.get(key) or everywhere.get(key) or []
        original = _choose_original(known, span, numbers[key])
        if original is None:
            doubtful += len(known) > 1
            continue
        pieces += (document.text[at : span.start], original)
        at = span.end
        done += 1
    return RestoredText("".join([*pieces, document.text[at:]]), done, doubtful)


def _collect_numbers(document: "SpanFileDocument") -> dict[tuple[str, str], list[int | None]]:
    """The running numbers of each label and pseudonym, in the order of the text."""
    found: dict[tuple[str, str], list[int | None]] = {}
    for span in document.spans:
        numbers = found.setdefault((span.label, document.text[span.start : span.end]), [])
        if span.number not in numbers:
            numbers.append(span.number)
    return found


def _choose_original(
    known: list[str], span: "DocumentSpan", numbers: list[int | None]
) -> str | None:
    if len(known) == 1:
        return known[0]
    return known[numbers.index(span.number)] if known and len(numbers) == len(known) else None


# Read and write the lines of ``tacknamn reveal --spans``, with all that they have besides.
#
# A line goes out as it came in: with the original text, without its spans, which counted
# characters of the other one, and with every other field as it was written.


class _LineRecorder:
    """A file, and the line of it that was read last."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self.last = b""

    def readline(self, size: int = -1) -> bytes:
        """The next line."""
        self.last = self._stream.readline(size)
        return self.last


def read_span_lines(
    source: InputStream,
) -> "Iterator[tuple[SpanFileDocument, Mapping[str, JsonField]]]":
    """The documents of a span file, each with the fields of its line."""
    lines = _LineRecorder(source.stream)
    for document in read_span_file(InputStream(source.name, cast("BinaryIO", lines))):
        line = document.origin.line
        try:
            fields = parse_fields(source.decode(lines.last, line))
        except InvalidLine as exc:
            raise source.fault(line, str(exc)) from None
        yield document, fields


def format_span_line(fields: Mapping[str, JsonField], text: str) -> str:
    """A line with another text, and without spans."""
    written = {name: one.written for name, one in fields.items() if name != "spans"}
    written["text"] = json.dumps(text)
    return f"{{{', '.join(f'{json.dumps(name)}: {value}' for name, value in written.items())}}}"
