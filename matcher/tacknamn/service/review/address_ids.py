"""What documents are called in addresses.

The name of a file may be that of a person, and addresses are kept in the history of browsers and in logs of
servers. So an address has an id: a keyed hash of the name. The key is drawn when the service starts, so an
id says nothing to those who find it later, and names cannot be tried. The page gets names in answers alone.
"""

import hmac
from collections.abc import Iterable
from hashlib import sha256

from tacknamn.essays.store import EssayStore
from tacknamn.service.problems import Problem

__all__ = ["AddressIds"]

_LENGTH = 24
"""Hexadecimal digits: 96 bits. Two of a million names have the same id once in 10^17 runs."""


class AddressIds:
    """The ids of the documents of a folder, as long as the service runs."""

    def __init__(self, store: EssayStore, seed: int) -> None:
        self._store = store
        self._key = sha256(b"document ids %d" % seed).digest()
        self._ids: dict[str, str] = {}
        self._names: dict[str, str] = {}

    def get(self, name: str) -> str:
        """Return the id of a document."""
        if name not in self._ids:
            id = hmac.digest(self._key, name.encode(), "sha256").hex()[:_LENGTH]
            self._ids[name] = id
            self._names[id] = name
        return self._ids[name]

    def get_all(self, names: Iterable[str]) -> list[str]:
        """Return the ids of some documents."""
        return [self.get(name) for name in names]

    def find(self, id: str) -> str:
        """Return the name of a document. It reads the folder if the id is a new one."""
        if id not in self._names:
            self.get_all(self._store.list_names())
        if id not in self._names:
            raise Problem(
                "not-found",
                "there is no document of this id; ids change when the service is started again, so "
                "open the document from the list",
            )
        return self._names[id]
