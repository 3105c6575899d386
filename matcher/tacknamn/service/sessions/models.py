"""Bodies and answers of ``/v1/sessions``."""

from typing import Annotated

from pydantic import BaseModel, Field

from tacknamn.service.answer_models import PseudonymizeAnswer
from tacknamn.service.engines import EngineOptions
from tacknamn.service.models import AnswerModel, Probability, RequestModel, ShortText, TextRequest
from tacknamn.session.session import SESSION_PROFILE

__all__ = [
    "SESSION_MODELS",
    "OpenedSessionAnswer",
    "RestoreRequest",
    "RestoredAnswer",
    "SessionAnswer",
    "SessionRequest",
    "SessionTextRequest",
]


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


class RestoredAnswer(AnswerModel):
    """A text with its originals."""

    id: str | None = None
    text: str
    restored: int = Field(description="How many pseudonyms and placeholders were replaced.")
    warnings: list[str] | None = None


SESSION_MODELS: list[type[BaseModel]] = [
    SessionRequest,
    OpenedSessionAnswer,
    SessionAnswer,
    SessionTextRequest,
    RestoreRequest,
    RestoredAnswer,
    PseudonymizeAnswer,
]
