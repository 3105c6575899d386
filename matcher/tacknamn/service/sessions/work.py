"""Carry out the requests for a session: from what its file contains to plain data."""

import json
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from tacknamn.batch.pseudonymize import list_originals
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.replacement.seeds import draw_seed
from tacknamn.service.answers import describe_document
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.offsets import OffsetUnit
from tacknamn.service.problems import Problem
from tacknamn.service.sessions.files import HeldSession, SessionId
from tacknamn.service.sessions.models import RestoreRequest, SessionRequest, SessionTextRequest
from tacknamn.session.restoring import OpenReply
from tacknamn.session.session import Session
from tacknamn.svala.tokens import find_text_error

if TYPE_CHECKING:
    from tacknamn.vault.vault import Vault

__all__ = [
    "NOTHING_RESTORED",
    "anonymize_texts",
    "describe_session",
    "format_time",
    "make_content",
    "name_document",
    "open_session",
    "restore_texts",
]

NOTHING_RESTORED = (
    "the text has no pseudonym of this session; was it anonymized in another one, or in none?"
)
_DOCUMENT_LETTERS = 16
_MOST_RESTORED = 1 << 40


def make_content(request: SessionRequest, engines: Engines) -> dict[str, Any]:
    """Return what the file of a new session contains; wrong settings are errors."""
    secret = draw_seed()
    engine = engines.get(request.engine, secret)
    session = Session(engine) if request.dump is None else Session.load(request.dump, engine)
    options = request.engine._asdict()
    return {"options": options, "secret": secret, "texts": 0, "mapping": session.dump()}


def open_session(content: Any, engines: Engines) -> Session:
    """Open a session that is stored."""
    return Session.load(content["mapping"], _get_pseudonymizer(content, engines))


def _get_pseudonymizer(content: Any, engines: Engines) -> Pseudonymizer:
    options = dict(content["options"])
    for name in ("policies", "thresholds"):
        options[name] = tuple(map(tuple, options[name]))
    return engines.get(EngineOptions(**options), content["secret"])


def describe_session(content: Any, expires: float) -> dict[str, Any]:
    """Return the counts of a session and when it ends."""
    mapping = content["mapping"]
    originals = len(mapping["names"]) + len(mapping["values"])
    return {"texts": content["texts"], "originals": originals, "expires": format_time(expires)}


def format_time(seconds: float) -> str:
    """Return a point in time in ISO 8601."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def name_document(id: SessionId) -> str:
    """Return the name under which a vault stores the pairs of a session."""
    return f"session-{id.name[:_DOCUMENT_LETTERS]}"


def anonymize_texts(
    held: HeldSession,
    engines: Engines,
    body: SessionTextRequest,
    unit: OffsetUnit,
    vault: "Vault | None",
) -> Iterator[Any]:
    """Yield the answer to each text, and store what was drawn before the last of them is sent."""
    session = open_session(held.content, engines)
    records = []
    for text, id in zip(body.all_texts, body.all_ids, strict=True):
        if text is None:
            yield None
            continue
        document = session.anonymize(text, id)
        if vault is not None:
            name = name_document(held.id)
            records += [replace(record, document=name) for record in list_originals(document)]
        yield describe_document(document, id, unit, body.spans)
    if vault is not None:
        vault.add_many(records)
    number = sum(text is not None for text in body.all_texts)
    held.save({**held.content, "texts": held.content["texts"] + number, "mapping": session.dump()})


def restore_texts(content: Any, engines: Engines, body: RestoreRequest) -> Iterator[Any]:
    """Yield each text with its originals."""
    session = open_session(content, engines)
    if body.text is not None and (body.stream is not None or not body.final):
        yield _restore_part(session, body.text, body)
        return
    for number, (text, id) in enumerate(zip(body.all_texts, body.all_ids, strict=True)):
        if text is None:
            yield None
            continue
        reply = session.restore(text)
        if body.strict and not reply.restored:
            place = "text" if body.texts is None else f"texts[{number}]"
            raise Problem("invalid", f"{place}: {NOTHING_RESTORED}")
        answer: dict[str, Any] = {"id": id} if id else {}
        answer |= {"text": reply.text, "restored": reply.restored}
        if not reply.restored:
            answer["warnings"] = [NOTHING_RESTORED]
        yield answer


def _restore_part(session: Session, part: str, body: RestoreRequest) -> dict[str, Any]:
    """Restore a part of a text. The client keeps what is open between two parts, so any worker can go on,
    and a request that got no answer can be sent again."""
    stream = session.open_stream()
    if body.stream is not None:
        stream.resume(_read_stream(body.stream))
    text = stream.feed(part)
    if body.final:
        text += stream.finish()
    answer: dict[str, Any] = {"id": body.id} if body.id else {}
    answer |= {"text": text, "restored": stream.restored}
    if not body.final:
        answer["stream"] = json.dumps(stream.pause())
    elif not stream.restored:
        answer["warnings"] = [NOTHING_RESTORED]
    return answer


def _read_stream(stream: str) -> OpenReply:
    """Return what an answer gave the client to keep."""
    try:
        before, rest, restored = json.loads(stream)
        if type(restored) is not int or not 0 <= restored <= _MOST_RESTORED:
            raise ValueError
        if not isinstance(before, str) or not isinstance(rest, str):
            raise TypeError
        if len(before) > 1 or find_text_error(before + rest):
            raise ValueError
        return OpenReply(before, rest, restored)
    except (TypeError, ValueError, RecursionError):
        raise Problem(
            "invalid", "stream: repeat what the answer to the part before has as its stream"
        ) from None
