"""Gather the spans of a document into what they stand for: one person, place or thing each.

A name that is mentioned ten times was drawn once. So figures of draws count entities: the spans
of one document that share label and number, or, without a number, label and base form.

Base forms need not be guessed, for affixes are told; only which letters they are. What takes
forms apart (:mod:`tacknamn.replacement.inflection`) is asked with the lexicon at hand, for Lars is a base
and Lunds is none. Names that no list has, such as fake towns, lose the s of their genitive.
"""

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from tacknamn.formats.span_files import DocumentPlace, DocumentSpan, PlaceFinder, SpanFileDocument
from tacknamn.labels import Label
from tacknamn.lexicon.lexicon import Candidate
from tacknamn.matching.semantics import AFFIXES, GENITIVE
from tacknamn.replacement.inflection.affixes import split_affixes
from tacknamn.text.fold import Folded, fold

__all__ = ["BaseFinder", "Entity", "find_family", "gather_entities"]

_LABELS = frozenset(Label)
_INFLECTED = frozenset(AFFIXES.values())
"""Of affixes, those that change the form; ``foreign`` is none of them."""


@dataclass(frozen=True, slots=True)
class Entity:
    """A person, place or thing of one document, as its spans tell."""

    label: str
    form: Folded
    """Its base form in the text, folded: the pseudonym, or what was kept."""
    pool: int | None
    """The least of its spans' pools; None where none of them tells."""
    original: Folded | None
    """Its base form before it was replaced, where the file tells it."""
    place: DocumentPlace
    """Where it is mentioned first."""

    @property
    def drawn(self) -> bool:
        """Whether its form was chosen among several."""
        return self.pool is not None and self.pool > 1


class BaseFinder:
    """Finds bases with what looks a form up: :meth:`Lexicon.lookup`."""

    def __init__(self, lookup: Callable[[str], Iterable[Candidate]]) -> None:
        self._lookup = lookup

    def base(self, form: str, affixes: Collection[str], label: str) -> Folded:
        """The base of a form, folded; the form itself where nothing is told of affixes."""
        if not _INFLECTED.intersection(affixes):
            return fold(form)
        if label in _LABELS:
            base, found = split_affixes(form, label, lambda name: self._is_known(name, label))
            if found:
                return fold(base)
        ends = AFFIXES[GENITIVE] in affixes and form[-1:] in ("s", "S")
        return fold(form if not ends or self._is_known(form, label) else form[:-1])

    def _is_known(self, form: str, label: str) -> bool:
        return any(one.label == label for one in self._lookup(form))


def gather_entities(document: SpanFileDocument, bases: BaseFinder) -> Iterator[Entity]:
    """What the spans of a document stand for, in the order of their first mentions."""
    places = PlaceFinder(document)
    for (label, _), spans in _group_spans(document, bases).items():
        plainest = min(spans, key=_count_affixes)
        pools = [span.pool for span in spans if span.pool is not None]
        yield Entity(
            label,
            bases.base(_read_form(document, plainest), plainest.affixes, label),
            min(pools, default=None),
            _find_original(spans, bases),
            places.place(spans[0].start, spans[0].end, label),
        )


def find_family(label: str) -> str:
    """What labels that share their names have in common: all first names are ``firstname``."""
    return label.partition("_")[0]


def _group_spans(
    document: SpanFileDocument, bases: BaseFinder
) -> dict[tuple[str, int | Folded], list[DocumentSpan]]:
    groups: dict[tuple[str, int | Folded], list[DocumentSpan]] = {}
    for span in document.spans:
        key = (
            bases.base(_read_form(document, span), span.affixes, span.label)
            if span.number is None
            else span.number
        )
        groups.setdefault((span.label, key), []).append(span)
    return groups


def _read_form(document: SpanFileDocument, span: DocumentSpan) -> str:
    return document.text[span.start : span.end]


def _find_original(spans: Iterable[DocumentSpan], bases: BaseFinder) -> Folded | None:
    told = [span for span in spans if span.original]
    if not told:
        return None
    plainest = min(told, key=_count_affixes)
    return bases.base(plainest.original or "", plainest.affixes, plainest.label)


def _count_affixes(span: DocumentSpan) -> int:
    return len(span.affixes)
