"""Bodies and answers of Presidio's addresses. Fields that Presidio does not know are ignored, as there."""

from typing import Annotated, Any, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    ValidationError,
    ValidatorFunctionWrapHandler,
    model_validator,
)
from pydantic import field_validator as validate_field

from tacknamn.errors import InputError
from tacknamn.service.engines import EngineOptions
from tacknamn.service.models import AnswerModel, Probability, RequestModel, ShortText
from tacknamn.service.presidio.expressions import DEFAULT_FLAGS, LONGEST_EXPRESSION

__all__ = [
    "PRESIDIO_MODELS",
    "AdHocPattern",
    "AdHocRecognizer",
    "AnalyzeRequest",
    "AnalyzerOptions",
    "AnalyzerResult",
    "AnonymizeRequest",
    "AnonymizedAnswer",
    "AnonymizedItem",
    "AnonymizerResult",
    "DeanonymizeRequest",
    "MalformedRequest",
    "OperatorParameters",
    "PresidioError",
    "PresidioRequest",
    "PseudonymizeParameters",
    "SentResult",
]

_MOST_RECOGNIZERS = 100
Offset = Annotated[int, Field(ge=0)]
TypeName = Annotated[str, Field(min_length=1)]
OperatorParameters = dict[str, Any]
"""The name of an operator, as ``type``, and its parameters."""


class MalformedRequest(InputError):
    """A body without the form that Presidio requires; it is answered with status 400."""


class PresidioRequest(BaseModel):
    """A body of Presidio."""

    model_config = ConfigDict(
        extra="ignore", strict=True, frozen=True, allow_inf_nan=False, hide_input_in_errors=True
    )


class AdHocPattern(RequestModel):
    """An expression, and how likely its matches are of the type."""

    name: str
    regex: Annotated[str, Field(max_length=LONGEST_EXPRESSION)]
    score: Probability


class AdHocRecognizer(RequestModel):
    """A recognizer that a request brings along."""

    name: str = "PatternRecognizer"
    supported_entity: TypeName | None = None
    supported_entities: Annotated[
        list[TypeName] | None, Field(description="The first one is the type.")
    ] = None
    supported_language: Annotated[
        str | None, Field(description="The recognizer is used for texts of this language.")
    ] = None
    patterns: list[AdHocPattern] | None = None
    deny_list: Annotated[list[str] | None, Field(description="Words to find.")] = None
    deny_list_score: Probability = 1.0
    context: Annotated[
        list[str] | None, Field(description="Words before a match that raise its score.")
    ] = None
    global_regex_flags: int = DEFAULT_FLAGS
    version: str | None = None
    country_code: str | None = None

    @property
    def entity_type(self) -> str:
        """The type of everything that is found."""
        if self.supported_entity is not None and self.supported_entities is not None:
            raise InputError(
                "ad_hoc_recognizers: give either supported_entity or supported_entities"
            )
        if self.supported_entity is not None:
            return self.supported_entity
        if self.supported_entities:
            return self.supported_entities[0]
        raise InputError("ad_hoc_recognizers: a recognizer lacks supported_entity")


class AnalyzerOptions(PresidioRequest):
    """What to find in texts."""

    language: Annotated[str | None, Field(description="sv, en, or auto.")] = None
    entities: Annotated[
        list[str] | None, Field(description="The types to find; all if there are none.")
    ] = None
    score_threshold: Annotated[float | None, Field(description="The least score.")] = None
    score_thresholds: Annotated[
        dict[str, float] | None,
        Field(description="Not of Presidio: the least score of some types; it goes first."),
    ] = None
    correlation_id: Annotated[Any, Field(description="Neither used nor logged.")] = None
    return_decision_process: Annotated[
        bool | int | None, Field(description="Whether results explain themselves.")
    ] = None
    ad_hoc_recognizers: Annotated[
        list[AdHocRecognizer] | None, Field(max_length=_MOST_RECOGNIZERS)
    ] = None
    context: Annotated[
        list[str] | None, Field(description="Words that count as if they were near every match.")
    ] = None
    allow_list: Annotated[list[str] | None, Field(description="What is not reported.")] = None
    allow_list_match: Annotated[
        str | None,
        Field(description="Whether the list has words or expressions: exact or regex."),
    ] = None
    regex_flags: Annotated[
        int | None, Field(description="Flags of Python's re for the expressions of allow_list.")
    ] = None
    profile: Annotated[
        ShortText | None, Field(description="Not of Presidio: swell, clinic, sms, mask, tab.")
    ] = None

    @validate_field("ad_hoc_recognizers", mode="wrap")
    @classmethod
    def _refuse_malformed(cls, value: Any, validate: ValidatorFunctionWrapHandler) -> Any:
        """Answer a wrong form with 400, as Presidio does."""
        try:
            return validate(value)
        except ValidationError as exc:
            raise MalformedRequest(_describe_recognizer_error(exc)) from None


def _describe_recognizer_error(exc: ValidationError) -> str:
    """Describe the first error in the recognizers of a request; names that we do not know stay out."""
    error = exc.errors(include_url=False, include_input=False, include_context=False)[0]
    known = {*AdHocRecognizer.model_fields, *AdHocPattern.model_fields}
    place = "ad_hoc_recognizers"
    for part in error["loc"]:
        if isinstance(part, int):
            place += f"[{part}]"
        elif part in known:
            place += f".{part}"
    if error["type"] == "extra_forbidden":
        is_pattern = "patterns" in error["loc"]
        fields = AdHocPattern.model_fields if is_pattern else AdHocRecognizer.model_fields
        return f"{place}: there is an unknown field; known ones are {', '.join(fields)}"
    return f"{place}: {error['msg'][:1].lower()}{error['msg'][1:]}"


class AnalyzeRequest(AnalyzerOptions):
    """One text or several, and what to find in them."""

    text: Annotated[
        str | list[str | int | float | bool | None] | None, Field(description="Required.")
    ] = None


class PlacedResult(PresidioRequest):
    """A piece of a text, and its type."""

    start: Offset
    end: Offset
    entity_type: TypeName

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        if self.start > self.end:
            raise ValueError("start must not be after end")
        return self


class SentResult(PlacedResult):
    """A piece of a text, and its type. What else an analyzer says of it is ignored."""

    score: float


class AnonymizerResult(PlacedResult):
    """A piece of an anonymized text."""

    score: float | None = None


class AnonymizeRequest(AnalyzerOptions):
    """One text or several, what was found in them, and what to do with it."""

    text: Annotated[str | list[str] | None, Field(description="Required.")] = None
    analyzer_results: Annotated[
        list[SentResult] | list[list[SentResult]] | None,
        Field(
            description="The answer of /analyze. Without it, texts are analyzed first, by the other "
            "fields, which are those of /analyze."
        ),
    ] = None
    anonymizers: Annotated[
        dict[str, OperatorParameters] | None,
        Field(description="An operator for each type; DEFAULT is that of all others."),
    ] = None


class DeanonymizeRequest(PresidioRequest):
    """One text or several, and the pieces that are to be restored."""

    text: str | list[str] | None = None
    anonymizer_results: Annotated[
        list[AnonymizerResult] | list[list[AnonymizerResult]] | None,
        Field(description="The items of the answer of /anonymize."),
    ] = None
    deanonymizers: Annotated[
        dict[str, OperatorParameters] | None,
        Field(description="An operator for each type; DEFAULT is that of all others."),
    ] = None


class PseudonymizeParameters(RequestModel):
    """The parameters of the operator ``pseudonymize``: those of ``/v1/pseudonymize``."""

    profile: ShortText | None = None
    language: ShortText | None = None
    policies: dict[ShortText, ShortText] | None = None
    thresholds: dict[ShortText, Probability] | None = None
    topic_aware: bool | None = None
    fuzzy: bool = True
    seed: int | None = None
    keyed: bool = False
    run: ShortText = ""
    writer: ShortText = ""
    protect: ShortText = ""

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
            self.seed,
            self.keyed,
            self.writer,
            self.protect,
            self.run,
        )


class ExplainedDecision(AnswerModel):
    """Why a piece was found."""

    recognizer: str
    pattern_name: str | None
    pattern: str | None
    original_score: float
    score: float
    textual_explanation: str | None
    score_context_improvement: float
    supportive_context_word: str
    validation_result: bool | None
    regex_flags: int | None


class AnalyzerResult(AnswerModel):
    """A piece of a text, and its type."""

    entity_type: str
    start: int
    end: int
    score: float
    analysis_explanation: ExplainedDecision | None


class AnonymizedItem(AnswerModel):
    """A piece of the new text."""

    start: int
    end: int
    entity_type: str
    text: str
    operator: str
    score: float | None


class AnonymizedAnswer(AnswerModel):
    """A new text; its pieces are listed from the last to the first."""

    text: str
    items: list[AnonymizedItem]


class PresidioError(AnswerModel):
    """An error."""

    error: str


PRESIDIO_MODELS: tuple[type[BaseModel], ...] = (
    AnalyzeRequest,
    AnalyzerResult,
    AnonymizeRequest,
    AnonymizedAnswer,
    DeanonymizeRequest,
    PresidioError,
)
"""What the description of the addresses refers to."""
