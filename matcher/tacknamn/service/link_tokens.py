"""Take a token out of an address: ``/token/TOKEN/tasks/e07`` is ``/tasks/e07`` with this token.

SVALA's editor cannot send a header, and makes the address of the pseudonymizer from the one of its backend
by replacing what follows ``tasks/``. So its only place for a token is before that. The address of the backend
stands in the fragment of SVALA's address, which browsers send to no server.
"""

from typing import Final

from starlette.types import ASGIApp, Receive, Scope, Send

__all__ = ["LINK_TOKEN", "LinkTokenGate"]

LINK_TOKEN: Final = "tacknamn.token"
"""The key of a scope under which the token is."""
_BEGINNING = "/token/"
_ALLOWED = ("/annotation/", "/tasks/", "/ws/")
"""What may follow: the addresses of SVALA. Others can send a header."""


class LinkTokenGate:
    """Moves the token of an address into the scope, so that no other part sees it."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        if scope["type"] == "http" and scope["path"].startswith(_BEGINNING):
            token, _, rest = scope["path"][len(_BEGINNING) :].partition("/")
            if f"/{rest}".startswith(_ALLOWED) and token.isascii():
                scope[LINK_TOKEN] = token.encode()
                scope["path"] = f"/{rest}"
                if raw := scope.get("raw_path"):
                    scope["raw_path"] = b"/" + raw[len(_BEGINNING) :].partition(b"/")[2]
        await self._app(scope, receive, send)
