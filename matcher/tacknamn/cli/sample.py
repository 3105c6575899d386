"""The command ``tacknamn sample``."""

import json as json_format
import os
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import (
    NUMBER_HELP,
    OUTPUT,
    REPLACEMENT,
    AsJson,
    Data,
    KeyFile,
    Seed,
    Sources,
)
from tacknamn.errors import InputError
from tacknamn.replacement.records import DRAWN_LABELS, Style
from tacknamn.support.printing import make_printable

if TYPE_CHECKING:
    from tacknamn.replacement.records import Draw

__all__ = ["sample"]

_MOST_DRAWS = 10_000_000
"""Draws of one call. A larger number is a typing error."""


def sample(
    label: Annotated[str, typer.Argument(metavar="LABEL", help=f"What to draw: {', '.join(DRAWN_LABELS)}.")],
    number: Annotated[
        int,
        typer.Option("-n", min=1, max=_MOST_DRAWS, help=NUMBER_HELP, rich_help_panel=OUTPUT),
    ] = 1,
    country: Annotated[
        str | None,
        typer.Option(help="Country of cities and regions: DK or Danmark.",
                     rich_help_panel=REPLACEMENT),
    ] = None,
    town: Annotated[
        str | None,
        typer.Option(help="Town of streets, postal codes and telephone areas.",
                     rich_help_panel=REPLACEMENT),
    ] = None,
    like: Annotated[
        str | None,
        typer.Option(help="Original to replace: the draw differs from it and takes its form.",
                     rich_help_panel=REPLACEMENT),
    ] = None,
    top: Annotated[
        int,
        typer.Option(help="Draw from this many of the most common names.",
                     rich_help_panel=REPLACEMENT),
    ] = 50,
    cities: Annotated[
        int,
        typer.Option(help="Draw from this many of the largest cities of a country.",
                     rich_help_panel=REPLACEMENT),
    ] = 30,
    weighted: Annotated[
        bool,
        typer.Option("--weighted", help="Draw common names more often.",
                     rich_help_panel=REPLACEMENT),
    ] = False,
    style: Annotated[
        Style,
        typer.Option(help="Style of the replacements.", rich_help_panel=REPLACEMENT),
    ] = Style.SWELL,
    language: Annotated[
        str,
        typer.Option(help="Language of placeholders: A-skola (sv) or A-school (en).",
                     rich_help_panel=REPLACEMENT),
    ] = "sv",
    seed: Seed = None,
    key_file: KeyFile = None,
    sources: Sources = False,
    json: AsJson = False,
    data: Data = None,
) -> None:  # fmt: skip
    """Draw replacements: names, cities of a country, streets of a town, A-skola.

    Without --seed and without a key, each call draws other replacements. With --sources,
    prints lines with tabs: text, label, country, place, sources, reason.

    Examples:

      tacknamn sample firstname_female -n 3
      tacknamn sample city --country DK --like Odense
      tacknamn sample surname --like Anderssons
    """
    from tacknamn.cli.option_values import read_key_option
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.replacement.sampler import Sampler

    key = read_key_option(key_file) if key_file or (seed is None and _has_key()) else None
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
        plain = [asdict(draw) for draw in draws]
        typer.echo(json_format.dumps(plain, ensure_ascii=False, indent=1))
    else:
        for draw in draws:
            typer.echo(_format_draw(draw) if sources else make_printable(draw.text))


def _has_key() -> bool:
    """Whether the environment has a key. A seed takes precedence."""
    return "TACKNAMN_KEY" in os.environ or "TACKNAMN_KEY_FILE" in os.environ


def _format_draw(draw: "Draw") -> str:
    """Return text, label, country, parent, sources and reason, with tabs."""
    parts = (draw.text, draw.label, draw.country, draw.parent, ",".join(draw.sources), draw.reason)
    return "\t".join(map(make_printable, parts))
