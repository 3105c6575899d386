"""Read occupations: Språkbanken's list of vocations, and SCB's SSYK titles from the SweLL project.

``vocations.csv`` (vocation, gender) was extracted from old and new texts, with ``arrestantwakt``
and ``systemutvecklare``, in lower case. Sixteen rows are mojibake, some of which are also listed
correctly. ``Prof_dataset.csv`` has a number without a name, ``SSYK 2012 kod`` and
``Yrkesbenämning``, and ends with empty rows.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path

from tacknamn.labels import Label
from tacknamn_builders.readers.occupation_titles import split_titles
from tacknamn_builders.readers.received_files import find_file, read_table
from tacknamn_builders.readers.text_repair import repair_mojibake
from tacknamn_builders.records import Entry, Record

__all__ = ["read_ssyk", "read_vocations"]


def read_vocations(folder: Path) -> Iterator[Record]:
    """Yield each vocation once."""
    rows = read_table(find_file(folder, "vocations.csv"), ("vocation", "gender"))
    return _make_entries(_lower_first(repair_mojibake(vocation).strip()) for vocation, _ in rows)


def read_ssyk(folder: Path) -> Iterator[Record]:
    """Yield each title of the SSYK list once."""
    rows = read_table(find_file(folder, "Prof_dataset.csv"), ("Yrkesbenämning",))
    return _make_entries(title for (label,) in rows for title in split_titles(label))


def _make_entries(forms: Iterable[str]) -> Iterator[Record]:
    for form in dict.fromkeys(forms):
        if form:
            yield Entry(form, Label.PROF, country="SE")


def _lower_first(vocation: str) -> str:
    """Begin a word with a lower-case letter: one row, ``Kommendörkaptenska``, has a capital."""
    return vocation[:1].lower() + vocation[1:]
