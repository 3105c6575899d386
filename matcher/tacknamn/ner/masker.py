"""Mask names and patterns in texts, by the word of one backend or of several.

::

    mask = Masker(settings("spacy,stanza", "intersection", details=[1, 2, 5]))
    mask("George met Anna.").text                       # '[Name] met [Name].'

Names are found first, then patterns, as in the seed. Patterns read the text as it was, and where
one touches a name it covers all of it: see :func:`tacknamn.pipeline.masks.add_masks`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from tacknamn.detection.patterns.clinical_patterns import list_placeholders
from tacknamn.detection.patterns.custom_masks import list_custom_texts
from tacknamn.errors import Error
from tacknamn.ner.backends.checking import find_all_mentions
from tacknamn.ner.backends.protocol import Backend, NamedMention
from tacknamn.ner.backends.registry import BackendRequest, make_backend
from tacknamn.ner.combining.voting import combine_by_rule, score_by_backend
from tacknamn.ner.mask_settings import MaskSettings
from tacknamn.pipeline.masks import drop_masked, find_masks
from tacknamn.support.splice import splice

__all__ = ["Mask", "MaskedText", "Masker"]

NAME = "PER"
"""The class of what is masked as a name."""
_Returned = TypeVar("_Returned")


class Mask(NamedTuple):
    """A piece of a text, and what stands for it."""

    start: int
    """First character in the original."""
    end: int
    """Character behind the last one."""
    label: str
    """PER, the label of a pattern (NRIC, PHONE ...), or ``custom_1`` of a pair."""
    replacement: str
    rule: str
    """``names``, or the pattern: ``mask:nric``."""
    score: float = 1.0
    """How sure the backends are."""
    found_by: Mapping[str, float] = MappingProxyType({})
    """Of a name: which backends found something of it, and how sure each was."""

    def __repr__(self) -> str:
        """Without what may be the user's own words."""
        return f"Mask(start={self.start}, end={self.end}, label={self.label!r})"


@dataclass(frozen=True, eq=False)
class MaskedText:
    """A text that was masked."""

    original: str = field(repr=False)
    spans: tuple[Mask, ...] = ()
    """What was masked, from left to right and without overlaps."""

    @cached_property
    def text(self) -> str:
        """The text with the placeholders in it; nothing else is changed."""
        return splice(
            self.original, ((mask.start, mask.end, mask.replacement) for mask in self.spans)
        )


class Masker:
    """Masks texts; its backends load their models once."""

    def __init__(self, settings: MaskSettings) -> None:
        self.settings = settings
        self.failed: dict[str, Error] = {}
        """Backends that failed and are left out since, where the settings say to keep going."""
        self._backends: dict[str, Backend] = {}
        self._texts = list_placeholders() | list_custom_texts(settings.custom)
        for request in settings.packages:
            made = self._tried(str(request), partial(_make_backend, request, settings))
            if made is not None:
                self._backends[str(request)] = made

    def load(self) -> None:
        """Load what the first text would have to wait for."""
        for name, one in list(self._backends.items()):
            self._tried(name, one.load)

    def __call__(self, text: str) -> MaskedText:
        """Mask a text."""
        return self.many([text])[0]

    def many(self, texts: Sequence[str]) -> list[MaskedText]:
        """Mask several texts, which backends may take together."""
        found: dict[str, list[list[NamedMention]]] = {}
        for name, one in list(self._backends.items()):
            answers = self._tried(name, partial(_find_in_texts, one, texts))
            if answers is not None:
                found[name] = answers
        return [
            self._masked(text, {name: answers[at] for name, answers in found.items()})
            for at, text in enumerate(texts)
        ]

    def _tried(self, name: str, work: Callable[[], _Returned]) -> _Returned | None:
        """What comes of it; None where the backend failed and others are left."""
        try:
            return work()
        except Error as exc:  # of our own engine, that its lists are not there
            if not self.settings.keep_going or len(self.settings.packages) == 1:
                raise
            self._backends.pop(name, None)
            self.failed[name] = exc
            if len(self.failed) == len(self.settings.packages):
                told = "; ".join(map(str, self.failed.values()))
                raise Error(f"no package is left: {told}") from exc
            return None

    def _masked(self, text: str, found: Mapping[str, Sequence[NamedMention]]) -> MaskedText:
        wanted = self.settings
        names = combine_by_rule(wanted.rule, text, found, NAME)
        taken = [(one.start, one.end, text[one.start : one.end]) for one in names]
        masked = find_masks(text, wanted.details, wanted.custom, taken=taken)
        spans = [self._name(one, found) for one in drop_masked(names, masked)]
        spans += [
            Mask(one.start, one.end, one.label, self._texts[one.label], one.rule) for one in masked
        ]
        return MaskedText(text, tuple(sorted(spans, key=lambda one: one.start)))

    def _name(self, one: NamedMention, found: Mapping[str, Sequence[NamedMention]]) -> Mask:
        by = MappingProxyType(score_by_backend(one, found))
        return Mask(
            one.start, one.end, one.label, self.settings.placeholder, "names", one.score, by
        )


def _make_backend(request: BackendRequest, wanted: MaskSettings) -> Backend:
    return make_backend(
        request, lexicon_data=wanted.data, language=wanted.language, seconds=wanted.seconds
    )


def _find_in_texts(one: Backend, texts: Sequence[str]) -> list[list[NamedMention]]:
    one.load()
    return list(find_all_mentions(one, texts))
