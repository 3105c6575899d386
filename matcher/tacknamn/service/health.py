"""Addresses for those who run the service: a list of addresses, health, figures, explanations of errors."""

from html import escape
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

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


_PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Täcknamn</title>
<style>body {{ font: 16px sans-serif; margin: 2em }} td {{ padding: 0 1em 0.3em 0; vertical-align: top }}</style>
<h1>Täcknamn {version}</h1>
<p>{about} <a href="openapi.json">openapi.json</a> describes all addresses, with examples.</p>
<table>{rows}</table></html>
"""
_SAFE = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}


def _show_addresses(described: dict[str, Any], accepted: str) -> Response:
    """List all addresses: for a browser as a page, else as plain text."""
    rows = [
        (method.upper(), path, operation["summary"])
        for path, operations in described["paths"].items()
        for method, operation in operations.items()
    ]
    info = described["info"]
    if "text/html" not in accepted:
        lines = [f"{method:6} {path}  {summary}" for method, path, summary in rows]
        head = f"Täcknamn {info['version']}. {info['description']} See /openapi.json.\n\n"
        return PlainTextResponse(head + "\n".join(lines) + "\n")
    cells = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>\n" for row in rows
    )
    page = _PAGE.format(version=info["version"], about=escape(info["description"]), rows=cells)
    return HTMLResponse(page, headers=_SAFE)


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

    @router.head("/", include_in_schema=False)
    @router.get("/", include_in_schema=False)
    async def show(request: Request) -> Response:
        return _show_addresses(request.app.openapi(), request.headers.get("accept", ""))

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
