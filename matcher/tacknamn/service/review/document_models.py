"""Bodies and answers about one document. Offsets count UTF-16 units, as strings of JavaScript do."""

from typing import Annotated, Literal

from pydantic import Field

from tacknamn.service.answer_models import CandidateAnswer
from tacknamn.service.models import AnswerModel, ProblemAnswer, RequestModel
from tacknamn.service.review.model_fields import (
    LARGEST_NUMBER,
    LONGEST_COMMENT,
    MOST_SPANS,
    ActionName,
    Certainty,
    Name,
    Names,
    Offset,
)

__all__ = [
    "DrawAnswer",
    "DrawRequest",
    "FormsAnswer",
    "FormsMention",
    "FormsRequest",
    "MadePiece",
    "MadeSpansAnswer",
    "MadeSpansRequest",
    "ReviewConflict",
    "ReviewDocument",
    "ReviewSpan",
    "ReviewSuspect",
    "ReviewVersion",
    "SaveRequest",
    "SavedReview",
    "VersionsAnswer",
    "WhyAlternative",
    "WhyAnswer",
    "WhyRequest",
]


class ReviewSpan(RequestModel):
    """A piece of the original, and what stands for it."""

    start: Offset
    end: Offset
    label: Annotated[Name, Field(description="Empty if the words stay.")]
    number: Annotated[int, Field(ge=0, le=LARGEST_NUMBER, description="0: none.")]
    affixes: Names
    notes: Names
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    replacement: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    base: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    newBase: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    action: ActionName
    by: Literal["program", "person"]
    accepted: bool
    probability: Certainty
    rule: Name
    cue: Name
    reason: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    edge: Annotated[
        str | None, Field(description="For the page alone; what is sent here is not used.")
    ] = None


Spans = Annotated[list[ReviewSpan], Field(max_length=MOST_SPANS)]


class ReviewSuspect(AnswerModel):
    """What was left in clear although it looks like a name."""

    start: int
    end: int
    label: str
    probability: Annotated[
        float, Field(description="How probable it is that it should have been replaced.")
    ]
    reason: str


class ReviewDocument(AnswerModel):
    """A document with all that the page shows of it."""

    id: str
    name: str
    version: Annotated[int, Field(description="0: pseudonymized now, nothing was saved.")]
    done: bool
    writable: bool
    language: str
    original: str
    spans: list[ReviewSpan]
    suspects: list[ReviewSuspect]
    comment: str
    warnings: list[str]


class SaveRequest(RequestModel):
    """All decisions about a document."""

    base: Annotated[int, Field(ge=0, description="The version that the changes began with.")]
    spans: Spans
    comment: Annotated[str, Field(max_length=LONGEST_COMMENT)]
    done: bool


class SavedReview(AnswerModel):
    """What was saved."""

    version: int
    doc: ReviewDocument


class ReviewConflict(ProblemAnswer):
    """Another version was saved before. A problem with the newest version."""

    newest: ReviewDocument


class ReviewVersion(AnswerModel):
    """A version that was saved."""

    version: int
    saved: Annotated[float, Field(description="Seconds since 1970.")]
    bytes: int


class VersionsAnswer(AnswerModel):
    """The versions of a document, the oldest first."""

    versions: list[ReviewVersion]


class WhyRequest(RequestModel):
    """A piece of a document."""

    start: Offset
    end: Offset


class WhyAlternative(AnswerModel):
    """What a number could have been as well."""

    label: str
    rule: str


class WhyAnswer(AnswerModel):
    """Why a piece has its label."""

    rule: str
    cue: str
    probability: float
    policy: str
    reason: str
    candidates: list[CandidateAnswer]
    others: list[WhyAlternative]
    checked: Annotated[
        bool | None, Field(description="Whether its check digits are right; null if it has none.")
    ]


class FormsMention(RequestModel):
    """One mention of a person or place."""

    text: Name
    base: Name
    affixes: Names


class FormsRequest(RequestModel):
    """A new name for all mentions of a person or place."""

    label: Name
    newBase: Annotated[Name, Field(min_length=1)]
    mentions: Annotated[list[FormsMention], Field(max_length=MOST_SPANS)]


class FormsAnswer(AnswerModel):
    """The form of the name for each mention."""

    replacements: list[str]


class DrawRequest(RequestModel):
    """A person or place that needs another pseudonym."""

    id: Name
    label: Name
    base: Name
    avoid: Annotated[list[Name], Field(max_length=MOST_SPANS)]


class DrawAnswer(AnswerModel):
    """Another pseudonym, without affixes."""

    newBase: str


class MadePiece(RequestModel):
    """Words that a person chose."""

    start: Offset
    end: Offset
    label: Annotated[Name | None, Field(description="Without one, a label is proposed.")] = None


class MadeSpansRequest(RequestModel):
    """Words to be made spans, next to those that there are."""

    id: Name
    original: Annotated[str, Field(description="The text of the document, as the page has it.")]
    pieces: Annotated[list[MadePiece], Field(max_length=MOST_SPANS)]
    spans: Spans


class MadeSpansAnswer(AnswerModel):
    """The new spans."""

    spans: list[ReviewSpan]
