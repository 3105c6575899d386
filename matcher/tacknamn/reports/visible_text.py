"""Write a text as HTML so that all of it is seen and none of it does anything.

White space and line ends stay; the page shows them as they are. What has no shape of its own or
works on its surroundings (control characters, turns of the direction, halves of letters) is
written as an element that names it::

    <i class="odd" dir="ltr" title="U+202E">U+202E</i>

So the text can be read back from the page, sign by sign, and every piece can be written in UTF-8.
"""

import re
from collections.abc import Iterator

__all__ = ["render_visible", "stream_visible"]

PIECE_LENGTH = 1 << 16
"""Letters that are written at once: a text without lines must not stand in the memory thrice."""
_ODD = (
    "\x00-\x08\x0b-\x1f\x7f-\x9f\xad"  # controls other than tab and line feed, the soft hyphen
    "\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb"
    # without a shape; zero-width joiners are spared, which make letters of Persian and faces
    "\ud800-\udfff\ufdd0-\ufdef"  # halves of letters, and what is no letter
    "\U00013430-\U0001343f\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0001-\U000e007f"
    + "".join(chr(plane + end) for plane in range(0, 0x110000, 0x10000) for end in (0xFFFE, 0xFFFF))
)
_SPECIAL = re.compile(rf"[&<>\"'\r]|([{_ODD}])\1*")
"""Odd characters of one kind in a row are counted: a text of noughts would make a huge page."""
_MARKUP = {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;"}
# fmt: off
_CONTROLS = [
    "NUL", "SOH", "STX", "ETX", "EOT", "ENQ", "ACK", "BEL", "BS", "TAB", "LF", "VT", "FF", "CR",
    "SO", "SI", "DLE", "DC1", "DC2", "DC3", "DC4", "NAK", "SYN", "ETB", "CAN", "EM", "SUB", "ESC",
    "FS", "GS", "RS", "US",
]
# fmt: on
"""Short names of the first control characters. Unicode has pictures of them, few fonts do."""


def render_visible(text: str) -> str:
    """``text`` as HTML, for between tags.

    >>> visible("a<b\\r\\n")
    'a&lt;b<i class="odd" dir="ltr" title="U+000D">CR</i>\\n'
    """
    return _SPECIAL.sub(_render_special, text)


def stream_visible(text: str, start: int, end: int) -> Iterator[str]:
    """A part of ``text`` as HTML, however long, in pieces."""
    while start < end:
        stop = min(start + PIECE_LENGTH, end)
        if stop < end and text[stop - 1] == "\r":
            stop += text[stop] == "\n"  # one line end
        yield render_visible(text[start:stop])
        start = stop


def _render_special(found: re.Match[str]) -> str:
    piece = found[0]
    markup = _MARKUP.get(piece)
    if markup:
        return markup
    if piece == "\r" and found.string[found.end() : found.end() + 1] != "\n":
        return _render_odd(piece, 1, end="\n")  # the line ends here
    return _render_odd(piece[0], len(piece))


def _render_odd(letter: str, times: int, end: str = "") -> str:
    code = f"U+{ord(letter):04X}"
    told = f"{code} ×{times}" if times > 1 else code
    name = _CONTROLS[ord(letter)] if letter < " " else code
    return f'<i class="odd" dir="ltr" title="{told}">{name}{told[len(code) :]}{end}</i>'
