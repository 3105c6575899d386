"""The command ``tacknamn learn``."""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import INPUT, OUTPUT, Allow, AsJson, Data, Extra, Keep, Language

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tacknamn.learning.records import CorrectedText, Proposal

__all__ = ["learn"]

MINIMUM = 2
"""Texts that must contain a form, as in :data:`tacknamn.learning.learner.MINIMUM`."""


def learn(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Corrected SVALA graphs (.json) or JSON Lines with spans (.jsonl)."),
    ],
    output: Annotated[
        Path | None,
        typer.Option("-o", "--output", help="Table to write, or to continue.",
                     rich_help_panel=OUTPUT),
    ] = None,
    minimum: Annotated[
        int,
        typer.Option(min=1, help="Texts that must contain a form; 1 includes unique forms.",
                     rich_help_panel=OUTPUT),
    ] = MINIMUM,
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    source: Annotated[
        str | None,
        typer.Option("--from", help="Format of the input: svala, portal or jsonl; default: by file "
                     "name.", rich_help_panel=INPUT),
    ] = None,
    language: Language = "sv",
    annotator: Annotated[
        str,
        typer.Option(metavar="NAME", help="Name of the annotator, if the files do not give it.",
                     rich_help_panel=INPUT),
    ] = "",
    json: AsJson = False,
) -> None:  # fmt: skip
    """Propose changes of the lists from what annotators corrected.

    The result is a table. A person writes yes or no at the start of each line, and
    `tacknamn-build compile --learnt` uses the lines with yes. The table has forms and counts,
    never the text around them. A form that occurs in only one text may be the rare name of a
    private person: it is counted but not listed, unless --minimum 1 is given. With -o, earlier
    decisions stay, and no text is counted twice.

    Examples:

      tacknamn learn corrected/*.json -o learnt.tsv
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.learning.learner import learn
    from tacknamn.learning.summary import export_result, summarize
    from tacknamn.learning.table import write_table
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.pipeline.pseudonymizer import Pseudonymizer
    from tacknamn.support.atomic_files import write_whole

    earlier = _read_earlier(output, files)
    lexicon = Lexicon.open(data, extra=extra or (), allow=allow or (), keep=keep or ())
    pseudonymizer = Pseudonymizer(lexicon, "swell", language=language)
    result = learn(_read_corrected(files, source, annotator), pseudonymizer, earlier, minimum)
    if output is not None:
        write_whole(output, write_table(result.lines), private=True)
    if json:
        typer.echo(json_format.dumps(export_result(result, minimum), ensure_ascii=False, indent=1))
    elif output is None:
        typer.echo(write_table(result.lines), nl=False)
    for line in summarize(result, minimum):
        typer.echo(line, err=True)


def _read_earlier(output: Path | None, files: list[str]) -> "tuple[Proposal, ...]":
    """Return the lines of the table to continue, after checking that it can be written."""
    from tacknamn.errors import InputError
    from tacknamn.learning.table import read_table
    from tacknamn.support.printing import make_printable

    if output is None:
        return ()
    name = make_printable(str(output))
    if not output.parent.is_dir():
        raise InputError(f"{name}: the folder does not exist; create it first")
    if any(output.exists() and Path(file).exists() and output.samefile(file) for file in files):
        raise InputError(f"{name}: is also an input; give -o another file")
    if output.is_dir():
        raise InputError(f"{name}: is a folder; give -o a file in it, such as learnt.tsv")
    return read_table(output) if output.is_file() and output.stat().st_size else ()


def _read_corrected(
    files: list[str], source: str | None, annotator: str
) -> "Iterator[CorrectedText]":
    from tacknamn.errors import InputError
    from tacknamn.learning.corrected_texts import clean_annotator_name, read_corrected

    name = clean_annotator_name(annotator)
    if name != annotator:
        raise InputError("--annotator: use letters, digits and ._- without blanks, e.g. eva")
    for file in files:
        yield from read_corrected(file, source, name)
