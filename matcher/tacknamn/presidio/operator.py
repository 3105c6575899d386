"""The operator ``pseudonymize`` of Presidio's anonymizer.

An operator is asked about one piece after the other and never sees the text. So
:class:`~tacknamn.presidio.engine.PseudonymizingEngine` pseudonymizes the text before, and hands the
results to the operator. In Presidio's own engine, each piece is a separate text: equal names still get equal
pseudonyms, but nothing around a name helps to read it, and two persons may get one pseudonym.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from presidio_anonymizer.operators import Operator, OperatorType

from tacknamn.errors import InputError
from tacknamn.pipeline.pieces import replace_pieces
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.pipeline.ranges import Piece
from tacknamn.pipeline.stored_settings import StoredSettings

__all__ = ["NAME", "PREPARED", "Pseudonymize", "open_settings"]

NAME = "pseudonymize"
PREPARED = "prepared"
"""The parameter with which the engine hands over replacements, in the order in which it asks."""
_TYPE = "entity_type"
"""The parameter in which Presidio passes the entity type of the piece."""
_ANY_DOCUMENT = "pieces"
"""The name of the document that all pieces alone belong to: with a seed, draws depend on it."""


class Pseudonymize(Operator):  # type: ignore[misc]  # Presidio's classes have no types
    """Replaces a piece by a pseudonym that fits.

    Its parameters are the settings of :class:`~tacknamn.pipeline.stored_settings.StoredSettings`:
    ``profile``, ``language``, ``key_file`` and so on.
    """

    def operate(self, text: str, params: Mapping[str, Any] | None = None) -> str:
        """Return what replaces a piece."""
        given = dict(params or {})
        prepared: Iterator[str] | None = given.get(PREPARED)
        if prepared is not None:
            return next(prepared)
        piece = Piece(0, len(text), str(given.get(_TYPE, "")))
        replaced = replace_pieces(open_settings(given), text, [piece], name=_ANY_DOCUMENT)
        return replaced[0][1]

    def validate(self, params: Mapping[str, Any] | None = None) -> None:
        """Refuse unknown settings."""
        _read_settings(params or {})

    def operator_name(self) -> str:
        """Return the name by which operators are chosen."""
        return NAME

    def operator_type(self) -> OperatorType:
        """Return the kind of operator: one that anonymizes."""
        return OperatorType.Anonymize


def open_settings(params: Mapping[str, Any]) -> Pseudonymizer:
    """Return the pseudonymizer of some parameters. It is opened once in a process."""
    return _read_settings(params).share()


def _read_settings(params: Mapping[str, Any]) -> StoredSettings:
    settings = {name: value for name, value in params.items() if name not in (PREPARED, _TYPE)}
    try:
        return StoredSettings.from_mapping(settings)
    except InputError as exc:
        raise InputError(f"operator {NAME}: {exc}") from exc
