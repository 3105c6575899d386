"""The ways of replacing that policies name, for what no list is drawn from."""

from collections.abc import Callable

from tacknamn.patterns import (
    EMAIL,
    URL,
    account_fixed,
    aged,
    dated,
    dayed,
    identified,
    initialled,
    lettered,
    masked_email,
    masked_numbers,
    month_worded,
    monthed,
    numbered,
    yeared,
    zeroed,
)

__all__ = ["BY_CHANCE", "BY_RULE", "DRAWN"]

LETTER = "A"
"""What stands for any middle name."""
STARS = "*****"
"""What stands for whatever ``tab`` masks."""
BY_RULE: dict[str, Callable[[str], str]] = {
    "A": lambda original: LETTER,
    "date": dated,
    "email": lambda original: EMAIL,
    "fixed_account": account_fixed,
    "identity": identified,
    "initial": initialled,
    "letter": lettered,
    "mask_email": masked_email,
    "mask_number": masked_numbers,
    "stars": lambda original: STARS,
    "url": lambda original: URL,
    "zero": zeroed,
}
"""What the original alone decides."""
BY_CHANCE: dict[str, Callable[[str, int], str]] = {
    "age": aged,
    "day": dayed,
    "month": monthed,
    "month_word": month_worded,
    "number": numbered,
    "year": yeared,
}
"""What takes a number, too, from a seed or a key."""
DRAWN = frozenset(("draw", "rotate"))
"""What the sampler draws."""
