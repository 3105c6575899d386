"""Fetch the sources of a profile, one line each; find received files for checks."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from rich.console import Console

from tacknamn.errors import SourceError
from tacknamn_builders import paths
from tacknamn_builders.cli.progress import show_transfers
from tacknamn_builders.fetching.fetch import fetch_source
from tacknamn_builders.fetching.outcomes import FetchAction
from tacknamn_builders.sources.profiles import load_profile
from tacknamn_builders.sources.receipts import read_receipt
from tacknamn_builders.sources.source_table import DataSource, load_sources

__all__ = ["fetch_sources", "find_reference_folders"]


def fetch_sources(
    ids: Sequence[str], profile: str, mirror: Path | None, offline: bool, console: Console
) -> None:
    """Fetch the sources ``ids``, or all of ``profile``; one fault does not stop the others."""
    chosen = load_profile(profile)
    sources = [_find_source(id) for id in ids] or [s for s in chosen.sources if not s.hand_made]
    faults = []
    with show_transfers(console) as progress:
        for source in sources:
            try:
                outcome = fetch_source(
                    source,
                    paths.raw_folder(),
                    cache=paths.cache_folder(),
                    mirror=mirror,
                    offline=offline,
                    progress=progress,
                )
            except SourceError as exc:
                if not chosen.skip_missing:
                    raise
                faults.append(source.id)
                console.print(f"{exc}", style="red", highlight=False, markup=False)
                continue
            skipped = outcome.action is FetchAction.SKIPPED
            console.print(str(outcome), style="yellow" if skipped else "", highlight=False,
                          markup=False, soft_wrap=True)  # fmt: skip
    if faults:
        raise SourceError(
            f"not fetched: {', '.join(faults)}; `tacknamn-build fetch` tries them again"
        )


def find_reference_folders(
    sources: Mapping[str, DataSource], raw: Path, mirror: Path | None
) -> dict[str, Path]:
    """Where the files of each source lie, if they do: in raw/, else in the mirror."""
    folders = {}
    for id, source in sources.items():
        folder = raw / id / source.version
        if read_receipt(folder) is None and mirror is not None and source.address:
            address = urlsplit(source.address)
            folder = mirror / address.netloc / address.path.strip("/")
        if source.files and all((folder / file.saved_as).is_file() for file in source.files):
            folders[id] = folder
    return folders


def _find_source(id: str) -> DataSource:
    sources = load_sources()
    if id not in sources:
        raise SourceError(f"no source {id!r}; `tacknamn-build status` lists them")
    return sources[id]
