"""The two engines that find matches, and the choice between them.

``native`` is the compiled scanner on the mapped hash table, ``portable`` is pyahocorasick on the
same forms. Both find the same; the tests compare both with one slow reference.
"""

from typing import Any, Protocol

from tacknamn.errors import BundleError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support import compiled
from tacknamn.text.fold import fold

__all__ = ["Engine", "NativeEngine", "choose_engine", "has_native", "resolve_engine"]


class Engine(Protocol):
    """Finds matches and returns their numbers as bytes.

    Each match is four 32-bit numbers in the machine's byte order: start, end, entry, affixes.
    ``label_bits`` selects the labels to find (0: all labels, without common words). With
    ``all_matches``, all matches are returned instead of the longest ones from left to right."""

    name: str

    def scan(self, text: str, label_bits: int, all_matches: bool) -> bytes:
        """Find the matches in one text."""

    def scan_many(self, texts: list[str], label_bits: int, all_matches: bool) -> list[bytes]:
        """Find the matches in each of many texts."""


class NativeEngine:
    """The compiled scanner."""

    name = "native"

    def __init__(self, lexicon: Lexicon, labels: "memoryview[int] | None" = None) -> None:
        section = lexicon.bundle.section
        columns: dict[str, memoryview[Any]] = {
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
        if labels is not None:
            columns["form_labels"] = labels
        self._scan, self._scan_many = compiled.scan.scan, compiled.scan.scan_many
        try:
            self._table = compiled.scan.Table(columns)
        except ValueError as exc:
            raise BundleError(
                f"{lexicon.bundle.folder}: the scanner's sections do not fit together ({exc}); "
                "rebuild it with `tacknamn-build compile`"
            ) from exc

    def scan(self, text: str, label_bits: int, all_matches: bool) -> bytes:
        """Find the matches in one text."""
        return self._scan(self._table, text, fold, label_bits, all_matches)

    def scan_many(self, texts: list[str], label_bits: int, all_matches: bool) -> list[bytes]:
        """Find the matches in each of many texts."""
        return self._scan_many(self._table, texts, fold, label_bits, all_matches)


def has_native() -> bool:
    """Whether the scanner was compiled at install time."""
    return compiled.scan is not None


def resolve_engine(name: str = "auto") -> str:
    """Return ``native`` or ``portable``: the engine that runs when ``name`` is asked for."""
    return compiled.choose_implementation(name, compiled.scan)


def choose_engine(lexicon: Lexicon, name: str, labels: "memoryview[int] | None" = None) -> Engine:
    """Open the engine with this name; ``auto`` is the fastest one that is installed.

    ``labels`` has the bits of the labels that each form is found with, if a caller of the engine
    asks for labels (:meth:`Lexicon.label_bits`); without it, these are all labels of the form."""
    if resolve_engine(name) == "native":
        return NativeEngine(lexicon, labels)
    from tacknamn.matching.portable.engine import PortableEngine  # here: seldom needed

    return PortableEngine(lexicon, labels)
