"""Streams of lines: JSON Lines in, JSON Lines out, while both sides are still sending.

The answers have the order of the lines. A line that cannot be processed is answered by a problem with its
number, and the stream goes on. Nothing is collected, so a stream may be of any length: when the client
stops reading, we stop reading, and give up after a while.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable, Iterator
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tacknamn.errors import Error
from tacknamn.service.bodies import parse_json, read_lines, validate_model
from tacknamn.service.connections import IS_CLOSED
from tacknamn.service.metrics import count_texts, note_status
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.operations import Operation
from tacknamn.service.problems import Problem, describe_error
from tacknamn.service.state import ServiceState
from tacknamn.service.work_queue import LONG

__all__ = ["LINES_TYPE", "LINES_TYPES", "LineStream", "check_client"]

LINES_TYPE = "application/x-ndjson"
LINES_TYPES = frozenset(
    (LINES_TYPE, "application/ndjson", "application/jsonl", "application/x-jsonlines")
)
"""Its other names, which no registry has decided between."""


class LineStream(Response):
    """The answer to a stream of lines, each a body of one operation."""

    def __init__(
        self, state: ServiceState, operation: Operation, unit: OffsetUnit, request: Request
    ) -> None:
        super().__init__()
        self._state = state
        self._operation = operation
        self._unit = unit
        self._request = request
        self._line = 0
        self._engines = state.engines.begin_request(has_many=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        headers = [(b"content-type", LINES_TYPE.encode()), (b"x-accel-buffering", b"no")]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        async for answers in self._answer_lines():
            check_client(scope)
            await self._send(send, answers, more=True)
        await self._send(send, b"", more=False)

    async def _send(self, send: Send, body: bytes, more: bool) -> None:
        """Send a part of the answer. A client that does not read it is given up."""
        async with asyncio.timeout(self._state.settings.limits.seconds):
            await send({"type": "http.response.body", "body": body, "more_body": more})

    async def _answer_lines(self) -> AsyncIterator[bytes]:
        try:
            async for lines in read_lines(self._request, self._state.settings.limits):
                size = max(map(len, lines))
                if any(map(self._operation.is_blocking, lines)):
                    size = max(size, LONG + 1)
                answers = await self._state.queue.run_steps(self._answer_each(lines), size)
                yield _write_lines(answers)
        except Problem as problem:  # of the stream as a whole: it ends here
            note_status(self._request.scope, problem.status, problem.kind)
            yield _write_lines([{"line": self._line + 1, "error": problem.to_dict()}])

    def _answer_each(self, lines: Iterable[bytes]) -> Iterator[Any]:
        for line in lines:
            self._line += 1
            if not line.strip():
                continue
            try:
                yield self._answer(line)
            except Error as exc:
                yield {"line": self._line, "error": describe_error(exc).to_dict()}

    def _answer(self, line: bytes) -> Any:
        operation = self._operation
        body = validate_model(operation.request, parse_json(line))
        operation.check(body, self._state.settings.limits)
        answers = list(operation.run(self._engines, body, self._unit))
        count_texts(operation.name, *operation.count(body))
        return operation.join(body, answers)


def check_client(scope: Scope) -> None:
    """Stop an answer whose client has left: what is sent to a closed connection is dropped in silence."""
    is_closed = scope.get("state", {}).get(IS_CLOSED)
    if is_closed is not None and is_closed():
        raise ClientDisconnect


def _write_lines(values: Iterable[Any]) -> bytes:
    return "".join(json.dumps(value, ensure_ascii=False) + "\n" for value in values).encode()
