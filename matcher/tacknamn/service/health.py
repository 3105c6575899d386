"""Addresses for those who run the service: health, figures, explanations of errors."""

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tacknamn.service.descriptions import describe_problems
from tacknamn.service.metrics import METRICS_TYPE, collect_metrics
from tacknamn.service.problems import PROBLEMS, Problem
from tacknamn.service.state import ServiceState

__all__ = ["make_health_router"]

_KIND = {
    "name": "kind",
    "in": "path",
    "required": True,
    "description": "The last part of the type of an error.",
    "schema": {"type": "string", "enum": list(PROBLEMS)},
}


def make_health_router(state: ServiceState) -> APIRouter:
    """Make the addresses."""
    router = APIRouter(
        tags=["operation"],
        default_response_class=PlainTextResponse,
        responses=describe_problems(has_body=False),
    )

    @router.head("/livez", include_in_schema=False)
    @router.get("/livez", summary="Whether the process answers")
    async def live() -> Response:
        return PlainTextResponse("ok\n")

    @router.head("/readyz", include_in_schema=False)
    @router.get(
        "/readyz", summary="Whether requests are answered now", response_class=PlainTextResponse
    )
    async def ready() -> Response:
        if state.queue.waiting >= state.settings.limits.queue:
            raise Problem("unavailable", "too many requests are waiting")
        return PlainTextResponse("ok\n")

    @router.get("/metrics", summary="Figures for Prometheus")
    async def metrics() -> Response:
        state.show_levels()
        return Response(collect_metrics(), media_type=METRICS_TYPE)

    @router.get(
        "/problems/{kind}",
        summary="Explain an error",
        responses=describe_problems(404, has_body=False),
        openapi_extra={"parameters": [_KIND]},
    )
    async def explain(request: Request) -> Response:
        problem = PROBLEMS.get(request.path_params["kind"])
        if problem is None:
            raise Problem("not-found", f"there are {', '.join(PROBLEMS)}")
        return PlainTextResponse(f"{problem.status}: {problem.title}.\n{problem.explanation}\n")

    return router
