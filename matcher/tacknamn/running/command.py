"""The command ``tacknamn pseudonymize``: parse, run, tell.

Exit codes: 0 all is done; :mod:`tacknamn.commands` adds those of faults, and 2 also says that
some files could not be done.
"""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn.running.arguments import (
    Columns,
    Data,
    FailFast,
    Files,
    Fuzzy,
    Jobs,
    Language,
    ProfileName,
    ReadAs,
    TopicAware,
)

__all__ = ["pseudonymize"]


def pseudonymize(
    files: Files = None,
    profile: ProfileName = "swell",
    format: Annotated[
        str | None,
        typer.Option(
            help="What is written: text, svala, service, xml, portal, tab, review, jsonl, csv, "
            "html; else what was read."
        ),
    ] = None,
    source: ReadAs = None,
    seed: Annotated[int | None, typer.Option(help="The same number, the same result.")] = None,
    key_file: Annotated[
        Path | None,
        typer.Option(
            help="A key: the same name, the same replacement everywhere. Else TACKNAMN_KEY_FILE "
            "or TACKNAMN_KEY."
        ),
    ] = None,
    change: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="LABEL=POLICY", help="country=keep; may be given again."),
    ] = None,
    language: Language = "",
    data: Data = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Folder for the results.")
    ] = None,
    jobs: Jobs = None,
    column: Columns = None,
    vault: Annotated[
        Path | None, typer.Option(help="Keep the originals in this vault; needs a key.")
    ] = None,
    explain: Annotated[
        bool,
        typer.Option(
            "--explain", help="Say why each span is one: on standard error, or in the page."
        ),
    ] = False,
    topic_aware: TopicAware = False,
    fuzzy: Fuzzy = False,
    details: Annotated[
        str | None, typer.Option(help="Of mask: which of its nine patterns are on: 1,2,5.")
    ] = None,
    pattern: Annotated[
        list[str] | None,
        typer.Option(metavar="REGEX=TEXT", help="Replace what it finds; may be given again."),
    ] = None,
    protect: Annotated[
        str, typer.Option(metavar="NAME", help="Of tab: the person to protect.")
    ] = "",
    force: Annotated[
        bool, typer.Option("--force", help="Do anew what an earlier run has done.")
    ] = False,
    fail_fast: FailFast = False,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Tell faults alone.")] = False,
    json: Annotated[
        bool, typer.Option("--json", help="Tell what was done as JSON, on standard error.")
    ] = False,
) -> None:
    """Replace what points at somebody in texts, and leave everything else as it is.

    One text goes to standard output. Several become <name>_pseudonymized.<ext> beside each, or
    in the folder of -o; what an earlier run with the same settings has done stays as it is.
    Without a seed or a key the replacements are other ones each time."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.running.options import Options, changes, numbers, pairs
    from tacknamn.running.request import Request
    from tacknamn.running.session import run_pseudonymize

    request = Request(
        profile=profile,
        policies=changes(change or ()),
        switched=numbers(details),
        patterns=pairs(pattern or ()),
        protect=protect,
        language=language,
        seed=seed,
        data=data,
        topic_aware=topic_aware or None,
        fuzzy=fuzzy,
        explain=explain,
    )
    options = Options(
        files=tuple(files or ()),
        format=format,
        source=source,
        columns=tuple(column or ()),
        output=output,
        jobs=jobs,
        key_file=key_file,
        vault=vault,
        force=force,
        fail_fast=fail_fast,
        quiet=quiet,
        json=json,
    )
    raise typer.Exit(run_pseudonymize(request, options))
