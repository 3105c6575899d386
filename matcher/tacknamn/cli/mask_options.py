"""The arguments and options of ``mask``, with their help; two more are as ``pseudonymize`` has them
(:mod:`tacknamn.cli.options`)."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "AsJson",
    "AsText",
    "AtLeast",
    "Columns",
    "Combination",
    "Details",
    "Expressions",
    "KeepGoing",
    "Language",
    "Output",
    "Packages",
    "Placeholder",
    "Seconds",
    "Texts",
    "Weights",
]

Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TEXT|FILE...",
        help="A text in quotation marks, or files (.txt, .csv); - or none is standard input.",
    ),
]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package",
        metavar="NAME,...",
        help="Who finds names: tacknamn (the default), spacy, nltk, flair, stanza, "
        "transformers, presidio, with a model: spacy:en_core_web_sm; a program of yours: "
        'command:"./ner --fast"; or what other installed packages bring. Several with commas.',
    ),
]
Combination = Annotated[
    str,
    typer.Option(
        "--combine",
        help="Of several packages, what is masked: union: what anybody found; intersection: what "
        "all found; majority: what more than half found; weighted: the same by --weights; "
        "gazetteer-first: what tacknamn found, and of the others what it does not hold for "
        "something else.",
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="NAME=N,...",
        help="Of weighted: spacy=2,stanza=1; others weigh 1.",
    ),
]
AtLeast = Annotated[
    float | None,
    typer.Option(
        "--at-least",
        help="Of majority: how many packages; of weighted: how much weight; else more than half.",
    ),
]
Details = Annotated[
    str | None,
    typer.Option(
        "--details",
        metavar="N,...",
        help="What else is masked: 1 NRIC, 2 phone, 3 case number, 4 id, 5 date, 6 admission "
        "time, 7 ward, 8 bed, 9 patient class; else none.",
    ),
]
Expressions = Annotated[
    list[str] | None,
    typer.Option(
        "--expr",
        metavar="REGEX=TEXT",
        help="Mask what it finds, too; divided at the last =, of which TEXT may have \\= "
        "instead; may be given again. Needs `pip install 'tacknamn\\[mask]'`.",
    ),
]
Placeholder = Annotated[str, typer.Option("--placeholder", help="What stands for a name.")]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        help="Of csv: a column to mask, by name or number; may be given again; needless where "
        "there is but one.",
    ),
]
AsText = Annotated[
    bool, typer.Option("--text", help="The arguments are texts, whatever they look like.")
]
Output = Annotated[
    Path | None, typer.Option("-o", "--output", help="Folder for the results of files.")
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Of the texts: en, sv, or what the packages know; models of another are refused.",
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        help="How long a package may take for one text (command: 300; others: no limit), and for "
        "loading where that is more than 600.",
    ),
]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going",
        help="Leave out packages that fail, and name them; the exit code is 2 then.",
    ),
]
AsJson = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print what was masked, and who found it: one object a line for each text or cell.",
    ),
]
