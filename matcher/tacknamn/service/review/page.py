"""The page: one HTML file with one style and one script, and the headers that keep it to itself.

Content-Security-Policy names both by their SHA-256, so a script that gets into the page by any other way does
not run, and the page can talk to this service alone.
"""

import re
from base64 import b64encode
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Final, NamedTuple

from fastapi import APIRouter
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacknamn.service.problems import Problem

__all__ = [
    "PAGE_PATH",
    "PageHeaderGate",
    "ReviewPage",
    "load_page",
    "make_absent_router",
    "make_policy",
]

PAGE_PATH: Final = "/review"

_INLINE = {
    name: re.compile(rf"<{name}\b([^>]*)>(.*?)</{name}\s*>", re.DOTALL | re.IGNORECASE)
    for name in ("script", "style")
}
_METHODS = ["GET", "POST", "PUT", "DELETE"]
_NO_SOURCE = "'none'"
_HEADERS = (
    (b"cache-control", b"no-store"),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
)
"""Sent with everything below /review: browsers keep no text, and take nothing for something else."""


class PageHeaderGate:
    """Adds the headers to all answers below ``/review``, errors included."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        if scope["type"] != "http" or not scope["path"].startswith(PAGE_PATH):
            await self._app(scope, receive, send)
            return

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *_HEADERS]
            await send(message)

        await self._app(scope, receive, add_headers)


def make_absent_router() -> APIRouter:
    """Make the addresses of a service without the page: all of them say how to get one."""
    router = APIRouter()

    async def refuse() -> None:
        raise Problem("forbidden", "the service has no page; start it with --page")

    for path in (PAGE_PATH, PAGE_PATH + "/api/{path:path}"):
        router.add_api_route(path, refuse, methods=_METHODS, include_in_schema=False)
    return router


class ReviewPage(NamedTuple):
    """The page as it is sent."""

    content: bytes
    policy: str
    """Its Content-Security-Policy."""


@cache
def load_page() -> ReviewPage:
    """Read the page that was built into the package."""
    file = files("tacknamn").joinpath("web").joinpath("page.html")
    try:
        content = file.read_bytes()
    except OSError:
        raise Problem(
            "unavailable",
            "the page is missing; build it with `make web`, or install tacknamn again",
        ) from None
    return ReviewPage(content, make_policy(content.decode("utf-8")))


def make_policy(page: str) -> str:
    """Return the Content-Security-Policy of a page.

    >>> make_policy("<style>p{}</style><script>1</script>").split("; ")[:2]  # doctest: +ELLIPSIS
    ["default-src 'none'", "script-src 'sha256-...='"]
    """
    return "; ".join(
        (
            "default-src 'none'",
            f"script-src {_hash_parts(page, 'script')}",
            f"style-src {_hash_parts(page, 'style')}",
            "connect-src 'self'",
            "img-src data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


def _hash_parts(page: str, name: str) -> str:
    parts = [match[2] for match in _INLINE[name].finditer(page)]
    hashes = [b64encode(sha256(part.encode()).digest()).decode() for part in parts]
    return " ".join(f"'sha256-{each}'" for each in hashes) or _NO_SOURCE
