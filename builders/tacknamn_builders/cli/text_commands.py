"""The commands that read texts: ``fit`` and ``wikineural``."""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn.cli.options import NUMBER_HELP, SEED_HELP
from tacknamn_builders.cli.options import INPUT, OUTPUT, RUN, Quiet

__all__ = ["fit", "wikineural"]


def fit(
    language: Annotated[
        str, typer.Argument(metavar="LANGUAGE", help="Language of the texts: sv or en.")
    ],
    texts: Annotated[
        list[str],
        typer.Argument(
            metavar="FILE",
            help="Gold texts, JSON Lines; FILE=0.5 gives a file half the weight.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", "-o", rich_help_panel=OUTPUT, help="Table of weights to write."),
    ],
    data: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=INPUT,
            envvar="TACKNAMN_DATA",
            help="Folder of the bundle, or name of installed lists; default: what `tacknamn info` shows.",
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Fit the weights that distinguish names from words, and write them as a table.

    Each line of a gold text is a JSON object with text and spans. A span has start, end and label
    (PER, LOC, ORG, or one of Täcknamn's labels). Each text is also used in lower case, and with
    misspelled names. A word enters the table only if it is next to at least four possible names.
    The same texts and lists give the same table. `tacknamn-build compile` copies the tables of the
    folder bundle/weights/ of the builders into every bundle.

    Examples:

      tacknamn-build fit sv gold.jsonl more.jsonl=0.5 --out sv.tsv"""
    from tacknamn.errors import InputError
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.support.atomic_files import write_whole
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.fitting.fit_weights import fit_weights
    from tacknamn_builders.fitting.training_texts import parse_training_file

    files = [parse_training_file(text) for text in texts]
    if any(out.exists() and file.path.exists() and out.samefile(file.path) for file in files):
        raise InputError(f"{out}: is also an input file; choose another file with -o")
    console = open_messages(quiet)
    with show_steps(console) as on_step:
        table = fit_weights(language, files, Lexicon.open(data), on_step)
    write_whole(out, table)
    console.print(f"wrote {out}", highlight=False, markup=False, soft_wrap=True)


def wikineural(
    file: Annotated[
        str,
        typer.Argument(
            metavar="FILE", help="File of WikiNEuRal, such as test_en.conllu; - is standard input."
        ),
    ],
    number: Annotated[int, typer.Option("-n", min=1, rich_help_panel=RUN, help=NUMBER_HELP)] = 1000,
    seed: Annotated[int, typer.Option(rich_help_panel=RUN, help=SEED_HELP)] = 1,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            rich_help_panel=OUTPUT,
            help="File to write; default: print.",
        ),
    ] = None,
    spaced: Annotated[
        bool,
        typer.Option(
            "--spaced",
            rich_help_panel=OUTPUT,
            help="Write a space between all tokens, as the masking tool does.",
        ),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Draw sentences with names for `tacknamn evaluate --wikineural`.

    The sentences have 3 to 112 words and at least one name of a person. For each sentence the
    output contains its text, its names, and the expected result with [Name] instead of each name. A .csv file has the
    masking tool's CSV format.

    Examples:

      tacknamn-build wikineural test_en.conllu -n 1000 --out names.jsonl"""
    from tacknamn.errors import InputError
    from tacknamn.support.atomic_files import write_whole
    from tacknamn_builders.cli.progress import open_messages
    from tacknamn_builders.comparison.draw_sentences import draw_sentences, format_sentences

    if out is not None and out.exists() and Path(file).exists() and out.samefile(file):
        raise InputError(f"{out}: is also the input file; choose another file with -o")
    drawn = draw_sentences(file, number, seed, spaced)
    as_table = out is not None and out.suffix.lower() == ".csv"
    text = "".join(format_sentences(drawn.sentences, as_table))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_whole(out, text)
    message = f"drew {number:,} of {drawn.out_of:,} sentences with a name, seed {seed}"
    open_messages(quiet).print(message, highlight=False, markup=False, soft_wrap=True)
