"""Cut HTML into tags and text, in time that grows with its length.

The parser of Python's library takes minutes for some texts of 100,000 characters (``<a <a <a``). This one
follows the rules for browsers where they matter for text: what an open tag, comment or attribute leaves
unfinished swallows the rest.
"""

import re
from collections.abc import Iterator
from enum import Enum
from html import unescape
from typing import NamedTuple

__all__ = ["HtmlToken", "TokenKind", "read_tokens"]

_RAW = frozenset(("iframe", "noembed", "noframes", "noscript", "script", "style", "xmp"))
"""Elements whose content is no text to read, and has no tags."""
_MARKUP = re.compile(
    r"<(?:(?P<end>/?)(?P<name>[A-Za-z][^\s/>]*)|(?P<comment>!--)|(?P<bogus>[!?/]))"
)
_ATTRIBUTE = re.compile(r""">|=\s*(?P<quote>["'])""")
"""The end of a tag, or the beginning of a value in which ``>`` is no end."""


class TokenKind(Enum):
    """What a piece of HTML is."""

    START = "start"
    END = "end"
    COMMENT = "comment"
    TEXT = "text"


class HtmlToken(NamedTuple):
    """A tag with its name in small letters, a text without entities, or a comment."""

    kind: TokenKind
    value: str = ""


def read_tokens(html: str) -> Iterator[HtmlToken]:
    """Yield the tokens of HTML. Two texts never follow each other."""
    html = html.replace("\r\n", "\n").replace("\r", "\n")
    done = 0
    while match := _MARKUP.search(html, done):
        if match.start() > done:
            yield HtmlToken(TokenKind.TEXT, unescape(html[done : match.start()]))
        end = _find_end(html, match)
        if end < 0:
            return
        token = _make_token(match)
        yield token
        done = end
        if token.kind is TokenKind.START and token.value in _RAW:
            done = _skip_raw(html, token.value, end)
    if done < len(html):
        yield HtmlToken(TokenKind.TEXT, unescape(html[done:]))


def _make_token(match: re.Match[str]) -> HtmlToken:
    if match["name"] is None:
        return HtmlToken(TokenKind.COMMENT)
    kind = TokenKind.END if match["end"] else TokenKind.START
    return HtmlToken(kind, match["name"].lower())


def _find_end(html: str, match: re.Match[str]) -> int:
    """Return where a tag or a comment ends; -1 if it does not."""
    if match["comment"]:
        end = html.find("-->", match.end())
        return end if end < 0 else end + 3
    place = match.end()
    if match["bogus"]:
        return html.find(">", place) + 1 or -1
    while found := _ATTRIBUTE.search(html, place):
        if not found["quote"]:
            return found.end()
        place = html.find(found["quote"], found.end()) + 1
        if not place:
            break
    return -1


def _skip_raw(html: str, name: str, start: int) -> int:
    """Return where the end tag of an element without text begins."""
    found = re.compile(f"</{name}", re.IGNORECASE).search(html, start)
    return len(html) if found is None else found.start()
