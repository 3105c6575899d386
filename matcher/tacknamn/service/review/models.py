"""All bodies and answers of ``/review/api``, as matcher/web/src/types.ts declares them."""

from pydantic import BaseModel

from tacknamn.service.review.document_models import (
    DrawAnswer,
    DrawRequest,
    FormsAnswer,
    FormsRequest,
    MadeSpansAnswer,
    MadeSpansRequest,
    ReviewConflict,
    ReviewDocument,
    SavedReview,
    SaveRequest,
    VersionsAnswer,
    WhyAnswer,
    WhyRequest,
)
from tacknamn.service.review.folder_models import (
    ApplyAnswer,
    ApplyRequest,
    ExportRequest,
    FiguresAnswer,
    ListDocumentsRequest,
    ReviewList,
)
from tacknamn.service.review.settings_models import (
    PulseAnswer,
    ReviewSettings,
    ReviewSettingsRequest,
)

__all__ = [
    "REVIEW_MODELS",
    "ApplyAnswer",
    "ApplyRequest",
    "DrawAnswer",
    "DrawRequest",
    "ExportRequest",
    "FiguresAnswer",
    "FormsAnswer",
    "FormsRequest",
    "ListDocumentsRequest",
    "MadeSpansAnswer",
    "MadeSpansRequest",
    "PulseAnswer",
    "ReviewConflict",
    "ReviewDocument",
    "ReviewList",
    "ReviewSettings",
    "ReviewSettingsRequest",
    "SaveRequest",
    "SavedReview",
    "VersionsAnswer",
    "WhyAnswer",
    "WhyRequest",
]

REVIEW_MODELS: list[type[BaseModel]] = [
    ApplyAnswer,
    ApplyRequest,
    DrawAnswer,
    DrawRequest,
    ExportRequest,
    FiguresAnswer,
    FormsAnswer,
    FormsRequest,
    ListDocumentsRequest,
    MadeSpansAnswer,
    MadeSpansRequest,
    PulseAnswer,
    ReviewConflict,
    ReviewDocument,
    ReviewList,
    ReviewSettings,
    ReviewSettingsRequest,
    SaveRequest,
    SavedReview,
    VersionsAnswer,
    WhyAnswer,
    WhyRequest,
]
