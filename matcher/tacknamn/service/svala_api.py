"""The pseudonymization service that SVALA's editor calls: ``/annotation/pseuws``, ``/ws/larka/pseuws``.

The editor sends ``text=<percent-encoded>`` and says ``text/plain``, so the type of the body is not looked at.
It does nothing unless the status is 200, and cannot read an error without ``Access-Control-Allow-Origin``
(:mod:`tacknamn.service.gates`). Each text is a run of its own. What the answer looks like, and why, is
described in :mod:`tacknamn.svala.service`.
"""

from typing import Any
from urllib.parse import unquote_to_bytes

from fastapi import APIRouter
from pydantic import RootModel
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.service.bodies import check_text, read_body
from tacknamn.service.descriptions import describe_problems, refer_to
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.gates import QUERY_TOKEN_PATHS
from tacknamn.service.metrics import count_texts
from tacknamn.service.models import AnswerModel
from tacknamn.service.problems import Problem
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response
from tacknamn.svala.service import Answer, make_service_answer

__all__ = ["HELD_BACK", "SVALA_MODELS", "make_svala_router", "parse_text"]

HELD_BACK = "X-Tacknamn-Held-Back"
"""The header with the number of labels that the editor could not take: 1 if the last word has one."""
_FIELD = "text"
_PARAMETERS = {
    "language": "sv, en or auto.",
    "profile": "swell, clinic, sms, mask, tab, or one of the service.",
}
_TOKEN = "access_token"


class SvalaWord(AnswerModel):
    """One word of the answer to SVALA."""

    string: str
    label: list[str]


class SvalaSentences(RootModel[list[list[SvalaWord]]]):
    """The answer to SVALA: sentences of words."""


SVALA_MODELS = [SvalaSentences]


def make_svala_router(state: ServiceState) -> APIRouter:
    """Make both addresses of the pseudonymization service."""
    router = APIRouter(tags=["svala"])

    async def pseudonymize(request: Request) -> Response:
        options = _read_options(request)
        limits = state.settings.limits
        text = parse_text(await read_body(request, limits))
        check_text(text, limits)
        engines = state.engines
        answer = await state.queue.run(lambda: _answer_text(engines, options, text), len(text))
        count_texts("svala", 1, len(text))
        response = make_json_response(answer.sentences)
        response.headers[HELD_BACK] = str(len(answer.held_back))
        response.headers["Access-Control-Expose-Headers"] = HELD_BACK
        return response

    for path in QUERY_TOKEN_PATHS:
        router.add_api_route(
            path,
            pseudonymize,
            methods=["POST"],
            name=path.strip("/").replace("/", "_"),
            summary="Pseudonymize a text for SVALA's editor",
            **_describe(),
        )
    return router


def _read_options(request: Request) -> EngineOptions:
    """Read the settings in the address; a misspelt one is an error."""
    unknown = request.query_params.keys() - {*_PARAMETERS, _TOKEN}
    if unknown:
        raise Problem("invalid", f"there is an unknown parameter; use {', '.join(_PARAMETERS)}")
    profile, language = (request.query_params.get(name) for name in ("profile", "language"))
    return EngineOptions(profile or None, language or None)


def _answer_text(engines: Engines, options: EngineOptions, text: str) -> Answer:
    return make_service_answer(engines.get(options.name_run(text))(text).graph)


def parse_text(body: bytes) -> str:
    """Return the text of a body ``text=...``.

    A plus sign is a blank, as in every form; SVALA encodes its own as ``%2B``. A percent sign that begins no
    byte stays, as in browsers. Bytes that are not UTF-8 are an error: replaced, they would damage the text.

    >>> parse_text(b"text=Anna%20%C3%85+100%")
    'Anna Å 100%'
    """
    fields = [field.partition(b"=") for field in body.split(b"&") if field]
    values = [value for name, _, value in fields if name == _FIELD.encode()]
    if len(values) != 1 or len(fields) != 1:
        raise Problem(
            "invalid-form",
            f"send one field, {_FIELD}=, with a percent-encoded text and nothing else",
        )
    try:
        return unquote_to_bytes(values[0].replace(b"+", b" ")).decode()
    except UnicodeDecodeError:
        raise Problem("invalid-form", "the text is not UTF-8; encode it before %XX") from None


def _describe() -> dict[str, Any]:
    """Return what the description says of both addresses."""
    text = {"schema": {"type": "string"}, "example": "text=Jag%20heter%20Anna%20."}
    form = {
        "schema": {
            "type": "object",
            "properties": {_FIELD: {"type": "string"}},
            "required": [_FIELD],
            "additionalProperties": False,
        }
    }
    header = {
        "description": "How many labels SVALA could not take: 1 if the last word of the text has one.",
        "schema": {"type": "integer"},
    }
    plain = {"text/plain": {"schema": {"type": "string"}}}
    problems = {
        status: {"description": problem["description"], "content": plain}
        for status, problem in describe_problems().items()
    }
    return {
        "description": "The body is `text=` and the percent-encoded text, whatever its type says. "
        "Errors are plain text.",
        "openapi_extra": {
            "parameters": [
                {"name": name, "in": "query", "description": description,
                 "schema": {"type": "string"}}
                for name, description in _PARAMETERS.items()
            ],
            "requestBody": {
                "required": True,
                "content": {"text/plain": text, "application/x-www-form-urlencoded": form},
            },
        },
        "responses": {
            200: {
                "description": "Sentences of words with their labels.",
                "headers": {HELD_BACK: header},
                "content": {"application/json": {"schema": refer_to(SvalaSentences)}},
            },
            **problems,
        },
    }  # fmt: skip
