"""The checks before a release, and what ``release`` prints."""

from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer
from rich.console import Console

from tacknamn_builders.checks.run import CheckReport, run_checks
from tacknamn_builders.cli.reports import convert_check, convert_diff, format_json, print_check
from tacknamn_builders.cli.wheel_options import describe_wheel
from tacknamn_builders.paths import find_raw_folder
from tacknamn_builders.releasing.release import ListsRelease
from tacknamn_builders.sources.profiles import BuildProfile
from tacknamn_builders.sources.status import find_reference_folders

__all__ = ["check_bundle", "print_release"]


def check_bundle(
    folder: Path, profile: BuildProfile, mirror: Path | None, on_step: Callable[[str], None]
) -> CheckReport:
    """Run the checks of ``tacknamn-build check`` on the bundle."""
    table = profile.list_checked()
    references = find_reference_folders(table, find_raw_folder(), mirror)
    return run_checks(folder, profile, table, references, on_step, find_raw_folder())


def print_release(report: CheckReport, made: ListsRelease | None, json: bool) -> None:
    """Print the release, or the broken rules that prevent it."""
    if json:
        typer.echo(format_json(_convert_release(report, made)))
    elif made is None:
        print_check(Console(soft_wrap=True), report, only_broken=True)
    elif made.wheel is None:
        typer.echo(f"no difference from {made.version}; nothing to release")
    else:
        typer.echo(str(made.wheel))


def _convert_release(report: CheckReport, made: ListsRelease | None) -> dict[str, Any]:
    facts: dict[str, Any] = {"check": convert_check(report), "version": None, "wheel": None}
    if made is not None:
        facts |= {
            "version": made.version,
            "wheel": None if made.wheel is None else describe_wheel(made.wheel),
            "difference": None if made.difference is None else convert_diff(made.difference),
            "effect": None if made.effect is None else asdict(made.effect),
        }
    return facts
