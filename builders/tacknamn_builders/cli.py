"""The command ``tacknamn-build``: parse, call one function, print.

Exit codes: 0 done, 1 a check failed or two bundles differ, 2 bad input or a fault.
"""

import logging
from collections.abc import Callable
from dataclasses import asdict
from enum import StrEnum
from functools import wraps
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console

from tacknamn.errors import Error

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build Täcknamn's lists: from open statistics to one bundle.\n\n"
    "The usual way is two commands: `tacknamn-build fetch` brings the sources of a profile "
    "into raw/, `tacknamn-build compile` makes a bundle of them in build/. In a checkout both "
    "folders stand beside pyproject.toml, elsewhere in your cache and data folders.",
)


class Licences(StrEnum):
    """Which sources a bundle may be made of."""

    any = "any"
    permissive = "permissive"


ProfileName = Annotated[
    str, typer.Option("--profile", "-p", help="Profile: default, full, or a path to a .toml.")
]
Mirror = Annotated[
    Path | None,
    typer.Option(help="Take https sources from DIR/<host>/<path> and nowhere else.",
                 envvar="TACKNAMN_MIRROR", file_okay=False, exists=True),
]  # fmt: skip
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but faults.")]


def _plain_faults(command: Callable[..., Any]) -> Callable[..., Any]:
    """End in one line and exit code 2 instead of a traceback."""

    @wraps(command)
    def run(*args: Any, **options: Any) -> Any:
        try:
            return command(*args, **options)
        except Error as exc:
            _fail(str(exc))
        except BrokenPipeError:
            raise typer.Exit(0) from None
        except KeyboardInterrupt:
            _fail("interrupted; what was there before is unchanged")
        except OSError as exc:
            _fail(f"{exc.filename or 'a file'}: {exc.strerror or exc}")
        except MemoryError:
            _fail("out of memory; close other programs or build a smaller profile")

    return run


def _fail(message: str) -> None:
    Console(stderr=True).print(f"error: {message}", style="red", highlight=False, markup=False,
                               soft_wrap=True)  # fmt: skip
    raise typer.Exit(2)


@app.command()
@_plain_faults
def status(profile: ProfileName = "", json: AsJson = False) -> None:
    """Say of each source whether it is here: vintage, size, licence, last receipt.

    Without --profile, of all sources there are."""
    from tacknamn_builders import paths, reports
    from tacknamn_builders.profiles import load_profile
    from tacknamn_builders.sources import load_sources
    from tacknamn_builders.status import statuses

    sources = load_profile(profile).sources if profile else tuple(load_sources().values())
    states = list(statuses(sources, paths.raw_folder()))
    if json:
        typer.echo(reports.as_json([asdict(state) for state in states]))
    else:
        reports.print_status(Console(), states)


@app.command()
@_plain_faults
def fetch(
    sources: Annotated[
        list[str] | None, typer.Argument(help="Sources to fetch; else those of the profile.")
    ] = None,
    profile: ProfileName = "default",
    mirror: Mirror = None,
    offline: Annotated[
        bool, typer.Option("--offline", help="Use what is here, in the cache or the mirror.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Bring sources into raw/, each with a receipt; what is there and whole is kept."""
    from tacknamn_builders.acquire import acquire

    acquire(sources or [], profile, mirror, offline, _console(quiet))


@app.command(name="compile")
@_plain_faults
def compile_(
    profile: ProfileName = "default",
    out: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    licences: Annotated[
        Licences, typer.Option(help="permissive: only sources that may be passed on.")
    ] = Licences.any,
    quiet: Quiet = False,
) -> None:
    """Make a bundle of the sources in raw/; the last good one stays until the new one is whole."""
    from tacknamn_builders import paths
    from tacknamn_builders.compile import compile_bundle
    from tacknamn_builders.profiles import load_profile
    from tacknamn_builders.progress import steps

    chosen = load_profile(profile)
    if licences is Licences.permissive:
        chosen = chosen.only_permissive()
    console = _console(quiet)
    with steps(console) as on_step:
        bundle = compile_bundle(
            chosen, paths.raw_folder(), out or paths.build_folder() / chosen.name, on_step
        )
    console.print(f"made {bundle}", highlight=False, soft_wrap=True)


@app.command()
@_plain_faults
def check(
    profile: ProfileName = "default",
    bundle: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    mirror: Mirror = None,
    json: AsJson = False,
) -> None:
    """Hold a bundle and its sources against the rules; measure how many bearers it knows.

    Exit code 1 when a rule is broken that nobody has explained."""
    from tacknamn_builders import paths, reports
    from tacknamn_builders.acquire import reference_folders
    from tacknamn_builders.checks import run_checks
    from tacknamn_builders.profiles import load_profile
    from tacknamn_builders.sources import load_sources

    chosen = load_profile(profile)
    table = {**load_sources(), **{source.id: source for source in chosen.sources}}
    folders = reference_folders(table, paths.raw_folder(), mirror)
    folder = bundle or paths.build_folder() / chosen.name
    report = run_checks(folder, chosen, table, folders)
    if json:
        typer.echo(reports.as_json(reports.check_data(report)))
    else:
        reports.print_check(Console(soft_wrap=True), report)
    raise typer.Exit(int(report.failed))


@app.command()
@_plain_faults
def diff(old: Path, new: Path, json: AsJson = False) -> None:
    """Say what changed between two bundles: forms, labels, ranks, counts, top-50 lists.

    Exit code 1 when anything did."""
    from tacknamn_builders import reports
    from tacknamn_builders.diff import compare

    difference = compare(old, new)
    if json:
        typer.echo(reports.as_json(reports.diff_data(difference)))
    else:
        reports.print_diff(Console(soft_wrap=True), difference)
    raise typer.Exit(int(bool(difference)))


@app.command()
@_plain_faults
def notice(
    out: Annotated[Path | None, typer.Option(help="Write it here instead of printing it.")] = None,
) -> None:
    """Print NOTICE.md: of each source what it is, what it permits, what is owed."""
    from tacknamn_builders.notice import notice as text_of
    from tacknamn_builders.sources import load_sources

    text = text_of(load_sources())
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, "utf-8")


@app.command()
@_plain_faults
def demo(
    bundle: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
) -> None:
    """Show on an invented text what the entries of a bundle find."""
    from tacknamn_builders.demo import show

    show(Console(), bundle)


def _console(quiet: bool) -> Console:
    """Where work is reported: standard error, with the log, or nowhere."""
    console = Console(stderr=True, quiet=quiet)
    handler = _ConsoleHandler(console)
    handler.setFormatter(logging.Formatter("%(message)s"))
    logging.basicConfig(level=logging.WARNING if quiet else logging.INFO, handlers=[handler],
                        force=True)  # fmt: skip
    return console


class _ConsoleHandler(logging.Handler):
    """Prints log lines above whatever bar is being drawn."""

    def __init__(self, console: Console) -> None:
        super().__init__()
        self._console = console

    def emit(self, record: logging.LogRecord) -> None:
        style = "yellow" if record.levelno >= logging.WARNING else ""
        self._console.print(self.format(record), style=style, highlight=False, markup=False,
                            soft_wrap=True)  # fmt: skip
