"""Bring the documents of several files together by their ids, without holding the files.

All files are read at one pace. Where they have the same documents in about the same order,
which is usual, hardly anything waits; in the worst case all but one file are in memory.
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
    """One document, as the gold file and all others see it."""

    number: int
    """Its place among the gold documents, from 0 on."""
    gold: SpanDocument
    others: tuple[SpanDocument | None, ...]
    """One of each further file; None where a file does not have the document."""


def pair_documents(
    gold: str | Path, others: Sequence[str | Path], reading: SpanListOptions
) -> Iterator[PairedDocument]:
    """The documents of ``gold``, each with those of the other files; in any order.

    A document that only another file has, or that has another text there, is an error."""
    files = [make_printable(str(file)) for file in (gold, *others)]
    waiting: dict[str, list[SpanDocument | None]] = {}
    numbers: dict[str, int] = {}
    for place, document in _read_in_turn(gold, others, reading):
        seen = waiting.setdefault(document.id, [None] * len(files))
        seen[place] = document
        if place == 0:
            numbers[document.id] = len(numbers)
        if None not in seen:
            del waiting[document.id]
            yield _check_pair(numbers, seen, files)
    for seen in waiting.values():
        yield _check_pair(numbers, seen, files)


def _read_in_turn(
    gold: str | Path, others: Sequence[str | Path], reading: SpanListOptions
) -> Iterator[tuple[int, SpanDocument]]:
    """A document of each file in turn, with the file's place."""
    plain = replace(reading, facts=())
    streams = {0: read_span_list(gold, reading)}
    streams |= {place: read_span_list(other, plain) for place, other in enumerate(others, 1)}
    while streams:
        for place, stream in list(streams.items()):
            document = next(stream, None)
            if document is None:
                del streams[place]
            else:
                yield place, document


def _check_pair(
    numbers: dict[str, int], seen: Sequence[SpanDocument | None], files: Sequence[str]
) -> PairedDocument:
    gold, *others = seen
    if gold is None:
        place = next(place for place, one in enumerate(seen) if one is not None)
        raise _pair_error(files, seen, place, f"a document that {files[0]} does not have")
    known = gold.text
    for place, other in enumerate(others, 1):
        if other is None or other.text is None:
            continue
        known = other.text if known is None else known
        if known != other.text:
            told = f"its text is not that of {files[0]}, line {gold.line}; offsets do not fit"
            raise _pair_error(files, seen, place, told)
    for place, one in enumerate(seen):
        if known is not None and one is not None and any(s.end > len(known) for s in one.spans):
            raise _pair_error(
                files, seen, place, f"a span ends outside the {len(known)} characters"
            )
    return PairedDocument(numbers[gold.id], replace(gold, text=known), tuple(others))


def _pair_error(
    files: Sequence[str], seen: Sequence[SpanDocument | None], place: int, told: str
) -> InputError:
    document = seen[place]
    line = 0 if document is None else document.line
    return InputError(f"{files[place]}, line {line}: {told}")
