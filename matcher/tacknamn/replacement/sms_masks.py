"""Mask as the sms4science rules say: digits become N, addresses x and y, lengths stay (B3, B4)."""

import re

__all__ = ["mask_email", "mask_numbers"]

_NUMBER = re.compile(r"\d{3,}")


def mask_numbers(text: str) -> str:
    """Replace each digit by N in every number of three digits or more (B3).

    >>> mask_numbers("079 987 65 43"), mask_numbers("0799876543")
    ('NNN NNN 65 43', 'NNNNNNNNNN')
    """
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
