"""The command ``tacknamn evaluate``: parse, evaluate, print.

Exit codes: 0, or 1 where a figure of ``--fail-under`` was missed, or 2 where ``--keep-going`` left
a package out; :mod:`tacknamn.commands` adds those of faults.
"""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.errors import InputError

if TYPE_CHECKING:
    from tacknamn.evaluating.evaluation import Options

__all__ = ["evaluate"]

MOST, DRAWS, SEED = 20, 1000, 1
"""Spans to list, draws of the bootstrap, and its seed, where nothing else is asked."""
ROWS = 40
"""Rows of a table on the screen: as many as there are labels."""


def evaluate(
    gold: Annotated[
        str | None, typer.Argument(help="Span list (JSON Lines) that is held for right.")
    ] = None,
    predicted: Annotated[
        str | None, typer.Argument(help="The one to judge; - is standard input.")
    ] = None,
    against: Annotated[str | None, typer.Option(help="A second run, to compare both.")] = None,
    annotator: Annotated[
        list[str] | None, typer.Option(help="A further annotator; may be given again.")
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(help="Look at this label only; may be given again.")
    ] = None,
    all_labels: Annotated[
        bool, typer.Option("--all-labels", help="Count labels that GOLD never uses as false.")
    ] = False,
    map: Annotated[
        list[str] | None,
        typer.Option(help="New labels: coarse, coling-2020, a file, or A=B,C=D; again: in turn."),
    ] = None,
    by: Annotated[
        list[str] | None, typer.Option(help="Group by this field of GOLD; may be given again.")
    ] = None,
    beside: Annotated[
        str | None, typer.Option(help="Published figures: coling-2020 or a file.")
    ] = None,
    fail_under: Annotated[
        list[str] | None,
        typer.Option(metavar="METRIC=VALUE", help="Exit 1 when missed, e.g. f2=0.95."),
    ] = None,
    most: Annotated[int, typer.Option(min=0, help="Spans to list of each kind.")] = MOST,
    draws: Annotated[int, typer.Option(min=0, max=100_000, help="Of the bootstrap.")] = DRAWS,
    seed: Annotated[int, typer.Option(help="Of the bootstrap.")] = SEED,
    show: Annotated[bool, typer.Option("--show", help="Show the texts of listed spans.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page to this file.")] = None,
    wikineural: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Instead of GOLD and PREDICTED: run packages on these sentences with names, and "
            "compare them (JSON Lines, or csv of Sentence and Expected Output).",
        ),
    ] = None,
    packages: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...", help="Of --wikineural: tacknamn (the default), spacy:MODEL, ..."
        ),
    ] = None,
    language: Annotated[str, typer.Option("--lang", help="Of --wikineural.")] = "en",
    data: Annotated[
        Path | None,
        typer.Option(help="Of --wikineural: folder of the bundle.", envvar="TACKNAMN_DATA"),
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(help="Of --wikineural: how long a package may take for one sentence (300)."),
    ] = None,
    keep_going: Annotated[
        bool,
        typer.Option(
            "--keep-going",
            help="Of --wikineural: leave out packages that fail, and name them; the exit code is "
            "2 then.",
        ),
    ] = False,
) -> None:
    """Compare PREDICTED spans with GOLD; exit code 1 when --fail-under is missed.

    Precision, recall, F1 and F2 of spans, characters and tokens, leak rate, confusion,
    agreement, calibration. In a pipe, lines with tabs, the first field naming the table. Labels
    that GOLD never uses are left out, unless --all-labels. Of leak_rate and calibration.error,
    --fail-under gives the most.

    With --wikineural FILE: each of the packages alone, union and intersection of all, and of
    tacknamn with each; precision and recall by sentence and overall, seconds and memory with and
    without loading."""
    if wikineural is not None or packages:
        from tacknamn.comparing.choosing import settings
        from tacknamn.comparing.session import Asked, run_comparison

        others = (gold, against, annotator, label, all_labels, map, by, beside, fail_under, show)
        wanted = settings(",".join(packages or ["tacknamn"]), language, data, seconds, keep_going)
        raise typer.Exit(run_comparison(wanted, Asked(wikineural, json, html, any(others))))
    if gold is None or predicted is None:
        raise InputError("give GOLD and PREDICTED, or --wikineural FILE with --packages")
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn import show as shown
    from tacknamn.evaluating.chart_style import PAGE_STYLE
    from tacknamn.evaluating.evaluation import evaluate
    from tacknamn.evaluating.goals import missed, parsed
    from tacknamn.evaluating.layout import sections, verdict
    from tacknamn.evaluating.plain_data import evaluation_data
    from tacknamn.evaluating.published import read_published
    from tacknamn.reporting.files import spare_inputs, write_whole
    from tacknamn.reporting.pages import Head, page
    from tacknamn.reporting.tables import report_lines, report_table

    spare_inputs(html, [gold, predicted, against, *(annotator or [])])
    goals = [parsed(one) for one in fail_under or []]
    published = None if beside is None else read_published(beside)
    options = _options(label, all_labels, map, by, (most, draws, seed))
    figures = evaluation_data(evaluate(gold, predicted, options, against, annotator or []), show)
    failed = [told for told in (missed(goal, figures) for goal in goals) if told]
    said, parts = verdict(figures, failed), sections(figures, published, show)
    if html is not None:
        head = Head("How good the predictions are", said, bool(failed), PAGE_STYLE)
        write_whole(html, page(head, parts), private=show)
    if json:
        typer.echo(json_format.dumps(figures, ensure_ascii=False, indent=1))
    else:
        table = report_table(said, bool(failed), parts, ROWS)
        shown.print_table(table, report_lines(said, parts))
    for told in failed:
        typer.echo(told, err=True)
    raise typer.Exit(1 if failed else 0)


def _options(
    label: list[str] | None, all_labels: bool, maps: list[str] | None, by: list[str] | None,
    numbers: tuple[int, int, int],
) -> "Options":  # fmt: skip
    from tacknamn.evaluating.evaluation import Options
    from tacknamn.evaluating.mapping import read_mapping

    mapping: dict[str, str] = {}
    for wanted in maps or []:
        new = read_mapping(wanted)
        mapping = {old: new.get(name, name) for old, name in mapping.items()}
        mapping |= {old: name for old, name in new.items() if old not in mapping}
    most, draws, seed = numbers
    return Options(tuple(label or ()), all_labels, mapping, tuple(by or ()), most, draws, seed)
