r"""Characters, blanks and tokens as SVALA defines them.

SVALA is written in JavaScript, whose ``\s`` differs from Python's: a byte-order mark is a blank,
and the separators U+001C to U+001F and U+0085 are letters. A token is a word with the blanks that
follow it; the first token also has the blanks before it.

SVALA adds a space to a text that does not end in a blank. :func:`pad_text` also adds one to a text
that already ends in a space. So a padded text that ends in a space always has exactly one space too
many, and :func:`unpad_text` restores the original text exactly.
"""

import re

__all__ = [
    "find_text_error",
    "has_final_blank",
    "is_blank",
    "is_token",
    "pad_text",
    "split_tokens",
    "trim_blanks",
    "unpad_text",
]

BLANKS = (
    "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
r"""The characters that ``\s`` matches in ECMAScript."""
# The quantifiers are possessive (``*+``), so that a million blanks are scanned in linear time.
_WORD = re.compile(f"[{BLANKS}]*+[^{BLANKS}]++[{BLANKS}]*+")
_TOKEN = re.compile(f"[{BLANKS}]*+[^{BLANKS}]++[{BLANKS}]++")
_LONE_TOKEN = re.compile(f"[{BLANKS}]*+[^{BLANKS}]*+[{BLANKS}]*+")


def trim_blanks(text: str) -> str:
    """Remove the blanks around a text."""
    return text.strip(BLANKS)


def is_blank(text: str) -> bool:
    """Whether a text has only blanks, or nothing."""
    return not trim_blanks(text)


def has_final_blank(text: str) -> bool:
    """Whether the last character is a blank; False for an empty text."""
    return bool(text) and text[-1] in BLANKS


def split_tokens(text: str) -> tuple[str, ...]:
    """Split a text that ends in a blank into its tokens; joined, they are the text again.

    >>> split_tokens("Jag bor  i Lund. ")
    ('Jag ', 'bor  ', 'i ', 'Lund. ')
    """
    if is_blank(text):
        return (text,) if text else ()
    return tuple(_WORD.findall(text))


def is_token(text: str, lone: bool) -> bool:
    """Whether SVALA accepts a text as a token.

    Args:
        lone: Whether it is the only token of its side. Then it may be blank, and need not end in
            a blank.
    """
    return bool((_LONE_TOKEN if lone else _TOKEN).fullmatch(text))


def pad_text(text: str) -> str:
    """Add a space to a text that ends in a letter or a space."""
    return text if not text or (has_final_blank(text) and text[-1] != " ") else text + " "


def unpad_text(text: str) -> str:
    """Remove the space that :func:`pad_text`, or SVALA, added."""
    return text.removesuffix(" ")


def find_text_error(text: str) -> str:
    """Name what a text must not contain: NUL, or what cannot be written as UTF-8.

    >>> find_text_error("a\\0b"), find_text_error("ab")
    ('a NUL character', '')
    """
    if "\0" in text:
        return "a NUL character"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "half of a surrogate pair"
    return ""
