"""The command ``tacknamn pseudonymize``.

Exit codes: 0 all texts are done, 2 a file failed.
"""

from pathlib import Path
from typing import Annotated

import typer

from tacknamn.cli.options import (
    DETECTION,
    INPUT,
    OUTPUT,
    REPLACEMENT,
    RUN,
    Allow,
    Columns,
    Data,
    Delimiter,
    Details,
    Extra,
    Fuzzy,
    IdColumn,
    Keep,
    KeyFile,
    Language,
    NoHeader,
    ProfileName,
    Quiet,
    ReadAs,
    Seed,
    Thresholds,
    TopicAware,
)

__all__ = ["FailFast", "Files", "Jobs", "pseudonymize"]

Files = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="FILE", help="Files, folders or patterns; - or nothing is standard input."
    ),
]
Format = Annotated[
    str | None,
    typer.Option(
        "--format",
        help="Format of the output: text, svala, service, xml, portal, tab, review, jsonl, csv, "
        "html, parquet, arrow or arrows; default: by the file of -o, or that of the input.",
        rich_help_panel=OUTPUT,
    ),
]
Output = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="Folder for the results, or a file (.parquet, .arrow, .jsonl, .csv, .jsonl.gz ...) for "
        "the result of one input.",
        rich_help_panel=OUTPUT,
    ),
]
IdsInResults = Annotated[
    str,
    typer.Option(
        "--ids",
        metavar="auto|keep|number",
        help="What documents are called in results and their file names: as in the input (keep), "
        "document-1, document-2 ... (number), or numbers if a file name or id has a name or a number of a "
        "person (auto).",
        rich_help_panel=OUTPUT,
    ),
]
Explain = Annotated[
    bool,
    typer.Option(
        "--explain",
        help="Give the reason of each replacement on standard error, or in the HTML page.",
        rich_help_panel=OUTPUT,
    ),
]
WithNotes = Annotated[
    bool,
    typer.Option(
        "--with-notes",
        help="XML, JSON Lines and tables: write annotators' internal notes (OBS!) and comments as well. "
        "They may say what was replaced; do not publish them.",
        rich_help_panel=OUTPUT,
    ),
]
SummaryAsJson = Annotated[
    bool,
    typer.Option(
        "--json", help="Print the summary as JSON on standard error.", rich_help_panel=OUTPUT
    ),
]
Changes = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="LABEL=METHOD",
        help="Treat a label differently, e.g. country=keep; repeatable.",
        rich_help_panel=REPLACEMENT,
    ),
]
TableFile = Annotated[
    Path | None,
    typer.Option(
        "--table",
        metavar="FILE",
        help="Write who became whom to this file (TSV), and which document got which number. It is as "
        "sensitive as the texts.",
        rich_help_panel=OUTPUT,
    ),
]
ReportFile = Annotated[
    Path | None,
    typer.Option(
        "--report",
        metavar="FILE",
        help="Write a report of the run to this file (JSON): counts, lists, settings, times; no text.",
        rich_help_panel=OUTPUT,
    ),
]
VaultFile = Annotated[
    Path | None,
    typer.Option(
        "--vault",
        help="Store the originals in this encrypted file. Needs a key.",
        rich_help_panel=REPLACEMENT,
    ),
]
Writer = Annotated[
    str | None,
    typer.Option(
        "--writer",
        metavar="ID",
        help="The person who wrote the texts, as an id and not by name: all their texts have the same "
        "replacements, and other writers others. Needs a key.",
        rich_help_panel=REPLACEMENT,
    ),
]
WriterColumn = Annotated[
    str | None,
    typer.Option(
        "--writer-column",
        metavar="NAME",
        help="Tables and JSON Lines: the column or field with the id of the person who wrote each row, "
        "instead of --writer. Rows without an id are replaced as without --writer. Needs a key.",
        rich_help_panel=REPLACEMENT,
    ),
]
Protect = Annotated[
    str | None,
    typer.Option(
        "--protect",
        metavar="NAME",
        help="Profile tab: the person to protect. Everyone on this machine sees the name in the list of "
        "processes; --protect-file hides it.",
        rich_help_panel=DETECTION,
    ),
]
ProtectFile = Annotated[
    Path | None,
    typer.Option(
        "--protect-file",
        metavar="FILE",
        help="Profile tab: a file with the name of the person to protect.",
        rich_help_panel=DETECTION,
    ),
]
TabAnnotator = Annotated[
    str | None,
    typer.Option(
        "--annotator",
        metavar="NAME",
        help="--from tab: the annotator whose annotations count; optional if there is only one.",
        rich_help_panel=INPUT,
    ),
]
DatasetType = Annotated[
    str | None,
    typer.Option(
        "--dataset-type",
        metavar="train|dev|test",
        help="--format tab: the dataset_type of the documents; default: that of the input.",
        rich_help_panel=OUTPUT,
    ),
]
Patterns = Annotated[
    list[str] | None,
    typer.Option(
        "--pattern",
        metavar="REGEX=TEXT",
        help="Replace each match of REGEX with TEXT; repeatable.",
        rich_help_panel=DETECTION,
    ),
]
Jobs = Annotated[
    int | None,
    typer.Option(
        "-j",
        "--jobs",
        min=1,
        max=256,
        help="Number of processes; default: by cores and size of the input.",
        rich_help_panel=RUN,
    ),
]
Force = Annotated[
    bool,
    typer.Option(
        "--force",
        help="Repeat what an earlier run with the same settings has done, and replace a file of -o that "
        "is no result of an earlier run.",
        rich_help_panel=RUN,
    ),
]
FailFast = Annotated[
    bool,
    typer.Option("--fail-fast", help="Stop at the first file that fails.", rich_help_panel=RUN),
]


def pseudonymize(
    files: Files = None,
    source: ReadAs = None,
    column: Columns = None,
    id_column: IdColumn = None,
    no_header: NoHeader = False,
    delimiter: Delimiter = None,
    annotator: TabAnnotator = None,
    format: Format = None,
    output: Output = None,
    dataset_type: DatasetType = None,
    ids: IdsInResults = "auto",
    explain: Explain = False,
    with_notes: WithNotes = False,
    json: SummaryAsJson = False,
    table: TableFile = None,
    report: ReportFile = None,
    seed: Seed = None,
    key_file: KeyFile = None,
    writer: Writer = None,
    writer_column: WriterColumn = None,
    change: Changes = None,
    vault: VaultFile = None,
    profile: ProfileName = "swell",
    language: Language = "",
    threshold: Thresholds = None,
    topic_aware: TopicAware = None,
    fuzzy: Fuzzy = True,
    details: Details = None,
    pattern: Patterns = None,
    protect: Protect = None,
    protect_file: ProtectFile = None,
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    jobs: Jobs = None,
    force: Force = False,
    fail_fast: FailFast = False,
    quiet: Quiet = False,
) -> None:
    """Replace names, places, schools and numbers that identify people.

    All other text stays unchanged. One text goes to standard output. Several texts become
    NAME_pseudonymized.EXT next to each original, or in the folder of -o. Of one table or file of
    JSON Lines, -o may name the result itself, and its ending decides the format. A second run
    skips what an earlier run with the same settings has done. Without --seed and without a key,
    each run draws other replacements, and starts over unless the earlier one was complete.

    Examples:

      tacknamn pseudonymize essay.txt
      tacknamn pseudonymize essays -o out --key-file essays.key
      tacknamn pseudonymize letters.csv --column letter --format jsonl
      tacknamn pseudonymize notes.parquet --column text -o safe.parquet
      tacknamn pseudonymize --from tab ruling.json --format review > ruling_review.html
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.batch.request import BatchOptions, BatchRequest
    from tacknamn.batch.session import run_pseudonymize
    from tacknamn.cli.option_values import (
        choose_person,
        parse_changes,
        parse_delimiter,
        parse_numbers,
        parse_patterns,
        parse_thresholds,
    )

    request = BatchRequest(
        profile=profile,
        policies=parse_changes(change or ()),
        switched=parse_numbers(details),
        patterns=parse_patterns(pattern or ()),
        protect=choose_person(protect, protect_file),
        language=language,
        seed=seed,
        writer=writer or "",
        data=data,
        extra=tuple(extra or ()),
        allow=tuple(allow or ()),
        keep=tuple(keep or ()),
        thresholds=parse_thresholds(threshold or ()),
        topic_aware=topic_aware,
        fuzzy=fuzzy,
        explain=explain,
        with_notes=with_notes,
        annotator=annotator or "",
        dataset_type=dataset_type or "",
    )
    options = BatchOptions(
        files=tuple(files or ()),
        format=format,
        source=source,
        columns=tuple(column or ()),
        id_column=id_column,
        writer_column=writer_column,
        header=not no_header,
        delimiter=parse_delimiter(delimiter),
        output=output,
        ids=ids,
        table=table,
        report=report,
        jobs=jobs,
        key_file=key_file,
        vault=vault,
        force=force,
        fail_fast=fail_fast,
        quiet=quiet,
        json=json,
    )
    raise typer.Exit(run_pseudonymize(request, options))
