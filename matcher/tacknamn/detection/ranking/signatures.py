"""Where a text is signed: the line after *Kram* or *Hälsningar*, or the last line.

Every word there is a name, also words that begin ordinary sentences: *Kram / Björn*.
"""

from typing import Final

__all__ = ["is_after_greeting", "is_after_slash", "is_first_of_signature", "is_signature"]

_GREETINGS: Final = (
    "hälsning", "hälsningar", "kram", "kramar", "love", "mvh", "puss", "pussar", "regards",
    "sincerely", "vänligen",
)  # fmt: skip
_MARKS: Final = " ,.!:)(/\n"
"""Characters that may stand around a signature."""
_NO_NAMES: Final = (
    "adjö",
    "från",
    "hej",
    "hälsar",
    "hörs",
    "ps",
    "tack",
    "vänliga",
    "varma",
    *_GREETINGS,
)
"""Words of a last line that are no names."""
LONGEST_END: Final = 8
"""Characters that may follow a signature: full stops, brackets, empty lines."""
LONGEST_SIGNATURE: Final = 40
"""Characters that may follow the first word of a signature."""
LONGEST_SLASHES: Final = 6
"""Characters before the name in a line such as ``  // Emma``."""
_SLASHES: Final = ("/", "//")
LONGEST_GREETING: Final = 40
"""Characters of a greeting: *Med många varma hälsningar från*."""


def is_after_greeting(text: str, start: int) -> bool:
    """Return whether a line begins here and the line above ends a letter.

    >>> is_after_greeting("Många kramar,\\nBjörn", 14)
    True
    """
    if text[start - 1 : start] != "\n":
        return False
    above = text[max(0, start - LONGEST_GREETING) : start].rstrip(_MARKS)
    return above.rpartition("\n")[2].lower().endswith(_GREETINGS)


def is_after_slash(text: str, start: int, end: int) -> bool:
    """Return whether nothing but one or two slashes stands before a name in its line, and at most
    one further name after it: ``/Emma``, ``// Grace Okafor``.

    >>> is_after_slash("Vi ses!\\n// Emma", 11, 15)
    True
    """
    first = text.rfind("\n", max(0, start - LONGEST_SLASHES), start) + 1
    if start - first > LONGEST_SLASHES or text[first:start].strip() not in _SLASHES:
        return False
    rest = text[end : end + LONGEST_SIGNATURE].partition("\n")[0].strip(_MARKS)
    return all(word[:1].isupper() for word in rest.split()) and rest.count(" ") == 0


def is_signature(text: str, start: int, end: int) -> bool:
    """Return whether a piece is the whole last line of a text of several lines."""
    is_near_end = len(text) - end <= LONGEST_END
    return is_near_end and text[start - 1 : start] == "\n" and not text[end:].strip(_MARKS)


def is_first_of_signature(text: str, start: int, end: int) -> bool:
    """Return whether a piece begins the last line, and that line has two capitalized words.

    >>> is_first_of_signature("Vi ses!\\nGrace Okafor", 8, 13)
    True
    """
    if len(text) - end > LONGEST_SIGNATURE or text[start - 1 : start] != "\n":
        return False
    words = text[end:].strip(_MARKS).split(" ")
    is_greeting = text[start:end].lower() in _NO_NAMES
    return len(words) == 1 and words[0][:1].isupper() and not is_greeting
