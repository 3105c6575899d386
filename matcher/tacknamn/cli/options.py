"""The options that several commands share, in groups of the help.

An option has the same wording in all commands unless it means something else there;
``tests/test_help.py`` lists these exceptions. Where only the group or the type differs, commands
share the text below.
"""

from pathlib import Path
from typing import Annotated

import typer

__all__ = [
    "DETECTION",
    "INPUT",
    "KEY_HELP",
    "NUMBER_HELP",
    "OUTPUT",
    "REPLACEMENT",
    "RUN",
    "SEED_HELP",
    "Allow",
    "AsJson",
    "Columns",
    "Data",
    "Delimiter",
    "Details",
    "Extra",
    "Fuzzy",
    "Html",
    "IdColumn",
    "Keep",
    "KeepGoing",
    "KeyFile",
    "Label",
    "Language",
    "NoHeader",
    "OutputFolder",
    "ProfileName",
    "Quiet",
    "ReadAs",
    "Seed",
    "Sources",
    "Thresholds",
    "TopicAware",
]

INPUT, OUTPUT = "Input", "Output"
DETECTION, REPLACEMENT, RUN = "Detection", "Replacement", "Run"
"""The groups of options in the help of a command."""
KEY_HELP = (
    "Key file: with a key, each name gets the same replacement in all texts, and a vault can be "
    "opened. Default: TACKNAMN_KEY_FILE or TACKNAMN_KEY."
)
NUMBER_HELP = "Number of results."
SEED_HELP = (
    "Seed of the random draws, for tests: the same seed and input give the same result. Do not publish it: "
    "seeds below 2**63 can be found by trying. A profile that rotates names (sms) refuses them."
)

Data = Annotated[
    Path | None,
    typer.Option(
        help="Folder of the bundle, or name of installed lists; default: what `tacknamn info` shows.",
        envvar="TACKNAMN_DATA",
        rich_help_panel=DETECTION,
    ),
]
Extra = Annotated[
    list[Path] | None,
    typer.Option(
        "--extra",
        metavar="FILE",
        help="List of your own that wins over the bundle: CSV with the columns form and label; "
        "repeatable.",
        rich_help_panel=DETECTION,
    ),
]
Allow = Annotated[
    list[Path] | None,
    typer.Option(
        "--allow",
        metavar="FILE",
        help="Forms that are never replaced, one on each line; repeatable.",
        rich_help_panel=DETECTION,
    ),
]
Keep = Annotated[
    list[str] | None,
    typer.Option(
        "--keep",
        metavar="FORM",
        help="Never replace this form; repeatable.",
        rich_help_panel=DETECTION,
    ),
]
ProfileName = Annotated[
    str,
    typer.Option(
        "--profile",
        help="Policies for each label: swell, clinic, session, sms, mask, tab, or your own .toml.",
        rich_help_panel=DETECTION,
    ),
]
Language = Annotated[
    str,
    typer.Option(
        "--lang",
        help="Language of the texts: sv, en, or auto to decide for each text.",
        rich_help_panel=DETECTION,
    ),
]
Thresholds = Annotated[
    list[str] | None,
    typer.Option(
        "--threshold",
        metavar="LABEL=NUMBER",
        help="Least probability of a label, from 0 to 1, e.g. surname=0.9; repeatable. A higher one "
        "leaves more in the text, a lower one finds more.",
        rich_help_panel=DETECTION,
    ),
]
TopicAware = Annotated[
    bool | None,
    typer.Option(
        "--topic-aware/--all-names",
        help="Keep names that the text does not tie to the writer, such as authors in a review, "
        "or find all names. Default: as the profile says; swell keeps them.",
        show_default=False,
        rich_help_panel=DETECTION,
    ),
]
Details = Annotated[
    str | None,
    typer.Option(
        "--details",
        metavar="N,...",
        help="Patterns of the profile mask to use, made for Singapore: 1 NRIC, 2 phone, 3 case number, 4 id, 5 date, "
        "6 admission time, 7 ward, 8 bed, 9 patient class. `tacknamn mask` uses none by default.",
        rich_help_panel=DETECTION,
    ),
]
Fuzzy = Annotated[
    bool,
    typer.Option("--fuzzy/--exact", help="Find misspelt names as well.", rich_help_panel=DETECTION),
]
Label = Annotated[
    list[str] | None,
    typer.Option("--label", help="Use this label only; repeatable.", rich_help_panel=DETECTION),
]
ReadAs = Annotated[
    str | None,
    typer.Option(
        "--from",
        help="Format of the input: text, svala, xml, portal, tab, jsonl, csv, parquet, arrow or arrows; "
        "default: by file name.",
        rich_help_panel=INPUT,
    ),
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        "--column",
        help="Tables only: column name, or number in CSV; repeatable; optional for one column.",
        rich_help_panel=INPUT,
    ),
]
IdColumn = Annotated[
    str | None,
    typer.Option(
        "--id-column",
        metavar="NAME",
        help="Parquet and Arrow only: the column that identifies the rows.",
        rich_help_panel=INPUT,
    ),
]
NoHeader = Annotated[
    bool,
    typer.Option(
        "--no-header",
        help="CSV only: the first row is data. Give columns by number.",
        rich_help_panel=INPUT,
    ),
]
Delimiter = Annotated[
    str | None,
    typer.Option(
        "--delimiter",
        metavar="CHAR",
        help="CSV only: the character between cells, or the word tab. Default: comma, semicolon or "
        "tab, as in the file.",
        rich_help_panel=INPUT,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        help=SEED_HELP,
        rich_help_panel=REPLACEMENT,
    ),
]
KeyFile = Annotated[
    Path | None,
    typer.Option(
        "--key-file",
        help=KEY_HELP,
        rich_help_panel=REPLACEMENT,
    ),
]
OutputFolder = Annotated[
    Path | None,
    typer.Option(
        "-o",
        "--output",
        help="Folder for the results.",
        rich_help_panel=OUTPUT,
    ),
]
Sources = Annotated[
    bool,
    typer.Option("--sources", help="Print the sources as well.", rich_help_panel=OUTPUT),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.", rich_help_panel=OUTPUT)]
Html = Annotated[
    Path | None,
    typer.Option("--html", help="Write the report as a page to this file.", rich_help_panel=OUTPUT),
]
Quiet = Annotated[
    bool, typer.Option("-q", "--quiet", help="Only print errors.", rich_help_panel=RUN)
]
KeepGoing = Annotated[
    bool,
    typer.Option(
        "--keep-going",
        help="Leave out packages that fail, name them, and exit with code 2.",
        rich_help_panel=RUN,
    ),
]
