"""Know which originals there were, by the vault or the files, without keeping a list of them.

Of every original only digests are kept, in a salt that this process alone knows: enough to ask
whether a name was one, and where, and how many stand behind a pseudonym.
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
"""Of a digest: among ten million names, two share theirs once in 370,000 runs."""
_SEVERAL = -1
"""In the place of a document: there are several."""


class OriginalIndex:
    """The originals that are known, and what they were replaced by."""

    def __init__(self) -> None:
        self.known = False
        """Whether anything was told at all."""
        self._documents: dict[int, int] = {}
        """By name: the one document that it is an original in, or that there are several."""
        self._in_document: set[int] = set()
        self._unchanged: set[int] = set()
        self._pairs: set[int] = set()
        """Pseudonyms with their originals."""
        self._behind: defaultdict[str, Counter[int]] = defaultdict(Counter)
        """By label and pseudonym, how many different originals it has."""

    def add(self, label: str, original: Folded, pseudonym: Folded | None, document: str) -> None:
        """Take in one replacement, or, without a pseudonym, a name that was kept.

        ``document`` is empty where it holds for all of them."""
        self.known = True
        kin = find_family(label)
        name, place = _digest(kin, original), _digest(document)
        if self._documents.setdefault(name, place) != place:
            self._documents[name] = _SEVERAL
        self._in_document.add(_digest(document, kin, original))
        if pseudonym is not None:
            pair = _digest(label, pseudonym, original)
            self._behind[label][_digest(pseudonym)] += pair not in self._pairs
            self._pairs.add(pair)
        if original == pseudonym:
            self._unchanged.add(_digest(document, label, original))

    def is_unchanged(self, entity: Entity) -> bool:
        """Whether a drawn pseudonym is its own original."""
        return any(
            _digest(document, entity.label, entity.form) in self._unchanged
            for document in (entity.place.origin.id, "")
        )

    def is_in_document(self, entity: Entity) -> bool:
        """Whether a pseudonym is an original in its own document, its own or another's."""
        name = _digest(entity.place.origin.id, find_family(entity.label), entity.form)
        return name in self._in_document

    def is_elsewhere(self, entity: Entity) -> bool:
        """Whether a pseudonym is an original in a document other than its own."""
        place = self._documents.get(_digest(find_family(entity.label), entity.form))
        return place is not None and place != _digest(entity.place.origin.id)

    def behind(self, label: str) -> Iterator[int]:
        """How many different originals stand behind each pseudonym of a label."""
        return iter(self._behind.get(label, Counter()).values())


def _digest(*parts: str) -> int:
    """A digest of words. Their lengths keep them apart."""
    told: Iterable[str] = (f"{len(part)}:{part}" for part in parts)
    content = "".join(told).encode("utf-8", "surrogatepass")
    return int.from_bytes(blake2b(content, digest_size=_BYTES, key=_SALT).digest(), "big")
