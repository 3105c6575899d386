"""Pseudonymize texts: detect, plan, replace.

>>> pseudonymizer = Pseudonymizer(Lexicon.open(), profile="swell", seed=7)   # doctest: +SKIP
>>> pseudonymizer("Jag heter Amina och bor i Lund.").text                    # doctest: +SKIP
'Jag heter Karin och bor i Malmö.'
"""

import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from inspect import signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, Unpack

from tacknamn.detection.detector import ScannedText
from tacknamn.detection.disguises.clear_text import ClearText, clear_text
from tacknamn.detection.entities import unify_entities, unify_misspellings
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.detection.thresholds import drop_improbable
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.consistency import (
    INCONSISTENT_NAMES,
    InconsistentNamesWarning,
    has_draws,
    is_consistent,
)
from tacknamn.pipeline.disguised_texts import restore_document
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.earlier_texts import EarlierTexts, OpenedScope
from tacknamn.pipeline.long_texts import find_in_parts, is_long, release_records, store_records
from tacknamn.pipeline.many import NamedText, process_many, read_texts
from tacknamn.pipeline.numbering import Numbering
from tacknamn.pipeline.replacer import (
    PlannedSpan,
    Replacer,
    join_neighbours,
    list_replaced,
    plan_spans,
    resolve_mention,
)
from tacknamn.pipeline.results import (
    PseudonymizedText,
    make_document,
    warn_of_unknown_writer,
)
from tacknamn.pipeline.settings import check_language, choose_profile, find_own_lists
from tacknamn.pipeline.stages import LanguageStages, StagesByLanguage, StageSettings
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.recipes import make_profile_recipe, open_profile_recipe
from tacknamn.records import Detection, Span
from tacknamn.replacement.key_sources import KeySource, OpenedKey, open_key
from tacknamn.replacement.originals import ResolvedMention
from tacknamn.replacement.readable_text import cut_pieces, list_words_between
from tacknamn.replacement.records import Extent
from tacknamn.replacement.sampler import Sampler
from tacknamn.replacement.seeds import (
    GUESSABLE_SEED,
    GuessableSeedWarning,
    check_rotation_seed,
    is_guessable,
)
from tacknamn.replacement.settled import SettledDraws
from tacknamn.support.arguments import (
    NoOthers,
    check_kind,
    check_list,
    check_text,
    refuse_others,
)
from tacknamn.support.recipes import RecipeReader
from tacknamn.support.reopening import Reopenable, reopen_recipe
from tacknamn.support.stopping import check_stop
from tacknamn.text.languages import LANGUAGES

if TYPE_CHECKING:
    from tacknamn.pipeline.corrections import Corrections
    from tacknamn.svala.records import Graph, GraphSpan

__all__ = ["Pseudonymizer"]

MentionNamer = Callable[[PlannedSpan, ResolvedMention | None], ResolvedMention | None]


class Pseudonymizer(Reopenable):
    """Pseudonymizes texts by one profile. Threads may share it."""

    def __init__(
        self,
        lexicon: Lexicon,
        profile: str | Path | Profile = "swell",
        seed: int | None = None,
        key: KeySource | None = None,
        *,
        policies: Mapping[str, str] | None = None,
        thresholds: Mapping[str, float] | None = None,
        language: str = "",
        topic_aware: bool | None = None,
        fuzzy: bool = True,
        protect: str = "",
        writer: str = "",
        **others: Unpack[NoOthers],
    ) -> None:
        """Prepare to pseudonymize texts.

        Args:
            profile: ``swell``, ``clinic``, ``session``, ``sms``, ``mask``, ``tab``, the
                path of your own profile, or a
                :class:`tacknamn.profiles.profile.Profile`.
            seed: Any integer. The same seed gives the same result for the same text, for tests:
                results with a seed below 2**63 are not safe to publish, and profiles that rotate
                names refuse it. Without seed and key, 128 random bits are used and not stored.
            key: A secret: its 32 bytes, the Path of its file, or :class:`EnvironmentKey`. With the
                same key, a name gets the same replacement in all documents.
            policies: Other policies for some labels: ``{"country": "keep"}``.
            thresholds: The least probability of some labels: ``{"surname": 0.9}``.
            language: The language of the texts, ``sv`` or ``en``, or ``auto`` to decide for each
                text. The default is the language of the profile, or else ``sv``.
            topic_aware: Whether to leave names whose context shows that they are harmless (A2).
                The default is the setting of the profile.
            fuzzy: Whether to look up misspelt names among all names of the lists as well.
            protect: The person whom the profile ``tab`` protects. The default is the applicant,
                or else the person named most often.
            writer: The id of the person who wrote the texts, with a key: each writer has replacements
                of their own, the same in all their texts, so that more texts show nothing more.
        """
        if others:
            refuse_others(others, list(signature(type(self)).parameters)[:-1])
        check_kind("lexicon", lexicon, Lexicon, "a Lexicon, such as Lexicon.open()")
        self._given = lexicon
        self.lexicon = lexicon.as_overlay() if lexicon.is_own else lexicon
        self.profile = choose_profile(profile, policies, thresholds, self.lexicon.own_labels)
        self.language = check_language(language or self.profile.language or LANGUAGES[0])
        opened = None if key is None else open_key(key)
        self._settings = StageSettings(
            self.lexicon, self.profile, self.language, opened, fuzzy, protect, writer
        )
        self._topic_aware = topic_aware
        self._harmless = self.profile.harmless
        if topic_aware is not None:
            self._harmless = self._harmless._replace(context=topic_aware)
        self._own_lists = find_own_lists(self.lexicon)
        self._check_seed(seed)
        self._stages = StagesByLanguage(self._settings, seed)
        self._has_warned = False

    def _check_seed(self, seed: int | None) -> None:
        """Refuse a seed that a rotation is not safe with; warn of one that no result is safe with."""
        if seed is not None:
            check_kind("seed", seed, int, "a whole number")
        if self.profile.extent == Extent.CORPUS:
            check_rotation_seed(seed)
        elif is_guessable(seed) and has_draws(self.profile):
            warnings.warn(GUESSABLE_SEED, GuessableSeedWarning, stacklevel=3)

    def with_seed(self, seed: int, is_one_text: bool = False) -> "Pseudonymizer":
        """Return a pseudonymizer with this seed, without a key, and the same settings otherwise.

        It takes some microseconds, so a service gives each request a secret of its own.

        Args:
            is_one_text: Whether it is used for one text, and so needs no preparation for several.
        """
        self._check_seed(seed)
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        vars(other).pop("_recipe", None)
        other._settings = replace(self._settings, key=None, writer="")
        other._stages = self._stages.with_seed(seed, not is_one_text)
        return other

    def make_recipe(self) -> dict[str, Any]:
        """Return what makes the same pseudonymizer in another process."""
        settings = self._settings
        return {
            "lexicon": self._given.make_recipe(),
            "profile": make_profile_recipe(self.profile),
            "seed": self.sampler.seed,
            "key": None if settings.key is None else settings.key.make_recipe(),
            "language": self.language,
            "topic_aware": self._topic_aware,
            "fuzzy": settings.fuzzy,
            "protect": settings.protect,
            "writer": settings.writer,
        }

    @classmethod
    def open_recipe(cls, recipe: RecipeReader) -> Self:
        """Make the pseudonymizer of a recipe."""
        key = recipe.get_optional_part("key")
        return cls(
            reopen_recipe(Lexicon, recipe.get("lexicon", dict)),
            open_profile_recipe(recipe.get_part("profile")),
            recipe.get_optional("seed", int),
            None if key is None else OpenedKey.open_recipe(key),
            language=recipe.get("language", str),
            topic_aware=recipe.get_optional("topic_aware", bool),
            fuzzy=recipe.get("fuzzy", bool),
            protect=recipe.get("protect", str),
            writer=recipe.get("writer", str),
        )

    @property
    def sampler(self) -> Sampler:
        """What draws the pseudonyms: for ``auto``, those of texts whose language is unclear."""
        return self._stages.usual.sampler

    @property
    def is_consistent(self) -> bool:
        """Whether a name gets the same pseudonym in all texts: with a key, or if the profile
        rotates names or draws none. Only a pseudonym gives way that another name of the text has,
        or that stays in it."""
        return is_consistent(self.profile, has_key=self.sampler.seed is None)

    def warn_of_inconsistency(self, level: int = 2) -> None:
        """Warn, the first time, if equal names get different pseudonyms in different texts.

        Args:
            level: Whom to warn: 1 is the caller of this function, 2 the caller of that, and so on.
        """
        if not self.is_consistent and not self._has_warned:
            self._has_warned = True
            warnings.warn(INCONSISTENT_NAMES, InconsistentNamesWarning, stacklevel=level + 1)

    def detect(self, text: str, everything: bool = False) -> Sequence[Detection]:
        """Return what may identify a person, from left to right and without overlaps.

        This includes detections that the profile keeps: weekdays, prices. They are those for which
        ``profile.resolve_policy(detection).action`` is ``keep``; ``tacknamn detect`` leaves them out. It
        is a list; of a text of more than 524,288
        characters it is a sequence that packs them (:mod:`tacknamn.support.packed_sequence`).

        Args:
            everything: Whether to include harmless detections (*Sverige*) as well.
        """
        check_text(text)
        return self._detect(text, everything)

    def _detect(
        self, text: str, everything: bool = False, scanned: ScannedText | None = None
    ) -> Sequence[Detection]:
        clear = clear_text(text, self.lexicon)
        if clear is None:
            return self._find(text, self._stages.choose(text), everything, scanned)
        stages = self._stages.choose(clear.text)
        found = self._find(clear.text, stages, everything, clear=clear)
        if clear.mapped is None:
            return found
        return store_records(Detection, clear.mapped.map_detections(found), text)

    def _find(
        self,
        text: str,
        stages: LanguageStages,
        everything: bool = False,
        scanned: ScannedText | None = None,
        clear: ClearText | None = None,
    ) -> Sequence[Detection]:
        """Detect in a text without disguises; ``clear`` is where it comes from if it had some."""
        if is_long(text):
            return find_in_parts(
                text,
                lambda part: self._find_at_once(
                    part, stages, everything, clear=clear and clear._replace(text=part)
                ),
            )
        return self._find_at_once(text, stages, everything, scanned, clear)

    def _find_at_once(
        self,
        text: str,
        stages: LanguageStages,
        everything: bool,
        scanned: ScannedText | None = None,
        clear: ClearText | None = None,
    ) -> list[Detection]:
        scanned = scanned or stages.detector.scan(text)
        if clear is None:
            detections = stages.detector.detect(text, scanned)
        else:
            detections = clear.detect(stages.detector.detect)
        check_stop()
        if detections:
            detections = unify_entities(text, detections)
        if self.profile.thresholds:
            detections = drop_improbable(detections, self.profile.thresholds)
        if detections and not everything:
            harmless = find_harmless(text, detections, self._harmless, scanned.hits)
            detections = [
                detection
                for detection, is_harmless in zip(detections, harmless, strict=True)
                if not is_harmless
            ]
        check_stop()
        for finder in stages.finders:
            detections = finder.add_detections(text, detections)
        return self._apply_own_lists(text, detections)

    def _apply_own_lists(self, text: str, detections: list[Detection]) -> list[Detection]:
        return detections if self._own_lists is None else self._own_lists.apply(text, detections)

    def __call__(self, text: str, name: str = "", writer: str | None = None) -> Document:
        """Pseudonymize a text.

        Args:
            name: The name of the document. Vaults use it, and it distinguishes documents with
                the same text.
            writer: The id of the person who wrote this text: the result is that of a pseudonymizer
                with this ``writer``. An empty one is not known: then the document has a warning.
        """
        check_text(text)
        check_kind("name", name, str, "a string")
        return self._pseudonymize(text, NamedText(text, name, writer))

    def continue_texts(self, text: str, earlier: EarlierTexts, name: str = "") -> Document:
        """Pseudonymize a text that shares the pseudonyms of earlier ones.

        :class:`tacknamn.session.Session` is made of this."""
        check_text(text)
        return self._pseudonymize_text(text, NamedText(text, name), earlier=earlier)

    def _pseudonymize(
        self, text: str, named: NamedText, scanned: ScannedText | None = None
    ) -> Document:
        document = self._pseudonymize_text(text, named, scanned)
        return warn_of_unknown_writer(document, named.writer)

    def _pseudonymize_text(
        self,
        text: str,
        named: NamedText,
        scanned: ScannedText | None = None,
        earlier: EarlierTexts | None = None,
    ) -> Document:
        clear = clear_text(text, self.lexicon)
        if clear is not None:
            return self._pseudonymize_disguised(text, clear, named, earlier)
        stages = self._choose_stages(text, named.writer)
        detected = self._find(text, stages, scanned=scanned)
        return self._replace(text, detected, named.name, stages, earlier)

    def _choose_stages(self, text: str, writer: str | None) -> LanguageStages:
        return self._stages.choose(text).for_writer(writer)

    def _pseudonymize_disguised(
        self, text: str, clear: ClearText, named: NamedText, earlier: EarlierTexts | None
    ) -> Document:
        """Pseudonymize a text without its disguises, and put the replacements into the original."""
        stages = self._choose_stages(clear.text, named.writer)
        detected = self._find(clear.text, stages, clear=clear)
        if earlier is not None and clear.mapped is not None:
            earlier = earlier.read_through(text, clear.mapped)
        document = self._replace(clear.text, detected, named.name, stages, earlier)
        return restore_document(document, text, clear)

    def _replace(
        self,
        text: str,
        detected: Sequence[Detection],
        name: str,
        stages: LanguageStages,
        earlier: EarlierTexts | None = None,
    ) -> Document:
        """Replace what was detected in a text."""
        planned = self._plan(text, detected, stages) if detected or stages.finders else ()
        if earlier is not None:
            opener = partial(self._open_scope, text, name=name, stages=stages)
            replaced, scope = earlier.replace(text, planned, opener)
            return self._make_document(
                PseudonymizedText(text, stages, detected, replaced, name, scope)
            )
        if not planned:  # nothing to draw, so no scope is needed
            return self._make_document(PseudonymizedText(text, stages, detected, (), name, None))
        replacer = Replacer(text, *self._open_scope(text, planned, name, stages), Numbering())
        spans = store_records(Span, replacer.replace(), text)
        return self._make_document(
            PseudonymizedText(text, stages, detected, spans, name, replacer.scope)
        )

    def many(
        self,
        texts: Iterable[str | None],
        ids: Iterable[str] | None = None,
        writers: Iterable[str | None] | None = None,
    ) -> Iterator[Document | None]:
        """Pseudonymize many texts; yield their documents in order, and None for each None, NaN or NA.

        The documents are the same as those of single calls. Texts are read in batches, so a
        generator is read some hundred texts ahead, and memory does not grow with their number. If
        equal names get different pseudonyms in different texts, a warning says so; see
        :attr:`is_consistent`.

        Args:
            ids: The names of the documents, one for each text.
            writers: The ids of the persons who wrote the texts, one for each text, with a key. The
                results are those of a pseudonymizer with this ``writer``; a text with None or an
                empty id has those of a pseudonymizer without one, and a warning.
        """
        if writers is not None:
            self.sampler.check_writers()
        self.warn_of_inconsistency()
        return process_many(
            read_texts(texts, ids, writers), self._stages.shared_detector, self._pseudonymize
        )

    def detect_many(
        self, texts: Iterable[str | None], everything: bool = False
    ) -> Iterator[Sequence[Detection] | None]:
        """Detect in many texts; yield the result of each in order, and None for each None."""

        def detect(text: str, _: NamedText, scanned: ScannedText | None) -> Sequence[Detection]:
            return self._detect(text, everything, scanned)

        return process_many(read_texts(texts), self._stages.shared_detector, detect)

    def again(self, graph: "Graph", name: str = "", writer: str | None = None) -> Document:
        """Pseudonymize a graph that annotators corrected.

        What they labelled, replaced or freed of labels stays as it is."""
        from tacknamn.pipeline.corrections import Corrections  # here, because it is rarely needed
        from tacknamn.svala.records import Graph

        check_kind(
            "graph", graph, Graph, "a Graph, such as tacknamn.svala.json_graphs.read_graph()"
        )
        corrections = Corrections.from_graph(graph)
        result = self._complete(corrections, name, writer)
        updated = corrections.update_graph(graph, result.spans)
        document = self._make_document(result._replace(graph=updated))
        return warn_of_unknown_writer(document, writer)

    def with_labels(
        self,
        text: str,
        labels: "Iterable[GraphSpan]",
        name: str = "",
        writer: str | None = None,
    ) -> Document:
        """Pseudonymize a text in which people, or other programs, labelled spans before.

        Their spans keep their labels and are replaced as the profile says."""
        from tacknamn.pipeline.corrections import Corrections  # here, because it is rarely needed
        from tacknamn.svala.records import GraphSpan

        check_text(text)
        check_list("labels", labels, "GraphSpan")
        labels = list(labels)
        for each in labels:
            check_kind("each of labels", each, GraphSpan, "a GraphSpan")
        document = self._make_document(self._complete(Corrections(text, labels), name, writer))
        return warn_of_unknown_writer(document, writer)

    def _complete(
        self, corrections: "Corrections", name: str, writer: str | None
    ) -> PseudonymizedText:
        """Keep what was settled before, and pseudonymize the rest of the text."""
        text = corrections.text
        stages = self._choose_stages(text, writer)
        detected = corrections.drop_settled(self._detect(text))
        # Settled spans are dropped again, because the finder tab selects more than was detected.
        planned = corrections.drop_settled_plans(self._plan(text, detected, stages))

        def resolve(each: PlannedSpan) -> ResolvedMention | None:
            return resolve_mention(text, each, stages.sampler.resolve)

        labelled = corrections.plan(self.profile, self.lexicon, resolve)
        entities = corrections.entities
        opened, scope = self._open_scope(
            text, sorted([*planned, *labelled]), name, stages, name_mention=entities.name_mention
        )
        numbering = corrections.start_numbering()
        entities.settle(scope, numbering)
        spans = corrections.list_spans(Replacer(text, opened, scope, numbering))
        warnings = corrections.list_warnings(spans)
        return PseudonymizedText(text, stages, detected, spans, name, scope, warnings=warnings)

    def _plan(
        self, text: str, detections: Sequence[Detection], stages: LanguageStages
    ) -> Sequence[PlannedSpan]:
        """Resolve the policy of each detection, once for all later stages."""
        for finder in stages.finders:
            selected = finder.select(text, detections)
            if selected is not None:
                planned = plan_spans(self.profile, self._apply_own_lists(text, selected))
                return store_records(PlannedSpan, planned, text)
        planned = plan_spans(self.profile, unify_misspellings(detections))
        joined = join_neighbours(text, planned, self.profile.joins)
        return store_records(PlannedSpan, joined, text)

    def _open_scope(
        self,
        text: str,
        planned: Sequence[PlannedSpan],
        name: str,
        stages: LanguageStages,
        settled: SettledDraws | None = None,
        name_mention: MentionNamer | None = None,
    ) -> OpenedScope:
        """Return the planned spans with the mentions that a name is drawn for, and their scope.

        Iterating removes the spans of a long text.

        Args:
            name_mention: Says of each span and its mention who or what it names.
        """
        sampler = stages.sampler
        # A long text has more names than a sampler remembers, and each mention would be a new one.
        resolve = cache(sampler.resolve) if is_long(text) else sampler.resolve
        resolved: Iterator[ResolvedMention | None] = (
            resolve_mention(text, each, resolve) for each in planned
        )
        if name_mention is not None:
            resolved = map(name_mention, planned, resolved)
        mentions = store_records(ResolvedMention, resolved, text)
        sampled = store_records(ResolvedMention, filter(None, mentions), text)
        readable = _find_readable(text, planned) if sampled else ""
        scope = sampler.scope(sampled, text, name or None, self.profile.extent, readable, settled)
        return zip(release_records(planned), mentions, strict=True), scope

    def _make_document(self, result: PseudonymizedText) -> Document:
        return make_document(result, self._settings)


def _find_readable(text: str, planned: Sequence[PlannedSpan]) -> str | frozenset[str]:
    """Find what stays readable of a text, all but what is replaced; of a long text its words."""
    replaced = list_replaced(planned)
    return list_words_between(text, replaced) if is_long(text) else cut_pieces(text, replaced)
