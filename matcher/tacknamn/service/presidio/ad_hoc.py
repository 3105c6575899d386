"""Recognizers that a request brings along: lists of words, and expressions, with context words.

Deny lists are searched as Presidio's ``PatternRecognizer`` does: of words that begin at the same place, the
one that the list has first is found.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from tacknamn.errors import InputError
from tacknamn.service.presidio.context_words import ContextWords, improve_score
from tacknamn.service.presidio.expressions import RegexClock, compile_expression, escape_word
from tacknamn.service.presidio.found_entities import FoundEntity, explain_match, remove_duplicates
from tacknamn.service.presidio.models import AdHocRecognizer
from tacknamn.text.languages import AUTO

__all__ = ["AdHocMatcher", "make_matchers"]

_DENY_LIST = "deny_list"
_MOST_TERMS = 5_000
"""Words in the deny lists of a request. To compile so many takes a second."""
_PLACE = "ad_hoc_recognizers"


class _NamedExpression(NamedTuple):
    """An expression of a recognizer."""

    name: str
    written: str
    compiled: Any
    score: float


class AdHocMatcher:
    """Finds what one recognizer of a request describes."""

    def __init__(self, recognizer: AdHocRecognizer) -> None:
        if not recognizer.patterns and not recognizer.deny_list:
            raise InputError(f"{_PLACE}: a recognizer needs patterns or a deny_list")
        self.entity_type = recognizer.entity_type
        self._recognizer = recognizer
        self._expressions = [
            _NamedExpression(name, written, self._compile(written), score)
            for name, written, score in _list_expressions(recognizer)
        ]

    def _compile(self, written: str) -> Any:
        return compile_expression(written, self._recognizer.global_regex_flags, _PLACE)

    def find(self, text: str, context: ContextWords, clock: RegexClock) -> list[FoundEntity]:
        """Find pieces of a text."""
        found = remove_duplicates(self._find_all(text, clock))
        own = self._recognizer.context
        return [_improve(text, each, own, context) for each in found] if own else found

    def _find_all(self, text: str, clock: RegexClock) -> Iterator[FoundEntity]:
        recognizer = self._recognizer
        for expression in self._expressions:
            explanation = explain_match(
                recognizer.name,
                expression.name,
                expression.written,
                expression.score,
                recognizer.global_regex_flags,
            )
            for start, end in clock.find_all(expression.compiled, text, _PLACE):
                if start < end and expression.score > 0:
                    yield FoundEntity(start, end, self.entity_type, expression.score, explanation)


def _improve(
    text: str, found: FoundEntity, own: Sequence[str], context: ContextWords
) -> FoundEntity:
    """Raise the score of a match if a context word is near."""
    word = context.find(text, found.start, own)
    if not word:
        return found
    score = improve_score(found.score)
    explanation = {
        **found.explanation,
        "score": score,
        "score_context_improvement": score - found.score,
        "supportive_context_word": word,
    }
    return found._replace(score=score, explanation=explanation)


def make_matchers(
    recognizers: Iterable[AdHocRecognizer], language: str, wanted: Sequence[str]
) -> list[AdHocMatcher]:
    """Compile the recognizers that a request needs for texts of a language.

    Args:
        wanted: The types that are asked for; all if there are none.
    """
    chosen = [
        each
        for each in recognizers
        if language == AUTO or each.supported_language in (None, language)
    ]
    if sum(len(each.deny_list or ()) for each in chosen) > _MOST_TERMS:
        raise InputError(
            f"{_PLACE}: the deny lists have more than {_MOST_TERMS:,} words; start the service with "
            "--extra FILE for a long list"
        )
    matchers = [AdHocMatcher(each) for each in chosen]
    return [each for each in matchers if not wanted or each.entity_type in wanted]


def _list_expressions(recognizer: AdHocRecognizer) -> Iterator[tuple[str, str, float]]:
    """Yield name, expression and score of each pattern, and of the deny list."""
    for pattern in recognizer.patterns or ():
        yield pattern.name, pattern.regex, pattern.score
    if recognizer.deny_list:
        yield _DENY_LIST, _write_deny_list(recognizer.deny_list), recognizer.deny_list_score


def _write_deny_list(words: Iterable[str]) -> str:
    """Write the expression that Presidio uses for a list of words."""
    return r"(?:^|(?<=\W))(" + "|".join(map(escape_word, words)) + r")(?:(?=\W)|$)"
