"""Compress answers for clients that ask for it: ``Accept-Encoding: gzip``.

Only whole answers of JSON are compressed. Streams are not: each line would have to be flushed. Neither are
sessions and originals: the size of a compressed answer shows what it repeats (the attack BREACH), and their texts are
put together from those of several people.
"""

import asyncio
import zlib

from starlette.types import ASGIApp, Message, Receive, Scope, Send

__all__ = ["CompressionGate"]

_LEAST = 4_000
"""Bytes of an answer that is worth the work. Smaller ones fit into three packets."""
_LONG = 200_000
"""Bytes that take so long, five milliseconds, that a thread compresses them."""
_LEVEL = 1
"""The fastest one: 15 % larger than the usual level, in a third of the time."""
_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_PLAIN_PATHS = ("/v1/sessions", "/v1/reveal")


class CompressionGate:
    """Compresses answers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        if scope["type"] != "http" or scope["path"].startswith(_PLAIN_PATHS) or not _asks(scope):
            await self._app(scope, receive, send)
            return
        start: Message | None = None

        async def compress(message: Message) -> None:
            nonlocal start
            if message["type"] == "http.response.start" and _is_compressible(message):
                start = message
            elif start is None:
                await send(message)
            else:
                body = message.get("body", b"")
                shorter = (
                    await asyncio.to_thread(_compress, body)
                    if len(body) > _LONG
                    else _compress(body)
                )
                await send({**start, "headers": _change_headers(start, len(shorter))})
                await send({**message, "body": shorter})
                start = None

        await self._app(scope, receive, compress)


def _asks(scope: Scope) -> bool:
    """Whether a client accepts gzip, and not with the weight 0."""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            for each in value.lower().split(b","):
                coding, _, weight = each.replace(b" ", b"").partition(b";q=")
                if coding in (b"gzip", b"*"):
                    return bool(weight.strip(b"0.") or not weight)
    return False


def _is_compressible(start: Message) -> bool:
    headers = dict(start["headers"])
    is_json = headers.get(b"content-type", b"").startswith(b"application/json")
    size = headers.get(b"content-length", b"0")  # a stream has none
    return is_json and int(size) > _LEAST and b"content-encoding" not in headers


def _change_headers(start: Message, size: int) -> list[tuple[bytes, bytes]]:
    kept = [pair for pair in start["headers"] if pair[0] != b"content-length"]
    return [
        *kept,
        (b"content-encoding", b"gzip"),
        (b"content-length", b"%d" % size),
        (b"vary", b"Accept-Encoding"),
    ]


def _compress(body: bytes) -> bytes:
    packer = zlib.compressobj(_LEVEL, wbits=_GZIP_WINDOW)
    return packer.compress(body) + packer.flush()
