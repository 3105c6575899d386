"""The command ``tacknamn agreement``. Exit codes: 0 done, 2 bad input."""

import json as json_format
import sys
from typing import Annotated

import typer

from tacknamn.cli.options import INPUT, OUTPUT, AsJson, Html

__all__ = ["agreement"]

ROWS = 40
"""Most differences on the screen; pipes, --json and --html have all."""


def agreement(
    first: Annotated[
        str,
        typer.Argument(metavar="FILE", help="Standoff JSON of court rulings, or a folder of it."),
    ],
    second: Annotated[
        str | None,
        typer.Argument(
            metavar="[OTHER]", help="That of the other annotator, if FILE does not have both."
        ),
    ] = None,
    annotator: Annotated[
        list[str] | None,
        typer.Option(
            "--annotator",
            metavar="NAME",
            help="Whose annotations to compare; give it twice. Optional where there is no choice.",
            rich_help_panel=INPUT,
        ),
    ] = None,
    show: Annotated[
        bool,
        typer.Option("--show", help="Show the texts of the listed items.", rich_help_panel=OUTPUT),
    ] = False,
    json: AsJson = False,
    html: Html = None,
) -> None:
    """Compare two annotators of court rulings: agreement, and a list of differences.

    For the quality check in pairs by the guidelines of the Text Anonymization Benchmark. Differences
    are missing mentions, boundaries, entity types, identifier types, confidential status and entities.
    They are named by document and offsets; --show adds the texts.

    Examples:

      tacknamn agreement anna.json bo.json --html differences.html
      tacknamn agreement echr_dev.json --annotator annotator1 --annotator annotator4 --show
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.cli import show as printing
    from tacknamn.evaluation.tab_agreement import compare_annotators
    from tacknamn.evaluation.tab_agreement_layout import (
        export_agreement,
        lay_out_agreement,
        summarize_agreement,
    )
    from tacknamn.evaluation.tab_pairs import pair_documents
    from tacknamn.reports.charts import PAGE_STYLE
    from tacknamn.reports.pages import PageHead, render_page
    from tacknamn.reports.tables import render_lines, render_table
    from tacknamn.support.atomic_files import refuse_output_over_inputs, write_whole
    from tacknamn.tab_benchmark.predictions import read_documents

    refuse_output_over_inputs(html, tuple(filter(None, (first, second))))
    others = None if second is None else read_documents(second)
    names, pairs = pair_documents(read_documents(first), others, tuple(annotator or ()))
    compared = compare_annotators(names, pairs)
    texts = {pair.doc_id: pair for pair in pairs} if show else None
    verdict, sections = summarize_agreement(compared), lay_out_agreement(compared, texts)
    if html is not None:
        head = PageHead("Agreement of two annotators", verdict, False, PAGE_STYLE)
        write_whole(html, render_page(head, sections), private=show)
    if json:
        data = export_agreement(compared, texts)
        sys.stdout.write(f"{json_format.dumps(data, ensure_ascii=False, indent=1)}\n")
    else:
        table = render_table(verdict, False, sections, ROWS)
        printing.print_table(table, render_lines(verdict, sections))
