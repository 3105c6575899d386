"""What is asked for of a masker: packages, how they are joined, patterns, placeholder."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from tacknamn.backends.registry import Request, requests
from tacknamn.combining.rules import Rule
from tacknamn.errors import InputError
from tacknamn.masking.custom import LONGEST, checked_pairs
from tacknamn.masking.patterns import checked_switches

__all__ = ["LANGUAGE", "PLACEHOLDER", "Choices", "Settings", "settings", "weights_of"]

PLACEHOLDER = "[Name]"
LANGUAGE = "en"
"""As in the seed: its packages load English models, and its patterns are English. Where the texts
are Swedish, say so: our own engine reads *ate* as a surname of Swedish, and *var* as none."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How texts are masked. Made by :func:`settings`, which checks."""

    packages: tuple[Request, ...]
    """Backends, as they are asked for: ``stanza``, ``spacy:en_core_web_sm``."""
    rule: Rule
    """How they are joined."""
    details: frozenset[int] = frozenset()
    """Numbers of seed C's patterns."""
    custom: tuple[tuple[str, str], ...] = ()
    """Regular expressions and what stands there then."""
    placeholder: str = PLACEHOLDER
    """What stands for a name."""
    language: str = LANGUAGE
    data: Path | None = None
    """The folder of Täcknamn's lists; None: where they are looked for."""
    seconds: float | None = None
    """How long a backend may take for one text."""
    keep_going: bool = False
    """Whether a backend that fails is left out, instead of being an error."""


class Choices(TypedDict, total=False):
    """Arguments that most callers leave out."""

    weights: Mapping[str, float] | None
    """Of ``weighted``: by name; backends without one weigh 1."""
    at_least: float | None
    """Of ``majority``: how many backends; of ``weighted``: how much weight."""
    details: Collection[int]
    """Numbers of seed C's patterns; none unless they are given, as in the seed."""
    custom: Iterable[tuple[str, str]]
    """Regular expressions, and what stands there then."""
    placeholder: str
    """What stands for a name: ``[Name]``."""
    language: str
    """Of the texts: ``en``, unless another is given."""
    data: Path | None
    """The folder of Täcknamn's lists."""
    seconds: float | None
    """How long a backend may take for one text."""


def settings(
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    keep_going: bool = False,
    **choices: Unpack[Choices],
) -> Settings:
    """The settings, if all of it can be done.

    >>> [str(one) for one in settings("spacy:./model, tacknamn", details=[1, 2]).packages]
    ['spacy:./model', 'tacknamn']
    """
    asked = _requests(packages)
    rule = Rule.of(combine, choices.get("weights"), choices.get("at_least"))
    rule.check_names(map(str, asked))
    return Settings(
        asked,
        rule,
        checked_switches(choices.get("details", ())),
        checked_pairs(choices.get("custom", ())),
        _placeholder(choices.get("placeholder", PLACEHOLDER)),
        choices.get("language", LANGUAGE),
        choices.get("data"),
        _seconds(choices.get("seconds")),
        keep_going,
    )


def weights_of(written: str | None) -> dict[str, float]:
    """Weights as ``--weights`` has them.

    >>> weights_of("spacy=2,stanza=0.5")
    {'spacy': 2.0, 'stanza': 0.5}
    """
    weights = {}
    for one in filter(str.strip, (written or "").split(",")):
        name, _, number = one.rpartition("=")
        try:
            weights[str(Request.read(name))] = float(number)
        except ValueError:
            name = ""
        if not name.strip():
            raise InputError("--weights: write names and numbers, as in spacy=2,stanza=1")
    return weights


def _requests(packages: str | Iterable[str]) -> tuple[Request, ...]:
    if isinstance(packages, str):
        asked = requests(packages)
    else:
        asked = tuple(Request.read(one) for one in packages)
    if not asked:
        raise InputError("no packages are given; name some, or leave them out for tacknamn")
    return tuple(dict.fromkeys(asked))


def _seconds(seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError("seconds: give a number above 0")
    return seconds


def _placeholder(text: str) -> str:
    if not isinstance(text, str) or len(text) > LONGEST:
        raise InputError(f"the placeholder must be a text of at most {LONGEST} characters")
    return text
