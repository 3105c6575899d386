"""Keys and vaults: names that agree between documents without a table, and the way back.

``choosing`` draws by key, ``vault`` remembers originals where nobody reads them without the
key. The package cryptography is needed, and imported, only where a vault is opened.
"""

from tacknamn.vault.choosing import below, choices, pick
from tacknamn.vault.errors import VaultError
from tacknamn.vault.keys import KEY_BYTES, checked_key, read_key, write_key
from tacknamn.vault.records import Record
from tacknamn.vault.vault import Vault, salvage

__all__ = [
    "KEY_BYTES",
    "Record",
    "Vault",
    "VaultError",
    "below",
    "checked_key",
    "choices",
    "pick",
    "read_key",
    "salvage",
    "write_key",
]
