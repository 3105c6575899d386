"""The command ``tacknamn risk``: parse, assess, print.

Exit codes: 0 nothing looks like a leak, 1 something does; :mod:`tacknamn.cli.program` adds those
of faults.
"""

import json as json_format
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from tacknamn.cli.options import Data
from tacknamn.support.tally import MOST_LISTED

if TYPE_CHECKING:
    from tacknamn.risk.assessment import Questions
    from tacknamn.risk.originals import OriginalIndex

__all__ = ["risk"]


def risk(
    files: Annotated[
        list[str], typer.Argument(help="Span files (.jsonl) or plain texts; - is standard input.")
    ],
    vault: Annotated[Path | None, typer.Option(help="The vault, to know originals.")] = None,
    key_file: Annotated[
        Path | None, typer.Option(help="File of its key; else TACKNAMN_KEY_FILE or TACKNAMN_KEY.")
    ] = None,
    data: Data = None,
    k: Annotated[
        int, typer.Option("-k", "--k", min=1, help="Documents that must share a combination.")
    ] = 2,
    quasi: Annotated[
        list[str] | None,
        typer.Option(help="A label of the combinations; may be given again.", show_default=False),
    ] = None,
    label: Annotated[
        list[str] | None, typer.Option(help="A label of leftover names; may be given again.")
    ] = None,
    fuzzy: Annotated[bool, typer.Option("--fuzzy", help="Find misspelt names too.")] = False,
    most: Annotated[int, typer.Option(min=0, help="Places to list of each kind.")] = MOST_LISTED,
    show: Annotated[bool, typer.Option("--show", help="Show the leftovers' texts.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    html: Annotated[Path | None, typer.Option(help="Write a page to this file.")] = None,
) -> None:
    """Say what pseudonymized FILES may still give away; exit code 1 when it looks like a leak.

    Anonymity and entropy of the draws, names and numbers that were left over, pseudonyms that
    are real names, and combinations of facts that occur once, each with its definition. In a
    pipe, lines with tabs, the first field naming the table; with a # before it, its columns."""
    # Imported here: tacknamn's other commands should not wait for what they do not need.
    from tacknamn.cli import show as shown
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
    questions = _questions(k, quasi, label, most)
    originals = None if vault is None else _originals(vault, key_file)
    matcher = Matcher(Lexicon.open(data), fuzzy=fuzzy)
    report = assess(read_documents(files), matcher, questions, originals)
    said, parts = state_verdict(report), build_sections(report, show)
    if html is not None:
        head = PageHead("What the pseudonymization may still give away", said, report.leaks, STYLE)
        write_whole(html, render_page(head, parts), private=show)
    if json:
        typer.echo(json_format.dumps(export_report(report, show), ensure_ascii=False, indent=1))
    else:
        shown.print_table(render_table(said, report.leaks, parts), render_lines(said, parts))
    raise typer.Exit(1 if report.leaks else 0)


def _questions(k: int, quasi: list[str] | None, label: list[str] | None, most: int) -> "Questions":
    from tacknamn.labels import parse_label
    from tacknamn.risk.assessment import Questions
    from tacknamn.risk.combinations import QUASI
    from tacknamn.risk.leftovers import NAMES

    names = frozenset(map(parse_label, label)) if label else NAMES
    return Questions(k, tuple(quasi or QUASI), names, most)


def _originals(path: Path, key_file: Path | None) -> "OriginalIndex":
    from tacknamn.replacement.keys import read_key
    from tacknamn.risk.originals import OriginalIndex
    from tacknamn.text.fold import fold
    from tacknamn.vault.vault import Vault

    originals = OriginalIndex()
    for record in Vault.open(path, read_key(key_file)):
        pseudonym = fold(record.pseudonym)
        originals.add(record.label, fold(record.original), pseudonym, record.document)
    return originals
