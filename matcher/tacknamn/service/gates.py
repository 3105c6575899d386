"""What a request passes before any address sees it, and its answer on the way back.

From the outside in: :class:`AccessRecorder` counts and logs; :class:`LinkTokenGate` takes a token out of the
address; :class:`~tacknamn.service.review.page.PageHeaderGate` lets browsers store nothing of the review page;
:class:`OriginGate` says which pages may call (CORS), errors included; :class:`PlainErrorGate` writes
errors as plain text where a protocol wants that; :class:`FaultBarrier` answers errors of our own code without
their message, which may quote a text; :class:`HostGate` refuses names that are not ours, because a page could
be served under a name that leads to this machine; :class:`TokenGate` asks for a token. All are plain ASGI: the
classes of Starlette would take a tenth of the time of a short text.
"""

import base64
import hmac
import logging
from collections.abc import Awaitable, Callable, Collection
from typing import Any

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from tacknamn.service.access import hash_token
from tacknamn.service.connections import IS_CLOSED
from tacknamn.service.link_tokens import LINK_TOKEN, LinkTokenGate
from tacknamn.service.logs import describe_exception
from tacknamn.service.metrics import note_abort, note_status
from tacknamn.service.plain_errors import PlainErrorGate
from tacknamn.service.problems import PROBLEMS, Problem, make_problem_response
from tacknamn.service.review.page import PAGE_PATH, PageHeaderGate
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.work_queue import IS_GONE

__all__ = [
    "FaultBarrier",
    "HostGate",
    "OriginGate",
    "TokenGate",
    "add_gates",
    "get_header",
    "is_open",
]

_LOG = logging.getLogger("tacknamn.service")
_READING = frozenset(("GET", "HEAD", "OPTIONS"))
_MONTH = b"2592000"
"""Seconds that a browser may remember an answer about an origin."""
HEALTH_PATHS = frozenset(("/health", "/livez", "/readyz"))
"""What says only whether the service works. Those who check it call it by its address, or by no name."""
OPEN_PATHS = HEALTH_PATHS | {PAGE_PATH}
"""What needs no token: health checks, and the page, which has no text in it."""
PROBLEM_PATHS = "/problems/"
"""Where errors are explained: the missing token is one."""
MANIFEST_PATH = "/reconcile"
QUERY_TOKEN_PATHS = ("/annotation/pseuws", "/ws/larka/pseuws")
"""Addresses whose client, SVALA, can send a token in the address only."""


def get_header(scope: Scope, name: bytes) -> bytes:
    """Return a header of a request; empty if it has none."""
    for key, value in scope["headers"]:
        if key == name:
            return bytes(value)
    return b""


class FaultBarrier:
    """Answers errors that no address expected. Only their place is logged.

    It also tells the queue of work how to ask whether the client is still there."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        has_begun = False
        is_closed = scope.get("state", {}).get(IS_CLOSED)
        if is_closed is not None:
            IS_GONE.set(is_closed)

        async def remember(message: Message) -> None:
            nonlocal has_begun
            has_begun = has_begun or message["type"] == "http.response.start"
            await send(message)

        try:
            await self._app(scope, receive, remember)
        except TimeoutError:
            _LOG.info("a client stopped reading and was given up")
            note_abort(scope)  # its connection counts why
            raise ConnectionAbortedError from None
        except (ClientDisconnect, ConnectionAbortedError):
            note_abort(scope)
            raise ConnectionAbortedError from None
        except Exception as exc:  # noqa: BLE001 - whatever it is, the client needs an answer
            _LOG.error("%s", describe_exception(exc))
            if has_begun:
                note_status(scope, PROBLEMS["internal"].status)
                raise ConnectionAbortedError from None
            problem = Problem("internal", "see the log of the service")
            await make_problem_response(problem)(scope, receive, send)


class HostGate:
    """Refuses requests for a host name that is not ours (DNS rebinding)."""

    def __init__(self, app: ASGIApp, hosts: Collection[str]) -> None:
        self._app = app
        self._hosts = frozenset(host.lower().encode() for host in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        is_checked = scope["type"] == "http" and scope["path"] not in HEALTH_PATHS
        if is_checked and not self._is_ours(scope):
            problem = Problem("wrong-host", "the header Host names another host; see --host-name")
            await make_problem_response(problem)(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_ours(self, scope: Scope) -> bool:
        """Whether a request names us, once: with two names, a proxy may have read the other one."""
        names = [value for name, value in scope["headers"] if name == b"host"]
        return len(names) == 1 and _drop_port(names[0]) in self._hosts


def _drop_port(host: bytes) -> bytes:
    """Return a host without its port: ``[::1]:8080`` is ``::1``."""
    if host.startswith(b"["):
        address, _, rest = host[1:].partition(b"]")
        return b"" if rest.strip(b":0123456789") else address.lower()
    return host.partition(b":")[0].lower()


class OriginGate:
    """Lets pages of some origins call the service (CORS).

    Pages of others may not change anything either. A browser sends such a request without asking first if its
    type is plain text, and the page need not read the answer to do damage: any page that a user visits could
    write to this machine.

    Args:
        public: Beginnings of paths that every page may call, because their protocol demands it.
    """

    def __init__(
        self, app: ASGIApp, origins: Collection[str], public: tuple[str, ...] = ()
    ) -> None:
        self._app = app
        self._origins = frozenset(origin.encode() for origin in origins)
        self._public = public

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        origin = get_header(scope, b"origin") if scope["type"] == "http" else b""
        if not origin:
            await self._app(scope, receive, send)
            return
        headers = self._make_headers(scope["path"], origin)
        if scope["method"] == "OPTIONS" and get_header(scope, b"access-control-request-method"):
            await _answer_preflight(send, headers)
            return
        if scope["method"] not in _READING and not self._may_write(scope, origin):
            problem = Problem(
                "forbidden",
                "pages of this origin may not write here; allow it with --cors",
                {"Vary": "Origin"},
            )
            await make_problem_response(problem)(scope, receive, send)
            return

        async def add_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message["headers"], *headers]
            await send(message)

        await self._app(scope, receive, add_headers)

    def _may_write(self, scope: Scope, origin: bytes) -> bool:
        is_public = bool(self._public) and scope["path"].startswith(self._public)
        is_ours = origin.partition(b"://")[2] == get_header(scope, b"host")
        return is_public or is_ours or origin in self._origins

    def _make_headers(self, path: str, origin: bytes) -> list[tuple[bytes, bytes]]:
        if origin in self._origins:
            return [
                (b"access-control-allow-origin", origin),
                (b"access-control-allow-credentials", b"true"),
                (b"vary", b"Origin"),
            ]
        if path.startswith(self._public) and self._public:
            return [(b"access-control-allow-origin", b"*")]
        return [(b"vary", b"Origin")]


async def _answer_preflight(send: Send, headers: list[tuple[bytes, bytes]]) -> None:
    """Say which methods and headers a page may use, if its origin may call at all."""
    if any(name == b"access-control-allow-origin" for name, _ in headers):
        headers = [
            *headers,
            (b"access-control-allow-methods", b"GET, POST, PUT, DELETE"),
            (b"access-control-allow-headers", b"authorization, content-type"),
            (b"access-control-max-age", _MONTH),
        ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


class TokenGate:
    """Asks for a token, if the service has any."""

    def __init__(self, app: ASGIApp, tokens: Collection[bytes]) -> None:
        self._app = app
        self._tokens = tuple(tokens)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        is_free = (
            scope["type"] != "http"
            or not self._tokens
            or is_open(scope["path"], scope["method"], scope["query_string"])
        )
        if is_free or self._is_known(_read_token(scope)):
            await self._app(scope, receive, send)
            return
        problem = Problem(
            "unauthorized",
            "send one of the tokens of the service as Authorization: Bearer TOKEN",
            {"WWW-Authenticate": "Bearer"},
        )
        await make_problem_response(problem)(scope, receive, send)

    def _is_known(self, token: bytes) -> bool:
        """Compare with all tokens in the same time, whichever fits."""
        given = hash_token(token)
        return sum(hmac.compare_digest(given, known) for known in self._tokens) > 0


def is_open(path: str, method: str, query: bytes = b"") -> bool:
    """Whether a request needs no token: a health check, an explanation of an error, or the manifest of the
    reconciliation service, which says that others need one."""
    if path == MANIFEST_PATH:
        return method == "GET" and not query
    return path in OPEN_PATHS or path.startswith(PROBLEM_PATHS)


def _read_token(scope: Scope) -> bytes:
    """Return the token of a request: of its header, or of its address where the client has no other way."""
    kind, _, token = get_header(scope, b"authorization").partition(b" ")
    if kind.lower() == b"bearer":
        return token.strip()
    if link := scope.get(LINK_TOKEN, b""):
        return bytes(link)
    if kind.lower() == b"basic":  # what clients make of http://x:TOKEN@host, if they send no header
        return _read_password(token)
    if scope["path"].startswith(QUERY_TOKEN_PATHS):
        for pair in scope["query_string"].split(b"&"):
            name, _, value = pair.partition(b"=")
            if name == b"access_token":
                return bytes(value)
    return b""


def _read_password(credentials: bytes) -> bytes:
    """Return the password of a user of any name."""
    try:
        return base64.b64decode(credentials.strip(), validate=True).partition(b":")[2]
    except ValueError:
        return b""


Handler = Callable[[Any], Awaitable[None]]


def add_gates(app: ASGIApp, settings: ServiceSettings, public: tuple[str, ...]) -> ASGIApp:
    """Return an application behind all gates but the recorder."""
    app = TokenGate(app, settings.tokens)
    app = FaultBarrier(HostGate(app, settings.hosts))
    app = PlainErrorGate(app, QUERY_TOKEN_PATHS)
    app = PageHeaderGate(OriginGate(app, settings.origins, public))
    return LinkTokenGate(app)
