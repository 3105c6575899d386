"""What workers do for ``tacknamn detect``: a document in, the lines of its spans out."""

from collections import Counter
from typing import TYPE_CHECKING

from tacknamn.running.coarse import joined
from tacknamn.running.request import Request, opened
from tacknamn.running.work import Piece, Result, Work

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tacknamn.formats.inputs import Input
    from tacknamn.pseudonymizing.records import Found

__all__ = ["opener"]

Row = tuple[int, int, str, float]
"""Start, end, label, probability."""


def opener(request: Request) -> Work:
    """The work of a request: pieces in ``jsonl`` become JSON, others lines with tabs."""
    pseudonymizer = opened(request)

    def work(piece: Piece) -> Result:
        one: Input = piece.input
        if one.kept:
            return Result()
        rows = _rows(one.text, pseudonymizer.detect(one.text), request.coarse)
        return Result(
            text=_json(one, rows) if piece.format == "jsonl" else _lines(one, rows),
            words=len(one.text.split()),
            actions=Counter(found=len(rows)),
            labels=Counter(row[2] for row in rows),
        )

    return work


def _rows(text: str, found: "Sequence[Found]", coarse: bool) -> list[Row]:
    rows = [(one.start, one.end, one.label, one.probability) for one in found]
    return joined(text, rows) if coarse else rows


def _json(one: "Input", rows: list[Row]) -> str:
    from tacknamn.formats import detected

    return detected(one, rows)


def _lines(one: "Input", rows: list[Row]) -> str:
    return "".join(
        f"{one.id}\t{start}\t{end}\t{label}\t{probability:.2f}\n"
        for start, end, label, probability in rows
    )
