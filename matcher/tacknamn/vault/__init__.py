"""The vault: which original is behind each pseudonym, readable only with the key.

The package cryptography is needed, and imported, only when a vault is opened.
"""

from tacknamn.errors import VaultError
from tacknamn.replacement.choices import draw_below, keyed_number, keyed_numbers
from tacknamn.replacement.keys import KEY_BYTES, check_key, read_key, write_key
from tacknamn.replacement.records import Record
from tacknamn.vault.vault import Vault, salvage

__all__ = [
    "KEY_BYTES",
    "Record",
    "Vault",
    "VaultError",
    "check_key",
    "draw_below",
    "keyed_number",
    "keyed_numbers",
    "read_key",
    "salvage",
    "write_key",
]
