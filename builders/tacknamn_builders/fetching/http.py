"""Send one request over https: which addresses are permitted, and what each answer means.

Plain http is permitted only to this machine, where the tests run their server.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

import requests

from tacknamn.errors import SourceError
from tacknamn_builders.fetching.fetch_context import Patience

__all__ = ["TemporaryError", "send_request"]

_MOST_REDIRECTS = 10
"""Publishers use one or two redirects; browsers stop at 20."""

_PASSING = {429, 500, 502, 503, 504}
"""Statuses of a temporary problem."""

_USABLE = {200, 206, 304, 416}
"""Statuses that the download handles: complete, part, not modified, no such part."""

_THIS_MACHINE = {"127.0.0.1", "::1", "localhost"}


class TemporaryError(Exception):
    """A problem that may be gone at the next attempt."""

    def __init__(self, what: str, wait: float | None = None) -> None:
        super().__init__(what)
        self.wait = wait
        """Seconds that the server asked to wait, if it did."""


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
        raise TemporaryError(f"the server answers {status} {response.reason}", wait)
    raise SourceError(
        f"{address} answers {status} {response.reason}; look for the new address on the "
        "publisher's page and correct sources.toml, or use --mirror"
    )


def _parse_retry_after(retry_after: str) -> float | None:
    """Parse a Retry-After header, which is a number of seconds or a date."""
    if retry_after.isdecimal():
        return float(retry_after)
    try:
        then = parsedate_to_datetime(retry_after)
    except ValueError:
        return None
    return max(0.0, (then.astimezone(UTC) - datetime.now(UTC)).total_seconds())
