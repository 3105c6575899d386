"""The report: everything that was found and measured, as plain records."""

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
    """What looks as if it had been left over."""

    found: CappedTally[Leftover]
    by_kind: dict[str, int]
    by_label: dict[str, int]
    also_pseudonyms: int
    """Those that are a pseudonym of their document as well."""


@dataclass(frozen=True, slots=True)
class PseudonymFigures:
    """Draws that are worth a look, by their first mentions."""

    thin: CappedTally[DocumentPlace]
    """Those whose anonymity set is smaller than k."""
    originals_known: bool
    """Whether a vault or the files told originals; without, the other three are empty."""
    unchanged: CappedTally[DocumentPlace]
    """Pseudonyms that are their own original."""
    same_document: CappedTally[DocumentPlace]
    """Pseudonyms that are the original of somebody else in the document."""
    corpus: CappedTally[DocumentPlace]
    """Pseudonyms that are originals elsewhere; each told once for its label."""


@dataclass(frozen=True, slots=True)
class RiskReport:
    """What a pseudonymization may still give away."""

    k: int
    """What anonymity sets and combinations are held against."""
    documents: int
    plain_texts: int
    """Documents whose format cannot tell what was replaced."""
    spans: int
    labels: tuple[LabelFigures, ...]
    leftovers: LeftoverFigures
    pseudonyms: PseudonymFigures
    combinations: CombinationFigures

    @property
    def leaks(self) -> bool:
        """Whether anything looks like a leak: leftovers, combinations that fewer than k documents
        share, pseudonyms that are their own original."""
        found = self.leftovers.found.count, self.combinations.count
        return any((*found, self.pseudonyms.unchanged.count))


# Assess documents: read each one once, count, and forget it.


@dataclass(frozen=True, slots=True)
class Questions:
    """What is asked of the documents."""

    k: int = 2
    """Least number of documents that must share a combination."""
    quasi: tuple[str, ...] = QUASI
    """Labels whose combinations are counted."""
    labels: frozenset[Label] = NAMES
    """Labels of the names that leftovers may be."""
    most: int = MOST_LISTED
    """Places that are told of each kind of finding."""

    def __post_init__(self) -> None:
        """Refuse what cannot be asked."""
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
        matcher: Finds names outside the spans; make it with ``fuzzy=True`` for misspelt ones.
        originals: Those of a vault. Those in the files are taken in as they come.
    """
    assessment = _Assessor(matcher, questions, originals)
    for document in documents:
        assessment.add(document)
    return assessment.report()


class _Assessor:
    """The counts of the documents that were read so far."""

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
        self._drawn: dict[tuple[str, Folded], list[Entity]] = {}
        """Of each pseudonym the first draw, and the first one in another document."""

    def add(self, document: SpanFileDocument) -> None:
        """Take in one document."""
        self._read["documents"] += 1
        self._read["plain"] += document.plain
        self._read["spans"] += len(document.spans)
        found = list(gather_entities(document, self._bases))
        self._take_originals(found)
        for entity in found:
            self._anonymity.add(entity)
            if entity.drawn:
                self._look_at(entity)
        self._combinations.add(document.origin, found)
        self._take_leftovers(document, found)

    def _take_originals(self, found: Iterable[Entity]) -> None:
        for one in found:
            if one.original is not None:
                kept = one.pool is None and one.original == one.form
                document = one.place.origin.id
                self._originals.add(one.label, one.original, None if kept else one.form, document)

    def _look_at(self, drawn: Entity) -> None:
        if anonymity_set_size(drawn.pool or 0) < self._questions.k:
            self._thin.add(drawn.place)
        if self._originals.is_unchanged(drawn):
            self._unchanged.add(drawn.place)
        elif self._originals.is_in_document(drawn):
            self._same.add(drawn.place)
        draws = self._drawn.setdefault((drawn.label, drawn.form), [drawn])
        if len(draws) == 1 and draws[0].place.origin != drawn.place.origin:
            draws.append(drawn)

    def _take_leftovers(self, document: SpanFileDocument, found: Iterable[Entity]) -> None:
        pseudonyms = {one.form for one in found if one.drawn}
        for leftover in self._finder.find(document, pseudonyms):
            self._leftovers.add(leftover)
            self._by_kind[leftover.kind] += 1
            self._by_label[leftover.place.label] += 1
            self._read["also"] += leftover.also_pseudonym

    def report(self) -> RiskReport:
        """What the counts say."""
        asked = self._questions
        return RiskReport(
            k=asked.k,
            documents=self._read["documents"],
            plain_texts=self._read["plain"],
            spans=self._read["spans"],
            labels=self._anonymity.figures(self._originals, asked.k),
            leftovers=LeftoverFigures(
                self._leftovers,
                _sort_counts(self._by_kind),
                _sort_counts(self._by_label),
                self._read["also"],
            ),
            pseudonyms=PseudonymFigures(
                self._thin, self._originals.known, self._unchanged, self._same, self._elsewhere()
            ),
            combinations=self._combinations.figures(asked.most),
        )

    def _elsewhere(self) -> CappedTally[DocumentPlace]:
        """Of every pseudonym that is an original elsewhere, a draw where it is none."""
        found = CappedTally[DocumentPlace](self._questions.most)
        for draws in self._drawn.values():
            elsewhere = [draw for draw in draws if self._originals.is_elsewhere(draw)]
            if elsewhere:
                found.add(elsewhere[0].place)
        return found


def _sort_counts(counts: Counter[str]) -> dict[str, int]:
    """Counts by name, the largest first."""
    return {str(name): n for name, n in sorted(counts.items(), key=lambda one: (-one[1], one[0]))}
