"""The addresses of Presidio's analyzer and anonymizer. Errors are ``{"error": "..."}``, and quote no text."""

from collections.abc import Awaitable, Callable
from itertools import chain
from typing import Any, NamedTuple

from fastapi import APIRouter
from pydantic import BaseModel
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from tacknamn.errors import Error
from tacknamn.service.bodies import parse_json, read_body, validate_model
from tacknamn.service.engines import EngineOptions
from tacknamn.service.presidio.analysis import RECOGNIZER, check_language, list_types
from tacknamn.service.presidio.anonymizers import ANONYMIZERS, DEANONYMIZERS
from tacknamn.service.presidio.batches import (
    PlannedWork,
    RequestContext,
    plan_analysis,
    plan_anonymization,
    plan_deanonymization,
)
from tacknamn.service.presidio.descriptions import (
    EXAMPLES,
    describe_health,
    describe_list,
    describe_texts,
)
from tacknamn.service.presidio.models import (
    AnalyzeRequest,
    AnalyzerResult,
    AnonymizedAnswer,
    AnonymizeRequest,
    DeanonymizeRequest,
    MalformedRequest,
)
from tacknamn.service.problems import describe_error
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response, read_unit
from tacknamn.svala.tokens import find_text_error

__all__ = ["make_presidio_router"]

_MALFORMED = 400
_ESCAPE = b"\\u"
"""What a JSON text has that could contain half of a surrogate pair, or NUL."""
Endpoint = Callable[[Request], Awaitable[Response]]


class TextAddress(NamedTuple):
    """An address that does something with texts."""

    name: str
    summary: str
    request: type[BaseModel]
    answer: type[BaseModel]
    is_list: bool
    """Whether the answer to one text is a list."""
    plan: Callable[[Any, RequestContext], PlannedWork]


_TEXT_ADDRESSES = (
    TextAddress(
        "analyze",
        "Find what identifies people (Presidio)",
        AnalyzeRequest,
        AnalyzerResult,
        True,
        plan_analysis,
    ),
    TextAddress(
        "anonymize",
        "Replace what was found (Presidio)",
        AnonymizeRequest,
        AnonymizedAnswer,
        False,
        plan_anonymization,
    ),
    TextAddress(
        "deanonymize",
        "Decrypt what was encrypted (Presidio)",
        DeanonymizeRequest,
        AnonymizedAnswer,
        False,
        plan_deanonymization,
    ),
)


def make_presidio_router(state: ServiceState) -> APIRouter:
    """Make the addresses of Presidio."""
    router = APIRouter(tags=["presidio"])
    for address in _TEXT_ADDRESSES:
        router.add_api_route(
            f"/{address.name}",
            _answer_errors(_make_text_endpoint(state, address)),
            methods=["POST"],
            name=f"presidio_{address.name}",
            summary=address.summary,
            **describe_texts(
                address.request, address.answer, address.is_list, EXAMPLES[address.name]
            ),
        )
    for name, (summary, has_language, list_names) in _LISTS.items():
        router.add_api_route(
            f"/{name}",
            _answer_errors(_make_list_endpoint(state, list_names)),
            name=f"presidio_{name}",
            summary=summary,
            **describe_list(has_language),
        )
    router.add_api_route("/health", _answer_health, name="presidio_health", **describe_health())
    return router


def _make_text_endpoint(state: ServiceState, address: TextAddress) -> Endpoint:
    async def respond(request: Request) -> Response:
        limits = state.settings.limits
        unit = read_unit(request)
        body = await _read_request(request, address.request, limits)
        engines = state.engines.begin_request(isinstance(body.text, list))
        context = RequestContext(engines, limits, unit)
        work = address.plan(body, context)
        answers = await state.queue.run_steps(work.steps, work.size)
        warning = "; ".join(sorted(filter(None, work.warnings)))
        return make_json_response(answers if work.is_many else answers[0], warning)

    return respond


async def _read_request(request: Request, model: type[BaseModel], limits: ServiceLimits) -> Any:
    """Read a body. All its strings are valid text, because some of them are repeated in the answer."""
    body = await read_body(request, limits)
    value = parse_json(body)
    if model is not AnalyzeRequest and not value:
        raise MalformedRequest("Invalid request json")
    if _ESCAPE in body:
        _check_strings(value)
    return validate_model(model, value)


def _check_strings(value: Any) -> None:
    waiting = [value]
    while waiting:
        each = waiting.pop()
        if isinstance(each, str):
            if error := find_text_error(each):
                raise MalformedRequest(f"the body has {error}; remove it")
        elif isinstance(each, dict):
            waiting.extend(chain(each, each.values()))
        elif isinstance(each, list):
            waiting.extend(each)


def _list_recognizers(state: ServiceState, language: str | None) -> list[str]:
    return [RECOGNIZER]


def _list_entities(state: ServiceState, language: str | None) -> list[str]:
    return list_types(state.engines.get(EngineOptions(language=language)))


def _list_anonymizers(state: ServiceState, language: str | None) -> list[str]:
    return list(ANONYMIZERS)


def _list_deanonymizers(state: ServiceState, language: str | None) -> list[str]:
    return list(DEANONYMIZERS)


ListNames = Callable[[ServiceState, str | None], list[str]]
_LISTS: dict[str, tuple[str, bool, ListNames]] = {
    "recognizers": ("List the recognizers (Presidio)", True, _list_recognizers),
    "supportedentities": ("List the types that are found (Presidio)", True, _list_entities),
    "anonymizers": ("List the operators of /anonymize (Presidio)", False, _list_anonymizers),
    "deanonymizers": ("List the operators of /deanonymize (Presidio)", False, _list_deanonymizers),
}
"""Summary of each list, whether it depends on a language, and what makes it."""


def _make_list_endpoint(state: ServiceState, list_names: ListNames) -> Endpoint:
    async def respond(request: Request) -> Response:
        language = request.query_params.get("language") or None
        check_language(language)
        names = await state.queue.run(lambda: list_names(state, language))
        return make_json_response(names)

    return respond


async def _answer_health(request: Request) -> Response:
    return PlainTextResponse("Täcknamn is up, as Presidio Analyzer and Presidio Anonymizer\n")


def _answer_errors(endpoint: Endpoint) -> Endpoint:
    """Return an endpoint that answers errors in the form of Presidio."""

    async def respond(request: Request) -> Response:
        try:
            return await endpoint(request)
        except Error as exc:
            return _make_error_response(exc)

    return respond


def _make_error_response(exc: Error) -> Response:
    problem = describe_error(exc)
    response = make_json_response({"error": str(problem)})
    response.status_code = _MALFORMED if isinstance(exc, MalformedRequest) else problem.status
    response.headers.update(problem.headers)
    return response
