"""A database of SQLite with full-text search."""

import sqlite3
from contextlib import closing
from pathlib import Path

from tacknamn.errors import Error
from tacknamn.lexicon.listing import COLUMNS
from tacknamn_builders.exporting.selection import ExportContent
from tacknamn_builders.exporting.tables import TYPES, flatten

__all__ = ["write_sqlite"]

_SQL_TYPES = {"integer": "INTEGER", "number": "REAL", "boolean": "INTEGER", "string": "TEXT"}
_BEFORE = ("PRAGMA journal_mode = OFF", "PRAGMA temp_store = MEMORY", "BEGIN")
"""Without a journal and with memory for the work, only one file is ever written."""
_SEARCH = (
    "CREATE VIRTUAL TABLE search USING fts5(form, content='entries', content_rowid='id', "
    "tokenize='unicode61 remove_diacritics 0', prefix='1 2 3')"
)
"""Diacritics are kept, because å and a are different letters."""
_AFTER = (
    _SEARCH,
    "INSERT INTO search (search) VALUES ('rebuild')",
    "INSERT INTO search (search) VALUES ('optimize')",
    "CREATE INDEX entries_key ON entries (key)",
    "CREATE INDEX entries_rank ON entries (label, rank)",
    "COMMIT",
    "VACUUM",
)


def write_sqlite(content: ExportContent, folder: Path) -> None:
    """Write ``entries.sqlite``: ``entries``, their meaning in ``columns``, and ``search`` (FTS5)."""
    fields = ", ".join(f'"{name}" {_SQL_TYPES[TYPES[name]]} NOT NULL' for name in COLUMNS)
    marks = ", ".join("?" for _ in COLUMNS)
    with closing(sqlite3.connect(folder / "entries.sqlite", isolation_level=None)) as database:
        try:
            for statement in _BEFORE:
                database.execute(statement)
            database.execute(f"CREATE TABLE entries (id INTEGER PRIMARY KEY, {fields})")
            database.executemany(
                f"INSERT INTO entries VALUES (NULL, {marks})", map(flatten, content.list_all())
            )
            database.execute("CREATE TABLE columns (name TEXT PRIMARY KEY, meaning TEXT NOT NULL)")
            database.executemany("INSERT INTO columns VALUES (?, ?)", COLUMNS.items())
            for statement in _AFTER:
                database.execute(statement)
        except sqlite3.OperationalError as exc:
            if "fts5" not in str(exc):
                raise Error(f"entries.sqlite: cannot be written ({exc})") from exc
            raise Error("this Python's SQLite has no FTS5; use another Python, or csv") from exc
