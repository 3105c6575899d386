"""What a vault holds: which original stands behind a pseudonym, and how that becomes bytes.

A packed record is four lengths, two bytes for the label's and four for each of the others',
then label, original, pseudonym and document in UTF-8. Zeros may follow.
"""

from dataclasses import dataclass
from itertools import accumulate, pairwise
from struct import Struct

from tacknamn.errors import InputError

__all__ = ["Record", "pack_record", "unpack_record"]

_LENGTHS = Struct(">HIII")
_LONGEST = 1_000_000
"""Bytes in all: a document of its own would be no name."""
_LONGEST_LABEL = 0xFFFF


@dataclass(frozen=True, slots=True)
class Record:
    """One replacement."""

    label: str
    """What was replaced: ``firstname_female``."""
    original: str
    """What stood in the text, in its base form or as it stood: the vault keeps it as it is."""
    pseudonym: str
    """What stands there now; looked up without regard to capitals."""
    document: str = ""
    """Name of the text it holds for; empty where it holds for all."""

    def fits(self, label: str | None, document: str | None) -> bool:
        """Whether it is of this label and holds for this document, where these are named."""
        return label in (None, self.label) and (document is None or self.document in (document, ""))


def pack_record(record: Record) -> bytes:
    """A record as bytes."""
    fields = (record.label, record.original, record.pseudonym, record.document)
    # surrogatepass: texts out of JSON may hold half a character.
    parts = [field.encode("utf-8", "surrogatepass") for field in fields]
    lengths = [len(part) for part in parts]
    if sum(lengths) > _LONGEST or lengths[0] > _LONGEST_LABEL:
        raise InputError(f"a vault takes names of {_LONGEST:,} bytes at most; one is longer")
    return _LENGTHS.pack(*lengths) + b"".join(parts)


def unpack_record(content: bytes) -> Record:
    """The record that was packed."""
    ends = accumulate(_LENGTHS.unpack_from(content), initial=_LENGTHS.size)
    return Record(*[content[a:b].decode("utf-8", "surrogatepass") for a, b in pairwise(ends)])
