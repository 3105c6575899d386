"""Tell whether places count the characters of a text, or its bytes, or its units of UTF-16.

JavaScript and Java count units of UTF-16, Go and Rust bytes of UTF-8; in a text of nothing but
ASCII all are the same. Otherwise a place behind the end of the text is a sign, and so is a span
that begins where no word begins, while every span would be whole words in another unit. A span
that ends inside a word is none: ``Anna`` is found in ``Annas``.
"""

from bisect import bisect_left
from collections.abc import Iterable, Sequence
from itertools import accumulate

__all__ = ["counted_in"]

_UNITS = {"bytes": "utf-8", "units of UTF-16": "utf-16-le"}


def counted_in(text: str, spans: Sequence[tuple[int, int]]) -> str | None:
    """What spans seem to count instead of characters; None: characters.

    >>> counted_in("Åsa met Bo", [(9, 11)])
    'bytes'
    """
    if not spans or text.isascii():
        return None
    outside = any(end > len(text) for _, end in spans)
    if not outside and all(_begins(text, start) for start, _ in spans):
        return None
    for unit, encoding in _UNITS.items():
        if _all_words(text, spans, _places(text, encoding)):
            return unit
    return None


def _places(text: str, encoding: str) -> list[int]:
    """Where each character begins in another unit, and where the last one ends."""
    size = 2 if encoding == "utf-16-le" else 1
    sizes = (len(letter.encode(encoding, "surrogatepass")) // size for letter in text)
    return list(accumulate(sizes, initial=0))


def _all_words(text: str, spans: Iterable[tuple[int, int]], places: list[int]) -> bool:
    """Whether all spans, taken as another unit, are whole words."""
    for span in spans:
        start, end = (bisect_left(places, place) for place in span)
        if end >= len(places) or (places[start], places[end]) != span:
            return False  # behind the end, or in the middle of a character
        if not _begins(text, start) or not _ends(text, end):
            return False
    return True


def _begins(text: str, place: int) -> bool:
    return (
        place < len(text)
        and text[place].isalnum()
        and not (place > 0 and text[place - 1].isalnum())
    )


def _ends(text: str, place: int) -> bool:
    return text[place - 1].isalnum() and not (place < len(text) and text[place].isalnum())
