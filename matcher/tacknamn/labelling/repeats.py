"""What is a name in one place of a text is one in the others, where less speaks for it.

*Björn kommer* begins a sentence, *björn* is an animal; but whoever wrote *min bror Björn* two
lines above means him.
"""

from collections.abc import Sequence

from tacknamn.fold import fold
from tacknamn.labelling.deciding import Decided
from tacknamn.labelling.forms import NOUNS
from tacknamn.labelling.pieces import Sort
from tacknamn.labelling.weights import Weighed

__all__ = ["with_repeats"]

REPEATED = 60.0
"""How much oftener a word is a name that the same text has as a name elsewhere."""
SURE = 0.5
"""Probability from which a name vouches for its other places."""
SHORTEST = 2


def with_repeats(
    text: str, found: Sequence[Decided], weights: Sequence[Weighed]
) -> list[Decided]:
    """The pieces, some of those without a label with that of the same name elsewhere."""
    if all(one.label for one in found):
        return list(found)
    names = _names(text, found)
    return [
        _again(text, one, weighed, names) if not one.label and names else one
        for one, weighed in zip(found, weights, strict=True)
    ]


def _names(text: str, found: Sequence[Decided]) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in found:
        if one.label and one.label not in NOUNS and one.probability >= SURE:
            if one.piece.end - one.piece.start >= SHORTEST and one.piece.sort is not Sort.INITIAL:
                names.setdefault(_form(text, one), one.label)
    return names


def _form(text: str, one: Decided) -> str:
    piece = one.piece
    if piece.form is not None and one.label in piece.form.senses:
        return fold(piece.form.senses[one.label].form)
    return fold(text[piece.start : piece.end])


def _again(text: str, one: Decided, weighed: Weighed, names: dict[str, str]) -> Decided:
    piece = one.piece
    form = fold(text[piece.start : piece.end])
    if piece.form is not None and piece.affix_bits:
        form = fold(next(iter(piece.form.senses.values())).form)
    label = names.get(form)
    if label is None or label not in weighed.weights:
        return one
    weight = weighed.weights[label] * REPEATED
    total = sum(weighed.weights.values()) + weight - weighed.weights[label]
    if 2 * weight <= total:
        return one
    return one._replace(label=label, probability=weight / total, trigger="", in_row=False)


