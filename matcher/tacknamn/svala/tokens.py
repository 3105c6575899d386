r"""Blanks and tokens as SVALA, a program in JavaScript, understands them.

Its ``\s`` is not Python's: a byte-order mark is a blank, the separators U+001C to U+001F and
U+0085 are letters. A token is a word with the blanks behind it; the first one has those before
it, too.

SVALA adds a space to a text that ends without a blank. So that the way back is exact, a text
that ends in a space gets one more here: what ends in a space has one too many, always.
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
r"""What ``\s`` matches in ECMAScript."""
_WORD = re.compile(f"[{BLANKS}]*+[^{BLANKS}]++[{BLANKS}]*+")
_TOKEN = re.compile(f"[{BLANKS}]*+[^{BLANKS}]++[{BLANKS}]++")
_LONE_TOKEN = re.compile(f"[{BLANKS}]*+[^{BLANKS}]*+[{BLANKS}]*+")
"""Nothing is ever given back (``*+``): a million blanks take no longer than a million letters."""


def trim_blanks(text: str) -> str:
    """``text`` without the blanks around it."""
    return text.strip(BLANKS)


def is_blank(text: str) -> bool:
    """Whether there is nothing in ``text`` but blanks."""
    return not trim_blanks(text)


def has_final_blank(text: str) -> bool:
    """Whether the last letter of ``text`` is a blank; an empty text has none."""
    return bool(text) and text[-1] in BLANKS


def split_tokens(text: str) -> tuple[str, ...]:
    """The tokens of a text that ends in a blank; together they are the text.

    >>> tokenized("Jag bor  i Lund. ")
    ('Jag ', 'bor  ', 'i ', 'Lund. ')
    """
    if is_blank(text):
        return (text,) if text else ()
    return tuple(_WORD.findall(text))


def is_token(text: str, lone: bool) -> bool:
    """Whether SVALA takes ``text`` for a token; the only one of a side may be blank or bare."""
    return bool((_LONE_TOKEN if lone else _TOKEN).fullmatch(text))


def pad_text(text: str) -> str:
    """``text``, with a space more where it ends in a letter or a space."""
    return text if not text or (has_final_blank(text) and text[-1] != " ") else text + " "


def unpad_text(text: str) -> str:
    """What was ``pad_text``, or the text of a graph that SVALA made without the space it adds."""
    return text.removesuffix(" ")


# Characters that no text may have here: what cannot be written as UTF-8, and NUL.


def find_text_error(text: str) -> str:
    """What is wrong with a string, in words; empty when nothing is.

    >>> fault_of("a\\0b")
    'a NUL character'
    """
    if "\0" in text:
        return "a NUL character"
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return "half of a surrogate pair"
    return ""
