"""What a line of JSON Lines says beforehand of its text: pieces, and what each of them is.

``[0, 4, "surname"]``, or an object with ``start``, ``end``, ``label`` and, where somebody gave
them, ``number`` and ``affixes``. A piece with a label of the taxonomy is settled: it is replaced, or
marked, as that. One with another program's label (PER) settles nothing.
"""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from tacknamn.errors import InputError
from tacknamn.formats.inputs import Input
from tacknamn.svala import Span

__all__ = ["labels_of"]


def labels_of(input: Input) -> list[Span]:
    """The pieces that a document's line names, from left to right."""
    labels = input.labels if isinstance(input.labels, list) else []
    spans = sorted(_spans(input, labels), key=lambda span: span.start)
    for one, other in pairwise(spans):
        if one.end > other.start:
            raise InputError(f"{input.place}: two of its spans overlap; keep one of them")
    return spans


def _spans(input: Input, labels: list[Any]) -> Iterator[Span]:
    for number, one in enumerate(labels, 1):
        match one:
            case [int(start), int(end), str(label), *_]:
                further: tuple[str, ...] = ()
            case {"start": int(start), "end": int(end), "label": str(label)}:
                further = _further(one)
            case _:
                raise InputError(
                    f"{input.place}: span {number} is not [start, end, label], nor an object of them"
                )
        if bool in (type(start), type(end)) or not 0 <= start < end <= len(input.text):
            raise InputError(f"{input.place}: span {number} is not within its text")
        yield Span(start, end, input.text[start:end], (label, *further))


def _further(one: dict[str, Any]) -> tuple[str, ...]:
    """Running number and affixes."""
    number, affixes = one.get("number"), one.get("affixes")
    affixes = affixes if isinstance(affixes, list) else []
    told = (str(number),) if isinstance(number, int) and number > 0 else ()
    return (*told, *(each for each in affixes if isinstance(each, str)))
