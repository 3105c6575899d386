"""The essay backend of SVALA's editor: ``/tasks/...`` over a folder of essays.

The editor opens ``#backend=<base64 of .../tasks/>&essay=e07`` and then calls::

    GET  /tasks/e07               {"version": 0, "access_write": true, "raw": "Jag heter ..."}
                                  {"version": 3, "access_write": true, "state": "{\\"source\\": ...}"}
    GET  /tasks/e07/status        {"done": false}
    POST /tasks/e07/status        {"done": true} -> {"access_write": true, "done": true}
    POST /tasks/e07/version/4     a graph -> {"version": 4}
    POST /tasks/e07/report        {"message": "..."} -> {}

and the same with a user: ``/tasks/e07/anna/version/1``. A text that has no graph is sent as ``raw``, never
pseudonymized: opened in the mode for pseudonyms, the editor would draw its own in place of ours. Its button
calls :mod:`tacknamn.service.svala_api`, whose pseudonyms it keeps. A graph is sent as ``state``.
"""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.errors import InputError
from tacknamn.essays.errors import EssayError, EssayReason
from tacknamn.essays.store import EssayStore
from tacknamn.service.bodies import parse_json, read_body, read_model
from tacknamn.service.descriptions import describe_problems, refer_to
from tacknamn.service.models import AnswerModel, RequestModel
from tacknamn.service.problems import Problem
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response
from tacknamn.service.work_queue import LONG
from tacknamn.svala.json_graphs import read_graph, write_graph

__all__ = ["ESSAY_MODELS", "answer_essay_errors", "make_essays_router"]

_KINDS = {
    EssayReason.UNKNOWN: "not-found",
    EssayReason.CONFLICT: "conflict",
    EssayReason.FULL: "disk-full",
    EssayReason.READ_ONLY: "forbidden",
    EssayReason.BROKEN: "unavailable",
}
_LONGEST_NUMBER = 9
"""Digits of a version."""
_LONGEST_REPORT = 1_000_000
"""Characters. A report may have a whole graph."""


class EssayAnswer(AnswerModel):
    """An essay. It has either a raw text or a state."""

    version: int
    access_write: bool
    raw: Annotated[str | None, Field(description="The text of an essay that has no graph.")] = None
    state: Annotated[str | None, Field(description="The graph, as a text of JSON.")] = None


class StatusRequest(RequestModel):
    """Whether annotators have finished an essay."""

    done: bool


class StatusAnswer(AnswerModel):
    """The status of an essay."""

    done: bool
    access_write: bool


class ReportRequest(RequestModel):
    """An error of the editor."""

    message: Annotated[str, Field(max_length=_LONGEST_REPORT)]


class SavedAnswer(AnswerModel):
    """The number of the version that was saved."""

    version: int


class GraphRequest(BaseModel):
    """A graph of SVALA; ``tacknamn validate`` explains its rules."""

    source: list[dict[str, str]]
    target: list[dict[str, str]]
    edges: dict[str, Any]
    comment: str | None = None


ESSAY_MODELS: list[type[BaseModel]] = [
    EssayAnswer,
    GraphRequest,
    ReportRequest,
    SavedAnswer,
    StatusAnswer,
    StatusRequest,
]
Handler = Callable[["_EssayBackend", Request, str, str], Awaitable[Response]]


def make_essays_router(state: ServiceState) -> APIRouter:
    """Make the addresses of the essay backend."""
    router = APIRouter(prefix="/tasks", tags=["essays"])
    folder = state.settings.essays
    only = state.settings.essay_names
    backend = _EssayBackend(state, None if folder is None else EssayStore(folder, only))
    for path, method, name, handler, body, answer in _ADDRESSES:
        for middle in ("", "/{user}"):
            router.add_api_route(
                f"/{{essay}}{middle}{path}",
                _make_endpoint(backend, handler),
                methods=[method],
                name=name + ("_of_user" if middle else ""),
                summary=handler.__doc__,
                **_describe(f"{middle}{path}", body, answer),
            )
    return router


def _make_endpoint(
    backend: "_EssayBackend", handler: Handler
) -> Callable[[Request], Awaitable[Response]]:
    async def respond(request: Request) -> Response:
        parts = request.path_params
        with answer_essay_errors():
            response = await handler(backend, request, parts["essay"], parts.get("user", ""))
        response.headers["Cache-Control"] = "no-store"  # browsers would write texts to their disk
        return response

    return respond


@contextmanager
def answer_essay_errors() -> Iterator[None]:
    """Raise the errors of a store as problems."""
    try:
        yield
    except EssayError as exc:
        raise Problem(_KINDS[exc.reason], str(exc)) from None


class _EssayBackend:
    """Answers the requests of the editor."""

    def __init__(self, state: ServiceState, store: EssayStore | None) -> None:
        self._state = state
        self._store = store
        self._limits = state.settings.limits

    @property
    def store(self) -> EssayStore:
        """The essays; a problem if the service has none."""
        if self._store is None:
            raise Problem("forbidden", "the service has no essays; start it with --essays DIR")
        return self._store

    async def load(self, request: Request, essay: str, user: str) -> Response:
        """Open the newest version of an essay"""
        return make_json_response(await asyncio.to_thread(self._load, self.store, essay, user))

    def _load(self, store: EssayStore, essay: str, user: str) -> dict[str, Any]:
        content = store.load(essay, user)
        answer = {"version": content.version, "access_write": store.can_write()}
        if content.saved is None:
            return {**answer, "raw": content.raw}
        return {**answer, "state": write_graph(content.saved)}

    async def read_status(self, request: Request, essay: str, user: str) -> Response:
        """Read whether an essay is done"""
        store = self.store
        return self._answer_status(await asyncio.to_thread(store.is_done, essay, user))

    async def write_status(self, request: Request, essay: str, user: str) -> Response:
        """Store whether an essay is done"""
        store = self.store
        body = await read_model(request, StatusRequest, self._limits)
        await asyncio.to_thread(store.set_done, essay, body.done, user)
        return self._answer_status(body.done)

    def _answer_status(self, is_done: bool) -> Response:
        """Answer with the right to write as well: without it, the editor allows no change."""
        return make_json_response({"done": is_done, "access_write": self.store.can_write()})

    async def save(self, request: Request, essay: str, user: str) -> Response:
        """Save the next version of an essay"""
        store = self.store
        expected = _read_version(request) - 1
        body = await read_body(request, self._limits)

        def work() -> int:
            parse_json(body)  # which says better what is wrong with it
            return store.save(essay, read_graph(body.decode(), "the graph"), expected, user)

        # In the thread for texts: checking takes the processor, and the disk may be slow.
        number = await self._state.queue.run(work, LONG + 1)
        return make_json_response({"version": number})

    async def report(self, request: Request, essay: str, user: str) -> Response:
        """Store an error of the editor"""
        store = self.store
        body = await read_model(request, ReportRequest, self._limits)
        await asyncio.to_thread(store.add_report, essay, body.message, user)
        return make_json_response({})


def _read_version(request: Request) -> int:
    """Return the version in the address: a number from 1 on."""
    number = request.path_params["version"]
    is_number = number.isascii() and number.isdecimal() and len(number) <= _LONGEST_NUMBER
    if not is_number or number.startswith("0"):
        raise InputError("the version in the address is no number from 1 on")
    return int(number)


_ADDRESSES: tuple[
    tuple[str, str, str, Handler, type[BaseModel] | None, type[BaseModel] | None], ...
] = (
    # The longer ones first: the name of a user would match "status".
    ("/status", "GET", "read_status", _EssayBackend.read_status, None, StatusAnswer),
    ("/status", "POST", "write_status", _EssayBackend.write_status, StatusRequest, StatusAnswer),
    ("/version/{version}", "POST", "save_version", _EssayBackend.save, GraphRequest, SavedAnswer),
    ("/report", "POST", "report_error", _EssayBackend.report, ReportRequest, None),
    ("", "GET", "load_essay", _EssayBackend.load, None, EssayAnswer),
)
_EXAMPLES: dict[type[BaseModel], Any] = {
    StatusRequest: {"done": True},
    ReportRequest: {"message": "Internal invariant violated"},
    GraphRequest: {
        "source": [{"id": "s0", "text": "Hej "}],
        "target": [{"id": "t1", "text": "Hej "}],
        "edges": {"e-s0-t1": {"id": "e-s0-t1", "ids": ["s0", "t1"], "labels": [], "manual": False}},
    },
}
_NAME = {"type": "string", "minLength": 1, "maxLength": 200}
_SCHEMAS = {"version": {"type": "integer", "minimum": 1, "maximum": 10**_LONGEST_NUMBER - 1}}


def _describe(
    path: str, body: type[BaseModel] | None, answer: type[BaseModel] | None
) -> dict[str, Any]:
    """Return what the description says of an address."""
    names = [
        name for name in ("essay", "user", "version") if name == "essay" or f"{{{name}}}" in path
    ]
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": _SCHEMAS.get(name, _NAME)}
        for name in names
    ]
    extra: dict[str, Any] = {"parameters": parameters}
    if body is not None:
        content = {"schema": refer_to(body), "example": _EXAMPLES[body]}
        extra["requestBody"] = {"required": True, "content": {"application/json": content}}
    schema = {"type": "object"} if answer is None else refer_to(answer)
    right = {"description": "The answer.", "content": {"application/json": {"schema": schema}}}
    return {
        "openapi_extra": extra,
        "responses": {200: right, **describe_problems(403, 404, 409, 507)},
    }
