"""Make the application: all addresses, behind the gates."""

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp

from tacknamn import __version__
from tacknamn.errors import Error
from tacknamn.service.descriptions import add_schemas
from tacknamn.service.gates import FaultBarrier, add_gates
from tacknamn.service.health import make_health_router
from tacknamn.service.metrics import AccessRecorder
from tacknamn.service.models import ProblemAnswer
from tacknamn.service.operations import OPERATIONS
from tacknamn.service.problems import Problem, describe_error, make_problem_response
from tacknamn.service.reveal import REVEAL, make_reveal_router
from tacknamn.service.sessions.models import SESSION_MODELS
from tacknamn.service.sessions.router import make_session_router
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_v1_router

__all__ = ["make_api", "make_app"]

_ROUTERS = (make_v1_router, make_reveal_router, make_session_router, make_health_router)
_PUBLIC: tuple[str, ...] = ()
"""Beginnings of paths that every page may call, because their protocol demands it."""
_KINDS = {404: "not-found", 405: "wrong-method"}


def make_app(state: ServiceState) -> ASGIApp:
    """Make the application of one worker."""
    settings = state.settings
    app = FaultBarrier(add_gates(make_api(state), settings, _PUBLIC))
    return AccessRecorder(app, settings.access_log)


def make_api(state: ServiceState) -> FastAPI:
    """Make the addresses and their description."""
    api = FastAPI(
        title="Täcknamn",
        version=__version__,
        description="Finds names, numbers and dates that identify people, and replaces them.",
        docs_url=None,  # its page would load programs from elsewhere
        redoc_url=None,
        exception_handlers={Error: _answer_error, HTTPException: _answer_http_error},
    )
    for make_router in _ROUTERS:
        api.include_router(make_router(state))
    models = [model for each in (*OPERATIONS, REVEAL) for model in (each.request, each.answer)]
    add_schemas(api, [ProblemAnswer, *models, *SESSION_MODELS])
    return api


async def _answer_error(request: Request, exc: Exception) -> Response:
    assert isinstance(exc, Error)
    return make_problem_response(describe_error(exc))


async def _answer_http_error(request: Request, exc: Exception) -> Response:
    """Answer an address or a method that does not exist."""
    assert isinstance(exc, HTTPException)
    problem = Problem(_KINDS.get(exc.status_code, "invalid"), "see /openapi.json", exc.headers)
    return make_problem_response(problem)
