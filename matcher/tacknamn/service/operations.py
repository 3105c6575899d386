"""What the addresses of ``/v1`` do: one operation for each, from a checked body to plain data.

An operation yields one answer for each text or form of a body, so that the work queue can take turns
between them. It knows nothing of HTTP.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import asdict
from itertools import chain
from typing import Any, ClassVar

from pydantic import BaseModel

from tacknamn.batch.pseudonymize import list_originals
from tacknamn.errors import InputError
from tacknamn.replacement.seeds import GUESSABLE_SEED_OF_REQUEST, is_guessable
from tacknamn.service.answer_models import (
    CompleteAnswer,
    DetectAnswer,
    LookupAnswer,
    MatchAnswer,
    PseudonymizeAnswer,
    RiskAnswer,
    SampleAnswer,
)
from tacknamn.service.answers import (
    describe_candidate,
    describe_detections,
    describe_document,
    describe_matches,
)
from tacknamn.service.bodies import check_text
from tacknamn.service.engines import Engines
from tacknamn.service.models import (
    CompleteRequest,
    DetectRequest,
    LookupRequest,
    MatchRequest,
    PseudonymizeRequest,
    RiskRequest,
    SampleRequest,
    TextRequest,
)
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.problems import Problem
from tacknamn.service.risk_report import report_risk
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.work_queue import LONG
from tacknamn.svala.tokens import find_text_error

__all__ = ["OPERATIONS", "Operation", "check_names", "check_number"]

_MANY = "results"
"""The field of an answer to several texts."""


class Operation(ABC):
    """One operation on one or several texts, forms or labels."""

    name: ClassVar[str]
    """The last part of its address."""
    summary: ClassVar[str]
    request: ClassVar[type[BaseModel]]
    answer: ClassVar[type[BaseModel]]
    """The answer to one text, form or label."""
    example: ClassVar[dict[str, Any]]
    """A body that the description shows and a test sends."""
    problems: ClassVar[tuple[int, ...]] = ()
    """Errors that not every address has."""

    @abstractmethod
    def check(self, body: Any, limits: ServiceLimits) -> int:
        """Refuse what is too large or no text; return the characters of the longest text."""

    @abstractmethod
    def run(self, engines: Engines, body: Any, unit: OffsetUnit) -> Iterator[Any]:
        """Yield the answer to each text, form or label of a body."""

    def has_many(self, body: Any) -> bool:
        """Whether a body asks for several answers."""
        return False

    def is_blocking(self, line: bytes) -> bool:
        """Whether a line of a stream may have to wait for a disk, and so must not hold up others."""
        return False

    def count(self, body: Any) -> tuple[int, int]:
        """Return how many texts a body has, and how many characters these have."""
        return 0, 0

    def join(self, body: Any, answers: list[Any]) -> Any:
        """Return the answer to a whole body."""
        return {_MANY: answers} if self.has_many(body) else answers[0]


class _TextOperation(Operation):
    """An operation on texts."""

    def check(self, body: TextRequest, limits: ServiceLimits) -> int:
        texts = body.all_texts
        check_number("texts", len(texts), limits)
        longest = 0
        for number, text in enumerate(texts):
            if text is not None:
                check_text(text, limits, "text" if body.texts is None else f"texts[{number}]")
                longest = max(longest, len(text))
        check_names(body.all_ids)
        return longest

    def has_many(self, body: TextRequest) -> bool:
        return body.texts is not None

    def count(self, body: TextRequest) -> tuple[int, int]:
        sizes = [len(text) for text in body.all_texts if text is not None]
        return len(sizes), sum(sizes)


class _Pseudonymize(_TextOperation):
    name = "pseudonymize"
    summary = "Replace what identifies people"
    request = PseudonymizeRequest
    answer = PseudonymizeAnswer
    example: ClassVar[dict[str, Any]] = {"text": "Jag heter Anna och bor i Lund.", "seed": 7}
    problems = (403, 507)

    def check(self, body: TextRequest, limits: ServiceLimits) -> int:
        size = super().check(body, limits)
        is_stored = isinstance(body, PseudonymizeRequest) and body.store
        return max(size, LONG + 1) if is_stored else size  # a vault waits for its disk

    def is_blocking(self, line: bytes) -> bool:
        return b'"store"' in line

    def run(self, engines: Engines, body: PseudonymizeRequest, unit: OffsetUnit) -> Iterator[Any]:
        vault = engines.vault if body.store else None
        pseudonymize = engines.get(body.engine)
        warnings = [GUESSABLE_SEED_OF_REQUEST] if is_guessable(body.seed) else []
        if body.text is not None:
            document = pseudonymize(body.text, body.id or "")
            if vault is not None:
                vault.add_many(list_originals(document))
            yield describe_document(document, body.id or "", unit, body.spans, warnings)
            return
        documents = pseudonymize.many(body.all_texts, body.all_ids)
        if vault is not None:  # all of them or none, and before any pseudonym is answered
            documents = iter(made := list(documents))
            vault.add_many(chain.from_iterable(map(list_originals, filter(None, made))))
        for document_or_none, id in zip(documents, body.all_ids, strict=True):
            yield (
                None
                if document_or_none is None
                else describe_document(document_or_none, id, unit, body.spans, warnings)
            )


class _Detect(_TextOperation):
    name = "detect"
    summary = "Find what identifies people"
    request = DetectRequest
    answer = DetectAnswer
    example: ClassVar[dict[str, Any]] = {"text": "Jag heter Anna och bor i Lund."}

    def run(self, engines: Engines, body: DetectRequest, unit: OffsetUnit) -> Iterator[Any]:
        found = engines.get_finder(body.engine).detect_many(body.all_texts, body.everything)
        for text, detections, id in zip(body.all_texts, found, body.all_ids, strict=True):
            yield (
                None
                if text is None or detections is None
                else describe_detections(text, detections, id, unit)
            )


class _Match(_TextOperation):
    name = "match"
    summary = "Find the entries of the lists that a text has as names"
    request = MatchRequest
    answer = MatchAnswer
    example: ClassVar[dict[str, Any]] = {"text": "Elena bor i Göteborg."}

    def run(self, engines: Engines, body: MatchRequest, unit: OffsetUnit) -> Iterator[Any]:
        matcher = engines.get_matcher(body.matcher)
        for text, id in zip(body.all_texts, body.all_ids, strict=True):
            yield None if text is None else describe_matches(text, matcher.match(text), id, unit)


class _Lookup(Operation):
    name = "lookup"
    summary = "Say what forms may be"
    request = LookupRequest
    answer = LookupAnswer
    example: ClassVar[dict[str, Any]] = {"form": "Kim"}

    def check(self, body: LookupRequest, limits: ServiceLimits) -> int:
        check_number("forms", len(body.all_forms), limits)
        check_names(body.all_forms)
        return 0

    def run(self, engines: Engines, body: LookupRequest, unit: OffsetUnit) -> Iterator[Any]:
        for form in body.all_forms:
            candidates = engines.lexicon.lookup(form)
            yield {"form": form, "candidates": [describe_candidate(each) for each in candidates]}

    def has_many(self, body: LookupRequest) -> bool:
        return body.forms is not None


class _Complete(Operation):
    name = "complete"
    summary = "List forms by their beginning"
    request = CompleteRequest
    answer = CompleteAnswer
    example: ClassVar[dict[str, Any]] = {"prefix": "göteb", "limit": 3}

    def check(self, body: CompleteRequest, limits: ServiceLimits) -> int:
        check_number("prefixes", len(body.all_prefixes), limits)
        check_names(body.all_prefixes)
        return 0

    def run(self, engines: Engines, body: CompleteRequest, unit: OffsetUnit) -> Iterator[Any]:
        for prefix in body.all_prefixes:
            yield {"forms": engines.lexicon.complete(prefix, body.label, body.limit)}

    def has_many(self, body: CompleteRequest) -> bool:
        return body.prefixes is not None


class _Sample(Operation):
    name = "sample"
    summary = "Draw replacements"
    request = SampleRequest
    answer = SampleAnswer
    example: ClassVar[dict[str, Any]] = {"label": "firstname_female", "number": 3, "seed": 7}

    def check(self, body: SampleRequest, limits: ServiceLimits) -> int:
        check_names([body.original or "", body.town or "", body.country or ""])
        return 0

    def run(self, engines: Engines, body: SampleRequest, unit: OffsetUnit) -> Iterator[Any]:
        sampler = engines.get_sampler(body.language, body.seed, body.keyed, body.run)
        for _ in range(body.number):
            draw = asdict(sampler.draw(body.label, body.country, body.original, body.town))
            yield {name: draw[name] for name in _DRAWN}

    def join(self, body: SampleRequest, answers: list[Any]) -> Any:
        return {"draws": answers}


class _Risk(Operation):
    name = "risk"
    summary = "Report what pseudonymized texts may still reveal"
    request = RiskRequest
    answer = RiskAnswer
    example: ClassVar[dict[str, Any]] = {
        "documents": [
            {
                "id": "1",
                "text": "Jag heter Malin.",
                "spans": [{"start": 10, "end": 15, "label": "firstname_female", "pool": 50}],
            }
        ]
    }

    def check(self, body: RiskRequest, limits: ServiceLimits) -> int:
        check_number("documents", len(body.documents), limits)
        check_names([document.id or "" for document in body.documents])
        for number, document in enumerate(body.documents):
            check_text(document.text, limits, f"documents[{number}].text")
        return sum(len(document.text) for document in body.documents)

    def run(self, engines: Engines, body: RiskRequest, unit: OffsetUnit) -> Iterator[Any]:
        yield report_risk(engines, body, unit)


_DRAWN = ("text", "label", "base", "country", "parent", "sources", "pool", "reason")
"""The fields of a draw that a client can use."""
OPERATIONS: tuple[Operation, ...] = (
    _Pseudonymize(),
    _Detect(),
    _Match(),
    _Lookup(),
    _Complete(),
    _Sample(),
    _Risk(),
)


def check_number(name: str, number: int, limits: ServiceLimits) -> None:
    """Refuse a body with too many texts, forms or names."""
    if number > limits.batch:
        raise Problem(
            "too-large", f"{name} has more than {limits.batch:,}; send several requests, or lines"
        )


def check_names(names: list[str]) -> None:
    """Refuse forms, ids and names that are no text."""
    for name in names:
        if error := find_text_error(name):
            raise InputError(f"a form, an id or a name has {error}; remove it")
