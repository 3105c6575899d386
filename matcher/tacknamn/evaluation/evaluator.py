"""Compare predictions with gold: read the files side by side and collect all figures.

Only one document of each file is in memory, as long as the files have the same documents in about
the same order. If the labels to score are those that the gold uses, the gold file is read twice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.agreement import (
    Ratings,
    count_ratings,
    fleiss_kappa,
    krippendorff_alpha,
)
from tacknamn.evaluation.bootstrap import Difference, compare_runs
from tacknamn.evaluation.mistakes import ChangeList, find_changes
from tacknamn.evaluation.pairing import PairedDocument, pair_documents
from tacknamn.evaluation.run_figures import RunFigures
from tacknamn.evaluation.span_lists import (
    LONGEST_FACT,
    ScoredSpan,
    SpanDocument,
    SpanListOptions,
    read_span_list,
)
from tacknamn.support.printing import make_printable
from tacknamn.support.suggest import suggest_names

__all__ = ["AnnotatorAgreement", "Evaluation", "EvaluationOptions", "RunComparison", "evaluate"]

MOST = 1000
"""Errors of each kind that are kept for listing; all of them are counted."""
DRAWS = 1000
"""Draws of the bootstrap. With so many, the ends of an interval of 95 % hardly move."""
SEED = 1


@dataclass(frozen=True, slots=True)
class EvaluationOptions:
    """What is compared, and how."""

    labels: tuple[str, ...] = ()
    """The labels to score, by their new names; empty: those that the gold uses."""
    all_labels: bool = False
    """Whether to score every label, including predictions that the gold never uses."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """New names of labels; labels with an empty new name are left out."""
    by: tuple[str, ...] = ()
    """Fields of the gold documents to group by, such as genre and level."""
    most: int = MOST
    draws: int = DRAWS
    seed: int = SEED


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """The agreement of annotators on tokens."""

    annotators: tuple[str, ...]
    """Gold and predictions count as annotators."""
    kappa: float | None
    alpha: float | None


@dataclass(frozen=True, slots=True)
class RunComparison:
    """How a second run differs from the first."""

    differences: dict[str, Difference]
    changes: ChangeList


@dataclass(frozen=True, slots=True)
class Evaluation:
    """All figures."""

    gold: str
    """Its file, as printed."""
    documents: int
    tokens: int
    """Tokens of the documents whose text is known."""
    textless: int
    """Documents without a text. Their white space counts as characters, their tokens do not."""
    labels: tuple[str, ...]
    runs: tuple[RunFigures, ...]
    """The run, and the second run if there is one."""
    agreement: AnnotatorAgreement
    comparison: RunComparison | None
    options: EvaluationOptions


def evaluate(
    gold: str | Path,
    predicted: str | Path,
    options: EvaluationOptions | None = None,
    against: str | Path | None = None,
    annotators: Sequence[str | Path] = (),
) -> Evaluation:
    """Compare ``predicted`` with ``gold``.

    Args:
        against: A second run to compare with the first.
        annotators: Further files, for the agreement."""
    options = options or EvaluationOptions()
    if "text" in options.by:
        raise InputError("documents cannot be grouped by their text: reports do not quote it")
    runs = [predicted] if against is None else [predicted, against]
    files = [*runs, *annotators]
    if sum(str(file) == "-" for file in files) > 1:
        raise InputError("standard input can be read only once; name files for the others")
    names = [make_printable(str(file)) for file in files]
    collector = _FigureCollector(
        [RunFigures(name, options.most) for name in names[: len(runs)]],
        _choose_labels(gold, options),
        ChangeList(options.most),
    )
    for document in pair_documents(gold, files, SpanListOptions(options.mapping, options.by)):
        collector.add(document)
    _check_fields(options.by, collector.fields)
    if not collector.documents:
        name = make_printable(str(gold))
        raise InputError(f"{name}: has no documents; there is nothing to compare with")
    return collector.finish(make_printable(str(gold)), names, options)


def _check_fields(asked: Sequence[str], known: Collection[str]) -> None:
    """Refuse fields that no document of gold has; without this, a typing error is a group of its own."""
    for name in asked:
        if name not in known:
            shown = make_printable(name)[:LONGEST_FACT]
            there = {make_printable(each)[:LONGEST_FACT] for each in known}
            found = (
                suggest_names(shown, there)
                if there
                else "there are no fields besides id, text, spans"
            )
            raise InputError(f"no document of GOLD has a field {shown!r} to group by; {found}")


def _choose_labels(gold: str | Path, options: EvaluationOptions) -> frozenset[str] | None:
    """Choose the labels to score; None is all of them."""
    if options.labels:
        return frozenset(options.labels)
    if options.all_labels:
        return None
    if str(gold) == "-" or (Path(gold).exists() and not Path(gold).is_file()):
        raise InputError(
            f"{make_printable(str(gold))}: must be a file, because it is read twice; or name the "
            "labels (--label), or score all of them (--all-labels)"
        )
    documents = read_span_list(gold, SpanListOptions(options.mapping))
    return frozenset(span.label for document in documents for span in document.spans)


@dataclass(slots=True)
class _FigureCollector:
    """Figures that grow with the documents."""

    runs: list[RunFigures]
    labels: Collection[str] | None
    """The labels to score; None is all of them."""
    changes: ChangeList
    documents: int = 0
    textless: int = 0
    fields: set[str] = field(default_factory=set)
    """The fields of gold by which its documents can be grouped."""
    ratings: Counter[Ratings] = field(default_factory=Counter)
    """Tokens by the labels of gold, runs and annotators."""

    def add(self, document: PairedDocument) -> None:
        """Add one document of all files."""
        gold = replace(document.gold, spans=self._select_spans(document.gold.spans))
        others = [
            None if other is None else self._select_spans(other.spans) for other in document.others
        ]
        self.documents += 1
        self.fields.update(document.gold.fields)
        # The files of the runs come first; the annotators' files that follow are not scored.
        for run, original, spans in zip(self.runs, document.others, others, strict=False):
            run.documents += original is not None
            every = () if original is None else original.spans
            run.add(document.number, gold, spans or (), every)
            run.ignored.update(span.label for span in every if not self._is_scored(span))
        if len(self.runs) > 1:
            self.changes.add(gold, find_changes(gold.spans, others[0] or (), others[1] or ()))
        self._rate(gold, others)

    def _rate(self, gold: SpanDocument, others: Sequence[Sequence[ScoredSpan] | None]) -> None:
        if gold.text is None:
            self.textless += 1
            return
        runs = len(self.runs)
        # A run that lacks a document predicts nothing in it; an annotator has not seen it.
        predicted = [spans or () for spans in others[:runs]]
        self.ratings.update(count_ratings(gold.text, [gold.spans, *predicted, *others[runs:]]))

    def _select_spans(self, spans: tuple[ScoredSpan, ...]) -> tuple[ScoredSpan, ...]:
        return tuple(span for span in spans if self._is_scored(span))

    def _is_scored(self, span: ScoredSpan) -> bool:
        return self.labels is None or span.label in self.labels

    def finish(self, gold: str, names: Sequence[str], options: EvaluationOptions) -> Evaluation:
        """Make the evaluation of what was collected."""
        for position, run in enumerate(self.runs, 1):
            run.ratings = _select_annotators(self.ratings, [0, position])
        used = {label for run in self.runs for label in run.exact}
        return Evaluation(
            gold,
            self.documents,
            self.ratings.total(),
            self.textless,
            tuple(sorted(used if self.labels is None else self.labels)),
            tuple(self.runs),
            self._measure_agreement(gold, names),
            self._compare(options),
            options,
        )

    def _measure_agreement(self, gold: str, names: Sequence[str]) -> AnnotatorAgreement:
        """The agreement of gold, the first run and the annotators, without a second run."""
        second_runs = range(2, len(self.runs) + 1)
        positions = [at for at in range(len(names) + 1) if at not in second_runs]
        ratings = _select_annotators(self.ratings, positions)
        annotators = tuple([gold, *names][at] for at in positions)
        return AnnotatorAgreement(annotators, fleiss_kappa(ratings), krippendorff_alpha(ratings))

    def _compare(self, options: EvaluationOptions) -> RunComparison | None:
        if len(self.runs) < 2:
            return None
        first, second = self.runs
        differences = compare_runs(first.sums, second.sums, options.draws, options.seed)
        return RunComparison(differences, self.changes)


def _select_annotators(
    ratings: Mapping[Ratings, int], positions: Iterable[int]
) -> Counter[Ratings]:
    """The ratings of some annotators only."""
    chosen = tuple(positions)
    selected: Counter[Ratings] = Counter()
    for labels, tokens in ratings.items():
        selected[tuple(labels[at] for at in chosen)] += tokens
    return selected
