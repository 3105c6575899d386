"""The addresses of sessions."""

import asyncio
import json
from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.service.answer_models import PseudonymizeAnswer
from tacknamn.service.bodies import check_text, parse_json, read_body, read_model, validate_model
from tacknamn.service.descriptions import OFFSETS_PARAMETER, describe_problems, refer_to
from tacknamn.service.models import TextRequest
from tacknamn.service.operations import check_names, check_number
from tacknamn.service.problems import Problem
from tacknamn.service.sessions.files import SessionId
from tacknamn.service.sessions.models import (
    DumpedSession,
    OpenedSessionAnswer,
    RestoredAnswer,
    RestoreRequest,
    SessionAnswer,
    SessionRequest,
    SessionTextRequest,
)
from tacknamn.service.sessions.streams import TEXT_TYPE, LinesRestorer, TextRestorer
from tacknamn.service.sessions.work import (
    anonymize_texts,
    describe_session,
    format_time,
    make_content,
    name_document,
    open_session,
    restore_texts,
)
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.state import ServiceState
from tacknamn.service.streams import LINES_TYPE, LINES_TYPES
from tacknamn.service.v1 import make_json_response, read_type, read_unit
from tacknamn.service.vaults import open_session_vault
from tacknamn.service.work_queue import LONG

__all__ = ["make_session_router"]

_JSON = "application/json"
_ID = {
    "name": "id",
    "in": "path",
    "required": True,
    "description": "The id of the session.",
    "schema": {"type": "string"},
}


def make_session_router(state: ServiceState) -> APIRouter:
    """Make the addresses."""
    router = APIRouter(prefix="/v1/sessions", tags=["sessions"])
    addresses = _SessionAddresses(state)
    router.add_api_route(
        "",
        addresses.create,
        name="open_session",
        methods=["POST"],
        summary="Open a session",
        status_code=201,
        **_describe(SessionRequest, OpenedSessionAnswer, {"ttl": 600}, 507, status=201),
    )
    router.add_api_route(
        "/{id}",
        addresses.show,
        name="show_session",
        methods=["GET"],
        summary="Count what a session has",
        **_describe(None, SessionAnswer, None, 404),
    )
    router.add_api_route(
        "/{id}/dump",
        addresses.dump,
        name="dump_session",
        methods=["GET"],
        summary="Return the mapping of a session, to go on with it elsewhere",
        **_describe(None, DumpedSession, None, 404),
    )
    router.add_api_route(
        "/{id}",
        addresses.delete,
        name="end_session",
        methods=["DELETE"],
        summary="End a session",
        status_code=204,
        **_describe(None, None, None, 404, status=204),
    )
    router.add_api_route(
        "/{id}/anonymize",
        addresses.anonymize,
        name="anonymize_in_session",
        methods=["POST"],
        summary="Replace what identifies people, alike in all texts of the session",
        **_describe(SessionTextRequest, PseudonymizeAnswer, _TEXT, 404, 507, offsets=True),
    )
    router.add_api_route(
        "/{id}/restore",
        addresses.restore,
        name="restore_in_session",
        methods=["POST"],
        summary="Put the originals into an answer",
        **_describe(RestoreRequest, RestoredAnswer, _REPLY, 404, streams=True),
    )
    return router


_TEXT = {"text": "Jag heter Anna och bor i Lund."}
_REPLY = {"text": "Karins stad heter Uppsala."}


class _SessionAddresses:
    """What the addresses do."""

    def __init__(self, state: ServiceState) -> None:
        self._state = state

    async def create(self, request: Request) -> Any:
        """Open a session."""
        settings, files = self._state.settings, self._state.sessions
        body = await read_body(request, settings.limits)
        asked = validate_model(SessionRequest, parse_json(body) if body.strip() else {})
        longest = settings.sessions.seconds
        if asked.ttl is not None and asked.ttl > longest:
            raise Problem("invalid", f"ttl: a session lives {longest:g} seconds at most")
        engines = self._state.engines
        if asked.dump is not None:
            _check_dump(asked.dump)
        size = LONG + 1 if len(body) > LONG else 0
        content = await self._state.queue.run(lambda: make_content(asked, engines), size)
        lifetime = longest if asked.ttl is None else float(asked.ttl)
        id, stored = await asyncio.to_thread(files.create, content, lifetime)
        answer = {"id": id, "expires": format_time(stored.expires)}
        if settings.session_vault is not None:
            answer["document"] = name_document(SessionId.derive(id))
        response = make_json_response(answer)
        response.status_code = 201
        return response

    async def show(self, request: Request) -> Any:
        """Count what a session has. Looking at it does not prolong its life."""
        stored = await self._state.sessions.read(request.path_params["id"], is_used=False)
        return make_json_response(describe_session(stored.content, stored.expires))

    async def dump(self, request: Request) -> Any:
        """Return the mapping of a session, with the originals. This does not prolong its life."""
        stored = await self._state.sessions.read(request.path_params["id"], is_used=False)
        response = make_json_response(stored.content["mapping"])
        response.headers["Cache-Control"] = "no-store"
        return response

    async def delete(self, request: Request) -> Any:
        """End a session."""
        async with self._state.sessions.hold(request.path_params["id"]) as held:
            held.remove()
        return Response(status_code=204)

    async def anonymize(self, request: Request) -> Any:
        """Pseudonymize texts of a session."""
        state, unit = self._state, read_unit(request)
        limits = state.settings.limits
        body = await read_model(request, SessionTextRequest, limits)
        size = _check_texts(body, limits)
        vault = open_session_vault(state.settings)
        if vault is not None:
            size = max(size, LONG + 1)  # it waits for the disk, so it must not work on the loop
        async with state.sessions.hold(request.path_params["id"]) as held:
            steps = anonymize_texts(held, state.engines, body, unit, vault)
            answers = await state.queue.run_steps(steps, size)
        return make_json_response({"results": answers} if body.texts is not None else answers[0])

    async def restore(self, request: Request) -> Any:
        """Restore answers: one, several, or one that is still arriving."""
        state, id, kind = self._state, request.path_params["id"], read_type(request)
        if kind == TEXT_TYPE or kind in LINES_TYPES:
            content = (await state.sessions.read(id)).content
            session = await state.queue.run(lambda: open_session(content, state.engines))
            restorer = TextRestorer if kind == TEXT_TYPE else LinesRestorer
            return restorer(state, session.open_stream(), request)
        limits = state.settings.limits
        body = await read_model(request, RestoreRequest, limits)
        size = _check_texts(body, limits)
        content = (await state.sessions.read(id)).content
        answers = await state.queue.run_steps(restore_texts(content, state.engines, body), size)
        return make_json_response({"results": answers} if body.texts is not None else answers[0])


def _check_dump(dump: dict[str, Any]) -> None:
    """Refuse half characters, which no answer could have."""
    try:
        json.dumps(dump, ensure_ascii=False).encode()
    except (UnicodeEncodeError, RecursionError):
        raise Problem("invalid", "dump: give what a session returned as its dump") from None


def _check_texts(body: TextRequest, limits: ServiceLimits) -> int:
    """Refuse what is too large or no text; return the characters of the longest text."""
    texts = body.all_texts
    check_number("texts", len(texts), limits)
    check_names(body.all_ids)
    for number, text in enumerate(texts):
        if text is not None:
            check_text(text, limits, "text" if body.texts is None else f"texts[{number}]")
    return max((len(text) for text in texts if text is not None), default=0)


def _describe(
    request: type[BaseModel] | None,
    answer: type[BaseModel] | None,
    example: dict[str, Any] | None,
    *problems: int,
    status: int = 200,
    offsets: bool = False,
    streams: bool = False,
) -> dict[str, Any]:
    """Return what FastAPI is to say of an address."""
    extra: dict[str, Any] = {"parameters": [_ID] if 404 in problems else []}
    if offsets:
        extra["parameters"].append(OFFSETS_PARAMETER)
    if request is not None:
        content = {_JSON: {"schema": refer_to(request), "example": example}}
        if streams:
            content |= _STREAMS
        extra["requestBody"] = {"required": example != {"ttl": 600}, "content": content}
    responses = describe_problems(*problems)
    described: dict[str, Any] = {"description": "The answer."}
    if answer is not None:
        schema: dict[str, Any] = refer_to(answer)
        if request is not None and issubclass(request, TextRequest):
            items = {"anyOf": [schema, {"type": "null"}]}
            results = {"results": {"type": "array", "items": items}}
            many = {"type": "object", "properties": results, "required": ["results"]}
            schema = {"anyOf": [schema, many]}
        described["content"] = {_JSON: {"schema": schema}, **(_STREAMS if streams else {})}
    responses[status] = described
    return {"openapi_extra": extra, "responses": responses, "response_model": None}


_STREAMS: dict[str, Any] = {
    TEXT_TYPE: {
        "schema": {"type": "string", "description": "A text of any length."},
        "example": _REPLY["text"],
    },
    LINES_TYPE: {
        "schema": {"type": "string", "description": 'Lines {"text": "a part of the text"}.'},
    },
}
