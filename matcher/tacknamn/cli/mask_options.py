"""The options of ``mask`` and of ``evaluate --wikineural``: packages, their limits, the masks."""

from typing import Annotated

import typer

from tacknamn.cli.options import DETECTION, INPUT, OUTPUT, REPLACEMENT, RUN

__all__ = [
    "AsText",
    "AtLeast",
    "Combination",
    "Expressions",
    "LabelClasses",
    "MaskLanguage",
    "Packages",
    "Placeholder",
    "Seconds",
    "SpansAsJson",
    "Texts",
    "Weights",
]

Texts = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="TEXT|FILE",
        help="A text in quotation marks, or files (.txt, .csv); - or nothing is standard input.",
    ),
]
Packages = Annotated[
    list[str] | None,
    typer.Option(
        "--package",
        metavar="NAME,...",
        help="Packages that find names: tacknamn (default), spacy, nltk, flair, stanza, "
        "transformers or presidio, with a model if needed: spacy:en_core_web_sm; your own "
        'program: command:"./ner --fast"; or a package that an installed plug-in adds. Separate '
        "several with commas.",
        rich_help_panel=DETECTION,
    ),
]
Combination = Annotated[
    str,
    typer.Option(
        "--combine",
        help="How to combine several packages. union: what any package found; intersection: what "
        "all found; majority: what more than half found; weighted: the same by --weights; "
        "gazetteer-first: what tacknamn found, and what the others found unless tacknamn took it "
        "for something else.",
        rich_help_panel=DETECTION,
    ),
]
LabelClasses = Annotated[
    list[str] | None,
    typer.Option(
        "--label-map",
        metavar="LABEL=CLASS,...",
        help="What labels of your own backend mean: PER (a name, which is masked), LOC, ORG or MISC; "
        "repeatable.",
        rich_help_panel=DETECTION,
    ),
]
Weights = Annotated[
    str | None,
    typer.Option(
        "--weights",
        metavar="NAME=N,...",
        help="With --combine weighted: weights such as spacy=2,stanza=1; default: 1.",
        rich_help_panel=DETECTION,
    ),
]
AtLeast = Annotated[
    float | None,
    typer.Option(
        "--at-least",
        help="With majority: number of packages; with weighted: total weight; default: more than "
        "half.",
        rich_help_panel=DETECTION,
    ),
]
Expressions = Annotated[
    list[str] | None,
    typer.Option(
        "--expr",
        metavar="REGEX=TEXT",
        help="Replace each match of REGEX with TEXT; repeatable. The last = separates them; "
        "write `\\=` for an = in TEXT.",
        rich_help_panel=DETECTION,
    ),
]
Placeholder = Annotated[
    str,
    typer.Option("--placeholder", help="Text that replaces a name.", rich_help_panel=REPLACEMENT),
]
AsText = Annotated[
    bool,
    typer.Option(
        "--text",
        help="Read the arguments as texts, even if they look like files.",
        rich_help_panel=INPUT,
    ),
]
MaskLanguage = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Language of the texts: en, sv, or another that the packages support. Models of "
        "other languages are refused.",
        rich_help_panel=DETECTION,
    ),
]
Seconds = Annotated[
    float | None,
    typer.Option(
        "--seconds",
        help="Time limit of a package for one text (command: 300 by default; others: none), and "
        "for loading if it is more than 600.",
        rich_help_panel=RUN,
    ),
]
SpansAsJson = Annotated[
    bool,
    typer.Option(
        "--json",
        help="Print what was masked and which package found it: one JSON object for each text or "
        "cell.",
        rich_help_panel=OUTPUT,
    ),
]
