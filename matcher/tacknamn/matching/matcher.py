"""Find every entry of a lexicon in running text.

>>> matcher = Matcher(Lexicon.open())                     # doctest: +SKIP
>>> [match.form for match in matcher.match("Elena bor i Göteborg.")]   # doctest: +SKIP
['Elena', 'Göteborg']

The engines return matches as numbers (:class:`Spans`). Objects are made only for the caller of
:meth:`Matcher.match`, because making an object takes longer than finding the match.
"""

from array import array
from collections.abc import Iterable, Iterator
from types import NoneType
from typing import TYPE_CHECKING, Any, Self

from tacknamn.errors import InputError
from tacknamn.labels import Label
from tacknamn.lexicon.label_codes import FIRST_OWN, OWN_BIT
from tacknamn.lexicon.label_shares import LIKELY
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.engines import Engine, choose_engine
from tacknamn.matching.match import MATCH_STRUCT, Match, unpack_matches
from tacknamn.matching.overlaps import choose_best_packed
from tacknamn.matching.semantics import Overlaps
from tacknamn.support.arguments import check_kind, check_list, check_text
from tacknamn.support.recipes import RecipeReader
from tacknamn.support.reopening import Reopenable, reopen_recipe

if TYPE_CHECKING:
    from tacknamn.lexicon.near_index import NearIndex
    from tacknamn.matching.own_matches import OwnMatcher

__all__ = ["Matcher", "Spans"]

LONGEST = (1 << 31) - 1
"""Characters of a text: the 32-bit numbers of a match cannot count more."""


class Spans:
    """Matches as arrays of numbers: positions in the text, entry, affixes."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data
        """Four 32-bit numbers per match, in the machine's byte order."""

    def __len__(self) -> int:
        return len(self.data) // MATCH_STRUCT.size

    def __iter__(self) -> Iterator[tuple[int, int, int, int]]:
        """Yield start, end, entry and affixes of each match."""
        return MATCH_STRUCT.iter_unpack(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def _column(self, number: int) -> memoryview:
        return memoryview(self.data).cast("i")[number::4]

    @property
    def starts(self) -> memoryview:
        """Where each match begins."""
        return self._column(0)

    @property
    def ends(self) -> memoryview:
        """Where each match ends."""
        return self._column(1)

    @property
    def entries(self) -> memoryview:
        """The number of each entry in the lexicon (see :meth:`Lexicon.candidates`)."""
        return self._column(2)

    @property
    def affixes(self) -> memoryview:
        """Bits: 1 genitive, 2 definite, 4 plural; the number of edits is above them."""
        return self._column(3)


class Matcher(Reopenable):
    """Finds the entries of a lexicon in texts. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        engine: str = "auto",
        overlaps: Overlaps | str = Overlaps.LONGEST,
        labels: Iterable[Label | str] | None = None,
        fuzzy: bool = False,
        min_probability: float | None = None,
    ) -> None:
        """Make a matcher.

        Args:
            engine: ``native``, ``portable``, or ``auto`` for the fastest one installed.
            overlaps: Which matches to return where several overlap.
            labels: Find entries with one of these labels only, common words included.
            fuzzy: Also find misspelt names, in words that no list has.
            min_probability: How often a form must be meant as one of ``labels`` to be found; the
                default 0.05 leaves out Anna as a city, 0 finds everything that is on a list.
        """
        check_kind("lexicon", lexicon, Lexicon, "a Lexicon, such as Lexicon.open()")
        self.lexicon = lexicon
        self.overlaps = _parse_overlaps(overlaps)
        if labels is not None:
            check_list("labels", labels, "labels", 'for a single one, labels=["city"]')
            labels = list(labels)
        self._settings = {
            "engine": engine,
            "overlaps": self.overlaps,
            "labels": labels,
            "fuzzy": fuzzy,
            "min_probability": min_probability,
        }
        codes, own_codes = _find_codes(lexicon, labels)
        self._label_bits = _pack_codes(codes)
        self._labels = _choose_label_column(lexicon, codes, min_probability)
        self._own = _open_own_matcher(lexicon, engine, own_codes, fuzzy)
        self._engine: Engine = choose_engine(lexicon, engine, self._labels)
        self._near = _open_near_index(lexicon, engine) if fuzzy else None
        if fuzzy:
            from tacknamn.matching.fuzzy import (  # here: seldom needed
                add_fuzzy_matches,
                add_fuzzy_matches_to_many,
            )

            self._add_near = add_fuzzy_matches
            self._add_near_to_many = add_fuzzy_matches_to_many

    def make_recipe(self) -> dict[str, Any]:
        """Return what makes the same matcher in another process."""
        return {"lexicon": self.lexicon.make_recipe(), **self._settings}

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> Self:
        """Make the matcher of a recipe."""
        return cls(
            reopen_recipe(Lexicon, recipe.get("lexicon", dict)),
            recipe.get("engine", str),
            recipe.get("overlaps", str),
            recipe.get_strings("labels") if recipe.get("labels", list, NoneType) else None,
            recipe.get("fuzzy", bool),
            recipe.get("min_probability", int, float, NoneType),
        )

    @property
    def engine(self) -> str:
        """The engine in use: ``native`` or ``portable``."""
        return self._engine.name

    def match(self, text: str) -> list[Match]:
        """Find the matches in a text, from left to right."""
        return unpack_matches(self._find(text), text, self.lexicon)

    def match_many(self, texts: Iterable[str]) -> list[list[Match]]:
        """Find the matches in each of many texts; this costs less per text than :meth:`match`."""
        texts = _check_texts(texts)
        lexicon = self.lexicon
        results = zip(self._find_many(texts), texts, strict=True)
        return [unpack_matches(data, text, lexicon) for data, text in results]

    def spans(self, text: str) -> Spans:
        """Find the matches in a text, as arrays of numbers."""
        return Spans(self._find(text))

    def spans_many(self, texts: Iterable[str]) -> list[Spans]:
        """Find the matches in each of many texts, as arrays of numbers."""
        return list(map(Spans, self._find_many(_check_texts(texts))))

    def _find(self, text: str) -> bytes:
        _check_text(text)
        return self._finish(text, self._engine.scan(text, self._label_bits, self._scans_all))

    def _find_many(self, texts: list[str]) -> list[bytes]:
        results = self._engine.scan_many(texts, self._label_bits, self._scans_all)
        if self.overlaps is not Overlaps.BEST and self._near is not None and self._own is None:
            return self._add_near_to_many(
                texts, results, self._near, self._label_bits, self._labels
            )
        if self.overlaps is Overlaps.BEST or self._near is not None or self._own is not None:
            return [self._finish(text, data) for text, data in zip(texts, results, strict=True)]
        return results

    @property
    def _scans_all(self) -> bool:
        return self.overlaps is not Overlaps.LONGEST

    def _finish(self, text: str, data: bytes) -> bytes:
        """Resolve overlaps and add misspelt names, as far as the engine has not done it."""
        if self.overlaps is Overlaps.BEST:
            data = choose_best_packed(data, self.lexicon)
        if self._near is not None:
            data = self._add_near(text, data, self._near, self._label_bits, self._labels)
        if self._own is not None:
            data = self._own.combine(text, data, self.overlaps is Overlaps.ALL)
        return data


def _open_near_index(lexicon: Lexicon, engine: str) -> "NearIndex":
    """Return the lexicon's own index, unless the caller names an engine."""
    if engine == "auto":
        return lexicon.near_index
    from tacknamn.lexicon.near_index import NearIndex  # here: seldom needed

    return NearIndex(lexicon.bundle, engine)


def _parse_overlaps(value: Overlaps | str) -> Overlaps:
    try:
        return Overlaps(value)
    except ValueError:
        raise InputError(f"overlaps={value!r}: choose one of {', '.join(Overlaps)}") from None


def _find_codes(
    lexicon: Lexicon, labels: Iterable[Label | str] | None
) -> tuple[frozenset[int], frozenset[int]]:
    """Return the codes of the labels to find, in the bundle and in the user's entries; none means
    all labels, without common words."""
    if labels is None:
        return frozenset(), frozenset()
    labels = list(labels)
    if not labels:
        raise InputError("labels is empty: leave it out to find all labels")
    own = [] if lexicon.own is None else [*filter(lexicon.own.label_codes.has_label, labels)]
    own_codes = lexicon.own.label_codes.get_codes(own) if lexicon.own is not None else frozenset()
    free = {label for label in own if not lexicon.label_codes.has_label(label)}
    return (
        lexicon.label_codes.get_codes(label for label in labels if label not in free)
        or frozenset([_NO_LABEL]),
        own_codes or frozenset([_NO_LABEL]),
    )


_NO_LABEL = FIRST_OWN - 1
"""A code that no entry has: only labels of the other lists are asked for."""


def _open_own_matcher(
    lexicon: Lexicon, engine: str, codes: frozenset[int], fuzzy: bool
) -> "OwnMatcher | None":
    if lexicon.own is None and lexicon.allowed is None:
        return None
    from tacknamn.matching.own_matches import OwnMatcher  # here: seldom needed

    if not codes or lexicon.own is None:
        return OwnMatcher(lexicon, engine, fuzzy=fuzzy)
    return OwnMatcher(lexicon, engine, lexicon.own.mark_forms(codes), OWN_BIT, fuzzy)


def _pack_codes(codes: Iterable[int]) -> int:
    """Return the bits of labels. Labels of one's own share a bit; if one of them is asked for, all
    forms with one of the labels are marked with it."""
    if max(codes, default=0) >= _NO_LABEL:
        return OWN_BIT
    return sum(1 << code for code in codes)


def _choose_label_column(
    lexicon: Lexicon, codes: frozenset[int], least: float | None
) -> "memoryview[int]":
    """Return the bits of the labels that each form counts as."""
    if codes == {_NO_LABEL}:
        return memoryview(array("I", bytes(4 * lexicon.bundle.section("forms").rows)))
    if max(codes, default=0) >= FIRST_OWN:
        return lexicon.mark_forms(codes)
    if codes:
        return lexicon.label_bits(LIKELY if least is None else least)
    if least is not None:
        raise InputError("min_probability is that of a label: give labels, or leave it out")
    return lexicon.label_bits()


def _check_texts(texts: Iterable[str]) -> list[str]:
    check_list("texts", texts, "strings", "use match for one text")
    texts = list(texts)
    if not set(map(type, texts)) <= {str} or max(map(len, texts), default=0) > LONGEST:
        for text in texts:
            _check_text(text)
    return texts


def _check_text(text: str) -> None:
    check_text(text)
    if len(text) > LONGEST:
        raise InputError("a text must be shorter than 2**31 characters; cut it at a line break")
