"""The command ``tacknamn risk``.

Exit codes: 0 nothing looks like a leak, 1 something does.
"""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import (
    DETECTION,
    INPUT,
    OUTPUT,
    Allow,
    AsJson,
    Data,
    Extra,
    Html,
    Keep,
    Label,
)
from tacknamn.cli.vault import VaultKey
from tacknamn.support.tally import MOST_LISTED

if TYPE_CHECKING:
    from tacknamn.risk.assessment import Questions
    from tacknamn.risk.originals import OriginalIndex

__all__ = ["risk"]


def risk(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE", help="Span files (.jsonl) or plain texts; - is standard input.")
    ],
    vault: Annotated[
        Path | None, typer.Option(help="Vault with the originals.", rich_help_panel=INPUT)
    ] = None,
    key_file: VaultKey = None,
    data: Data = None,
    extra: Extra = None,
    allow: Allow = None,
    keep: Keep = None,
    k: Annotated[
        int,
        typer.Option("-k", "--k", min=1, help="Documents that must share a combination.",
                     rich_help_panel=DETECTION),
    ] = 2,
    quasi: Annotated[
        list[str] | None,
        typer.Option(help="Count combinations of this label only; repeatable.", show_default=False,
                     rich_help_panel=DETECTION),
    ] = None,
    label: Label = None,
    fuzzy: Annotated[
        bool,
        typer.Option("--fuzzy", help="Find misspelt names as well.", rich_help_panel=DETECTION),
    ] = False,
    most: Annotated[
        int,
        typer.Option(min=0, help="Most items listed of each kind.", rich_help_panel=OUTPUT),
    ] = MOST_LISTED,
    show: Annotated[
        bool,
        typer.Option("--show", help="Show the texts of the listed items.", rich_help_panel=OUTPUT),
    ] = False,
    json: AsJson = False,
    html: Html = None,
) -> None:  # fmt: skip
    """Report what pseudonymized texts may still reveal.

    Reports anonymity and entropy of the draws, leftover names and numbers, pseudonyms that are
    real names, combinations of facts that occur only once, and attacks that succeed on such texts
    (docs/privacy.md). --label chooses the labels of
    leftover names. The report defines each measure. Plain texts do not say what was replaced: only
    leftovers are reported, pseudonyms among them, so give span files (--format jsonl). In a pipe,
    prints lines with tabs: the first field names the table, and a line that begins
    with # names its columns. Exits with code 1 if something looks like a leak.

    Examples:

      tacknamn risk out.jsonl --html risk.html
      tacknamn risk out.jsonl --vault essays.vault --key-file essays.key
    """
    # Imported here, so that --help and shell completion stay fast.
    from tacknamn.cli.show import print_table
    from tacknamn.lexicon.lexicon import Lexicon
    from tacknamn.matching.matcher import Matcher
    from tacknamn.reports.pages import STYLE, PageHead, render_page
    from tacknamn.reports.tables import render_lines, render_table
    from tacknamn.risk.assessment import assess
    from tacknamn.risk.layout import build_sections, state_verdict
    from tacknamn.risk.plain_data import export_report
    from tacknamn.risk.readers import read_documents
    from tacknamn.support.atomic_files import refuse_output_over_inputs, write_whole

    refuse_output_over_inputs(html, [*files, vault, key_file])
    questions = _make_questions(k, quasi, label, most)
    originals = None if vault is None else _read_originals(vault, key_file)
    lexicon = Lexicon.open(data, extra=extra or (), allow=allow or (), keep=keep or ())
    matcher = Matcher(lexicon, fuzzy=fuzzy)
    report = assess(read_documents(files), matcher, questions, originals)
    verdict, sections = state_verdict(report), build_sections(report, show)
    if html is not None:
        head = PageHead("What pseudonymized texts may still reveal", verdict, report.leaks, STYLE)
        write_whole(html, render_page(head, sections), private=show)
    if json:
        typer.echo(json_format.dumps(export_report(report, show), ensure_ascii=False, indent=1))
    else:
        table = render_table(verdict, report.leaks, sections)
        print_table(table, render_lines(verdict, sections))
    raise typer.Exit(1 if report.leaks else 0)


def _make_questions(
    k: int, quasi: list[str] | None, label: list[str] | None, most: int
) -> "Questions":
    from tacknamn.labels import parse_label
    from tacknamn.risk.assessment import Questions
    from tacknamn.risk.combinations import QUASI
    from tacknamn.risk.leftovers import NAMES

    names = frozenset(map(parse_label, label)) if label else NAMES
    return Questions(k, tuple(quasi or QUASI), names, most)


def _read_originals(path: Path, key_file: Path | None) -> "OriginalIndex":
    from tacknamn.cli.option_values import read_key_option
    from tacknamn.risk.originals import OriginalIndex
    from tacknamn.text.fold import fold
    from tacknamn.vault.vault import Vault

    originals = OriginalIndex()
    for record in Vault.open(path, read_key_option(key_file)):
        pseudonym = fold(record.pseudonym)
        originals.add(record.label, fold(record.original), pseudonym, record.document)
    return originals
