"""Bodies of ``/v1``, and what all models share. Field names are those of the Python API.

Answers are in :mod:`~tacknamn.service.answer_models`.
"""

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, model_validator
from pydantic.config import JsonDict

from tacknamn.replacement.records import DRAWN_LABELS
from tacknamn.service.engines import EngineOptions, MatcherOptions

__all__ = [
    "AnswerModel",
    "CompleteRequest",
    "DetectRequest",
    "DetectionSettings",
    "LookupRequest",
    "MatchRequest",
    "Probability",
    "ProblemAnswer",
    "PseudonymizeRequest",
    "RequestModel",
    "RiskDocument",
    "RiskRequest",
    "SampleRequest",
    "ShortText",
    "TextRequest",
    "describe_choice",
]

_LONGEST_NAME = 1_000
ShortText = Annotated[str, Field(max_length=_LONGEST_NAME)]
Probability = Annotated[float, Field(ge=0, le=1)]


def _refuse_empty_run(run: str) -> str:
    """Refuse a run that was given and is empty; the default is not checked."""
    if not run:
        raise ValueError("must not be empty; give at least 16 random letters, or leave it out")
    return run


Run = Annotated[
    ShortText,
    AfterValidator(_refuse_empty_run),
    Field(
        description="A secret of at least 16 random letters that the client makes up. Requests with the "
        "same one share the secret of their draws, until the service is stopped."
    ),
]


class RequestModel(BaseModel):
    """A body: unknown fields are errors, and no value is converted to another type."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, defer_build=True)


class AnswerModel(BaseModel):
    """An answer. Answers are written from plain data; these models describe them."""

    model_config = ConfigDict(defer_build=True)


def describe_choice(
    single: str, several: str, with_single: tuple[str, ...] = (), with_several: tuple[str, ...] = ()
) -> ConfigDict:
    """Say in the schema of a model that one of two fields is given, and which others belong to each."""
    absent: JsonDict = {"type": "null"}
    return ConfigDict(
        json_schema_extra={
            "oneOf": [
                {
                    "required": [single],
                    "properties": {
                        single: {"type": "string"},
                        **dict.fromkeys((several, *with_several), absent),
                    },
                },
                {
                    "required": [several],
                    "properties": {
                        several: {"type": "array"},
                        **dict.fromkeys((single, *with_single), absent),
                    },
                },
            ]
        }
    )


class TextRequest(RequestModel):
    """One text or several. Exactly one of ``text`` and ``texts`` is given."""

    model_config = describe_choice("text", "texts", ("id",), ("ids",))

    text: Annotated[str | None, Field(description="One text.")] = None
    texts: Annotated[
        list[str | None] | None, Field(description="Several texts; null has the answer null.")
    ] = None
    id: Annotated[
        ShortText | None,
        Field(
            description="The id of the text. It is repeated in the answer, and tells equal texts apart."
        ),
    ] = None
    ids: Annotated[
        list[ShortText] | None, Field(description="An id for each of several texts.")
    ] = None

    @model_validator(mode="after")
    def _check_texts(self) -> "TextRequest":
        if (self.text is None) == (self.texts is None):
            raise ValueError("give either text or texts")
        if self.text is not None and self.ids is not None:
            raise ValueError("ids belongs to texts; one text has an id")
        if self.texts is not None and self.id is not None:
            raise ValueError("id belongs to one text; several have ids")
        if self.texts is not None and self.ids is not None and len(self.ids) != len(self.texts):
            raise ValueError("give one of the ids for each of the texts")
        return self

    @property
    def all_texts(self) -> list[str | None]:
        """The texts, one or several."""
        return [self.text] if self.texts is None else self.texts

    @property
    def all_ids(self) -> list[str]:
        """The id of each text; empty if it has none."""
        if self.texts is None:
            return [self.id or ""]
        return [""] * len(self.texts) if self.ids is None else self.ids


class DetectionSettings(TextRequest):
    """Texts, and how names are found in them."""

    profile: Annotated[
        ShortText | None,
        Field(description="swell, clinic, session, sms, mask, tab, or one of the service."),
    ] = None
    language: Annotated[ShortText | None, Field(description="sv, en or auto.")] = None
    thresholds: Annotated[
        dict[ShortText, Probability] | None,
        Field(description="The least probability of some labels, such as surname: 0.9."),
    ] = None
    topic_aware: Annotated[
        bool | None,
        Field(description="Whether to leave names that the context shows to be harmless."),
    ] = None
    fuzzy: Annotated[bool, Field(description="Whether to find misspelt names as well.")] = True

    @property
    def engine(self) -> EngineOptions:
        """The settings of the pseudonymizer."""
        return EngineOptions(
            self.profile,
            self.language,
            (),
            tuple(sorted((self.thresholds or {}).items())),
            self.topic_aware,
            self.fuzzy,
        )


class DetectRequest(DetectionSettings):
    """Texts, and what to list of them."""

    everything: Annotated[
        bool, Field(description="Whether to list harmless names as well, such as Sverige.")
    ] = False


class PseudonymizeRequest(DetectionSettings):
    """Texts, how names are found in them, and how they are replaced."""

    policies: Annotated[
        dict[ShortText, ShortText] | None,
        Field(description="Another method for some labels, such as country: keep."),
    ] = None
    seed: Annotated[
        int | None, Field(description="For tests: the same seed gives the same result for a text.")
    ] = None
    keyed: Annotated[
        bool,
        Field(
            description="Whether to use the key of the service: a name has the same pseudonym in all "
            "texts."
        ),
    ] = False
    run: Run = ""
    writer: Annotated[
        ShortText,
        Field(description="With keyed: the id of the writer, who gets pseudonyms of their own."),
    ] = ""
    protect: Annotated[
        ShortText, Field(description="For the profile tab: the person to protect.")
    ] = ""
    spans: Annotated[
        bool, Field(description="Whether the answer has spans, and not the text alone.")
    ] = True
    store: Annotated[
        bool,
        Field(
            description="Whether to store the originals in the vault of the service, by the ids."
        ),
    ] = False

    @model_validator(mode="after")
    def _check_store(self) -> "PseudonymizeRequest":
        if self.store and not all(self.all_ids):
            raise ValueError("store needs an id for each text, under which its originals are found")
        return self

    @property
    def engine(self) -> EngineOptions:
        """The settings of the pseudonymizer."""
        return super().engine._replace(
            policies=tuple(sorted((self.policies or {}).items())),
            seed=self.seed,
            keyed=self.keyed,
            writer=self.writer,
            protect=self.protect,
            run=self.run,
        )


class MatchRequest(TextRequest):
    """Texts, and which entries of the lists are found in them."""

    overlaps: Annotated[
        Literal["all", "longest", "best"],
        Field(description="Which of overlapping matches to return."),
    ] = "longest"
    labels: Annotated[
        list[ShortText] | None, Field(description="Only entries with one of these labels.")
    ] = None
    fuzzy: Annotated[bool, Field(description="Whether to find misspelt names as well.")] = False
    min_probability: Annotated[
        Probability | None,
        Field(description="How often a form must be meant as one of the labels."),
    ] = None

    @property
    def matcher(self) -> MatcherOptions:
        """The settings of the matcher."""
        labels = None if self.labels is None else tuple(sorted(set(self.labels)))
        return MatcherOptions(self.overlaps, labels, self.fuzzy, self.min_probability)


class LookupRequest(RequestModel):
    """Forms to look up."""

    model_config = describe_choice("form", "forms")

    form: Annotated[ShortText | None, Field(description="One form.")] = None
    forms: Annotated[list[ShortText] | None, Field(description="Several forms.")] = None

    @model_validator(mode="after")
    def _check_forms(self) -> "LookupRequest":
        if (self.form is None) == (self.forms is None):
            raise ValueError("give either form or forms")
        return self

    @property
    def all_forms(self) -> list[str]:
        """The forms, one or several."""
        return [self.form] if self.form is not None else self.forms or []


class CompleteRequest(RequestModel):
    """The beginnings of forms."""

    model_config = describe_choice("prefix", "prefixes")

    prefix: Annotated[ShortText | None, Field(description="The first letters.")] = None
    prefixes: Annotated[list[ShortText] | None, Field(description="Several beginnings.")] = None
    label: Annotated[
        ShortText | None, Field(description="Only forms that may have this label.")
    ] = None
    limit: Annotated[int, Field(ge=1, le=1000, description="How many forms to return.")] = 20

    @model_validator(mode="after")
    def _check_prefixes(self) -> "CompleteRequest":
        if (self.prefix is None) == (self.prefixes is None):
            raise ValueError("give either prefix or prefixes")
        return self

    @property
    def all_prefixes(self) -> list[str]:
        """The beginnings, one or several."""
        return [self.prefix] if self.prefix is not None else self.prefixes or []


class SampleRequest(RequestModel):
    """What to draw."""

    label: Annotated[
        ShortText,
        Field(
            description="The label of the replacement.",
            json_schema_extra={"enum": [str(label) for label in DRAWN_LABELS]},
        ),
    ]
    number: Annotated[int, Field(ge=1, le=1000, description="How many to draw.")] = 1
    original: Annotated[
        ShortText | None, Field(description="Draw the replacement of this name, in its form.")
    ] = None
    country: Annotated[
        ShortText | None,
        Field(
            description="The country of a city: a code of ISO 3166 such as NO, or its name in Swedish or "
            "English, such as Norge."
        ),
    ] = None
    town: Annotated[ShortText | None, Field(description="The town of a street or postal code.")] = (
        None
    )
    language: Annotated[Literal["sv", "en"], Field(description="The language of placeholders.")] = (
        "sv"
    )
    seed: Annotated[
        int | None, Field(description="For tests: the same seed gives the same draws.")
    ] = None
    keyed: Annotated[bool, Field(description="Whether to use the key of the service.")] = False
    run: Run = ""

    @model_validator(mode="after")
    def _check_number(self) -> "SampleRequest":
        if self.original is not None and self.number > 1:
            raise ValueError("an original has one replacement; leave number out")
        return self


class RiskSpan(BaseModel):
    """A piece of a pseudonymized text, as ``/v1/pseudonymize`` and span files describe it."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    start: Annotated[
        int, Field(description="In the pseudonymized text, unless new_start is given.")
    ]
    end: int
    new_start: Annotated[int | None, Field(description="In the pseudonymized text.")] = None
    new_end: int | None = None
    label: ShortText
    number: int | None = None
    affixes: list[ShortText] = []
    pool: int | None = None


class RiskDocument(BaseModel):
    """A pseudonymized text: an answer of ``/v1/pseudonymize`` fits."""

    model_config = ConfigDict(extra="ignore", strict=True, frozen=True, defer_build=True)

    id: ShortText | None = None
    text: str
    spans: list[RiskSpan] = []


class RiskRequest(RequestModel):
    """Pseudonymized texts, and what to ask about them."""

    documents: list[RiskDocument]
    k: Annotated[
        int, Field(ge=1, le=1000, description="Documents that must share a combination.")
    ] = 2
    quasi: Annotated[
        list[ShortText] | None, Field(description="Count combinations of these labels only.")
    ] = None
    labels: Annotated[
        list[ShortText] | None, Field(description="The labels of names that count as leftovers.")
    ] = None
    fuzzy: Annotated[bool, Field(description="Whether to find misspelt names as well.")] = False


class ProblemAnswer(AnswerModel):
    """An error (RFC 9457)."""

    type: str
    title: str
    status: int
    detail: str
