"""The options of ``evaluate``: those for span lists, then those for ``--wikineural``."""

from typing import Annotated

import typer

from tacknamn.cli.options import INPUT, OUTPUT, SEED_HELP

__all__ = [
    "Against",
    "AllLabels",
    "Annotators",
    "BootstrapSeed",
    "ComparedPackages",
    "Draws",
    "EvaluatedLabels",
    "FailUnder",
    "Gold",
    "GroupBy",
    "Maps",
    "MostListed",
    "Predicted",
    "Published",
    "ShowTexts",
    "TabFiles",
    "Wikineural",
]

MEASURES = "Measures"
COMPARISON = "Comparison of packages (--wikineural)"

Gold = Annotated[
    str | None,
    typer.Argument(
        metavar="GOLD",
        help="Span list (JSON Lines) that counts as correct; with --tab, standoff JSON.",
    ),
]
Predicted = Annotated[
    str | None,
    typer.Argument(
        metavar="PREDICTED", help="Span list to evaluate, or standoff JSON; - is standard input."
    ),
]
TabFiles = Annotated[
    bool,
    typer.Option(
        "--tab",
        help="GOLD and PREDICTED are files of the Text Anonymization Benchmark, or folders of them: "
        "print its measures.",
        rich_help_panel=INPUT,
    ),
]
Against = Annotated[
    str | None,
    typer.Option("--against", help="A second run to compare with.", rich_help_panel=INPUT),
]
Annotators = Annotated[
    list[str] | None,
    typer.Option(
        "--annotator",
        help="Span list of another annotator, for agreement; repeatable.",
        rich_help_panel=INPUT,
    ),
]
Maps = Annotated[
    list[str] | None,
    typer.Option(
        "--map",
        help="Rename labels: coarse, coling-2020, a file, or A=B,C=D; repeatable, applied in order.",
        rich_help_panel=INPUT,
    ),
]
EvaluatedLabels = Annotated[
    list[str] | None,
    typer.Option("--label", help="Use this label only; repeatable.", rich_help_panel=MEASURES),
]
AllLabels = Annotated[
    bool,
    typer.Option(
        "--all-labels",
        help="Count labels that GOLD never uses as wrong.",
        rich_help_panel=MEASURES,
    ),
]
GroupBy = Annotated[
    list[str] | None,
    typer.Option("--by", help="Group by this field of GOLD; repeatable.", rich_help_panel=MEASURES),
]
FailUnder = Annotated[
    list[str] | None,
    typer.Option(
        "--fail-under",
        metavar="METRIC=VALUE",
        help="Exit with code 1 if the measure is worse, e.g. f2=0.95.",
        rich_help_panel=MEASURES,
    ),
]
Draws = Annotated[
    int,
    typer.Option(
        "--draws",
        min=0,
        max=100_000,
        help="Number of draws of the bootstrap.",
        rich_help_panel=MEASURES,
    ),
]
BootstrapSeed = Annotated[int, typer.Option("--seed", help=SEED_HELP, rich_help_panel=MEASURES)]
Published = Annotated[
    str | None,
    typer.Option(
        "--beside",
        help="Show published figures as well: coling-2020 or a file.",
        rich_help_panel=OUTPUT,
    ),
]
MostListed = Annotated[
    int,
    typer.Option("--most", min=0, help="Most items listed of each kind.", rich_help_panel=OUTPUT),
]
ShowTexts = Annotated[
    bool,
    typer.Option("--show", help="Show the texts of the listed items.", rich_help_panel=OUTPUT),
]
Wikineural = Annotated[
    str | None,
    typer.Option(
        "--wikineural",
        metavar="FILE",
        help="Compare packages on these sentences with names (JSON Lines, or CSV with the columns "
        "Sentence and Expected Output), instead of GOLD and PREDICTED.",
        rich_help_panel=COMPARISON,
    ),
]
ComparedPackages = Annotated[
    list[str] | None,
    typer.Option(
        "--packages",
        metavar="NAME,...",
        help="Packages to compare: tacknamn (default), spacy:MODEL, ...",
        rich_help_panel=COMPARISON,
    ),
]
