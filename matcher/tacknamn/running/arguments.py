"""The options that ``pseudonymize`` and ``detect`` share, with their help."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "Columns",
    "Data",
    "FailFast",
    "Files",
    "Fuzzy",
    "Jobs",
    "Language",
    "ProfileName",
    "ReadAs",
    "TopicAware",
]

Files = Annotated[
    list[str] | None,
    typer.Argument(help="Texts, folders, patterns; - or none is standard input."),
]
ProfileName = Annotated[
    str,
    typer.Option("--profile", help="swell, sms, mask, tab, or a file of your own (.toml)."),
]
ReadAs = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="What is read: text, svala, xml, portal, jsonl, csv; else by the files' endings.",
    ),
]
Language = Annotated[str, typer.Option("--lang", help="Of the texts: sv or en.")]
Data = Annotated[Path | None, typer.Option(help="Folder of the bundle.", envvar="TACKNAMN_DATA")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j",
        "--jobs",
        min=1,
        max=256,
        help="Processes; else as many as there are cores and work for.",
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option("--column", help="Of csv: a column, by name or number; again."),
]
TopicAware = Annotated[
    bool, typer.Option("--topic-aware", help="Leave names in texts about others alone.")
]
Fuzzy = Annotated[bool, typer.Option("--fuzzy", help="Find misspelt names too.")]
FailFast = Annotated[
    bool, typer.Option("--fail-fast", help="End at the first file that cannot be done.")
]
