"""The operators of ``/anonymize`` and ``/deanonymize``, with the parameters that Presidio gives them.

All but ``pseudonymize`` see one piece at a time: they become a function of the piece and its type.
"""

import hashlib
import hmac
import os
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from tacknamn.errors import InputError
from tacknamn.service.bodies import validate_model
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.presidio.ciphers import KEY_SIZES, decrypt_text, encrypt_text
from tacknamn.service.presidio.models import (
    MalformedRequest,
    OperatorParameters,
    PseudonymizeParameters,
)

__all__ = [
    "ANONYMIZERS",
    "DEANONYMIZERS",
    "DEFAULT",
    "ChosenOperator",
    "read_anonymizers",
    "read_deanonymizers",
]

DEFAULT = "DEFAULT"
"""The operator of types that have none."""
_HASHES = ("sha256", "sha512")
_SHORTEST_SALT = 16
_RANDOM_SALT = 32
_HASH_KEY = "presidio hash"
"""The use for which the key of hashes is derived."""
PieceOperator = Callable[[str, str], str]
"""Returns what replaces a piece, given the piece and its type."""


class ChosenOperator(NamedTuple):
    """What is done with the pieces of a type."""

    name: str
    operate: PieceOperator
    pseudonymizer: EngineOptions | None = None
    """How whole texts are pseudonymized, if that is the operator."""


def _make_replace(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    given = params.get("new_value") or ""
    if not isinstance(given, str):
        raise InputError("replace: new_value must be a string")
    new_value: str = given
    return lambda piece, entity_type: new_value or f"<{entity_type}>"


def _make_redact(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    return lambda piece, entity_type: ""


def _make_keep(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    return lambda piece, entity_type: piece


def _make_mask(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    char: str = _get(params, "masking_char", str, "a string")
    if len(char) > 1:
        raise InputError("Invalid input, masking_char must be a character")
    most: int = max(0, _get(params, "chars_to_mask", int, "a number"))
    is_from_end = _get(params, "from_end", bool, "true or false")

    def mask(piece: str, entity_type: str) -> str:
        number = min(most, len(piece))
        if is_from_end:
            return piece[: len(piece) - number] + char * number
        return char * number + piece[number:]

    return mask


def _make_hash(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    """Hash with the salt given, as Presidio does. Without one, hash with the key of the service, so that
    equal pieces stay equal; without a key, with a random salt for each piece."""
    kind = params.get("hash_type", _HASHES[0])
    if kind not in _HASHES:
        raise InputError(f"hash: hash_type must be one of {', '.join(_HASHES)}")
    salt = params.get("salt")
    if salt is not None:
        return _make_salted_hash(kind, salt)
    key = engines.derive_key(_HASH_KEY)
    if key is None:
        return lambda piece, _: _hash(kind, piece, os.urandom(_RANDOM_SALT))
    return lambda piece, _: hmac.new(key, piece.encode(), kind).hexdigest()


def _make_salted_hash(kind: str, salt: object) -> PieceOperator:
    if not isinstance(salt, str):
        raise InputError("hash: salt must be a string")
    written = salt.encode()
    if len(written) < _SHORTEST_SALT:
        raise InputError(
            f"Salt must be at least {_SHORTEST_SALT} bytes (128 bits); leave it out for a random one"
        )
    return lambda piece, _: _hash(kind, piece, written)


def _hash(kind: str, piece: str, salt: bytes) -> str:
    return hashlib.new(kind, piece.encode() + salt).hexdigest()


def _make_encrypt(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    key = _read_key(params)
    return lambda piece, entity_type: encrypt_text(key, piece)


def _make_decrypt(params: Mapping[str, Any], engines: Engines) -> PieceOperator:
    key = _read_key(params)
    return lambda piece, entity_type: decrypt_text(key, piece)


def _read_key(params: Mapping[str, Any]) -> bytes:
    key = bytes(_get(params, "key", str, "a string").encode())
    if len(key) not in KEY_SIZES:
        raise InputError("Invalid input, key must be of length 128, 192 or 256 bits")
    return key


def _get(params: Mapping[str, Any], name: str, kind: type, description: str) -> Any:
    """Return a parameter that an operator must have."""
    value = params.get(name)
    if value is None:
        raise InputError(f"Expected parameter {name}")
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise InputError(f"{name} must be {description}")
    return value


_PSEUDONYMIZE = "pseudonymize"
_MAKERS: dict[str, Callable[[Mapping[str, Any], Engines], PieceOperator]] = {
    "encrypt": _make_encrypt,
    "hash": _make_hash,
    "keep": _make_keep,
    "mask": _make_mask,
    "redact": _make_redact,
    "replace": _make_replace,
}
_BACK_MAKERS: dict[str, Callable[[Mapping[str, Any], Engines], PieceOperator]] = {
    "deanonymize_keep": _make_keep,
    "decrypt": _make_decrypt,
}
ANONYMIZERS = tuple(sorted((*_MAKERS, _PSEUDONYMIZE)))
"""The operators of ``/anonymize``."""
DEANONYMIZERS = tuple(_BACK_MAKERS)
"""The operators of ``/deanonymize``."""


def read_anonymizers(
    given: Mapping[str, OperatorParameters] | None, engines: Engines, language: str | None
) -> dict[str, ChosenOperator]:
    """Return the operator of each type; :data:`DEFAULT` is always among them.

    Args:
        language: The language of the texts, unless an operator names another.
    """
    chosen = {
        entity_type: _read_anonymizer(params, engines, language)
        for entity_type, params in (given or {}).items()
    }
    return {DEFAULT: ChosenOperator("replace", _make_replace({}, engines)), **chosen}


def _read_anonymizer(
    params: OperatorParameters, engines: Engines, language: str | None
) -> ChosenOperator:
    name = _read_name(params, ANONYMIZERS)
    if name != _PSEUDONYMIZE:
        return ChosenOperator(name, _MAKERS[name](params, engines))
    others = {key: value for key, value in params.items() if key != "type"}
    options = validate_model(PseudonymizeParameters, others).engine
    if options.language is None:
        options = options._replace(language=language)
    # What it does is computed from the whole text; a piece that it leaves out stays.
    return ChosenOperator(name, _make_keep(params, engines), options)


def read_deanonymizers(
    given: Mapping[str, OperatorParameters] | None, engines: Engines
) -> dict[str, ChosenOperator]:
    """Return the operator of each type that has one."""
    chosen = {}
    for entity_type, params in (given or {}).items():
        name = _read_name(params, DEANONYMIZERS)
        chosen[entity_type] = ChosenOperator(name, _BACK_MAKERS[name](params, engines))
    return chosen


def _read_name(params: OperatorParameters, known: tuple[str, ...]) -> str:
    """Return the name of an operator."""
    name = params.get("type")
    if not name:
        raise InputError("Invalid input, operator config must contain type")
    if name == "custom":
        raise MalformedRequest("Custom type anonymizer is not supported")
    if not isinstance(name, str) or name not in known:
        raise InputError(f"Invalid operator type; choose {', '.join(known)}")
    return name
