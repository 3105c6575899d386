"""``/analyze``: what identifies people in texts, as results of Presidio."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from tacknamn.errors import InputError
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Detection
from tacknamn.service.engines import EngineOptions, Engines
from tacknamn.service.presidio.ad_hoc import make_matchers
from tacknamn.service.presidio.context_words import ContextWords
from tacknamn.service.presidio.expressions import DEFAULT_FLAGS, RegexClock, compile_expression
from tacknamn.service.presidio.found_entities import (
    FoundEntity,
    make_explanation,
    remove_duplicates,
)
from tacknamn.service.presidio.models import AnalyzerOptions
from tacknamn.taxonomy.entity_types import (
    find_entities,
    get_score,
    list_entity_types,
    list_unfound_types,
)
from tacknamn.text.languages import AUTO, LANGUAGES, choose_language

__all__ = ["RECOGNIZER", "TextAnalyzer", "check_language", "has_expressions", "list_types"]

RECOGNIZER = "TacknamnRecognizer"
"""The name of our recognizer, also in Presidio itself."""
_NO_RECOGNIZER = "No matching recognizers were found to serve the request."
"""Presidio's message for languages and types that it does not know."""
_ALLOW_LIST = "allow_list"
_EXACT, _REGEX = "exact", "regex"


def check_language(language: str | None) -> None:
    """Refuse a language that we do not read."""
    if language and language not in (*LANGUAGES, AUTO):
        raise InputError(f"{_NO_RECOGNIZER} Languages are {', '.join(LANGUAGES)} and {AUTO}.")


def has_expressions(options: AnalyzerOptions) -> bool:
    """Whether a request has expressions, which may take long."""
    is_regex = bool(options.allow_list) and options.allow_list_match == _REGEX
    return is_regex or bool(options.ad_hoc_recognizers)


def list_types(pseudonymizer: Pseudonymizer) -> list[str]:
    """List the types that are found: those of the taxonomy, of the profile, and of own lists."""
    labels = (*pseudonymizer.profile.policies, *pseudonymizer.lexicon.own_labels)
    return list(_list_types(labels))


@lru_cache
def _list_types(labels: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(list_entity_types(labels))


def _describe_unfound(types: set[str]) -> str:
    """Name the types of a request that nothing finds. Names that Presidio does not have are counted."""
    unfound = sorted(types.intersection(list_unfound_types()))
    unknown = len(types) - len(unfound)
    parts = [f"nothing here finds {', '.join(unfound)}"] if unfound else []
    if unknown:
        parts.append(f"unknown names: {unknown}; GET /supportedentities lists the known ones")
    return f"entities: {'; '.join(parts)}" if parts else ""


class TextAnalyzer:
    """Finds what one request asks for."""

    warning: str
    """Which of the types that are asked for nothing finds; empty if something finds each."""

    def __init__(self, engines: Engines, options: AnalyzerOptions) -> None:
        check_language(options.language)
        self._options = options
        self._pseudonymizer = engines.get(EngineOptions(options.profile, options.language or None))
        self._language = self._pseudonymizer.language
        wanted = options.entities or []
        self._matchers = make_matchers(options.ad_hoc_recognizers or (), self._language, wanted)
        self._own_types = frozenset(wanted).intersection(list_types(self._pseudonymizer))
        matched = (each.entity_type for each in self._matchers)
        self.warning = _describe_unfound({*wanted} - self._own_types - {*matched})
        if wanted and not self._own_types and not self._matchers:
            raise InputError(f"{_NO_RECOGNIZER} {self.warning}")
        self._takes_all = not wanted
        self._allowed = AllowList(options)
        self._clock = RegexClock()

    def analyze(self, texts: Sequence[str]) -> Iterator[list[FoundEntity]]:
        """Yield what is found in each text."""
        for text, detections in zip(texts, self._pseudonymizer.detect_many(texts), strict=True):
            found = [*self._convert(text, detections or ()), *self._match(text)]
            likely = remove_duplicates(each for each in found if self._is_likely(each))
            yield [each for each in likely if not self._allowed.has(text, each, self._clock)]

    def _convert(self, text: str, detections: Iterable[Detection]) -> Iterator[FoundEntity]:
        """Yield our entities of the types that are asked for. No word of the text is in them."""
        wanted = None if self._takes_all else self._own_types
        for each in find_entities(text, detections, wanted):
            score = get_score(each.best)
            explanation = make_explanation(RECOGNIZER, each.best.rule, score, each.reason)
            yield FoundEntity(each.start, each.end, each.entity_type, score, explanation)

    def _match(self, text: str) -> Iterator[FoundEntity]:
        if self._matchers:
            is_auto = self._language == AUTO
            language = choose_language(text, LANGUAGES[0]) if is_auto else self._language
            context = ContextWords(tuple(self._options.context or ()), language)
            for matcher in self._matchers:
                yield from matcher.find(text, context, self._clock)

    def _is_likely(self, found: FoundEntity) -> bool:
        options = self._options
        least = (options.score_thresholds or {}).get(found.entity_type, options.score_threshold)
        return least is None or found.score >= least


class AllowList:
    """What a request does not want to be reported."""

    def __init__(self, options: AnalyzerOptions) -> None:
        terms = options.allow_list or []
        kind = options.allow_list_match or _EXACT
        if kind not in (_EXACT, _REGEX):
            raise InputError("allow_list_match must either be set to 'exact' or 'regex'.")
        self._words = frozenset(terms if kind == _EXACT else ())
        expression = "|".join(filter(None, terms)) if kind == _REGEX else ""
        flags = DEFAULT_FLAGS if options.regex_flags is None else options.regex_flags
        self._expression: Any = (
            compile_expression(expression, flags, _ALLOW_LIST) if expression else None
        )

    def has(self, text: str, found: FoundEntity, clock: RegexClock) -> bool:
        """Whether a piece of a text is on the list."""
        piece = text[found.start : found.end]
        if self._expression is not None:
            return clock.is_match(self._expression, piece, _ALLOW_LIST)
        return piece in self._words
