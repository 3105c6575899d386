"""Pseudonymize texts: detect, plan, replace.

>>> pseudonymizer = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)   # doctest: +SKIP
>>> pseudonymizer("Jag heter Amina och bor i Lund.").text                    # doctest: +SKIP
'Jag heter Karin och bor i Malmö.'
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tacknamn.detection.detector import Detector
from tacknamn.detection.entities import unify_entities, unify_misspellings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.detection.patterns.finder import LANGUAGES
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.finders import make_finders
from tacknamn.pipeline.numbering import Numbering
from tacknamn.pipeline.replacer import (
    PlannedSpan,
    Replacer,
    is_sampled,
    join_neighbours,
    make_mention,
    plan_spans,
)
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Detection, Span
from tacknamn.replacement.sampler import Sampler
from tacknamn.replacement.scope import Scope

if TYPE_CHECKING:
    from tacknamn.pipeline.corrections import Corrections
    from tacknamn.svala.records import Graph, GraphSpan

__all__ = ["Pseudonymizer"]


class PseudonymizedText(NamedTuple):
    """The results of all stages for one text."""

    text: str
    detected: list[Detection]
    spans: list[Span]
    name: str
    scope: Scope
    graph: "Graph | None" = None


class Pseudonymizer:
    """Pseudonymizes texts by one profile. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        profile: str | Path | Profile = "swell",
        seed: int | None = None,
        key: bytes | None = None,
        *,
        policies: Mapping[str, str] | None = None,
        language: str = "",
        topic_aware: bool | None = None,
        fuzzy: bool = True,
        protect: str = "",
    ) -> None:
        """Prepare to pseudonymize texts.

        Args:
            profile: ``swell``, ``sms``, ``mask``, ``tab``, the path of your own profile, or a
                :class:`tacknamn.profiles.profile.Profile`.
            seed: Any integer. The same seed gives the same result for the same text. Without
                seed and key, a random seed is used.
            key: A secret. With the same key, a name gets the same replacement in all documents.
            policies: Other policies for some labels: ``{"country": "keep"}``.
            language: The language of the texts, ``sv`` or ``en``. The default is the language of
                the profile, or else ``sv``.
            topic_aware: Whether to leave names whose context shows that they are harmless (A2).
                The default is the setting of the profile.
            fuzzy: Whether to look up misspelt names among all names of the lists as well.
            protect: The person whom the profile ``tab`` protects. The default is the applicant,
                or else the person named most often.
        """
        self.lexicon = lexicon
        self.profile = _choose_profile(profile, policies)
        self.language = language or self.profile.language or LANGUAGES[0]
        if self.language not in LANGUAGES:
            raise InputError(f"language {language!r}: choose one of {', '.join(LANGUAGES)}")
        self.sampler = _make_sampler(lexicon, self.profile, self.language, (seed, key))
        self._protect = protect
        self._harmless = self.profile.harmless
        if topic_aware is not None:
            self._harmless = self._harmless._replace(context=topic_aware)
        self._detector = Detector(lexicon, self.language, self.profile.finders, fuzzy)
        self._finders = make_finders(self.profile, self.language, protect)

    def detect(self, text: str, everything: bool = False) -> list[Detection]:
        """Return what may identify a person, from left to right and without overlaps.

        This includes detections that the profile keeps.

        Args:
            everything: Whether to include harmless detections (*Sverige*) as well.
        """
        detections = unify_entities(text, self._detector.detect(text))
        if not everything:
            harmless = find_harmless(text, detections, self._harmless)
            detections = [
                detection
                for detection, is_harmless in zip(detections, harmless, strict=True)
                if not is_harmless
            ]
        for finder in self._finders:
            detections = finder.add_detections(text, detections)
        return detections

    def __call__(self, text: str, name: str = "") -> Document:
        """Pseudonymize a text.

        Args:
            name: The name of the document. Vaults use it, and it distinguishes documents with
                the same text.
        """
        detected = self.detect(text)
        planned = self._plan(text, detected)
        scope = self._open_scope(text, planned, name)
        spans = Replacer(text, scope, Numbering()).replace(planned)
        return self._make_document(PseudonymizedText(text, detected, spans, name, scope))

    def again(self, graph: "Graph", name: str = "") -> Document:
        """Pseudonymize a graph that annotators corrected.

        What they labelled, replaced or freed of labels stays as it is."""
        from tacknamn.pipeline.corrections import Corrections  # here, because it is rarely needed

        corrections = Corrections.from_graph(graph)
        result = self._complete(corrections, name)
        updated = corrections.update_graph(graph, result.spans)
        return self._make_document(result._replace(graph=updated))

    def with_labels(self, text: str, labels: "Iterable[GraphSpan]", name: str = "") -> Document:
        """Pseudonymize a text in which people, or other programs, labelled spans before.

        Their spans keep their labels and are replaced as the profile says."""
        from tacknamn.pipeline.corrections import Corrections  # here, because it is rarely needed

        return self._make_document(self._complete(Corrections(text, labels), name))

    def _complete(self, corrections: "Corrections", name: str) -> PseudonymizedText:
        """Keep what was settled before, and pseudonymize the rest of the text."""
        text = corrections.text
        detected = corrections.drop_settled(self.detect(text))
        # Settled spans are dropped again, because the finder tab selects more than was detected.
        planned = corrections.drop_settled_plans(self._plan(text, detected))
        planned = sorted([*planned, *corrections.plan_labelled(self.profile)])
        scope = self._open_scope(text, planned, name)
        replacer = Replacer(text, scope, corrections.start_numbering())
        spans = corrections.list_spans(replacer, planned)
        return PseudonymizedText(text, detected, spans, name, scope)

    def _plan(self, text: str, detections: list[Detection]) -> list[PlannedSpan]:
        """Resolve the policy of each detection, once for all later stages."""
        for finder in self._finders:
            selected = finder.select(text, detections)
            if selected is not None:
                return plan_spans(self.profile, selected)
        planned = plan_spans(self.profile, unify_misspellings(detections))
        return join_neighbours(text, planned, self.profile.joins)

    def _open_scope(self, text: str, planned: Sequence[PlannedSpan], name: str) -> Scope:
        """Open a scope of the sampler with all mentions that it will draw a name for."""
        mentions = [make_mention(text, each) for each in planned if is_sampled(each.policy)]
        return self.sampler.scope(mentions, text, name or None, self.profile.extent)

    def _make_document(self, result: PseudonymizedText) -> Document:
        warnings = [
            warning
            for finder in self._finders
            for warning in finder.list_warnings(result.text, result.spans)
        ]
        return Document(
            result.text,
            tuple(result.spans),
            self.profile,
            self.language,
            self.lexicon,
            result.name,
            (*result.scope.warnings, *warnings),
            tuple(result.detected),
            self._protect,
            result.graph,
        )


def _choose_profile(profile: str | Path | Profile, policies: Mapping[str, str] | None) -> Profile:
    chosen = profile if isinstance(profile, Profile) else read_profile(profile)
    return chosen.change_policies(policies) if policies else chosen


def _make_sampler(
    lexicon: Lexicon, profile: Profile, language: str, by: tuple[int | None, bytes | None]
) -> Sampler:
    seed, key = by
    arguments: dict[str, Any] = profile.sampler_arguments
    return Sampler(lexicon, seed, key, language=language, **arguments)
