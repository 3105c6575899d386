"""Entries as a frame of pandas. pandas is imported only here, when a frame is asked for."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.lexicon.listing import LexiconEntry

if TYPE_CHECKING:
    import pandas

__all__ = ["make_frame"]


def make_frame(entries: Iterable[LexiconEntry]) -> "pandas.DataFrame":
    """Return a frame with one row for each entry."""
    try:
        import pandas
    except ImportError as exc:
        raise InputError("to_pandas needs pandas; `pip install 'tacknamn[pandas]'`") from exc
    frame = pandas.DataFrame.from_records(list(entries), columns=list(LexiconEntry._fields))
    return frame.assign(label=[str(label) for label in frame["label"]])
