"""Build the index of near forms; :mod:`tacknamn.lexicon.near_table` defines it.

``write_near.h`` builds its lists in C; :func:`tacknamn.lexicon.near_table.list_slowly` returns the
same without a compiler.
"""

from array import array
from collections.abc import Iterator
from typing import Any

from tacknamn.lexicon.near_table import (
    LONGEST,
    MOST_FORMS,
    RIVAL,
    NearForms,
    list_slowly,
    make_outline,
)
from tacknamn.lexicon.writing.section_data import Columns, pack_texts
from tacknamn.support import compiled

__all__ = ["list_near_sections"]


def list_near_sections(forms: NearForms) -> Iterator[tuple[str, int, Columns]]:
    """Yield name, rows and columns of both sections."""
    if len(forms.texts) >= MOST_FORMS or max(map(len, forms.texts), default=0) > LONGEST:
        raise ValueError("there are too many near forms, or one is too long")
    offset, text = pack_texts(forms.texts)
    columns: dict[str, bytes | array[Any]] = {
        "offset": offset,
        "entry": array("I", (entry if entry >= 0 else RIVAL for entry in forms.entries)),
        "outline": array("I", map(make_outline, forms.texts)),
        "weight": forms.weights,
        "text": text,
    }
    yield "near", len(forms.texts), columns
    list_deletions = list_slowly if compiled.write is None else compiled.write.deletions
    offsets, listed = list_deletions(list(forms.texts))
    yield "deletions", len(offsets) // 4 - 1, {"offset": offsets, "text": listed}
