"""Collect the figures of one run, document by document."""

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
    """The mean precision and recall of documents. The masking tool calls this the sentence level."""

    precision_sum: float = 0
    precision_documents: int = 0
    """Documents with predictions; the others have no precision."""
    recall_sum: float = 0
    recall_documents: int = 0
    """Documents with gold; the others have no recall."""

    def add(self, score: Score) -> None:
        """Add one document."""
        if score.precision is not None:
            self.precision_sum += score.precision
            self.precision_documents += 1
        if score.recall is not None:
            self.recall_sum += score.recall
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
    """Documents with the same value of a field, such as the level of their course."""

    documents: int = 0
    exact: Score = field(default_factory=Score)
    hidden: HiddenSpans = field(default_factory=HiddenSpans)


@dataclass(slots=True)
class RunFigures:
    """The figures of one file of predictions, compared with the gold."""

    name: str
    """Its file, as printed."""
    most: int
    """How many errors of each kind to keep."""
    documents: int = 0
    """Documents in the file. Documents that it lacks count as documents without spans."""
    ignored: Counter[str] = field(default_factory=Counter)
    """Predictions of labels that are not scored, by label."""
    exact: dict[str, Score] = field(default_factory=dict)
    exact_any: Score = field(default_factory=Score)
    overlap: dict[str, Score] = field(default_factory=dict)
    overlap_any: Score = field(default_factory=Score)
    hidden: dict[str, HiddenSpans] = field(default_factory=dict)
    means: DocumentMeans = field(default_factory=DocumentMeans)
    confusion: Confusion = field(default_factory=Counter)
    calibration: Calibration = field(default_factory=Calibration)
    sums: GroupSums = field(default_factory=GroupSums)
    errors: ChangeList = field(init=False)
    ratings: Counter[Ratings] = field(default_factory=Counter)
    """Tokens by the labels of gold and of this run, in documents whose text is known."""
    groups: dict[tuple[str, str], DocumentGroup] = field(default_factory=dict)
    """By field and value."""

    def __post_init__(self) -> None:
        self.errors = ChangeList(self.most)

    def add(
        self,
        number: int,
        gold: SpanDocument,
        predicted: Sequence[ScoredSpan],
        every: Sequence[ScoredSpan],
    ) -> None:
        """Add the gold document ``number``; ``every`` also has spans of labels not scored."""
        scores = score_document(gold.text, gold.spans, predicted, every)
        self._add_scores(scores)
        self.sums.add(number, scores)
        exact = sum(scores.exact.values(), Score())
        self.means.add(exact)
        self._add_to_groups(gold, exact, sum(scores.hidden.values(), HiddenSpans()))
        self.confusion.update(count_confusions(gold.spans, predicted))
        self.calibration.add(gold.spans, predicted)
        self.errors.add(gold, find_errors(gold.spans, predicted))

    def _add_to_groups(self, gold: SpanDocument, exact: Score, hidden: HiddenSpans) -> None:
        for fact in gold.facts:
            group = self.groups.setdefault(fact, DocumentGroup())
            group.documents += 1
            group.exact += exact
            group.hidden += hidden

    def _add_scores(self, scores: DocumentScores) -> None:
        for label, score in scores.exact.items():
            self.exact[label] = self.exact.get(label, Score()) + score
        for label, score in scores.overlap.items():
            self.overlap[label] = self.overlap.get(label, Score()) + score
        for label, hidden in scores.hidden.items():
            self.hidden[label] = self.hidden.get(label, HiddenSpans()) + hidden
        self.exact_any += scores.exact_any
        self.overlap_any += scores.overlap_any
