"""Pseudonymize texts: find, label, replace.

>>> pseudonymizer = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)   # doctest: +SKIP
>>> pseudonymizer("Jag heter Amina och bor i Lund.").text                    # doctest: +SKIP
'Jag heter Karin och bor i Malmö.'
"""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tacknamn.errors import InputError
from tacknamn.labelling import Labeller
from tacknamn.lexicon import Lexicon
from tacknamn.patterns import LANGUAGES
from tacknamn.policies import Profile, read_profile
from tacknamn.pseudonymizing.alike import with_one_thing
from tacknamn.pseudonymizing.document import Document
from tacknamn.pseudonymizing.hows import DRAWN
from tacknamn.pseudonymizing.joining import with_joins
from tacknamn.pseudonymizing.misspelt import with_misspelt
from tacknamn.pseudonymizing.numbering import Numbering
from tacknamn.pseudonymizing.records import Found, Span
from tacknamn.pseudonymizing.replacing import Replacer, mention_of
from tacknamn.revealing import unrevealing
from tacknamn.sampling import Sampler
from tacknamn.sampling.scope import Scope

if TYPE_CHECKING:
    from tacknamn.pseudonymizing.corrected import Corrected
    from tacknamn.svala import Graph
    from tacknamn.svala import Span as GraphSpan

__all__ = ["LANGUAGES", "Pseudonymizer"]


class Result(NamedTuple):
    """What was done with one text."""

    text: str
    detected: list[Found]
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
                :class:`tacknamn.policies.Profile`.
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
        self.profile = _profile(profile, policies)
        self.language = language or self.profile.language or LANGUAGES[0]
        if self.language not in LANGUAGES:
            raise InputError(f"language {language!r}: choose one of {', '.join(LANGUAGES)}")
        self.sampler = _sampler(lexicon, self.profile, self.language, (seed, key))
        self._protect = protect
        self._revealing = self.profile.revealing
        if topic_aware is not None:
            self._revealing = self._revealing._replace(context=topic_aware)
        self._labeller = Labeller(lexicon, self.language, self.profile.finders, fuzzy)

    def detect(self, text: str, everything: bool = False) -> list[Found]:
        """What points at somebody, from left to right and without overlaps.

        What the profile keeps is among it; what reveals nobody (*Sverige*) is only if everything
        is asked for."""
        found = with_one_thing(text, self._labeller.label(text))
        left = [False] * len(found) if everything else unrevealing(text, found, self._revealing)
        kept = [one for one, leave in zip(found, left, strict=True) if not leave]
        if "masks" not in self.profile.finders:
            return kept
        from tacknamn.masking import with_masks  # here, for one profile of four needs it

        return with_masks(text, kept, self.profile)

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
        return self._document(Result(text, detected, spans, name, scope))

    def again(self, graph: "Graph", name: str = "") -> Document:
        """A graph that annotators corrected, with what they left undone.

        What they labelled, replaced or freed of labels stays as it is."""
        from tacknamn.pseudonymizing.corrected import Corrected  # here, for few texts have one

        corrected = Corrected.of_graph(graph)
        result = self._beside(corrected, name)
        return self._document(result._replace(graph=corrected.worked_into(graph, result.spans)))

    def with_labels(self, text: str, labels: "Iterable[GraphSpan]", name: str = "") -> Document:
        """A text of which people, or other programs, said beforehand what is what.

        Their spans stay as they are, and what has a label is replaced as the profile wants it."""
        from tacknamn.pseudonymizing.corrected import Corrected  # here, for few texts have any

        return self._document(self._beside(Corrected(text, labels), name))

    def _beside(self, corrected: "Corrected", name: str) -> Result:
        """What was settled, and what is found beside it."""
        text = corrected.text
        detected = corrected.left(self.detect(text))
        left = corrected.left(self._settled(text, detected))  # tab finds more than was detected
        found = sorted([*left, *corrected.to_replace(self.profile)])
        scope = self._scope(text, found, name)
        replacer = Replacer(text, self.profile, scope, corrected.numbering())
        return Result(text, detected, corrected.spans(replacer, found), name, scope)

    def _settled(self, text: str, found: list[Found]) -> list[Found]:
        """Without what the profile keeps, repeats told and neighbours put together."""
        if "tab" in self.profile.finders:
            from tacknamn.tab import to_mask  # here, for one profile of four needs it

            return to_mask(text, found, self._protect, self.language)
        wanted = [one for one in with_misspelt(found) if not self.profile.leaves(one)]
        return with_joins(text, wanted, self.profile.joins) if self.profile.joins else wanted

    def _scope(self, text: str, found: list[Found], name: str) -> Scope:
        policies = ((one, self.profile.policy_of(one)) for one in found)
        mentions = [
            mention_of(text, one, policy) for one, policy in policies if policy.how in DRAWN
        ]
        return self.sampler.scope(mentions, text, name or None, self.profile.extent)

    def _document(self, result: Result) -> Document:
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

    def _of_nobody(self, result: Result) -> Iterator[str]:
        """A warning where the person to protect is not in the text."""
        if not self._protect.strip() or "tab" not in self.profile.finders:
            return
        from tacknamn.tab.protecting import is_masked  # here, for one profile of four needs it

        if not is_masked(result.text, result.spans, self._protect):
            yield (
                f"no person called {self._protect!r} is in the text, so nobody is protected by "
                "name; is it spelt as the text has it?"
            )


def _profile(profile: str | Path | Profile, policies: Mapping[str, str] | None) -> Profile:
    read = profile if isinstance(profile, Profile) else read_profile(profile)
    return read.with_changes(policies) if policies else read


def _sampler(
    lexicon: Lexicon, profile: Profile, language: str, by: tuple[int | None, bytes | None]
) -> Sampler:
    seed, key = by
    drawing: dict[str, Any] = profile.sampling
    return Sampler(lexicon, seed, key, language=language, **drawing)
