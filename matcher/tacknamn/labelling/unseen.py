"""Find a name again where the matcher has passed it over as an ordinary word.

*Björn kommer* begins a sentence, where every word has a capital; the matcher tells it only
where it is likely to be a name. Whoever wrote *min bror Björn* elsewhere means him here, too.
"""

import re
from collections.abc import Iterator, Sequence

from tacknamn.labelling.deciding import Decided
from tacknamn.labelling.forms import NOUNS
from tacknamn.labelling.pieces import Case
from tacknamn.matching import GENITIVE

__all__ = ["REPEATED", "SURE", "with_unseen"]

REPEATED = 60.0
"""How much oftener a word is a name that the same text has as a name elsewhere."""
SURE = 0.5
"""Probability from which a name vouches for its other places."""
SHORTEST = 2


def with_unseen(text: str, found: Sequence[Decided]) -> list[Decided]:
    """The same with those, from left to right."""
    names: dict[str, Decided] = {}
    for one in found:
        if one.label and _may_be_passed_over(one):
            names.setdefault(text[one.piece.start : one.piece.end], one)
    seen = {one.piece.start for one in found} if names else set()
    more = [again for name, one in names.items() for again in _again(text, name, one, seen)]
    return sorted([*found, *more], key=lambda one: one.piece.start) if more else list(found)


def _may_be_passed_over(one: Decided) -> bool:
    """Whether it is an ordinary word as well, and oftener a name than that where one is told of."""
    piece = one.piece
    if piece.form is None or piece.affix_bits or piece.edits or one.label not in piece.form.senses:
        return False
    ordinary, named = piece.form.ordinary, piece.form.senses[one.label].probability
    return (
        0 < ordinary < named * REPEATED
        and one.probability >= SURE
        and piece.case is Case.TITLE
        and piece.end - piece.start >= SHORTEST
        and one.label not in NOUNS
    )


def _again(text: str, name: str, one: Decided, seen: set[int]) -> Iterator[Decided]:
    if text.count(name) == 1:
        return
    for place in re.finditer(rf"(?<![\w-]){re.escape(name)}(s?)(?![\w-])", text):
        if place.start() not in seen:
            bits = GENITIVE if place.group(1) else 0
            piece = one.piece._replace(
                start=place.start(), end=place.end(), case=Case.START, affix_bits=bits
            )
            yield Decided(piece, one.label, SURE, "", False)
