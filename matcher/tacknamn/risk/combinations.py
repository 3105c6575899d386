"""Count which combinations of quasi-identifiers documents share: the k-anonymity of a corpus.

A combination is stored as a digest. For combinations that few documents share, those documents are
stored as well.
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
"""Labels of facts that identify in combination. Words for relatives (fam) are in every text."""
_BYTES = 16
SIZES = {"1": 1, "2-4": 4, "5-9": 9, "10-": None}
"""Classes of sizes, by the largest size of each."""
_Value = tuple[str, str]
"""A label and a folded form."""


@dataclass(frozen=True, slots=True)
class Combination:
    """A combination that few documents share."""

    size: int
    """The number of documents that share it."""
    labels: tuple[str, ...]
    """The labels of its values, sorted. A label with two values occurs twice."""
    kept: tuple[str, ...]
    """The labels of those values that were not drawn from a pool."""
    documents: tuple[DocumentOrigin, ...]


@dataclass(frozen=True, slots=True)
class CombinationFigures:
    """The figures for the combinations of a corpus."""

    labels: tuple[str, ...]
    """The labels that combinations consist of."""
    documents: int
    """Documents with at least one of these labels."""
    different: int
    """Different combinations."""
    smallest: int | None
    """Documents that share the rarest combination; None without combinations."""
    smallest_kept: int | None
    """The same number if only values not drawn from a pool count."""
    sizes: dict[str, int]
    """Documents by the size of their combination."""
    count: int
    """Combinations that fewer than k documents share."""
    listed: tuple[Combination, ...]
    """The first of these combinations."""


@dataclass(slots=True)
class _SharedCombination:
    """A combination while documents are counted."""

    labels: tuple[str, ...]
    kept: tuple[str, ...]
    documents: list[DocumentOrigin] = field(default_factory=list)
    size: int = 0


class CombinationCounter:
    """Counts the combinations of one document after the other."""

    def __init__(self, labels: Iterable[str], k: int) -> None:
        self._labels = frozenset(labels)
        self._k = k
        self._shared: dict[bytes, _SharedCombination] = {}
        self._kept: Counter[bytes] = Counter()

    def add(self, origin: DocumentOrigin, entities: Iterable[Entity]) -> None:
        """Count the combination of a document."""
        drawn: dict[_Value, bool] = {}
        for entity in entities:
            if entity.label in self._labels:
                value = entity.label, entity.form
                drawn[value] = drawn.get(value, True) and entity.is_drawn
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

    def compute(self, most: int) -> CombinationFigures:
        """Compute the figures, with the first ``most`` rare combinations."""
        rare = [shared for shared in self._shared.values() if shared.size < self._k]
        sizes = Counter[str]()
        for shared in self._shared.values():
            sizes[_find_size_class(shared.size)] += shared.size
        return CombinationFigures(
            tuple(sorted(self._labels)),
            sum(sizes.values()),
            len(self._shared),
            min((shared.size for shared in self._shared.values()), default=None),
            min(self._kept.values(), default=None),
            {name: sizes[name] for name in SIZES},
            len(rare),
            tuple(_list_combinations(rare[:most])),
        )


def _list_combinations(rare: Iterable[_SharedCombination]) -> Iterator[Combination]:
    for shared in rare:
        yield Combination(shared.size, shared.labels, shared.kept, tuple(shared.documents))


def _list_labels(values: Iterable[_Value]) -> tuple[str, ...]:
    return tuple(sorted(label for label, _ in values))


def _digest(values: Iterable[_Value]) -> bytes:
    content = "".join(f"{len(label)}:{label}{len(form)}:{form}" for label, form in sorted(values))
    return blake2b(content.encode("utf-8", "surrogatepass"), digest_size=_BYTES).digest()


def _find_size_class(size: int) -> str:
    return next(name for name, most in SIZES.items() if most is None or size <= most)
