"""Measure how good predicted spans are: the figures of ``tacknamn evaluate``.

::

    from tacknamn.evaluation import EvaluationOptions, evaluate, evaluation_data
    evaluation = evaluate("gold.jsonl", "predicted.jsonl",
                          EvaluationOptions(mapping={"city": "LOC"}))
    evaluation_data(evaluation)["exact"]["micro"]["f2"]

The files are read document by document, side by side (:mod:`tacknamn.evaluation.pairing`). Each
document is scored (:mod:`~tacknamn.evaluation.scores`), its figures are added to those of the run
(:mod:`~tacknamn.evaluation.run_figures`), and the result is converted to plain data, from which
the report is laid out (:mod:`~tacknamn.evaluation.layout`).
``DEFINITIONS`` defines every figure, for the reports as well as for readers of the code.
:mod:`tacknamn.evaluation.comparison` runs packages on sentences and compares them.
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
