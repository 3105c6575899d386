"""Find every entry of a lexicon in running text.

>>> matcher = Matcher(Lexicon.open())                     # doctest: +SKIP
>>> [match.form for match in matcher.match("Elena bor i Göteborg.")]   # doctest: +SKIP
['Elena', 'Göteborg']

Hits are numbers first (:class:`Spans`) and objects when somebody looks at them, because
making an object costs more than finding the hit.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from tacknamn.errors import InputError
from tacknamn.labels import LABELS, Label, parse_label
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.engines import Engine, choose_engine
from tacknamn.matching.match import MATCH_STRUCT, Match, unpack_matches
from tacknamn.matching.overlaps import choose_best_packed
from tacknamn.matching.semantics import Overlaps

if TYPE_CHECKING:
    from tacknamn.lexicon.near_index import NearIndex

__all__ = ["Match", "Matcher", "Spans"]


LONGEST = (1 << 31) - 1
"""Characters of a text: what the 32-bit numbers of a hit can count."""


class Spans:
    """Hits as arrays: characters of the text, the entry's number, its affixes as bits."""

    __slots__ = ("data",)

    def __init__(self, data: bytes) -> None:
        self.data = data
        """Four 32-bit numbers per hit, in the machine's byte order."""

    def __len__(self) -> int:
        return len(self.data) // MATCH_STRUCT.size

    def __iter__(self) -> Iterator[tuple[int, int, int, int]]:
        """Start, end, entry, affixes of each hit."""
        return MATCH_STRUCT.iter_unpack(self.data)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Spans) and self.data == other.data

    def __hash__(self) -> int:
        return hash(self.data)

    def _column(self, number: int) -> memoryview:
        return memoryview(self.data).cast("i")[number::4]

    @property
    def starts(self) -> memoryview:
        """Where each hit begins."""
        return self._column(0)

    @property
    def ends(self) -> memoryview:
        """Where each hit ends."""
        return self._column(1)

    @property
    def entries(self) -> memoryview:
        """The number of each hit's entry in the lexicon (see :meth:`Lexicon.candidates`)."""
        return self._column(2)

    @property
    def affixes(self) -> memoryview:
        """Bits: 1 genitive, 2 definite, 4 plural; above them the number of edits."""
        return self._column(3)


class Matcher:
    """Finds the entries of a lexicon. It may be shared by threads."""

    def __init__(
        self,
        lexicon: Lexicon,
        engine: str = "auto",
        overlaps: Overlaps | str = Overlaps.LONGEST,
        labels: Iterable[Label | str] | None = None,
        fuzzy: bool = False,
    ) -> None:
        """Make a matcher.

        Args:
            engine: ``native``, ``portable``, or ``auto`` for the best one there is.
            overlaps: Which hits to tell where several overlap.
            labels: Find entries with one of these labels only, common words included.
            fuzzy: Find misspelt names too, in words that no list knows.
        """
        self.lexicon = lexicon
        self.overlaps = _parse_overlaps(overlaps)
        self._wanted = _pack_labels(labels)
        self._engine: Engine = choose_engine(lexicon, engine)
        self._near = _open_near_index(lexicon, engine) if fuzzy else None

    @property
    def engine(self) -> str:
        """Which engine runs: ``native`` or ``portable``."""
        return self._engine.name

    def match(self, text: str) -> list[Match]:
        """The hits in a text, from left to right."""
        return unpack_matches(self._hits(text), text, self.lexicon)

    def match_many(self, texts: Iterable[str]) -> list[list[Match]]:
        """The hits in each of many texts, with little cost for each."""
        texts = _check_texts(texts)
        lexicon = self.lexicon
        found = zip(self._hits_of_each(texts), texts, strict=True)
        return [unpack_matches(hits, text, lexicon) for hits, text in found]

    def spans(self, text: str) -> Spans:
        """The hits in a text as arrays."""
        return Spans(self._hits(text))

    def spans_many(self, texts: Iterable[str]) -> list[Spans]:
        """The hits in each of many texts as arrays."""
        return list(map(Spans, self._hits_of_each(_check_texts(texts))))

    def _hits(self, text: str) -> bytes:
        _check_text(text)
        return self._settled(text, self._engine.scan(text, self._wanted, self._scans_all))

    def _hits_of_each(self, texts: list[str]) -> list[bytes]:
        found = self._engine.scan_many(texts, self._wanted, self._scans_all)
        if self.overlaps is Overlaps.BEST or self._near is not None:
            found = [self._settled(text, hits) for text, hits in zip(texts, found, strict=True)]
        return found

    @property
    def _scans_all(self) -> bool:
        return self.overlaps is not Overlaps.LONGEST

    def _settled(self, text: str, hits: bytes) -> bytes:
        if self.overlaps is Overlaps.BEST:
            hits = choose_best_packed(hits, self.lexicon)
        if self._near is not None:
            from tacknamn.matching.fuzzy import add_fuzzy_matches  # here, for most need it not

            hits = add_fuzzy_matches(text, hits, self._near, self._wanted)
        return hits


def _open_near_index(lexicon: Lexicon, engine: str) -> "NearIndex":
    """The lexicon's own, unless an engine is asked for by name."""
    if engine == "auto":
        return lexicon.near_index
    from tacknamn.lexicon.near_index import NearIndex  # here for the same reason

    return NearIndex(lexicon.bundle, engine)


def _parse_overlaps(value: Overlaps | str) -> Overlaps:
    try:
        return Overlaps(value)
    except ValueError:
        raise InputError(f"overlaps={value!r}: choose one of {', '.join(Overlaps)}") from None


def _pack_labels(labels: Iterable[Label | str] | None) -> int:
    """Bits of the labels to find; 0 means all of them, without common words."""
    if labels is None:
        return 0
    bits = 0
    for label in labels:
        bits |= 1 << LABELS.index(parse_label(label))
    if not bits:
        raise InputError("labels is empty: leave it out to find all of them")
    return bits


def _check_texts(texts: Iterable[str]) -> list[str]:
    if isinstance(texts, str):
        raise InputError("texts must be several: put the one in a list, or ask for it alone")
    texts = list(texts)
    if not set(map(type, texts)) <= {str} or max(map(len, texts), default=0) > LONGEST:
        for text in texts:
            _check_text(text)
    return texts


def _check_text(text: object) -> None:
    if not isinstance(text, str):
        raise InputError(
            f"a text must be str, not {type(text).__name__}; decode bytes first, as with "
            'open(..., encoding="utf-8")'
        )
    if len(text) > LONGEST:
        raise InputError("a text must be shorter than 2**31 characters; cut it at a line break")
