"""Errors as answers: problem details by RFC 9457, which never quote a text.

::

    HTTP/1.1 413 Content Too Large
    Content-Type: application/problem+json

    {"type": "/problems/too-large", "title": "The request is too large", "status": 413,
     "detail": "the body has more than 4,000,000 bytes; send several requests, or a stream of lines"}

The title says what kind of error it is, the detail what to do. ``GET /problems/KIND`` explains a kind.
"""

import errno
import json
from collections.abc import Mapping
from typing import NamedTuple

from starlette.responses import Response

from tacknamn.errors import BundleError, Error, InputError, VaultError

__all__ = [
    "PROBLEMS",
    "PROBLEM_TYPE",
    "Problem",
    "ProblemKind",
    "describe_error",
    "make_problem_response",
    "write_problem",
]

_FULL = frozenset((errno.ENOSPC, errno.EDQUOT, errno.EFBIG))
"""Errors of a disk without space: for all, for this user, for this file."""
PROBLEM_TYPE = "application/problem+json"


class ProblemKind(NamedTuple):
    """One kind of problem."""

    status: int
    title: str
    explanation: str
    """What a client can do about it."""


PROBLEMS = {
    "not-http": ProblemKind(
        400, "The request is not valid HTTP", "Use a library for HTTP; a proxy may have changed it."
    ),
    "invalid-json": ProblemKind(
        400, "The body is not JSON", "Send one JSON object, encoded as UTF-8, or lines of them."
    ),
    "invalid-form": ProblemKind(
        400, "The body has no readable text", "Send text= and a percent-encoded text in UTF-8."
    ),
    "unauthorized": ProblemKind(
        401, "A valid token is missing", "Send the header Authorization: Bearer TOKEN."
    ),
    "forbidden": ProblemKind(
        403,
        "This is not allowed here",
        "Ask who runs the service to allow it, with the option named.",
    ),
    "not-found": ProblemKind(
        404, "There is nothing at this address", "/openapi.json lists all addresses."
    ),
    "unknown-session": ProblemKind(
        404,
        "There is no such session",
        "Sessions end after a time without requests; open a new one.",
    ),
    "wrong-method": ProblemKind(
        405, "This address does not accept the method", "The header Allow lists the methods."
    ),
    "slow-head": ProblemKind(
        408, "The request took too long", "Send all headers of a request at once."
    ),
    "slow-body": ProblemKind(408, "The body took too long", "Send the whole body without a pause."),
    "conflict": ProblemKind(
        409, "Another version was saved before", "Load the newest version and merge."
    ),
    "too-large": ProblemKind(
        413, "The request is too large", "Send several requests, or a stream of lines."
    ),
    "wrong-type": ProblemKind(
        415, "The body has another type or encoding", "Send application/json, plain or with gzip."
    ),
    "wrong-host": ProblemKind(
        421, "The service is not known by this name", "Start it with --host-name NAME."
    ),
    "invalid": ProblemKind(
        422, "The request cannot be carried out", "The detail names the field and what it accepts."
    ),
    "busy": ProblemKind(
        429,
        "There is no room for the request now",
        "Send the request again after Retry-After seconds.",
    ),
    "large-head": ProblemKind(
        431, "The headers are too large", "Send fewer or shorter headers, and a shorter address."
    ),
    "internal": ProblemKind(
        500, "The service made an error", "Please report it with the log of the service."
    ),
    "unavailable": ProblemKind(
        503, "The service cannot answer now", "Try again later; its log says what is wrong."
    ),
    "timeout": ProblemKind(
        504, "The answer took too long", "Send shorter texts, or fewer of them at once."
    ),
    "disk-full": ProblemKind(
        507, "The result cannot be stored", "Free some space; nothing was changed."
    ),
}
"""All kinds by their names."""


class Problem(Error):
    """An error that is answered to the client."""

    def __init__(self, kind: str, detail: str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(detail)
        self.kind = kind
        self.headers = headers or {}

    @property
    def status(self) -> int:
        """The status of the answer."""
        return PROBLEMS[self.kind].status

    def to_dict(self) -> dict[str, str | int]:
        """Return the problem as plain data."""
        return {
            "type": f"/problems/{self.kind}",
            "title": PROBLEMS[self.kind].title,
            "status": self.status,
            "detail": str(self),
        }


def describe_error(exc: Error) -> Problem:
    """Return the problem that an error of the program is for a client."""
    if isinstance(exc, Problem):
        return exc
    if isinstance(exc, InputError):
        return Problem("invalid", str(exc))
    if isinstance(exc, VaultError) and _is_disk_full(exc):
        return Problem("disk-full", "the vault cannot be written; nothing was stored")
    if isinstance(exc, (BundleError, VaultError)):
        # The message names folders of the server, which concern its administrator alone.
        return Problem(
            "unavailable", "the lists or the vault cannot be read; see the log of the service"
        )
    return Problem("internal", "see the log of the service")


def _is_disk_full(exc: VaultError) -> bool:
    cause = exc.__cause__
    return isinstance(cause, OSError) and cause.errno in _FULL


def write_problem(problem: Problem) -> bytes:
    """Return a problem as JSON. It may name a field with half of a character in it, so all is ASCII."""
    return json.dumps(problem.to_dict()).encode("ascii")


def make_problem_response(problem: Problem) -> Response:
    """Return the answer for a problem."""
    return Response(
        write_problem(problem),
        problem.status,
        problem.headers,
        PROBLEM_TYPE,
    )
