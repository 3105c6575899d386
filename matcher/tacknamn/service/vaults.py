"""The vaults of the service: one for requests that store originals, one for sessions.

A vault is opened once for each process. It reads what other workers added before it reveals anything.
"""

from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.replacement.keys import read_key
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceSettings

if TYPE_CHECKING:
    from tacknamn.vault.vault import Vault

__all__ = ["open_service_vault", "open_session_vault", "open_vaults"]


def open_vaults(settings: ServiceSettings) -> None:
    """Open all vaults, so that a mistake in the settings is reported at the start."""
    for path in (settings.vault, settings.session_vault):
        if path is not None:
            _open(path, settings.key_file)


def open_service_vault(settings: ServiceSettings) -> "Vault":
    """Return the vault for originals; a :class:`Problem` if the service has none."""
    if settings.vault is None:
        raise Problem("forbidden", "the service has no vault; start it with --vault FILE")
    return _open(settings.vault, settings.key_file)


def open_session_vault(settings: ServiceSettings) -> "Vault | None":
    """Return the vault for the pairs of sessions; None if they are not stored."""
    path = settings.session_vault
    return None if path is None else _open(path, settings.key_file)


@lru_cache(maxsize=8)
def _open(path: Path, key_file: Path | None) -> "Vault":
    from tacknamn.vault.vault import Vault  # here: few services have one

    if key_file is None:
        raise InputError(f"{path}: a vault needs a key; name its file with --key-file")
    return Vault.open(path, read_key(key_file), create=True)
