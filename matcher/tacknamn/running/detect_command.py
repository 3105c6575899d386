"""The command ``tacknamn detect``: parse, run, tell.

Exit codes: 0 something was found, 1 nothing was; :mod:`tacknamn.commands` adds those of faults.
"""

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["detect"]


def detect(
    files: Annotated[
        list[str] | None,
        typer.Argument(help="Texts, folders, patterns; - or none is standard input."),
    ] = None,
    profile: Annotated[
        str, typer.Option(help="swell, sms, mask, tab, or a file of your own (.toml).")
    ] = "swell",
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            help="What is read: text, svala, xml, portal, jsonl, csv; else by the files' endings.",
        ),
    ] = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Read and print JSON Lines: id and text, id and spans.")
    ] = False,
    coarse: Annotated[
        bool, typer.Option("--coarse", help="PER, LOC, ORG ..., what belongs together joined.")
    ] = False,
    language: Annotated[str, typer.Option("--lang", help="Of the texts: sv or en.")] = "",
    data: Annotated[
        Path | None, typer.Option(help="Folder of the bundle.", envvar="TACKNAMN_DATA")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option(
            "-j",
            "--jobs",
            min=1,
            max=256,
            help="Processes; else as many as there are cores and work for.",
        ),
    ] = None,
    column: Annotated[
        list[str] | None, typer.Option(help="Of csv: a column, by name or number; again.")
    ] = None,
    topic_aware: Annotated[
        bool, typer.Option("--topic-aware", help="Leave names in texts about others alone.")
    ] = False,
    fuzzy: Annotated[bool, typer.Option("--fuzzy", help="Find misspelt names too.")] = False,
    fail_fast: Annotated[
        bool, typer.Option("--fail-fast", help="End at the first file that cannot be done.")
    ] = False,
) -> None:
    """Find what points at somebody in texts; exit code 1 when nothing is found.

    One line for each, with tabs: file, start, end, label, probability. Nothing is written
    anywhere else."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.running.options import Options
    from tacknamn.running.request import Request
    from tacknamn.running.session import run_detect

    request = Request(
        profile=profile,
        language=language,
        data=data,
        topic_aware=topic_aware or None,
        fuzzy=fuzzy,
        coarse=coarse,
    )
    options = Options(
        files=tuple(files or ()),
        format="jsonl" if jsonl else "text",
        source=source or ("jsonl" if jsonl else None),
        columns=tuple(column or ()),
        jobs=jobs,
        fail_fast=fail_fast,
        quiet=True,
    )
    raise typer.Exit(run_detect(request, options))
