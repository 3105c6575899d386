"""Report the state of the service to systemd, if systemd started it (``Type=notify``).

The protocol of ``sd_notify``: lines in a datagram for the socket that ``NOTIFY_SOCKET`` names.
"""

import os
import socket
import time
from contextlib import suppress

__all__ = ["notify_manager", "notify_reload"]

_VARIABLE = "NOTIFY_SOCKET"


def notify_manager(*lines: str) -> None:
    """Send a state, such as ``READY=1``. Nothing happens if no one listens."""
    address = os.environ.get(_VARIABLE, "")
    if not address or not hasattr(socket, "AF_UNIX"):
        return
    if address.startswith("@"):  # a name that is no file
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as sender:
        sender.settimeout(1)
        sender.sendto("\n".join(lines).encode(), address)


def notify_reload() -> None:
    """Say that the lists are opened again; ``READY=1`` follows."""
    microseconds = time.monotonic_ns() // 1000
    notify_manager("RELOADING=1", f"MONOTONIC_USEC={microseconds}")
