"""The command ``tacknamn sample``: parse, draw, print."""

import json as json_format
import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tacknamn.cli.options import Data
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.replacement.settings import DRAWN_LABELS, Style
from tacknamn.support.printing import make_printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from tacknamn.replacement.records import Draw

__all__ = ["sample"]

_MOST = 10_000_000
"""Draws of one call; more are a slip of the finger."""


def sample(
    label: Annotated[str, typer.Argument(help=f"What to draw: {', '.join(DRAWN_LABELS)}.")],
    number: Annotated[int, typer.Option("-n", min=1, max=_MOST, help="How many.")] = 1,
    country: Annotated[
        str | None, typer.Option(help="Where cities and regions lie: DK or Danmark.")
    ] = None,
    town: Annotated[
        str | None, typer.Option(help="Where streets, postal codes, telephone areas are.")
    ] = None,
    like: Annotated[
        str | None, typer.Option(help="Replace this: never it, nor it misspelt, in its form.")
    ] = None,
    top: Annotated[int, typer.Option(help="Names of a list to draw from, the most borne.")] = 50,
    cities: Annotated[int, typer.Option(help="Cities of a country, the largest.")] = 5,
    weighted: Annotated[
        bool, typer.Option("--weighted", help="Draw frequent names more often, as in life.")
    ] = False,
    style: Annotated[Style, typer.Option(help="Where replacements come from.")] = Style.SWELL,
    language: Annotated[str, typer.Option(help="Of A-skola (sv) or A-school (en).")] = "sv",
    seed: Annotated[int | None, typer.Option(help="The same number, the same draws.")] = None,
    key_file: Annotated[
        Path | None,
        typer.Option(
            help="A key: the same original, the same draw everywhere. Else TACKNAMN_KEY_FILE or "
            "TACKNAMN_KEY."
        ),
    ] = None,
    sources: Annotated[
        bool, typer.Option("--sources", help="Say where each draw came from, with tabs.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    data: Data = None,
) -> None:
    """Draw replacements: names, cities of a country, streets of a town, A-skola.

    `tacknamn sample firstname_female -n 3` draws three of the fifty most borne names,
    `tacknamn sample city --country DK --like Odense` another large Danish city, and
    `tacknamn sample surname --like Anderssons` a surname in the genitive. Without a seed or a
    key the draws are other ones each time."""
    from tacknamn.replacement.keys import read_key
    from tacknamn.replacement.sampler import Sampler  # here: other commands need not load it

    key = read_key(key_file) if key_file or (seed is None and _has_key()) else None
    sampler = Sampler(
        Lexicon.open(data),
        seed,
        key,
        top=top,
        cities=cities,
        weighted=weighted,
        style=style,
        language=language,
    )
    if like is not None and number > 1:
        raise InputError("-n with --like: an original has one replacement; leave -n out")
    draws = (sampler.draw(label, country, like, town) for _ in range(number))
    if json:
        typer.echo(
            json_format.dumps([asdict(draw) for draw in draws], ensure_ascii=False, indent=1)
        )
    else:
        for draw in draws:
            typer.echo(_line(draw) if sources else make_printable(draw.text))


def _has_key() -> bool:
    """Whether the environment has a key, which a seed overrules."""
    return "TACKNAMN_KEY" in os.environ or "TACKNAMN_KEY_FILE" in os.environ


def _line(draw: "Draw") -> str:
    """Text, label, country, what it lies in, sources, reason."""
    parts = (draw.text, draw.label, draw.country, draw.parent, ",".join(draw.sources), draw.reason)
    return "\t".join(map(make_printable, parts))
