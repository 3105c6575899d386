"""The command ``tacknamn``: parse, call one function, print.

Exit codes: 0 found, 1 nothing was found; :mod:`tacknamn.cli.program` adds those of faults. What a
command needs is imported in it: each of them would wait for what all others need.
"""

import json as json_format
import sys
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tacknamn.cli.detect import detect
from tacknamn.cli.evaluate import evaluate
from tacknamn.cli.learn import learn
from tacknamn.cli.mask import mask
from tacknamn.cli.options import Data
from tacknamn.cli.pseudonymize import pseudonymize
from tacknamn.cli.risk import risk
from tacknamn.cli.sample import sample
from tacknamn.cli.validate import validate
from tacknamn.cli.vault import key, reveal
from tacknamn.errors import InputError
from tacknamn.matching.semantics import Overlaps

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Pseudonymize texts; look names up in Täcknamn's lists, find them, draw others instead. "
    "`tacknamn-build` makes the lists.",
)

AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]

app.command("pseudonymize")(pseudonymize)
app.command("detect")(detect)
app.command("mask")(mask)
app.command("sample")(sample)
app.command("key")(key)
app.command("reveal")(reveal)
app.command("risk")(risk)
app.command("evaluate")(evaluate)
app.command("learn")(learn)
app.command("validate")(validate)


@app.command()
def lookup(
    forms: Annotated[list[str], typer.Argument(help="Words or names, e.g. Elena 'Stora gatan'.")],
    data: Data = None,
    sources: Annotated[bool, typer.Option("--sources", help="Say which sources have it.")] = False,
    json: AsJson = False,
) -> None:
    """Say what each FORM may be, the likeliest first; exit code 1 when none is known.

    In a pipe, one line per candidate, with tabs: form as asked, form, label, probability,
    count, kind of count, place, country, sources."""
    from tacknamn.cli import show
    from tacknamn.lexicon.lexicon import Lexicon

    lexicon = Lexicon.open(data)
    found = {form: lexicon.lookup(form) for form in forms}
    if json:
        plain = {form: [asdict(one) for one in candidates] for form, candidates in found.items()}
        typer.echo(json_format.dumps(plain, ensure_ascii=False, indent=1))
    else:
        show.print_table(show.candidate_table(found, sources), show.candidate_lines(found))
    raise typer.Exit(0 if any(found.values()) else 1)


@app.command()
def match(
    files: Annotated[
        list[str] | None, typer.Argument(help="UTF-8 texts; - or none is standard input.")
    ] = None,
    data: Data = None,
    overlaps: Annotated[
        Overlaps, typer.Option(help="Which hits to tell where several overlap.")
    ] = Overlaps.LONGEST,
    label: Annotated[
        list[str] | None, typer.Option(help="Find this label only; may be given again.")
    ] = None,
    engine: Annotated[str, typer.Option(help="native, portable or auto.")] = "auto",
    fuzzy: Annotated[bool, typer.Option("--fuzzy", help="Find misspelt names too.")] = False,
    json: AsJson = False,
    jsonl: Annotated[bool, typer.Option("--jsonl", help="Print one JSON object per hit.")] = False,
    color: Annotated[bool, typer.Option("--color", help="Print the texts, hits marked.")] = False,
) -> None:
    """Find the entries in texts: file, start, end, form, label, probability, affixes.

    Exit code 1 when nothing is found."""
    from tacknamn.cli import show
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.matching.matcher import Matcher

    matcher = Matcher(Lexicon.open(data), engine, overlaps, label or None, fuzzy=fuzzy)
    found = False
    documents = {}
    for name, text in _texts(files or ["-"]):
        matches = matcher.match(text)
        found = found or bool(matches)
        if json:
            documents[name] = [show.match_data(one) for one in matches]
        elif jsonl:
            for one in matches:
                line = {"file": name, **show.match_data(one)}
                typer.echo(json_format.dumps(line, ensure_ascii=False))
        elif color:
            show.print_marked(text, matches)
        else:
            for one in matches:
                typer.echo(show.match_line(name, one))
    if json:
        typer.echo(json_format.dumps(documents, ensure_ascii=False, indent=1))
    raise typer.Exit(0 if found else 1)


def _texts(files: list[str]) -> Iterator[tuple[str, str]]:
    for name in files:
        try:
            raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
            yield name, raw.decode("utf-8")
        except UnicodeDecodeError as exc:
            raise InputError(
                f"{name}: no UTF-8 at byte {exc.start}; convert it first, e.g. with "
                "`iconv -f latin1 -t utf-8`"
            ) from None


@app.command()
def complete(
    prefix: Annotated[str, typer.Argument(help="Beginning of a name, e.g. Göte.")],
    data: Data = None,
    label: Annotated[str | None, typer.Option(help="Only forms that may be this.")] = None,
    number: Annotated[int, typer.Option("-n", help="How many.")] = 20,
    json: AsJson = False,
) -> None:
    """Say which forms begin with PREFIX, the most mentioned first; exit code 1 for none."""
    from tacknamn.lexicon.lexicon import Lexicon

    forms = Lexicon.open(data).complete(prefix, label, number)
    typer.echo(json_format.dumps(forms, ensure_ascii=False) if json else "\n".join(forms))
    raise typer.Exit(0 if forms else 1)


@app.command()
def info(data: Data = None, json: AsJson = False) -> None:
    """Say which bundle is used: contents, vintages, licences, and which engine runs."""
    from tacknamn.cli import show
    from tacknamn.lexicon.lexicon import Lexicon

    facts = show.info_data(Lexicon.open(data))
    if json:
        typer.echo(json_format.dumps(facts, ensure_ascii=False, indent=1))
    else:
        show.print_table(show.info_table(facts), show.info_lines(facts))
