"""The command ``tacknamn detect``.

Exit codes: 0 something was found, 1 nothing was found, 2 a file failed.
"""

from typing import Annotated

import typer

from tacknamn.cli.options import (
    INPUT,
    OUTPUT,
    Allow,
    Columns,
    Data,
    Delimiter,
    Extra,
    Fuzzy,
    IdColumn,
    Keep,
    Language,
    NoHeader,
    ProfileName,
    ReadAs,
    Thresholds,
    TopicAware,
)
from tacknamn.cli.pseudonymize import FailFast, Files, Jobs

__all__ = ["detect"]

JsonLines = Annotated[
    bool,
    typer.Option(
        "--jsonl",
        help="Read JSON Lines with id and text; print JSON Lines with id and spans.",
        rich_help_panel=INPUT,
    ),
]
Everything = Annotated[
    bool,
    typer.Option(
        "--all",
        help="List all that was found, also what the profile leaves in the text without a mark: weekdays, "
        "prices, Sverige.",
        rich_help_panel=OUTPUT,
    ),
]
Coarse = Annotated[
    bool,
    typer.Option(
        "--coarse",
        help="Print the classes PER, LOC, ORG and others, with adjacent parts joined and "
        "harmless names included.",
        rich_help_panel=OUTPUT,
    ),
]
Scores = Annotated[
    bool,
    typer.Option(
        "--scores",
        help="With --jsonl: add the probability of each span as fourth value.",
        rich_help_panel=OUTPUT,
    ),
]


def detect(
    files: Files = None,
    source: ReadAs = None,
    jsonl: JsonLines = False,
    column: Columns = None,
    id_column: IdColumn = None,
    no_header: NoHeader = False,
    delimiter: Delimiter = None,
    everything: Everything = False,
    coarse: Coarse = False,
    scores: Scores = False,
    profile: ProfileName = "swell",
    language: Language = "",
    threshold: Thresholds = None,
    topic_aware: TopicAware = None,
    fuzzy: Fuzzy = True,
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    jobs: Jobs = None,
    fail_fast: FailFast = False,
) -> None:
    """Find what identifies people in texts, without replacing it.

    Lists what the profile would replace or mark. Prints one line for each detection, with tabs:
    file, start, end, label, probability. Exits with code 1 if nothing is found.

    Examples:

      tacknamn detect essay.txt
      tacknamn detect --jsonl --coarse --scores < texts.jsonl
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.batch.request import BatchOptions, BatchRequest
    from tacknamn.batch.session import run_detect
    from tacknamn.cli.option_values import parse_delimiter, parse_thresholds

    request = BatchRequest(
        profile=profile,
        language=language,
        data=data,
        extra=tuple(extra or ()),
        allow=tuple(allow or ()),
        keep=tuple(keep or ()),
        thresholds=parse_thresholds(threshold or ()),
        topic_aware=topic_aware,
        fuzzy=fuzzy,
        coarse=coarse,
        everything=everything,
        scores=scores,
    )
    options = BatchOptions(
        files=tuple(files or ()),
        format="jsonl" if jsonl else "text",
        source=source or ("jsonl" if jsonl else None),
        columns=tuple(column or ()),
        id_column=id_column,
        header=not no_header,
        delimiter=parse_delimiter(delimiter),
        jobs=jobs,
        fail_fast=fail_fast,
        summary=False,
    )
    raise typer.Exit(run_detect(request, options))
