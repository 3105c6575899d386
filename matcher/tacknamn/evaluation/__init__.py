"""Measure how good predictions are: the figures behind ``tacknamn evaluate``.

::

    from tacknamn.evaluation import Options, evaluate, evaluation_data
    found = evaluate("gold.jsonl", "predicted.jsonl", Options(mapping={"city": "LOC"}))
    evaluation_data(found)["exact"]["micro"]["f2"]

Files are read document by document, side by side (:mod:`tacknamn.evaluation.pairing`). What every
figure means is said by :mod:`tacknamn.evaluation.plain_data`, in the report as in the code.

The names are imported when somebody asks for them: every command of ``tacknamn`` imports this
package, to know that there is a command ``evaluate``, and should not wait for it.
"""

from tacknamn.evaluation.agreement import fleiss_kappa, krippendorff_alpha
from tacknamn.evaluation.evaluator import Evaluation, EvaluationOptions, evaluate
from tacknamn.evaluation.label_maps import read_mapping
from tacknamn.evaluation.plain_data import DEFINITIONS, evaluation_data
from tacknamn.evaluation.scores import Score
from tacknamn.evaluation.span_lists import ScoredSpan, SpanDocument, SpanListOptions, read_span_list

__all__ = [
    "DEFINITIONS",
    "Evaluation",
    "EvaluationOptions",
    "Score",
    "ScoredSpan",
    "SpanDocument",
    "SpanListOptions",
    "evaluate",
    "evaluation_data",
    "fleiss_kappa",
    "krippendorff_alpha",
    "read_mapping",
    "read_span_list",
]
