"""Errors as one line of plain text, for clients that show the body of an error as it is.

SVALA shows ``Pseudonymizer error 422: BODY`` to annotators. So its addresses answer every error, also those of
the gates, with the detail of the problem alone, which quotes no text.
"""

import json

from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacknamn.service.problems import PROBLEM_TYPE

__all__ = ["PlainErrorGate"]

_DROPPED = frozenset((b"content-type", b"content-length"))


class PlainErrorGate:
    """Writes problems as plain text at some addresses.

    Args:
        beginnings: Beginnings of their paths.
    """

    def __init__(self, app: ASGIApp, beginnings: tuple[str, ...]) -> None:
        self._app = app
        self._beginnings = beginnings

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        if scope["type"] != "http" or not scope["path"].startswith(self._beginnings):
            await self._app(scope, receive, send)
            return
        start: Message | None = None
        body = b""

        async def convert(message: Message) -> None:
            nonlocal start, body
            if message["type"] == "http.response.start" and _is_problem(message):
                start = message
            elif start is None:
                await send(message)
            else:
                body += message.get("body", b"")
                if not message.get("more_body", False):
                    await _make_plain(start, body)(scope, receive, send)

        await self._app(scope, receive, convert)


def _is_problem(message: Message) -> bool:
    return (b"content-type", PROBLEM_TYPE.encode()) in message["headers"]


def _make_plain(start: Message, body: bytes) -> PlainTextResponse:
    problem = json.loads(body)
    response = PlainTextResponse(f"{problem['title']}: {problem['detail']}", start["status"])
    response.raw_headers += [pair for pair in start["headers"] if pair[0] not in _DROPPED]
    return response
