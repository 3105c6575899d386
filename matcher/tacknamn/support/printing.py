"""Make untrusted words fit for a screen, a line with tabs or a page: one home of this rule."""

__all__ = ["make_printable"]

MISSING = "\ufffd"
"""What stands for a character that cannot be shown."""


def make_printable(text: str) -> str:
    """``text`` in one line, without what steers a terminal, turns the direction or is half a letter.

    >>> printable("a\\tb\\x1b[31m\\u202e")
    'a b\\ufffd[31m\\ufffd'
    """
    line = text if text.isprintable() else " ".join(text.split())
    if line.isprintable():
        return line
    return "".join(letter if letter.isprintable() else MISSING for letter in line)
