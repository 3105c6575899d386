"""The vault: which original is behind each pseudonym, readable only with the key.

The package cryptography is needed, and imported, only when a vault is opened.
"""

from tacknamn.errors import VaultError
from tacknamn.replacement.keys import read_key, write_key
from tacknamn.replacement.records import Record
from tacknamn.vault.vault import Vault, salvage

__all__ = ["Record", "Vault", "VaultError", "read_key", "salvage", "write_key"]
