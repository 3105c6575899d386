"""What works on documents with the settings of the page: detection, forms, suspects."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Candidate
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.profile import Profile
from tacknamn.records import Detection
from tacknamn.risk.leftovers import LeftoverFinder
from tacknamn.service.engines import EngineOptions, Engines, MatcherOptions
from tacknamn.service.review.forms import FormMaker
from tacknamn.service.settings import ServiceSettings
from tacknamn.text.languages import AUTO, LANGUAGES, choose_language

__all__ = ["ReviewChoices", "ReviewTools", "ToolBox"]


@dataclass(frozen=True, slots=True)
class ReviewChoices:
    """The settings that the page can change. They hold for documents without a saved version."""

    profile: str = ""
    """Empty: that of the service."""
    language: str = ""
    policies: tuple[tuple[str, str], ...] = ()
    thresholds: tuple[tuple[str, float], ...] = ()
    has_key: bool = False

    @property
    def options(self) -> EngineOptions:
        """The settings of the pseudonymizer."""
        return EngineOptions(
            self.profile or None,
            self.language or None,
            self.policies,
            self.thresholds,
            keyed=self.has_key,
        )


@dataclass(frozen=True, eq=False)
class ReviewTools:
    """Everything for some settings."""

    choices: ReviewChoices
    pseudonymizer: Pseudonymizer
    everything: Pseudonymizer
    """Detects without thresholds."""
    leftovers: LeftoverFinder
    forms: FormMaker

    @property
    def profile(self) -> Profile:
        """The profile with the changes of the page."""
        return self.pseudonymizer.profile

    @property
    def own_labels(self) -> frozenset[str]:
        """Labels beyond the taxonomy that a span may have."""
        return self.profile.own_labels | frozenset(self.profile.policies)

    def list_candidates(
        self, text: str, place: tuple[int, int], found: Detection | None
    ) -> list[Candidate]:
        """Return what the lists say of a piece, the likeliest first."""
        lexicon = self.pseudonymizer.lexicon
        if found is not None and found.entry >= 0:
            return lexicon.candidates(found.entry)
        base = "" if found is None else found.base
        return lexicon.lookup(text[place[0] : place[1]]) or (lexicon.lookup(base) if base else [])

    def choose_language(self, text: str) -> str:
        """Return the language of a text."""
        language = self.pseudonymizer.language
        return choose_language(text, LANGUAGES[0]) if language == AUTO else language


class ToolBox:
    """Makes the tools for settings, and keeps those of the latest."""

    def __init__(self, settings: ServiceSettings) -> None:
        self._settings = settings
        self.choices = ReviewChoices(has_key=settings.key_file is not None)
        self._make = lru_cache(maxsize=2)(self._make_tools)

    def get(self, engines: Engines) -> ReviewTools:
        """Return the tools for the settings of now."""
        return self._make(engines, self.choices)

    def _make_tools(self, engines: Engines, choices: ReviewChoices) -> ReviewTools:
        secret = self._settings.seed  # all texts of the page are one run
        pseudonymizer = engines.get(choices.options, secret)
        thresholds = {label: 0.0 for label in pseudonymizer.profile.thresholds}
        everything = engines.get(
            choices.options._replace(thresholds=tuple(sorted(thresholds.items()))), secret
        )
        matcher = engines.get_matcher(MatcherOptions(fuzzy=True))
        return ReviewTools(
            choices,
            pseudonymizer,
            everything,
            LeftoverFinder(matcher),
            FormMaker(engines.lexicon),
        )

    @property
    def own_profile(self) -> str:
        """The name of the service's own profile: of a file, without its folder."""
        return Path(self._settings.profile).stem

    @property
    def keys(self) -> list[str]:
        """The names of the keys that the page can choose."""
        key = self._settings.key_file
        return [] if key is None else [key.name]

    def change(
        self,
        engines: Engines,
        profile: str | None,
        language: str | None,
        policies: Mapping[str, str] | None,
        thresholds: Mapping[str, float] | None,
        key: str | None,
    ) -> None:
        """Change settings; None leaves one as it is. Nothing is changed if one of them is wrong."""
        changed = self.choices
        if profile is not None:
            changed = replace(changed, profile="" if profile == self.own_profile else profile)
        if language is not None:
            changed = replace(changed, language=language)
        if policies is not None:
            given = {label: policy for label, policy in policies.items() if policy}
            changed = replace(changed, policies=tuple(sorted(given.items())))
        if thresholds is not None:
            changed = replace(changed, thresholds=tuple(sorted(thresholds.items())))
        if key is not None:
            if key and key not in self.keys:
                raise InputError("there is no such key; start the service with --key-file FILE")
            changed = replace(changed, has_key=bool(key))
        self._make(engines, changed)
        self.choices = changed
