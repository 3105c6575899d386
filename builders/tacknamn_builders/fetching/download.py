"""Download one file, resuming what breaks off and asking again where that may help."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import requests

from tacknamn.errors import SourceError
from tacknamn_builders.archives import LIMIT
from tacknamn_builders.fetching.http import PassingFault, ask
from tacknamn_builders.fetching.means import Means, Patience
from tacknamn_builders.fetching.partial import Partial
from tacknamn_builders.fetching.receipts import Received, now
from tacknamn_builders.fetching.verify import verified
from tacknamn_builders.sources import File

__all__ = ["Want", "download"]

_log = logging.getLogger(__name__)

_CHUNK = 1 << 16
"""Bytes read at a time; at most these are lost when a connection breaks."""

_WORTHWHILE = 1 << 20
"""An attempt that brings this much more does not count as failed: a slow link that breaks
every minute gets through a large file in the end, a server that sends a byte does not."""

_HEADERS = {
    "User-Agent": "tacknamn-build",
    "Accept-Encoding": "identity",  # ranges and lengths must count the bytes of the file
}


@dataclass(frozen=True, slots=True)
class Want:
    """One file to be downloaded."""

    address: str
    file: File
    part: Path
    """Where it grows."""
    known: Received | None = None
    """The copy that we have, if the publisher is only asked for something newer."""


def download(want: Want, means: Means) -> Received | None:
    """Bring a verified file to ``want.part``; None when the known copy is still good.

    Raises SourceError; a part that can be resumed stays, one that is wrong does not.
    """
    partial = Partial(want.part, want.address)
    try:
        headers = _persist(want, partial, means)
    finally:
        means.progress.done()
    return None if headers is None else _received(want, partial, headers)


def _received(want: Want, partial: Partial, headers: Mapping[str, str]) -> Received:
    try:
        sha256 = verified(want.part, want.file)
    except SourceError:
        partial.drop()
        raise
    return Received(
        address=want.address,
        sha256=sha256,
        size=partial.size,
        time=now(),
        via="https",
        etag=headers.get("ETag", ""),
        last_modified=headers.get("Last-Modified", ""),
    )


def _persist(want: Want, partial: Partial, means: Means) -> Mapping[str, str] | None:
    failures, furthest = 0, partial.size
    with requests.Session() as session:
        while True:
            try:
                return _attempt(session, want, partial, means)
            except PassingFault as fault:
                gained = partial.size - furthest
                failures = 0 if gained >= _WORTHWHILE else failures + 1
                furthest = max(furthest, partial.size)
                _pause(want, fault, failures, means.patience)


def _pause(want: Want, fault: PassingFault, failures: int, patience: Patience) -> None:
    if failures >= patience.tries:
        raise SourceError(
            f"{want.address}: {fault}, {failures} times; check the connection and fetch again "
            "(what is here already is kept), or use --mirror or --offline"
        ) from fault
    asked_for = fault.wait or 0
    if asked_for > patience.longest_wait:
        raise SourceError(
            f"{want.address}: {fault} and wants to be left alone for {asked_for:.0f} s; "
            "fetch again then, or use --mirror or --offline"
        ) from fault
    wait = max(asked_for, patience.back_off * 2 ** max(0, failures - 1))
    _log.info("%s: %s; asking again in %.0f s", want.address, fault, wait)
    time.sleep(wait)


def _attempt(
    session: requests.Session, want: Want, partial: Partial, means: Means
) -> Mapping[str, str] | None:
    headers = _HEADERS | (partial.request() or _only_if_newer(want.known))
    with ask(session, want.address, headers, means.patience) as response:
        if response.status_code == 304:
            _check_known(want)
            return None
        if response.status_code == 416:
            _check_complete(response, partial)
            return response.headers
        _begin_or_continue(response, partial)
        _take(response, want, partial, means)
        return response.headers


def _check_known(want: Want) -> None:
    if want.known is None:
        raise PassingFault("the server says that nothing is new, but we have nothing")


def _only_if_newer(known: Received | None) -> dict[str, str]:
    if known is None:
        return {}
    conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in conditions.items() if value}


def _check_complete(response: requests.Response, partial: Partial) -> None:
    if not partial.completed_by(response):
        partial.drop()
        raise PassingFault("the server lost the place where the download broke off")


def _begin_or_continue(response: requests.Response, partial: Partial) -> None:
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise SourceError(f"{response.url} comes encoded, though we asked for it as it is")
    if response.status_code == 200:  # the whole file: no part was asked for, or it changed
        partial.begin(response.headers)
    elif not partial.continued_by(response):
        partial.drop()
        raise PassingFault("the server sent another part than the one asked for")


def _take(response: requests.Response, want: Want, partial: Partial, means: Means) -> None:
    total = partial.total(response)
    _refuse_large(want, total or 0)
    means.progress.start(want.file.saved_as, total)
    means.progress.advance(partial.size)
    try:
        _append(response, want, partial, means)
    except requests.RequestException as exc:
        raise PassingFault("the connection broke off") from exc
    if total is not None and partial.size != total:
        raise PassingFault("the connection broke off")


def _append(response: requests.Response, want: Want, partial: Partial, means: Means) -> None:
    with partial.path.open("ab") as file:
        for chunk in response.iter_content(_CHUNK):
            file.write(chunk)
            _refuse_large(want, file.tell())
            means.progress.advance(len(chunk))


def _refuse_large(want: Want, size: int) -> None:
    if size > LIMIT:
        raise SourceError(
            f"{want.address} is larger than {LIMIT:,} bytes; if it is meant to be, "
            "fetch it by hand and use --mirror"
        )
