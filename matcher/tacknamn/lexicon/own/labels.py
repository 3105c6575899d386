"""Check the label of an entry of one's own.

A label of SVALA's taxonomy, or of our lists, means what it always means: an entry with the label
``surname`` is replaced as a surname. Any other word in small letters is a label of one's own
(``ward``). What could be confused with one of our names is refused.
"""

import re
from functools import lru_cache

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.lexicon.label_codes import has_label_shape
from tacknamn.taxonomy.reader import load_taxonomy
from tacknamn.taxonomy.taxonomy import LabelKind

__all__ = ["check_label"]

_LONGEST_SHOWN = 80
"""Characters of a label that a message shows."""


@lru_cache(maxsize=1024)
def check_label(label: str) -> str:
    """Return the label of an entry, by its current name in our lists if it is one of ours.

    >>> check_label("ward"), check_label("ethnicity")
    ('ward', 'nationality')
    """
    shown = label[:_LONGEST_SHOWN]
    taxonomy = load_taxonomy()
    known = taxonomy.find(label)
    if known is not None and known.kind is not LabelKind.BASE:
        raise InputError(f"the label {shown!r} is an addition to other labels; choose another one")
    if known is not None and known.name == label:
        return str(known.lexicon or label)
    if label in tuple(Label):
        return label
    if known is not None:
        raise InputError(
            f"the label {shown!r} is an older name of {known.name}; write {known.name}"
        )
    if not has_label_shape(label):
        raise InputError(
            f"the label {shown!r} must be a word of small letters, digits, - and _, "
            f"of 40 characters at most{_suggest(label)}"
        )
    if label.upper() in taxonomy.coarse_classes:
        raise InputError(f"the label {shown!r} is a class of labels; choose another one")
    return label


def _suggest(label: str) -> str:
    small = re.sub(r"\W+", "_", label.lower())
    return f", such as {small}" if has_label_shape(small) else ""
