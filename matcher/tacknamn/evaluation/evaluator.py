"""Compare predictions with gold: read the files side by side, gather all figures.

No more than a document of each file is in memory, as long as the files have the same documents
in about the same order. Where the labels to look at are those that gold uses, the gold file is
read twice.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.evaluation.agreement import Ratings, count_ratings, fleiss_kappa, krippendorff_alpha
from tacknamn.evaluation.bootstrap import Difference, compare_runs
from tacknamn.evaluation.mistakes import ChangeList, find_changes
from tacknamn.evaluation.pairing import PairedDocument, pair_documents
from tacknamn.evaluation.run_figures import RunFigures
from tacknamn.evaluation.span_lists import ScoredSpan, SpanDocument, SpanListOptions, read_span_list
from tacknamn.support.printing import make_printable

__all__ = ["AnnotatorAgreement", "Evaluation", "EvaluationOptions", "RunComparison", "evaluate"]

MOST = 1000
"""Findings of each kind that are kept to be told; all are counted."""
DRAWS = 1000
"""Of the bootstrap: with so many, the ends of an interval of 95 % hardly move."""
SEED = 1


@dataclass(frozen=True, slots=True)
class EvaluationOptions:
    """What is compared, and how."""

    labels: tuple[str, ...] = ()
    """The labels to look at, by their new names; none: those that gold uses."""
    all_labels: bool = False
    """Every label, also of predictions that gold never uses: they are false alarms."""
    mapping: Mapping[str, str] = field(default_factory=dict)
    """New names of labels; those with an empty one are left out."""
    by: tuple[str, ...] = ()
    """Fields of the gold documents to group by, such as genre and level."""
    most: int = MOST
    draws: int = DRAWS
    seed: int = SEED


@dataclass(frozen=True, slots=True)
class AnnotatorAgreement:
    """How far annotators agree on tokens."""

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
    """Its file, as it may be printed."""
    documents: int
    tokens: int
    """Of the documents whose text is known."""
    textless: int
    """Documents without a text: of them, white space counts as characters, tokens do not."""
    labels: tuple[str, ...]
    runs: tuple[RunFigures, ...]
    """The run, and the one it is compared with."""
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
    """Compare ``predicted`` with ``gold``; ``against`` is a second run, to compare both runs.

    ``annotators`` are further files that agreement looks at."""
    chosen = options or EvaluationOptions()
    if "text" in chosen.by:
        raise InputError("documents cannot be grouped by their text: reports do not quote it")
    runs = [predicted] if against is None else [predicted, against]
    files = [*runs, *annotators]
    if sum(str(file) == "-" for file in files) > 1:
        raise InputError("standard input can be read once; name files for the others")
    names = [make_printable(str(file)) for file in files]
    gathering = _FigureCollector(
        [RunFigures(name, chosen.most) for name in names[: len(runs)]],
        _choose_labels(gold, chosen),
        ChangeList(chosen.most),
    )
    for one in pair_documents(gold, files, SpanListOptions(chosen.mapping, chosen.by)):
        gathering.add(one)
    if not gathering.documents:
        raise InputError(
            f"{make_printable(str(gold))}: no documents; there is nothing to compare with"
        )
    return gathering.evaluation(make_printable(str(gold)), names, chosen)


def _choose_labels(gold: str | Path, options: EvaluationOptions) -> frozenset[str] | None:
    """The labels to look at; None is all of them."""
    if options.labels:
        return frozenset(options.labels)
    if options.all_labels:
        return None
    if str(gold) == "-" or (Path(gold).exists() and not Path(gold).is_file()):
        raise InputError(
            f"{make_printable(str(gold))}: read twice, so it must be a file; or name the labels "
            "(--label), or take all of them (--all-labels)"
        )
    reading = SpanListOptions(options.mapping)
    return frozenset(span.label for one in read_span_list(gold, reading) for span in one.spans)


@dataclass(slots=True)
class _FigureCollector:
    """Figures that grow with the documents."""

    runs: list[RunFigures]
    labels: Collection[str] | None
    changes: ChangeList
    documents: int = 0
    textless: int = 0
    ratings: Counter[Ratings] = field(default_factory=Counter)

    def add(self, views: PairedDocument) -> None:
        """Take in one document of all files."""
        gold = replace(views.gold, spans=self._seen(views.gold.spans))
        others = [None if one is None else self._seen(one.spans) for one in views.others]
        self.documents += 1
        for run, document, spans in zip(self.runs, views.others, others, strict=False):
            run.documents += document is not None
            every = () if document is None else document.spans
            run.add(views.number, gold, spans or (), every)
            run.ignored.update(one.label for one in every if not self._looked_at(one))
        if len(self.runs) > 1:
            self.changes.add(gold, find_changes(gold.spans, others[0] or (), others[1] or ()))
        self._rate(gold, others)

    def _rate(self, gold: SpanDocument, others: Sequence[Sequence[ScoredSpan] | None]) -> None:
        if gold.text is None:
            self.textless += 1
            return
        runs = len(self.runs)
        predicted = [one or () for one in others[:runs]]  # what is not told has no spans
        self.ratings.update(count_ratings(gold.text, [gold.spans, *predicted, *others[runs:]]))

    def _seen(self, spans: tuple[ScoredSpan, ...]) -> tuple[ScoredSpan, ...]:
        return tuple(one for one in spans if self._looked_at(one))

    def _looked_at(self, span: ScoredSpan) -> bool:
        return self.labels is None or span.label in self.labels

    def evaluation(self, gold: str, names: Sequence[str], options: EvaluationOptions) -> Evaluation:
        """What has been gathered."""
        for place, run in enumerate(self.runs, 1):
            run.ratings = _select_annotators(self.ratings, [0, place])
        used = {label for run in self.runs for label in run.exact}
        return Evaluation(
            gold,
            self.documents,
            self.ratings.total(),
            self.textless,
            tuple(sorted(used if self.labels is None else self.labels)),
            tuple(self.runs),
            self._agreement(gold, names),
            self._comparison(options),
            options,
        )

    def _agreement(self, gold: str, names: Sequence[str]) -> AnnotatorAgreement:
        """Of gold, the first run and the annotators; a run to compare with is none of them."""
        compared = range(2, len(self.runs) + 1)
        places = [place for place in range(len(names) + 1) if place not in compared]
        ratings = _select_annotators(self.ratings, places)
        annotators = tuple([gold, *names][place] for place in places)
        return AnnotatorAgreement(annotators, fleiss_kappa(ratings), krippendorff_alpha(ratings))

    def _comparison(self, options: EvaluationOptions) -> RunComparison | None:
        if len(self.runs) < 2:
            return None
        first, second = self.runs
        told = compare_runs(first.sums, second.sums, options.draws, options.seed)
        return RunComparison(told, self.changes)


def _select_annotators(ratings: Mapping[Ratings, int], places: Iterable[int]) -> Counter[Ratings]:
    """The same tokens, as some annotators alone see them."""
    chosen = tuple(places)
    found: Counter[Ratings] = Counter()
    for labels, tokens in ratings.items():
        found[tuple(labels[place] for place in chosen)] += tokens
    return found
