"""What replaces the pieces of a text that another program found, such as Presidio.

The text is pseudonymized as a whole, so that a person has the same pseudonym in all pieces. A piece then
gets what replaces it in that text:

- A piece that ends within one of our spans is widened to the whole span: *Anna* to *Annas*. Nothing is
  widened into a piece of another operator.
- Where another recognizer found what we do not find, its words get a label that fits and are replaced by
  it, or stay if the profile does not replace that label. Without a fitting label, the piece becomes
  ``<CREDIT_CARD>``, as with Presidio's own operator ``replace``.
"""

from collections.abc import Iterable, Mapping

from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.pipeline.ranges import Piece, Ranges
from tacknamn.pipeline.undetected import label_undetected
from tacknamn.records import Span
from tacknamn.support.splice import splice
from tacknamn.svala.records import GraphSpan

__all__ = ["replace_pieces"]


def replace_pieces(
    pseudonymizer: Pseudonymizer,
    text: str,
    pieces: Iterable[Piece],
    others: Iterable[tuple[int, int]] = (),
    name: str = "",
) -> list[tuple[Piece, str]]:
    """Return the pieces from left to right, some of them widened, with their replacements.

    Args:
        others: Start and end of pieces that other operators replace.
        name: The name of the document, if not its text identifies it.
    """
    document = pseudonymizer(text, name)
    widened = _widen(pieces, document.spans, Ranges(others))
    labelled = label_undetected(document, widened)
    labels = [label for each in labelled.values() for label in each]
    if labels:
        document = pseudonymizer.with_labels(text, labels, name)
    spans = {(span.start, span.end): span for span in document.spans}
    offsets = Ranges(spans)
    results = []
    for piece in widened:
        if piece in labelled and not _are_replaced(text, labelled[piece], spans):
            results.append((piece, f"<{piece.entity_type}>"))
        else:
            inside = [spans[place] for place in offsets.find(piece.start, piece.end)]
            results.append((piece, _splice_piece(text, piece, inside)))
    return results


def _widen(pieces: Iterable[Piece], spans: Iterable[Span], others: Ranges) -> list[Piece]:
    """Widen pieces to whole spans, and join those that then overlap."""
    offsets = Ranges((span.start, span.end) for span in spans)
    widened: list[Piece] = []
    for piece in sorted(pieces):
        start, end = piece.start, piece.end
        for span_start, span_end in offsets.find(start, end):
            start, end = min(start, span_start), max(end, span_end)
        if any(others.find(start, end)):
            start, end = piece.start, piece.end
        if widened and start < widened[-1].end:
            last = widened[-1]
            score = max(piece.score, last.score)
            widened[-1] = last._replace(end=max(end, last.end), score=score)
        else:
            widened.append(piece._replace(start=start, end=end))
    return widened


def _are_replaced(
    text: str, labelled: Iterable[GraphSpan], spans: Mapping[tuple[int, int], Span]
) -> bool:
    """Whether a piece has labels and the profile replaces all of them."""
    found = [spans.get((label.start, label.end)) for label in labelled]
    return bool(found) and all(
        span is not None and span.replacement != text[span.start : span.end] for span in found
    )


def _splice_piece(text: str, piece: Piece, spans: Iterable[Span]) -> str:
    """Return a piece with its spans replaced."""
    moved = (
        (span.start - piece.start, span.end - piece.start, span.replacement)
        for span in spans
        if piece.start <= span.start and span.end <= piece.end
    )
    return splice(text[piece.start : piece.end], moved)
