"""The addresses of the backend, as the server of Label Studio's SDK has them."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.service.bodies import check_text, parse_json, read_body, read_model
from tacknamn.service.descriptions import WARNING_HEADER, describe_problems, refer_to
from tacknamn.service.label_studio.labeling_config import LabelControl, TextObject, read_config
from tacknamn.service.label_studio.predictions import TaskPredictor, name_version
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response

__all__ = ["StudioRequest", "make_label_studio_router"]

_TRAIN_EVENTS = frozenset(
    ("ANNOTATION_CREATED", "ANNOTATION_UPDATED", "ANNOTATION_DELETED", "START_TRAINING")
)


class _StudioModel(BaseModel):
    """A part of a request. Label Studio sends further fields, among them passwords, which are not read."""

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)


class StudioTask(_StudioModel):
    """A task: what is labelled."""

    data: dict[str, Any]


class StudioContext(_StudioModel):
    """What a person has just drawn, when predictions are asked for while labelling."""

    result: list[dict[str, Any]] | None = None


class StudioParams(_StudioModel):
    """Further settings of a request."""

    context: StudioContext | None = None


class StudioRequest(_StudioModel):
    """Tasks, and the configuration of their project."""

    tasks: list[StudioTask | Any] = Field(description="What is no task has no predictions.")
    label_config: str = Field(description="The labeling configuration of the project, in XML.")
    params: StudioParams | None = None

    @property
    def context(self) -> list[dict[str, Any]]:
        """The regions that were just drawn."""
        context = None if self.params is None else self.params.context
        return [] if context is None else context.result or []


EXAMPLE = {
    "tasks": [{"id": 1, "data": {"text": "Jag heter Anna och bor i Lund."}}],
    "label_config": '<View><Labels name="label" toName="text"><Label value="PER"/><Label value="LOC"/>'
    '</Labels><Text name="text" value="$text"/></View>',
    "project": "1.1700000000",
    "params": {"context": None},
}
"""The body of a request for predictions."""


def make_label_studio_router(state: ServiceState) -> APIRouter:
    """Make the addresses."""
    router = APIRouter(prefix="/label-studio", tags=["Label Studio"])
    service = _StudioBackend(state)
    for path, endpoint, methods, summary, described in (
        ("/", service.answer_health, ["GET"], "Say that the backend works", _describe()),
        ("/health", service.answer_health, ["GET"], "Say that the backend works", _describe()),
        ("/setup", service.set_up, ["POST"], "Connect a project", _describe(_OBJECT)),
        ("/versions", service.list_versions, ["GET"], "List the versions", _describe()),
        ("/versions", service.answer_versions, ["POST"], "List the versions", _describe(_OBJECT)),
        ("/predict", service.predict, ["POST"], "Predict labels", _PREDICTED),
        ("/webhook", service.hear, ["POST"], "Hear of annotations, learn nothing", _HEARD),
    ):
        router.add_api_route(path, endpoint, methods=methods, summary=summary, **described)
    return router


class _StudioBackend:
    """Answers requests. Each takes the lists that are open when it arrives."""

    def __init__(self, state: ServiceState) -> None:
        self._state = state

    async def answer_health(self, request: Request) -> Response:
        version = name_version(self._state.engines)
        return make_json_response(
            {"status": "UP", "model_class": "Tacknamn", "model_version": version}
        )

    async def set_up(self, request: Request) -> Response:
        await self._read_object(request)
        return make_json_response({"model_version": name_version(self._state.engines)})

    async def list_versions(self, request: Request) -> Response:
        return make_json_response({"versions": [name_version(self._state.engines)]})

    async def answer_versions(self, request: Request) -> Response:
        await self._read_object(request)
        return await self.list_versions(request)

    async def hear(self, request: Request) -> Response:
        """Answer an event as the SDK does, so that Label Studio is content."""
        body = await self._read_object(request)
        if body.get("action") not in _TRAIN_EVENTS:
            return make_json_response({"status": "Unknown event"})
        response = make_json_response({"status": "ok", "result": {"learnt": 0}})
        response.status_code = 201
        return response

    async def predict(self, request: Request) -> Response:
        limits = self._state.settings.limits
        body = await read_model(request, StudioRequest, limits)
        controls = read_config(body.label_config)
        texts, warning = _find_texts(body, controls, limits)
        longest = max((len(text) for each in texts for text in each.values()), default=0)
        predictor = TaskPredictor(self._state.engines, controls, body.context)
        results = await self._state.queue.run_steps(map(predictor.predict, texts), longest)
        return make_json_response({"results": results}, warning)

    async def _read_object(self, request: Request) -> dict[str, Any]:
        body = parse_json(await read_body(request, self._state.settings.limits))
        if not isinstance(body, dict):
            raise Problem("invalid", "the body is not a JSON object")
        return body


def _find_texts(
    body: StudioRequest, controls: list[LabelControl], limits: ServiceLimits
) -> tuple[list[dict[TextObject, str]], str]:
    """Return the texts of each task, and a warning if some tasks have none that can be read.

    Imported data have a number or nothing in one row of thousands. Such a task has no predictions; an error
    would take those of all others."""
    if len(body.tasks) > limits.batch:
        raise Problem("too-large", f"tasks has more than {limits.batch:,}; send several requests")
    shown = list(dict.fromkeys(control.shown for control in controls))
    found, unread = [], 0
    for number, task in enumerate(body.tasks):
        data = task.data if isinstance(task, StudioTask) else None
        texts = {each: each.find_text(data) for each in shown}
        unread += data is None or None in texts.values()
        found.append({each: text or "" for each, text in texts.items()})
        for text in found[-1].values():
            check_text(text, limits, f"tasks[{number}].data")
    return (
        found,
        f"tasks: {unread} without predictions, because they have no text" if unread else "",
    )


_OBJECT: dict[str, Any] = {"schema": {"type": "object"}, "example": {"project": "1.1700000000"}}
_PREDICT: dict[str, Any] = {"schema": refer_to(StudioRequest), "example": EXAMPLE}


def _describe(body: dict[str, Any] | None = None) -> dict[str, Any]:
    content = {"application/json": {"schema": {"type": "object"}}}
    described: dict[str, Any] = {
        "responses": {
            200: {"description": "The answer.", "content": content},
            **describe_problems(),
        }
    }
    if body is not None:
        described["openapi_extra"] = {
            "requestBody": {"required": True, "content": {"application/json": body}}
        }
    return described


_PREDICTED = _describe(_PREDICT)
_PREDICTED["responses"][200]["headers"] = WARNING_HEADER
_HEARD = _describe({**_OBJECT, "example": {"action": "ANNOTATION_CREATED"}})
_HEARD["responses"][201] = {**_HEARD["responses"][200], "description": "Heard; nothing is learnt."}
