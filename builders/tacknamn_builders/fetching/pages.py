"""Download an answer of several pages, each of which names the next one.

The pages are JSON objects. They are saved as lines of one file, in their order.
"""

import json
from dataclasses import replace
from typing import Any
from urllib.parse import urljoin, urlsplit

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.download import DownloadRequest, download
from tacknamn_builders.fetching.fetch_context import FetchContext
from tacknamn_builders.fetching.verify import verify_file
from tacknamn_builders.sources.receipts import ReceivedFile, current_time
from tacknamn_builders.sources.source_table import SourceFile

__all__ = ["download_pages"]

_MOST_PAGES = 1000
"""Kolada has seven pages; a thousand are a loop."""


def download_pages(request: DownloadRequest, context: FetchContext) -> ReceivedFile:
    """Download all pages into ``request.part``, beginning with the address of the request.

    Raises SourceError."""
    seen: set[str] = set()
    address = request.address
    with request.part.open("w", encoding="utf-8") as file:
        while address:
            if address in seen or len(seen) == _MOST_PAGES:
                raise SourceError(f"{request.address}: its pages lead in a loop; use --mirror")
            seen.add(address)
            page = _download_page(replace(request, address=address, known=None), context)
            file.write(json.dumps(page, ensure_ascii=False) + "\n")
            address = _find_next(page, address, request)
    sha256 = verify_file(request.part, request.file)
    return ReceivedFile(
        address=request.address,
        sha256=sha256,
        size=request.part.stat().st_size,
        time=current_time(),
        via="https",
    )


def _download_page(request: DownloadRequest, context: FetchContext) -> dict[str, Any]:
    path = request.part.with_name("page.json")
    try:
        download(replace(request, part=path, file=SourceFile(path.name, "", path.name)), context)
        page = json.loads(path.read_text("utf-8"))
    except (ValueError, RecursionError) as exc:
        raise SourceError(f"{request.address} is not JSON ({exc}); fetch it again later") from exc
    finally:
        path.unlink(missing_ok=True)
    if not isinstance(page, dict):
        raise SourceError(f"{request.address} is not a JSON object; correct sources.toml")
    return page


def _find_next(page: dict[str, Any], address: str, request: DownloadRequest) -> str:
    """Find the address of the next page; it must be on the same server.

    A server behind a proxy may believe that it is asked without encryption."""
    following = page.get(request.file.pages)
    if not following:
        return ""
    here = urlsplit(address)
    there = urlsplit(urljoin(address, str(following)))
    if there.netloc != here.netloc:
        raise SourceError(
            f"{request.address}: the next page is on another server, {there.netloc}; use --mirror"
        )
    return there._replace(scheme=here.scheme).geturl()
