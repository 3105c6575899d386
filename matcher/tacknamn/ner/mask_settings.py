"""The settings of a masker: backends, how they are combined, patterns, placeholder."""

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict, Unpack

from tacknamn.detection.patterns.clinical_patterns import check_switches
from tacknamn.detection.patterns.custom_masks import LONGEST_PART, check_pairs
from tacknamn.errors import InputError
from tacknamn.ner.argument_types import check_list, check_packages
from tacknamn.ner.backends.registry import BackendRequest, read_requests
from tacknamn.ner.combining.rules import CombinationRule
from tacknamn.ner.label_map import LabelMap, check_label_map

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
"""As in the masking tool: its packages load English models, and its patterns are English. For
Swedish texts the language must be given: our own backend reads *ate* as a surname in Swedish text,
and *var* as a surname in English text."""


@dataclass(frozen=True, slots=True)
class MaskSettings:
    """How texts are masked. Use :func:`make_mask_settings`, which checks the values."""

    packages: tuple[BackendRequest, ...]
    """The backends: ``stanza``, ``spacy:en_core_web_sm``."""
    rule: CombinationRule
    """How the backends are combined."""
    details: frozenset[int] = frozenset()
    """The numbers of the clinical patterns to apply."""
    custom: tuple[tuple[str, str], ...] = ()
    """Pairs of a regular expression and its placeholder."""
    placeholder: str = PLACEHOLDER
    """The placeholder of a name."""
    language: str = LANGUAGE
    data: Path | None = None
    """The folder of Täcknamn's bundle; None: the default folder."""
    seconds: float | None = None
    """Time limit of a backend for one text."""
    extra: tuple[Path, ...] = ()
    """Lists of the user, whose entries are masked as well."""
    allow: tuple[Path, ...] = ()
    """Files of forms that are never masked."""
    keep: tuple[str, ...] = ()
    """Further forms that are never masked."""
    keep_going: bool = False
    """Whether to continue without a backend that fails, instead of raising its error."""
    labels: LabelMap = ()
    """The classes of labels that backends return."""


class MaskOptions(TypedDict, total=False):
    """Optional arguments of :func:`make_mask_settings`."""

    weights: Mapping[str, float] | None
    """For ``weighted``: by name; backends without a weight weigh 1."""
    at_least: float | None
    """For ``majority``: the number of backends; for ``weighted``: the required weight."""
    details: Collection[int]
    """The numbers of the clinical patterns to apply; by default none, as in the masking tool."""
    custom: Iterable[tuple[str, str]]
    """Pairs of a regular expression and its placeholder."""
    placeholder: str
    """The placeholder of a name; by default ``[Name]``."""
    language: str
    """Language of the texts; by default ``en``."""
    data: Path | None
    """The folder of Täcknamn's bundle."""
    seconds: float | None
    """Time limit of a backend for one text."""
    extra: Iterable[Path]
    """Lists of the user, whose entries are masked as well."""
    allow: Iterable[Path]
    """Files of forms that are never masked."""
    keep: Iterable[str]
    """Further forms that are never masked."""
    labels: Mapping[str, str]
    """The classes of labels that only a backend of the user returns: ``{"NAME": "PER"}``."""


def make_mask_settings(
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    keep_going: bool = False,
    **options: Unpack[MaskOptions],
) -> MaskSettings:
    """Make settings; raise InputError for values that do not work.

    >>> settings = make_mask_settings("spacy:./model, tacknamn", details=[1, 2])
    >>> [str(package) for package in settings.packages]
    ['spacy:./model', 'tacknamn']
    """
    check_packages(packages)
    requests = _read_packages(packages)
    rule = CombinationRule.make(combine, options.get("weights"), options.get("at_least"))
    rule.check_names(map(str, requests))
    return MaskSettings(
        requests,
        rule,
        check_switches(check_list("details", options.get("details", ()))),
        check_pairs(_check_pair_types(options.get("custom", ()))),
        _check_placeholder(options.get("placeholder", PLACEHOLDER)),
        options.get("language", LANGUAGE),
        options.get("data"),
        _check_seconds(options.get("seconds")),
        tuple(options.get("extra", ())),
        tuple(options.get("allow", ())),
        tuple(options.get("keep", ())),
        keep_going,
        check_label_map(options.get("labels", {})),
    )


def _check_pair_types(pairs: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    for number, pair in enumerate(check_list("custom pairs", pairs), 1):
        check_list(f"custom pair {number}", pair)
        yield pair


def read_weights(written: str | None) -> dict[str, float]:
    """Read weights in the form of ``--weights``.

    >>> read_weights("spacy=2,stanza=0.5")
    {'spacy': 2.0, 'stanza': 0.5}
    """
    weights = {}
    for pair in filter(str.strip, (written or "").split(",")):
        name, _, number = pair.rpartition("=")
        try:
            weights[str(BackendRequest.read(name))] = float(number)
        except ValueError:
            name = ""
        if not name.strip():
            raise InputError("--weights: write names and numbers, as in spacy=2,stanza=1")
    return weights


def _read_packages(packages: str | Iterable[str]) -> tuple[BackendRequest, ...]:
    if isinstance(packages, str):
        requests = read_requests(packages)
    else:
        requests = tuple(BackendRequest.read(package) for package in packages)
    if not requests:
        raise InputError("the list of packages is empty; name some, or omit it to use tacknamn")
    return tuple(dict.fromkeys(requests))


def _check_seconds(seconds: float | None) -> float | None:
    if seconds is not None and not 0 < seconds < math.inf:
        raise InputError("seconds: give a number above 0")
    return seconds


def _check_placeholder(text: str) -> str:
    if not isinstance(text, str) or len(text) > LONGEST_PART:
        raise InputError(f"the placeholder must be a string of at most {LONGEST_PART} characters")
    return text
