"""Store which original each pseudonym replaced, readable only with the key.

The modules, from the file upwards: :mod:`~tacknamn.vault.locking` opens it under a lock,
:mod:`~tacknamn.vault.frames` and :mod:`~tacknamn.vault.head` define its bytes,
:mod:`~tacknamn.vault.vault` adds and finds records, and :mod:`~tacknamn.vault.restoring` puts originals
back into texts. The package cryptography is imported only when a vault is opened.
"""

from tacknamn.errors import VaultError
from tacknamn.replacement.keys import read_key, write_key
from tacknamn.replacement.records import Record
from tacknamn.vault.vault import Vault, salvage

__all__ = ["Record", "Vault", "VaultError", "read_key", "salvage", "write_key"]
