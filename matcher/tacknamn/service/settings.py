"""The settings of the service, as its command, a test or another server gives them."""

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["LOOPBACK", "ServiceLimits", "ServiceSettings", "SessionLimits"]

LOOPBACK = ("127.0.0.1", "::1", "localhost")
"""Addresses that only programs on this machine reach."""
SEED_BITS = 128


@dataclass(frozen=True, slots=True)
class ServiceLimits:
    """What a request may ask for. More is refused before it costs anything."""

    body: int = 4_000_000
    """Bytes of a body, after decompression. A stream of lines may be longer, but not one line."""
    text: int = 1_000_000
    """Characters of one text."""
    batch: int = 10_000
    """Texts of one request, unless they come as a stream of lines."""
    seconds: float = 30.0
    """Seconds from the last byte of a request to its answer, and for each wait for a client."""
    pause: float = 600.0
    """Seconds that a client may pause within a text that is restored while a model writes it."""
    queue: int = 128
    """Requests that wait in one worker."""


@dataclass(frozen=True, slots=True)
class SessionLimits:
    """What the sessions of a service may take."""

    number: int = 10_000
    """Sessions at a time."""
    seconds: float = 3600.0
    """The longest life of a session after its last use, and the life of one that asks for none."""
    size: int = 2_000_000
    """Bytes of one session: about ten thousand names."""
    space: int = 250_000_000
    """Bytes of all sessions together, in whole pages of memory."""


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """What the service is made from."""

    data: str = ""
    """The folder of a bundle, or the name of installed lists. Empty: as :meth:`Lexicon.open` finds it."""
    extra: tuple[str, ...] = ()
    """Files of the user's own entries."""
    allow: tuple[str, ...] = ()
    """Files of forms that are never replaced."""
    keep: tuple[str, ...] = ()
    """Further forms that are never replaced."""
    profile: str = "swell"
    """The profile of requests that name none: built-in, or a file."""
    profiles: Mapping[str, Path] = field(default_factory=dict)
    """Further profiles that requests may name, with their files."""
    language: str = ""
    essays: Path | None = None
    """The folder of essays for SVALA's editor; None: the service has none."""
    essay_names: frozenset[str] | None = None
    """The essays of the folder that it shows; None: all."""
    has_page: bool = False
    """Whether the review page shows the essays."""
    user: str = ""
    """The person who works with the page. Each has versions of their own; the empty one is shared."""
    key_file: Path | None = None
    """The file of the key for requests that ask to be keyed."""
    seed: int = field(default_factory=lambda: secrets.randbits(SEED_BITS), repr=False)
    """The secret that seeds of runs which requests name are derived from. It is drawn once for all
    workers."""
    limits: ServiceLimits = ServiceLimits()
    tokens: tuple[bytes, ...] = field(default=(), repr=False)
    """Hashes of the tokens; a request must have one of them. None: requests need no token."""
    hosts: tuple[str, ...] = LOOPBACK
    """Names by which clients may call the service, without port."""
    public_url: str = ""
    """The address by which clients reach the service, if a proxy hides its own; without a last slash."""
    origins: tuple[str, ...] = ()
    """Origins of pages that may call it (CORS)."""
    access_log: bool = False
    log_format: str = "text"
    """``text`` or ``json``."""
    vault: Path | None = None
    """The vault of requests that store originals, or reveal them. It is opened with the key."""
    allows_reveal: bool = False
    """Whether requests may ask the vault for originals."""
    session_vault: Path | None = None
    """The vault in which sessions store their pairs as well."""
    sessions: SessionLimits = SessionLimits()
    session_folder: Path | None = None
    """The folder that all workers have their sessions in. None: one in memory, until the service ends."""
