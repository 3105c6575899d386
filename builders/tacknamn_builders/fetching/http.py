"""Send one request over https: which addresses are permitted, and what each answer means.

Plain http is permitted only to this machine, where the tests run their server.
"""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

import requests

from tacknamn.errors import SourceError
from tacknamn.support.printing import make_printable
from tacknamn_builders.fetching.fetch_context import Patience
from tacknamn_builders.fetching.slow_servers import PORTION, SpeedWatch, WatchingAdapter

__all__ = ["TemporaryError", "describe_status", "open_session", "read_chunks", "send_request"]

_MOST_REDIRECTS = 10
"""Publishers use one or two redirects; browsers stop at 20."""

_PASSING = {429, 500, 502, 503, 504}
"""Statuses of a temporary problem."""

_USABLE = {200, 206, 304, 416}
"""Statuses that the download handles: complete, part, not modified, no such part."""

_LONGEST_REASON = 60
"""Letters shown of the words after a status; those of the standard have at most 31."""

_MOST_DIGITS = 9
"""Digits of a wait in seconds: 30 years."""

_THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}


class TemporaryError(Exception):
    """A problem that may be gone at the next attempt."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait
        """Seconds that the server asked to wait, if it did."""


def open_session() -> requests.Session:
    """Open a session in which the head of each answer must arrive in time as a whole."""
    session = requests.Session()
    session.mount("https://", WatchingAdapter())
    session.mount("http://", WatchingAdapter())
    return session


def send_request(
    session: requests.Session, address: str, headers: Mapping[str, str], patience: Patience
) -> requests.Response:
    """Send one GET request and follow its redirects; the caller reads the body.

    Raises TemporaryError if another attempt may succeed, SourceError if not.
    """
    here = address
    for _ in range(_MOST_REDIRECTS + 1):
        _refuse_unsafe(here, address)
        response = _get(session, here, headers, patience)
        if not response.is_redirect:
            return _check_status(response, address)
        response.close()
        here = urljoin(here, response.headers["Location"])
    raise SourceError(
        f"{address} redirects more than {_MOST_REDIRECTS} times, perhaps in a loop; open it "
        "in a browser, then correct sources.toml or use --mirror"
    )


def _refuse_unsafe(here: str, address: str) -> None:
    parts = urlsplit(here)
    local = parts.hostname in _THIS_MACHINE and urlsplit(address).scheme == "http"
    if parts.scheme == "https" or (parts.scheme == "http" and local):
        return
    led = "" if here == address else f" leads to {here}, which"
    raise SourceError(f"{address}{led} is not https; correct sources.toml or use --mirror")


def _get(
    session: requests.Session, address: str, headers: Mapping[str, str], patience: Patience
) -> requests.Response:
    waits = (patience.connect, patience.read)
    try:
        return session.get(
            address, headers=dict(headers), timeout=waits, stream=True, allow_redirects=False
        )
    except requests.exceptions.SSLError as exc:
        raise SourceError(
            f"{address} has no certificate that this machine trusts; if your organisation "
            "inspects traffic, set REQUESTS_CA_BUNDLE to its certificates"
        ) from exc
    except (requests.ConnectionError, requests.Timeout) as exc:
        raise TemporaryError(_explain_failure(exc)) from exc
    except (requests.RequestException, ValueError) as exc:  # ValueError: a redirect to http://[
        raise SourceError(f"{address}: {exc}; correct sources.toml") from exc


def _explain_failure(exc: requests.RequestException) -> str:
    """Describe an error of requests in a few words."""
    if isinstance(exc, requests.exceptions.ProxyError):
        return "the proxy did not answer"
    if isinstance(exc, requests.Timeout):
        return "no answer in time"
    return "no connection"


def _check_status(response: requests.Response, address: str) -> requests.Response:
    status = response.status_code
    if status in _USABLE:
        return response
    response.close()
    if status in _PASSING:
        wait = _parse_retry_after(response.headers.get("Retry-After", ""))
        raise TemporaryError(f"the server answers {describe_status(response)}", wait)
    raise SourceError(
        f"{address} answers {describe_status(response)}; look for the new address on the "
        "publisher's page and correct sources.toml, or use --mirror"
    )


def read_chunks(response: requests.Response, patience: Patience) -> Iterator[bytes]:
    """Yield the body in chunks.

    Raises TemporaryError if it breaks off, arrives too slowly, or is no body of HTTP."""
    with SpeedWatch(response.raw.fileno, patience.read) as watch:
        try:
            for chunk in response.iter_content(PORTION):
                watch.count(len(chunk))
                yield chunk
        except _BROKEN as exc:
            if not watch.is_too_slow:
                raise TemporaryError("the connection broke off") from exc
        if watch.is_too_slow:  # without a length, a body that was shut down looks complete
            raise TemporaryError("the server is too slow")


_BROKEN = (requests.RequestException, ValueError)
"""Errors of a body. ValueError: the length of a chunk is negative, or no number at all."""


def describe_status(response: requests.Response) -> str:
    """Return the status and the server's words for it, which are safe to print."""
    reason = make_printable(response.reason or "")[:_LONGEST_REASON]
    return f"{response.status_code} {reason}".rstrip()


def _parse_retry_after(retry_after: str) -> float | None:
    """Parse a Retry-After header, which is a number of seconds or a date; None if it is neither."""
    if retry_after.isdecimal():
        return float(retry_after) if len(retry_after) <= _MOST_DIGITS else None
    try:
        then = parsedate_to_datetime(retry_after).astimezone(UTC)
    except (ValueError, OverflowError):  # OverflowError: a year or an offset beyond the calendar
        return None
    return max(0.0, (then - datetime.now(UTC)).total_seconds())
