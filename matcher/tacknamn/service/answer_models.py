"""Answers of ``/v1``. Field names are those of the Python API."""

from typing import Any, Literal

from pydantic import Field

from tacknamn.service.models import AnswerModel

__all__ = [
    "CandidateAnswer",
    "CompleteAnswer",
    "DetectAnswer",
    "DetectedSpan",
    "LookupAnswer",
    "MatchAnswer",
    "MatchedForm",
    "PseudonymizeAnswer",
    "ReplacedSpan",
    "RiskAnswer",
    "SampleAnswer",
    "SampledDraw",
]


class DetectedSpan(AnswerModel):
    """A piece of the text with one label."""

    start: int
    end: int
    label: str
    probability: float
    rule: str
    cue: str
    base: str
    affixes: list[str]
    country: str
    parent: str


class DetectAnswer(AnswerModel):
    """What was found in one text."""

    id: str | None = None
    detections: list[DetectedSpan]


class ReplacedSpan(AnswerModel):
    """A piece of the text, and what stands in the answer for it."""

    start: int = Field(description="In the text that was sent.")
    end: int
    new_start: int = Field(description="In the text of the answer.")
    new_end: int
    label: str
    replacement: str
    number: int
    affixes: list[str]
    pool: int | None = Field(
        description="How many names the replacement was drawn from; null if it is not known."
    )
    action: Literal["replace", "mark"]
    probability: float
    rule: str
    reason: str


class PseudonymizeAnswer(AnswerModel):
    """One pseudonymized text."""

    id: str | None = None
    text: str
    spans: list[ReplacedSpan] | None = None
    warnings: list[str] | None = None
    unexamined: dict[str, int] | None = Field(
        default=None,
        description="Words in scripts without capitals that were not examined, by script.",
    )


class CandidateAnswer(AnswerModel):
    """A label that a form may have."""

    form: str
    label: str
    probability: float
    count: float
    kind: str
    country: str
    parent: str
    sources: list[str]


class LookupAnswer(AnswerModel):
    """The candidates of one form, the likeliest first."""

    form: str
    candidates: list[CandidateAnswer]


class MatchedForm(AnswerModel):
    """An entry of the lists in a text."""

    start: int
    end: int
    base: str
    affixes: list[str]
    edits: int
    candidates: list[CandidateAnswer]


class MatchAnswer(AnswerModel):
    """All matches in one text."""

    id: str | None = None
    matches: list[MatchedForm]


class CompleteAnswer(AnswerModel):
    """Forms that begin with a prefix, the most mentioned first."""

    forms: list[str]


class SampledDraw(AnswerModel):
    """A replacement, and where it came from."""

    text: str
    label: str
    base: str
    country: str
    parent: str
    sources: list[str]
    pool: int
    reason: str


class SampleAnswer(AnswerModel):
    """The draws."""

    draws: list[SampledDraw]


class RiskAnswer(AnswerModel):
    """What the texts may still reveal: the report of ``tacknamn risk --json``, without texts."""

    format: Literal["tacknamn-risk"]
    version: int
    leaks: bool = Field(description="Whether anything looks like a leak.")
    k: int
    documents: int
    plain: int
    spans: int
    labels: list[dict[str, Any]]
    leftovers: dict[str, Any]
    pseudonyms: dict[str, Any]
    combinations: dict[str, Any]
    attacks: list[dict[str, Any]] = Field(
        description="Attacks that succeed on texts with such labels."
    )
    definitions: dict[str, str]
