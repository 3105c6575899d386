"""What the commands that start the review page share: the token, the link, the browser."""

import secrets
import tempfile
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from html import escape
from pathlib import Path

__all__ = ["make_link", "make_token", "open_browser"]

_BYTES = 32
_REDIRECT = (
    '<!doctype html><meta charset="utf-8"><meta name="referrer" content="no-referrer">'
    '<meta http-equiv="refresh" content="0; url={link}"><title>Täcknamn</title>'
    '<a href="{link}">Täcknamn</a>\n'
)


def make_token() -> str:
    """Return a token that cannot be tried."""
    return secrets.token_urlsafe(_BYTES)


def make_link(address: str, token: str) -> str:
    """Return the link to the page. Its fragment is sent to no server, and no log has it."""
    return f"{address}/review#t={token}"


@contextmanager
def open_browser(link: str) -> Iterator[bool]:
    """Open the link in the user's browser; yield whether there is one that has windows.

    Other users of a machine see the arguments of all programs. So the browser does not get the link
    but a private file that leads to it, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="tacknamn-") as folder:  # for its owner alone
        file = Path(folder) / "review.html"
        file.write_text(_REDIRECT.format(link=escape(link)), "utf-8")
        yield _has_windows() and webbrowser.open(file.as_uri())


def _has_windows() -> bool:
    """Whether the usual browser opens a window. One in the terminal would take it from the service."""
    try:
        browser = webbrowser.get()
    except webbrowser.Error:
        return False
    is_command = type(browser) is webbrowser.GenericBrowser
    return not is_command
