"""The command ``tacknamn evaluate``: parse, evaluate, print.

Exit codes: 0, or 1 where a figure of ``--fail-under`` was missed, or 2 where ``--keep-going`` left
a package out; :mod:`tacknamn.cli.program` adds those of faults.
"""

import typer

from tacknamn.cli.evaluate_options import (
    Against,
    AllLabels,
    Annotators,
    AsJson,
    Beside,
    By,
    Data,
    Draws,
    FailUnder,
    Gold,
    Html,
    KeepGoing,
    Labels,
    Language,
    Maps,
    Most,
    Packages,
    Predicted,
    Seconds,
    Seed,
    Show,
    Wikineural,
)
from tacknamn.errors import InputError

__all__ = ["evaluate"]

MOST, DRAWS, SEED = 20, 1000, 1
"""Spans to list, draws of the bootstrap, and its seed, where nothing else is asked."""


def evaluate(
    gold: Gold = None,
    predicted: Predicted = None,
    against: Against = None,
    annotator: Annotators = None,
    label: Labels = None,
    all_labels: AllLabels = False,
    map: Maps = None,
    by: By = None,
    beside: Beside = None,
    fail_under: FailUnder = None,
    most: Most = MOST,
    draws: Draws = DRAWS,
    seed: Seed = SEED,
    show: Show = False,
    json: AsJson = False,
    html: Html = None,
    wikineural: Wikineural = None,
    packages: Packages = None,
    language: Language = "en",
    data: Data = None,
    seconds: Seconds = None,
    keep_going: KeepGoing = False,
) -> None:
    """Compare PREDICTED spans with GOLD; exit code 1 when --fail-under is missed.

    Precision, recall, F1 and F2 of spans, characters and tokens, leak rate, confusion,
    agreement, calibration. In a pipe, lines with tabs, the first field naming the table; before
    them, with a # in front, the names of its columns. Labels that GOLD never uses are left out,
    unless --all-labels. Of leak_rate and calibration.error, --fail-under gives the most.

    With --wikineural FILE: each of the packages alone, union and intersection of all, and of
    tacknamn with each; precision and recall by sentence and overall, seconds and memory with and
    without loading."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    if wikineural is not None or packages:
        from tacknamn.cli.compare_session import CompareJob, run_comparison
        from tacknamn.evaluation.comparison.records import make_comparison_settings

        others = (gold, against, annotator, label, all_labels, map, by, beside, fail_under, show)
        wanted = make_comparison_settings(
            ",".join(packages or ["tacknamn"]), language, data, seconds, keep_going
        )
        raise typer.Exit(run_comparison(wanted, CompareJob(wikineural, json, html, any(others))))
    if gold is None or predicted is None:
        raise InputError("give GOLD and PREDICTED, or --wikineural FILE with --packages")
    from tacknamn.cli.evaluate_session import EvaluationReport, SpanListFiles, run_evaluation
    from tacknamn.evaluation.evaluator import EvaluationOptions
    from tacknamn.evaluation.label_maps import read_mappings

    lists = SpanListFiles(gold, predicted, against, tuple(annotator or ()))
    mapping = read_mappings(map or ())
    options = EvaluationOptions(
        tuple(label or ()), all_labels, mapping, tuple(by or ()), most, draws, seed
    )
    report = EvaluationReport(beside, tuple(fail_under or ()), show, json, html)
    raise typer.Exit(run_evaluation(lists, options, report))
