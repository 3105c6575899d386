"""Make the application: all addresses, behind the gates."""

from http import HTTPStatus
from urllib.parse import quote

from fastapi import FastAPI
from fastapi.telemetry import TelemetryConfig
from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Match, compile_path
from starlette.types import ASGIApp

from tacknamn import __version__
from tacknamn.errors import Error
from tacknamn.service.compression import CompressionGate
from tacknamn.service.descriptions import add_schemas, name_operation
from tacknamn.service.essays_api import ESSAY_MODELS, make_essays_router
from tacknamn.service.gates import QUERY_TOKEN_PATHS, add_gates
from tacknamn.service.health import make_health_router
from tacknamn.service.inception.router import (
    PredictionAnswer,
    PredictionRequest,
    make_inception_router,
)
from tacknamn.service.label_studio.router import StudioRequest, make_label_studio_router
from tacknamn.service.metrics import AccessRecorder
from tacknamn.service.models import ProblemAnswer
from tacknamn.service.operations import OPERATIONS
from tacknamn.service.presidio.models import PRESIDIO_MODELS
from tacknamn.service.presidio.router import make_presidio_router
from tacknamn.service.problems import Problem, describe_error, make_problem_response
from tacknamn.service.reconcile.manifest import PATH as RECONCILE_PATH
from tacknamn.service.reconcile.router import make_reconcile_router
from tacknamn.service.reveal import REVEAL, make_reveal_router
from tacknamn.service.review.page import make_absent_router
from tacknamn.service.sessions.models import SESSION_MODELS
from tacknamn.service.sessions.router import make_session_router
from tacknamn.service.settings import ServiceSettings
from tacknamn.service.state import ServiceState
from tacknamn.service.svala_api import SVALA_MODELS, make_svala_router
from tacknamn.service.v1 import make_v1_router

__all__ = ["make_api", "make_app"]

_ROUTERS = (
    make_v1_router,
    make_reveal_router,
    make_session_router,
    make_presidio_router,
    make_svala_router,
    make_essays_router,
    make_reconcile_router,
    make_inception_router,
    make_label_studio_router,
    make_health_router,
)
_MODELS: tuple[type[BaseModel], ...] = (
    ProblemAnswer,
    *(model for each in (*OPERATIONS, REVEAL) for model in (each.request, each.answer)),
    *SESSION_MODELS,
    *PRESIDIO_MODELS,
    *SVALA_MODELS,
    *ESSAY_MODELS,
    PredictionAnswer,
    PredictionRequest,
    StudioRequest,
)
"""Bodies and answers to which the description refers, without those of the page."""
_NO_TELEMETRY: TelemetryConfig = {
    "tracing": False,
    "metrics": False,
    "logs": False,
    "operation_spans": False,
    "auto_configure": False,
}
"""FastAPI can report addresses with their parameters, and exceptions with their messages, to whatever the
environment names. Both may contain parts of texts."""
_KINDS = {404: "not-found", 405: "wrong-method"}


def make_app(state: ServiceState) -> ASGIApp:
    """Make the application of one worker."""
    settings = state.settings
    gated = add_gates(make_api(state), settings, _list_public(settings))
    return AccessRecorder(
        CompressionGate(gated), settings.access_log, settings.log_format == "json"
    )


def _list_public(settings: ServiceSettings) -> tuple[str, ...]:
    """Return the beginnings of paths that every page may call.

    The protocols of SVALA and of reconciliation demand it. But any page that someone happens to open could then read the
    user's own lists, which may name staff or patients: with such lists and without tokens, only the
    origins of the settings may."""
    is_private = bool(settings.extra) and not settings.tokens
    return QUERY_TOKEN_PATHS if is_private else (*QUERY_TOKEN_PATHS, RECONCILE_PATH)


def make_api(state: ServiceState) -> FastAPI:
    """Make the addresses and their description."""
    api = FastAPI(
        title="Täcknamn",
        version=__version__,
        description="Finds names, numbers and dates that identify people, and replaces them.",
        redirect_slashes=False,  # to http, whatever the proxy speaks
        generate_unique_id_function=name_operation,
        docs_url=None,  # its page would load programs from elsewhere
        redoc_url=None,
        telemetry=_NO_TELEMETRY,
        exception_handlers={Error: _answer_error, HTTPException: _answer_http_error},
    )
    for make_router in _ROUTERS:
        api.include_router(make_router(state))
    if state.settings.has_page:
        # A tenth of the memory and of the time of a start, which a service without the page saves.
        from tacknamn.service.review.addresses import make_review_router
        from tacknamn.service.review.models import REVIEW_MODELS

        api.include_router(make_review_router(state))
        add_schemas(api, [*_MODELS, *REVIEW_MODELS], state)
    else:
        api.include_router(make_absent_router())
        add_schemas(api, list(_MODELS), state)
    return api


async def _answer_error(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Error)
    return make_problem_response(describe_error(exc))


async def _answer_http_error(request: Request, exc: Exception) -> Response:
    """Answer an address or a method that does not exist."""
    assert isinstance(exc, HTTPException)
    if exc.status_code == HTTPStatus.NOT_FOUND and (place := _find_other_slash(request)):
        return Response(status_code=HTTPStatus.TEMPORARY_REDIRECT, headers={"Location": place})
    headers = dict(exc.headers or {})
    if exc.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(_list_methods(request))
    kind = _KINDS.get(exc.status_code, "invalid")
    return make_problem_response(Problem(kind, "see /openapi.json", headers))


def _find_other_slash(request: Request) -> str:
    """Return where an address is that has a slash at its end too many, or too few; empty if nowhere.

    The place is relative, because only the client knows by which scheme, host and path it calls."""
    path: str = request.scope["path"]
    other = path.removesuffix("/") if path.endswith("/") else f"{path}/"
    scope = {**request.scope, "path": other}
    if other == "/" or not any(
        route.matches(scope)[0] is not Match.NONE for route in request.app.router.routes
    ):
        return ""
    last = quote(other.removesuffix("/").rpartition("/")[2])
    place = f"../{last}" if path.endswith("/") else f"./{last}/"
    query = request.scope["query_string"].decode("ascii", "replace")
    return f"{place}?{query}" if query else place


def _list_methods(request: Request) -> list[str]:
    """List the methods of an address. Each is a route of its own, and Starlette names those of one.

    Of two descriptions that fit an address, that with fewer parameters is meant."""
    path = request.scope["path"]
    fitting = [
        (template.count("{"), sorted(map(str.upper, methods)))
        for template, methods in request.app.openapi()["paths"].items()
        if compile_path(template)[0].match(path)
    ]
    return min(fitting, default=(0, []))[1]
