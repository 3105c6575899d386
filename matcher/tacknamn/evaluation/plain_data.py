"""What the figures mean: said once, for the page, the screen and JSON."""

from collections.abc import Mapping
from dataclasses import asdict
from types import MappingProxyType
from typing import Any

from tacknamn.evaluation.agreement import score_tokens
from tacknamn.evaluation.bootstrap import estimate_intervals
from tacknamn.evaluation.evaluator import Evaluation
from tacknamn.evaluation.mistakes import ChangeList
from tacknamn.evaluation.run_figures import RunFigures
from tacknamn.evaluation.scores import HiddenSpans, Score, average_labels
from tacknamn.support.printing import make_printable

__all__ = [
    "DEFINITIONS",
    "FORMAT",
    "VERSION",
    "evaluation_data",
    "select_definitions",
]

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "exact": "A predicted span is right when start, end and label are those of a gold span.",
        "overlap": "The masked view: counted are characters, white space left out, that gold and "
        "prediction cover with the same label.",
        "tokens": "Counted are tokens: runs of letters and digits, or one other character. A "
        "token has the label of the span that covers most of it, or none.",
        "any": "The same without regard to labels: what matters is that something is hidden.",
        "micro": "All labels together: every span (character, token) weighs the same.",
        "macro": "The mean of the labels: every label weighs the same. A figure that a label "
        "does not have counts as 0.",
        "f2": "F1 is the harmonic mean of precision and recall; F2 holds recall for twice as "
        "important: what is overlooked cannot be called back.",
        "95 %": "Where a figure lies in 95 of 100 draws of documents (bootstrap with a seed).",
        "leak rate": "The share of gold spans that are not wholly hidden by predicted spans of "
        "any label at all, also of labels that are not looked at.",
        "per document": "Precision and recall of each document, averaged (the sentence "
        "level of name-masking tools, where every document is a sentence). Documents without predictions have no "
        "precision, those without gold no recall: they are left out of that mean.",
        "confusion": "Each gold span with the label of the predicted span that covers most of "
        "it; predicted spans that touch no gold span have none as their gold label.",
        "kappa": "Fleiss' kappa: agreement of annotators on the labels of tokens, less what "
        "chance gives. 0.81 to 1 is called almost perfect. Tokens that somebody has not seen are "
        "left out.",
        "alpha": "Krippendorff's alpha for categories without order: 1 less the disagreement on "
        "tokens as a share of what chance gives; tokens that somebody has not seen count with "
        "the others.",
        "calibration error": "Expected calibration error: predictions lie in ten bins by their "
        "probability; the distance of mean probability and share that is right (exact), "
        "averaged, each bin weighted by its predictions.",
        "difference": "Second run less first, on the same documents.",
        "chance": "Twice the share of draws in which the difference is nought or has the other "
        "sign: small where the difference is hardly chance.",
        "changes": "Gold spans found or lost by the second run, and false spans that it added or "
        "removed.",
    }
)


def select_definitions(*names: str) -> tuple[tuple[str, str], ...]:
    """Terms with their meanings."""
    return tuple((name, DEFINITIONS[name]) for name in names)


# The evaluation as plain data, for programs: what ``tacknamn evaluate --json`` prints.
#
# Format ``tacknamn-evaluation``, version 1. Lists named ``told`` begin a list that ``counts``
# measures. Texts are in it only where ``show`` says so. A label that is null stands for none.


FORMAT = "tacknamn-evaluation"
VERSION = 1


def evaluation_data(one: Evaluation, show: bool = False) -> dict[str, Any]:
    """The evaluation as JSON takes it: figures of the first run, then what else was asked."""
    first, *others = one.runs
    return {
        "format": FORMAT,
        "version": VERSION,
        "gold": one.gold,
        "documents": one.documents,
        "tokens": one.tokens,
        "textless": one.textless,
        "labels": list(one.labels),
        **_run_data(one, first, show),
        "agreement": asdict(one.agreement),
        "second": _run_data(one, others[0], show) if others else None,
        "comparison": one.comparison and {
            "differences": {name: asdict(d) for name, d in one.comparison.differences.items()},
            "changes": _changes_data(one.comparison.changes, show),
        },
        "definitions": dict(DEFINITIONS),
    }  # fmt: skip


def _run_data(one: Evaluation, run: RunFigures, show: bool) -> dict[str, Any]:
    options = one.options
    spread = estimate_intervals(run.sums, options.draws, options.seed)
    return {
        "predicted": run.name,
        "predicted_documents": run.documents,
        "ignored": dict(sorted(run.ignored.items())),
        "exact": _view_data(one, run.exact, run.exact_any),
        "overlap": _view_data(one, run.overlap, run.overlap_any),
        "tokens_scored": _view_data(one, score_tokens(run.ratings), None),
        "leak": {
            "labels": {label: _hidden_data(run.hidden.get(label, HiddenSpans())) for label in one.labels},
            "any": _hidden_data(sum(run.hidden.values(), HiddenSpans())),
        },
        "per_document": {
            "precision": run.means.precision,
            "precision_documents": run.means.precision_documents,
            "recall": run.means.recall,
            "recall_documents": run.means.recall_documents,
        },
        "interval95": {name: value and asdict(value) for name, value in spread.items()},
        "confusion": [
            {"gold": gold or None, "predicted": predicted or None, "spans": spans}
            for (gold, predicted), spans in sorted(run.confusion.items())
        ],
        "calibration": {
            "predictions": run.calibration.predictions,
            "unscored": run.calibration.unscored,
            "error": run.calibration.expected_error,
            "bins": [asdict(found) for found in run.calibration.bins],
        },
        "groups": [
            {"field": name, "value": value, "documents": group.documents, **_score_data(group.exact),
             "leak_rate": group.hidden.leak_rate}
            for (name, value), group in sorted(run.groups.items())
        ],
        "errors": _changes_data(run.findings, show),
    }  # fmt: skip


def _view_data(
    one: Evaluation, scores: Mapping[str, Score], without: Score | None
) -> dict[str, Any]:
    """Figures by label and of the whole."""
    labels = {label: scores.get(label, Score()) for label in one.labels}
    view = {
        "labels": {label: _score_data(score) for label, score in labels.items()},
        "micro": _score_data(sum(labels.values(), Score())),
        "macro": asdict(average_labels(labels.values())),
    }
    return view if without is None else view | {"any": _score_data(without)}


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


def _changes_data(findings: ChangeList, show: bool) -> dict[str, Any]:
    told = []
    for one in findings.told:
        place = {"change": one.change, "id": one.id, "line": one.line,
                 "start": one.span.start, "end": one.span.end, "label": one.span.label}  # fmt: skip
        text = None if one.text is None else make_printable(one.text)
        told.append(place | {"text": text} if show else place)
    return {"counts": findings.counts, "told": told}
