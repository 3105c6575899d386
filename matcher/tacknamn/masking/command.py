"""The command ``tacknamn mask``: parse, mask, print.

Exit codes: 0 all is done; :mod:`tacknamn.commands` adds those of faults, and 2 also says that a
file could not be done, or that a backend was left out (``--keep-going``).
"""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["mask"]


def mask(
    texts: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="TEXT|FILE...",
            help="A text in quotation marks, or files (.txt, .csv); - or none is standard input.",
        ),
    ] = None,
    package: Annotated[
        list[str] | None,
        typer.Option(
            metavar="NAME,...",
            help="Who finds names: tacknamn (the default), spacy, nltk, flair, stanza, "
            "transformers, presidio, with a model: spacy:en_core_web_sm; several with commas.",
        ),
    ] = None,
    combine: Annotated[
        str,
        typer.Option(
            help="Of several packages: union, intersection, majority, weighted, gazetteer-first."
        ),
    ] = "union",
    weights: Annotated[
        str | None,
        typer.Option(metavar="NAME=N,...", help="Of weighted: spacy=2,stanza=1; others weigh 1."),
    ] = None,
    at_least: Annotated[
        float | None,
        typer.Option(
            help="Of majority: how many packages; of weighted: how much weight; else more than "
            "half."
        ),
    ] = None,
    details: Annotated[
        str | None,
        typer.Option(
            metavar="N,...",
            help="What else is masked: 1 NRIC, 2 phone, 3 case number, 4 id, 5 date, 6 admission "
            "time, 7 ward, 8 bed, 9 patient class; else none.",
        ),
    ] = None,
    expression: Annotated[
        list[str] | None,
        typer.Option(
            "--expr",
            metavar="REGEX=TEXT",
            help="Mask what it finds, too; divided at the last =, of which TEXT may have \\= "
            "instead; may be given again.",
        ),
    ] = None,
    placeholder: Annotated[str, typer.Option(help="What stands for a name.")] = "[Name]",
    column: Annotated[
        list[str] | None,
        typer.Option(help="Of csv: a column to mask, by name or number; may be given again."),
    ] = None,
    text: Annotated[
        bool, typer.Option("--text", help="The arguments are texts, whatever they look like.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the results of files.")
    ] = None,
    language: Annotated[
        str, typer.Option("--lang", help="Of the texts: en, sv, or what the packages know.")
    ] = "en",
    data: Annotated[
        Path | None, typer.Option(help="Folder of the bundle.", envvar="TACKNAMN_DATA")
    ] = None,
    seconds: Annotated[
        float | None, typer.Option(help="How long a package may take for one text.")
    ] = None,
    keep_going: Annotated[
        bool,
        typer.Option(
            "--keep-going",
            help="Leave out packages that fail, and name them; the exit code is 2 then.",
        ),
    ] = False,
    json: Annotated[
        bool,
        typer.Option(
            "--json",
            help="Print what was masked, and who found it: one object a line for each text or "
            "cell.",
        ),
    ] = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell faults alone.")] = False,
) -> None:
    """Mask names in a text or in files: [Name] stands there instead.

    What names a file that is there is the file, and its result goes to <name>_anonymized.txt (or
    .csv) beside it. Anything else is a text, and its result is printed. What looks like a file
    (notes.txt, notes/today) and is none is an error, in case it was misspelt; --text says that it
    is a text."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.masking.arguments import weights_of
    from tacknamn.masking.choosing import settings
    from tacknamn.masking.custom import read_pair
    from tacknamn.masking.session import Asked, run_mask
    from tacknamn.running.options import numbers

    wanted = settings(
        ",".join(package or ["tacknamn"]),
        combine,
        keep_going,
        weights=weights_of(weights),
        at_least=at_least,
        details=numbers(details) or (),
        custom=[read_pair(one) for one in expression or ()],
        placeholder=placeholder,
        language=language,
        data=data,
        seconds=seconds,
    )
    asked = Asked(tuple(texts or ["-"]), text, tuple(column or ()), output, json, quiet)
    raise typer.Exit(run_mask(wanted, asked))
