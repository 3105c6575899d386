r"""Escape any text for XML so that it can be read back exactly.

XML 1.0 cannot represent every character: most control characters, half a surrogate pair, U+FFFE and
U+FFFF are not allowed. In content, such a character becomes an empty element,
``<character code="000B"/>``. In attributes, which cannot contain elements, it becomes ``\u000B``,
and a backslash becomes two. A carriage return, which XML would turn into a line feed, becomes
``&#13;``.
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
"""The element for a character that XML does not allow."""
_UNFIT = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that XML 1.0 does not allow."""
_UNFIT_OR_BACKSLASH = re.compile(r"\\|" + _UNFIT.pattern)
_ESCAPED = re.compile(r"\\(?:\\|u([0-9A-F]{4}))")
_CODE = re.compile(r"[0-9A-F]{4}")
_IN_ATTRIBUTES = str.maketrans(
    {"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "\t": "&#9;", "\n": "&#10;",
     "\r": "&#13;"}
)  # fmt: skip


def escape_plain_content(text: str) -> str:
    """Escape a text for content; all its characters must be allowed."""
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return text.replace("\r", "&#13;")


def escape_content(text: str) -> str:
    r"""Escape any text for content.

    >>> escape_content("a < b\x0b")
    'a &lt; b<character code="000B"/>'
    """
    return _UNFIT.sub(_write_element, escape_plain_content(text))


def quote_attribute(text: str) -> str:
    r"""Write any text as the value of an attribute, with its quotes.

    >>> quote_attribute('a\x0b"')
    '"a\\u000B&quot;"'
    """
    return f'"{_UNFIT_OR_BACKSLASH.sub(_escape, text).translate(_IN_ATTRIBUTES)}"'


def quote_plain_attribute(text: str) -> str:
    """Write a text as an attribute, with quotes; all its characters must be allowed."""
    return f'"{text.translate(_IN_ATTRIBUTES)}"'


def escape_json(text: str) -> str:
    """Escape the characters in the strings of a JSON text that XML does not allow."""
    return _UNFIT.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def unescape_attribute(value: str) -> str:
    """Undo :func:`quote_attribute`; an unknown escape stays as it is."""
    return _ESCAPED.sub(lambda match: chr(int(match[1], 16)) if match[1] else "\\", value)


def decode_character(code: str | None) -> str:
    """Return the character of a ``<character>`` element."""
    if code is None or not _CODE.fullmatch(code) or not _UNFIT.fullmatch(chr(int(code, 16))):
        raise InputError(
            "an element <character> needs a code of four hexadecimal digits, of a character that "
            "XML does not allow"
        )
    return chr(int(code, 16))


def _write_element(match: re.Match[str]) -> str:
    return f'<{CHARACTER} code="{ord(match[0]):04X}"/>'


def _escape(match: re.Match[str]) -> str:
    return "\\\\" if match[0] == "\\" else f"\\u{ord(match[0]):04X}"
