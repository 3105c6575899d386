"""Find the entries that a misspelt word is near to: Stokhulm may be Stockholm.

>>> index = Lexicon.open().near_index                              # doctest: +SKIP
>>> [found.edits for found in index.find("götebrog", 2)][:3]       # doctest: +SKIP
[1, 2, 2]

Near are forms within one edit or two (a letter put in, left out, taken for another, or
swapped with its neighbour), ranked by what such an edit costs (:mod:`tacknamn.lexicon.near_costs`),
then by how often the form is mentioned. A third of all ordinary words are that near to some
name, so a word of a text is corrected only when nobody knows it: see :meth:`corrections`.
The index is part of the bundle (:mod:`tacknamn.lexicon.near_table`): to open it takes no time.
"""

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tacknamn.errors import BundleError, InputError
from tacknamn.labels import Label
from tacknamn.lexicon.bundle import Bundle, make_damage_error
from tacknamn.lexicon.near_costs import PLAIN, load_cost_tables
from tacknamn.lexicon.near_table import SHORTEST, NearTable
from tacknamn.lexicon.sections import Column, SortedTexts
from tacknamn.matching.semantics import GENITIVE
from tacknamn.text.fold import Folded, fold

try:
    from tacknamn import _near
except ImportError:  # nothing was compiled at install time
    _near = None  # type: ignore[assignment]

__all__ = ["Correction", "LocatedWord", "Near", "NearForm", "NearIndex", "count_allowed_edits"]

LETTERS_FOR_TWO = 8
"""Letters from which on a word may have two edits: of shorter ones too little is left."""
MOST_COST = PLAIN
"""What a correction in a text may cost: one edit of any kind, or two that people often make.
Dearer ones were false in 23 cases of 133,000 ordinary words and never right."""
COST_WEIGHT = 12
"""Weight (8 x log2 of mentions) that a cost of 1 outweighs: a form that is 3 times as frequent
may cost 1 more. Of 740 misspelt names 550 were put right so and 37 taken for another, by cost
alone 531 and 59; with 8 and 20 it was 548 and 39, 546 and 41."""
REMEMBERED = 1 << 16
"""Words whose corrections are remembered: texts repeat themselves."""
_ANY_COST = 1 << 30
LocatedWord = tuple[int, int, str]
"""Where a word of a text begins and ends, and what it is."""
_UNSOUND = (IndexError, OverflowError, UnicodeDecodeError, ValueError)
"""What comes of numbers that point outside of a bundle."""


@dataclass(frozen=True, slots=True)
class Near:
    """A form that is near to what was searched."""

    form: str
    """The form as people write it."""
    label: Label
    """What it is most often."""
    edits: int
    """Letters put in, left out, replaced or swapped."""
    cost: int
    """What those edits cost (see :mod:`tacknamn.lexicon.near_costs`), in tenths of any edit."""
    entry: int
    """The form's number in the lexicon (see :meth:`Lexicon.candidates`)."""


class NearForm(NamedTuple):
    """A near form by its number."""

    entry: int
    edits: int
    cost: int


class Correction(NamedTuple):
    """The entry that a misspelt word of a text stands for."""

    entry: int
    edits: int
    affixes: int
    """Bits as in :mod:`tacknamn.matching.semantics`."""
    labels: int
    """Bits of all labels of the entry."""
    common: bool
    """Whether the entry is a common word too, so that it takes a capital to be a name."""
    rivalled: bool
    """Whether an ordinary word is likelier to be meant, unless there is a capital."""


class _NearSearcher(Protocol):
    def find(
        self, words: Sequence[str], edits: int, most_cost: int, rivals: bool, /
    ) -> list[list[NearForm]]:
        """What is near each word, the cheapest first."""


class NearIndex:
    """The near forms of one bundle; threads may share it."""

    def __init__(
        self, bundle: Bundle, engine: str = "auto", table: NearTable | None = None
    ) -> None:
        """Open the index.

        Args:
            table: Another one than that of the bundle, of some of its forms."""
        self._bundle = bundle
        self._forms = bundle.section("forms")
        self._texts = SortedTexts(bundle.section("words")), SortedTexts(self._forms)
        self._table = table or _read_near_table(bundle)
        self._remembered: dict[str, Correction | None] = {}
        native = _runs_native(engine)
        self.engine = "native" if native else "portable"
        """Which engine runs."""
        try:
            self._index: _NearSearcher = (
                _open_native(self._table) if native else _open_portable(self._table)
            )
            self._lists = _near.Words(*self._columns_of_words()) if native else None
        except _UNSOUND as exc:
            raise self._damaged() from exc

    def find(self, word: str, max_edits: int = 2) -> list[NearForm]:
        """The names within one edit or two of a word, the cheapest first."""
        return self.find_many([word], max_edits)[0]

    def find_many(self, words: Sequence[str], max_edits: int = 2) -> list[list[NearForm]]:
        """The names near each of many words; threads run meanwhile."""
        if max_edits not in (1, 2):
            raise InputError(f"max_edits={max_edits!r}: near forms are within 1 edit or 2")
        folded = [fold(word) for word in words]
        try:
            return self._index.find(folded, max_edits, _ANY_COST, False)
        except _UNSOUND as exc:
            raise self._damaged() from exc

    def unknown_words(
        self, text: str, hits: bytes
    ) -> tuple[list[LocatedWord], list[tuple[int, int]]]:
        """Where a text has words that no hit covers and nobody knows, and what they are; and which
        parts of it have to be cut into words by somebody who knows more of characters.

        Some words that somebody knows are among them. Where nothing was compiled, all of the text
        is such a part."""
        if self._lists is None:
            return [], [(0, len(text))]
        try:
            return self._lists.unknown(text, hits, SHORTEST, self._memory())
        except _UNSOUND as exc:
            raise self._damaged() from exc

    def corrections(self, words: Sequence[str]) -> list[Correction | None]:
        """For each word of a text the name that it is meant to be.

        None for words that the lexicon or a word list knows, as they are or without a
        genitive s, and for those that no name is near to."""
        known = self._memory()
        fresh = [word for word in dict.fromkeys(words) if word not in known]
        try:
            answers = dict(zip(fresh, self._correct([fold(word) for word in fresh]), strict=True))
        except _UNSOUND as exc:
            raise self._damaged() from exc
        known.update(answers)
        return [answers[word] if word in answers else known.get(word) for word in words]

    def _memory(self) -> "dict[str, Correction | None]":
        """What is remembered; it begins anew when it has become large."""
        if len(self._remembered) >= REMEMBERED:
            self._remembered = {}
        return self._remembered

    def _damaged(self) -> BundleError:
        return make_damage_error(self._bundle.folder, "its index of near forms is none")

    def _columns_of_words(self) -> Iterator[Column]:
        for name in ("words", "forms"):
            section = self._bundle.section(name)
            yield section.column("offset")
            yield section.data("text")

    def _correct(self, words: list[Folded]) -> Iterator[Correction | None]:
        """Ask for the readings of all words, those with one edit and those with two at once."""
        readings = [self._readings(word) for word in words]
        bases = {base for some in readings for base, _ in some}
        near: dict[str, list[NearForm]] = {}
        for edits in (1, 2):
            asked = [base for base in bases if count_allowed_edits(base) == edits]
            if asked:
                found = self._index.find(asked, edits, MOST_COST, True)
                near.update(zip(asked, found, strict=True))
        for some in readings:
            yield self._likeliest(
                [(found, affixes) for base, affixes in some for found in near.get(base, ())]
            )

    def _readings(self, word: Folded) -> list[tuple[str, int]]:
        """What may be misspelt in a word: itself, and what it is the genitive of."""
        if len(word) < SHORTEST or not word.isalpha() or self._is_known(word):
            return []
        readings = [(str(word), 0)]
        if word[-1] == "s" and word[-2] not in "sxz":
            if self._is_known(word[:-1]):
                return []
            readings.append((word[:-1], GENITIVE))
        return readings

    def _is_known(self, word: str) -> bool:
        found = None if self._lists is None else self._lists.has(word)
        return any(word in texts for texts in self._texts) if found is None else found

    def _likeliest(self, readings: list[tuple[NearForm, int]]) -> Correction | None:
        """The name that weighs cost and mentions best, and whether a word weighs better."""
        names = [reading for reading in readings if reading[0].entry >= 0]
        if not names:
            return None
        best = min(names, key=self._burden)
        (entry, edits, _), affixes = best
        return Correction(
            entry=entry,
            edits=edits,
            affixes=affixes,
            labels=self._forms.column("labels")[entry],
            common=bool(self._forms.column("common")[entry]),
            rivalled=min(readings, key=self._burden) != best,
        )

    def _burden(self, reading: tuple[NearForm, int]) -> tuple[int, int, int, int]:
        """What speaks against a reading; of equal ones a name goes before a word."""
        (entry, _, cost), affixes = reading
        if entry < 0:
            weight = self._table.weights[-1 - entry]
        else:
            weight = self._forms.column("weight")[entry]
        return cost * COST_WEIGHT - weight, entry < 0, affixes, entry


def _read_near_table(bundle: Bundle) -> NearTable:
    return NearTable.of(
        bundle.section("near"), bundle.section("deletions"), bundle.section("forms").rows
    )


def _open_native(table: NearTable) -> _NearSearcher:
    return _near.Index(table, load_cost_tables().letters, load_cost_tables().packed(), NearForm)


def _open_portable(table: NearTable) -> _NearSearcher:
    from tacknamn.lexicon.near_portable import (
        PortableNearSearcher,  # here, for where there is compiled code it is idle
    )

    return PortableNearSearcher(table, NearForm)


def count_allowed_edits(word: str) -> int:
    """How many edits a word of a text may have."""
    return 0 if len(word) < SHORTEST else 1 if len(word) < LETTERS_FOR_TWO else 2


def _runs_native(engine: str) -> bool:
    from tacknamn.matching.engines import (
        ENGINE_VARIABLE,  # it imports the lexicon, which imports this module
    )

    if engine == "auto":
        engine = os.environ.get(ENGINE_VARIABLE, "auto")
    if engine not in ("auto", "native", "portable"):
        raise InputError(f"engine={engine!r}: choose auto, native or portable")
    if engine == "native" and _near is None:
        raise InputError(
            "engine='native': nothing was compiled when tacknamn was installed; install a C "
            "compiler and reinstall, or use engine='portable'"
        )
    return engine != "portable" and _near is not None
