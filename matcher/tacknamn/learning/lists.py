"""What the lists know of the forms that annotators marked."""

from collections.abc import Iterator
from functools import lru_cache

from tacknamn.labels import Label
from tacknamn.learning.forms import FIRSTNAMES, PERSONS
from tacknamn.learning.records import LabelledForm
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.records import Detection
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["LexiconLists", "is_same_list"]

HOME = "SE"
"""Where the parts of a city are cities themselves."""
_REMEMBERED = 1 << 14
"""Forms whose candidates are remembered: texts repeat themselves."""


def is_same_list(one: Label, other: Label) -> bool:
    """Whether two labels mean the same list: first names are one, whoever bears them.

    Of whom a text speaks is no reason to take a name from the women's list or the men's."""
    return one is other or (one in FIRSTNAMES and other in FIRSTNAMES)


class LexiconLists:
    """The lists of a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.candidates = lru_cache(_REMEMBERED)(self._candidates)

    def _candidates(self, form: str) -> tuple[Candidate, ...]:
        return tuple(self.lexicon.lookup(form))

    def has(self, name: LabelledForm) -> bool:
        """Whether the list of that label has the form.

        A first name without a gender is in every list of first names, and one of whom an
        annotator did not say a gender needs none."""
        return any(
            one.label is name.label
            or (
                is_same_list(one.label, name.label)
                and Label.FIRSTNAME_UNKNOWN in (one.label, name.label)
            )
            or (name.label is Label.CITY and one.label is Label.AREA and one.country == HOME)
            for one in self.candidates(name.folded)
        )

    def knows(self, form: str, label: Label) -> bool:
        """Whether a list has the form, to tell a genitive by: *Konsumentverkets* is one of what
        a list has, be it as an authority and no employer. Of persons, a list of their sort: Mara
        is a first name, which makes no genitive of the surname Maras."""
        candidates = self.candidates(form)
        return any(is_same_list(one.label, label) or label not in PERSONS for one in candidates)

    def labels(self, form: str) -> Iterator[Label]:
        """The labels of a form, each once, the likeliest first."""
        yield from dict.fromkeys(one.label for one in self.candidates(form))

    def told(self, found: Detection) -> Label | None:
        """The list that a find is from; None where a rule made it, or the text is misspelt."""
        if found.entry < 0 or found.edits or not found.base:
            return None
        labels = set(self.labels(found.base))
        if found.label == Label.CITY and Label.CITY not in labels and Label.AREA in labels:
            return Label.AREA  # parts of cities are told as cities at home
        info = load_taxonomy().find(found.label)
        own = info.lexicon if info is not None else None
        return own if own in labels else None
