"""What the description of the service says of the addresses of the page."""

from typing import Any

from pydantic import BaseModel

from tacknamn.service.descriptions import describe_problems, refer_to
from tacknamn.service.problems import PROBLEM_TYPE
from tacknamn.service.review import models
from tacknamn.service.review.exporting import EXPORTS
from tacknamn.service.review.page import PAGE_PATH

__all__ = ["describe_address"]

_SPAN: dict[str, Any] = {
    "start": 10, "end": 14, "label": "firstname_female", "number": 1, "affixes": [], "notes": [],
    "comment": "", "replacement": "Malin", "base": "Anna", "newBase": "Malin", "action": "replace",
    "by": "person", "accepted": True, "probability": 1.0, "rule": "by_hand", "cue": "",
    "reason": "", "edge": None,
}  # fmt: skip
_ID = "8f3a5c0d9b1e47a2c6d40f7e"
_EXAMPLES: dict[type[BaseModel], Any] = {
    models.ReviewSettingsRequest: {"profile": "swell", "policies": {"country": "keep"}},
    models.ListDocumentsRequest: {"sort": "unsure", "limit": 50},
    models.SaveRequest: {"base": 0, "spans": [_SPAN], "comment": "", "done": False},
    models.WhyRequest: {"start": 10, "end": 14},
    models.FormsRequest: {
        "label": "firstname_female",
        "newBase": "Malin",
        "mentions": [{"text": "Annas", "base": "Anna", "affixes": ["gen"]}],
    },
    models.DrawRequest: {
        "id": _ID, "label": "firstname_female", "base": "Anna", "avoid": ["Malin"],
    },
    models.MadeSpansRequest: {
        "id": _ID, "original": "Jag heter Anna och bor i Lund.",
        "pieces": [{"start": 10, "end": 14, "label": "firstname_female"}], "spans": [],
    },
    models.ApplyRequest: {"form": "Lund", "label": "city", "action": "replace"},
    models.ExportRequest: {"format": "svala", "ids": [_ID]},
}  # fmt: skip
_ANSWERS: dict[tuple[str, str], type[BaseModel]] = {
    ("GET", "/settings"): models.ReviewSettings,
    ("PUT", "/settings"): models.ReviewSettings,
    ("POST", "/documents"): models.ReviewList,
    ("GET", "/documents/{id}"): models.ReviewDocument,
    ("PUT", "/documents/{id}"): models.SavedReview,
    ("GET", "/documents/{id}/versions"): models.VersionsAnswer,
    ("POST", "/documents/{id}/why"): models.WhyAnswer,
    ("POST", "/forms"): models.FormsAnswer,
    ("POST", "/draw"): models.DrawAnswer,
    ("POST", "/spans"): models.MadeSpansAnswer,
    ("POST", "/apply"): models.ApplyAnswer,
    ("GET", "/figures"): models.FiguresAnswer,
    ("GET", "/pulse"): models.PulseAnswer,
}
_Query = tuple[str, str, dict[str, Any]]
"""Name, description and schema of a parameter."""
_USER: _Query = (
    "user",
    "The person whose versions are meant; without one, that of the service.",
    {},
)
_QUERIES: dict[str, tuple[_Query, ...]] = {
    "/documents/{id}": (
        ("version", "0 is the file itself; without a number, the newest.",
         {"type": "integer", "minimum": 0, "maximum": 10**9}),
    ),
    "/documents/{id}/export": (
        ("format", "The kind of file.", {"enum": list(EXPORTS), "default": "svala"}),
    ),
    "/figures": (("users", "Two persons to compare, separated by a comma.", {}),),
}  # fmt: skip


def describe_address(
    path: str, method: str = "GET", model: type[BaseModel] | None = None
) -> dict[str, Any]:
    """Return what FastAPI is to say of an address below ``/review/api``, or of the page."""
    if path == PAGE_PATH:
        content: dict[str, Any] = {"text/html": {"schema": {"type": "string"}}}
        problems = describe_problems(403)
        page = {"description": "The page.", "content": content}
        return {"responses": {200: page, **{at: problems[at] for at in (403, 421, 500, 503)}}}
    extra: dict[str, Any] = {"parameters": list(_list_parameters(path, method))}
    if model is not None:
        body = {"schema": refer_to(model), "example": _EXAMPLES[model]}
        extra["requestBody"] = {"required": True, "content": {"application/json": body}}
    answer = {"description": "The answer.", "content": _describe_answer(path, method)}
    further = (403,) if path in ("/settings", "/forms", "/pulse") else (403, 404, 507)
    problems = describe_problems(*further, 409)
    if (method, path) == ("PUT", "/documents/{id}"):
        schema = {"schema": refer_to(models.ReviewConflict)}
        problems[409] = {
            "description": "Another version is newer.",
            "content": {PROBLEM_TYPE: schema},
        }
    return {"openapi_extra": extra, "responses": {200: answer, **problems}}


def _describe_answer(path: str, method: str) -> dict[str, Any]:
    if path == "/documents/{id}/export":
        kinds = sorted({kind.media_type.partition(";")[0] for kind in EXPORTS.values()})
        return {kind: {"schema": {}} for kind in kinds}
    if path == "/export":
        return {"application/zip": {"schema": {"type": "string", "format": "binary"}}}
    return {"application/json": {"schema": refer_to(_ANSWERS[method, path])}}


def _list_parameters(path: str, method: str) -> list[dict[str, Any]]:
    named: list[dict[str, Any]] = [
        {"name": name, "in": "query", "description": description,
         "schema": {"type": "string", **schema}}
        for name, description, schema in (*(_QUERIES.get(path, ()) if method == "GET" else ()), _USER)
    ]  # fmt: skip
    if "{id}" in path:
        id = {"type": "string", "minLength": 1, "maxLength": 200}
        named.insert(0, {"name": "id", "in": "path", "required": True, "schema": id})
    return named
