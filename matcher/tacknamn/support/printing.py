"""Make untrusted text safe to print on a terminal, in a TSV field or in a page."""

__all__ = ["make_printable"]

MISSING = "\ufffd"
"""Replaces a character that cannot be shown."""


def make_printable(text: str) -> str:
    """Put ``text`` on one line, and replace control characters and half characters.

    Control characters could steer a terminal or reverse the direction of writing.

    >>> make_printable("a\\tb\\x1b[31m\\u202e")
    'a b\\ufffd[31m\\ufffd'
    """
    line = text if text.isprintable() else " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() else MISSING for letter in line)
