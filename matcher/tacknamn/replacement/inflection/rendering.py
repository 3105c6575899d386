"""Give a pseudonym the shape of its original: affixes, genitive mark and letter case.

Most mentions are plain names written as their list writes them, and those cost a comparison
or two. Of the others the original tells what it can: the mark of its genitive, its capitals,
and, with the original's base beside it, whether ``Lundabo`` is somebody from Lund.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tacknamn.labels import Label, parse_label
from tacknamn.lexicon.affixes import GENITIVE, name_affixes
from tacknamn.replacement.inflection.affixes import INHABITED_LABELS, make_stem, parse_affixes
from tacknamn.replacement.inflection.genitives import (
    APOSTROPHES,
    GenitiveMark,
    make_genitive,
    split_genitive,
)
from tacknamn.replacement.inflection.inhabitants import (
    has_open_number,
    is_inhabitant,
    name_inhabitant,
)
from tacknamn.replacement.inflection.letter_case import copy_case

__all__ = ["RenderedName", "render"]

_LABELS = frozenset(Label)
_SIMPLE = _LABELS - INHABITED_LABELS
"""Labels of which a form without affixes is the base itself."""
_ABBREVIATED = frozenset(
    (
        Label.COUNTRY,
        Label.SCHOOL,
        Label.WORK,
        Label.PUBLIC_AUTHORITY,
        Label.OTHER_INSTITUTION,
        Label.TRANSPORT_NAME,
        Label.EDU,
    )
)
"""Labels that have abbreviations: UD is no shouted Ud."""
_NAMES = frozenset(
    (
        Label.FIRSTNAME_FEMALE,
        Label.FIRSTNAME_MALE,
        Label.FIRSTNAME_UNKNOWN,
        Label.SURNAME,
        Label.REGION,
        Label.CITY,
        Label.AREA,
        Label.PLACE,
        Label.GEO,
    )
)
"""Labels whose entries begin with a capital and go on in small letters."""
_LONGEST_ABBREVIATION = 5
"""Letters of a word in capitals that may be an abbreviation: UNHCR, SAAB, but not VOLVOS."""
_INHABITANT, _PLURAL = "bo", "pl"


class RenderedName(NamedTuple):
    """A pseudonym as it goes into the text; a tuple, because every draw makes one."""

    text: str
    """What to write."""
    affixes_made: tuple[str, ...]
    """The original's affixes that it has."""
    missing: tuple[str, ...]
    """What could not be carried over, and makes the sentence odd: affixes, or ``bo``, where
    the original is somebody who lives there (*lundabo*) and the pseudonym has no such word.
    ``pl`` without such an affix: the original (*göteborgare*) leaves open how many there are,
    the pseudonym (*lundabo*) does not."""


def render(
    original: str,
    base: str,
    affixes: Iterable[str],
    label: Label | str,
    original_base: str = "",
) -> RenderedName:
    """The base form of a pseudonym in the shape of the original.

    The caller has seen to it that ``base`` is neither the original nor its base; that no
    affix makes it so (Nil, genitive Nils), is seen to here.

    Args:
        original: The form that is replaced, as it stands in the text.
        base: The pseudonym as its list writes it.
        affixes: What the original appends to its base, as the matcher tells it.
        original_base: The original's own base as its list writes it, where that is known. It
            tells UD from a shouted name, and somebody from Lund from a town called Lundabo.

    >>> render("Lundabor", "Malmö", ("pl",), "city", "Lund").text
    'Malmöbor'
    """
    # The fast way: a plain name, written as names are.
    is_base = label in _LABELS if original == original_base else not original_base
    if (
        is_base
        and not affixes
        and original.istitle()
        and base.istitle()
        and (original_base or label in _SIMPLE)
    ):
        return tuple.__new__(RenderedName, (base, (), ()))
    shape = _read_shape(original, parse_affixes(affixes), parse_label(label), original_base)
    return shape.put_on(base)


@dataclass(frozen=True, slots=True)
class _OriginalShape:
    """What an original looks like."""

    stem: str
    """The original without the mark of its genitive."""
    mark: GenitiveMark
    """That mark."""
    base: str
    """The base of the original, or nothing."""
    affixes: int
    label: Label
    is_inhabitant: bool
    """It is somebody who lives there."""

    def put_on(self, base: str) -> RenderedName:
        """The pseudonym in this shape."""
        stem, missing = self._stem(base)
        made = 0 if missing else self.affixes & ~GENITIVE
        text = stem
        if self.affixes & GENITIVE:
            form = make_genitive(stem, self.mark)
            if form is None:
                missing = ("gen", *missing)
            else:
                text = form
                made |= GENITIVE
        if made and self._gives_away(text):
            return RenderedName(self._cased(base), (), name_affixes(self.affixes))
        return RenderedName(self._cased(text), name_affixes(made), missing)

    def _stem(self, base: str) -> tuple[str, tuple[str, ...]]:
        """The pseudonym before its genitive is made, and what is missing."""
        affixes = self.affixes & ~GENITIVE
        if not self.is_inhabitant:
            stem = make_stem(base, affixes, self.label)
            return (base, name_affixes(affixes)) if stem is None else (stem, ())
        if self.label not in INHABITED_LABELS or (person := name_inhabitant(base)) is None:
            return base, name_affixes(affixes) or (_INHABITANT,)
        if affixes:
            return make_stem(base, affixes, self.label) or base, ()
        agrees = has_open_number(person) or not has_open_number(self.stem)
        return person, () if agrees else (_PLURAL,)

    def _gives_away(self, text: str) -> bool:
        """Whether a form reads as the original or its base."""
        folded = text.casefold().rstrip(APOSTROPHES)
        marked = f"{self.stem}{self.mark.text}".casefold().rstrip(APOSTROPHES)
        return folded in (marked, self.stem.casefold(), self.base.casefold())

    def _cased(self, text: str) -> str:
        if self._is_written_as_listed() or self._is_abbreviation():
            return text  # let the pseudonym be as its list writes it, too
        if self.is_inhabitant and " " in text and self.stem.islower():
            return text  # lundabor, but Los Angeles-bor
        return copy_case(self.stem, text)

    def _is_written_as_listed(self) -> bool:
        """Whether the original has its letter case from its list, as far as can be seen.

        Names stand in no list in small letters or capitals only: a base that has them was
        taken from the text."""
        stem, base = self.stem, self.base
        if self.label in _NAMES:
            return stem.startswith(base) and not (base.islower() or base.isupper() or not base)
        return _read_case(stem) == _read_case(base) if base else False

    def _is_abbreviation(self) -> bool:
        if not self.stem.isupper():
            return False
        if self.mark.text.islower():  # EU:s
            return True
        short = len(self.stem) <= _LONGEST_ABBREVIATION
        return not self.base and self.label in _ABBREVIATED and short


def _read_shape(original: str, affixes: int, label: Label, base: str) -> _OriginalShape:
    stem, mark = original, GenitiveMark("")
    if affixes & GENITIVE and original.casefold() != base.casefold():
        stem, mark = split_genitive(original)
    if affixes & ~GENITIVE and label in INHABITED_LABELS:
        lives_there = True
    elif label in INHABITED_LABELS or (label in _NAMES and base and stem != base):
        lives_there = is_inhabitant(stem, base)
    else:
        lives_there = False
    return _OriginalShape(stem, mark, base, affixes, label, lives_there)


def _read_case(word: str) -> tuple[bool, bool, bool]:
    return word.islower(), word.isupper(), word[:1].isupper()
