"""The command ``export``."""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn_builders.cli.options import INPUT, OUTPUT, Quiet

__all__ = ["export"]


def export(
    format: Annotated[
        str,
        typer.Option(
            "--format", "-f", rich_help_panel=OUTPUT,
            help="Format: marisa, ahocorasick, spacy, presidio, gate, flashtext, parquet, csv, "
            "sqlite, datapackage or skos.",
        ),
    ],
    output: Annotated[
        Path, typer.Option("-o", "--output", rich_help_panel=OUTPUT, help="Folder for the results.")
    ],
    label: Annotated[
        list[str] | None,
        typer.Option(rich_help_panel=INPUT, help="Use this label only; repeatable."),
    ] = None,
    top: Annotated[
        int | None,
        typer.Option(rich_help_panel=INPUT, help="Entries of each label, the most mentioned ones."),
    ] = None,
    min_count: Annotated[
        float | None,
        typer.Option(
            rich_help_panel=INPUT,
            help="Least number of bearers or inhabitants; leaves out what is counted otherwise.",
        ),
    ] = None,
    min_probability: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, rich_help_panel=INPUT,
            help="Least probability that a form has the label. Default: 0.05 for formats that "
            "search texts, 0 for marisa and tables.",
        ),
    ] = None,
    bundle: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=INPUT,
            help="Folder of a bundle, or name of installed lists; default: what `tacknamn info` shows.",
        ),
    ] = None,
    overwrite: Annotated[
        bool, typer.Option("--overwrite", rich_help_panel=OUTPUT, help="Replace an earlier export.")
    ] = False,
    quiet: Quiet = False,
) -> None:  # fmt: skip
    """Write the lists for other tools: tries, automata, rules, tables.

    The folder also gets NOTICE.md with the credits that you owe, and provenance.json with sources,
    licences and checksums. The same bundle and options give the same bytes.

    Examples:

      tacknamn-build export --format marisa -o tries
      tacknamn-build export --format spacy --label city --top 1000 -o patterns
      tacknamn-build export --format csv --label surname --min-count 100 -o surnames"""
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn_builders.cli.progress import open_messages
    from tacknamn_builders.exporting.export import export_entries
    from tacknamn_builders.exporting.formats import find_format
    from tacknamn_builders.exporting.selection import Selection

    least = find_format(format).min_probability if min_probability is None else min_probability
    selection = Selection(tuple(label or ()), top, min_count, least)
    lexicon = Lexicon.open(bundle)
    content = export_entries(lexicon, format, output, selection, overwrite)
    number = sum(map(len, content.entries.values()))
    open_messages(quiet).print(
        f"wrote {number:,} entries to {output}", highlight=False, markup=False, soft_wrap=True
    )
