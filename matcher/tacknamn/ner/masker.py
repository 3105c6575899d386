"""Mask names and patterns in texts, with one backend or several.

::

    mask = Masker(make_mask_settings("spacy,stanza", "intersection", details=[1, 2, 5]))
    mask("George met Anna.").text                       # '[Name] met [Name].'

Names are found first, then patterns, as in the masking tool. Both read the original text, without
characters that hide a name or number (:mod:`tacknamn.detection.disguises`). A
pattern that overlaps a name covers the whole name (:func:`tacknamn.pipeline.masks.add_masks`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType
from typing import NamedTuple, TypeVar, Unpack

from tacknamn.detection.disguises.clear_text import clear_characters
from tacknamn.detection.disguises.mapped_text import MappedText
from tacknamn.detection.patterns.clinical_patterns import list_placeholders
from tacknamn.detection.patterns.custom_masks import list_custom_texts
from tacknamn.errors import Error
from tacknamn.ner.argument_types import check_text
from tacknamn.ner.backends.checking import find_all_mentions
from tacknamn.ner.backends.protocol import Backend, NamedMention
from tacknamn.ner.backends.registry import BackendRequest, make_backend
from tacknamn.ner.combining.voting import combine_by_rule, score_by_backend
from tacknamn.ner.label_map import map_labels
from tacknamn.ner.mask_settings import MaskOptions, MaskSettings, make_mask_settings
from tacknamn.pipeline.masked_numbers import cover_numbers
from tacknamn.pipeline.masks import drop_masked, find_masks
from tacknamn.pipeline.own_lists import OWN, open_own_lists
from tacknamn.records import Detection
from tacknamn.support.lazy_property import lazy_property
from tacknamn.support.splice import splice
from tacknamn.taxonomy.reader import load_taxonomy

__all__ = ["Mask", "MaskedText", "Masker", "mask_names", "open_masker"]

NAME = "PER"
"""The class that is masked as a name."""
KEPT_MASKERS = 4
"""Maskers that :func:`open_masker` keeps, with their models. Programs that need more of them make
their own."""
_Returned = TypeVar("_Returned")


class Mask(NamedTuple):
    """A masked piece of a text."""

    start: int
    """Offset of the first character in the original."""
    end: int
    """Offset after the last character."""
    label: str
    """PER, the label of a pattern (NRIC, PHONE ...), or ``custom_1`` for a custom pair."""
    replacement: str
    rule: str
    """``names``, or the pattern: ``mask:nric``."""
    score: float = 1.0
    """The combined score of the backends."""
    found_by: Mapping[str, float] = MappingProxyType({})
    """For a name: the backends that found something of it, each with its score."""

    def __repr__(self) -> str:
        """Omit the replacement, which may be the user's own words."""
        return f"Mask(start={self.start}, end={self.end}, label={self.label!r})"


@dataclass(frozen=True, eq=False)
class MaskedText:
    """A text with its masks."""

    original: str = field(repr=False)
    spans: tuple[Mask, ...] = ()
    """The masked pieces, sorted and without overlaps."""

    @lazy_property
    def text(self) -> str:
        """The text with placeholders; nothing else is changed."""
        replacements = ((span.start, span.end, span.replacement) for span in self.spans)
        return splice(self.original, replacements)


class Masker:
    """Masks texts; its backends load their models once."""

    def __init__(self, settings: MaskSettings) -> None:
        self.settings = settings
        self.failed: dict[str, Error] = {}
        """Backends that failed and are not used any more (only with ``keep_going``)."""
        self._backends: dict[str, Backend] = {}
        self._own_lists = open_own_lists(settings.extra, settings.allow, settings.keep)
        self._placeholders = list_placeholders() | list_custom_texts(settings.custom)
        for request in settings.packages:
            backend = self._try(str(request), partial(_make_backend, request, settings))
            if backend is not None:
                self._backends[str(request)] = backend

    def load(self) -> None:
        """Load all models, which the first text would otherwise wait for."""
        for name, backend in list(self._backends.items()):
            self._try(name, backend.load)

    def __call__(self, text: str) -> MaskedText:
        """Mask a text."""
        return self.many([text])[0]

    def many(self, texts: Sequence[str]) -> list[MaskedText]:
        """Mask several texts; each backend gets all of them at once.

        Backends and patterns read them without characters that hide a name or number."""
        for text in texts:
            check_text(text)
        cleared = list(map(clear_characters, texts))
        plain = [
            text if clear is None else clear.text
            for text, clear in zip(texts, cleared, strict=True)
        ]
        found: dict[str, list[list[NamedMention]]] = {}
        for name, backend in list(self._backends.items()):
            answers = self._try(name, partial(self._find_in_texts, name, backend, plain))
            if answers is not None:
                found[name] = answers
        return [
            _restore(
                self._mask(text, {name: answers[at] for name, answers in found.items()}),
                texts[at],
                cleared[at],
            )
            for at, text in enumerate(plain)
        ]

    def _find_in_texts(
        self, name: str, backend: Backend, texts: Sequence[str]
    ) -> list[list[NamedMention]]:
        backend.load()
        answers = list(find_all_mentions(backend, texts))
        return map_labels(name, answers, texts, self.settings.labels)

    def _try(self, name: str, work: Callable[[], _Returned]) -> _Returned | None:
        """Do some work of a backend; None if the backend failed and others remain."""
        try:
            return work()
        except Error as exc:  # not only BackendError: the bundle of our own lists may be missing
            if not self.settings.keep_going or len(self.settings.packages) == 1:
                raise
            self._backends.pop(name, None)
            self.failed[name] = exc
            if len(self.failed) == len(self.settings.packages):
                errors = "; ".join(map(str, self.failed.values()))
                raise Error(f"all packages failed: {errors}") from exc
            return None

    def _mask(self, text: str, found: Mapping[str, Sequence[NamedMention]]) -> MaskedText:
        settings = self.settings
        names = combine_by_rule(settings.rule, text, found, NAME)
        taken = [(name.start, name.end, text[name.start : name.end]) for name in names]
        patterns = find_masks(text, settings.details, settings.custom, taken=taken)
        patterns = cover_numbers(text, patterns, settings.details, taken)
        masks = [self._mask_name(name, found) for name in drop_masked(names, patterns)]
        masks += [
            Mask(piece.start, piece.end, piece.label, self._placeholders[piece.label], piece.rule)
            for piece in patterns
        ]
        masks.sort(key=lambda mask: mask.start)
        return MaskedText(text, tuple(self._apply_own_lists(text, masks)))

    def _apply_own_lists(self, text: str, masks: Sequence[Mask]) -> Iterator[Mask]:
        """Yield the masks with those of the user's entries, without what is never masked."""
        if self._own_lists is None:
            yield from masks
            return
        by_place = {(mask.start, mask.end): mask for mask in masks}
        found = [Detection(mask.start, mask.end, mask.label, mask.rule) for mask in masks]
        for piece in self._own_lists.apply(text, found):
            if piece.rule != OWN:
                yield by_place[piece.start, piece.end]
            else:
                known = load_taxonomy().find(piece.label) is not None
                placeholder = self.settings.placeholder if known else f"[{piece.label}]"
                yield Mask(piece.start, piece.end, piece.label, placeholder, OWN)

    def _mask_name(self, name: NamedMention, found: Mapping[str, Sequence[NamedMention]]) -> Mask:
        placeholder = self.settings.placeholder
        found_by = MappingProxyType(score_by_backend(name, found))
        return Mask(name.start, name.end, name.label, placeholder, "names", name.score, found_by)


def mask_names(
    text: str,
    packages: str | Sequence[str] = ("tacknamn",),
    combine: str = "union",
    **options: Unpack[MaskOptions],
) -> str:
    """Mask the names in a text. The first call that needs a model loads it; later calls reuse it.

    >>> mask_names("George met Anna.", ["stanza", "tacknamn"], details=[5])    # doctest: +SKIP
    '[Name] met [Name].'

    Args:
        packages: Backends, as a list or separated by commas.
        combine: ``union``, ``intersection``, ``majority``, ``weighted``, ``gazetteer-first``.
        options: :class:`tacknamn.ner.mask_settings.MaskOptions`.
    """
    return open_masker(make_mask_settings(packages, combine, **options))(text).text


@lru_cache(maxsize=KEPT_MASKERS)
def open_masker(settings: MaskSettings) -> Masker:
    """Make a masker, or return the one that was made for equal settings."""
    return Masker(settings)


def _restore(masked: MaskedText, original: str, clear: MappedText | None) -> MaskedText:
    """Return the masks of a text with the offsets of the original."""
    if clear is None:
        return masked
    places = clear.map_places((mask.start, mask.end) for mask in masked.spans)
    return MaskedText(
        original,
        tuple(
            mask._replace(start=start, end=end)
            for mask, (start, end) in zip(masked.spans, places, strict=True)
            if start < end
        ),
    )


def _make_backend(request: BackendRequest, settings: MaskSettings) -> Backend:
    return make_backend(
        request,
        lexicon_data=settings.data,
        language=settings.language,
        seconds=settings.seconds,
    )
