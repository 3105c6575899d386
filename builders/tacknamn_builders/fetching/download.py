"""Download one file, resuming what breaks off and asking again where that may help."""

import logging
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import requests

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch_context import FetchContext, Patience
from tacknamn_builders.fetching.http import TemporaryError, send_request
from tacknamn_builders.fetching.partial_file import PartialFile
from tacknamn_builders.fetching.verify import verify_file
from tacknamn_builders.sources.receipts import ReceivedFile, current_time
from tacknamn_builders.sources.source_table import SourceFile
from tacknamn_builders.support.archives import LIMIT

__all__ = ["DownloadRequest", "download"]

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
class DownloadRequest:
    """One file to be downloaded."""

    address: str
    file: SourceFile
    part: Path
    """Where it grows."""
    known: ReceivedFile | None = None
    """The copy that we have, if the publisher is only asked for something newer."""


def download(want: DownloadRequest, means: FetchContext) -> ReceivedFile | None:
    """Bring a verified file to ``want.part``; None when the known copy is still good.

    Raises SourceError; a part that can be resumed stays, one that is wrong does not.
    """
    partial = PartialFile(want.part, want.address)
    try:
        headers = _download_with_retries(want, partial, means)
    finally:
        means.progress.done()
    return None if headers is None else _describe_received(want, partial, headers)


def _describe_received(
    want: DownloadRequest, partial: PartialFile, headers: Mapping[str, str]
) -> ReceivedFile:
    try:
        sha256 = verify_file(want.part, want.file)
    except SourceError:
        partial.drop()
        raise
    return ReceivedFile(
        address=want.address,
        sha256=sha256,
        size=partial.size,
        time=current_time(),
        via="https",
        etag=headers.get("ETag", ""),
        last_modified=headers.get("Last-Modified", ""),
    )


def _download_with_retries(
    want: DownloadRequest, partial: PartialFile, means: FetchContext
) -> Mapping[str, str] | None:
    failures, furthest = 0, partial.size
    with requests.Session() as session:
        while True:
            try:
                return _attempt(session, want, partial, means)
            except TemporaryError as fault:
                gained = partial.size - furthest
                failures = 0 if gained >= _WORTHWHILE else failures + 1
                furthest = max(furthest, partial.size)
                _pause(want, fault, failures, means.patience)


def _pause(want: DownloadRequest, fault: TemporaryError, failures: int, patience: Patience) -> None:
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
    session: requests.Session, want: DownloadRequest, partial: PartialFile, means: FetchContext
) -> Mapping[str, str] | None:
    headers = _HEADERS | (partial.request() or _make_conditions(want.known))
    with send_request(session, want.address, headers, means.patience) as response:
        if response.status_code == 304:
            _check_known(want)
            return None
        if response.status_code == 416:
            _check_complete(response, partial)
            return response.headers
        _begin_or_continue(response, partial)
        _read_body(response, want, partial, means)
        return response.headers


def _check_known(want: DownloadRequest) -> None:
    if want.known is None:
        raise TemporaryError("the server says that nothing is new, but we have nothing")


def _make_conditions(known: ReceivedFile | None) -> dict[str, str]:
    if known is None:
        return {}
    conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in conditions.items() if value}


def _check_complete(response: requests.Response, partial: PartialFile) -> None:
    if not partial.completed_by(response):
        partial.drop()
        raise TemporaryError("the server lost the place where the download broke off")


def _begin_or_continue(response: requests.Response, partial: PartialFile) -> None:
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise SourceError(f"{response.url} comes encoded, though we asked for it as it is")
    if response.status_code == 200:  # the whole file: no part was asked for, or it changed
        partial.begin(response.headers)
    elif not partial.continued_by(response):
        partial.drop()
        raise TemporaryError("the server sent another part than the one asked for")


def _read_body(
    response: requests.Response, want: DownloadRequest, partial: PartialFile, means: FetchContext
) -> None:
    total = partial.total(response)
    _refuse_large(want, total or 0)
    means.progress.start(want.file.saved_as, total)
    means.progress.advance(partial.size)
    try:
        _append(response, want, partial, means)
    except requests.RequestException as exc:
        raise TemporaryError("the connection broke off") from exc
    if total is not None and partial.size != total:
        raise TemporaryError("the connection broke off")


def _append(
    response: requests.Response, want: DownloadRequest, partial: PartialFile, means: FetchContext
) -> None:
    with partial.path.open("ab") as file:
        for chunk in response.iter_content(_CHUNK):
            file.write(chunk)
            _refuse_large(want, file.tell())
            means.progress.advance(len(chunk))


def _refuse_large(want: DownloadRequest, size: int) -> None:
    if size > LIMIT:
        raise SourceError(
            f"{want.address} is larger than {LIMIT:,} bytes; if it is meant to be, "
            "fetch it by hand and use --mirror"
        )
