"""Pseudonymize texts: find, label, replace.

>>> pseudonymizer = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)   # doctest: +SKIP
>>> pseudonymizer("Jag heter Amina och bor i Lund.").text                    # doctest: +SKIP
'Jag heter Karin och bor i Malmö.'
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tacknamn.detection.detector import Detector
from tacknamn.detection.entities import unify_entities, unify_misspellings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.detection.patterns.finder import LANGUAGES
from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.numbering import Numbering
from tacknamn.pipeline.planning import join_neighbours
from tacknamn.pipeline.replacer import Replacer, make_mention
from tacknamn.profiles.methods import DRAWN
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.reader import read_profile
from tacknamn.records import Detection, Span
from tacknamn.replacement.sampler import Sampler
from tacknamn.replacement.scope import Scope

if TYPE_CHECKING:
    from tacknamn.pipeline.corrections import Corrections
    from tacknamn.svala.records import Graph, GraphSpan

__all__ = ["LANGUAGES", "Pseudonymizer"]


class PseudonymizedText(NamedTuple):
    """What was done with one text."""

    text: str
    detected: list[Detection]
    spans: list[Span]
    name: str
    scope: Scope
    graph: "Graph | None" = None


class Pseudonymizer:
    """Pseudonymizes texts by one profile. It may be shared by threads."""

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
        """Make a pseudonymizer.

        Args:
            profile: ``swell``, ``sms``, ``mask``, ``tab``, the path of one of your own, or a
                :class:`tacknamn.profiles.profile.Profile`.
            seed: Any whole number; the same one gives the same result for the same text.
                Without seed and key one is made up.
            key: A secret by which the same name gets the same replacement in all documents.
            policies: Other policies for some labels: ``{"country": "keep"}``.
            language: Of the texts, ``sv`` or ``en``; else the profile's own, else ``sv``.
            topic_aware: Whether names that reveal nobody where they stand are left (A2); None
                leaves it to the profile.
            fuzzy: Whether misspelt names are looked for among all names of the lists, too.
            protect: The person whom the profile ``tab`` protects; without one, the applicant or
                whoever is named most.
        """
        self.lexicon = lexicon
        self.profile = _choose_profile(profile, policies)
        self.language = language or self.profile.language or LANGUAGES[0]
        if self.language not in LANGUAGES:
            raise InputError(f"language {language!r}: choose one of {', '.join(LANGUAGES)}")
        self.sampler = _make_sampler(lexicon, self.profile, self.language, (seed, key))
        self._protect = protect
        self._revealing = self.profile.revealing
        if topic_aware is not None:
            self._revealing = self._revealing._replace(context=topic_aware)
        self._detector = Detector(lexicon, self.language, self.profile.finders, fuzzy)

    def detect(self, text: str, everything: bool = False) -> list[Detection]:
        """What points at somebody, from left to right and without overlaps.

        What the profile keeps is among it; what reveals nobody (*Sverige*) is only if everything
        is asked for."""
        found = unify_entities(text, self._detector.detect(text))
        left = [False] * len(found) if everything else find_harmless(text, found, self._revealing)
        kept = [one for one, leave in zip(found, left, strict=True) if not leave]
        if "masks" not in self.profile.finders:
            return kept
        from tacknamn.pipeline.masks import add_masks  # here, for one profile of four needs it

        return add_masks(text, kept, self.profile)

    def __call__(self, text: str, name: str = "") -> Document:
        """A text, pseudonymized.

        Args:
            name: What tells the document from others of the same text, and what vaults
                call it.
        """
        detected = self.detect(text)
        found = self._settled(text, detected)
        scope = self._scope(text, found, name)
        spans = Replacer(text, self.profile, scope, Numbering()).spans(found)
        return self._document(PseudonymizedText(text, detected, spans, name, scope))

    def again(self, graph: "Graph", name: str = "") -> Document:
        """A graph that annotators corrected, with what they left undone.

        What they labelled, replaced or freed of labels stays as it is."""
        from tacknamn.pipeline.corrections import Corrections  # here, for few texts have one

        corrected = Corrections.of_graph(graph)
        result = self._beside(corrected, name)
        return self._document(result._replace(graph=corrected.worked_into(graph, result.spans)))

    def with_labels(self, text: str, labels: "Iterable[GraphSpan]", name: str = "") -> Document:
        """A text of which people, or other programs, said beforehand what is what.

        Their spans stay as they are, and what has a label is replaced as the profile wants it."""
        from tacknamn.pipeline.corrections import Corrections  # here, for few texts have any

        return self._document(self._beside(Corrections(text, labels), name))

    def _beside(self, corrected: "Corrections", name: str) -> PseudonymizedText:
        """What was settled, and what is found beside it."""
        text = corrected.text
        detected = corrected.left(self.detect(text))
        left = corrected.left(self._settled(text, detected))  # tab finds more than was detected
        found = sorted([*left, *corrected.to_replace(self.profile)])
        scope = self._scope(text, found, name)
        replacer = Replacer(text, self.profile, scope, corrected.numbering())
        return PseudonymizedText(text, detected, corrected.spans(replacer, found), name, scope)

    def _settled(self, text: str, found: list[Detection]) -> list[Detection]:
        """Without what the profile keeps, repeats told and neighbours put together."""
        if "tab" in self.profile.finders:
            from tacknamn.tab_benchmark.annotation import (
                find_masked_detections,  # here, for one profile of four needs it
            )

            return find_masked_detections(text, found, self._protect, self.language)
        wanted = [one for one in unify_misspellings(found) if not self.profile.leaves(one)]
        return join_neighbours(text, wanted, self.profile.joins) if self.profile.joins else wanted

    def _scope(self, text: str, found: list[Detection], name: str) -> Scope:
        policies = ((one, self.profile.policy_of(one)) for one in found)
        mentions = [
            make_mention(text, one, policy) for one, policy in policies if policy.how in DRAWN
        ]
        return self.sampler.scope(mentions, text, name or None, self.profile.extent)

    def _document(self, result: PseudonymizedText) -> Document:
        return Document(
            result.text,
            tuple(result.spans),
            self.profile,
            self.language,
            self.lexicon,
            result.name,
            (*result.scope.warnings, *self._of_nobody(result)),
            tuple(result.detected),
            self._protect,
            result.graph,
        )

    def _of_nobody(self, result: PseudonymizedText) -> Iterator[str]:
        """A warning where the person to protect is not in the text."""
        if not self._protect.strip() or "tab" not in self.profile.finders:
            return
        from tacknamn.tab_benchmark.protected_person import (
            is_person_masked,  # here, for one profile of four needs it
        )

        if not is_person_masked(result.text, result.spans, self._protect):
            yield (
                f"no person called {self._protect!r} is in the text, so nobody is protected by "
                "name; is it spelt as the text has it?"
            )


def _choose_profile(profile: str | Path | Profile, policies: Mapping[str, str] | None) -> Profile:
    read = profile if isinstance(profile, Profile) else read_profile(profile)
    return read.with_changes(policies) if policies else read


def _make_sampler(
    lexicon: Lexicon, profile: Profile, language: str, by: tuple[int | None, bytes | None]
) -> Sampler:
    seed, key = by
    drawing: dict[str, Any] = profile.sampling
    return Sampler(lexicon, seed, key, language=language, **drawing)
