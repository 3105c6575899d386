"""The records of a vault, and their form as bytes.

A packed record begins with four lengths, two bytes for the label and four for each other field. Then
come label, original, pseudonym and document in UTF-8. Zeros may follow.
"""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from struct import Struct

from tacknamn.errors import InputError

__all__ = ["Record", "pack_record", "unpack_record"]

_LENGTHS = Struct(">HIII")
_LONGEST = 1_000_000
"""Most bytes of a record. More would be a document rather than a name."""
_LONGEST_LABEL = 0xFFFF


@dataclass(frozen=True, slots=True)
class Record:
    """A replacement: an original and its pseudonym."""

    label: str
    """The label of the original, such as ``firstname_female``."""
    original: str
    """The text that was replaced, in its base form or unchanged. The vault stores it as given."""
    pseudonym: str
    """The text that replaced it. Look-ups ignore letter case."""
    document: str = ""
    """The name of the document it holds for; empty if it holds for all."""

    def fits(self, label: str | None, document: str | None) -> bool:
        """Whether it has this label and holds for this document; None accepts any."""
        return label in (None, self.label) and (document is None or self.document in (document, ""))


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
