"""The command ``tacknamn learn``: parse, learn, write.

Exit code 0; :mod:`tacknamn.cli.program` adds those of faults.
"""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import Data

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacknamn.learning.records import CorrectedText, Proposal

__all__ = ["learn"]

MINIMUM = 2
"""Texts a form must be in, as :data:`tacknamn.learning.learner.MINIMUM`."""


def learn(
    files: Annotated[
        list[str],
        typer.Argument(help="Corrected SVALA graphs (.json) or JSON Lines with spans (.jsonl)."),
    ],
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Table to write, or to go on with.")
    ] = None,
    minimum: Annotated[
        int, typer.Option(min=1, help="Texts a form must be in; 1 tells also what may be unique.")
    ] = MINIMUM,
    data: Data = None,
    source: Annotated[
        str | None, typer.Option("--from", help="What is read: svala, portal, jsonl.")
    ] = None,
    language: Annotated[str, typer.Option("--lang", help="Of the texts: sv or en.")] = "sv",
    annotator: Annotated[
        str, typer.Option(metavar="NAME", help="Who corrected, where the files do not say it.")
    ] = "",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Learn from what annotators corrected: a table of lines to add to the lists or exclude.

    A person writes yes or no before each line; `tacknamn-build compile --learnt` uses those with
    a yes. Forms and counts alone are told, never the text around. A form that only one text has
    may be a private person's rare name: it is counted, not told, unless you say --minimum 1.
    With -o, decisions that are there stay, and what was counted is not counted again."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.learning.learner import learn
    from tacknamn.learning.summary import export_result, summarize
    from tacknamn.learning.table import write_table
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.support.atomic_files import write_whole

    earlier = _earlier(output, files)
    pseudonymizer = Pseudonymizer(Lexicon.open(data), "swell", seed=0, language=language)
    learnt = learn(_corrected(files, source, annotator), pseudonymizer, earlier, minimum)
    if output is not None:
        write_whole(output, write_table(learnt.lines), private=True)
    if json:
        typer.echo(json_format.dumps(export_result(learnt, minimum), ensure_ascii=False, indent=1))
    elif output is None:
        typer.echo(write_table(learnt.lines), nl=False)
    for told in summarize(learnt, minimum):
        typer.echo(told, err=True)


def _earlier(output: Path | None, files: list[str]) -> "tuple[Proposal, ...]":
    """The lines of the table that is gone on with; what is to be written is checked first."""
    from tacknamn.errors import InputError
    from tacknamn.learning.table import read_table
    from tacknamn.support.printing import make_printable

    if output is None:
        return ()
    named = make_printable(str(output))
    if not output.parent.is_dir():
        raise InputError(f"{named}: the folder is not there; make it first")
    if any(output.exists() and Path(one).exists() and output.samefile(one) for one in files):
        raise InputError(f"{named}: is read, too; give -o another file")
    if output.is_dir():
        raise InputError(f"{named}: is a folder; give -o a file in it, such as learnt.tsv")
    return read_table(output) if output.is_file() and output.stat().st_size else ()


def _corrected(files: list[str], source: str | None, annotator: str) -> "Iterator[CorrectedText]":
    from tacknamn.errors import InputError
    from tacknamn.learning.corrected_texts import clean_annotator_name, read_corrected

    name = clean_annotator_name(annotator)
    if name != annotator:
        raise InputError("--annotator: write letters, digits and ._- without blanks, e.g. eva")
    for file in files:
        yield from read_corrected(file, source, name)
