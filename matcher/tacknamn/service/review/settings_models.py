"""Bodies and answers about the settings and the service."""

from typing import Annotated, Literal

from pydantic import Field

from tacknamn.service.models import AnswerModel, RequestModel
from tacknamn.service.review.model_fields import Name

__all__ = [
    "PulseAnswer",
    "ReviewLabel",
    "ReviewMethod",
    "ReviewSettings",
    "ReviewSettingsRequest",
]


class ReviewLabel(AnswerModel):
    """A label that a span can have."""

    name: str
    group: str
    kind: Literal["main", "affix", "note"]
    swedish: str
    english: str


class ReviewMethod(AnswerModel):
    """A way to replace."""

    name: str
    words: str
    labels: Annotated[list[str], Field(description="The labels that it fits; empty: all.")]


class ReviewSettings(AnswerModel):
    """The settings for documents that have no saved version."""

    profile: str
    profiles: list[str]
    language: str
    labels: list[ReviewLabel]
    policies: dict[str, str]
    thresholds: dict[str, float]
    methods: list[ReviewMethod]
    keys: list[str]
    key: str
    user: str
    users: list[str]
    version: str


class ReviewSettingsRequest(RequestModel):
    """New settings; what is missing stays."""

    profile: Name | None = None
    language: Name | None = None
    policies: Annotated[
        dict[str, str] | None,
        Field(description="By label. Empty: as the profile says.", max_length=500),
    ] = None
    thresholds: Annotated[dict[str, float] | None, Field(max_length=500)] = None
    key: Annotated[Name | None, Field(description="One of keys; empty: no key.")] = None


class PulseAnswer(AnswerModel):
    """That the service is there."""

    ok: bool
    run: Annotated[str, Field(description="Another one after the service was started again.")]
