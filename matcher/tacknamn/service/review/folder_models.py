"""Bodies and answers about all documents of a folder."""

from typing import Annotated, Any, Literal

from pydantic import Field

from tacknamn.service.models import AnswerModel, RequestModel
from tacknamn.service.review.model_fields import ActionName, Name

__all__ = [
    "AgreementAnswer",
    "AgreementDifference",
    "AgreementLabel",
    "ApplyAnswer",
    "ApplyRequest",
    "ChangedDocument",
    "DocumentTally",
    "ExportRequest",
    "FiguresAnswer",
    "LabelTally",
    "ListDocumentsRequest",
    "ReviewList",
    "ReviewRow",
]


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
