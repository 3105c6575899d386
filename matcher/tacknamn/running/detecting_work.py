"""What workers do for ``tacknamn detect``: a document in, the lines of its spans out."""

from collections import Counter
from typing import TYPE_CHECKING

from tacknamn.running.request import Request, opened
from tacknamn.running.work import Piece, Result, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacknamn.formats.coarse import Whole
    from tacknamn.formats.inputs import Input
    from tacknamn.pseudonymizing.records import Found

    Rows = Sequence[Found] | Sequence[Whole]

__all__ = ["opener"]


def opener(request: Request) -> Work:
    """The work of a request: pieces in ``jsonl`` become JSON, others lines with tabs."""
    from tacknamn.formats import detected

    pseudonymizers = opened(request)
    pseudonymizers("")  # what cannot be made is told before any text is read
    everything = request.coarse and not request.topic_aware

    def work(piece: Piece) -> Result:
        one: Input = piece.input
        detect = pseudonymizers(one.language).detect
        left = one.heading is not None and detect(one.heading.text, everything)
        warnings = (one.heading.warning("found"),) if one.heading and left else ()
        if one.kept:
            return Result(warnings=warnings)
        found = detect(one.text, everything)
        rows = _rows(one.text, found, request.coarse)
        return Result(
            text=detected(one, rows, request.scores)
            if piece.format == "jsonl"
            else _lines(one, rows),
            words=len(one.text.split()),
            actions=Counter(found=len(rows)),
            labels=Counter(row.label for row in rows),
            warnings=warnings,
        )

    return work


def _rows(text: str, found: "Sequence[Found]", coarse: bool) -> "Rows":
    if not coarse:
        return found
    from tacknamn.formats.coarse import coarse as by_classes

    return by_classes(found, text)


def _lines(one: "Input", rows: "Rows") -> str:
    return "".join(
        f"{one.id}\t{row.start}\t{row.end}\t{row.label}\t{row.probability:.2f}\n" for row in rows
    )
