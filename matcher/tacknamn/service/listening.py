"""Open the address of the service: a port, or a Unix socket."""

import os
import socket
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from tacknamn.errors import InputError, describe_os_error

__all__ = ["format_address", "open_listener", "open_unix_listener"]

_BACKLOG = 2048
"""Connections that the system holds until a worker accepts them."""
_PATIENCE = 30_000
"""Milliseconds after which the system gives up a client that does not take what was sent."""

_HIDDEN = 0o117
"""What the rights of a Unix socket leave out: only its owner and group can connect."""


def open_listener(host: str, port: int) -> socket.socket:
    """Return a socket that listens on an address; port 0 is any free one."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(AttributeError, OSError):  # Linux only; accepted connections inherit it
            listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, _PATIENCE)
        listener.bind(address)
        listener.listen(_BACKLOG)
    except OSError as exc:
        raise InputError(
            f"cannot listen on {host}, port {port}: {describe_os_error(exc)}; choose another --host or "
            "--port"
        ) from exc
    listener.setblocking(False)
    return listener


@contextmanager
def open_unix_listener(path: Path) -> Iterator[socket.socket]:
    """Listen on a Unix socket, which is removed at the end."""
    if not hasattr(socket, "AF_UNIX"):
        raise InputError(f"cannot listen on {path}: this system has no Unix sockets; use --port")
    _remove_dead(path)
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    before = os.umask(_HIDDEN)
    try:
        listener.bind(str(path))
        listener.listen(_BACKLOG)
    except OSError as exc:
        listener.close()
        raise InputError(f"cannot listen on {path}: {describe_os_error(exc)}") from exc
    finally:
        os.umask(before)
    listener.setblocking(False)
    try:
        yield listener
    finally:
        listener.close()
        with suppress(OSError):
            path.unlink()


def _remove_dead(path: Path) -> None:
    """Remove a socket that a service left behind when it was killed."""
    try:
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise InputError(f"cannot listen on {path}: it exists and is no socket; name another")
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as client:
            client.connect(str(path))
    except FileNotFoundError:
        return
    except ConnectionRefusedError:
        path.unlink()
    except OSError as exc:
        raise InputError(f"cannot listen on {path}: {describe_os_error(exc)}") from exc
    else:
        raise InputError(
            f"cannot listen on {path}: another service uses it; stop it, or name another"
        )


def format_address(listener: socket.socket) -> str:
    """Return the URL of a listening socket; of a Unix socket, its path after ``unix:``."""
    if listener.family == getattr(socket, "AF_UNIX", None):
        return f"unix:{listener.getsockname()}"
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
