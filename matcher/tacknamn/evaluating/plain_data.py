"""The evaluation as plain data, for programs: what ``tacknamn evaluate --json`` prints.

Format ``tacknamn-evaluation``, version 1. Lists named ``told`` begin a list that ``counts``
measures. Texts are in it only where ``show`` says so. A label that is null stands for none.
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from tacknamn.evaluating.changes import Findings
from tacknamn.evaluating.definitions import DEFINITIONS
from tacknamn.evaluating.evaluation import Evaluation
from tacknamn.evaluating.figures import Score, macro
from tacknamn.evaluating.measuring import Hidden
from tacknamn.evaluating.resampling import intervals
from tacknamn.evaluating.runs import Run
from tacknamn.evaluating.tokens import token_scores
from tacknamn.reporting.printing import printable

__all__ = ["FORMAT", "VERSION", "evaluation_data"]

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
        **_run(one, first, show),
        "agreement": asdict(one.agreement),
        "second": _run(one, others[0], show) if others else None,
        "comparison": one.comparison and {
            "differences": {name: asdict(d) for name, d in one.comparison.differences.items()},
            "changes": _findings(one.comparison.changes, show),
        },
        "definitions": dict(DEFINITIONS),
    }  # fmt: skip


def _run(one: Evaluation, run: Run, show: bool) -> dict[str, Any]:
    options = one.options
    spread = intervals(run.sums, options.draws, options.seed)
    return {
        "predicted": run.name,
        "predicted_documents": run.documents,
        "ignored": dict(sorted(run.ignored.items())),
        "exact": _view(one, run.exact, run.exact_any),
        "overlap": _view(one, run.overlap, run.overlap_any),
        "tokens_scored": _view(one, token_scores(run.ratings), None),
        "leak": {
            "labels": {label: _hidden(run.hidden.get(label, Hidden())) for label in one.labels},
            "any": _hidden(sum(run.hidden.values(), Hidden())),
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
            {"field": name, "value": value, "documents": group.documents, **_score(group.exact),
             "leak_rate": group.hidden.leak_rate}
            for (name, value), group in sorted(run.groups.items())
        ],
        "errors": _findings(run.findings, show),
    }  # fmt: skip


def _view(one: Evaluation, scores: Mapping[str, Score], without: Score | None) -> dict[str, Any]:
    """Figures by label and of the whole."""
    labels = {label: scores.get(label, Score()) for label in one.labels}
    view = {
        "labels": {label: _score(score) for label, score in labels.items()},
        "micro": _score(sum(labels.values(), Score())),
        "macro": asdict(macro(labels.values())),
    }
    return view if without is None else view | {"any": _score(without)}


def _score(score: Score) -> dict[str, Any]:
    return {
        "precision": score.precision,
        "recall": score.recall,
        "f1": score.f1,
        "f2": score.f2,
        "tp": score.right,
        "fp": score.predicted - score.right,
        "fn": score.gold - score.right,
    }


def _hidden(hidden: Hidden) -> dict[str, Any]:
    return {
        "gold": hidden.gold,
        "whole": hidden.whole,
        "partly": hidden.partly,
        "clear": hidden.clear,
        "leak_rate": hidden.leak_rate,
    }


def _findings(findings: Findings, show: bool) -> dict[str, Any]:
    told = []
    for one in findings.told:
        place = {"change": one.change, "id": one.id, "line": one.line,
                 "start": one.span.start, "end": one.span.end, "label": one.span.label}  # fmt: skip
        text = None if one.text is None else printable(one.text)
        told.append(place | {"text": text} if show else place)
    return {"counts": findings.counts, "told": told}
