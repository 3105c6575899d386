"""Gather the spans of a document into entities: persons, places and other things.

A name that is mentioned ten times was drawn once. Figures about draws therefore count entities: the
spans of one document with the same label and number, or, without a number, with the same label and
base form.

The span file says which affixes a form has, but not which letters they are. The inflection package
(:mod:`tacknamn.replacement.inflection`) separates them with the help of the lexicon: *Lars* is a
base form, *Lunds* is a genitive. A name that no list contains, such as an invented town, loses the
final *s* of its genitive.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from tacknamn.formats.span_files import DocumentPlace, DocumentSpan, PlaceFinder, SpanFileDocument
from tacknamn.labels import AFFIX_NAMES, GENITIVE, Label
from tacknamn.lexicon.lexicon import Candidate
from tacknamn.replacement.inflection.affixes import split_affixes
from tacknamn.text.fold import Folded, fold

__all__ = ["BaseFinder", "Entity", "find_family", "gather_entities"]

_LABELS = frozenset(Label)
_INFLECTED = frozenset(AFFIX_NAMES.values())
"""Affixes that change a form. ``foreign`` does not."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place or thing of one document, gathered from its spans."""

    label: str
    form: Folded
    """Its base form in the text, folded: the pseudonym, or the original if it was kept."""
    pool: int | None
    """The smallest pool of its spans; None if no span has one."""
    original: Folded | None
    """Its base form before the replacement, if the file contains it."""
    place: DocumentPlace
    """The place of its first mention."""

    @property
    def is_drawn(self) -> bool:
        """Whether its form was chosen from several."""
        return self.pool is not None and self.pool > 1


class BaseFinder:
    """Finds base forms with a look-up function such as :meth:`Lexicon.lookup`."""

    def __init__(self, lookup: Callable[[str], Iterable[Candidate]]) -> None:
        self._lookup = lookup

    def find_base(self, form: str, affixes: Collection[str], label: str) -> Folded:
        """Find the base of a form, folded; without inflecting affixes, the form itself."""
        if not _INFLECTED.intersection(affixes):
            return fold(form)
        if label in _LABELS:
            base, found = split_affixes(form, label, lambda name: self._is_known(name, label))
            if found:
                return fold(base)
        ends = AFFIX_NAMES[GENITIVE] in affixes and form[-1:] in ("s", "S")
        return fold(form if not ends or self._is_known(form, label) else form[:-1])

    def _is_known(self, form: str, label: str) -> bool:
        return any(candidate.label == label for candidate in self._lookup(form))


def gather_entities(document: SpanFileDocument, bases: BaseFinder) -> Iterator[Entity]:
    """Gather the entities of a document, in the order of their first mentions."""
    places = PlaceFinder(document)
    for (label, _), spans in _group_spans(document, bases).items():
        plainest = min(spans, key=_count_affixes)
        pools = [span.pool for span in spans if span.pool is not None]
        yield Entity(
            label,
            bases.find_base(_read_form(document, plainest), plainest.affixes, label),
            min(pools, default=None),
            _find_original(spans, bases),
            places.find(spans[0].start, spans[0].end, label),
        )


def find_family(label: str) -> str:
    """Return what labels with shared names have in common: ``firstname`` for all first names."""
    return label.partition("_")[0]


def _group_spans(
    document: SpanFileDocument, bases: BaseFinder
) -> dict[tuple[str, int | Folded], list[DocumentSpan]]:
    groups: dict[tuple[str, int | Folded], list[DocumentSpan]] = {}
    for span in document.spans:
        key = (
            bases.find_base(_read_form(document, span), span.affixes, span.label)
            if span.number is None
            else span.number
        )
        groups.setdefault((span.label, key), []).append(span)
    return groups


def _read_form(document: SpanFileDocument, span: DocumentSpan) -> str:
    return document.text[span.start : span.end]


def _find_original(spans: Iterable[DocumentSpan], bases: BaseFinder) -> Folded | None:
    with_original = [span for span in spans if span.original]
    if not with_original:
        return None
    plainest = min(with_original, key=_count_affixes)
    return bases.find_base(plainest.original or "", plainest.affixes, plainest.label)


def _count_affixes(span: DocumentSpan) -> int:
    return len(span.affixes)
