"""The engines behind one contract, and the choice between them.

``native`` is the compiled scanner over the mapped table, ``portable`` pyahocorasick over the
same forms. They find the same; the tests hold both against one reference.
"""

import os
from importlib.machinery import EXTENSION_SUFFIXES
from importlib.util import find_spec
from typing import Protocol

from tacknamn.errors import BundleError, InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.text.fold import fold

try:
    from tacknamn import _scan
except ImportError:  # nothing was compiled at install time
    _scan = None  # type: ignore[assignment]

__all__ = [
    "COMPILED_SUFFIX",
    "ENGINE_VARIABLE",
    "Engine",
    "choose_engine",
    "has_native",
    "is_ranking_compiled",
    "resolve_engine",
]

ENGINE_VARIABLE = "TACKNAMN_ENGINE"
"""Set it to ``portable`` (or ``native``) to overrule ``auto``."""
COMPILED_SUFFIX = EXTENSION_SUFFIXES[0]
"""How files of modules end that were compiled for this Python."""


class Engine(Protocol):
    """Finds hits: 32-bit start, end, entry, affixes of each, in the machine's byte order.

    ``wanted`` has the bits of the labels to find (0: all, without common words); ``every``
    asks for all hits instead of the longest ones from left to right."""

    name: str

    def scan(self, text: str, wanted: int, every: bool) -> bytes:
        """The hits in one text."""

    def scan_many(self, texts: list[str], wanted: int, every: bool) -> list[bytes]:
        """The hits in each of many texts."""


class NativeEngine:
    """The compiled scanner."""

    name = "native"

    def __init__(self, lexicon: Lexicon) -> None:
        section = lexicon.bundle.section
        columns = {
            "buckets": section("table").column("bucket"),
            "singles": section("singles").column("bits"),
            "pairs": section("pairs").column("bits"),
            "inflection_offset": section("inflections").column("offset"),
            "inflection_text": section("inflections").data("text"),
            "inflection_base": section("inflections").column("base"),
            "inflection_affixes": section("inflections").column("affixes"),
            "form_text": section("forms").data("text"),
        }
        for name in ("offset", "labels", "common", "weight"):
            columns[f"form_{name}"] = section("forms").column(name)
        try:
            self._table = _scan.Table(columns)
        except ValueError as exc:
            raise BundleError(
                f"{lexicon.bundle.folder}: the scanner's sections do not fit together ({exc}); "
                "build it anew with `tacknamn-build compile`"
            ) from exc

    def scan(self, text: str, wanted: int, every: bool) -> bytes:
        """The hits in one text."""
        return _scan.scan(self._table, text, fold, wanted, every)

    def scan_many(self, texts: list[str], wanted: int, every: bool) -> list[bytes]:
        """The hits in each of many texts."""
        return _scan.scan_many(self._table, texts, fold, wanted, every)


def has_native() -> bool:
    """Whether the scanner was compiled at install time."""
    return _scan is not None


def is_ranking_compiled() -> bool:
    """Whether the package :mod:`tacknamn.detection.ranking` was compiled at install time."""
    module = find_spec("tacknamn.detection.ranking.weights")
    return module is not None and str(module.origin).endswith(COMPILED_SUFFIX)


def resolve_engine(name: str = "auto") -> str:
    """Which engine runs when that one is asked for: ``auto`` is the best one there is."""
    if name == "auto":
        name = os.environ.get(ENGINE_VARIABLE, "auto")
    if name == "auto":
        return "native" if has_native() else "portable"
    if name == "native" and not has_native():
        raise InputError(
            "engine='native': nothing was compiled when tacknamn was installed; install a C "
            "compiler and reinstall, or use engine='portable'"
        )
    if name not in ("native", "portable"):
        raise InputError(f"engine={name!r}: choose auto, native or portable")
    return name


def choose_engine(lexicon: Lexicon, name: str) -> Engine:
    """The engine of that name, or for ``auto`` the best one there is."""
    if resolve_engine(name) == "native":
        return NativeEngine(lexicon)
    from tacknamn.matching.portable.engine import PortableEngine

    return PortableEngine(lexicon)
