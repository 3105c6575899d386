"""Describe the addresses of the reconciliation service for OpenAPI."""

import json
from typing import Any

from tacknamn.service.descriptions import WARNING_HEADER, describe_problems
from tacknamn.service.reconcile.pages import PAGE_TYPE

__all__ = ["ENDPOINT_GET", "ENDPOINT_POST", "EXAMPLES", "PAGE", "PROPOSALS", "SUGGESTIONS"]

_OBJECT = {"type": "object"}
_LIST = {"type": "array", "items": _OBJECT}
_QUERIES = {"q0": {"query": "Göteborg", "type": "city", "limit": 3}}
_EXTEND = {"ids": ["city:Göteborg:SE"], "properties": [{"id": "country"}, {"id": "count"}]}
EXAMPLES = {"queries": json.dumps(_QUERIES), "extend": json.dumps(_EXTEND)}
"""Fields of a form, each alone, that tests send."""
_NUMBER = "^[0-9]{0,9}$"
"""A number, which may be left out after its name."""
_FIELDS = {
    "queries": "A batch of queries, as JSON: names or properties, by keys of the client.",
    "extend": "Ids of entities, and properties to fetch of them, as JSON.",
}


def _parameter(name: str, description: str, example: str | None = None, **schema: Any) -> Any:
    described = {
        "name": name,
        "in": "query",
        "description": description,
        "schema": {"type": "string", **schema},
    }
    return described if example is None else described | {"example": example}


def _describe(
    description: str,
    parameters: list[Any],
    schema: Any,
    *further: int,
    type: str = "application/json",
    **headers: Any,
) -> dict[str, Any]:
    content = {type: {"schema": schema}}
    return {
        "description": description,
        "openapi_extra": {"parameters": parameters} if parameters else {},
        "responses": {
            200: {"description": "The answer.", "content": content, **headers},
            **describe_problems(*further),
        },
    }


def _describe_required(properties: dict[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


_ANSWER = (
    "The manifest without parameters, results by the keys of `queries`, or the rows of `extend`."
)
ENDPOINT_GET = _describe(
    _ANSWER,
    [_parameter(name, _FIELDS[name], EXAMPLES[name]) for name in _FIELDS],
    _OBJECT,
    headers=WARNING_HEADER,
)
ENDPOINT_POST = _describe(
    "Results by the keys of `queries`, or the rows of `extend`.",
    [],
    _OBJECT,
    headers=WARNING_HEADER,
)
ENDPOINT_POST["openapi_extra"] = {
    "requestBody": {
        "required": True,
        "content": {
            "application/x-www-form-urlencoded": {
                "schema": {
                    "type": "object",
                    "properties": {
                        name: {"type": "string", "description": text}
                        for name, text in _FIELDS.items()
                    },
                },
                "example": {"queries": EXAMPLES["queries"]},
            }
        },
    }
}
_CURSOR = _parameter("cursor", "How many suggestions to skip.", pattern=_NUMBER)
_TYPE = _parameter("type", "The id of a type.", "city")
SUGGESTIONS = {
    name: _describe(
        f"{what} by their beginning.",
        [_parameter("prefix", "What a person typed.", example), _CURSOR, *more],
        _describe_required({"result": _LIST}),
    )
    for name, what, example, more in (
        ("entity", "Entities, the most mentioned first,", "Göt", [_TYPE]),
        ("property", "Properties", "co", []),
        ("type", "Types", "ci", []),
    )
}
PROPOSALS = _describe(
    "Properties that entities of a type have.",
    [
        _TYPE,
        _parameter("limit", "How many to list.", pattern=_NUMBER),
    ],
    _describe_required({"properties": _LIST}),
)
PAGE = _describe(
    "A small page about an entity, for people.",
    [{**_parameter("id", "The id of an entity.", "city:Göteborg:SE"), "required": True}],
    {"type": "string"},
    404,
    type=PAGE_TYPE,
)
