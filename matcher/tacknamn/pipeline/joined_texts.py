"""Several texts as one document: the cells of a row, joined before and cut apart afterwards.

So a person has one pseudonym in all cells of a row, two persons have two, and the cells help each
other to decide what a name is.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

from tacknamn.records import Action, Detection, Span

__all__ = ["BETWEEN", "cut_spans", "join_texts", "place_spans"]

BETWEEN = "\n\n¶\n\n"
"""The separator of two cells in a document. It is in no list and no pattern, so that nothing is
found across two cells."""

SpanOrDetection = TypeVar("SpanOrDetection", Span, Detection)


def join_texts(texts: Sequence[str]) -> str:
    """Join the texts of a row to one document.

    >>> join_texts(["Anna Ek", "Ring Anna."])
    'Anna Ek\\n\\n¶\\n\\nRing Anna.'
    """
    return BETWEEN.join(texts)


def cut_spans(
    spans: Sequence[SpanOrDetection], texts: Sequence[str]
) -> list[list[SpanOrDetection]]:
    """Return the spans of each text, with its own positions.

    If a span covers a separator nevertheless (of lists of the user, for example), it is cut: its
    replacement stands in the first text, and the other texts lose what it covers.

    Args:
        spans: The spans of the joined texts, from left to right.
    """
    if len(texts) == 1:
        return [list(spans)]
    parts: list[list[SpanOrDetection]] = []
    start, following, cut = 0, 0, -1
    for text in texts:
        part: list[SpanOrDetection] = []
        end = start + len(text)
        while following < len(spans) and spans[following].start < end:
            span = spans[following]
            piece = max(span.start, start), min(span.end, end)
            if piece[0] < piece[1]:
                is_rest = cut == following
                part.append(_move_span(span, (piece[0] - start, piece[1] - start), text, is_rest))
                cut = following
            if span.end > end:  # it reaches into the next text: keep it for that one
                break
            following += 1
        parts.append(part)
        start = end + len(BETWEEN)
    return parts


def place_spans(spans: Iterable[Span]) -> Iterator[tuple[int, int, Span]]:
    """Yield the places of the spans of a text in its new text.

    Spans without a replacement have no place there, and are left out."""
    shift = 0
    for span in spans:
        start = span.start + shift
        end = start + len(span.replacement)
        shift = end - span.end
        if start < end:
            yield start, end, span


def _move_span(
    span: SpanOrDetection, place: tuple[int, int], text: str, is_rest: bool
) -> SpanOrDetection:
    moved = span._replace(start=place[0], end=place[1])
    if isinstance(moved, Detection):
        return moved
    # Masks (tacknamn.ner) have no action; they are replaced like other spans.
    if getattr(moved, "action", None) is Action.MARK:
        return moved._replace(replacement=text[slice(*place)])
    return moved._replace(replacement="") if is_rest else moved
