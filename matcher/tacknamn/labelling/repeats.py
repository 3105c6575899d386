"""What is a name in one place of a text is one in the others, where less speaks for it.

*Björn kommer* begins a sentence, *björn* is an animal; but whoever wrote *min bror Björn* two
lines above means him. So does a capitalised word that no list knows and that is near to a name
of the text: *Stockhuml* where *Stockholm* stands above.
"""

from collections.abc import Sequence

from tacknamn.fold import fold
from tacknamn.labelling.deciding import Decided
from tacknamn.labelling.double_names import taken_apart
from tacknamn.labelling.forms import NOUNS
from tacknamn.labelling.nearness import Names
from tacknamn.labelling.pieces import Piece, Sort
from tacknamn.labelling.unseen import REPEATED, SURE, with_unseen
from tacknamn.labelling.weights import Weighed

__all__ = ["with_repeats"]

SIMILAR = 1000.0
"""And a word that no list has, and that is spelt nearly so: next to nothing else is."""
SHORTEST = 2
_UNKNOWN = (Sort.UNKNOWN, Sort.COMPOUND)


def with_repeats(text: str, found: Sequence[Decided], weights: Sequence[Weighed]) -> list[Decided]:
    """The pieces, some of those without a label with that of the same name elsewhere."""
    if all(one.label for one in found):
        return taken_apart(text, with_unseen(text, found))
    names = _names(text, found)
    known = Names(names)
    again = [
        _again(text, one, weighed, names, known) if not one.label and names else one
        for one, weighed in zip(found, weights, strict=True)
    ]
    return taken_apart(text, with_unseen(text, again))


def _names(text: str, found: Sequence[Decided]) -> dict[str, str]:
    names: dict[str, str] = {}
    for one in found:
        if one.label and one.label not in NOUNS and one.probability >= SURE and _vouches(one.piece):
            names.setdefault(_form(text, one), one.label)
    return names


def _vouches(piece: Piece) -> bool:
    return piece.end - piece.start >= SHORTEST and piece.sort is not Sort.INITIAL


def _form(text: str, one: Decided) -> str:
    piece = one.piece
    if piece.form is not None and one.label in piece.form.senses:
        return fold(piece.form.senses[one.label].form)
    return fold(text[piece.start : piece.end])


def _again(
    text: str, one: Decided, weighed: Weighed, names: dict[str, str], known: Names
) -> Decided:
    piece = one.piece
    form = fold(text[piece.start : piece.end])
    if piece.form is not None and piece.affix_bits:
        form = fold(next(iter(piece.form.senses.values())).form)
    label, factor = names.get(form), REPEATED
    if label is None and piece.sort in _UNKNOWN and (near := known.nearest(form)):
        label, factor = names[near[0]], SIMILAR
    if label is None or label not in weighed.weights:
        return one
    weight = weighed.weights[label] * factor
    total = sum(weighed.weights.values()) + weight - weighed.weights[label]
    if 2 * weight <= total:
        return one
    return one._replace(label=label, probability=weight / total, trigger="", in_row=False)
