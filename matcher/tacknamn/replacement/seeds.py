"""Seeds: whole numbers that repeat draws. Those that can be tried one after the other are not secrets.

Who has published texts, this program and its lists can try every small seed: the right one turns the
pseudonyms back into names that are as frequent as real ones. A rotation then shows every message in
clear, so it refuses such seeds; with all others they are for tests.
"""

import secrets

from tacknamn.errors import InputError

__all__ = [
    "GUESSABLE_SEED",
    "GUESSABLE_SEED_OF_REQUEST",
    "GuessableSeedWarning",
    "check_rotation_seed",
    "draw_seed",
    "is_guessable",
]

_LEAST = 1 << 63
"""A seed of 64 random bits is at least this in every second case. All smaller ones can be tried."""
_BITS = 128
_REMEDY = "to repeat a run, use a key (`tacknamn key FILE`, then --key-file or key=)"
_DANGER = "a result with a seed below 2**63 is not safe to publish, because all such seeds can be tried on it"
GUESSABLE_SEED = f"{_DANGER}; {_REMEDY}"
"""The warning: of Python's ``warnings`` for functions, on standard error for commands."""
GUESSABLE_SEED_OF_REQUEST = (
    f'{_DANGER}; for the same pseudonyms in several requests, send "run" instead, or "keyed": true if the '
    "service has a key"
)
"""The warning in an answer of the service. Its clients cannot make a key."""


class GuessableSeedWarning(UserWarning):
    """The seed of a pseudonymizer can be found by trying, so its results are not safe to publish."""


def is_guessable(seed: int | None) -> bool:
    """Whether a seed has fewer than 64 bits."""
    return seed is not None and abs(seed) < _LEAST


def check_rotation_seed(seed: int | None) -> None:
    """Refuse a seed of fewer than 64 bits for names that rotate through a corpus."""
    if is_guessable(seed):
        raise InputError(
            "names that rotate through a corpus need a seed of at least 64 random bits (2**63 or "
            f"more), because smaller ones can be tried on the published texts; {_REMEDY}"
        )


def draw_seed() -> int:
    """Draw a seed of 128 random bits. It is in no result, and never guessable."""
    return 1 << _BITS | secrets.randbits(_BITS)
