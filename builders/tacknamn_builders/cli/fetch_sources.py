"""Fetch the sources of a profile and print one line for each."""

from collections.abc import Sequence
from pathlib import Path

import typer
from rich.console import Console

from tacknamn.errors import SourceError
from tacknamn_builders.cli.progress import show_transfers
from tacknamn_builders.fetching.fetch import fetch_source
from tacknamn_builders.fetching.outcomes import FetchAction
from tacknamn_builders.paths import find_cache_folder, find_raw_folder
from tacknamn_builders.sources.profiles import BuildProfile, load_profile
from tacknamn_builders.sources.source_table import DataSource, load_sources

__all__ = ["fetch_sources", "order_by_size"]


def fetch_sources(
    ids: Sequence[str], profile: str, mirror: Path | None, offline: bool, console: Console
) -> None:
    """Fetch the sources ``ids``, or all of ``profile``.

    If the profile may lack sources, an error does not stop the others, and the exit code is 1."""
    chosen = load_profile(profile)
    sources = [_find_source(id, chosen) for id in ids]
    sources = sources or [s for s in chosen.sources if not s.hand_made]
    failed = []
    with show_transfers(console) as progress:
        for source in order_by_size(sources):
            try:
                outcome = fetch_source(
                    source,
                    find_raw_folder(),
                    cache=find_cache_folder(),
                    mirror=mirror,
                    offline=offline,
                    progress=progress,
                )
            except SourceError as exc:
                if not chosen.skip_missing:
                    raise
                failed.append(source.id)
                typer.echo(f"NOT FETCHED: {exc}", err=True)  # also with --quiet
                continue
            skipped = outcome.action is FetchAction.SKIPPED
            console.print(str(outcome), style="yellow" if skipped else "", highlight=False,
                          markup=False, soft_wrap=True)  # fmt: skip
    if failed:
        typer.echo(
            f"not fetched: {', '.join(failed)}; run the same command to try them again. `compile` uses "
            "what was fetched before, or builds without them",
            err=True,
        )
        raise typer.Exit(1)


def order_by_size(sources: Sequence[DataSource]) -> list[DataSource]:
    """Order sources by the size of their download: an error in a small one shows at once."""
    return sorted(sources, key=lambda source: source.megabytes)


def _find_source(id: str, profile: BuildProfile) -> DataSource:
    """Find a source of the profile, which may have a source table of its own, or of ours."""
    sources = {**load_sources(), **{source.id: source for source in profile.sources}}
    if id not in sources:
        raise SourceError(
            f"no source {id!r}; `tacknamn-build status` lists them. For one of your own, add "
            "--profile with the file of its profile"
        )
    return sources[id]
