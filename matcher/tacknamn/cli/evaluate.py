"""The command ``tacknamn evaluate``.

Exit codes: 0 done, 1 a measure missed ``--fail-under``, 2 a package was left out
(``--keep-going``).
"""

import typer

from tacknamn.cli.evaluate_options import (
    Against,
    AllLabels,
    Annotators,
    BootstrapSeed,
    ComparedPackages,
    Draws,
    EvaluatedLabels,
    FailUnder,
    Gold,
    GroupBy,
    Maps,
    MostListed,
    Predicted,
    Published,
    ShowTexts,
    TabFiles,
    Wikineural,
)
from tacknamn.cli.mask_options import MaskLanguage, Seconds
from tacknamn.cli.options import Allow, AsJson, Data, Extra, Html, Keep, KeepGoing
from tacknamn.errors import InputError

__all__ = ["evaluate"]

MOST, DRAWS, SEED = 20, 1000, 1
"""Defaults: items listed, draws of the bootstrap, and its seed."""


def evaluate(
    gold: Gold = None,
    predicted: Predicted = None,
    against: Against = None,
    annotator: Annotators = None,
    label: EvaluatedLabels = None,
    all_labels: AllLabels = False,
    map: Maps = None,
    by: GroupBy = None,
    published: Published = None,
    fail_under: FailUnder = None,
    most: MostListed = MOST,
    draws: Draws = DRAWS,
    seed: BootstrapSeed = SEED,
    show: ShowTexts = False,
    json: AsJson = False,
    html: Html = None,
    tab: TabFiles = False,
    wikineural: Wikineural = None,
    packages: ComparedPackages = None,
    language: MaskLanguage = "en",
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    seconds: Seconds = None,
    keep_going: KeepGoing = False,
) -> None:
    """Compare PREDICTED spans with GOLD: precision, recall, F1, F2, leak rate and more.

    Measures spans, characters and tokens, confusion, agreement and calibration. In a pipe,
    prints lines with tabs: the first field names the table, and a line that begins with #
    names its columns. Labels that GOLD never uses are left out unless --all-labels is given.
    For leak_rate and calibration.error, --fail-under is the largest value allowed.

    With --tab, GOLD and PREDICTED are standoff files of the Text Anonymization Benchmark, or
    folders of them, and its own measures are printed: recall of entities by DIRECT and QUASI, of
    mentions and tokens, and precision. PREDICTED may also be the masked ranges of each document,
    {"001-1": [[0, 5]]}.

    With --wikineural FILE, runs each package alone, the union and intersection of all, and each
    together with tacknamn. Measures precision and recall by sentence and overall, and time and
    memory with and without loading. Lists of your own are put on top of what each package found.

    Examples:

      tacknamn evaluate gold.jsonl predicted.jsonl --map coarse --fail-under leak_rate=0.05
      tacknamn evaluate --tab echr_dev.json masked
      tacknamn evaluate --wikineural names.jsonl --packages tacknamn,spacy:en_core_web_sm
    """
    others = (
        gold, against, annotator, label, all_labels, map, by, published, fail_under, show,
    )  # fmt: skip
    # Imported here, so that --help and shell completion stay fast.
    if wikineural is not None or packages:
        from tacknamn.cli.compare_session import CompareJob, run_comparison
        from tacknamn.evaluation.comparison.records import make_comparison_settings

        settings = make_comparison_settings(
            ",".join(packages or ["tacknamn"]), language, data, seconds, keep_going,
            extra or (), allow or (), keep or (),
        )  # fmt: skip
        raise typer.Exit(
            run_comparison(settings, CompareJob(wikineural, json, html, any(others) or tab))
        )
    if gold is None or predicted is None:
        raise InputError("give GOLD and PREDICTED, or --wikineural FILE with --packages")
    if tab:
        if any(others[1:]) or extra or allow or keep:
            raise InputError("--tab goes with --json and --html only; leave the other options out")
        from tacknamn.cli.evaluate_tab_session import run_tab_evaluation

        raise typer.Exit(run_tab_evaluation(gold, predicted, json, html))
    if extra or allow or keep:
        raise InputError(
            "--extra, --allow and --keep change what is found: give them to `tacknamn detect`, which "
            "makes PREDICTED, or use --wikineural"
        )
    from tacknamn.cli.evaluate_session import EvaluationReport, SpanListFiles, run_evaluation
    from tacknamn.evaluation.evaluator import EvaluationOptions
    from tacknamn.evaluation.label_maps import read_mappings

    lists = SpanListFiles(gold, predicted, against, tuple(annotator or ()))
    mapping = read_mappings(map or ())
    options = EvaluationOptions(
        tuple(label or ()), all_labels, mapping, tuple(by or ()), most, draws, seed
    )
    report = EvaluationReport(published, tuple(fail_under or ()), show, json, html)
    raise typer.Exit(run_evaluation(lists, options, report))
