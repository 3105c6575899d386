"""The commands that read the lists: ``lookup``, ``match``, ``complete`` and ``info``.

Exit codes: 0 something was found, 1 nothing was found.
"""

import json as json_format
from collections.abc import Iterator
from typing import Annotated

import typer

from tacknamn.cli.options import (
    DETECTION,
    INPUT,
    NUMBER_HELP,
    OUTPUT,
    Allow,
    AsJson,
    Data,
    Extra,
    Keep,
    Label,
    Sources,
)
from tacknamn.errors import InputError
from tacknamn.matching.semantics import Overlaps
from tacknamn.support.file_kinds import describe_no_text
from tacknamn.support.input_files import open_input

__all__ = ["complete", "info", "lookup", "match"]


def lookup(
    forms: Annotated[
        list[str], typer.Argument(metavar="FORM", help="Words or names, e.g. Elena 'Gamla stan'.")
    ],
    data: Data = None,
    extra: Extra = None,
    sources: Sources = False,
    everything: Annotated[
        bool,
        typer.Option("--all", help="List also what a form hardly ever means.",
                     rich_help_panel=OUTPUT),
    ] = False,
    json: AsJson = False,
) -> None:  # fmt: skip
    """Print what each FORM may be, most likely first.

    A form that no list has is read as in a text: as an inflected or misspelt name, or as what a
    rule finds. In a pipe, prints one line for each candidate, with tabs: form as given, form,
    label, probability, count, kind of count, place, country, sources, and how the form differs
    from the entry, if it does. The exit code is 0 if the lists have at least one of the forms
    as given, and 1 if they have none of them.

    Examples:

      tacknamn lookup Elena Berg
      tacknamn lookup göteborgs Götebrog Mölndalsborna
      tacknamn lookup --sources 'Gamla stan'
    """
    from tacknamn.cli import show
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.pipeline.readings import FormReader

    reader = FormReader(Lexicon.open(data, extra=extra or ()))
    readings = {form: reader.read(form) for form in forms}
    if json:
        plain = {form: [*map(show.convert_reading, each)] for form, each in readings.items()}
        typer.echo(json_format.dumps(plain, ensure_ascii=False, indent=1))
    else:
        table = show.build_reading_table(readings, sources, everything)
        show.print_table(table, show.format_readings(readings, everything))
    is_known = any(reading.is_exact for each in readings.values() for reading in each)
    raise typer.Exit(0 if is_known else 1)


def match(
    files: Annotated[
        list[str] | None, typer.Argument(metavar="FILE", help="UTF-8 texts; - or nothing is standard input.")
    ] = None,
    data: Data = None,
    overlaps: Annotated[
        Overlaps,
        typer.Option(help="Which of several overlapping matches to print.",
                     rich_help_panel=DETECTION),
    ] = Overlaps.LONGEST,
    label: Label = None,
    engine: Annotated[
        str,
        typer.Option(help="Engine of the search: native, portable or auto.", rich_help_panel=DETECTION),
    ] = "auto",
    min_probability: Annotated[
        float | None,
        typer.Option(
            min=0, max=1, rich_help_panel=DETECTION, show_default="0.05",
            help="Least probability of a label given with --label; 0 finds all that lists have.",
        ),
    ] = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    fuzzy: Annotated[
        bool,
        typer.Option("--fuzzy", help="Find misspelt names as well.", rich_help_panel=DETECTION),
    ] = False,
    json: AsJson = False,
    jsonl: Annotated[
        bool,
        typer.Option("--jsonl", help="Print one JSON object for each match.",
                     rich_help_panel=OUTPUT),
    ] = False,
    color: Annotated[
        bool,
        typer.Option("--color", help="Print the texts with the matches marked.",
                     rich_help_panel=OUTPUT),
    ] = False,
) -> None:  # fmt: skip
    """Find the entries of the lists in texts.

    Prints one line for each match, with tabs: file, start, end, form, label, probability,
    affixes. Exits with code 1 if nothing is found.

    Examples:

      tacknamn match --color essay.txt
      tacknamn match --label city --jsonl essays/*.txt
    """
    from tacknamn.cli import show
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.matching.matcher import Matcher

    lexicon = Lexicon.open(data, extra=extra or (), allow=allow or (), keep=keep or ())
    matcher = Matcher(lexicon, engine, overlaps, label or None, fuzzy, min_probability)
    is_found = False
    documents = {}
    for name, text in _read_texts(files or ["-"]):
        matches = matcher.match(text)
        is_found = is_found or bool(matches)
        if json:
            documents[name] = [show.convert_match(item) for item in matches]
        elif jsonl:
            for item in matches:
                line = {"file": name, **show.convert_match(item)}
                typer.echo(json_format.dumps(line, ensure_ascii=False))
        elif color:
            show.print_marked(text, matches)
        else:
            for item in matches:
                typer.echo(show.format_match(name, item))
    if json:
        typer.echo(json_format.dumps(documents, ensure_ascii=False, indent=1))
    raise typer.Exit(0 if is_found else 1)


def _read_texts(files: list[str]) -> Iterator[tuple[str, str]]:
    for name in files:
        try:
            with open_input(name) as source:
                raw = source.stream.read()
            yield name, raw.decode("utf-8")
        except UnicodeDecodeError as exc:
            raise InputError(f"{name}: {describe_no_text(raw, exc)}") from None


def complete(
    prefix: Annotated[
        str, typer.Argument(metavar="PREFIX", help="Beginning of a name, e.g. Göte.")
    ],
    data: Data = None,
    extra: Extra = None,
    label: Annotated[
        str | None,
        typer.Option(help="Use this label only.", rich_help_panel=DETECTION),
    ] = None,
    number: Annotated[int, typer.Option("-n", help=NUMBER_HELP, rich_help_panel=OUTPUT)] = 20,
    json: AsJson = False,
) -> None:
    """List the forms that begin with PREFIX, most frequent first.

    Exits with code 1 if there are none.

    Examples:

      tacknamn complete Göte --label city
    """
    from tacknamn.lexicon.lexicon import Lexicon

    forms = Lexicon.open(data, extra=extra or ()).complete(prefix, label, number)
    typer.echo(json_format.dumps(forms, ensure_ascii=False) if json else "\n".join(forms))
    raise typer.Exit(0 if forms else 1)


Verify = Annotated[
    bool,
    typer.Option(
        "--verify",
        help="Compute the checksums of all files of the bundle, which is otherwise done when a file has "
        "changed.",
        rich_help_panel=INPUT,
    ),
]


def info(data: Data = None, verify: Verify = False, json: AsJson = False) -> None:
    """Show which bundle is used and why, its contents, vintages and licences, and the engine.

    Examples:

      tacknamn info

      tacknamn info --verify
    """
    from tacknamn.cli import show
    from tacknamn.lexicon.find_bundle import find_bundle

    facts = show.collect_info(find_bundle(data), verify)
    if json:
        typer.echo(json_format.dumps(facts, ensure_ascii=False, indent=1))
    else:
        show.print_table(show.build_info_table(facts), show.format_info(facts))
