r"""Put any text into XML, and get it back: XML 1.0 cannot hold every character.

In content, a character that XML cannot hold (most control characters, half a surrogate pair,
U+FFFE, U+FFFF) becomes an empty element, ``<character code="000B"/>``. In attributes, where no
element can stand, it becomes ``\u000B``, and a backslash becomes two. A carriage return, which
XML would turn into a line feed, becomes ``&#13;``.
"""

import re

from tacknamn.errors import InputError

__all__ = [
    "CHARACTER",
    "decode_character",
    "escape_content",
    "escape_json",
    "escape_plain_content",
    "quote_attribute",
    "quote_plain_attribute",
    "unescape_attribute",
]

CHARACTER = "character"
"""The element for what XML cannot hold."""
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""What is no character of XML 1.0."""
_UNFIT_OR_BACKSLASH = re.compile(r"\\|" + _UNFIT.pattern)
_ESCAPED = re.compile(r"\\(?:\\|u([0-9A-F]{4}))")
_CODE = re.compile(r"[0-9A-F]{4}")
_IN_ATTRIBUTES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;",
     "\r": "&#13;"}
)  # fmt: skip


def escape_plain_content(text: str) -> str:
    """``text``, which XML can hold, as content."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def escape_content(text: str) -> str:
    r"""Any text as content.

    >>> content("a < b\x0b")
    'a &lt; b<character code="000B"/>'
    """
    return _UNFIT.sub(_write_element, escape_plain_content(text))


def quote_attribute(text: str) -> str:
    r"""Any text as the value of an attribute, with its quotes.

    >>> attribute('a\x0b"')
    '"a\\u000B&quot;"'
    """
    return f'"{_UNFIT_OR_BACKSLASH.sub(_escape, text).translate(_IN_ATTRIBUTES)}"'


def quote_plain_attribute(text: str) -> str:
    """``text``, which XML can hold, as the value of an attribute, with its quotes."""
    return f'"{text.translate(_IN_ATTRIBUTES)}"'


def escape_json(text: str) -> str:
    """JSON whose strings have nothing that XML cannot hold."""
    return _UNFIT.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def unescape_attribute(value: str) -> str:
    """What :func:`quote_attribute` was given; an unknown escape stays as it is."""
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else "\\", value)


def decode_character(code: str | None) -> str:
    """The character of an element ``character``."""
    if code is None or not _CODE.fullmatch(code) or not _UNFIT.fullmatch(chr(int(code, 16))):
        raise InputError(
            "an element character has no code of four hexadecimal digits that XML cannot hold"
        )
    return chr(int(code, 16))


def _write_element(found: re.Match[str]) -> str:
    return f'<{CHARACTER} code="{ord(found[0]):04X}"/>'


def _escape(found: re.Match[str]) -> str:
    return "\\\\" if found[0] == "\\" else f"\\u{ord(found[0]):04X}"
