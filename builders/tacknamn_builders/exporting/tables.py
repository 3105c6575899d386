"""Tables of entries: CSV, a Data Package around it, and Parquet."""

import csv
import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tacknamn.errors import Error
from tacknamn.lexicon.listing import COLUMNS, LexiconEntry
from tacknamn_builders.exporting.selection import ExportContent

__all__ = ["TYPES", "flatten", "write_csv", "write_datapackage", "write_parquet"]

TYPES = {
    name: {int: "integer", float: "number", bool: "boolean"}.get(type_, "string")
    for name, type_ in LexiconEntry.__annotations__.items()
}
"""The type of each column, as the Table Schema names it."""
_ARROW_TYPES = {"integer": "int32", "number": "float64", "boolean": "bool", "string": "string"}


def flatten(entry: LexiconEntry) -> tuple[Any, ...]:
    """Return the fields of an entry as plain values; the sources are joined by commas."""
    plain = entry._replace(label=str(entry.label))  # type: ignore[arg-type]  # a label is a string
    return (*plain[:-1], ",".join(entry.sources))


def write_csv(content: ExportContent, folder: Path) -> None:
    """Write ``entries.csv``, in UTF-8, with a header."""
    with (folder / "entries.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(_format_rows(content))


def _format_rows(content: ExportContent) -> Iterator[tuple[Any, ...]]:
    """Yield rows of CSV: true and false as the Table Schema writes them, no ``.0``."""
    for row in map(flatten, content.list_all()):
        yield tuple(
            str(value).lower() if isinstance(value, bool)
            else f"{value:.15g}" if isinstance(value, float)
            else value
            for value in row
        )  # fmt: skip


def write_datapackage(content: ExportContent, folder: Path) -> None:
    """Write ``entries.csv``, and ``datapackage.json`` with the meaning of its columns."""
    write_csv(content, folder)
    data = (folder / "entries.csv").read_bytes()
    manifest = content.manifest
    fields = [
        {"name": name, "type": TYPES[name], "description": text} for name, text in COLUMNS.items()
    ]
    package = {
        "name": "tacknamn-entries",
        "title": manifest.get("title", manifest["profile"]),
        "profile": "tabular-data-package",
        "licenses": [{"name": name} for name in _list_licences(content)],
        "sources": [
            {"title": facts.get("title", id), "version": facts["vintage"]}
            for id, facts in sorted(manifest["sources"].items())
        ],
        "resources": [
            {
                "name": "entries",
                "path": "entries.csv",
                "profile": "tabular-data-resource",
                "format": "csv",
                "mediatype": "text/csv",
                "encoding": "utf-8",
                "bytes": len(data),
                "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
                "schema": {"fields": fields, "missingValues": []},
            }
        ],
    }
    text = json.dumps(package, ensure_ascii=False, indent=1)
    (folder / "datapackage.json").write_text(f"{text}\n", "utf-8", newline="\n")


def _list_licences(content: ExportContent) -> list[str]:
    return sorted({facts["licence"] for facts in content.manifest["sources"].values()})


def write_parquet(content: ExportContent, folder: Path) -> None:
    """Write ``entries.parquet``; the metadata of each column says what it means."""
    try:
        import pyarrow
        from pyarrow import parquet
    except ImportError as exc:
        raise Error("this format needs pyarrow; `pip install 'tacknamn[builders]'`") from exc
    columns = zip(*map(flatten, content.list_all()), strict=True)
    schema = pyarrow.schema(
        pyarrow.field(name, _ARROW_TYPES[TYPES[name]], False, {"description": text})
        for name, text in COLUMNS.items()
    )
    arrays = [
        pyarrow.array(column, field.type) for column, field in zip(columns, schema, strict=True)
    ]
    table = pyarrow.Table.from_arrays(arrays, schema=schema)
    parquet.write_table(table, folder / "entries.parquet", compression="zstd")
