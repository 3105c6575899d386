"""Open the address of the service."""

import socket
from contextlib import suppress

from tacknamn.errors import InputError, describe_os_error

__all__ = ["format_address", "open_listener"]

_BACKLOG = 2048
"""Connections that the system holds until a worker accepts them."""
_PATIENCE = 30_000
"""Milliseconds after which the system gives up a client that does not take what was sent."""


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


def format_address(listener: socket.socket) -> str:
    """Return the URL of a listening socket."""
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
