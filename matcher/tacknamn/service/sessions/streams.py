"""Restore an answer while it arrives: text in, text out, or lines of JSON in and out.

The parts may end anywhere, even within a name. A part is answered as soon as it cannot be the beginning
of a pseudonym, so a reader sees the text nearly as fast as it is written.
"""

import asyncio
import codecs
import json
from collections.abc import AsyncIterator
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from tacknamn.errors import Error
from tacknamn.service.bodies import parse_json, read_lines, read_stream, validate_model
from tacknamn.service.metrics import note_status
from tacknamn.service.models import RequestModel
from tacknamn.service.problems import Problem, describe_error
from tacknamn.service.sessions.work import NOTHING_RESTORED
from tacknamn.service.state import ServiceState
from tacknamn.service.streams import LINES_TYPE, check_client
from tacknamn.session.restoring import ReplyStream

__all__ = ["TEXT_TYPE", "LinesRestorer", "TextRestorer"]

TEXT_TYPE = "text/plain"


class ReplyPart(RequestModel):
    """One line of a stream: a part of an answer."""

    text: Annotated[str, Field(description="A part of the answer.")]


class _Restorer(Response):
    """An answer to a stream, which begins with its first part, so that errors before it have a status."""

    content_type = b""

    def __init__(self, state: ServiceState, stream: ReplyStream, request: Request) -> None:
        super().__init__()
        self._state = state
        self._stream = stream
        self._request = request
        self._has_begun = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer by the rules of ASGI."""
        try:
            async for part in self._restore_parts():
                check_client(scope)
                if part:
                    await self._send(send, part, more=True)
        except Error as exc:
            if not self._has_begun:
                raise
            self._note(exc)
            raise ConnectionAbortedError from None  # a whole answer would look complete
        await self._send(send, b"", more=False)

    def _note(self, exc: Error) -> Problem:
        """Record why an answer that has begun ends early."""
        problem = describe_error(exc)
        note_status(self._request.scope, problem.status, problem.kind)
        return problem

    async def _send(self, send: Send, body: bytes, more: bool) -> None:
        async with asyncio.timeout(self._state.settings.limits.seconds):
            if not self._has_begun:
                self._has_begun = True
                headers = [(b"content-type", self.content_type), (b"x-accel-buffering", b"no")]
                await send({"type": "http.response.start", "status": 200, "headers": headers})
            await send({"type": "http.response.body", "body": body, "more_body": more})

    def _restore_parts(self) -> AsyncIterator[bytes]:
        raise NotImplementedError

    async def _feed(self, part: str) -> str:
        return await self._state.queue.run(lambda: self._stream.feed(part), len(part))


class TextRestorer(_Restorer):
    """Restores plain text. An error in the middle of it closes the connection."""

    content_type = b"text/plain; charset=utf-8"

    async def _restore_parts(self) -> AsyncIterator[bytes]:
        decoder = codecs.getincrementaldecoder("utf-8")()
        try:
            limits = self._state.settings.limits
            async for part in read_stream(self._request, limits, limits.pause):
                yield (await self._feed(decoder.decode(part))).encode()
            rest = await self._feed(decoder.decode(b"", True))
        except UnicodeDecodeError:
            raise Problem("invalid", "the text is not UTF-8; encode it") from None
        yield (rest + self._stream.finish()).encode()


class LinesRestorer(_Restorer):
    """Restores the texts of lines. The last line of the answer counts, or has an error."""

    content_type = LINES_TYPE.encode()

    async def _restore_parts(self) -> AsyncIterator[bytes]:
        number = 0
        try:
            limits = self._state.settings.limits
            async for lines in read_lines(self._request, limits, limits.pause):
                for line in lines:
                    number += 1
                    if not line.strip():
                        continue
                    part = validate_model(ReplyPart, parse_json(line)).text
                    yield _write_text(await self._feed(part))
        except Error as exc:
            if not self._has_begun:
                raise
            yield _write_line({"line": number, "error": self._note(exc).to_dict()})
            return
        yield _write_text(self._stream.finish())
        answer: dict[str, Any] = {"restored": self._stream.restored}
        if not self._stream.restored:
            answer["warnings"] = [NOTHING_RESTORED]
        yield _write_line(answer)


def _write_text(text: str) -> bytes:
    return _write_line({"text": text}) if text else b""


def _write_line(value: Any) -> bytes:
    return (json.dumps(value, ensure_ascii=False) + "\n").encode()
