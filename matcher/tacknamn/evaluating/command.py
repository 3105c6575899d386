"""The command ``tacknamn evaluate``: parse, evaluate, print.

Exit codes: 0, or 1 where a figure of ``--fail-under`` was missed; :mod:`tacknamn.commands` adds
those of faults.
"""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from tacknamn.evaluating.evaluation import Options

__all__ = ["evaluate"]

MOST, DRAWS, SEED = 20, 1000, 1
"""Spans to list, draws of the bootstrap, and its seed, where nothing else is asked."""
ROWS = 40
"""Rows of a table on the screen: as many as there are labels."""


def evaluate(
    gold: Annotated[str, typer.Argument(help="Span list (JSON Lines) that is held for right.")],
    predicted: Annotated[str, typer.Argument(help="The one to judge; - is standard input.")],
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
) -> None:
    """Compare PREDICTED spans with GOLD; exit code 1 when --fail-under is missed.

    Precision, recall, F1 and F2 of spans, characters and tokens, leak rate, confusion,
    agreement, calibration. In a pipe, lines with tabs, the first field naming the table. Labels
    that GOLD never uses are left out, unless --all-labels. Of leak_rate and calibration.error,
    --fail-under gives the most."""
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
    data = evaluation_data(evaluate(gold, predicted, options, against, annotator or []), show)
    failed = [told for told in (missed(goal, data) for goal in goals) if told]
    said, parts = verdict(data, failed), sections(data, published, show)
    if html is not None:
        head = Head("How good the predictions are", said, bool(failed), PAGE_STYLE)
        write_whole(html, page(head, parts), private=show)
    if json:
        typer.echo(json_format.dumps(data, ensure_ascii=False, indent=1))
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
