"""Find the entries that are spelt like a misspelt word: Stokhulm may be Stockholm.

>>> index = Lexicon.open().near_index                              # doctest: +SKIP
>>> [form.edits for form in index.find("götebrog", 2)][:3]         # doctest: +SKIP
[1, 2, 2]

A form is near a word if it is within one or two edits of it. An edit inserts, deletes or
replaces a letter, or swaps two neighbours. Near forms are ranked by the cost of their edits
(:mod:`tacknamn.lexicon.near_costs`), then by how often they are mentioned. A third of all
ordinary words are near some name, so a word of a text is corrected only if it is in no list:
see :meth:`NearIndex.corrections`. The index is part of the bundle
(:mod:`tacknamn.lexicon.near_table`), so nothing is built when it is opened.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from tacknamn.errors import BundleError, InputError
from tacknamn.labels import GENITIVE, AnyLabel
from tacknamn.lexicon.bundle import Bundle, make_damage_error
from tacknamn.lexicon.near_costs import PLAIN, load_cost_tables
from tacknamn.lexicon.near_table import SHORTEST, NearTable
from tacknamn.lexicon.sections import Column, SortedTexts
from tacknamn.support import compiled
from tacknamn.text.fold import Folded, fold

__all__ = [
    "LEAST_RESEMBLANCE",
    "Correction",
    "LocatedWord",
    "Near",
    "NearForm",
    "NearIndex",
    "count_allowed_edits",
]

LETTERS_FOR_TWO = 8
"""Letters from which on a word may have two edits: too little is left of a shorter one."""
MOST_COST = PLAIN
"""Highest cost of a correction: one edit of any kind, or two frequent ones. Of 133,000 ordinary
words, more expensive corrections were wrong for 23 and never right."""
COST_WEIGHT = 12
"""Weight (8 x log2 of mentions) that equals a cost of 1: a form that is 3 times as frequent may
cost 1 more. Of 740 misspelt names, this corrects 550 and mistakes 37 for another name; ranking by
cost alone gives 531 and 59, a weight of 8 gives 548 and 39, and 20 gives 546 and 41."""
MOST_COST_OF_WORD = 2 * PLAIN
"""Highest cost of a word that another one resembles."""
BURDEN_PER_POWER = 27
"""The burden (see :meth:`NearIndex._compute_burden`) that equals a power of ten."""
LEAST_RESEMBLANCE = -4
MOST_CACHED = 1 << 16
"""Words whose corrections are cached: texts repeat their words."""
_ANY_COST = 1 << 30
LocatedWord = tuple[int, int, str]
"""Start and end of a word in a text, and the word."""
_DAMAGE_ERRORS = (IndexError, OverflowError, UnicodeDecodeError, ValueError)
"""Errors that a damaged bundle causes: its numbers point outside its files."""


@dataclass(frozen=True, slots=True)
class Near:
    """A form that is near the one that was searched for."""

    form: str
    """The form as it is usually written."""
    label: AnyLabel
    """Its likeliest label."""
    edits: int
    """Number of letters inserted, deleted, replaced or swapped."""
    cost: int
    """The cost of these edits (see :mod:`tacknamn.lexicon.near_costs`); a plain edit costs 10."""
    entry: int
    """The form's number in the lexicon (see :meth:`Lexicon.candidates`)."""


class NearForm(NamedTuple):
    """A near form by its number."""

    entry: int
    edits: int
    cost: int


class Correction(NamedTuple):
    """The entry that the writer of a misspelt word meant."""

    entry: int
    edits: int
    affixes: int
    """Bits as in :mod:`tacknamn.labels`."""
    common: bool
    """Whether the entry is also a common word, so that only a capital makes it a name."""
    rivalled: bool
    """Whether an ordinary word is the likelier correction, unless there is a capital."""


class _NearSearcher(Protocol):
    def find(
        self, words: Sequence[str], edits: int, most_cost: int, rivals: bool, /
    ) -> list[list[NearForm]]:
        """Find the forms near each word, the cheapest first."""


class NearIndex:
    """The near forms of one bundle. Threads may share it."""

    def __init__(
        self, bundle: Bundle, engine: str = "auto", table: NearTable | None = None
    ) -> None:
        """Open the index.

        Args:
            table: Use this table, of some of the bundle's forms, instead of the bundle's own."""
        self._bundle = bundle
        self._forms = bundle.section("forms")
        self._texts = SortedTexts(bundle.section("words")), SortedTexts(self._forms)
        self._table = table or _read_near_table(bundle)
        self._corrections: dict[str, Correction | None] = {}
        self.engine = compiled.choose_implementation(engine, compiled.near)
        """The engine in use: ``native`` or ``portable``."""
        native = self.engine == "native"
        try:
            open_searcher = _open_native if native else _open_portable
            self._searcher: _NearSearcher = open_searcher(self._table)
            self._lists = compiled.near.Words(*self._read_word_columns()) if native else None
        except _DAMAGE_ERRORS as exc:
            raise self._make_damage_error() from exc

    def find(self, word: str, max_edits: int = 2) -> list[NearForm]:
        """Find the names within one edit or two of a word, the cheapest first."""
        return self.find_many([word], max_edits)[0]

    def find_many(self, words: Sequence[str], max_edits: int = 2) -> list[list[NearForm]]:
        """Find the names near each of many words; other threads can run meanwhile."""
        if max_edits not in (1, 2):
            raise InputError(f"max_edits={max_edits!r}: near forms are within 1 edit or 2")
        folded = [fold(word) for word in words]
        try:
            return self._searcher.find(folded, max_edits, _ANY_COST, False)
        except _DAMAGE_ERRORS as exc:
            raise self._make_damage_error() from exc

    def unknown_words(
        self, text: str, matches: bytes
    ) -> tuple[list[LocatedWord], list[tuple[int, int]]]:
        """Find the words of a text that no match covers and no list has.

        Also returns the parts of the text that compiled code cannot split into words, because of
        their characters; without compiled code, that is the whole text. Some of the words that are
        returned are in a list after all: :meth:`corrections` checks them again."""
        if self._lists is None:
            return [], [(0, len(text))]
        try:
            return self._lists.unknown(text, matches, SHORTEST, self._get_cache())
        except _DAMAGE_ERRORS as exc:
            raise self._make_damage_error() from exc

    def unknown_words_of_many(
        self, texts: Sequence[str], matches: Sequence[bytes]
    ) -> list[tuple[list[LocatedWord], list[tuple[int, int]]] | None]:
        """Do the same for each of many texts. The result is None for a text without any."""
        if self._lists is None:
            return [([], [(0, len(text))]) for text in texts]
        try:
            return self._lists.unknown_many(
                tuple(texts), tuple(matches), SHORTEST, self._get_cache()
            )
        except _DAMAGE_ERRORS as exc:
            raise self._make_damage_error() from exc

    def corrections(self, words: Sequence[str]) -> list[Correction | None]:
        """For each word of a text, find the name that it is meant to be.

        The result is None for words that the lexicon or a word list has, as they are or without
        a genitive s, and for words that are not near any name."""
        cached = self._get_cache()
        if all(map(cached.__contains__, words)):
            return [cached[word] for word in words]
        new_words = [word for word in dict.fromkeys(words) if word not in cached]
        try:
            corrected = self._correct([fold(word) for word in new_words])
            answers = dict(zip(new_words, corrected, strict=True))
        except _DAMAGE_ERRORS as exc:
            raise self._make_damage_error() from exc
        cached.update(answers)
        return [answers[word] if word in answers else cached.get(word) for word in words]

    def is_unknown(self, word: str) -> bool:
        """Whether neither the lexicon nor a word list has a word, as it is or without a genitive s;
        a word that is too short counts as known."""
        return bool(self._list_bases(fold(word)))

    def measure_resemblance(self, word: str) -> int:
        """Return how likely a word that no list has is a misspelling of a frequent word: the
        logarithm of the word's uses per billion at the cost of the edits, at least
        :data:`LEAST_RESEMBLANCE`."""
        folded = fold(word)
        edits = count_allowed_edits(folded)
        if not edits or not folded.isalpha():
            return LEAST_RESEMBLANCE
        try:
            (near,) = self._searcher.find([folded], edits, MOST_COST_OF_WORD, True)
            burdens = [self._compute_burden((form, 0))[0] for form in near if form.entry < 0]
        except _DAMAGE_ERRORS as exc:
            raise self._make_damage_error() from exc
        least = min(burdens, default=LEAST_RESEMBLANCE * -BURDEN_PER_POWER)
        return max(LEAST_RESEMBLANCE, -least // BURDEN_PER_POWER)

    def _get_cache(self) -> "dict[str, Correction | None]":
        """Return the cache of corrections; a full one is replaced by an empty one."""
        if len(self._corrections) >= MOST_CACHED:
            self._corrections = {}
        return self._corrections

    def _make_damage_error(self) -> BundleError:
        return make_damage_error(self._bundle.folder, "its index of near forms is not valid")

    def _read_word_columns(self) -> Iterator[Column]:
        for name in ("words", "forms"):
            section = self._bundle.section(name)
            yield section.column("offset")
            yield section.data("text")

    def _correct(self, words: list[Folded]) -> Iterator[Correction | None]:
        """Yield the correction of each word.

        All words are searched together: first those that may have one edit, then those that may
        have two."""
        bases_of_words = [self._list_bases(word) for word in words]
        distinct = {base for bases in bases_of_words for base, _ in bases}
        near: dict[str, list[NearForm]] = {}
        for edits in (1, 2):
            searched = [base for base in distinct if count_allowed_edits(base) == edits]
            if searched:
                forms = self._searcher.find(searched, edits, MOST_COST, True)
                near.update(zip(searched, forms, strict=True))
        for bases in bases_of_words:
            yield self._choose(
                [(form, affixes) for base, affixes in bases for form in near.get(base, ())]
            )

    def _list_bases(self, word: Folded) -> list[tuple[str, int]]:
        """Return the forms that may be misspelt, with their affixes: the word itself, and the word
        without its s if it may be a genitive. Empty if a list has one of them."""
        if len(word) < SHORTEST or not word.isalpha() or self._is_known(word):
            return []
        bases = [(str(word), 0)]
        if word[-1] == "s" and word[-2] not in "sxz":
            if self._is_known(word[:-1]):
                return []
            bases.append((word[:-1], GENITIVE))
        return bases

    def _is_known(self, word: str) -> bool:
        known = None if self._lists is None else self._lists.has(word)
        return any(word in texts for texts in self._texts) if known is None else known

    def _choose(self, options: list[tuple[NearForm, int]]) -> Correction | None:
        """Choose the name with the lowest burden, and check whether an ordinary word is lower."""
        names = [option for option in options if option[0].entry >= 0]
        if not names:
            return None
        best = min(names, key=self._compute_burden)
        (entry, edits, _), affixes = best
        return Correction(
            entry=entry,
            edits=edits,
            affixes=affixes,
            common=bool(self._forms.column("common")[entry]),
            rivalled=min(options, key=self._compute_burden) != best,
        )

    def _compute_burden(self, option: tuple[NearForm, int]) -> tuple[int, int, int, int]:
        """Return the sort key of an option: its cost against its mentions.

        Of equal options a name comes before an ordinary word."""
        (entry, _, cost), affixes = option
        if entry < 0:
            weight = self._table.weights[-1 - entry]
        else:
            weight = self._forms.column("weight")[entry]
        return cost * COST_WEIGHT - weight, entry < 0, affixes, entry


def _read_near_table(bundle: Bundle) -> NearTable:
    return NearTable.from_sections(
        bundle.section("near"), bundle.section("deletions"), bundle.section("forms").rows
    )


def _open_native(table: NearTable) -> _NearSearcher:
    costs = load_cost_tables()
    return compiled.near.Index(table, costs.letters, costs.pack(), NearForm)


def _open_portable(table: NearTable) -> _NearSearcher:
    # Imported here, because installations with compiled code do not need it.
    from tacknamn.lexicon.near_portable import PortableNearSearcher

    return PortableNearSearcher(table, NearForm)


def count_allowed_edits(word: str) -> int:
    """Return how many edits a word of a text may have."""
    return 0 if len(word) < SHORTEST else 1 if len(word) < LETTERS_FOR_TWO else 2
