"""Read the bodies of requests, and check them before anything else looks at them.

A body is untrusted: its size is counted while it is read and unpacked, a client that sends it slowly is
given up, and every string in it is valid text. No message quotes what a body contains.
"""

import asyncio
import json
import re
import zlib
from collections.abc import AsyncIterator
from functools import lru_cache
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError
from starlette.requests import ClientDisconnect, Request

from tacknamn.service.metrics import note_abort
from tacknamn.service.problems import Problem
from tacknamn.service.settings import ServiceLimits
from tacknamn.svala.tokens import find_text_error

__all__ = [
    "check_text",
    "discard_body",
    "parse_json",
    "read_body",
    "read_lines",
    "read_model",
    "read_stream",
    "validate_model",
]

_GZIP_WINDOW = 16 + zlib.MAX_WBITS
_FIELD_NAME = re.compile(r"[a-z][a-z0-9_]{0,29}", re.ASCII)
_SLOWEST = 1_000
"""Bytes a second at which a body comes at least, after a first pause."""
_MOST_PACKED = 100
"""Bytes that a byte of gzip may stand for in a stream. Lines of JSON reach 50, a bomb 1,000."""
Model = TypeVar("Model", bound=BaseModel)


async def read_body(request: Request, limits: ServiceLimits) -> bytes:
    """Return the whole body of a request."""
    parts = [part async for part in _read_parts(request, limits, limits.body)]
    return b"".join(parts)


async def discard_body(request: Request, limits: ServiceLimits) -> None:
    """Read a body of any size and keep nothing of it, so that the client can send it to the end."""
    async for _ in _read_parts(request, limits, None):
        pass


async def read_lines(
    request: Request, limits: ServiceLimits, pause: float | None = None
) -> AsyncIterator[list[bytes]]:
    """Yield the lines of a body that arrived together, blank ones among them.

    The body may be of any length, so that a client can send and read at the same time.

    Args:
        pause: The longest pause in seconds; the default is that of all bodies.
    """
    rest = b""
    async for part in _read_parts(request, limits, None, pause):
        *lines, rest = (rest + part).split(b"\n")
        if max(map(len, [*lines, rest])) > limits.body:
            raise _make_size_problem("a line", limits.body)
        if lines:
            yield lines
    if rest:
        yield [rest]


async def read_stream(
    request: Request, limits: ServiceLimits, pause: float | None = None
) -> AsyncIterator[bytes]:
    """Yield the parts of a body of any length as they arrive; see :func:`read_lines`."""
    async for part in _read_parts(request, limits, None, pause):
        yield part


async def _read_parts(
    request: Request, limits: ServiceLimits, most: int | None, pause: float | None = None
) -> AsyncIterator[bytes]:
    """Yield the parts of a body as they arrive, unpacked."""
    seconds = limits.seconds if pause is None else pause
    unpack = _choose_unpacker(request, limits)
    declared = request.headers.get("content-length", "")
    if most is not None and declared.isdecimal() and len(declared) < 20 and int(declared) > most:
        raise _make_size_problem("the body", most)
    size = received = 0
    stream = request.stream()
    clock = asyncio.get_running_loop()
    began = clock.time()
    while True:
        since = clock.time()
        if most is not None:  # a body that trickles in is slow as well; a stream may trickle
            since = min(since, began + received / _SLOWEST)
        try:
            async with asyncio.timeout_at(since + seconds):
                part = await anext(stream, None)
        except TimeoutError:
            raise Problem(
                "slow-body", f"the body paused for {seconds:g} s, or came too slowly"
            ) from None
        except ClientDisconnect:
            note_abort(request.scope)
            raise Problem("slow-body", "the connection was closed before the body ended") from None
        if part is None:
            break
        received += len(part)
        if most is not None and received > most:
            raise _make_size_problem("the body", most)
        for unpacked in unpack(part):
            size += len(unpacked)
            if most is not None and size > most:
                raise _make_size_problem("the body", most)
            if size > max(received * _MOST_PACKED, limits.body):
                raise Problem("too-large", "the gzip data unpacks to far more than texts do")
            yield unpacked
            await asyncio.sleep(0)  # a small part may unpack to much: others are answered meanwhile
    if not unpack.is_complete:
        raise Problem("invalid-json", "the gzip data of the body is cut off")


class _Plain:
    """Passes on a body that is not packed."""

    is_complete = True

    def __call__(self, part: bytes) -> list[bytes]:
        return [part]


class _GzipReader:
    """Unpacks a body bit by bit, so that a small one cannot fill the memory."""

    _STEP = 1 << 16

    def __init__(self) -> None:
        self._gzip = zlib.decompressobj(_GZIP_WINDOW)

    @property
    def is_complete(self) -> bool:
        return self._gzip.eof

    def __call__(self, part: bytes) -> Any:
        try:
            while part:
                if self._gzip.eof:  # another member follows, which the format allows
                    self._gzip = zlib.decompressobj(_GZIP_WINDOW)
                yield self._gzip.decompress(part, self._STEP)
                part = self._gzip.unconsumed_tail or self._gzip.unused_data
        except zlib.error:
            raise Problem("invalid-json", "the body is not valid gzip data") from None


def _choose_unpacker(request: Request, limits: ServiceLimits) -> "_Plain | _GzipReader":
    encoding = request.headers.get("content-encoding", "identity").strip().lower()
    if encoding == "identity":
        return _Plain()
    if encoding == "gzip":
        return _GzipReader()
    raise Problem("wrong-type", "send the body plain or with Content-Encoding: gzip")


def _make_size_problem(what: str, most: int) -> Problem:
    return Problem(
        "too-large", f"{what} has more than {most:,} bytes; send several requests, or shorter lines"
    )


def parse_json(body: bytes) -> Any:
    """Return the value of a JSON text whose strings are all valid."""
    try:
        return json.loads(
            body.decode("utf-8-sig"),  # Windows begins a file with a mark of its encoding
            parse_constant=_refuse_constant,
            object_pairs_hook=_make_object,
        )
    except UnicodeDecodeError as exc:
        raise Problem("invalid-json", f"byte {exc.start} is not UTF-8; encode the body") from None
    except json.JSONDecodeError as exc:
        raise Problem("invalid-json", f"not JSON from character {exc.pos} on") from None
    except (ValueError, RecursionError):  # NaN, a number of 5,000 digits, 100,000 brackets
        raise Problem(
            "invalid-json", "the JSON has a number or a depth that is not accepted"
        ) from None


def _make_object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object. With a name twice, a proxy may have checked the other value."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise Problem("invalid-json", "an object of the JSON has the same name twice")
    return made


def _refuse_constant(_: str) -> Any:
    raise ValueError


def validate_model(model: type[Model], value: Any) -> Model:
    """Return a value as a model; a problem names the fields that do not fit and quotes nothing."""
    try:
        return model.model_validate(value)
    except ValidationError as exc:
        raise Problem("invalid", _describe_validation(exc, model)) from None


async def read_model(request: Request, model: type[Model], limits: ServiceLimits) -> Model:
    """Read the body of a request as a model."""
    return validate_model(model, parse_json(await read_body(request, limits)))


def _describe_validation(exc: ValidationError, model: type[BaseModel]) -> str:
    """Describe the first error of a validation.

    The name of an unknown field may be a piece of a text, so it is repeated only if it looks like one."""
    error = exc.errors(include_url=False, include_input=False, include_context=False)[0]
    if error["type"] == "extra_forbidden":
        name = str(error["loc"][-1])
        shown = f" {name}" if _FIELD_NAME.fullmatch(name) else ""
        return f"there is an unknown field{shown}; known ones are {', '.join(model.model_fields)}"
    known = _list_fields(model)
    place = "".join(
        f"[{part}]" if isinstance(part, int) else f".{part}"
        for part in error["loc"]
        if isinstance(part, int) or part in known
    ).removeprefix(".")
    message = error["msg"].removeprefix("Value error, ")
    if error["type"] == "model_type":  # its message names a class of ours
        message = "give a JSON object"
    message = message[:1].lower() + message[1:]
    return f"{place}: {message}" if place else message


@lru_cache
def _list_fields(model: type[BaseModel]) -> frozenset[str]:
    """List the fields of a model and of the models within it."""
    schema = model.model_json_schema()
    models = (schema, *schema.get("$defs", {}).values())
    return frozenset(name for each in models for name in each.get("properties", ()))


def check_text(text: str, limits: ServiceLimits, place: str = "text") -> None:
    """Refuse a text that is too long, or no text. The message names its place alone."""
    if len(text) > limits.text:
        raise Problem(
            "too-large", f"{place} has more than {limits.text:,} characters; cut it into parts"
        )
    if error := find_text_error(text):
        raise Problem("invalid", f"{place} has {error}; remove it")
