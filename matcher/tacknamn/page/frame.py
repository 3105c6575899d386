"""The frame of the page: what is above the texts, and the policy that forbids it everything."""

from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape

__all__ = ["CLOSING", "opening"]

CLOSING = "</main>\n</body>\n</html>\n"


def opening(title: str, style: str) -> Iterator[str]:
    """The page down to its title."""
    digest = b64encode(sha256(style.encode("utf-8")).digest()).decode("ascii")
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    yield from (
        "<!DOCTYPE html>\n",
        '<html lang="en">\n<head>\n<meta charset="utf-8">\n',
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n',
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n',
        '<meta name="referrer" content="no-referrer">\n<meta name="robots" content="noindex">\n',
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n",
        f"<h1>{escape(title)}</h1>\n",
    )
