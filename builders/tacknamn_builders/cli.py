"""The command ``tacknamn-build``: parse, call one function, print.

Exit codes: 0 done, 1 a check failed or two bundles differ; :mod:`tacknamn.commands` adds those
of faults.
"""

from dataclasses import asdict
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

if TYPE_CHECKING:
    from tacknamn_builders.profiles import Profile

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
    Licences, typer.Option(help="permissive: only sources that may be passed on.")
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
    from tacknamn.show import print_table
    from tacknamn_builders import paths, reports
    from tacknamn_builders.profiles import load_profile
    from tacknamn_builders.sources import load_sources
    from tacknamn_builders.status import statuses

    sources = load_profile(profile).sources if profile else tuple(load_sources().values())
    states = list(statuses(sources, paths.raw_folder()))
    if quiet:
        states = [state for state in states if not state.present]
    if json:
        typer.echo(reports.as_json([asdict(state) for state in states]))
    elif states:
        print_table(reports.status_table(states), reports.status_lines(states))


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
    from tacknamn_builders.acquire import acquire
    from tacknamn_builders.progress import messages

    acquire(sources or [], profile, mirror, offline, messages(quiet))


@app.command(name="compile")
def compile_(
    profile: ProfileName = "default",
    out: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    licences: UsableLicences = Licences.any,
    learnt: Learnt = None,
    quiet: Quiet = False,
) -> None:
    """Make a bundle of the sources in raw/; the last good one stays until the new one is whole.

    Of what was learnt from annotators, lines that somebody answered with yes are used, and come
    before our own curation. Such a bundle is not to be passed on."""
    from tacknamn_builders import paths
    from tacknamn_builders.compile import compile_bundle
    from tacknamn_builders.progress import messages, steps

    chosen = _chosen(profile, licences)
    if learnt:
        chosen = chosen.with_learnt(learnt)
    console = messages(quiet)
    with steps(console, logged=True) as on_step:
        bundle = compile_bundle(
            chosen, paths.raw_folder(), out or paths.build_folder() / chosen.name, on_step
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
    from tacknamn.lexicon import Lexicon
    from tacknamn.reporting.files import write_whole
    from tacknamn_builders.fitting.fitting import fit as fitted
    from tacknamn_builders.fitting.texts import shared
    from tacknamn_builders.progress import messages, steps

    shares = [shared(text) for text in texts]
    if any(out.exists() and one.path.exists() and out.samefile(one.path) for one in shares):
        raise InputError(f"{out}: is read, too; give -o another file")
    console = messages(quiet)
    with steps(console) as on_step:
        table = fitted(language, shares, Lexicon.open(data), on_step)
    write_whole(out, table)
    console.print(f"wrote {out}", highlight=False, markup=False, soft_wrap=True)


@app.command()
def check(
    profile: ProfileName = "default",
    bundle: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
    licences: UsableLicences = Licences.any,
    mirror: References = None,
    json: AsJson = False,
    quiet: Annotated[
        bool, typer.Option("--quiet", "-q", help="Print nothing but broken rules.")
    ] = False,
) -> None:
    """Hold a bundle and its sources against the rules; measure how many bearers it knows.

    Exit code 1 when a rule is broken that nobody has explained."""
    from tacknamn_builders import paths, reports
    from tacknamn_builders.acquire import reference_folders
    from tacknamn_builders.checks import run_checks
    from tacknamn_builders.progress import messages, steps
    from tacknamn_builders.sources import load_sources

    chosen = _chosen(profile, licences)
    table = {**load_sources(), **{source.id: source for source in chosen.sources}}
    folders = reference_folders(table, paths.raw_folder(), mirror)
    folder = bundle or paths.build_folder() / chosen.name
    with steps(messages(quiet)) as on_step:
        report = run_checks(folder, chosen, table, folders, on_step)
    if json:
        typer.echo(reports.as_json(reports.check_data(report)))
    else:
        reports.print_check(Console(soft_wrap=True), report, only_broken=quiet)
    raise typer.Exit(int(report.failed))


def _chosen(profile: str, licences: Licences) -> "Profile":
    from tacknamn_builders.profiles import load_profile

    chosen = load_profile(profile)
    return chosen.only_permissive() if licences is Licences.permissive else chosen


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
    from tacknamn_builders import reports
    from tacknamn_builders.diff import compare

    difference = compare(old, new)
    if quiet:
        pass
    elif json:
        typer.echo(reports.as_json(reports.diff_data(difference)))
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
    from tacknamn_builders.notice import notice as text_of
    from tacknamn_builders.progress import messages
    from tacknamn_builders.sources import load_sources

    text = text_of(load_sources())
    if out is None:
        typer.echo(text, nl=False)
    else:
        out.write_text(text, "utf-8")
        messages(quiet).print(f"wrote {out}", highlight=False, markup=False, soft_wrap=True)


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
    from tacknamn.reporting.files import write_whole
    from tacknamn_builders.progress import messages
    from tacknamn_builders.wikineural.drawing import draw, lines

    if out is not None and out.exists() and Path(file).exists() and out.samefile(file):
        raise InputError(f"{out}: is read, too; give -o another file")
    drawn = draw(file, number, seed, spaced)
    as_table = out is not None and out.suffix.lower() == ".csv"
    text = "".join(lines(drawn.sentences, as_table))
    if out is None:
        typer.echo(text, nl=False)
    else:
        write_whole(out, text)
    told = f"drew {number:,} of {drawn.out_of:,} sentences with a name, seed {seed}"
    messages(quiet).print(told, highlight=False, markup=False, soft_wrap=True)


@app.command()
def demo(
    bundle: Annotated[Path | None, typer.Option(help="Folder of the bundle.")] = None,
) -> None:
    """Show on an invented text what the entries of a bundle find, and which engine runs."""
    from tacknamn_builders.demo import show

    show(bundle)
