"""The records of a vault, and their form as bytes.

A packed record begins with four lengths, two bytes for the label and four for each other field. Then
come label, original, pseudonym and document in UTF-8. Zeros may follow.
"""

from itertools import accumulate, pairwise
from struct import Struct

from tacknamn.errors import InputError
from tacknamn.replacement.records import Record

__all__ = ["pack_record", "unpack_record"]

_LENGTHS = Struct(">HIII")
_LONGEST = 1_000_000
"""Most bytes of a record. More would be a document rather than a name."""
_LONGEST_LABEL = 0xFFFF


def pack_record(record: Record) -> bytes:
    """Convert a record to bytes."""
    fields = (record.label, record.original, record.pseudonym, record.document)
    # surrogatepass: texts from JSON may contain half a surrogate pair.
    parts = [field.encode("utf-8", "surrogatepass") for field in fields]
    lengths = [len(part) for part in parts]
    if sum(lengths) > _LONGEST or lengths[0] > _LONGEST_LABEL:
        raise InputError(f"a vault stores names of at most {_LONGEST:,} bytes; this one is longer")
    return _LENGTHS.pack(*lengths) + b"".join(parts)


def unpack_record(content: bytes) -> Record:
    """Convert bytes back to a record."""
    ends = accumulate(_LENGTHS.unpack_from(content), initial=_LENGTHS.size)
    return Record(
        *[content[start:end].decode("utf-8", "surrogatepass") for start, end in pairwise(ends)]
    )
