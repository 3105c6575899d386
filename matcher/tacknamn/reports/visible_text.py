"""Render a text as HTML so that every character is visible and none has an effect.

White space and line ends stay, and the page shows them unchanged. A character without a shape, or
one that affects its surroundings (control characters, changes of direction, halves of surrogate
pairs), becomes an element that names it::

    <i class="odd" dir="ltr" title="U+202E">U+202E</i>

The original text can therefore be read back from the page, and every piece can be encoded in UTF-8.
"""

import re
from collections.abc import Iterator

__all__ = ["render_visible", "stream_visible"]

PIECE_LENGTH = 1 << 16
"""Letters rendered at once. More would keep a long text in memory several times."""
_ODD = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad"  # control characters except tab and line feed; the soft hyphen
    "\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    # invisible; zero-width joiners stay, because Persian letters and emoji need them
    "\ud800-\udfff\ufdd0-\ufdef"  # surrogates and non-characters
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001-\U000e007f"
    + "".join(chr(plane + end) for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF))
)
_SPECIAL = re.compile(rf"[&<>\"'\r]|([{_ODD}])\1*")
"""Repeated odd characters are counted: a text of null characters must not make a huge page."""
_MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
# fmt: off
_CONTROLS = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US",
]
# fmt: on
"""Short names of the first control characters. Unicode has pictures of them, but few fonts do."""


def render_visible(text: str) -> str:
    """Render ``text`` as HTML for use between tags.

    >>> render_visible("a<b\\r\\n")
    'a&lt;b<i class="odd" dir="ltr" title="U+000D">CR</i>\\n'
    """
    return _SPECIAL.sub(_render_special, text)


def stream_visible(text: str, start: int, end: int) -> Iterator[str]:
    """Render a part of ``text``, however long, in pieces."""
    while start < end:
        stop = min(start + PIECE_LENGTH, end)
        if stop < end and text[stop - 1] == "\r":
            stop += text[stop] == "\n"  # one line end
        yield render_visible(text[start:stop])
        start = stop


def _render_special(match: re.Match[str]) -> str:
    piece = match[0]
    markup = _MARKUP.get(piece)
    if markup:
        return markup
    if piece == "\r" and match.string[match.end() : match.end() + 1] != "\n":
        return _render_odd(piece, 1, end="\n")  # the line ends here
    return _render_odd(piece[0], len(piece))


def _render_odd(letter: str, times: int, end: str = "") -> str:
    code = f"U+{ord(letter):04X}"
    title = f"{code} ×{times}" if times > 1 else code
    name = _CONTROLS[ord(letter)] if letter < " " else code
    return f'<i class="odd" dir="ltr" title="{title}">{name}{title[len(code) :]}{end}</i>'
