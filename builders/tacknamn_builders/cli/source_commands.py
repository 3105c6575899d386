"""The commands about sources: ``status``, ``fetch``, ``notice``."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tacknamn_builders.cli.options import (
    INPUT,
    OUTPUT,
    RUN,
    AsJson,
    Mirror,
    ProfileName,
    Quiet,
)

__all__ = ["fetch", "notice", "status"]


def status(
    profile: ProfileName = "",
    json: AsJson = False,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet", "-q", rich_help_panel=RUN, help="Only list missing and changed ones."
        ),
    ] = False,
) -> None:
    """List sources: version, age, licence, size, and when each was received.

    Without --profile, all sources are listed. In a pipe, the output is one line for each source,
    with tabs: source, version, vintage, licence, bytes, and the time of receipt, or "missing", "changed"
    (a file is not what was received) or "no receipt".

    Examples:

      tacknamn-build status --profile default"""
    from tacknamn.cli.show import print_table
    from tacknamn_builders.cli.reports import (
        build_status_table,
        format_json,
        format_status_lines,
    )
    from tacknamn_builders.paths import find_raw_folder
    from tacknamn_builders.sources.profiles import load_profile
    from tacknamn_builders.sources.source_table import load_sources
    from tacknamn_builders.sources.status import read_statuses

    sources = load_profile(profile).sources if profile else tuple(load_sources().values())
    states = list(read_statuses(sources, find_raw_folder()))
    if quiet:
        states = [state for state in states if state.problem]
    if json:
        typer.echo(format_json([asdict(state) for state in states]))
    elif states:
        print_table(build_status_table(states), format_status_lines(states))


def fetch(
    sources: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="SOURCE", help="Sources to fetch; by default all sources of the profile."
        ),
    ] = None,
    profile: ProfileName = "default",
    mirror: Mirror = None,
    offline: Annotated[
        bool,
        typer.Option(
            "--offline",
            rich_help_panel=INPUT,
            help="Do not use the network; only raw/, the cache and the mirror.",
        ),
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Download sources into raw/, each with a receipt.

    Sources that are already complete in raw/ are kept. Packages, and files with a checksum in the
    source table, never change, so they are not requested again. For other files, the publisher is
    asked for a newer version.

    With --mirror, files come from the mirror instead of their publishers; packages that the mirror
    lacks still come from the package index. With --offline --mirror, everything comes from the
    mirror and the cache, and sources that neither has are skipped.

    Small sources come first. In the profile full every source is optional: an error does not stop the
    others, and the exit code is 1. TACKNAMN_CONTACT is an address that publishers may write to; it
    is sent with each request.

    Examples:

      tacknamn-build fetch
      tacknamn-build fetch --profile full
      tacknamn-build fetch faker babel --offline"""
    from tacknamn_builders.cli.fetch_sources import fetch_sources
    from tacknamn_builders.cli.progress import open_messages

    fetch_sources(sources or [], profile, mirror, offline, open_messages(quiet))


def notice(
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", rich_help_panel=OUTPUT, help="File to write; default: print."),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Print NOTICE.md: publisher, licence and credit of every source.

    Examples:

      tacknamn-build notice --out NOTICE.md"""
    from tacknamn_builders.cli.progress import open_messages
    from tacknamn_builders.sources.notice import format_notice
    from tacknamn_builders.sources.source_table import load_sources

    text = format_notice(load_sources())
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, "utf-8")
        open_messages(quiet).print(f"wrote {out}", highlight=False, markup=False, soft_wrap=True)
