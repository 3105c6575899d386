"""Find what was left over: names, numbers and addresses outside the spans of a document.

The spans are masked letter by letter, so that places stay and nothing is found across them.
Addresses and digits come first (:mod:`tacknamn.risk.leak_patterns`), then the matcher's hits.
"""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from heapq import merge

from tacknamn.formats.span_files import DocumentPlace, PlaceFinder, SpanFileDocument
from tacknamn.labels import Label, parse_label
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
"""Labels that are names. The others are ordinary words, which no pseudonymization removes."""
CERTAIN = 0.5
"""Of a word in lower case, the part of its uses that must be an entry: till is a surname, too."""
_AFFIXES = (1 << EDITS_SHIFT) - 1


class LeftoverKind(StrEnum):
    """Why something looks as if it had been left over."""

    NAME = "name"
    LOWER_CASE = "lower_case"
    """A name that the lists write with a capital."""
    MISSPELT = "misspelt"
    DIGITS = "digits"
    EMAIL = "email"
    URL = "url"


@dataclass(frozen=True, slots=True)
class Leftover:
    """One of them."""

    place: DocumentPlace
    """With the likeliest label of a name; patterns have their kind there."""
    kind: LeftoverKind
    text: str
    """How it is written. Only for whoever asks to see it."""
    edits: int = 0
    """Letters by which a misspelt name differs from the list."""
    also_pseudonym: bool = False
    """Whether it is a pseudonym of its document as well."""


@dataclass(frozen=True, slots=True)
class _EntryFacts:
    """What is asked of an entry of the lexicon."""

    label: Label
    """The likeliest."""
    base: Folded
    capital: bool
    """Whether it is written with one."""
    certainty: float
    """The part of its uses that are an entry."""
    wanted: bool
    """Whether a hit of it may be a leftover."""


class LeftoverFinder:
    """Finds leftovers with a matcher, which decides about misspelt names."""

    def __init__(self, matcher: Matcher, labels: Iterable[Label | str] = NAMES) -> None:
        self._matcher = matcher
        self._labels = frozenset(map(parse_label, labels))
        self._home = matcher.lexicon.bundle.manifest.get("country")
        self._facts: dict[int, _EntryFacts] = {}

    def find(
        self, document: SpanFileDocument, pseudonyms: Collection[Folded]
    ) -> Iterator[Leftover]:
        """The leftovers of a document, in their order; ``pseudonyms`` are its own."""
        text = mask_spans(document.text, [(span.start, span.end) for span in document.spans])
        patterns = find_patterns(text)
        places = PlaceFinder(document)
        shaped = (
            Leftover(places.place(start, end, kind), LeftoverKind(kind), text[start:end])
            for start, end, kind in patterns
        )
        rest = mask_spans(text, [(one.start, one.end) for one in patterns])
        names = self._names(places, rest, pseudonyms)
        return merge(shaped, names, key=lambda one: one.place.start)

    def _names(
        self, places: PlaceFinder, text: str, pseudonyms: Collection[Folded]
    ) -> Iterator[Leftover]:
        for start, end, entry, bits in self._matcher.spans(text):
            facts = self._facts.get(entry) or self._learn(entry)
            form = text[start:end]
            if facts.wanted and not self._is_ordinary(form, facts, bits & _AFFIXES):
                edits = bits >> EDITS_SHIFT
                yield Leftover(
                    places.place(start, end, facts.label),
                    _choose_kind(form, facts, edits),
                    form,
                    edits,
                    facts.base in pseudonyms,
                )

    def _is_ordinary(self, form: str, facts: _EntryFacts, affixes: int) -> bool:
        """Whether a word in lower case is rather a word than a name: deras is no Dera's."""
        if not form.islower():
            return False
        return facts.certainty < CERTAIN or (affixes != 0 and self._matcher.lexicon.is_word(form))

    def _learn(self, entry: int) -> _EntryFacts:
        lexicon = self._matcher.lexicon
        likeliest = lexicon.candidates(entry)[0]
        # Sweden is kept everywhere: seed A marks it neither as origin nor as residence.
        home = likeliest.label is Label.COUNTRY and likeliest.country == self._home
        facts = self._facts[entry] = _EntryFacts(
            likeliest.label,
            fold(likeliest.form),
            not likeliest.form.islower(),
            lexicon.certainty(entry),
            likeliest.label in self._labels and not home,
        )
        return facts


def _choose_kind(form: str, facts: _EntryFacts, edits: int) -> LeftoverKind:
    if edits:
        return LeftoverKind.MISSPELT
    lower = facts.capital and form.islower()
    return LeftoverKind.LOWER_CASE if lower else LeftoverKind.NAME
