"""Mask as the sms4science rules say: digits become N, addresses x and y, lengths stay (B3, B4)."""

import re

__all__ = ["mask_email", "mask_numbers"]

_NUMBER = re.compile(r"\d{3,}")
_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[^\W\d_]+")
_SPOKEN = 5
"""Words of a number whose digits are spoken one by one; an age in words has fewer."""


def mask_numbers(text: str) -> str:
    """Replace each digit by N in every number of three digits or more (B3), and each word of a number
    whose digits are spoken.

    >>> mask_numbers("079 987 65 43"), mask_numbers("0799876543")
    ('NNN NNN 65 43', 'NNNNNNNNNN')
    >>> mask_numbers("noll sju nio nio åtta")
    'N N N N N'
    """
    if len(_WORD.findall(text)) >= _SPOKEN and not _DIGIT.search(text):
        return _WORD.sub("N", text)
    return _NUMBER.sub(lambda match: "N" * len(match.group()), text)


def mask_email(original: str) -> str:
    """Replace the characters before the @ by x and those of the domain by y; keep the ending (B4).

    >>> mask_email("info@uzh.ch"), mask_email("admin@google.com")
    ('xxxx@yyy.ch', 'xxxxx@yyyyyy.com')
    """
    local, at, domain = original.rpartition("@")
    if not at:
        return re.sub(r"\w", "x", original)
    name, dot, ending = domain.rpartition(".")
    if not dot:
        name, ending = domain, ""
    return "x" * len(local) + at + "y" * len(name) + dot + ending
