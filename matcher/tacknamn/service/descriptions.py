"""Describe the addresses for OpenAPI.

Bodies are read by our own code, which has limits that FastAPI does not know, so their schemas are added
here. Each has an example that a test sends.
"""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI
from fastapi.routing import APIRoute
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from tacknamn.service.gates import is_open
from tacknamn.service.models import ProblemAnswer, RequestModel
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.operations import Operation
from tacknamn.service.problems import PROBLEM_TYPE, PROBLEMS
from tacknamn.service.state import ServiceState
from tacknamn.service.streams import LINES_TYPE
from tacknamn.text.languages import AUTO, LANGUAGES

__all__ = [
    "OFFSETS_PARAMETER",
    "WARNING",
    "WARNING_HEADER",
    "add_schemas",
    "describe_operation",
    "describe_problems",
    "name_operation",
    "refer_to",
]

_REFERENCE = "#/components/schemas/{model}"
_COMMON = (400, 401, 405, 408, 421, 431, 500, 503)
"""The errors of every address."""
_OF_BODIES = (413, 415, 422, 429, 504)
"""The errors of every address that reads a body, or works with texts."""
WARNING = "X-Tacknamn-Warning"
"""The header for what an answer leaves out, where the protocol has no room for it."""
WARNING_HEADER = {
    WARNING: {
        "description": "What of the request has no answer, and why; absent if all has one.",
        "schema": {"type": "string"},
    }
}
OFFSETS_PARAMETER = {
    "name": "offsets",
    "in": "query",
    "description": "What offsets count: code points (Python, R), UTF-16 units (JavaScript, Java, C#) or "
    "bytes of UTF-8 (Rust, Go).",
    "schema": {"type": "string", "enum": list(OffsetUnit), "default": OffsetUnit.CODEPOINTS},
}


def refer_to(model: type[BaseModel]) -> dict[str, str]:
    """Return a reference to the schema of a model."""
    return {"$ref": _REFERENCE.format(model=model.__name__)}


def describe_operation(operation: Operation) -> dict[str, Any]:
    """Return what FastAPI is to say of an operation of ``/v1``."""
    answer = refer_to(operation.answer)
    many = {
        "type": "object",
        "properties": {
            "results": {"type": "array", "items": {"anyOf": [answer, {"type": "null"}]}}
        },
        "required": ["results"],
    }
    body = {"schema": refer_to(operation.request), "example": operation.example}
    written = f"One JSON object on each line: {json.dumps(operation.example)}"
    lines = {"schema": {"type": "string", "description": written}}
    content = {"application/json": {"schema": {"anyOf": [answer, many]}}, LINES_TYPE: lines}
    return {
        "description": "One text, several, or a stream of lines, each a body of its own "
        f"(`Content-Type: {LINES_TYPE}`).",
        "openapi_extra": {
            "parameters": [OFFSETS_PARAMETER],
            "requestBody": {
                "required": True,
                "content": {"application/json": body, LINES_TYPE: lines},
            },
        },
        "responses": {
            200: {"description": "The answer.", "content": content},
            **describe_problems(*operation.problems),
        },
    }


def describe_problems(*further: int, has_body: bool = True) -> dict[int | str, Any]:
    """Return the errors of an address."""
    titles: dict[int, list[str]] = {}
    for problem in PROBLEMS.values():
        titles.setdefault(problem.status, []).append(problem.title)
    content = {PROBLEM_TYPE: {"schema": refer_to(ProblemAnswer)}}
    return {
        status: {"description": " / ".join(titles[status]), "content": content}
        for status in sorted({*_COMMON, *(_OF_BODIES if has_body else ()), *further})
    }


def name_operation(route: APIRoute) -> str:
    """Return the name of an operation for generated clients: ``open_session``, ``reconcile_get_view``.

    Ours have names; the addresses of other tools are named by method and path."""
    if all(str(tag).islower() for tag in route.tags):
        return route.name
    first, *others = [part for part in route.path.strip("/").split("/") if part[:1] != "{"]
    words = [first, min(route.methods or ()).lower(), *others]
    return "_".join(words).replace("-", "_")


def add_schemas(api: FastAPI, models: list[type[BaseModel]], state: ServiceState) -> None:
    """Let the description of an application contain the schemas that its addresses refer to, and what this
    service accepts."""
    make_description = api.openapi
    choices = {"profile": state.engines.list_profiles(), "language": [*LANGUAGES, AUTO]}
    bodies = [model.__name__ for model in models if issubclass(model, RequestModel)]

    def describe() -> dict[str, Any]:
        if api.openapi_schema is None:
            description = make_description()
            _, schemas = models_json_schema(
                [(model, "validation") for model in models], ref_template=_REFERENCE
            )
            known = description.setdefault("components", {}).setdefault("schemas", {})
            known.update(schemas.get("$defs", {}))
            for name in bodies:
                _list_choices(known[name], choices)
            if state.settings.tokens:
                _describe_tokens(description)
            api.openapi_schema = description
        return api.openapi_schema

    api.openapi = describe  # type: ignore[method-assign]


def _list_choices(schema: dict[str, Any], choices: Mapping[str, list[str]]) -> None:
    """Name the profiles and languages that a body may have."""
    for name, values in choices.items():
        field = schema["properties"].get(name, {})
        for kind in [field, *field.get("anyOf", ())]:
            if kind.get("type") == "string" and "enum" not in kind:
                kind.pop("maxLength", None)
                kind["enum"] = values


def _describe_tokens(description: dict[str, Any]) -> None:
    """Say which addresses need a token."""
    scheme = {
        "type": "http",
        "scheme": "bearer",
        "description": "One of the tokens of the service.",
    }
    description["components"]["securitySchemes"] = {"token": scheme}
    description["security"] = [{"token": []}]
    for path, operations in description["paths"].items():
        for method, operation in operations.items():
            if is_open(path, method.upper()):
                operation["security"] = []
