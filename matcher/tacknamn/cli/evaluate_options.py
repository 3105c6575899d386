"""The arguments and options of ``evaluate``, with their help: those of span lists, then those of
``--wikineural``."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Against",
    "AllLabels",
    "Annotators",
    "AsJson",
    "Beside",
    "By",
    "Data",
    "Draws",
    "FailUnder",
    "Gold",
    "Html",
    "KeepGoing",
    "Labels",
    "Language",
    "Maps",
    "Most",
    "Packages",
    "Predicted",
    "Seconds",
    "Seed",
    "Show",
    "Wikineural",
]

Gold = Annotated[str | None, typer.Argument(help="Span list (JSON Lines) that is held for right.")]
Predicted = Annotated[str | None, typer.Argument(help="The one to judge; - is standard input.")]
Against = Annotated[str | None, typer.Option("--against", help="A second run, to compare both.")]
Annotators = Annotated[
    list[str] | None,
    typer.Option("--annotator", help="A further annotator; may be given again."),
]
Labels = Annotated[
    list[str] | None,
    typer.Option("--label", help="Look at this label only; may be given again."),
]
AllLabels = Annotated[
    bool, typer.Option("--all-labels", help="Count labels that GOLD never uses as false.")
]
Maps = Annotated[
    list[str] | None,
    typer.Option(
        "--map", help="New labels: coarse, coling-2020, a file, or A=B,C=D; again: in turn."
    ),
]
By = Annotated[
    list[str] | None,
    typer.Option("--by", help="Group by this field of GOLD; may be given again."),
]
Beside = Annotated[
    str | None, typer.Option("--beside", help="Published figures: coling-2020 or a file.")
]
FailUnder = Annotated[
    list[str] | None,
    typer.Option("--fail-under", metavar="METRIC=VALUE", help="Exit 1 when missed, e.g. f2=0.95."),
]
Most = Annotated[int, typer.Option("--most", min=0, help="Spans to list of each kind.")]
Draws = Annotated[int, typer.Option("--draws", min=0, max=100_000, help="Of the bootstrap.")]
Seed = Annotated[int, typer.Option("--seed", help="Of the bootstrap.")]
Show = Annotated[bool, typer.Option("--show", help="Show the texts of listed spans.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Html = Annotated[Path | None, typer.Option("--html", help="Write a page to this file.")]

Wikineural = Annotated[
    str | None,
    typer.Option(
        "--wikineural",
        metavar="FILE",
        help="Instead of GOLD and PREDICTED: run packages on these sentences with names, and "
        "compare them (JSON Lines, or csv of Sentence and Expected Output).",
    ),
]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--packages",
        metavar="NAME,...",
        help="Of --wikineural: tacknamn (the default), spacy:MODEL, ...",
    ),
]
Language = Annotated[
    str,
    typer.Option("--lang", help="Of --wikineural: en, sv, ...; models of another are refused."),
]
Data = Annotated[
    Path | None,
    typer.Option("--data", help="Of --wikineural: folder of the bundle.", envvar="TACKNAMN_DATA"),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        help="Of --wikineural: how long a package may take for one sentence (300), and for "
        "loading where that is more than 600.",
    ),
]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going",
        help="Of --wikineural: leave out packages that fail, and name them; the exit code is "
        "2 then.",
    ),
]
