"""Describe Presidio's addresses for OpenAPI. What our gates refuse is a problem, all else Presidio's error."""

from typing import Any

from pydantic import BaseModel

from tacknamn.service.descriptions import (
    OFFSETS_PARAMETER,
    WARNING_HEADER,
    describe_problems,
    refer_to,
)
from tacknamn.service.presidio.models import PresidioError

__all__ = ["EXAMPLES", "describe_health", "describe_list", "describe_texts"]

_TYPE = "application/json"
_OF_GATES = (401, 421, 500)
"""Errors before an address is reached, or after it failed."""
_OF_LISTS = (*_OF_GATES, 422, 429, 503, 504)
EXAMPLES: dict[str, dict[str, Any]] = {
    "analyze": {"text": "Jag heter Anna och bor i Lund.", "language": "sv"},
    "anonymize": {
        "text": "Jag heter Anna och bor i Lund.",
        "analyzer_results": [{"start": 10, "end": 14, "score": 0.9, "entity_type": "PERSON"}],
        "anonymizers": {"DEFAULT": {"type": "pseudonymize", "seed": 7}},
    },
    "deanonymize": {
        "text": "My name is 2HrCUQnEdb6P0CPS9OWg7TTMHTrfVK4yF_EjlpYcBJc=.",
        "anonymizer_results": [{"start": 11, "end": 55, "entity_type": "PERSON"}],
        "deanonymizers": {"DEFAULT": {"type": "deanonymize_keep"}},
    },
}
"""A body for each address, which the description shows and a test sends."""
_LANGUAGE = {
    "name": "language",
    "in": "query",
    "description": "sv, en or auto.",
    "schema": {"type": "string"},
}


def describe_texts(
    request: type[BaseModel], answer: type[BaseModel], is_list: bool, example: dict[str, Any]
) -> dict[str, Any]:
    """Return what FastAPI is to say of an address that does something with texts."""
    single: dict[str, Any] = refer_to(answer)
    if is_list:
        single = {"type": "array", "items": single}
    schema = {"anyOf": [single, {"type": "array", "items": single}]}
    body = {"schema": refer_to(request), "example": example}
    return {
        "description": "One text or a list; the answer to a list is a list of answers.",
        "openapi_extra": {
            "parameters": [OFFSETS_PARAMETER],
            "requestBody": {"required": True, "content": {_TYPE: body}},
        },
        "responses": {
            200: {
                "description": "The answer.",
                "content": {_TYPE: {"schema": schema}},
                "headers": WARNING_HEADER,
            },
            **_describe_errors(),
        },
    }


def describe_list(has_language: bool) -> dict[str, Any]:
    """Return what FastAPI is to say of an address that lists names."""
    schema = {"type": "array", "items": {"type": "string"}}
    errors = {status: each for status, each in _describe_errors().items() if status in _OF_LISTS}
    return {
        "openapi_extra": {"parameters": [_LANGUAGE] if has_language else []},
        "responses": {
            200: {"description": "The names.", "content": {_TYPE: {"schema": schema}}},
            **errors,
        },
    }


def describe_health() -> dict[str, Any]:
    """Return what FastAPI is to say of the address of health checks."""
    text = {"text/plain": {"schema": {"type": "string"}}}
    return {
        "summary": "Whether the process answers (Presidio)",
        "responses": {200: {"description": "It answers.", "content": text}},
    }


def _describe_errors() -> dict[int | str, Any]:
    content = {_TYPE: {"schema": refer_to(PresidioError)}}
    return {
        status: each if status in _OF_GATES else {**each, "content": content}
        for status, each in describe_problems().items()
    }
