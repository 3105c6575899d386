"""Assess documents: read each once, count it, forget it, and make the report of all."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from tacknamn.errors import InputError
from tacknamn.formats.span_files import DocumentPlace, SpanFileDocument
from tacknamn.labels import Label
from tacknamn.matching.matcher import Matcher
from tacknamn.risk.anonymity import AnonymityCounter, LabelFigures, anonymity_set_size
from tacknamn.risk.combinations import QUASI, CombinationCounter, CombinationFigures
from tacknamn.risk.entities import BaseFinder, Entity, gather_entities
from tacknamn.risk.leftovers import NAMES, Leftover, LeftoverFinder
from tacknamn.risk.originals import OriginalIndex
from tacknamn.support.tally import MOST_LISTED, CappedTally
from tacknamn.text.fold import Folded

__all__ = [
    "LeftoverFigures",
    "PseudonymFigures",
    "Questions",
    "RiskReport",
    "assess",
]


@dataclass(frozen=True, slots=True)
class LeftoverFigures:
    """Parts outside the spans that look like names or numbers."""

    found: CappedTally[Leftover]
    by_kind: dict[str, int]
    by_label: dict[str, int]
    also_pseudonyms: int
    """Leftovers that are also a pseudonym of their document."""


@dataclass(frozen=True, slots=True)
class PseudonymFigures:
    """Draws that need attention, by the first mention of each."""

    thin: CappedTally[DocumentPlace]
    """Draws with an anonymity set smaller than k."""
    originals_known: bool
    """Whether a vault or the files contain originals. Without them, the next three are empty."""
    unchanged: CappedTally[DocumentPlace]
    """Pseudonyms that equal their own original."""
    same_document: CappedTally[DocumentPlace]
    """Pseudonyms that are the original of another entity in the same document."""
    corpus: CappedTally[DocumentPlace]
    """Pseudonyms that are originals in other documents, one draw for each label and pseudonym."""


@dataclass(frozen=True, slots=True)
class RiskReport:
    """What a pseudonymization may still reveal."""

    k: int
    """The least acceptable anonymity set and number of documents that share a combination."""
    documents: int
    plain_texts: int
    """Documents in a format without spans, so that replacements are unknown."""
    spans: int
    labels: tuple[LabelFigures, ...]
    leftovers: LeftoverFigures
    pseudonyms: PseudonymFigures
    combinations: CombinationFigures

    @property
    def leaks(self) -> bool:
        """Whether anything looks like a leak.

        That is: a leftover, a combination that fewer than k documents share, or a pseudonym that
        equals its own original."""
        return bool(
            self.leftovers.found.count or self.combinations.count or self.pseudonyms.unchanged.count
        )


@dataclass(frozen=True, slots=True)
class Questions:
    """What to assess."""

    k: int = 2
    """The least number of documents that must share a combination."""
    quasi: tuple[str, ...] = QUASI
    """The labels whose combinations are counted."""
    labels: frozenset[Label] = NAMES
    """The labels of names that count as leftovers."""
    most: int = MOST_LISTED
    """Most places to list for each kind of finding."""

    def __post_init__(self) -> None:
        """Reject values that are out of range."""
        if self.k < 1 or self.most < 0:
            raise InputError("k must be 1 or more, and the number of places 0 or more")


def assess(
    documents: Iterable[SpanFileDocument],
    matcher: Matcher,
    questions: Questions = Questions(),
    originals: OriginalIndex | None = None,
) -> RiskReport:
    """Read the documents and report on them.

    Args:
        matcher: Finds names outside the spans. Create it with ``fuzzy=True`` to find misspelt names.
        originals: The originals of a vault. Originals in the files are added while reading.
    """
    assessor = _Assessor(matcher, questions, originals)
    for document in documents:
        assessor.add(document)
    return assessor.report()


class _Assessor:
    """Counts documents one after the other and makes the report of them."""

    def __init__(
        self, matcher: Matcher, questions: Questions, originals: OriginalIndex | None
    ) -> None:
        self._finder = LeftoverFinder(matcher, questions.labels)
        self._bases = BaseFinder(matcher.lexicon.lookup)
        self._questions = questions
        self._originals = OriginalIndex() if originals is None else originals
        self._anonymity = AnonymityCounter()
        self._combinations = CombinationCounter(questions.quasi, questions.k)
        self._read: Counter[str] = Counter()
        most = questions.most
        self._leftovers = CappedTally[Leftover](most)
        self._by_kind: Counter[str] = Counter()
        self._by_label: Counter[str] = Counter()
        self._thin, self._unchanged, self._same = (
            CappedTally[DocumentPlace](most) for _ in range(3)
        )
        self._draws: dict[tuple[str, Folded], list[Entity]] = {}
        """For each label and pseudonym the first draw, and the first draw in another document."""

    def add(self, document: SpanFileDocument) -> None:
        """Count a document."""
        self._read["documents"] += 1
        self._read["plain"] += document.plain
        self._read["spans"] += len(document.spans)
        entities = list(gather_entities(document, self._bases))
        self._add_originals(entities)  # first, because draws are compared with them
        for entity in entities:
            self._anonymity.add(entity)
            if entity.is_drawn:
                self._check_draw(entity)
        self._combinations.add(document.origin, entities)
        self._add_leftovers(document, entities)

    def _add_originals(self, entities: Iterable[Entity]) -> None:
        for entity in entities:
            if entity.original is not None:
                is_kept = entity.pool is None and entity.original == entity.form
                pseudonym = None if is_kept else entity.form
                document = entity.place.origin.id
                self._originals.add(entity.label, entity.original, pseudonym, document)

    def _check_draw(self, draw: Entity) -> None:
        if anonymity_set_size(draw.pool or 0) < self._questions.k:
            self._thin.add(draw.place)
        if self._originals.is_unchanged(draw):
            self._unchanged.add(draw.place)
        elif self._originals.is_in_document(draw):
            self._same.add(draw.place)
        # Originals of later documents are not known yet: _find_elsewhere checks at the end. Two
        # draws in two documents are enough for it, since one of them is not in the original's.
        draws = self._draws.setdefault((draw.label, draw.form), [draw])
        if len(draws) == 1 and draws[0].place.origin != draw.place.origin:
            draws.append(draw)

    def _add_leftovers(self, document: SpanFileDocument, entities: Iterable[Entity]) -> None:
        pseudonyms = {entity.form for entity in entities if entity.is_drawn}
        for leftover in self._finder.find(document, pseudonyms):
            self._leftovers.add(leftover)
            self._by_kind[leftover.kind] += 1
            self._by_label[leftover.place.label] += 1
            self._read["also"] += leftover.also_pseudonym

    def report(self) -> RiskReport:
        """Make the report of all documents so far."""
        questions = self._questions
        return RiskReport(
            k=questions.k,
            documents=self._read["documents"],
            plain_texts=self._read["plain"],
            spans=self._read["spans"],
            labels=self._anonymity.compute(self._originals, questions.k),
            leftovers=LeftoverFigures(
                self._leftovers,
                _sort_counts(self._by_kind),
                _sort_counts(self._by_label),
                self._read["also"],
            ),
            pseudonyms=PseudonymFigures(
                self._thin,
                self._originals.known,
                self._unchanged,
                self._same,
                self._find_elsewhere(),
            ),
            combinations=self._combinations.compute(questions.most),
        )

    def _find_elsewhere(self) -> CappedTally[DocumentPlace]:
        """Find a draw of each pseudonym that is an original in another document."""
        places = CappedTally[DocumentPlace](self._questions.most)
        for draws in self._draws.values():
            elsewhere = [draw for draw in draws if self._originals.is_elsewhere(draw)]
            if elsewhere:
                places.add(elsewhere[0].place)
        return places


def _sort_counts(counts: Counter[str]) -> dict[str, int]:
    """Return counts by name, the largest first."""
    ordered = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return {str(name): count for name, count in ordered}
