"""The command ``tacknamn detect``: parse, run, tell.

Exit codes: 0 something was found, 1 nothing was; :mod:`tacknamn.cli.program` adds those of faults.
"""

from typing import Annotated

import typer

from tacknamn.cli.options import (
    Columns,
    Data,
    FailFast,
    Files,
    Fuzzy,
    Jobs,
    Language,
    NoHeader,
    ProfileName,
    ReadAs,
    TopicAware,
)

__all__ = ["detect"]


def detect(
    files: Files = None,
    profile: ProfileName = "swell",
    source: ReadAs = None,
    jsonl: Annotated[
        bool, typer.Option("--jsonl", help="Read and print JSON Lines: id and text, id and spans.")
    ] = False,
    coarse: Annotated[
        bool, typer.Option("--coarse", help="PER, LOC, ORG ..., joined, and Sverige too.")
    ] = False,
    scores: Annotated[
        bool, typer.Option("--scores", help="With --jsonl: a fourth number, how sure each is.")
    ] = False,
    language: Language = "",
    data: Data = None,
    jobs: Jobs = None,
    column: Columns = None,
    no_header: NoHeader = False,
    topic_aware: TopicAware = False,
    fuzzy: Fuzzy = True,
    fail_fast: FailFast = False,
) -> None:
    """Find what points at somebody in texts; exit code 1 when nothing is found.

    One line for each, with tabs: file, start, end, label, probability. Nothing is written
    anywhere else."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.batch.request import BatchOptions, BatchRequest
    from tacknamn.batch.session import run_detect

    request = BatchRequest(
        profile=profile,
        language=language,
        data=data,
        topic_aware=topic_aware or None,
        fuzzy=fuzzy,
        coarse=coarse,
        scores=scores,
    )
    options = BatchOptions(
        files=tuple(files or ()),
        format="jsonl" if jsonl else "text",
        source=source or ("jsonl" if jsonl else None),
        columns=tuple(column or ()),
        header=not no_header,
        jobs=jobs,
        fail_fast=fail_fast,
        summary=False,
    )
    raise typer.Exit(run_detect(request, options))
