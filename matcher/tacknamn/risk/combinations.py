"""Count which combinations of quasi-identifiers documents share: k-anonymity of a corpus.

A combination is kept as a digest; of those that few documents share, the documents are.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from tacknamn.formats.span_files import DocumentOrigin
from tacknamn.risk.entities import Entity

__all__ = ["QUASI", "Combination", "CombinationCounter", "CombinationFigures"]

QUASI = (
    "age_digits", "age_string", "area", "city", "country", "edu", "ethnicity", "language",
    "nationality", "other_institution", "place", "prof", "public_authority", "region", "school",
    "work", "year", "zip_code",
)  # fmt: skip
"""Labels of facts that identify together. Words for relatives (fam) are in every text."""
_BYTES = 16
SIZES = {"1": 1, "2-4": 4, "5-9": 9, "10-": None}
"""Classes of sizes, by the largest in each."""
_Value = tuple[str, str]
"""A label, and a folded form."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination that few documents share."""

    size: int
    """The documents that share it."""
    labels: tuple[str, ...]
    """Of its values, sorted; a label with two values stands here twice."""
    kept: tuple[str, ...]
    """Of those values that were not drawn from a pool."""
    documents: tuple[DocumentOrigin, ...]


@dataclass(frozen=True, slots=True)
class CombinationFigures:
    """What combinations tell of a corpus."""

    labels: tuple[str, ...]
    """The labels that were looked at."""
    documents: int
    """Documents with any of them."""
    different: int
    """Different combinations."""
    smallest: int | None
    """Documents that share the rarest combination; None where there is none."""
    smallest_kept: int | None
    """The same of values that were not drawn from a pool."""
    sizes: dict[str, int]
    """Documents by the size of their combination."""
    count: int
    """Combinations that fewer than k documents share."""
    told: tuple[Combination, ...]
    """The first of them."""


@dataclass(slots=True)
class _SharedCombination:
    """A combination, as it is being counted."""

    labels: tuple[str, ...]
    kept: tuple[str, ...]
    documents: list[DocumentOrigin] = field(default_factory=list)
    size: int = 0


class CombinationCounter:
    """Takes in the entities of one document after the other."""

    def __init__(self, labels: Iterable[str], k: int) -> None:
        self._labels = frozenset(labels)
        self._k = k
        self._shared: dict[bytes, _SharedCombination] = {}
        self._kept: Counter[bytes] = Counter()

    def add(self, origin: DocumentOrigin, entities: Iterable[Entity]) -> None:
        """Take in what a document tells."""
        drawn: dict[_Value, bool] = {}
        for one in entities:
            if one.label in self._labels:
                value = one.label, one.form
                drawn[value] = drawn.get(value, True) and one.drawn
        if drawn:
            kept = [value for value in drawn if not drawn[value]]
            self._count(origin, drawn, kept)
            if kept:
                self._kept[_digest(kept)] += 1

    def _count(
        self, origin: DocumentOrigin, values: Iterable[_Value], kept: Iterable[_Value]
    ) -> None:
        key = _digest(values)
        shared = self._shared.get(key)
        if shared is None:
            shared = self._shared[key] = _SharedCombination(
                _list_labels(values), _list_labels(kept)
            )
        shared.size += 1
        if shared.size < self._k:
            shared.documents.append(origin)

    def figures(self, most: int) -> CombinationFigures:
        """What they tell, with ``most`` combinations by name."""
        rare = [one for one in self._shared.values() if one.size < self._k]
        sizes = Counter[str]()
        for one in self._shared.values():
            sizes[_find_size_class(one.size)] += one.size
        return CombinationFigures(
            tuple(sorted(self._labels)),
            sum(sizes.values()),
            len(self._shared),
            min((one.size for one in self._shared.values()), default=None),
            min(self._kept.values(), default=None),
            {name: sizes[name] for name in SIZES},
            len(rare),
            tuple(_list_combinations(rare[:most])),
        )


def _list_combinations(rare: Iterable[_SharedCombination]) -> Iterator[Combination]:
    for one in rare:
        yield Combination(one.size, one.labels, one.kept, tuple(one.documents))


def _list_labels(values: Iterable[_Value]) -> tuple[str, ...]:
    return tuple(sorted(label for label, _ in values))


def _digest(values: Iterable[_Value]) -> bytes:
    told = "".join(f"{len(label)}:{label}{len(form)}:{form}" for label, form in sorted(values))
    return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest()


def _find_size_class(size: int) -> str:
    return next(name for name, most in SIZES.items() if most is None or size <= most)
