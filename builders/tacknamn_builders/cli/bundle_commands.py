"""The commands about bundles: ``compile``, ``check``, ``trace``, ``diff``, ``demo``."""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn_builders.cli.options import (
    BUNDLE_HELP,
    INPUT,
    OUTPUT,
    RUN,
    AsJson,
    LicenceFilter,
    Mirror,
    ProfileName,
    Quiet,
    UsableLicences,
    choose_bundle,
    choose_checked_profile,
    restrict_profile,
)

__all__ = ["check", "compile_", "demo", "diff", "trace"]


def compile_(
    profile: ProfileName = "default",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            rich_help_panel=OUTPUT,
            help="Folder to write; default: that of the profile in build/.",
        ),
    ] = None,
    licences: UsableLicences = LicenceFilter.any,
    learnt: Annotated[
        list[Path] | None,
        typer.Option(
            rich_help_panel=INPUT,
            envvar="TACKNAMN_LEARNT",
            help="Reviewed table of `tacknamn learn`, or a folder of tables; repeatable.",
        ),
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Build a bundle from the sources in raw/.

    The last good bundle stays in place until the new one is complete. With --learnt, the lines of
    a reviewed table that were answered with yes are used as well; they take precedence over
    Täcknamn's own curation. Such a bundle must not be passed on.

    In the profile full every source is optional. A faulty one is left out; the last lines name it, and
    the exit code is 1.

    Examples:

      tacknamn-build compile
      tacknamn-build compile --profile full --out build/full
      tacknamn-build compile --learnt curation/learnt.tsv"""
    from tacknamn.support.folders import find_build_folder
    from tacknamn_builders.bundle.compile import compile_bundle
    from tacknamn_builders.bundle.manifest import read_left_out
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.paths import find_raw_folder
    from tacknamn_builders.sources.profiles import load_profile

    chosen = restrict_profile(load_profile(profile), licences)
    if learnt:
        chosen = chosen.add_reviewed_tables(learnt)
    console = open_messages(quiet)
    with show_steps(console, logged=True) as on_step:
        bundle = compile_bundle(
            chosen, find_raw_folder(), out or find_build_folder() / chosen.name, on_step
        )
    console.print(f"built {bundle}", highlight=False, markup=False, soft_wrap=True)
    left_out = read_left_out(bundle)
    for id, error in left_out.items():
        typer.echo(f"LEFT OUT: {id}: {error}", err=True)  # also with --quiet
    raise typer.Exit(int(bool(left_out)))


def check(
    profile: ProfileName = "",
    bundle: Annotated[Path | None, typer.Option(rich_help_panel=INPUT, help=BUNDLE_HELP)] = None,
    licences: UsableLicences = LicenceFilter.any,
    mirror: Mirror = None,
    json: AsJson = False,
    quiet: Annotated[
        bool,
        typer.Option("--quiet", "-q", rich_help_panel=RUN, help="Only print broken rules."),
    ] = False,
) -> None:
    """Check a bundle and its sources against rules, and measure how many people it covers.

    What is promised, and what coverage is measured against, stands in the build profile: the one that
    --bundle was made with, else default. Coverage is the share of bearers whose name is in the bundle.
    It is measured against reference lists in raw/ or in the mirror. Files in raw/ must be those of
    their receipts. The exit code is 1 if an unexplained check fails.

    Examples:

      tacknamn-build check --profile full
      tacknamn-build check --json"""
    from rich.console import Console

    from tacknamn_builders.checks.run import run_checks
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.cli.reports import convert_check, format_json, print_check
    from tacknamn_builders.paths import find_raw_folder
    from tacknamn_builders.sources.status import find_reference_folders

    chosen = restrict_profile(choose_checked_profile(profile, bundle, "default"), licences)
    table = chosen.list_checked()
    folders = find_reference_folders(table, find_raw_folder(), mirror)
    folder = choose_bundle(bundle, chosen)
    with show_steps(open_messages(quiet)) as on_step:
        report = run_checks(folder, chosen, table, folders, on_step, find_raw_folder())
    if json:
        typer.echo(format_json(convert_check(report)))
    else:
        print_check(Console(soft_wrap=True), report, only_broken=quiet)
    raise typer.Exit(int(report.failed))


def trace(
    words: Annotated[
        list[str], typer.Argument(metavar="WORD", help="Words or names, e.g. Åmål 'Gamla stan'.")
    ],
    profile: ProfileName = "",
    bundle: Annotated[Path | None, typer.Option(rich_help_panel=INPUT, help=BUNDLE_HELP)] = None,
    json: AsJson = False,
    quiet: Quiet = False,
) -> None:
    """Trace entries back to the lines of the files that they come from.

    For each entry of a WORD: its sources with version, the id of the place, whose count was taken, and
    the lines of curation about the word. Where a form or id is found in a received file in raw/, also
    the file, the line and its text. The exit code is 0 if at least one word is known, and 1 if none is.

    Examples:

      tacknamn-build trace Åmål
      tacknamn-build trace Kim Berg --json"""
    from dataclasses import asdict

    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.cli.reports import format_json, format_traces
    from tacknamn_builders.paths import find_raw_folder
    from tacknamn_builders.sources.source_table import load_sources
    from tacknamn_builders.tracing import trace_entries

    chosen = choose_checked_profile(profile, bundle, "default")
    lexicon = Lexicon.open(choose_bundle(bundle, chosen))
    table = {**load_sources(), **{source.id: source for source in chosen.sources}}
    with show_steps(open_messages(quiet)) as on_step:
        traces = trace_entries(lexicon, words, table, find_raw_folder(), on_step)
    if json:
        plain = {word: [asdict(trace) for trace in found] for word, found in traces.items()}
        typer.echo(format_json(plain))
    else:
        typer.echo("\n".join(format_traces(traces)))
    raise typer.Exit(int(not any(traces.values())))


def diff(
    old: Annotated[Path, typer.Argument(metavar="OLD", help="Folder of the old bundle.")],
    new: Annotated[Path, typer.Argument(metavar="NEW", help="Folder of the new bundle.")],
    json: AsJson = False,
    quiet: Annotated[
        bool,
        typer.Option(
            "--quiet", "-q", rich_help_panel=RUN, help="Print nothing; only set the exit code."
        ),
    ] = False,
) -> None:
    """List the differences between two bundles: forms, labels, ranks, counts, sources, top-50 lists.

    The exit code is 1 if the bundles differ.

    Examples:

      tacknamn-build diff old/default build/default"""
    from rich.console import Console

    from tacknamn_builders.cli.reports import convert_diff, format_json, print_diff
    from tacknamn_builders.releasing.diff import compare_bundles

    difference = compare_bundles(old, new)
    if quiet:
        pass
    elif json:
        typer.echo(format_json(convert_diff(difference)))
    else:
        print_diff(Console(soft_wrap=True), difference)
    raise typer.Exit(int(bool(difference)))


def demo(
    bundle: Annotated[
        Path | None,
        typer.Option(rich_help_panel=INPUT, help=BUNDLE_HELP),
    ] = None,
    exports: Annotated[
        Path | None,
        typer.Option(
            rich_help_panel=OUTPUT,
            help="Also write tries and an automaton to this folder, and search a prefix.",
        ),
    ] = None,
) -> None:
    """Pseudonymize an invented text, and show what the lists know about its names.

    Examples:

      tacknamn-build demo
      tacknamn-build demo --exports build/export"""
    from tacknamn_builders.cli.demo import show_demo

    show_demo(bundle, exports)
