"""The addresses of the reconciliation service."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.service.bodies import read_body
from tacknamn.service.engines import Engines
from tacknamn.service.problems import Problem
from tacknamn.service.reconcile.candidates import answer_query
from tacknamn.service.reconcile.descriptions import (
    ENDPOINT_GET,
    ENDPOINT_POST,
    PAGE,
    PROPOSALS,
    SUGGESTIONS,
)
from tacknamn.service.reconcile.entities import ListedEntity, find_entity
from tacknamn.service.reconcile.entity_types import has_known_type
from tacknamn.service.reconcile.manifest import PATH, find_most_queries, make_manifest
from tacknamn.service.reconcile.pages import make_page
from tacknamn.service.reconcile.properties import PROPERTIES, describe_property, get_property
from tacknamn.service.reconcile.queries import (
    ExtendQuery,
    ReconcileQuery,
    read_extend_query,
    read_form,
    read_queries,
)
from tacknamn.service.reconcile.suggesting import SUGGESTERS, read_number
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response
from tacknamn.svala.tokens import find_text_error

__all__ = ["make_reconcile_router"]

_FORM_TYPE = "application/x-www-form-urlencoded"
_MOST_PROPERTIES = 1_000


def make_reconcile_router(state: ServiceState) -> APIRouter:
    """Make the addresses."""
    router = APIRouter(prefix=PATH, tags=["OpenRefine"])
    service = _ReconcileService(state)
    for path, endpoint, method, summary, described in (
        ("", service.answer_get, "GET", "Describe the service, or answer queries", ENDPOINT_GET),
        ("", service.answer_post, "POST", "Answer queries", ENDPOINT_POST),
        ("/properties", service.propose, "GET", "List the properties of a type", PROPOSALS),
        ("/preview", service.preview, "GET", "Show an entity in a frame", PAGE),
        ("/view", service.view, "GET", "Show an entity", PAGE),
    ):
        router.add_api_route(path, endpoint, methods=[method], summary=summary, **described)
    for name, described in SUGGESTIONS.items():
        router.add_api_route(
            f"/suggest/{name}",
            service.make_suggester(name),
            methods=["GET"],
            summary=f"Complete the name of an entity, property or type: {name}",
            name=f"suggest_{name}",
            **described,
        )
    return router


class _ReconcileService:
    """Answers requests. Each takes the lists that are open when it arrives."""

    def __init__(self, state: ServiceState) -> None:
        self._state = state

    async def answer_get(self, request: Request) -> Response:
        fields = read_form(request.scope["query_string"])
        if not fields.keys() & {"queries", "extend"}:
            lexicon = self._state.engines.lexicon
            settings = self._state.settings
            manifest = make_manifest(
                lexicon, settings, settings.public_url or str(request.base_url)
            )
            return make_json_response(manifest)
        return await self._answer(fields)

    async def answer_post(self, request: Request) -> Response:
        given = request.headers.get("content-type", _FORM_TYPE).partition(";")[0].strip().lower()
        if given != _FORM_TYPE:
            raise Problem("wrong-type", f"send the queries as a form ({_FORM_TYPE})")
        fields = read_form(await read_body(request, self._state.settings.limits))
        if not fields.keys() & {"queries", "extend"}:
            raise Problem("invalid", "the form has no field queries and no field extend")
        return await self._answer(fields)

    async def _answer(self, fields: dict[str, str]) -> Response:
        engines, most = self._state.engines, find_most_queries(self._state.settings)
        if "queries" in fields:
            queries = read_queries(fields["queries"], most)
            results = await self._state.queue.run_steps(_answer_queries(engines, queries.values()))
            warning = _describe_unanswered(engines.lexicon, queries.values())
            return make_json_response(dict(zip(queries, results, strict=True)), warning)
        query = read_extend_query(fields["extend"], most)
        properties = [get_property(each.id) for each in query.properties]
        rows = await self._state.queue.run_steps(_extend(engines, query))
        meta = [describe_property(each) for each in properties]
        return make_json_response({"meta": meta, "rows": dict(zip(query.ids, rows, strict=True))})

    def make_suggester(self, name: str) -> Callable[[Request], Any]:
        suggest = SUGGESTERS[name]

        async def respond(request: Request) -> Response:
            fields = read_form(request.scope["query_string"])
            lexicon = self._state.engines.lexicon
            found = await self._state.queue.run(lambda: suggest(lexicon, fields))
            return make_json_response({"result": found})

        return respond

    async def propose(self, request: Request) -> Response:
        fields = read_form(request.scope["query_string"])
        limit = read_number(fields, "limit", _MOST_PROPERTIES, _MOST_PROPERTIES)
        type = fields.get("type", "")
        proposed = [
            describe_property(each) for each in PROPERTIES.values() if not type or each.fits(type)
        ]
        answer: dict[str, Any] = {"properties": proposed[:limit], "type": type}
        return make_json_response(answer | ({"limit": limit} if "limit" in fields else {}))

    async def preview(self, request: Request) -> Response:
        return await self._show(request, is_preview=True)

    async def view(self, request: Request) -> Response:
        return await self._show(request, is_preview=False)

    async def _show(self, request: Request, is_preview: bool) -> Response:
        id = read_form(request.scope["query_string"]).get("id", "")
        lexicon = self._state.engines.lexicon
        entity = await self._state.queue.run(lambda: _find(lexicon, id))
        if entity is None:
            raise Problem("not-found", "the lists have no entry with this id")
        return make_page(entity, is_preview)


def _find(lexicon: Lexicon, id: str) -> ListedEntity | None:
    """Return an entity; text that is not valid is no id."""
    return None if find_text_error(id) else find_entity(lexicon, id)


def _answer_queries(engines: Engines, queries: Iterable[ReconcileQuery | str]) -> Iterator[Any]:
    for query in queries:
        yield {"result": [] if isinstance(query, str) else answer_query(engines.lexicon, query)}


def _describe_unanswered(lexicon: Lexicon, queries: Iterable[ReconcileQuery | str]) -> str:
    """Say which queries of a batch are wrong, and which ask for types that the lists do not have."""
    wrong = Counter(each for each in queries if isinstance(each, str))
    parts = [f"{number} without an answer: {reason}" for reason, number in wrong.items()]
    known = (each for each in queries if not isinstance(each, str))
    if of_no_type := sum(not has_known_type(lexicon, each.types) for each in known):
        parts.append(f"{of_no_type} of a type that the lists do not have, answered without it")
    return f"queries: {'; '.join(parts)}" if parts else ""


def _extend(engines: Engines, query: ExtendQuery) -> Iterator[Any]:
    """Yield the values of each entity; an unknown one has none."""
    properties = [get_property(each.id) for each in query.properties]
    for id in query.ids:
        entity = _find(engines.lexicon, id)
        yield {each.id: each.get_values(entity) if entity else [] for each in properties}
