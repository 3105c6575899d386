"""The options of ``pseudonymize`` and ``detect``, with their help; other commands have some of them,
too."""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "AsJson",
    "Changes",
    "Columns",
    "Data",
    "Details",
    "Explain",
    "FailFast",
    "Files",
    "Force",
    "Format",
    "Fuzzy",
    "Jobs",
    "KeyFile",
    "Language",
    "NoHeader",
    "Output",
    "Patterns",
    "ProfileName",
    "Protect",
    "Quiet",
    "ReadAs",
    "Seed",
    "TopicAware",
    "VaultFile",
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
    typer.Option(
        "--column",
        help="Of csv: a column, by name or number; again; needless where there is but one.",
    ),
]
NoHeader = Annotated[
    bool,
    typer.Option(
        "--no-header",
        help="Of csv: the first row is a text, too, not the names of columns; choose by number.",
    ),
]
TopicAware = Annotated[
    bool, typer.Option("--topic-aware", help="Leave names in texts about others alone.")
]
Fuzzy = Annotated[bool, typer.Option("--fuzzy/--exact", help="Find misspelt names too.")]
FailFast = Annotated[
    bool, typer.Option("--fail-fast", help="End at the first file that cannot be done.")
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="What is written: text, svala, service, xml, portal, tab, review, jsonl, csv, "
        "html; else what was read.",
    ),
]
Seed = Annotated[int | None, typer.Option("--seed", help="The same number, the same result.")]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file",
        help="A key: the same name, the same replacement everywhere. Else TACKNAMN_KEY_FILE "
        "or TACKNAMN_KEY.",
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="LABEL=POLICY", help="country=keep; may be given again."),
]
Output = Annotated[Path | None, typer.Option("-o", "--output", help="Folder for the results.")]
VaultFile = Annotated[
    Path | None, typer.Option("--vault", help="Keep the originals in this vault; needs a key.")
]
Explain = Annotated[
    bool,
    typer.Option("--explain", help="Say why each span is one: on standard error, or in the page."),
]
Details = Annotated[
    str | None, typer.Option("--details", help="Of mask: which of its nine patterns are on: 1,2,5.")
]
Patterns = Annotated[
    list[str] | None,
    typer.Option(
        "--pattern", metavar="REGEX=TEXT", help="Replace what it finds; may be given again."
    ),
]
Protect = Annotated[
    str, typer.Option("--protect", metavar="NAME", help="Of tab: the person to protect.")
]
Force = Annotated[bool, typer.Option("--force", help="Do anew what an earlier run has done.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="Tell faults alone.")]
AsJson = Annotated[
    bool, typer.Option("--json", help="Tell what was done as JSON, on standard error.")
]
