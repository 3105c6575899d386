"""Where a text is signed: the line behind *Kram* or *Hälsningar*, or the last one.

There every word is a name, also those that begin all sentences: *Kram / Björn*.
"""

from typing import Final

__all__ = ["is_after_greeting", "is_after_slash", "is_first_of_signature", "is_signature"]

_GREETINGS: Final = (
    "hälsning", "hälsningar", "kram", "kramar", "love", "mvh", "puss", "pussar", "regards",
    "sincerely", "vänligen",
)  # fmt: skip
_MARKS: Final = " ,.!:)(/\n"
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
LONGEST_END: Final = 8
"""Characters behind a signature: full stops, brackets, empty lines."""
LONGEST_SIGNATURE: Final = 40
"""Characters behind the first word of one."""
LONGEST_SLASHES: Final = 6
"""Characters before a name in a line such as ``  // Emma``."""
_SLASHES: Final = ("/", "//")
LONGEST_GREETING: Final = 40
"""Characters of such a line: *Med många varma hälsningar från*."""


def is_after_greeting(text: str, start: int) -> bool:
    """Whether a line begins here and the one above ends a letter.

    >>> is_behind_greeting("Många kramar,\\nBjörn", 14)
    True
    """
    if text[start - 1 : start] != "\n":
        return False
    above = text[max(0, start - LONGEST_GREETING) : start].rstrip(_MARKS)
    return above.rpartition("\n")[2].lower().endswith(_GREETINGS)


def is_after_slash(text: str, start: int, end: int) -> bool:
    """Whether a line has nothing but one or two slashes before a name, and at most one more
    name behind it: ``/Emma``, ``// Grace Okafor``.

    >>> is_behind_slash("Vi ses!\\n// Emma", 11, 15)
    True
    """
    first = text.rfind("\n", max(0, start - LONGEST_SLASHES), start) + 1
    if start - first > LONGEST_SLASHES or text[first:start].strip() not in _SLASHES:
        return False
    behind = text[end : end + LONGEST_SIGNATURE].partition("\n")[0].strip(_MARKS)
    return all(word[:1].isupper() for word in behind.split()) and behind.count(" ") == 0


def is_signature(text: str, start: int, end: int) -> bool:
    """Whether a piece is a line of its own, and the last one, of a text of several."""
    is_near = len(text) - end <= LONGEST_END
    return is_near and text[start - 1 : start] == "\n" and not text[end:].strip(_MARKS)


def is_first_of_signature(text: str, start: int, end: int) -> bool:
    """Whether the last line begins here and has two capitalised words, as *Grace Okafor*.

    >>> begins_signature("Vi ses!\\nGrace Okafor", 8, 13)
    True
    """
    if len(text) - end > LONGEST_SIGNATURE or text[start - 1 : start] != "\n":
        return False
    words = text[end:].strip(_MARKS).split(" ")
    is_greeting = text[start:end].lower() in _NO_NAMES
    return len(words) == 1 and words[0][:1].isupper() and not is_greeting
