"""Find leftovers: names, numbers and addresses outside the spans of a document.

The spans are masked letter by letter, so that offsets stay valid and nothing is found across a
span. Addresses and digits are found first (:mod:`tacknamn.risk.leak_patterns`), then the matcher
searches the rest.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge

from tacknamn.formats.span_files import DocumentPlace, PlaceFinder, SpanFileDocument
from tacknamn.labels import AnyLabel, Label, OwnLabel, parse_label
from tacknamn.matching.matcher import Matcher
from tacknamn.matching.semantics import EDITS_SHIFT
from tacknamn.risk.leak_patterns import find_patterns, mask_spans
from tacknamn.text.fold import Folded, fold

__all__ = ["NAMES", "Leftover", "LeftoverFinder", "LeftoverKind"]

NAMES = frozenset(Label) - {
    Label.PROF,
    Label.EDU,
    Label.FAM,
    Label.LANGUAGE,
    Label.NATIONALITY,
    Label.MONTH_WORD,
    Label.DAY,
    Label.AGE_STRING,
}
"""Labels of names. The other labels are ordinary words, which no pseudonymization removes."""
CERTAIN = 0.5
"""For a word in lower case, the least share of uses as a name. *Till* (to) is also a surname."""
_AFFIXES = (1 << EDITS_SHIFT) - 1


class LeftoverKind(StrEnum):
    """Why something looks like a leftover."""

    NAME = "name"
    LOWER_CASE = "lower_case"
    """A name in lower case that the lists write with a capital."""
    MISSPELT = "misspelt"
    DIGITS = "digits"
    EMAIL = "email"
    URL = "url"


@dataclass(frozen=True, slots=True)
class Leftover:
    """A part of a text that looks like a leftover."""

    place: DocumentPlace
    """Where it is. Its label is the most likely label of a name, or the kind of a pattern."""
    kind: LeftoverKind
    text: str
    """The text itself. It is shown only on request."""
    edits: int = 0
    """The edits between a misspelt name and the list."""
    also_pseudonym: bool = False
    """Whether it is also a pseudonym of its document."""


@dataclass(frozen=True, slots=True)
class _EntryFacts:
    """What the search needs to know of an entry of the lexicon."""

    label: AnyLabel
    """The most likely label."""
    base: Folded
    has_capital: bool
    """Whether the lists write it with a capital."""
    certainty: float
    """The share of the uses of the word in which it is the entry."""
    is_searched: bool
    """Whether a match of the entry may be a leftover."""


class LeftoverFinder:
    """Finds leftovers with a matcher, whose settings decide about misspelt names."""

    def __init__(self, matcher: Matcher, labels: Iterable[Label | str] = NAMES) -> None:
        self._matcher = matcher
        self._labels = frozenset(map(parse_label, labels))
        self._home = matcher.lexicon.bundle.manifest.get("country")
        self._facts: dict[int, _EntryFacts] = {}

    def find(
        self, document: SpanFileDocument, pseudonyms: Collection[Folded]
    ) -> Iterator[Leftover]:
        """Find the leftovers of a document, in order; ``pseudonyms`` are those of the document."""
        text = mask_spans(document.text, [(span.start, span.end) for span in document.spans])
        patterns = find_patterns(text)
        places = PlaceFinder(document)
        from_patterns = (
            Leftover(places.find(start, end, kind), LeftoverKind(kind), text[start:end])
            for start, end, kind in patterns
        )
        rest = mask_spans(text, [(pattern.start, pattern.end) for pattern in patterns])
        names = self._find_names(places, rest, pseudonyms)
        return merge(from_patterns, names, key=lambda leftover: leftover.place.start)

    def _find_names(
        self, places: PlaceFinder, text: str, pseudonyms: Collection[Folded]
    ) -> Iterator[Leftover]:
        for start, end, entry, bits in self._matcher.spans(text):
            facts = self._facts.get(entry) or self._look_up(entry)
            form = text[start:end]
            if facts.is_searched and not self._is_ordinary(form, facts, bits & _AFFIXES):
                edits = bits >> EDITS_SHIFT
                yield Leftover(
                    places.find(start, end, facts.label),
                    _choose_kind(form, facts, edits),
                    form,
                    edits,
                    facts.base in pseudonyms,
                )

    def _is_ordinary(self, form: str, facts: _EntryFacts, affixes: int) -> bool:
        """Whether a word in lower case is an ordinary word: *deras* (theirs) is not Dera's."""
        if not form.islower():
            return False
        return facts.certainty < CERTAIN or (affixes != 0 and self._matcher.lexicon.is_word(form))

    def _look_up(self, entry: int) -> _EntryFacts:
        lexicon = self._matcher.lexicon
        likeliest = lexicon.candidates(entry)[0]
        # The home country is kept everywhere, as the SweLL guidelines require.
        is_home = likeliest.label is Label.COUNTRY and likeliest.country == self._home
        facts = self._facts[entry] = _EntryFacts(
            likeliest.label,
            fold(likeliest.form),
            not likeliest.form.islower(),
            lexicon.certainty(entry),
            (likeliest.label in self._labels or isinstance(likeliest.label, OwnLabel))
            and not is_home,
        )
        return facts


def _choose_kind(form: str, facts: _EntryFacts, edits: int) -> LeftoverKind:
    if edits:
        return LeftoverKind.MISSPELT
    is_lower = facts.has_capital and form.islower()
    return LeftoverKind.LOWER_CASE if is_lower else LeftoverKind.NAME
