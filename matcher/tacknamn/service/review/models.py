"""Bodies and answers of ``/review/api``, as matcher/web/src/types.ts declares them.

Offsets count UTF-16 units, as strings of JavaScript do."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from tacknamn.service.models import AnswerModel, CandidateAnswer, ProblemAnswer, RequestModel

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
    "ReviewSpan",
    "SaveRequest",
    "SavedReview",
    "VersionsAnswer",
    "WhyAnswer",
    "WhyRequest",
]

_LONGEST_NAME = 1_000
_LONGEST_COMMENT = 20_000
_LARGEST_NUMBER = 999_999_999
_MOST_SPANS = 100_000
Name = Annotated[str, Field(max_length=_LONGEST_NAME)]
Offset = Annotated[int, Field(ge=0, description="UTF-16 units.")]
Certainty = Annotated[float, Field(ge=0, le=1)]
Names = Annotated[list[Name], Field(max_length=20)]
ActionName = Literal["replace", "mark", "free"]


class ReviewSpan(RequestModel):
    """A piece of the original, and what stands for it."""

    start: Offset
    end: Offset
    label: Annotated[Name, Field(description="Empty if the words stay.")]
    number: Annotated[int, Field(ge=0, le=_LARGEST_NUMBER, description="0: none.")]
    affixes: Names
    notes: Names
    comment: Annotated[str, Field(max_length=_LONGEST_COMMENT)]
    replacement: Annotated[str, Field(max_length=_LONGEST_COMMENT)]
    base: Annotated[str, Field(max_length=_LONGEST_COMMENT)]
    newBase: Annotated[str, Field(max_length=_LONGEST_COMMENT)]
    action: ActionName
    by: Literal["program", "person"]
    accepted: bool
    probability: Certainty
    rule: Name
    cue: Name
    reason: Annotated[str, Field(max_length=_LONGEST_COMMENT)]
    edge: Annotated[
        str | None, Field(description="For the page alone; what is sent here is not used.")
    ] = None


Spans = Annotated[list[ReviewSpan], Field(max_length=_MOST_SPANS)]


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


class ListDocumentsRequest(RequestModel):
    """A part of the list. It is a body, because what is searched for may be a name."""

    after: Annotated[Name, Field(description="`next` of the page before.")] = ""
    before: Annotated[Name, Field(description="The id of the document after the last one.")] = ""
    limit: Annotated[int, Field(ge=1, le=1_000, description="Rows.")] = 200
    sort: Literal["name", "unsure", "state"] = "name"
    find: Annotated[Name, Field(description="A part of the name.")] = ""


class ReviewRow(AnswerModel):
    """A document in the list."""

    id: Annotated[
        str,
        Field(description="For addresses: it shows nothing of the name, and is new in each run."),
    ]
    name: str
    version: int
    done: bool
    words: int
    spans: int
    unsure: Annotated[int, Field(description="Spans and suspects that a person should look at.")]
    least: Annotated[
        float | None,
        Field(description="The certainty of the least certain of them; null: not read yet."),
    ]
    labels: dict[str, int]
    notes: int
    error: Annotated[str, Field(description="Why it cannot be opened; empty if it can.")]


class ReviewList(AnswerModel):
    """Some documents of the folder."""

    documents: list[ReviewRow]
    next: Annotated[str | None, Field(description="The field `after` of the next page.")]
    total: int
    done: int


class SaveRequest(RequestModel):
    """All decisions about a document."""

    base: Annotated[int, Field(ge=0, description="The version that the changes began with.")]
    spans: Spans
    comment: Annotated[str, Field(max_length=_LONGEST_COMMENT)]
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
    mentions: Annotated[list[FormsMention], Field(max_length=_MOST_SPANS)]


class FormsAnswer(AnswerModel):
    """The form of the name for each mention."""

    replacements: list[str]


class DrawRequest(RequestModel):
    """A person or place that needs another pseudonym."""

    id: Name
    label: Name
    base: Name
    avoid: Annotated[list[Name], Field(max_length=_MOST_SPANS)]


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
    pieces: Annotated[list[MadePiece], Field(max_length=_MOST_SPANS)]
    spans: Spans


class MadeSpansAnswer(AnswerModel):
    """The new spans."""

    spans: list[ReviewSpan]


class ApplyRequest(RequestModel):
    """A decision about a word, for all documents."""

    form: Annotated[Name, Field(min_length=1, description="The word as written in one of them.")]
    label: Name | None = None
    action: ActionName
    replacement: Annotated[
        Name | None, Field(description="Without affixes; each mention gets its form of it.")
    ] = None
    except_: Annotated[
        Name | None, Field(alias="except", description="A document to leave out.")
    ] = None
    done: Annotated[bool, Field(description="Change documents that are done as well.")] = False


class ChangedDocument(AnswerModel):
    """A document that got a new version."""

    id: str
    version: int
    spans: Annotated[int, Field(description="The words that were changed.")]


class ApplyAnswer(AnswerModel):
    """What was changed."""

    changed: list[ChangedDocument]
    conflicts: Annotated[
        list[str], Field(description="Documents that another person saved meanwhile.")
    ]


class ExportRequest(RequestModel):
    """Files of several documents."""

    format: Name
    ids: Annotated[
        list[Name] | None, Field(description="Without ids: all that are done.", max_length=100_000)
    ] = None


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


class LabelTally(AnswerModel):
    """How often a label was given, and what persons changed about it."""

    label: str
    spans: int
    replaced: int
    marked: int
    freed: int
    added: int
    changed: int


class DocumentTally(AnswerModel):
    """How many documents there are."""

    total: int
    done: int


class AgreementLabel(AnswerModel):
    """How often two annotators gave a label."""

    label: str
    both: int
    first: int
    second: int


class AgreementDifference(AnswerModel):
    """A piece that two annotators labelled differently."""

    id: str
    start: int
    end: int
    a: str
    b: str


class AgreementAnswer(AnswerModel):
    """How far two annotators agree."""

    users: list[str]
    kappa: Annotated[float | None, Field(description="Cohen's kappa on words.")]
    alpha: Annotated[float | None, Field(description="Krippendorff's alpha on spans.")]
    labels: list[AgreementLabel]
    differences: list[AgreementDifference]


class FiguresAnswer(AnswerModel):
    """Figures of the whole folder."""

    labels: list[LabelTally]
    certainty: Annotated[list[int], Field(description="Spans by certainty, in steps of 5 %.")]
    documents: DocumentTally
    risk: Annotated[
        dict[str, Any] | None,
        Field(description="As `tacknamn risk --json`; null until it has been computed."),
    ]
    agreement: AgreementAnswer | None


class PulseAnswer(AnswerModel):
    """That the service is there."""

    ok: bool
    run: Annotated[str, Field(description="Another one after the service was started again.")]


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
