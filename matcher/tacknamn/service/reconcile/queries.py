"""Read what clients of the reconciliation protocol send: forms, batches of queries, data extensions."""

from typing import Any, Literal
from urllib.parse import parse_qs

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from tacknamn.errors import InputError
from tacknamn.service.bodies import parse_json, validate_model
from tacknamn.service.problems import Problem
from tacknamn.service.reconcile.entities import LONGEST_ID
from tacknamn.service.reconcile.properties import RESTRICTING
from tacknamn.svala.tokens import find_text_error

__all__ = [
    "MOST_CANDIDATES",
    "ExtendQuery",
    "PropertyCondition",
    "ReconcileQuery",
    "read_extend_query",
    "read_form",
    "read_queries",
]

MOST_CANDIDATES = 100
"""Candidates of one query. A client that asks for more gets these."""
_USUAL_CANDIDATES = 10
_MOST_FIELDS = 20
"""Fields of a form. The protocol has two."""
_MOST_VALUES = 20
"""Values of a property, types of a query, and properties."""


class _QueryModel(BaseModel):
    """A part of a query. Unknown fields are left out, because versions of the protocol differ in them."""

    model_config = ConfigDict(frozen=True, strict=True, defer_build=True)


class PropertyCondition(_QueryModel):
    """What a property of the entity must be."""

    pid: str = Field(max_length=LONGEST_ID)
    v: Any

    @property
    def values(self) -> list[str]:
        """The values as texts; an entity is given by its id, or its name."""
        values = self.v if isinstance(self.v, list) else [self.v]
        given = [each.get("id") if isinstance(each, dict) else each for each in values]
        texts = [str(each)[:LONGEST_ID] for each in given[:_MOST_VALUES] if each not in (None, "")]
        return [text for text in texts if not find_text_error(text)]


class ReconcileQuery(_QueryModel):
    """One query: a name, or properties, or both. Clients send columns that the lists know nothing of, so
    other properties than ours are left out."""

    query: str = Field("", max_length=LONGEST_ID)
    type: Any = None
    limit: int | float | None = None
    type_strict: Literal["any", "should", "all"] = "any"
    properties: list[PropertyCondition] = Field([], max_length=_MOST_VALUES)

    @field_validator("properties", mode="before")
    @classmethod
    def _leave_out(cls, value: Any) -> Any:
        if not isinstance(value, list):
            return value
        return [each for each in value if isinstance(each, dict) and each.get("pid") in RESTRICTING]

    @model_validator(mode="after")
    def _check(self) -> "ReconcileQuery":
        if not self.query and not self.properties:
            raise ValueError(f"give query, or the properties {', '.join(RESTRICTING)}")
        if self.limit is not None and not self.limit >= 1:
            raise ValueError("limit is a number from 1")
        if error := find_text_error(self.query):
            raise ValueError(f"query has {error}; remove it")
        if not all(isinstance(each, str) for each in self._type_list):
            raise ValueError("type is the id of a type, or a list of ids")
        return self

    @property
    def _type_list(self) -> list[Any]:
        given = self.type if isinstance(self.type, list) else [self.type]
        ids = [each.get("id", 0) if isinstance(each, dict) else each for each in given]
        return [each for each in ids if each not in (None, "")][:_MOST_VALUES]

    @property
    def types(self) -> frozenset[str]:
        """The ids of the types; none is any type."""
        return frozenset(self._type_list)

    @property
    def most(self) -> int:
        """The number of candidates to return."""
        return int(min(self.limit or _USUAL_CANDIDATES, MOST_CANDIDATES))


class _AskedProperty(_QueryModel):
    """A property to fetch. It has no settings."""

    id: str = Field(max_length=LONGEST_ID)


class ExtendQuery(_QueryModel):
    """Entities, and the properties to fetch of them."""

    ids: list[str]
    properties: list[_AskedProperty] = Field(max_length=_MOST_VALUES)


def read_form(body: bytes) -> dict[str, str]:
    """Return the fields of a form, or of the query string of an address; of repeated ones the last."""
    try:
        text = body.decode("ascii")
        fields = parse_qs(
            text, keep_blank_values=True, errors="strict", max_num_fields=_MOST_FIELDS
        )
    except UnicodeDecodeError:
        raise Problem("invalid-json", "the form is not URL-encoded UTF-8") from None
    except ValueError:
        raise Problem("invalid", f"the form has more than {_MOST_FIELDS} fields") from None
    return {name: values[-1] for name, values in fields.items()}


def read_queries(text: str, most: int) -> dict[str, ReconcileQuery | str]:
    """Return the queries of a batch by their keys; for a wrong one, what is wrong with it.

    Clients show no error of a batch, and drop all its answers. So a cell that cannot be answered has an
    empty result, and the others have theirs."""
    batch = _parse_object(text, "queries")
    _check_size(len(batch), most, "queries")
    for key in batch:
        if error := find_text_error(key):
            raise InputError(f"the key of a query has {error}; remove it")
    return {key: _read_query(value) for key, value in batch.items()}


def _read_query(value: Any) -> ReconcileQuery | str:
    try:
        return validate_model(ReconcileQuery, value)
    except Problem as problem:
        return str(problem)


def read_extend_query(text: str, most: int) -> ExtendQuery:
    """Return a query for data extension."""
    query = validate_model(ExtendQuery, _parse_object(text, "extend"))
    _check_size(len(query.ids), most, "ids")
    for id in query.ids:
        if error := find_text_error(id):
            raise InputError(f"an id has {error}; remove it")
    return query


def _parse_object(text: str, name: str) -> dict[str, Any]:
    value = parse_json(text.encode("utf-8", "surrogatepass"))
    if not isinstance(value, dict):
        raise Problem("invalid", f"{name} is not a JSON object")
    return value


def _check_size(number: int, most: int, name: str) -> None:
    if number > most:
        raise Problem(
            "too-large", f"{name} has more than {most:,} entries; the manifest says so in batchSize"
        )
