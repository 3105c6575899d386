"""The addresses of the page: ``/review`` and ``/review/api/...``.

What changes something, or has a body, must say ``Content-Type: application/json``: a page of another origin then
needs the browser's question before (a preflight), which fails. Answers are JSON, are stored by no browser, and
are taken for nothing else (:class:`~tacknamn.service.review.page.PageHeaderGate`).
"""

import json
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from tacknamn.service.bodies import read_model
from tacknamn.service.essays_api import answer_essay_errors
from tacknamn.service.problems import PROBLEM_TYPE, Problem
from tacknamn.service.review import models
from tacknamn.service.review.address_descriptions import describe_address
from tacknamn.service.review.desk import ReviewDesk
from tacknamn.service.review.exporting import find_export, name_file
from tacknamn.service.review.page import PAGE_PATH, load_page
from tacknamn.service.review.saving import SaveConflict
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response

__all__ = ["make_review_router"]

_LARGEST_BODY = 1 << 25
"""Bytes of a body: a text of a million characters may have forty thousand spans."""
_LONGEST_NUMBER = 9
Handler = Callable[[ReviewDesk, Request, Any], Awaitable[Any]]


def make_review_router(state: ServiceState) -> APIRouter:
    """Make the addresses of the page."""
    router = APIRouter(tags=["review"])
    desk = ReviewDesk(state)
    limits = replace(state.settings.limits, body=max(state.settings.limits.body, _LARGEST_BODY))

    @router.get(
        PAGE_PATH,
        summary="The page on which people look and correct",
        **describe_address(PAGE_PATH),
    )
    async def page(request: Request) -> Response:
        content, policy = load_page()
        headers = {"Content-Security-Policy": policy}
        return Response(content, headers=headers, media_type="text/html; charset=utf-8")

    def make_endpoint(handler: Handler, model: type[BaseModel] | None) -> Any:
        async def respond(request: Request) -> Response:
            desk.store  # noqa: B018 - refuses if there is no page
            body = None
            if model is not None:
                _check_type(request)
                body = await read_model(request, model, limits)
            try:
                with answer_essay_errors():
                    answer = await handler(desk, request, body)
            except SaveConflict as conflict:
                return _answer_conflict(conflict)
            return answer if isinstance(answer, Response) else make_json_response(answer)

        return respond

    for method, path, name, summary, handler, model in _ADDRESSES:
        router.add_api_route(
            f"/review/api{path}",
            make_endpoint(handler, model),
            methods=[method],
            name=f"review_{name}",
            summary=summary,
            **describe_address(path, method, model),
        )
    return router


def _check_type(request: Request) -> None:
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Problem("wrong-type", "send the body as Content-Type: application/json")


def _answer_conflict(conflict: SaveConflict) -> Response:
    data = Problem("conflict", str(conflict)).to_dict() | {"newest": conflict.newest}
    return Response(json.dumps(data, ensure_ascii=False).encode(), 409, media_type=PROBLEM_TYPE)


def _get_user(request: Request) -> str:
    return request.query_params.get("user", "")


def _get_id(request: Request) -> str:
    return str(request.path_params["id"])


def _read_version(request: Request) -> int | None:
    """Return the version of the address."""
    written = request.query_params.get("version")
    if written is None:
        return None
    if not (written.isascii() and written.isdecimal() and len(written) <= _LONGEST_NUMBER):
        raise Problem(
            "invalid", f"version: give a whole number of {_LONGEST_NUMBER} digits at most"
        )
    return int(written)


async def _get_settings(desk: ReviewDesk, request: Request, body: None) -> Any:
    return await desk.describe_settings(_get_user(request))


async def _put_settings(
    desk: ReviewDesk, request: Request, body: models.ReviewSettingsRequest
) -> Any:
    return await desk.change_settings(_get_user(request), body)


async def _list_documents(
    desk: ReviewDesk, request: Request, body: models.ListDocumentsRequest
) -> Any:
    return await desk.list_documents(_get_user(request), body)


async def _load(desk: ReviewDesk, request: Request, body: None) -> Any:
    return await desk.load(_get_user(request), _get_id(request), _read_version(request))


async def _save(desk: ReviewDesk, request: Request, body: models.SaveRequest) -> Any:
    return await desk.save(_get_user(request), _get_id(request), body)


async def _list_versions(desk: ReviewDesk, request: Request, body: None) -> Any:
    return await desk.list_versions(_get_user(request), _get_id(request))


async def _explain(desk: ReviewDesk, request: Request, body: models.WhyRequest) -> Any:
    return await desk.explain(_get_user(request), _get_id(request), body)


async def _make_forms(desk: ReviewDesk, request: Request, body: models.FormsRequest) -> Any:
    return await desk.make_forms(body)


async def _draw(desk: ReviewDesk, request: Request, body: models.DrawRequest) -> Any:
    return await desk.draw(_get_user(request), body)


async def _make_spans(desk: ReviewDesk, request: Request, body: models.MadeSpansRequest) -> Any:
    return await desk.make_spans(_get_user(request), body)


async def _apply(desk: ReviewDesk, request: Request, body: models.ApplyRequest) -> Any:
    return await desk.apply(_get_user(request), body)


async def _export(desk: ReviewDesk, request: Request, body: None) -> Any:
    kind = find_export(request.query_params.get("format", "svala"))
    name, content = await desk.export(_get_user(request), _get_id(request), kind)
    return Response(content, headers=_attach(name), media_type=kind.media_type)


async def _export_many(desk: ReviewDesk, request: Request, body: models.ExportRequest) -> Any:
    kind = find_export(body.format)
    parts = await desk.export_many(_get_user(request), body.ids, kind)
    name = name_file(kind, "documents").rpartition(".")[0] + ".zip"
    return StreamingResponse(parts, headers=_attach(name), media_type="application/zip")


def _attach(name: str) -> dict[str, str]:
    return {
        "Content-Disposition": f'attachment; filename="{name}"',
        # A file that is opened by its address runs nothing.
        "Content-Security-Policy": "sandbox; default-src 'none'; style-src 'unsafe-inline'",
    }


async def _count(desk: ReviewDesk, request: Request, body: None) -> Any:
    return await desk.count(_get_user(request), request.query_params.get("users", ""))


async def _pulse(desk: ReviewDesk, request: Request, body: None) -> Any:
    return {"ok": True, "run": desk.run}


_ADDRESSES: tuple[tuple[str, str, str, str, Handler, type[BaseModel] | None], ...] = (
    ("GET", "/settings", "settings", "Read the settings", _get_settings, None),
    ("PUT", "/settings", "change_settings", "Change the settings", _put_settings,
     models.ReviewSettingsRequest),
    ("POST", "/documents", "documents", "List the documents", _list_documents,
     models.ListDocumentsRequest),
    ("GET", "/documents/{id}", "document", "Open a document", _load, None),
    ("PUT", "/documents/{id}", "save", "Save all decisions about a document", _save,
     models.SaveRequest),
    ("GET", "/documents/{id}/versions", "versions", "List what was saved", _list_versions, None),
    ("POST", "/documents/{id}/why", "why", "Say why a piece has its label", _explain,
     models.WhyRequest),
    ("GET", "/documents/{id}/export", "export", "Write a document as a file", _export, None),
    ("POST", "/forms", "forms", "Give a name the forms of all mentions", _make_forms,
     models.FormsRequest),
    ("POST", "/draw", "draw", "Draw another pseudonym", _draw, models.DrawRequest),
    ("POST", "/spans", "spans", "Make spans of words that a person chose", _make_spans,
     models.MadeSpansRequest),
    ("POST", "/apply", "apply", "Apply a decision to all documents", _apply, models.ApplyRequest),
    ("POST", "/export", "export_many", "Write several documents as one zip file", _export_many,
     models.ExportRequest),
    ("GET", "/figures", "figures", "Count labels, certainty, risk and agreement", _count, None),
    ("GET", "/pulse", "pulse", "Whether the service is there", _pulse, None),
)  # fmt: skip
