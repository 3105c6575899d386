"""``/v1/reveal``: the originals of pseudonyms, from the vault, where the service allows it."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Annotated, Any, ClassVar

from fastapi import APIRouter
from pydantic import Field, model_validator

from tacknamn.service.descriptions import describe_operation
from tacknamn.service.engines import Engines
from tacknamn.service.models import AnswerModel, RequestModel, ShortText, describe_choice
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.operations import Operation, check_names, check_number
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.service.state import ServiceState
from tacknamn.service.v1 import make_endpoint
from tacknamn.service.work_queue import LONG

__all__ = ["REVEAL", "make_reveal_router"]


class RevealRequest(RequestModel):
    """Pseudonyms, and which of their records to return."""

    model_config = describe_choice("pseudonym", "pseudonyms")

    pseudonym: Annotated[ShortText | None, Field(description="One pseudonym.")] = None
    pseudonyms: Annotated[list[ShortText] | None, Field(description="Several pseudonyms.")] = None
    label: Annotated[ShortText | None, Field(description="Only records with this label.")] = None
    document: Annotated[
        ShortText | None, Field(description="Only records of the text with this id.")
    ] = None

    @model_validator(mode="after")
    def _check_pseudonyms(self) -> "RevealRequest":
        if (self.pseudonym is None) == (self.pseudonyms is None):
            raise ValueError("give either pseudonym or pseudonyms")
        return self

    @property
    def all_pseudonyms(self) -> list[str]:
        """The pseudonyms, one or several."""
        return [self.pseudonym] if self.pseudonym is not None else self.pseudonyms or []


class RevealedRecord(AnswerModel):
    """One replacement, as the vault stores it."""

    label: str
    original: str
    pseudonym: str
    document: str


class RevealAnswer(AnswerModel):
    """The records of one pseudonym; none if the vault does not know it."""

    records: list[RevealedRecord]


class _Reveal(Operation):
    name = "reveal"
    summary = "Return the originals of pseudonyms"
    request = RevealRequest
    answer = RevealAnswer
    example: ClassVar[dict[str, Any]] = {"pseudonym": "Karin", "document": "essay-1"}
    problems = (403,)

    def check(self, body: RevealRequest, limits: ServiceLimits) -> int:
        check_number("pseudonyms", len(body.all_pseudonyms), limits)
        check_names([*body.all_pseudonyms, body.label or "", body.document or ""])
        return LONG + 1  # the vault is a file

    def is_blocking(self, line: bytes) -> bool:
        return True

    def run(self, engines: Engines, body: RevealRequest, unit: OffsetUnit) -> Iterator[Any]:
        if not engines.allows_reveal:
            raise Problem("forbidden", "the service reveals nothing; start it with --allow-reveal")
        vault = engines.vault
        vault.refresh()
        for pseudonym in body.all_pseudonyms:
            records = vault.reveal(pseudonym, body.label, body.document)
            yield {"records": [asdict(record) for record in records]}

    def has_many(self, body: RevealRequest) -> bool:
        return body.pseudonyms is not None


REVEAL = _Reveal()


def make_reveal_router(state: ServiceState) -> APIRouter:
    """Make the address."""
    router = APIRouter(prefix="/v1", tags=["v1"])
    router.add_api_route(
        f"/{REVEAL.name}",
        make_endpoint(state, REVEAL),
        methods=["POST"],
        name=REVEAL.name,
        summary=REVEAL.summary,
        **describe_operation(REVEAL),
    )
    return router
