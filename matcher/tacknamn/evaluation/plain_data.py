"""An evaluation as plain data, for programs: the content of ``tacknamn evaluate --json``.

Format ``tacknamn-evaluation``, version 1. ``counts`` counts the spans of each kind of error or
change, and the list next to it (:data:`LISTED`) has the first of them. Texts are included only if
``show`` is set. A label of null means no label.
"""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from tacknamn.evaluation.agreement import score_tokens
from tacknamn.evaluation.bootstrap import estimate_intervals
from tacknamn.evaluation.calibration import Calibration
from tacknamn.evaluation.evaluator import Evaluation
from tacknamn.evaluation.mistakes import ChangeList
from tacknamn.evaluation.run_figures import DocumentMeans, RunFigures
from tacknamn.evaluation.scores import HiddenSpans, Score, average_labels
from tacknamn.support.printing import make_printable

__all__ = [
    "DEFINITIONS",
    "FORMAT",
    "LISTED",
    "VERSION",
    "evaluation_data",
    "select_definitions",
]

FORMAT = "tacknamn-evaluation"
VERSION = 2
LISTED = "listed"
"""Name of the list next to a count: its first items."""
DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "exact": "A predicted span is right if its start, end and label are those of a gold span.",
        "overlap": "The masked view: it counts the characters without white space that gold and "
        "prediction cover with the same label.",
        "tokens": "It counts tokens: runs of letters and digits, or one other character. The "
        "label of a token is that of the span that covers most of it, or none.",
        "any": "The same without regard to labels: it matters that something is hidden.",
        "micro": "All labels together: every span (character, token) weighs the same.",
        "macro": "The mean over labels: every label weighs the same. A figure that a label does "
        "not have counts as 0.",
        "f2": "F1 is the harmonic mean of precision and recall; F2 weighs recall twice as much: "
        "an overlooked name cannot be taken back.",
        "95 %": "The range of a figure in 95 of 100 draws of documents (bootstrap with a seed).",
        "leak rate": "The share of gold spans that predicted spans do not completely hide. "
        "Predicted spans of any label count, even of labels that are not scored.",
        "per document": "Precision and recall of each document, averaged (the sentence level of "
        "name-masking tools, where every document is a sentence). Documents without predictions "
        "have no precision, those without gold no recall: they are left out of that mean.",
        "confusion": "Each gold span with the label of the predicted span that covers most of it; "
        "predicted spans that touch no gold span have none as their gold label.",
        "kappa": "Fleiss' kappa: agreement of annotators on the labels of tokens, corrected for "
        "chance. 0.81 to 1 is called almost perfect. Tokens that an annotator has not seen are "
        "left out.",
        "alpha": "Krippendorff's alpha for unordered categories: 1 minus the disagreement on "
        "tokens as a share of what chance gives. Tokens that an annotator has not seen count for "
        "the others.",
        "calibration error": "Expected calibration error: predictions are put into ten bins by "
        "their probability; the distance between mean probability and share that is right "
        "(exact), averaged over the bins, each weighted by its predictions.",
        "difference": "Second run minus first, on the same documents.",
        "chance": "Twice the share of draws in which the difference is 0 or has the other sign: "
        "small if the difference is hardly chance.",
        "changes": "Gold spans that the second run found or lost, and false spans that it added or "
        "removed.",
    }
)
"""The definitions of all figures, for the page, the screen and JSON."""


def select_definitions(*names: str) -> tuple[tuple[str, str], ...]:
    """Select some terms with their definitions."""
    return tuple((name, DEFINITIONS[name]) for name in names)


def evaluation_data(evaluation: Evaluation, show: bool = False) -> dict[str, Any]:
    """Convert an evaluation to plain data: the figures of the first run, then everything else."""
    first, *others = evaluation.runs
    comparison = evaluation.comparison
    return {
        "format": FORMAT,
        "version": VERSION,
        "gold": evaluation.gold,
        "documents": evaluation.documents,
        "tokens": evaluation.tokens,
        "textless": evaluation.textless,
        "labels": list(evaluation.labels),
        **_run_data(evaluation, first, show),
        "agreement": asdict(evaluation.agreement),
        "second": _run_data(evaluation, others[0], show) if others else None,
        "comparison": comparison and {
            "differences": {
                name: asdict(difference) for name, difference in comparison.differences.items()
            },
            "changes": _changes_data(comparison.changes, show),
        },
        "definitions": dict(DEFINITIONS),
    }  # fmt: skip


def _run_data(evaluation: Evaluation, run: RunFigures, show: bool) -> dict[str, Any]:
    options = evaluation.options
    intervals = estimate_intervals(run.sums, options.draws, options.seed)
    return {
        "predicted": run.name,
        "predicted_documents": run.documents,
        "ignored": dict(sorted(run.ignored.items())),
        "exact": _view_data(evaluation, run.exact, run.exact_any),
        "overlap": _view_data(evaluation, run.overlap, run.overlap_any),
        "tokens_scored": _view_data(evaluation, score_tokens(run.ratings), None),
        "leak": {
            "labels": {
                label: _hidden_data(run.hidden.get(label, HiddenSpans()))
                for label in evaluation.labels
            },
            "any": _hidden_data(sum(run.hidden.values(), HiddenSpans())),
        },
        "per_document": _means_data(run.means),
        "interval95": {name: interval and asdict(interval) for name, interval in intervals.items()},
        "confusion": [
            {"gold": gold or None, "predicted": predicted or None, "spans": spans}
            for (gold, predicted), spans in sorted(run.confusion.items())
        ],
        "calibration": _calibration_data(run.calibration),
        "groups": [
            {
                "field": name,
                "value": value,
                "documents": group.documents,
                **_score_data(group.exact),
                "leak_rate": group.hidden.leak_rate,
            }
            for (name, value), group in sorted(run.groups.items())
        ],
        "errors": _changes_data(run.errors, show),
    }


def _means_data(means: DocumentMeans) -> dict[str, Any]:
    return {
        "precision": means.precision,
        "precision_documents": means.precision_documents,
        "recall": means.recall,
        "recall_documents": means.recall_documents,
    }


def _calibration_data(calibration: Calibration) -> dict[str, Any]:
    return {
        "predictions": calibration.predictions,
        "unscored": calibration.unscored,
        "error": calibration.expected_error,
        "bins": [asdict(each) for each in calibration.bins],
    }


def _view_data(
    evaluation: Evaluation, scores: Mapping[str, Score], without_labels: Score | None
) -> dict[str, Any]:
    """Figures by label, and of all labels together."""
    labels = {label: scores.get(label, Score()) for label in evaluation.labels}
    view = {
        "labels": {label: _score_data(score) for label, score in labels.items()},
        "micro": _score_data(sum(labels.values(), Score())),
        "macro": asdict(average_labels(labels.values())),
    }
    return view if without_labels is None else view | {"any": _score_data(without_labels)}


def _score_data(score: Score) -> dict[str, Any]:
    return {
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "f2": score.f2,
        "tp": score.right,
        "fp": score.predicted - score.right,
        "fn": score.gold - score.right,
    }


def _hidden_data(hidden: HiddenSpans) -> dict[str, Any]:
    return {
        "gold": hidden.gold,
        "whole": hidden.whole,
        "partly": hidden.partly,
        "clear": hidden.clear,
        "leak_rate": hidden.leak_rate,
    }


def _changes_data(changes: ChangeList, show: bool) -> dict[str, Any]:
    listed = []
    for changed in changes.listed:
        data = {
            "change": changed.change,
            "id": changed.id,
            "line": changed.line,
            "start": changed.span.start,
            "end": changed.span.end,
            "label": changed.span.label,
        }
        text = None if changed.text is None else make_printable(changed.text)
        listed.append(data | {"text": text} if show else data)
    return {"counts": changes.counts, LISTED: listed}
