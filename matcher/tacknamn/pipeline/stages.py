"""The stages that depend on the language of a text: what detects in it, and what draws for it."""

from copy import copy
from dataclasses import dataclass
from typing import Any, NamedTuple

from tacknamn.detection.detector import Detector
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.finders import ProfileFinder, make_finders
from tacknamn.profiles.profile import Profile
from tacknamn.replacement.key_sources import OpenedKey
from tacknamn.replacement.sampler import Sampler
from tacknamn.text.languages import AUTO, LANGUAGES, choose_language

__all__ = ["LanguageStages", "StageSettings", "StagesByLanguage"]


class LanguageStages(NamedTuple):
    """The stages for texts in one language."""

    language: str
    detector: Detector
    finders: list[ProfileFinder]
    sampler: Sampler

    def for_writer(self, writer: str | None) -> "LanguageStages":
        """Return the stages for the texts of a writer; without an id, these."""
        return self._replace(sampler=self.sampler.for_writer(writer)) if writer else self


@dataclass(frozen=True, slots=True)
class StageSettings:
    """What the stages of all languages are made from; :class:`Pseudonymizer` explains the fields."""

    lexicon: Lexicon
    profile: Profile
    language: str
    """``sv``, ``en``, or ``auto``."""
    key: OpenedKey | None
    fuzzy: bool
    protect: str
    writer: str


class StagesByLanguage:
    """Chooses the stages for each text. Threads may share it."""

    def __init__(self, settings: StageSettings, seed: int | None) -> None:
        """Make the stages of the usual language.

        Args:
            seed: The seed of all samplers. None: with a key none, else one that is drawn here.
        """
        self._settings = settings
        self._seed = seed
        self._has_parts = True
        self._unseeded: StagesByLanguage | None = None
        """The stages that these differ from in their seed alone."""
        self._decides = settings.language == AUTO
        self._usual = LANGUAGES[0] if self._decides else settings.language
        self._made = {self._usual: self._make(self._usual)}
        self._seed = self.usual.sampler.seed  # a random seed is drawn once

    @property
    def usual(self) -> LanguageStages:
        """The stages of texts whose language is unclear."""
        return self._made[self._usual]

    @property
    def shared_detector(self) -> Detector | None:
        """The detector of all texts; None if the language of each decides."""
        return None if self._decides else self.usual.detector

    def with_seed(self, seed: int, has_parts: bool) -> "StagesByLanguage":
        """Return the same stages, whose samplers have this seed and no key."""
        other = copy(self)
        other._has_parts = has_parts
        other._seed = seed
        other._unseeded = self
        other._made = {self._usual: other._make(self._usual)}
        return other

    def choose(self, text: str) -> LanguageStages:
        """Return the stages for the language of a text. A second language is prepared when it is
        first needed."""
        if not self._decides:
            return self._made[self._usual]
        return self.get(choose_language(text, self._usual))

    def get(self, language: str) -> LanguageStages:
        """Return the stages of a language."""
        if language not in self._made:
            self._made[language] = self._make(language)
        return self._made[language]

    def _make(self, language: str) -> LanguageStages:
        if self._unseeded is not None:
            assert self._seed is not None
            stages = self._unseeded.get(language)
            return stages._replace(sampler=stages.sampler.with_seed(self._seed, self._has_parts))
        settings = self._settings
        lexicon, profile = settings.lexicon.base, settings.profile
        sampling: dict[str, Any] = profile.sampler_arguments
        return LanguageStages(
            language,
            Detector(lexicon, language, profile.finders, settings.fuzzy, profile.thresholds),
            make_finders(profile, language, settings.protect),
            Sampler(
                lexicon,
                self._seed,
                settings.key,
                language=language,
                writer=settings.writer,
                **sampling,
            ),
        )
