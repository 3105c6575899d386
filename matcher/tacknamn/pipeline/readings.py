"""What a form may be as it stands in texts: inflected, misspelt, or known by a rule alone.

Lists have base forms. *Göteborgs* is Göteborg with a genitive, *Götebrog* is Göteborg misspelt, and
*Sankt Eriksgatan* is in no list, but its ending shows a street.
"""

from collections.abc import Iterator
from typing import NamedTuple

from tacknamn.labels import LABELS, Kind, Label, OwnLabel
from tacknamn.lexicon.lexicon import Candidate, Lexicon
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.semantics import Overlaps
from tacknamn.records import Detection

__all__ = ["FormReader", "Reading"]

_OURS = frozenset(map(str, LABELS))
_MOST_SIMILAR = 3
"""Names that are suggested for a form."""
_FROM_LISTS = frozenset(("list", "misspelt"))
"""Rules of detections that the lists alone explain."""


class Reading(NamedTuple):
    """One thing that a form may be."""

    candidate: Candidate
    affixes: tuple[str, ...] = ()
    """What the form adds to the entry: ``gen``, ``def``, ``pl``."""
    edits: int = 0
    """Letters by which the form differs from the entry. Then it is a suggestion."""
    rule: str = ""
    """The rule that finds it in texts, although no list has it."""

    @property
    def is_exact(self) -> bool:
        """Whether a list has the form as it was given."""
        return not (self.affixes or self.edits or self.rule)


class FormReader:
    """Reads forms with the lists, and if they do not help with the rules."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._lexicon = lexicon
        self._matcher = Matcher(lexicon, overlaps=Overlaps.ALL)

    def read(self, form: str) -> list[Reading]:
        """Return what a form may be, the likeliest first; empty if nothing is known."""
        known = [Reading(candidate) for candidate in self._lexicon.lookup(form)]
        inflected = list(self._list_inflected(form))
        if inflected and known:  # Annas is Anna's before it is a man of that name, and Lars is Lars
            chosen = Matcher(self._lexicon).match(form)
            is_inflected = len(chosen) == 1 and bool(chosen[0].affixes)
            return [*inflected, *known] if is_inflected else known
        return known or inflected or list(self._list_by_rule(form)) or list(self._suggest(form))

    def _list_inflected(self, form: str) -> Iterator[Reading]:
        for match in self._matcher.match(form):
            if (match.start, match.end) == (0, len(form)) and match.affixes:
                for candidate in match.candidates:
                    yield Reading(candidate, match.affixes)

    def _list_by_rule(self, form: str) -> Iterator[Reading]:
        """Yield what is found in a text of this form alone, or in its words."""
        from tacknamn.pipeline.pseudonymizer import Pseudonymizer  # here: it takes a moment to open

        for detection in Pseudonymizer(self._lexicon).detect(form, everything=True):
            is_whole = detection.end - detection.start == len(form)
            if not (is_whole and detection.rule in _FROM_LISTS):
                yield _read_detection(form, detection)

    def _suggest(self, form: str) -> Iterator[Reading]:
        """Yield names with similar spelling: first what a text would be read as."""
        found = {
            match.entry: Reading(match.candidates[0], match.affixes, match.edits)
            for match in Matcher(self._lexicon, fuzzy=True).match(form)
            if (match.start, match.end) == (0, len(form))
        }
        for near in self._lexicon.search(form, max_edits=1):
            candidates = self._lexicon.candidates(near.entry)
            found.setdefault(near.entry, Reading(candidates[0], (), near.edits))
        yield from list(found.values())[:_MOST_SIMILAR]


def _read_detection(form: str, detection: Detection) -> Reading:
    label = Label(detection.label) if detection.label in _OURS else OwnLabel(detection.label)
    base = detection.base or form[detection.start : detection.end]
    candidate = Candidate(
        base,
        label,
        detection.probability,
        0,
        Kind.NONE,
        detection.country,
        detection.parent,
        (),
    )
    return Reading(candidate, detection.affixes, detection.edits, detection.rule)
