"""Index the originals that a vault or the files contain, without storing the names themselves.

Of every original only digests are stored, salted with random bytes of this process. They suffice to
ask whether a name is an original, in which documents, and how many originals a pseudonym has.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from hashlib import blake2b

from tacknamn.risk.entities import Entity, find_family
from tacknamn.text.fold import Folded

__all__ = ["OriginalIndex"]

_SALT = os.urandom(16)
_BYTES = 8
"""Bytes of a digest. Among ten million names, two collide once in 370,000 runs."""
_SEVERAL = -1
"""Marks a name that is an original in several documents."""


class OriginalIndex:
    """The known originals with their pseudonyms, as digests."""

    def __init__(self) -> None:
        self.known = False
        """Whether any original is known."""
        self._documents: dict[int, int] = {}
        """By name, the document in which it is an original, or ``_SEVERAL``."""
        self._in_document: set[int] = set()
        self._unchanged: set[int] = set()
        self._pairs: set[int] = set()
        """Pairs of pseudonym and original that were counted."""
        self._originals_per_pseudonym: defaultdict[str, Counter[int]] = defaultdict(Counter)
        """By label and pseudonym, the number of its different originals."""

    def add(self, label: str, original: Folded, pseudonym: Folded | None, document: str) -> None:
        """Add a replacement, or, without a pseudonym, a name that was kept.

        ``document`` is empty for a replacement that holds in all documents."""
        self.known = True
        family = find_family(label)
        name, source = _digest(family, original), _digest(document)
        if self._documents.setdefault(name, source) != source:
            self._documents[name] = _SEVERAL
        self._in_document.add(_digest(document, family, original))
        if pseudonym is not None:
            pair = _digest(label, pseudonym, original)
            self._originals_per_pseudonym[label][_digest(pseudonym)] += pair not in self._pairs
            self._pairs.add(pair)
        if original == pseudonym:
            self._unchanged.add(_digest(document, label, original))

    def is_unchanged(self, entity: Entity) -> bool:
        """Whether a drawn pseudonym equals its own original."""
        return any(
            _digest(document, entity.label, entity.form) in self._unchanged
            for document in (entity.place.origin.id, "")
        )

    def is_in_document(self, entity: Entity) -> bool:
        """Whether a pseudonym is an original in its own document, of the same entity or another."""
        name = _digest(entity.place.origin.id, find_family(entity.label), entity.form)
        return name in self._in_document

    def is_elsewhere(self, entity: Entity) -> bool:
        """Whether a pseudonym is an original in a document other than its own."""
        source = self._documents.get(_digest(find_family(entity.label), entity.form))
        return source is not None and source != _digest(entity.place.origin.id)

    def count_originals(self, label: str) -> Iterator[int]:
        """Return for each pseudonym of a label how many different originals it replaced."""
        return iter(self._originals_per_pseudonym.get(label, Counter()).values())


def _digest(*parts: str) -> int:
    """Compute a digest of words. Their lengths keep ("ab", "c") and ("a", "bc") apart."""
    parts_with_lengths: Iterable[str] = (f"{len(part)}:{part}" for part in parts)
    content = "".join(parts_with_lengths).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=_BYTES, key=_SALT).digest(), "big")
