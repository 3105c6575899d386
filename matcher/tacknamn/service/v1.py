"""The addresses of ``/v1``: one for each operation, for one text, several, or a stream of lines."""

import json
from collections.abc import Awaitable, Callable
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.service.bodies import read_model
from tacknamn.service.descriptions import WARNING, describe_operation
from tacknamn.service.metrics import count_texts
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.operations import OPERATIONS, Operation
from tacknamn.service.problems import Problem
from tacknamn.service.state import ServiceState
from tacknamn.service.streams import LINES_TYPES, LineStream

__all__ = ["make_endpoint", "make_json_response", "make_v1_router", "read_type", "read_unit"]

_JSON_TYPE = "application/json"
Endpoint = Callable[[Request], Awaitable[Response]]


def make_v1_router(state: ServiceState) -> APIRouter:
    """Make the addresses of our own protocol."""
    router = APIRouter(prefix="/v1", tags=["v1"])
    for operation in OPERATIONS:
        router.add_api_route(
            f"/{operation.name}",
            make_endpoint(state, operation),
            methods=["POST"],
            name=operation.name,
            summary=operation.summary,
            **describe_operation(operation),
        )
    return router


def make_endpoint(state: ServiceState, operation: Operation) -> Endpoint:
    """Return the function that answers requests for an operation."""

    async def respond(request: Request) -> Response:
        unit = read_unit(request)
        if read_type(request) in LINES_TYPES:
            return LineStream(state, operation, unit, request)
        limits = state.settings.limits
        body = await read_model(request, operation.request, limits)
        size = operation.check(body, limits)
        engines = state.engines.begin_request(operation.has_many(body))
        answers = await state.queue.run_steps(operation.run(engines, body, unit), size)
        count_texts(operation.name, *operation.count(body))
        return make_json_response(operation.join(body, answers))

    return respond


def read_unit(request: Request) -> OffsetUnit:
    """Return the unit of the offsets: the parameter ``offsets`` of the address."""
    name = request.query_params.get("offsets", OffsetUnit.CODEPOINTS)
    try:
        return OffsetUnit(name)
    except ValueError:
        raise Problem("invalid", f"offsets: choose {', '.join(OffsetUnit)}") from None


def read_type(request: Request) -> str:
    """Return the type of the body. What names none, or a form, is read as JSON by its content."""
    return request.headers.get("content-type", "").partition(";")[0].strip().lower()


def make_json_response(value: Any, warning: str = "") -> Response:
    """Return plain data as JSON, and a warning as a header, where a protocol has no room for one."""
    headers = {WARNING: warning} if warning else None
    return Response(
        json.dumps(value, ensure_ascii=False).encode(), headers=headers, media_type=_JSON_TYPE
    )
