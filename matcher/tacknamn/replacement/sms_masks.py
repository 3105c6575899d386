"""Mask as the Swiss SMS corpus does: digits become N, addresses x and y, lengths stay (B3, B4)."""

import re

__all__ = ["mask_email", "mask_numbers"]

_NUMBER = re.compile(r"\d{3,}")


def mask_numbers(text: str) -> str:
    """Each digit of every number of three digits or more becomes N (B3).

    >>> masked_numbers("079 987 65 43"), masked_numbers("0799876543")
    ('NNN NNN 65 43', 'NNNNNNNNNN')
    """
    return _NUMBER.sub(lambda found: "N" * len(found.group()), text)


def mask_email(original: str) -> str:
    """x for what is before the @, y for the domain; the ending is kept (B4).

    >>> masked_email("info@uzh.ch"), masked_email("admin@google.com")
    ('xxxx@yyy.ch', 'xxxxx@yyyyyy.com')
    """
    local, at, domain = original.rpartition("@")
    if not at:
        return re.sub(r"\w", "x", original)
    name, dot, ending = domain.rpartition(".")
    if not dot:
        name, ending = domain, ""
    return "x" * len(local) + at + "y" * len(name) + dot + ending
