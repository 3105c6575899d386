"""Find the base of a form of which a span file says that it is inflected.

Affixes are told, so this need not be guessed; only which letters they are. What takes forms
apart (:mod:`tacknamn.inflecting`) is asked with the lexicon at hand, for Lars is a base and
Lunds is none. Names that no list has, such as fake towns, lose the s of their genitive.
"""

from collections.abc import Callable, Collection, Iterable

from tacknamn.fold import Folded, fold
from tacknamn.inflecting import taken_apart
from tacknamn.labels import Label
from tacknamn.lexicon import Candidate
from tacknamn.matching import AFFIXES, GENITIVE

__all__ = ["BaseFinder"]

_LABELS = frozenset(Label)
_INFLECTED = frozenset(AFFIXES.values())
"""Of affixes, those that change the form; ``foreign`` is none of them."""


class BaseFinder:
    """Finds bases with what looks a form up: :meth:`Lexicon.lookup`."""

    def __init__(self, lookup: Callable[[str], Iterable[Candidate]]) -> None:
        self._lookup = lookup

    def base(self, form: str, affixes: Collection[str], label: str) -> Folded:
        """The base of a form, folded; the form itself where nothing is told of affixes."""
        if not _INFLECTED.intersection(affixes):
            return fold(form)
        if label in _LABELS:
            base, found = taken_apart(form, label, lambda name: self._is_known(name, label))
            if found:
                return fold(base)
        ends = AFFIXES[GENITIVE] in affixes and form[-1:] in ("s", "S")
        return fold(form if not ends or self._is_known(form, label) else form[:-1])

    def _is_known(self, form: str, label: str) -> bool:
        return any(one.label == label for one in self._lookup(form))
