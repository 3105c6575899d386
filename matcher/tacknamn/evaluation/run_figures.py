"""Gather the figures of one run, document by document."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from tacknamn.evaluation.agreement import Ratings
from tacknamn.evaluation.bootstrap import GroupSums
from tacknamn.evaluation.calibration import Calibration
from tacknamn.evaluation.mistakes import ChangeList, Confusion, count_confusions, find_errors
from tacknamn.evaluation.scores import DocumentScores, HiddenSpans, Score, score_document
from tacknamn.evaluation.span_lists import ScoredSpan, SpanDocument

__all__ = ["DocumentGroup", "DocumentMeans", "RunFigures"]


@dataclass(slots=True)
class DocumentMeans:
    """Precision and recall of each document, to be averaged (as name-masking tools count sentences)."""

    precision_sum: float = 0
    precision_documents: int = 0
    """Documents with predictions: others have no precision."""
    recall_sum: float = 0
    recall_documents: int = 0
    """Documents with gold: others have no recall."""

    def add(self, one: Score) -> None:
        """Take in one document."""
        if one.precision is not None:
            self.precision_sum += one.precision
            self.precision_documents += 1
        if one.recall is not None:
            self.recall_sum += one.recall
            self.recall_documents += 1

    @property
    def precision(self) -> float | None:
        """The mean over documents with predictions."""
        return self.precision_sum / self.precision_documents if self.precision_documents else None

    @property
    def recall(self) -> float | None:
        """The mean over documents with gold."""
        return self.recall_sum / self.recall_documents if self.recall_documents else None


@dataclass(slots=True)
class DocumentGroup:
    """Documents that have the same value in a field, such as the level of their course."""

    documents: int = 0
    exact: Score = field(default_factory=Score)
    hidden: HiddenSpans = field(default_factory=HiddenSpans)


@dataclass(slots=True)
class RunFigures:
    """The predictions of one file, compared with the gold."""

    name: str
    """Its file, as it may be printed."""
    most: int
    """Findings of each kind to keep."""
    documents: int = 0
    """Documents that the file has; others count as such without spans."""
    ignored: Counter[str] = field(default_factory=Counter)
    """Predictions of labels that are not looked at, by label."""
    exact: dict[str, Score] = field(default_factory=dict)
    exact_any: Score = field(default_factory=Score)
    overlap: dict[str, Score] = field(default_factory=dict)
    overlap_any: Score = field(default_factory=Score)
    hidden: dict[str, HiddenSpans] = field(default_factory=dict)
    means: DocumentMeans = field(default_factory=DocumentMeans)
    confusion: Confusion = field(default_factory=Counter)
    calibration: Calibration = field(default_factory=Calibration)
    sums: GroupSums = field(default_factory=GroupSums)
    findings: ChangeList = field(init=False)
    ratings: Counter[Ratings] = field(default_factory=Counter)
    """Tokens by the labels of gold and of this run; of documents whose text is known."""
    groups: dict[tuple[str, str], DocumentGroup] = field(default_factory=dict)
    """By field and value."""

    def __post_init__(self) -> None:
        self.findings = ChangeList(self.most)

    def add(self, number: int, gold: SpanDocument, predicted: Sequence[ScoredSpan],
            every: Sequence[ScoredSpan]) -> None:  # fmt: skip
        """Take in the gold document ``number``; ``every`` has spans of other labels, too."""
        one = score_document(gold.text, gold.spans, predicted, every)
        self._sum(one)
        self.sums.add(number, one)
        exact = sum(one.exact.values(), Score())
        self.means.add(exact)
        self._group(gold, exact, sum(one.hidden.values(), HiddenSpans()))
        self.confusion.update(count_confusions(gold.spans, predicted))
        self.calibration.add(gold.spans, predicted)
        self.findings.add(gold, find_errors(gold.spans, predicted))

    def _group(self, gold: SpanDocument, exact: Score, hidden: HiddenSpans) -> None:
        for fact in gold.facts:
            group = self.groups.setdefault(fact, DocumentGroup())
            group.documents += 1
            group.exact += exact
            group.hidden += hidden

    def _sum(self, one: DocumentScores) -> None:
        for label, score in one.exact.items():
            self.exact[label] = self.exact.get(label, Score()) + score
        for label, score in one.overlap.items():
            self.overlap[label] = self.overlap.get(label, Score()) + score
        for label, hidden in one.hidden.items():
            self.hidden[label] = self.hidden.get(label, HiddenSpans()) + hidden
        self.exact_any += one.exact_any
        self.overlap_any += one.overlap_any
