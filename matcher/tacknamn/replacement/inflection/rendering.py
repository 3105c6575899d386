"""Give a pseudonym the shape of its original: affixes, genitive mark and letter case.

Most mentions are plain names in ordinary case, which cost one or two comparisons. Otherwise the
original shows what is needed: the mark of its genitive, its letter case, and, together with its
base, whether ``Lundabo`` is an inhabitant of Lund.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from tacknamn.labels import GENITIVE, Label, name_affixes, parse_label
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

__all__ = ["LONGEST_ABBREVIATION", "RenderedName", "render"]

_LABELS = frozenset(Label)
_SIMPLE = _LABELS - INHABITED_LABELS
"""Labels for which a form without affixes is the base itself."""
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
"""Labels with abbreviations: UD is not Ud in capitals."""
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
"""Labels whose entries have an initial capital and then lower case."""
LONGEST_ABBREVIATION = 5
"""Letters of the longest word in capitals that may be an abbreviation: UNHCR, SAAB, not VOLVOS."""
_INHABITANT, _PLURAL = "bo", "pl"


class RenderedName(NamedTuple):
    """A pseudonym as it goes into the text. A tuple, because every draw makes one."""

    text: str
    """The text to write."""
    affixes_made: tuple[str, ...]
    """The affixes of the original that it has."""
    missing: tuple[str, ...]
    """What could not be carried over, so that the sentence may be odd: affixes; ``bo``, if the
    original is an inhabitant (*lundabo*) and the pseudonym has no such word; ``pl`` without such an
    affix, if the original (*göteborgare*) may be singular or plural and the pseudonym (*lundabo*)
    is singular."""


def render(
    original: str,
    base: str,
    affixes: Iterable[str],
    label: Label | str,
    original_base: str = "",
    language: str = "",
) -> RenderedName:
    """Give the base form of a pseudonym the shape of the original.

    If affixes would make another name read like the original (Nil, genitive Nils), they are left out.

    Args:
        original: The form that is replaced, as written in the text.
        base: The pseudonym as its list writes it.
        affixes: What the original adds to its base, as the matcher reports it.
        original_base: The base of the original as its list writes it, if known. It distinguishes
            UD from a name in capitals, and an inhabitant of Lund from a town called Lundabo.
        language: The language of the text, for genitives.

    >>> render("Lundabor", "Malmö", ("pl",), "city", "Lund").text
    'Malmöbor'
    """
    # The fast path: a plain name in ordinary case.
    is_base = label in _LABELS if original == original_base else not original_base
    if (
        is_base
        and not affixes
        and original.istitle()
        and base.istitle()
        and (original_base or label in _SIMPLE)
    ):
        return tuple.__new__(RenderedName, (base, (), ()))
    bits = parse_affixes(affixes)
    shape = _read_shape(original, bits, parse_label(label), original_base, language)
    return shape.apply_to(base)


@dataclass(frozen=True, slots=True)
class _OriginalShape:
    """The properties of an original that its pseudonym copies."""

    stem: str
    """The original without the mark of its genitive."""
    mark: GenitiveMark
    """The mark of its genitive."""
    base: str
    """The base of the original, or an empty string."""
    affixes: int
    label: Label
    is_inhabitant: bool
    """Whether it denotes an inhabitant."""
    language: str
    """The language of the text, or an empty string."""

    def apply_to(self, base: str) -> RenderedName:
        """Give a pseudonym this shape."""
        stem, missing = self._make_stem(base)
        bits = 0 if missing else self.affixes & ~GENITIVE
        text = stem
        if self.affixes & GENITIVE:
            form = make_genitive(stem, self.mark, self.language)
            if form is None:
                missing = ("gen", *missing)
            else:
                text = form
                bits |= GENITIVE
        if bits and not self._is_original(base) and self._reveals_original(text):
            return RenderedName(self._apply_case(base), (), name_affixes(self.affixes))
        return RenderedName(self._apply_case(text), name_affixes(bits), missing)

    def _make_stem(self, base: str) -> tuple[str, tuple[str, ...]]:
        """Make the pseudonym without its genitive; also return what is missing."""
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

    def _is_original(self, base: str) -> bool:
        """Whether the pseudonym was the original by chance; it is inflected like any other."""
        return base.casefold() in (self.base.casefold(), self.stem.casefold())

    def _reveals_original(self, text: str) -> bool:
        """Whether a form reads like the original or its base."""
        folded = text.casefold().rstrip(APOSTROPHES)
        marked = f"{self.stem}{self.mark.text}".casefold().rstrip(APOSTROPHES)
        return folded in (marked, self.stem.casefold(), self.base.casefold())

    def _apply_case(self, text: str) -> str:
        if self._is_written_as_listed() or self._is_abbreviation():
            return text  # the pseudonym keeps the case of its list as well
        if self.is_inhabitant and " " in text and self.stem.islower():
            return text  # lundabor, but Los Angeles-bor
        return copy_case(self.stem, text)

    def _is_written_as_listed(self) -> bool:
        """Whether the original has the letter case of its list, as far as can be seen.

        No list has names in lower case or in capitals only, so a base with such case is from the
        text."""
        stem, base = self.stem, self.base
        if self.label in _NAMES:
            return stem.startswith(base) and not (base.islower() or base.isupper() or not base)
        return _read_case(stem) == _read_case(base) if base else False

    def _is_abbreviation(self) -> bool:
        if not self.stem.isupper():
            return False
        if self.mark.text.islower():  # EU:s
            return True
        short = len(self.stem) <= LONGEST_ABBREVIATION
        return not self.base and self.label in _ABBREVIATED and short


def _read_shape(
    original: str, affixes: int, label: Label, base: str, language: str = ""
) -> _OriginalShape:
    stem, mark = original, GenitiveMark("")
    if affixes & GENITIVE and original.casefold() != base.casefold():
        stem, mark = split_genitive(original)
    if affixes & ~GENITIVE and label in INHABITED_LABELS:
        denotes_inhabitant = True
    elif label in INHABITED_LABELS or (label in _NAMES and base and stem != base):
        denotes_inhabitant = is_inhabitant(stem, base)
    else:
        denotes_inhabitant = False
    return _OriginalShape(stem, mark, base, affixes, label, denotes_inhabitant, language)


def _read_case(word: str) -> tuple[bool, bool, bool]:
    return word.islower(), word.isupper(), word[:1].isupper()
