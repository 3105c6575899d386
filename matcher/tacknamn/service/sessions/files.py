r"""Each session is an encrypted file, which any worker can open for the client that has its id.

The id is a random number that only the client has. Its hash is the name of the file, and a key is
derived from it, so neither the folder nor the memory of an idle service shows a text::

    0   4  "TNS1"
    4   8  seconds that the session lives after its last use (big-endian float)
    12  12 nonce, random
    24     JSON, encrypted with AES-256-GCM; what stands before it and the name are authenticated too

A file is never changed: a new one takes its place in one step, so a worker that is killed leaves the
session as it was before. Who changes a session locks its file; who waits for the lock looks whether
another file has taken its place in the meantime.
"""

import asyncio
import errno
import hmac
import json
import os
import re
import secrets
import shutil
import struct
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any, NamedTuple
from weakref import finalize

from tacknamn.replacement.keys import derive_key
from tacknamn.service.problems import Problem
from tacknamn.service.settings import SessionLimits

try:
    import fcntl
except ModuleNotFoundError:  # Windows, where one process runs the service
    fcntl = None  # type: ignore[assignment]

__all__ = ["HeldSession", "SessionFiles", "SessionId", "StoredSession", "Usage"]

_MAGIC = b"TNS1"
_HEAD = struct.Struct(">4sd")
_NONCE = 12
_ID_BYTES = 32
_ENDING, _UNFINISHED, _USAGE = ".session", ".new", ".usage"
_SESSION_NAME = re.compile(rf"[0-9a-f]{{64}}\{_ENDING}")
_UNFINISHED_NAME = re.compile(rf"[0-9a-f]{{64}}\.[0-9a-f]{{16}}\{_UNFINISHED}")
"""Only files with these names are removed: a folder that someone named may have others."""
_PAGE = 4096
"""Bytes of a page of memory, or of a block of a disk."""
_PAUSE, _LONGEST_PAUSE = 0.001, 0.02
"""Seconds between two attempts to lock a session that another request uses."""
_EVEN_TIME = 0.02
"""Seconds after which a request for a session that does not exist is answered, whatever the reason."""
_SWEEP = 30.0
"""Seconds between two searches for expired sessions."""
_LEAST_PAUSE = 1.0
"""Seconds between two of them when there is no room."""
_NO_HANDLE = -1
_BINARY = getattr(os, "O_BINARY", 0)
_NO_LINK = getattr(os, "O_NOFOLLOW", 0)
_USAGE_FLAGS = os.O_RDWR | os.O_CREAT | _BINARY | _NO_LINK
_FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))


class SessionId(NamedTuple):
    """What the id of a session gives access to."""

    name: str
    """The name of its file, without ending."""
    key: bytes

    def __repr__(self) -> str:
        """Leave out the key."""
        return "SessionId()"

    @classmethod
    def derive(cls, id: str) -> "SessionId":
        """Derive name and key from an id, whatever a client sent as one."""
        secret = sha256(id.encode("utf-8", "surrogatepass")).digest()
        name = hmac.digest(secret, b"tacknamn session file", "sha256").hex()
        return cls(name, derive_key(secret, "session"))


class StoredSession(NamedTuple):
    """A session as it was read."""

    content: Any
    """Plain data."""
    lifetime: float
    """Seconds that it lives after its last use."""
    expires: float
    """Seconds since 1970."""


class SessionFiles:
    """The sessions of a service."""

    def __init__(self, folder: Path | None, limits: SessionLimits, patience: float) -> None:
        """Open the sessions of a folder.

        Args:
            folder: Without one, a temporary folder is made for this process.
            patience: Seconds to wait for another request that uses the same session.
        """
        self.limits = limits
        self._patience = patience
        self._folder = folder or Path(tempfile.mkdtemp(prefix="tacknamn-"))
        if folder is None:
            finalize(self, shutil.rmtree, self._folder, ignore_errors=True)
        self._usage = SessionUsage(self._folder)
        self._held: set[str] = set()
        """Sessions in use, where files have no locks."""

    def create(self, content: Any, lifetime: float) -> tuple[str, StoredSession]:
        """Store a new session; return its id."""
        id = secrets.token_urlsafe(_ID_BYTES)
        self._write(SessionId.derive(id), content, lifetime)
        return id, StoredSession(content, lifetime, time.time() + lifetime)

    async def read(self, id: str, is_used: bool = True) -> StoredSession:
        """Read a session as it is now.

        Args:
            is_used: Whether this prolongs its life.
        """
        began = time.monotonic()
        derived = SessionId.derive(id)
        stored = self._read(derived)
        if stored is None:
            raise await _make_unknown(began)
        if not is_used:
            return stored
        with suppress(OSError):
            os.utime(self._get_path(derived))
        return stored._replace(expires=time.time() + stored.lifetime)

    @asynccontextmanager
    async def hold(self, id: str) -> AsyncIterator["HeldSession"]:
        """Read a session and keep other requests from changing it."""
        began = time.monotonic()
        derived = SessionId.derive(id)
        handle = await self._lock(derived, began)
        try:
            stored = self._read(derived)
            if stored is None:
                raise await _make_unknown(began)
            held = HeldSession(self, derived, stored)
            try:
                yield held
            finally:
                held.release()
        finally:
            self._unlock(derived, handle)

    async def _lock(self, id: SessionId, began: float) -> int:
        """Lock the file of a session; return its handle."""
        pause = _PAUSE
        while True:
            try:
                handle = self._try_hold(id)
            except OSError:
                raise await _make_unknown(began) from None
            if handle is not None:
                return handle
            if time.monotonic() - began > self._patience:
                raise Problem(
                    "busy",
                    "other requests use this session; send them one after the other",
                    {"Retry-After": "1"},
                )
            await asyncio.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)

    def _try_hold(self, id: SessionId) -> int | None:
        """Lock the file of a session, if no other request has locked it."""
        path = self._get_path(id)
        if fcntl is None:  # an open file could not be replaced, either
            if id.name in self._held:
                return None
            path.stat()
            self._held.add(id.name)
            return _NO_HANDLE
        handle = os.open(path, os.O_RDONLY)
        if _try_lock(handle) and _is_at(handle, path):
            return handle
        os.close(handle)
        return None

    def _unlock(self, id: SessionId, handle: int) -> None:
        self._held.discard(id.name)
        if handle != _NO_HANDLE:
            os.close(handle)

    def measure(self) -> "Usage":
        """Return how many sessions there are, and their bytes."""
        with self._usage.hold() as usage:
            return usage

    def remove(self, id: SessionId) -> None:
        """Remove a session."""
        path = self._get_path(id)
        with suppress(OSError):
            size = _round_up(path.stat().st_size)
            path.unlink()
            self._take(-1, -size)

    def _take(self, number: int, size: int) -> None:
        """Count further sessions and bytes; a :class:`Problem` if there is no room for them."""
        for is_last in (False, True):
            with self._usage.hold() as usage:
                problem = self._find_limit(usage, number, size)
                if problem is None:
                    usage.number += number
                    usage.size += size
                    return
            if is_last or not self.sweep(_LEAST_PAUSE):
                raise problem

    def _find_limit(self, usage: "Usage", number: int, size: int) -> Problem | None:
        """Return what is in the way of further sessions or bytes; None if there is room."""
        limits = self.limits
        if number > 0 and usage.number + number > limits.number:
            return Problem(
                "busy",
                f"there are {limits.number:,} sessions; delete those that are done, or wait until some "
                "expire",
                {"Retry-After": "60"},
            )
        if size > 0 and usage.size + size > limits.space:
            return Problem(
                "disk-full",
                f"all sessions together have {limits.space:,} bytes; delete those that are done, or wait "
                "until some expire",
                {"Retry-After": "60"},
            )
        return None

    def sweep(self, pause: float = 0.0) -> bool:
        """Remove expired sessions, and what killed workers did not finish. A session in use is left for
        the next time.

        Args:
            pause: Do nothing and return False if any worker did this within these seconds.
        """
        with self._usage.hold() as usage:
            if usage.swept + pause > time.time() >= usage.swept:
                return False
            usage.swept = time.time()
        self._remove_expired()
        with self._usage.hold() as usage:  # also what killed workers did not count
            usage.recount(self._folder)
        return True

    def _remove_expired(self) -> None:
        for path in self._folder.iterdir():
            with suppress(OSError):
                if _UNFINISHED_NAME.fullmatch(path.name):
                    if path.lstat().st_mtime + _SWEEP < time.time():
                        path.unlink()
                elif _SESSION_NAME.fullmatch(path.name):
                    _remove_if_expired(path)

    async def sweep_regularly(self) -> None:
        """Remove expired sessions from time to time."""
        while True:
            await asyncio.sleep(min(_SWEEP, self.limits.seconds))
            with suppress(OSError):  # a disk that is full, or a folder that someone removed
                await asyncio.to_thread(self.sweep, min(_SWEEP, self.limits.seconds) / 2)

    def _get_path(self, id: SessionId) -> Path:
        return self._folder / (id.name + _ENDING)

    def _read(self, id: SessionId) -> StoredSession | None:
        """Read a session; None if there is none that has not expired."""
        try:
            with self._get_path(id).open("rb") as file:
                used = os.fstat(file.fileno()).st_mtime
                data = file.read()
        except OSError:
            return None
        head, nonce = data[: _HEAD.size], data[_HEAD.size : _HEAD.size + _NONCE]
        lifetime = _read_lifetime(head)
        if lifetime is None:
            return None
        if used + lifetime <= time.time():
            return None
        content = _decrypt(id, nonce, data[_HEAD.size + _NONCE :], head)
        return None if content is None else StoredSession(content, lifetime, used + lifetime)

    def _write(self, id: SessionId, content: Any, lifetime: float) -> None:
        """Put a session into the place of what was stored before, in one step."""
        plain = json.dumps(content, ensure_ascii=False).encode("utf-8", "surrogatepass")
        if len(plain) > self.limits.size:
            raise Problem(
                "too-large",
                f"the session would need more than {self.limits.size:,} bytes; open another one",
            )
        head, nonce = _HEAD.pack(_MAGIC, lifetime), os.urandom(_NONCE)
        data = head + nonce + _open_cipher(id).encrypt(nonce, plain, _bind(head, id))
        path = self._get_path(id)
        try:
            before, number = _round_up(path.stat().st_size), 0
        except OSError:
            before, number = 0, 1
        growth = _round_up(len(data)) - before
        self._take(number, growth)
        try:
            self._put(data, id)
        except BaseException:
            self._take(-number, -growth)
            raise

    def _put(self, data: bytes, id: SessionId) -> None:
        fresh = self._folder / f"{id.name}.{secrets.token_hex(8)}{_UNFINISHED}"
        try:
            handle = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, 0o600)
            with os.fdopen(handle, "wb") as file:
                file.write(data)
            fresh.replace(self._get_path(id))
        except OSError as exc:
            fresh.unlink(missing_ok=True)
            if exc.errno in _FULL:
                raise Problem(
                    "disk-full", "the folder of sessions is full; the session is as before"
                ) from None
            raise


class HeldSession:
    """A session that no other request changes."""

    def __init__(self, files: SessionFiles, id: SessionId, stored: StoredSession) -> None:
        self.id = id
        self.content = stored.content
        self.lifetime = stored.lifetime
        self._files = files
        self._lock = Lock()
        self._is_released = False

    def save(self, content: Any) -> None:
        """Store the session.

        Work that goes on in a thread after its request timed out must not change it any more."""
        with self._lock:
            if self._is_released:
                raise TimeoutError
            self._files._write(self.id, content, self.lifetime)

    def remove(self) -> None:
        """Remove the session."""
        self._files.remove(self.id)

    def release(self) -> None:
        """Let other requests change it."""
        with self._lock:
            self._is_released = True


@dataclass(slots=True)
class Usage:
    """How many sessions a folder has, and what they take."""

    number: int
    size: int
    """Bytes, in whole pages."""
    swept: float = 0.0
    """When expired sessions were last removed, in seconds since 1970."""

    def recount(self, folder: Path) -> None:
        """Count what the folder has."""
        self.number = self.size = 0
        for entry in os.scandir(folder):
            if _SESSION_NAME.fullmatch(entry.name):
                with suppress(OSError):
                    self.size += _round_up(entry.stat().st_size)
                    self.number += 1


class SessionUsage:
    """Counts the sessions of a folder in a file that all workers share, so that none has to look at all
    of them. What a killed worker did not count is right again after the next search for expired ones."""

    _FIELDS = struct.Struct(">QQd")

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = Lock()

    @contextmanager
    def hold(self) -> Iterator[Usage]:
        """Let one change the counts, and store them at the end."""
        with self._lock:
            handle = os.open(self._folder / _USAGE, _USAGE_FLAGS, 0o600)
            try:
                if fcntl is not None:
                    fcntl.flock(handle, fcntl.LOCK_EX)
                data = os.read(handle, self._FIELDS.size)
                if len(data) == self._FIELDS.size:
                    usage = Usage(*self._FIELDS.unpack(data))
                else:
                    usage = Usage(0, 0)
                    usage.recount(self._folder)
                yield usage
                # After a recount, what another worker takes away may be more than what was counted.
                number, size = max(usage.number, 0), max(usage.size, 0)
                changed = self._FIELDS.pack(number, size, usage.swept)
                if changed != data:
                    os.lseek(handle, 0, os.SEEK_SET)
                    os.write(handle, changed)
            finally:
                os.close(handle)


def _read_lifetime(head: bytes) -> float | None:
    """Return the seconds that the head of a file names; None if the file is no session."""
    if len(head) < _HEAD.size:
        return None
    magic, lifetime = _HEAD.unpack(head)
    return float(lifetime) if magic == _MAGIC else None


def _remove_if_expired(path: Path) -> None:
    """Remove a session that has expired, unless it is in use."""
    handle = os.open(path, os.O_RDONLY | _BINARY | _NO_LINK | getattr(os, "O_NONBLOCK", 0))
    try:
        head = os.read(handle, _HEAD.size)
        # A file that a power cut left empty has the name of a session, and nothing else.
        lifetime = _read_lifetime(head) if head else _SWEEP
        if lifetime is None:
            return
        if os.fstat(handle).st_mtime + lifetime <= time.time() and _try_lock(handle):
            path.unlink()
    finally:
        os.close(handle)


def _round_up(size: int) -> int:
    """Return the bytes that a file takes: whole pages."""
    return -(-size // _PAGE) * _PAGE


async def _make_unknown(began: float) -> Problem:
    """Return the one answer for unknown, expired and malformed ids, after the same time."""
    await asyncio.sleep(max(0.0, began + _EVEN_TIME - time.monotonic()))
    return Problem("unknown-session", "there is no such session, or it expired; open a new one")


def _open_cipher(id: SessionId) -> Any:
    from cryptography.hazmat.primitives.ciphers.aead import AESGCM  # here, for a fast start

    return AESGCM(id.key)


def _decrypt(id: SessionId, nonce: bytes, sealed: bytes, head: bytes) -> Any:
    """Return the content of a file; None if another program changed it."""
    from cryptography.exceptions import InvalidTag  # here for the same reason

    try:
        return json.loads(_open_cipher(id).decrypt(nonce, sealed, _bind(head, id)))
    except (InvalidTag, ValueError):
        return None


def _bind(head: bytes, id: SessionId) -> bytes:
    return head + id.name.encode()


def _try_lock(handle: int) -> bool:
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def _is_at(handle: int, path: Path) -> bool:
    """Whether an open file is still the one at a path."""
    try:
        return os.path.samestat(os.fstat(handle), path.stat())
    except OSError:
        return False
