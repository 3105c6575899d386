"""Download one file; resume after interruptions and retry after temporary errors."""

import logging
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.metadata import metadata
from pathlib import Path

import requests

import tacknamn
from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch_context import FetchContext, Patience
from tacknamn_builders.fetching.http import (
    TemporaryError,
    describe_status,
    open_session,
    read_chunks,
    send_request,
)
from tacknamn_builders.fetching.partial_file import PartialFile
from tacknamn_builders.fetching.verify import verify_file
from tacknamn_builders.sources.receipts import ReceivedFile, current_time
from tacknamn_builders.sources.source_table import SourceFile
from tacknamn_builders.support.archives import LIMIT

__all__ = ["DownloadRequest", "describe_client", "download"]

_log = logging.getLogger(__name__)

_WORTHWHILE = 1 << 20
"""Bytes from which an attempt does not count as failed. A slow connection that breaks every minute
still completes a large file; a server that sends single bytes does not."""

_CONTACT = "TACKNAMN_CONTACT"
"""Environment variable with the address that the operator of a server may write to."""


def describe_client() -> str:
    """Describe this program to servers, with version and address.

    Services of OpenStreetMap throttle or refuse a bare name."""
    addresses = metadata("tacknamn").get_all("Project-URL") or []
    known = (address.partition(", ")[2] for address in addresses)
    contact = os.environ.get(_CONTACT) or next(known, "")
    return f"tacknamn-build/{tacknamn.__version__}" + (f" (+{contact})" if contact else "")


def _make_headers() -> dict[str, str]:
    return {
        "User-Agent": describe_client(),
        "Accept-Encoding": "identity",  # ranges and lengths must count bytes of the file
    }


@dataclass(frozen=True, slots=True)
class DownloadRequest:
    """One file to download."""

    address: str
    file: SourceFile
    part: Path
    """The file that the download writes."""
    known: ReceivedFile | None = None
    """The copy on this machine, if the publisher is only asked for a newer file."""


def download(request: DownloadRequest, context: FetchContext) -> ReceivedFile | None:
    """Download and verify ``request.part``; return None if the known copy is still current.

    Raises SourceError; a part that can be resumed is kept, a wrong one is deleted.
    """
    partial = PartialFile(request.part, request.address)
    try:
        headers = _download_with_retries(request, partial, context)
    finally:
        context.progress.done()
    return None if headers is None else _describe_received(request, partial, headers)


def _describe_received(
    request: DownloadRequest, partial: PartialFile, headers: Mapping[str, str]
) -> ReceivedFile:
    try:
        sha256 = verify_file(request.part, request.file)
    except SourceError:
        partial.drop()
        raise
    return ReceivedFile(
        address=request.address,
        sha256=sha256,
        size=partial.size,
        time=current_time(),
        via="https",
        etag=headers.get("ETag", ""),
        last_modified=headers.get("Last-Modified", ""),
    )


@dataclass(frozen=True, slots=True)
class _Transfer:
    """A download that may take several attempts."""

    request: DownloadRequest
    partial: PartialFile
    context: FetchContext
    end: float
    """When it is given up, on the clock of ``time.monotonic``."""

    def refuse_endless(self) -> None:
        """Give up a download that has taken too long."""
        if time.monotonic() > self.end:
            raise SourceError(
                f"{self.request.address} takes longer than {self.context.patience.whole / 3600:.0f} "
                "hours; fetch again (the downloaded part is kept), or download it by hand and use "
                "--mirror"
            )


def _download_with_retries(
    request: DownloadRequest, partial: PartialFile, context: FetchContext
) -> Mapping[str, str] | None:
    failures, furthest = 0, partial.size
    transfer = _Transfer(request, partial, context, time.monotonic() + context.patience.whole)
    with open_session() as session:
        while True:
            try:
                return _attempt(session, transfer)
            except TemporaryError as error:
                gained = partial.size - furthest
                failures = 0 if gained >= _WORTHWHILE else failures + 1
                furthest = max(furthest, partial.size)
                _pause(request, error, failures, context.patience)


def _pause(
    request: DownloadRequest, error: TemporaryError, failures: int, patience: Patience
) -> None:
    if failures >= patience.tries:
        raise SourceError(
            f"{request.address}: {error}, {failures} times; check the connection and fetch again "
            "(the downloaded part is kept), or use --mirror or --offline"
        ) from error
    asked_for = error.wait or 0
    if asked_for > patience.longest_wait:
        raise SourceError(
            f"{request.address}: {error} and asks to wait {asked_for:.0f} s; "
            "fetch again later, or use --mirror or --offline"
        ) from error
    wait = max(asked_for, patience.back_off * 2 ** max(0, failures - 1))
    _log.info("%s: %s; trying again in %.0f s", request.address, error, wait)
    time.sleep(wait)


def _attempt(session: requests.Session, transfer: _Transfer) -> Mapping[str, str] | None:
    request, partial = transfer.request, transfer.partial
    resuming = partial.range_headers()
    headers = _make_headers() | (resuming or _make_conditions(request.known))
    transfer.refuse_endless()
    with send_request(session, request.address, headers, transfer.context.patience) as response:
        if response.status_code == 304:
            _check_known(request)
            return None
        if response.status_code == 416:
            _check_complete(response, partial, bool(resuming))
            return response.headers
        _begin_or_continue(response, partial)
        _read_body(response, transfer)
        return response.headers


def _check_known(request: DownloadRequest) -> None:
    if request.known is None:
        raise TemporaryError("the server answers 304 Not Modified, but there is no earlier copy")


def _make_conditions(known: ReceivedFile | None) -> dict[str, str]:
    if known is None:
        return {}
    conditions = {"If-None-Match": known.etag, "If-Modified-Since": known.last_modified}
    return {name: value for name, value in conditions.items() if value}


def _check_complete(response: requests.Response, partial: PartialFile, resumed: bool) -> None:
    if not resumed:
        raise SourceError(
            f"{response.url} answers {describe_status(response)}, although the whole file was "
            "requested; correct sources.toml or use --mirror"
        )
    if not partial.is_completed_by(response):
        partial.drop()
        raise TemporaryError("the server cannot resume the download")


def _begin_or_continue(response: requests.Response, partial: PartialFile) -> None:
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise SourceError(f"{response.url} is compressed, although the request forbids it")
    if response.status_code == 200:  # the complete file: no part was requested, or the file changed
        partial.begin(response.headers)
    elif not partial.is_continued_by(response):
        partial.drop()
        raise TemporaryError("the server sent a different part than requested")


def _read_body(response: requests.Response, transfer: _Transfer) -> None:
    partial, progress = transfer.partial, transfer.context.progress
    total = partial.total(response)
    _refuse_large(transfer.request, total or 0)
    progress.start(transfer.request.file.saved_as, total)
    progress.advance(partial.size)
    with partial.path.open("ab") as file:
        for chunk in read_chunks(response, transfer.context.patience):
            file.write(chunk)
            _refuse_large(transfer.request, file.tell())
            transfer.refuse_endless()
            progress.advance(len(chunk))
    if total is not None and partial.size != total:
        raise TemporaryError("the connection broke")


def _refuse_large(request: DownloadRequest, size: int) -> None:
    if size > LIMIT:
        raise SourceError(
            f"{request.address} is larger than {LIMIT:,} bytes; if that is correct, "
            "download it by hand and use --mirror"
        )
