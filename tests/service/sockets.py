"""Requests written by hand, and what comes back as bytes."""

import json
import socket
from contextlib import suppress
from typing import Any

__all__ = ["connect", "exchange", "is_closed", "read_answer", "read_rest", "write_request"]

_PATIENCE = 20.0
"""Seconds for any answer, on however busy a machine."""


def connect(port: int, patience: float = _PATIENCE) -> socket.socket:
    """Open a connection to a service on this machine."""
    return socket.create_connection(("127.0.0.1", port), patience)


def write_request(
    path: str, body: Any = None, *headers: str, method: str = "", host: str = "localhost"
) -> bytes:
    """Return a request as bytes. A body is written as JSON, unless it is bytes."""
    content = (
        body if isinstance(body, bytes) else b"" if body is None else json.dumps(body).encode()
    )
    method = method or ("GET" if body is None else "POST")
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}", *headers]
    if content:
        lines.append(f"Content-Length: {len(content)}")
    return "\r\n".join((*lines, "", "")).encode() + content


def read_answer(connection: socket.socket) -> tuple[int, bytes, bytes]:
    """Read an answer with a length: its status, its head, and its body."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(1)
        if not part:
            raise ConnectionResetError("closed before an answer")
        data += part
    head = data.lower()
    [length] = [line.split(b":")[1] for line in head.split(b"\r\n") if b"content-length" in line]
    body = b""
    while len(body) < int(length):
        part = connection.recv(int(length) - len(body))
        if not part:
            raise ConnectionResetError("closed within an answer")
        body += part
    return int(data.split()[1]), head, body


def read_rest(connection: socket.socket) -> bytes:
    """Read until the other side closes, or resets the connection."""
    data = b""
    with suppress(ConnectionError):
        while part := connection.recv(1 << 16):
            data += part
    return data


def exchange(port: int, request: bytes) -> bytes:
    """Send bytes and an end on a connection of their own, and return all that comes until it is closed."""
    with connect(port) as connection:
        with suppress(OSError):
            connection.sendall(request)
            connection.shutdown(socket.SHUT_WR)
        return read_rest(connection)


def is_closed(connection: socket.socket, seconds: float) -> bool:
    """Whether the other side closes within some seconds, without a word."""
    connection.settimeout(seconds)
    try:
        return connection.recv(1) == b""
    except ConnectionError:
        return True
    except TimeoutError:
        return False
