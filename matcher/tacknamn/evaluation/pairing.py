"""Match the documents of several files by their ids, without holding whole files in memory.

All files are read at the same pace. If they have the same documents in about the same order,
which is the usual case, hardly any document waits. In the worst case all files but one are in
memory.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.span_lists import SpanDocument, SpanListOptions, read_span_list
from tacknamn.support.printing import make_printable

__all__ = ["PairedDocument", "pair_documents"]


@dataclass(frozen=True, slots=True)
class PairedDocument:
    """A document of the gold file with its counterparts in the other files."""

    number: int
    """Its position among the gold documents, from 0."""
    gold: SpanDocument
    others: tuple[SpanDocument | None, ...]
    """Its counterpart in each other file; None if the file does not have it."""


def pair_documents(
    gold: str | Path, others: Sequence[str | Path], options: SpanListOptions
) -> Iterator[PairedDocument]:
    """Pair the documents of ``gold`` with those of the other files; the order may differ.

    It is an error if only another file has a document, or if its text differs there."""
    files = [make_printable(str(file)) for file in (gold, *others)]
    # Documents that some file has not reached yet, by id: one slot for each file.
    waiting: dict[str, list[SpanDocument | None]] = {}
    numbers: dict[str, int] = {}
    for position, document in _read_in_turn(gold, others, options):
        versions = waiting.setdefault(document.id, [None] * len(files))
        versions[position] = document
        if position == 0:
            numbers[document.id] = len(numbers)
        if None not in versions:
            del waiting[document.id]
            yield _check_pair(numbers, versions, files)
    for versions in waiting.values():
        yield _check_pair(numbers, versions, files)


def _read_in_turn(
    gold: str | Path, others: Sequence[str | Path], options: SpanListOptions
) -> Iterator[tuple[int, SpanDocument]]:
    """Read one document of each file in turn, with the position of its file."""
    plain = replace(options, facts=())
    streams = {0: read_span_list(gold, options)}
    streams |= {position: read_span_list(other, plain) for position, other in enumerate(others, 1)}
    while streams:
        for position, stream in list(streams.items()):
            document = next(stream, None)
            if document is None:
                del streams[position]
            else:
                yield position, document


def _check_pair(
    numbers: dict[str, int], versions: Sequence[SpanDocument | None], files: Sequence[str]
) -> PairedDocument:
    gold, *others = versions
    if gold is None:
        position = next(at for at, version in enumerate(versions) if version is not None)
        raise _pair_error(files, versions, position, f"a document that {files[0]} does not have")
    # The gold file may have no text; then the first text of another file counts.
    known = gold.text
    for position, other in enumerate(others, 1):
        if other is None or other.text is None:
            continue
        known = other.text if known is None else known
        if known != other.text:
            problem = f"its text differs from that of {files[0]}, line {gold.line}"
            raise _pair_error(files, versions, position, f"{problem}; the offsets do not fit")
    for position, version in enumerate(versions):
        if known is None or version is None:
            continue
        if any(span.end > len(known) for span in version.spans):
            problem = f"a span ends outside the {len(known)} characters of the text"
            raise _pair_error(files, versions, position, problem)
    return PairedDocument(numbers[gold.id], replace(gold, text=known), tuple(others))


def _pair_error(
    files: Sequence[str], versions: Sequence[SpanDocument | None], position: int, problem: str
) -> InputError:
    document = versions[position]
    line = 0 if document is None else document.line
    return InputError(f"{files[position]}, line {line}: {problem}")
