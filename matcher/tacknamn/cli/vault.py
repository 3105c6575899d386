"""The commands ``tacknamn key`` and ``tacknamn reveal``."""

import json as json_format
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tacknamn.cli.option_values import read_key_option
from tacknamn.cli.options import INPUT, KEY_HELP, OUTPUT
from tacknamn.errors import InputError
from tacknamn.replacement.keys import write_key
from tacknamn.replacement.records import Record
from tacknamn.support.printing import make_printable
from tacknamn.vault.vault import Vault, salvage

__all__ = ["VaultKey", "key", "reveal"]

VaultKey = Annotated[
    Path | None,
    typer.Option(
        "--key-file",
        help=KEY_HELP,
        rich_help_panel=INPUT,
    ),
]


def key(file: Annotated[Path, typer.Argument(metavar="FILE", help="File to create.")]) -> None:
    """Create a key in FILE that only you can read.

    With a key, each name gets the same replacement in all texts. The key also opens the vaults
    that were made with it. Store it apart from texts and vaults, and keep a copy: a lost key
    cannot be restored.

    Examples:

      tacknamn key essays.key
    """
    write_key(file)
    typer.echo(f"{file}: new key; store it apart from texts and vaults, and keep a copy", err=True)


def reveal(
    vault: Annotated[Path, typer.Argument(metavar="VAULT", help="Vault file.")],
    pseudonyms: Annotated[
        list[str] | None, typer.Argument(metavar="PSEUDONYM", help="Names in the pseudonymized texts.")
    ] = None,
    label: Annotated[
        str | None, typer.Option(help="Use this label only.", rich_help_panel=INPUT)
    ] = None,
    document: Annotated[
        str | None, typer.Option(help="Use the records of this document only.", rich_help_panel=INPUT)
    ] = None,
    key_file: VaultKey = None,
    every: Annotated[
        bool, typer.Option("--all", help="Print all records.", rich_help_panel=INPUT)
    ] = False,
    is_damaged: Annotated[
        bool,
        typer.Option("--salvage", help="Print the readable records of a damaged vault.",
                     rich_help_panel=INPUT),
    ] = False,
    spans: Annotated[
        str | None,
        typer.Option(help="Restore the originals in these documents (.jsonl); - is standard input.",
                     rich_help_panel=INPUT),
    ] = None,
    json: Annotated[
        bool,
        typer.Option("--json", help="Print one JSON object on each line.", rich_help_panel=OUTPUT),
    ] = False,
) -> None:  # fmt: skip
    """Print the originals of pseudonyms.

    Prints one line for each record, with tabs: pseudonym, original, label, document. Exits with
    code 1 if no pseudonym is known. With --spans, prints the original documents that
    `tacknamn pseudonymize --format jsonl --vault VAULT` has written: one JSON object on each
    line, without spans. Exits with code 1 if an original is ambiguous.

    Examples:

      tacknamn reveal essays.vault Elsa --key-file essays.key
      tacknamn reveal essays.vault --spans out.jsonl
    """
    if bool(pseudonyms) + every + is_damaged + (spans is not None) != 1:
        raise InputError("give pseudonyms, --spans, --all, or --salvage for a damaged vault")
    if spans is not None:
        raise typer.Exit(_restore_documents(Vault.open(vault, read_key_option(key_file)), spans))
    shown = 0
    for record in _read_records(vault, read_key_option(key_file), pseudonyms, is_damaged):
        if record.fits(label, document):
            typer.echo(_format_record(record, json))
            shown += 1
    raise typer.Exit(0 if shown else 1)


def _read_records(
    path: Path, key: bytes, pseudonyms: Iterable[str] | None, is_damaged: bool
) -> Iterable[Record]:
    if is_damaged:
        return salvage(path, key)
    vault = Vault.open(path, key)
    if vault.unfinished:
        typer.echo(
            f"{path}: skipped {vault.unfinished} bytes at the end, left by an interrupted run",
            err=True,
        )
    if pseudonyms is None:
        return vault
    return [record for pseudonym in pseudonyms for record in vault.reveal(pseudonym)]


def _format_record(record: Record, json: bool) -> str:
    if json:
        line = json_format.dumps(asdict(record), ensure_ascii=False)
        return line if line.isprintable() else json_format.dumps(asdict(record))
    fields = (record.pseudonym, record.original, record.label, record.document)
    return "\t".join(map(make_printable, fields))


def _restore_documents(vault: Vault, file: str) -> int:
    """Print the documents of a file with their originals; return 1 if any is ambiguous."""
    # Imported here: looking up a name does not need it.
    from tacknamn.support.input_files import open_input
    from tacknamn.vault.restoring import (
        format_span_line,
        group_originals,
        read_span_lines,
        restore_text,
    )

    originals = group_originals(vault)
    restored = ambiguous = 0
    with open_input(file) as source:
        for document, fields in read_span_lines(source):
            result = restore_text(document, originals)
            typer.echo(format_span_line(fields, result.text, document.columns))
            restored, ambiguous = restored + result.done, ambiguous + result.doubtful
    summary = f"{restored:,} originals restored"
    typer.echo(f"{summary}, {ambiguous:,} ambiguous" if ambiguous else summary, err=True)
    return 1 if ambiguous or not restored else 0
