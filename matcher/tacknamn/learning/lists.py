"""Look up what the lists contain for the forms that annotators marked."""

from collections.abc import Iterator
from functools import lru_cache

from tacknamn.labels import AnyLabel, Label
from tacknamn.learning.forms import FIRSTNAMES, PERSONS
from tacknamn.learning.records import LabelledForm
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.records import Detection
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["LexiconLists", "is_same_list"]

HOME = "SE"
"""The country in which parts of a city count as cities."""
_REMEMBERED = 1 << 14
"""Forms whose candidates are cached, because texts repeat words."""


def is_same_list(label: AnyLabel, other: AnyLabel) -> bool:
    """Whether two labels mean the same list. All first names share one list.

    Whether the bearer is a woman or a man is no reason to remove a name from either list."""
    return label is other or (label in FIRSTNAMES and other in FIRSTNAMES)


class LexiconLists:
    """The lists of a lexicon."""

    def __init__(self, lexicon: Lexicon) -> None:
        self.lexicon = lexicon
        self.candidates = lru_cache(_REMEMBERED)(self._candidates)

    def _candidates(self, form: str) -> tuple[Candidate, ...]:
        return tuple(self.lexicon.lookup(form))

    def has(self, name: LabelledForm) -> bool:
        """Whether the list of that label contains the form.

        A first name without a gender belongs to every list of first names, and a first name that an
        annotator marked without a gender needs only one of them."""
        return any(
            candidate.label is name.label
            or (
                is_same_list(candidate.label, name.label)
                and Label.FIRSTNAME_UNKNOWN in (candidate.label, name.label)
            )
            or (
                name.label is Label.CITY
                and candidate.label is Label.AREA
                and candidate.country == HOME
            )
            for candidate in self.candidates(name.folded)
        )

    def knows(self, form: str, label: Label) -> bool:
        """Whether a list contains the form, to recognize genitives.

        *Konsumentverkets* is the genitive of a name on some list, whether as authority or as
        employer. For persons it has to be a list of the same kind: *Mara* is a first name, which
        does not make the surname *Maras* its genitive."""
        return any(
            is_same_list(candidate.label, label) or label not in PERSONS
            for candidate in self.candidates(form)
        )

    def labels(self, form: str) -> Iterator[AnyLabel]:
        """Return the labels of a form, each once, the most likely first."""
        yield from dict.fromkeys(candidate.label for candidate in self.candidates(form))

    def find_source(self, detection: Detection) -> Label | None:
        """Find the list that a detection comes from; None if a rule made it, or the text is
        misspelt."""
        if detection.entry < 0 or detection.edits or not detection.base:
            return None
        labels = set(self.labels(detection.base))
        if detection.label == Label.CITY and Label.CITY not in labels and Label.AREA in labels:
            return Label.AREA  # at home, parts of cities are detected as cities
        info = load_taxonomy().find(detection.label)
        label = info.lexicon if info is not None else None
        return label if label in labels else None
