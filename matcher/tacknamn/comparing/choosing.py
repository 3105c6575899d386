"""What is asked for of a comparison: which packages, in which language, how long they may take."""

import math
from dataclasses import dataclass
from pathlib import Path

from tacknamn.backends.limits import SECONDS
from tacknamn.backends.registry import Request, requests
from tacknamn.errors import InputError

__all__ = ["OWN", "Settings", "settings"]

OWN = "tacknamn"
"""Our own engine; it is joined with each of the others."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How packages are compared. Made by :func:`settings`, which checks."""

    packages: tuple[Request, ...]
    language: str = "en"
    """Of the sentences."""
    data: Path | None = None
    """The folder of Täcknamn's lists; None: where they are looked for."""
    seconds: float = SECONDS
    """How long a package may be silent over one sentence."""
    keep_going: bool = False
    """Whether a package that fails is left out, instead of being an error."""


def settings(
    packages: str = OWN,
    language: str = "en",
    data: Path | None = None,
    seconds: float | None = None,
    keep_going: bool = False,
) -> Settings:
    """The settings, if all of it can be done.

    >>> [str(one) for one in settings("tacknamn, spacy:./model, tacknamn").packages]
    ['tacknamn', 'spacy:./model']
    """
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError("--seconds: give a number above 0")
    asked = tuple(dict.fromkeys(requests(packages)))
    return Settings(asked, language, data, SECONDS if seconds is None else seconds, keep_going)
