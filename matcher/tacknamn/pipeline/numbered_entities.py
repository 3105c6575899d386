"""Who is the same, as the running numbers of a corrected text say (A7).

Pieces with one label and number name one person, place or institution, so they have one pseudonym. A
person who corrects a number thereby joins two of them, or splits one:

- **Joined**: pieces with one number had different pseudonyms. All get one of them, as in SVALA's editor:
  one that no other number has, if possible, and then the one that most of them have, or the first.
- **Split**: one pseudonym stands for several numbers. The lowest number keeps it, and a new one is drawn
  for each of the others, also if the originals are spelt alike.

A piece that is found anew and names one of them gets its number and pseudonym.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from tacknamn.labels import Label
from tacknamn.pipeline.numbering import Numbering
from tacknamn.pipeline.replacer import PlannedSpan
from tacknamn.replacement.inflection.affixes import NameTester, split_affixes
from tacknamn.replacement.originals import Original, OriginalKey, ResolvedMention
from tacknamn.replacement.scope import Scope
from tacknamn.text.fold import fold

__all__ = ["NumberedEntities", "NumberedPiece", "split_base"]

_LABELS = frozenset(Label)
_INFLECTIONS = frozenset(("gen", "def", "pl"))
"""The affixes that a replacement takes over; ``foreign``, in contrast, describes a place."""
_Place = tuple[int, int]
"""Start and end of a piece."""


def split_base(
    form: str, label: str, affixes: Iterable[str], known: NameTester | None = None
) -> tuple[str, tuple[str, ...]]:
    """Split a labelled form into its base and the inflections among the affixes of its label."""
    inflections = tuple(affix for affix in affixes if affix in _INFLECTIONS)
    if inflections and label in _LABELS:
        form, _ = split_affixes(form, label, known)
    return form, inflections


@dataclass(frozen=True, slots=True)
class NumberedPiece:
    """A piece of the text with a label that names are drawn for."""

    planned: PlannedSpan
    number: int
    """Its running number; 0 if it has none."""
    mention: ResolvedMention
    pseudonym: str
    """The base of the pseudonym that stands there; empty if the original does."""


@dataclass(slots=True)
class _Entity:
    """The pieces with one label and number."""

    label: str
    number: int
    pieces: list[NumberedPiece] = field(default_factory=list)
    original: Original | None = None
    """What its pseudonym is drawn for."""
    pseudonym: str = ""
    """The pseudonym that it keeps; empty if one is to be drawn."""

    def choose_original(self) -> Original:
        """Return the original of a piece, if possible of one that is not inflected."""
        plain = (piece for piece in self.pieces if not piece.mention.affixes)
        return next(plain, self.pieces[0]).mention.original


class NumberedEntities:
    """The persons, places and institutions of a corrected text."""

    def __init__(self, pieces: Sequence[NumberedPiece]) -> None:
        """Group the pieces of a text, from left to right."""
        self._by_number: dict[tuple[str, int], _Entity] = {}
        self._by_place: dict[_Place, _Entity] = {}
        self._unnumbered: list[str] = []
        """Pseudonyms of pieces without a number."""
        for piece in pieces:
            self._add(piece)
        self._choose_pseudonyms()
        self._owners: dict[OriginalKey, _Entity] = {}
        """The entity that each original belongs to; of several, the one with the lowest number."""
        self._choose_originals()

    def _add(self, piece: NumberedPiece) -> None:
        detection = piece.planned.detection
        if piece.number:
            key = detection.label, piece.number
            entity = self._by_number.setdefault(key, _Entity(*key))
            entity.pieces.append(piece)
            self._by_place[detection.start, detection.end] = entity
        elif piece.pseudonym:
            self._unnumbered.append(piece.pseudonym)

    def _list_entities(self) -> list[_Entity]:
        return sorted(self._by_number.values(), key=lambda entity: entity.number)

    def _choose_pseudonyms(self) -> None:
        """Choose the pseudonym that each entity keeps: no two of one kind have the same."""
        entities = self._list_entities()
        shares = Counter(pair for entity in entities for pair in _list_pseudonyms(entity))
        taken: dict[tuple[str, str], int] = {}
        """The number that keeps a pseudonym. Under another label of its kind it is the same person."""
        for entity in entities:
            counts = _list_pseudonyms(entity)
            free = [pair for pair in counts if taken.get(pair, entity.number) == entity.number]
            if not free:
                continue
            # max() returns the first of equals, and counts are in the order of the text.
            chosen = max(free, key=lambda pair: (shares[pair] == 1, counts[pair]))
            taken[chosen] = entity.number
            entity.pseudonym = next(
                piece.pseudonym for piece in entity.pieces if _identify(piece) == chosen
            )

    def _choose_originals(self) -> None:
        """Choose the original of each entity. Those that are spelt alike become different ones."""
        for entity in self._list_entities():
            original = entity.choose_original()
            for piece in entity.pieces:
                self._owners.setdefault(piece.mention.original.key, entity)
            if self._owners[original.key].number != entity.number:
                original = replace(original, entity=f"{original.identity} {entity.number}")
            entity.original = original

    def name_mention(
        self, planned: PlannedSpan, mention: ResolvedMention | None
    ) -> ResolvedMention | None:
        """Return the mention of a piece, with the original that its entity has."""
        if mention is None:
            return None
        place = planned.detection.start, planned.detection.end
        entity = self._by_place.get(place) or self._owners.get(mention.original.key)
        if entity is None or entity.original is None:
            return mention
        return ResolvedMention(entity.original, mention.text, mention.affixes, mention.start)

    def settle(self, scope: Scope, numbering: Numbering) -> None:
        """Give all entities their numbers, and those that have one their pseudonym."""
        for pseudonym in self._unnumbered:
            scope.avoid(pseudonym)
        for entity in self._by_number.values():
            if entity.original is not None:
                scope.settle(entity.original, entity.number, entity.pseudonym)
                numbering.keep(entity.label, (entity.original.label, entity.number), entity.number)

    def list_changed(self) -> Iterator[tuple[_Place, bool]]:
        """Yield the pieces that need another pseudonym, and whether they were split off."""
        for entity in self._by_number.values():
            for piece in entity.pieces:
                if piece.pseudonym and fold(piece.pseudonym) != fold(entity.pseudonym):
                    place = piece.planned.detection.start, piece.planned.detection.end
                    yield place, not entity.pseudonym


def _identify(piece: NumberedPiece) -> tuple[str, str]:
    """Return what must not be shared by two entities: all first names are of one kind."""
    return piece.mention.original.kind, fold(piece.pseudonym)


def _list_pseudonyms(entity: _Entity) -> Counter[tuple[str, str]]:
    """Count the pseudonyms that stand for an entity, in the order of the text."""
    return Counter(_identify(piece) for piece in entity.pieces if piece.pseudonym)
