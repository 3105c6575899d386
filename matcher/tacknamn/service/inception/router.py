"""The addresses of the recommenders."""

from typing import Any, NamedTuple

from fastapi import APIRouter
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import Request
from starlette.responses import Response

from tacknamn.service.bodies import check_text, discard_body, read_model
from tacknamn.service.descriptions import describe_problems, refer_to
from tacknamn.service.inception.documents import (
    SentDocument,
    read_document,
    write_predictions,
)
from tacknamn.service.inception.example import EXAMPLE
from tacknamn.service.inception.recommenders import RECOMMENDERS, recommend
from tacknamn.service.inception.type_system import LayerType, read_layer
from tacknamn.service.offsets import read_utf16_offset
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_json_response

__all__ = ["PredictionAnswer", "PredictionRequest", "make_inception_router"]

_SHORT_NAME = 1_000


class _SentModel(BaseModel):
    """A part of a request. Versions of INCEpTION send different further fields, which are not read."""

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)


class AskedRange(_SentModel):
    """A part of a text, in UTF-16 units."""

    begin: int
    end: int


class LayerMetadata(_SentModel):
    """What to predict, and where."""

    layer: str = Field(max_length=_SHORT_NAME)
    feature: str = Field(max_length=_SHORT_NAME)
    range: AskedRange | None = None


class XmiDocument(_SentModel):
    """The document."""

    xmi: str


class PredictionRequest(_SentModel):
    """A document, and the layer and feature to predict."""

    metadata: LayerMetadata
    document: XmiDocument
    typeSystem: str


class PredictionAnswer(BaseModel):
    """The predictions."""

    document: str = Field(description="XMI with the text and the predictions.")


class _Task(NamedTuple):
    """A request, read."""

    document: SentDocument
    layer: LayerType
    feature: str
    start: int
    end: int


def make_inception_router(state: ServiceState) -> APIRouter:
    """Make the addresses."""
    router = APIRouter(prefix="/inception/{recommender}", tags=["INCEpTION"])

    @router.post("/predict", summary="Propose annotations", **_describe_predict())
    async def predict(request: Request) -> Response:
        name = _read_name(request)
        body = await read_model(request, PredictionRequest, state.settings.limits)
        engines = state.engines

        def work() -> str:
            task = _read_task(body, state.settings.limits)
            found = recommend(engines, name, task.document.text, task.start, task.end)
            return write_predictions(task.document, task.layer, task.feature, found)

        size = len(body.document.xmi) + len(body.typeSystem)
        return make_json_response({"document": await state.queue.run(work, size)})

    @router.post("/train", summary="Accept training data, and learn nothing", **_describe_train())
    async def train(request: Request) -> Response:
        _read_name(request)
        await discard_body(request, state.settings.limits)
        return Response(status_code=204)

    return router


def _read_name(request: Request) -> str:
    name = str(request.path_params["recommender"])
    if name not in RECOMMENDERS:
        raise Problem("not-found", f"there are the recommenders {', '.join(RECOMMENDERS)}")
    return name


def _read_task(body: PredictionRequest, limits: ServiceLimits) -> _Task:
    document = read_document(body.document.xmi)
    check_text(document.text, limits, "document.xmi")
    metadata = body.metadata
    layer = read_layer(body.typeSystem, metadata.layer, metadata.feature)
    start, end = _read_range(metadata.range, document.text)
    return _Task(document, layer, metadata.feature, start, end)


def _read_range(given: AskedRange | None, text: str) -> tuple[int, int]:
    """Return the part of a text that is asked for; without one, the whole text."""
    if given is None or given.end < 0:
        return 0, len(text)
    return read_utf16_offset(text, given.begin), read_utf16_offset(text, given.end)


_PARAMETERS = [
    {
        "name": "recommender",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "enum": list(RECOMMENDERS)},
    }
]


def _describe_predict() -> dict[str, Any]:
    content = {"application/json": {"schema": refer_to(PredictionAnswer)}}
    body = {"application/json": {"schema": refer_to(PredictionRequest), "example": EXAMPLE}}
    return {
        "description": "`labels` proposes labels of SVALA's taxonomy, `classes` PER, LOC, ORG and others, "
        "`pseudonyms` replacements. Only pieces in the range are answered.",
        "openapi_extra": {
            "parameters": _PARAMETERS,
            "requestBody": {"required": True, "content": body},
        },
        "responses": {
            200: {"description": "The answer.", "content": content},
            **describe_problems(404),
        },
    }


def _describe_train() -> dict[str, Any]:
    return {
        "description": "INCEpTION sends annotated documents here if the recommender is set to be trained. "
        "They are not stored and nothing is learnt from them: leave training off.",
        "openapi_extra": {
            "parameters": _PARAMETERS,
            "requestBody": {"content": {"application/octet-stream": {"schema": {}}}},  # whatever
        },
        "responses": {204: {"description": "Nothing was learnt."}, **describe_problems(404)},
        "status_code": 204,
    }
