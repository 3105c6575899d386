"""Bodies and answers of ``/v1/sessions``."""

from typing import Annotated, Any

from pydantic import BaseModel, Field, model_validator

from tacknamn.service.answer_models import PseudonymizeAnswer
from tacknamn.service.engines import EngineOptions
from tacknamn.service.models import AnswerModel, Probability, RequestModel, ShortText, TextRequest
from tacknamn.session.session import SESSION_PROFILE

__all__ = [
    "SESSION_MODELS",
    "DumpedSession",
    "OpenedSessionAnswer",
    "RestoreRequest",
    "RestoredAnswer",
    "SessionAnswer",
    "SessionRequest",
    "SessionTextRequest",
]


_LONGEST_STREAM = 20_000
"""Characters. The end of a part that may be the beginning of a pseudonym has some hundred."""


class SessionRequest(RequestModel):
    """How the texts of a session are pseudonymized, and how long it lives."""

    profile: Annotated[
        ShortText,
        Field(description="A profile as for /v1/pseudonymize. What it replaces by something that would "
              "not lead back becomes a numbered placeholder."),
    ] = SESSION_PROFILE  # fmt: skip
    language: Annotated[ShortText | None, Field(description="sv, en or auto.")] = None
    policies: Annotated[
        dict[ShortText, ShortText] | None,
        Field(description="Another method for some labels, such as age_digits: keep."),
    ] = None
    thresholds: Annotated[
        dict[ShortText, Probability] | None,
        Field(description="The least probability of some labels, such as surname: 0.9."),
    ] = None
    topic_aware: Annotated[
        bool | None,
        Field(description="Whether to leave names that the context shows to be harmless."),
    ] = None
    fuzzy: Annotated[bool, Field(description="Whether to find misspelt names as well.")] = True
    keyed: Annotated[
        bool,
        Field(description="Whether to use the key of the service: a name has the same pseudonym in "
              "most sessions."),
    ] = False  # fmt: skip
    ttl: Annotated[
        int | None,
        Field(ge=1, description="Seconds that the session lives after its last use; the default is "
              "the longest that the service allows."),
    ] = None  # fmt: skip

    dump: Annotated[
        dict[str, Any] | None,
        Field(description="What GET /v1/sessions/{id}/dump returned, or Session.dump() in Python: the new "
              "session goes on with it."),
    ] = None  # fmt: skip

    @property
    def engine(self) -> EngineOptions:
        """The settings of the pseudonymizer."""
        return EngineOptions(
            self.profile,
            self.language,
            tuple(sorted((self.policies or {}).items())),
            tuple(sorted((self.thresholds or {}).items())),
            self.topic_aware,
            self.fuzzy,
            keyed=self.keyed,
        )


class OpenedSessionAnswer(AnswerModel):
    """A new session."""

    id: str = Field(description="The secret that opens it. The service does not store it.")
    expires: str = Field(description="When it ends if it is not used: ISO 8601, UTC.")
    document: str | None = Field(
        default=None, description="The document of its records in the vault for sessions."
    )


class SessionAnswer(AnswerModel):
    """What is known about a session without its texts."""

    texts: int = Field(description="Texts that were anonymized.")
    originals: int = Field(description="Names and values that have a pseudonym or a placeholder.")
    expires: str


class DumpedSession(AnswerModel):
    """The mapping of a session, as Session.dump() returns it in Python. It has the originals."""

    format: int
    name: str
    names: list[list[Any]]
    places: list[list[Any]]
    values: list[list[Any]]
    published: list[list[Any]]


class SessionTextRequest(TextRequest):
    """Texts that share their pseudonyms."""

    spans: Annotated[
        bool, Field(description="Whether the answer has spans, and not the text alone.")
    ] = True


class RestoreRequest(TextRequest):
    """Answers in which the originals are put back."""

    strict: Annotated[
        bool,
        Field(description="Whether a text without any pseudonym of the session is an error."),
    ] = False

    final: Annotated[
        bool,
        Field(description="False if more of the text follows in another request. The answer then has a "
              "stream, which the next request repeats."),
    ] = True  # fmt: skip
    stream: Annotated[
        str | None,
        Field(
            max_length=_LONGEST_STREAM, description="The stream of the answer to the part before."
        ),
    ] = None

    @model_validator(mode="after")
    def _check_stream(self) -> "RestoreRequest":
        is_part = not self.final or self.stream is not None
        if is_part and self.texts is not None:
            raise ValueError("final and stream belong to one text; several are restored as a whole")
        if is_part and self.strict:
            raise ValueError("strict belongs to a whole text; a part may have no pseudonym")
        return self


class RestoredAnswer(AnswerModel):
    """A text with its originals."""

    id: str | None = None
    text: str
    restored: int = Field(description="How many pseudonyms and placeholders were replaced.")
    stream: str | None = Field(
        default=None, description="After a part: what the request with the next part repeats."
    )
    warnings: list[str] | None = None


SESSION_MODELS: list[type[BaseModel]] = [
    DumpedSession,
    SessionRequest,
    OpenedSessionAnswer,
    SessionAnswer,
    SessionTextRequest,
    RestoreRequest,
    RestoredAnswer,
    PseudonymizeAnswer,
]
