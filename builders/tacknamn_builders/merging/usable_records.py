"""Drop records with a text that no name or word has, whichever reader yields them.

A file of a publisher may have a NUL, a line break or a paragraph in the place of a name. ``lexicon.tsv``
has a line for each entry, so such a record is dropped before the merge. More than a few in a source mean
that the file is damaged or has another format. A name with U+FFFD lost a letter before it was published: it is
dropped as well, and a warning says how many there are, since the source has no better ones.
"""

import logging
from collections.abc import Callable, Iterator
from dataclasses import fields
from operator import attrgetter
from typing import get_args

from tacknamn.errors import SourceError
from tacknamn.text.form_limits import LONGEST_FORM, has_control_characters
from tacknamn_builders.records import LOST_LETTER, Record

__all__ = ["drop_unusable"]

_log = logging.getLogger(__name__)

_FEW, _FEW_OF_A_THOUSAND = 10, 1
"""So many records of a source may be dropped, and so many of each thousand."""


def _name_texts(kind: type) -> list[str]:
    return [field.name for field in fields(kind) if field.type is str]


_TEXTS: dict[type, Callable[[object], tuple[str, ...]]] = {
    kind: attrgetter(*_name_texts(kind)) for kind in get_args(Record)
}
"""For each kind of record, a function that returns its texts."""


def drop_unusable(source: str, records: Iterator[Record]) -> Iterator[Record]:
    """Yield the records whose texts can be names; raise an error if too many cannot."""
    count = dropped = lost = 0
    for record in records:
        count += 1
        texts = _TEXTS[type(record)](record)
        if LOST_LETTER in "".join(texts):
            lost += 1
        elif _is_usable(texts):
            yield record
        else:
            dropped += 1
    if lost:
        _log.warning(
            "%s: %s records are left out: in the received file, their names lack letters (U+FFFD)",
            source,
            f"{lost:,}",
        )
    if dropped:
        _log.warning("%s: %s records dropped, whose names cannot be names", source, f"{dropped:,}")
    if dropped > max(_FEW, count * _FEW_OF_A_THOUSAND // 1000):
        raise SourceError(
            f"{dropped:,} of {count:,} records have control characters, line breaks "
            f"or more than {LONGEST_FORM} characters; fetch it again. If that does not help, the "
            "publisher changed the format"
        )


def _is_usable(texts: tuple[str, ...]) -> bool:
    together = "".join(texts)
    if len(together) <= LONGEST_FORM and together.isprintable():
        return True  # nearly all of them
    return not any(len(text) > LONGEST_FORM or has_control_characters(text) for text in texts)
