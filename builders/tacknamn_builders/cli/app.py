"""The command ``tacknamn-build``: parse, call one function, print.

Exit codes: 0 done, 1 a check failed or two bundles differ; :mod:`tacknamn.cli.program` adds those
of faults.
"""

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

if TYPE_CHECKING:
    from tacknamn_builders.sources.profiles import BuildProfile

app = typer.Typer(
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    help="Build Täcknamn's lists: from open statistics to one bundle.\n\n"
    "The usual way is two commands: `tacknamn-build fetch` brings the sources of a profile "
    "into raw/, `tacknamn-build compile` makes a bundle of them in build/. In a checkout both "
    "folders stand beside pyproject.toml, elsewhere in your cache and data folders.",
)


class LicenceFilter(StrEnum):
    """Which sources a bundle may be made of."""

    any = "any"
    permissive = "permissive"


ProfileName = Annotated[
    str,
    typer.Option(
        "--profile", "-p",
        help="Profile: default, full, each with -permissive behind it, or a path to a .toml.",
    ),
]  # fmt: skip
Mirror = Annotated[
    Path | None,
    typer.Option(help="Take https sources from DIR/<host>/<path> and nowhere else.",
                 envvar="TACKNAMN_MIRROR", file_okay=False, exists=True),
]  # fmt: skip
References = Annotated[
    Path | None,
    typer.Option("--mirror", help="Where reference lists lie that are not in raw/.",
                 envvar="TACKNAMN_MIRROR", file_okay=False, exists=True),
]  # fmt: skip
UsableLicences = Annotated[
    LicenceFilter, typer.Option(help="permissive: only sources that may be passed on.")
]
Learnt = Annotated[
    list[Path] | None,
    typer.Option(help="Reviewed table of `tacknamn learn`, or a folder of them; again.",
                 envvar="TACKNAMN_LEARNT"),
]  # fmt: skip
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Print nothing but faults.")]


@app.command()
def status(
    profile: ProfileName = "",
    json: AsJson = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Tell of missing ones only.")
    ] = False,
) -> None:
    """Say of each source whether it is here: vintage, size, licence, last receipt.

    Without --profile, of all sources there are. In a pipe, one line per source, with tabs:
    source, version, vintage, licence, bytes, time of receipt or "missing"."""
    from tacknamn.cli.show import print_table
    from tacknamn_builders import paths
    from tacknamn_builders.cli import reports
    from tacknamn_builders.sources.profiles import load_profile
    from tacknamn_builders.sources.source_table import load_sources
    from tacknamn_builders.sources.status import read_statuses

    sources = load_profile(profile).sources if profile else tuple(load_sources().values())
    states = list(read_statuses(sources, paths.raw_folder()))
    if quiet:
        states = [state for state in states if not state.present]
    if json:
        typer.echo(reports.format_json([asdict(state) for state in states]))
    elif states:
        print_table(reports.build_status_table(states), reports.format_status_lines(states))


@app.command()
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
    """Bring sources into raw/, each with a receipt; what is there and whole is kept.

    Packages and files with a checksum in the source table are fixed: what is there of them is
    not asked for again. Of other files the publisher is asked whether there is something newer.
    With --mirror, packages that it lacks still come from the registry; --offline --mirror takes
    everything from the mirror and the cache, and skips what neither has."""
    from tacknamn_builders.cli.fetch_sources import fetch_sources
    from tacknamn_builders.cli.progress import open_messages

    fetch_sources(sources or [], profile, mirror, offline, open_messages(quiet))


@app.command(name="compile")
def compile_(
    profile: ProfileName = "default",
    out: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    licences: UsableLicences = LicenceFilter.any,
    learnt: Learnt = None,
    quiet: Quiet = False,
) -> None:
    """Make a bundle of the sources in raw/; the last good one stays until the new one is whole.

    Of what was learnt from annotators, lines that somebody answered with yes are used, and come
    before our own curation. Such a bundle is not to be passed on."""
    from tacknamn_builders import paths
    from tacknamn_builders.bundle.compile import compile_bundle
    from tacknamn_builders.cli.progress import open_messages, show_steps

    chosen = _choose_profile(profile, licences)
    if learnt:
        chosen = chosen.with_learnt(learnt)
    console = open_messages(quiet)
    with show_steps(console, logged=True) as on_step:
        bundle = compile_bundle(
            chosen, paths.raw_folder(), out or paths.find_build_folder() / chosen.name, on_step
        )
    console.print(f"made {bundle}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def fit(
    language: Annotated[str, typer.Argument(help="Of the texts: sv or en.")],
    texts: Annotated[
        list[str], typer.Argument(help="Gold texts, JSON Lines; FILE=0.5 counts by half.")
    ],
    out: Annotated[Path, typer.Option("--out", "-o", help="Table of weights to write.")],
    data: Annotated[
        Path | None, typer.Option(help="Folder of the bundle.", envvar="TACKNAMN_DATA")
    ] = None,
    quiet: Quiet = False,
) -> None:
    """Fit the weights that tell names from words on gold texts, and write their table.

    A line of a gold text has text and spans: start, end, label (PER, LOC, ORG, or labels of
    ours). Each text is also read without capitals and with slips in its names. Words enter the
    table where they stand beside four words or more that may be names. The same texts and lists
    give the same table. The next compile puts it into the bundle where it lies in weights/ of the
    builders."""
    from tacknamn.errors import InputError
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.support.atomic_files import write_whole
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.fitting.fit_weights import fit_weights as fitted
    from tacknamn_builders.fitting.training_texts import parse_training_file

    shares = [parse_training_file(text) for text in texts]
    if any(out.exists() and one.path.exists() and out.samefile(one.path) for one in shares):
        raise InputError(f"{out}: is read, too; give -o another file")
    console = open_messages(quiet)
    with show_steps(console) as on_step:
        table = fitted(language, shares, Lexicon.open(data), on_step)
    write_whole(out, table)
    console.print(f"wrote {out}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def check(
    profile: ProfileName = "default",
    bundle: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    licences: UsableLicences = LicenceFilter.any,
    mirror: References = None,
    json: AsJson = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print nothing but broken rules.")
    ] = False,
) -> None:
    """Hold a bundle and its sources against the rules; measure how many bearers it knows.

    Exit code 1 when a rule is broken that nobody has explained."""
    from tacknamn_builders import paths
    from tacknamn_builders.checks.run import run_checks
    from tacknamn_builders.cli import reports
    from tacknamn_builders.cli.fetch_sources import find_reference_folders
    from tacknamn_builders.cli.progress import open_messages, show_steps
    from tacknamn_builders.sources.source_table import load_sources

    chosen = _choose_profile(profile, licences)
    table = {**load_sources(), **{source.id: source for source in chosen.sources}}
    folders = find_reference_folders(table, paths.raw_folder(), mirror)
    folder = bundle or paths.find_build_folder() / chosen.name
    with show_steps(open_messages(quiet)) as on_step:
        report = run_checks(folder, chosen, table, folders, on_step)
    if json:
        typer.echo(reports.format_json(reports.convert_check(report)))
    else:
        reports.print_check(Console(soft_wrap=True), report, only_broken=quiet)
    raise typer.Exit(int(report.failed))


def _choose_profile(profile: str, licences: LicenceFilter) -> "BuildProfile":
    from tacknamn_builders.sources.profiles import load_profile

    chosen = load_profile(profile)
    return chosen.only_permissive() if licences is LicenceFilter.permissive else chosen


@app.command()
def diff(
    old: Annotated[Path, typer.Argument(help="Folder of the bundle that there was.")],
    new: Annotated[Path, typer.Argument(help="Folder of the bundle to compare it with.")],
    json: AsJson = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print nothing; the exit code tells.")
    ] = False,
) -> None:
    """Say what changed between two bundles: forms, labels, ranks, counts, top-50 lists.

    Exit code 1 when anything did."""
    from tacknamn_builders.cli import reports
    from tacknamn_builders.releasing.diff import compare_bundles

    difference = compare_bundles(old, new)
    if quiet:
        pass
    elif json:
        typer.echo(reports.format_json(reports.convert_diff(difference)))
    else:
        reports.print_diff(Console(soft_wrap=True), difference)
    raise typer.Exit(int(bool(difference)))


@app.command()
def notice(
    out: Annotated[Path | None, typer.Option(help="Write it here instead of printing it.")] = None,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Do not say what was written.")
    ] = False,
) -> None:
    """Print NOTICE.md: of each source what it is, what it permits, what is owed."""
    from tacknamn_builders.cli.progress import open_messages
    from tacknamn_builders.sources.notice import format_notice as text_of
    from tacknamn_builders.sources.source_table import load_sources

    text = text_of(load_sources())
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, "utf-8")
        open_messages(quiet).print(f"wrote {out}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def wikineural(
    file: Annotated[
        str, typer.Argument(help="File of WikiNEuRal, as test_en.conllu; - is standard input.")
    ],
    number: Annotated[int, typer.Option("-n", min=1, help="How many sentences.")] = 1000,
    seed: Annotated[int, typer.Option(help="Of the draw: the same one draws the same.")] = 1,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Where to; .csv makes the seed's table. Else printed."),
    ] = None,
    spaced: Annotated[
        bool, typer.Option("--spaced", help="Leave a blank between all tokens, as the seed does.")
    ] = False,
    quiet: Quiet = False,
) -> None:
    """Draw sentences with names for `tacknamn evaluate --wikineural`.

    Taken are sentences of 3 to 112 words with a name of a person, each with its text, its names,
    and what is expected: [Name] in place of each."""
    from tacknamn.errors import InputError
    from tacknamn.support.atomic_files import write_whole
    from tacknamn_builders.cli.progress import open_messages
    from tacknamn_builders.comparison.draw_sentences import draw_sentences, format_sentences

    if out is not None and out.exists() and Path(file).exists() and out.samefile(file):
        raise InputError(f"{out}: is read, too; give -o another file")
    drawn = draw_sentences(file, number, seed, spaced)
    as_table = out is not None and out.suffix.lower() == ".csv"
    text = "".join(format_sentences(drawn.sentences, as_table))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_whole(out, text)
    told = f"drew {number:,} of {drawn.out_of:,} sentences with a name, seed {seed}"
    open_messages(quiet).print(told, highlight=False, markup=False, soft_wrap=True)


@app.command()
def demo(
    bundle: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
) -> None:
    """Show on an invented text what the entries of a bundle find, and which engine runs."""
    from tacknamn_builders.cli.demo import show_demo

    show_demo(bundle)
