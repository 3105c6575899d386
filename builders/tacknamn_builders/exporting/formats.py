"""The formats of exports: what writes each, and which entries it takes by default."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.lexicon.label_shares import LIKELY
from tacknamn.support.suggest import suggest_names
from tacknamn_builders.exporting.automaton import write_ahocorasick
from tacknamn_builders.exporting.database import write_sqlite
from tacknamn_builders.exporting.rules import write_presidio, write_spacy
from tacknamn_builders.exporting.selection import ExportContent
from tacknamn_builders.exporting.tables import write_csv, write_datapackage, write_parquet
from tacknamn_builders.exporting.tries import write_marisa
from tacknamn_builders.exporting.vocabulary import write_skos
from tacknamn_builders.exporting.word_lists import write_flashtext, write_gate

__all__ = ["FORMATS", "ExportFormat", "find_format"]


@dataclass(frozen=True, slots=True)
class ExportFormat:
    """A format of exports."""

    write: Callable[[ExportContent, Path], None]
    min_probability: float
    """The default. What searches texts leaves out forms that hardly ever have the label, as a
    matcher does; tables and tries have everything."""


FORMATS = {
    "marisa": ExportFormat(write_marisa, 0.0),
    "ahocorasick": ExportFormat(write_ahocorasick, LIKELY),
    "spacy": ExportFormat(write_spacy, LIKELY),
    "presidio": ExportFormat(write_presidio, LIKELY),
    "gate": ExportFormat(write_gate, LIKELY),
    "flashtext": ExportFormat(write_flashtext, LIKELY),
    "parquet": ExportFormat(write_parquet, 0.0),
    "csv": ExportFormat(write_csv, 0.0),
    "sqlite": ExportFormat(write_sqlite, 0.0),
    "datapackage": ExportFormat(write_datapackage, 0.0),
    "skos": ExportFormat(write_skos, 0.0),
}


def find_format(name: str) -> ExportFormat:
    """Return the format with this name; the error for an unknown one lists all."""
    if name not in FORMATS:
        raise InputError(f"there is no format {name!r}; {suggest_names(name, FORMATS)}")
    return FORMATS[name]
