"""What is asked for of a masker: packages, how they are joined, patterns, placeholder."""

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from tacknamn.detection.patterns.clinical_patterns import check_switches
from tacknamn.detection.patterns.custom_masks import LONGEST_PART, check_pairs
from tacknamn.errors import InputError
from tacknamn.ner.backends.registry import BackendRequest, read_requests
from tacknamn.ner.combining.rules import CombinationRule

__all__ = [
    "LANGUAGE",
    "PLACEHOLDER",
    "MaskOptions",
    "MaskSettings",
    "make_mask_settings",
    "read_weights",
]

PLACEHOLDER = "[Name]"
LANGUAGE = "en"
"""As in the seed: its packages load English models, and its patterns are English. Where the texts
are Swedish, say so: our own engine reads *ate* as a surname of Swedish, and *var* as none."""


@dataclass(frozen=True, slots=True)
class MaskSettings:
    """How texts are masked. Made by :func:`make_mask_settings`, which checks."""

    packages: tuple[BackendRequest, ...]
    """Backends, as they are asked for: ``stanza``, ``spacy:en_core_web_sm``."""
    rule: CombinationRule
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


class MaskOptions(TypedDict, total=False):
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


def make_mask_settings(
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    keep_going: bool = False,
    **choices: Unpack[MaskOptions],
) -> MaskSettings:
    """The settings, if all of it can be done.

    >>> [str(one) for one in settings("spacy:./model, tacknamn", details=[1, 2]).packages]
    ['spacy:./model', 'tacknamn']
    """
    asked = _read_packages(packages)
    rule = CombinationRule.of(combine, choices.get("weights"), choices.get("at_least"))
    rule.check_names(map(str, asked))
    return MaskSettings(
        asked,
        rule,
        check_switches(choices.get("details", ())),
        check_pairs(choices.get("custom", ())),
        _check_placeholder(choices.get("placeholder", PLACEHOLDER)),
        choices.get("language", LANGUAGE),
        choices.get("data"),
        _check_seconds(choices.get("seconds")),
        keep_going,
    )


def read_weights(written: str | None) -> dict[str, float]:
    """Weights as ``--weights`` has them.

    >>> weights_of("spacy=2,stanza=0.5")
    {'spacy': 2.0, 'stanza': 0.5}
    """
    weights = {}
    for one in filter(str.strip, (written or "").split(",")):
        name, _, number = one.rpartition("=")
        try:
            weights[str(BackendRequest.read(name))] = float(number)
        except ValueError:
            name = ""
        if not name.strip():
            raise InputError("--weights: write names and numbers, as in spacy=2,stanza=1")
    return weights


def _read_packages(packages: str | Iterable[str]) -> tuple[BackendRequest, ...]:
    if isinstance(packages, str):
        asked = read_requests(packages)
    else:
        asked = tuple(BackendRequest.read(one) for one in packages)
    if not asked:
        raise InputError("no packages are given; name some, or leave them out for tacknamn")
    return tuple(dict.fromkeys(asked))


def _check_seconds(seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError("seconds: give a number above 0")
    return seconds


def _check_placeholder(text: str) -> str:
    if not isinstance(text, str) or len(text) > LONGEST_PART:
        raise InputError(f"the placeholder must be a text of at most {LONGEST_PART} characters")
    return text
