"""The commands ``tacknamn key`` and ``tacknamn reveal``: parse, call one function, print."""

import json as json_format
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from tacknamn.errors import InputError
from tacknamn.replacement.keys import read_key, write_key
from tacknamn.replacement.records import Record
from tacknamn.support.printing import make_printable
from tacknamn.vault.vault import Vault, salvage

__all__ = ["key", "reveal"]


def key(file: Annotated[Path, typer.Argument(help="A file that is not there yet.")]) -> None:
    """Make a key in FILE, which you alone may read.

    It picks names alike in all documents, and opens the vaults made with it. Keep it apart
    from both, and keep a copy: nobody can make it again."""
    write_key(file)
    typer.echo(
        f"{file}: a new key; keep it apart from texts and vaults, and a copy of it", err=True
    )


def reveal(
    vault: Annotated[Path, typer.Argument(help="File of the vault.")],
    pseudonyms: Annotated[list[str] | None, typer.Argument(help="Names in the texts.")] = None,
    label: Annotated[str | None, typer.Option(help="Only what was labelled so.")] = None,
    document: Annotated[str | None, typer.Option(help="Only of this document.")] = None,
    key_file: Annotated[
        Path | None, typer.Option(help="File of the key; else TACKNAMN_KEY_FILE or TACKNAMN_KEY.")
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Print all that the vault holds.")] = False,
    whole: Annotated[
        bool, typer.Option("--salvage", help="Print what is whole of a damaged vault.")
    ] = False,
    spans: Annotated[
        str | None,
        typer.Option(help="Put originals back into these documents (.jsonl); - is standard input."),
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")] = False,
) -> None:
    """Say which originals stand behind PSEUDONYMS; exit code 1 when none is known.

    One line per record, with tabs: pseudonym, original, label, document. With --spans, the
    documents that `tacknamn pseudonymize --format jsonl --vault VAULT` wrote, as they were:
    one JSON object a line, without spans; exit code 1 when an original stays in doubt."""
    if bool(pseudonyms) + every + whole + (spans is not None) != 1:
        raise InputError(
            "name pseudonyms, or give --spans, or --all, or --salvage for a damaged vault"
        )
    if spans is not None:
        raise typer.Exit(_restore(Vault.open(vault, read_key(key_file)), spans))
    found = _found(vault, read_key(key_file), pseudonyms, whole)
    shown = 0
    for record in found:
        if record.fits(label, document):
            typer.echo(_line(record, json))
            shown += 1
    raise typer.Exit(0 if shown else 1)


def _found(
    path: Path, key: bytes, pseudonyms: Iterable[str] | None, whole: bool
) -> Iterable[Record]:
    if whole:
        return salvage(path, key)
    vault = Vault.open(path, key)
    if vault.unfinished:
        typer.echo(
            f"{path}: passed over {vault.unfinished} bytes at its end, of an interrupted run",
            err=True,
        )
    if pseudonyms is None:
        return vault
    return [record for one in pseudonyms for record in vault.reveal(one)]


def _line(record: Record, json: bool) -> str:
    if json:
        line = json_format.dumps(asdict(record), ensure_ascii=False)
        return line if line.isprintable() else json_format.dumps(asdict(record))
    fields = (record.pseudonym, record.original, record.label, record.document)
    return "\t".join(map(make_printable, fields))


def _restore(vault: Vault, file: str) -> int:
    """Print the documents of a file with their originals; 1 where some stay in doubt."""
    # Imported here: who asks for a name need not wait for it.
    from tacknamn.support.input_files import open_input
    from tacknamn.vault.restoring import (
        format_span_line,
        group_originals,
        read_span_lines,
        restore_text,
    )

    originals = group_originals(vault)
    done = doubtful = 0
    with open_input(file) as source:
        for document, fields in read_span_lines(source):
            made = restore_text(document, originals)
            typer.echo(format_span_line(fields, made.text))
            done, doubtful = done + made.done, doubtful + made.doubtful
    told = f"{done:,} originals stand there again"
    typer.echo(f"{told}, {doubtful:,} stay in doubt" if doubtful else told, err=True)
    return 1 if doubtful or not done else 0
