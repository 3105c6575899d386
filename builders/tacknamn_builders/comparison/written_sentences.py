"""Join tokens to text with normal spacing: no space before a comma, none after an opening bracket.

Hyphens and dashes keep their spaces, because the tokens do not show whether there were any.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tacknamn_builders.comparison.tagged_sentences import TaggedToken

__all__ = ["EXPECTED_TAG", "WrittenSentence", "write_sentence"]

EXPECTED_TAG = "[Name]"
"""The masking tool's replacement for a name."""
PERSON_LABEL = "PER"
_NO_SPACE_BEFORE = frozenset([*",.;:!?)]}%…’”»", "...", "''"])
"""Signs without a space before them."""
_NO_SPACE_AFTER = frozenset([*"([{$£€¿¡“„«", "``"])
"""Signs without a space after them."""
_CLITICS = frozenset(("s", "re", "ve", "ll", "d", "m", "t"))
"""Letters that follow an apostrophe without a space before it; n't as well."""
_QUOTES = frozenset("\"'")
"""Signs that both open and close a quotation: the first one opens."""
_SIBILANTS = ("s", "x", "z")
"""Letters after which an apostrophe is a genitive, unless a quotation is open: Hans' aunt."""


@dataclass(frozen=True, slots=True)
class WrittenSentence:
    """A sentence and its names."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    """Start, end and label of each name, from left to right."""

    @property
    def expected(self) -> str:
        """The text with a tag instead of every name of a person."""
        parts, at = [], 0
        for start, end, label in self.spans:
            if label == PERSON_LABEL:
                parts += [self.text[at:start], EXPECTED_TAG]
                at = end
        return "".join([*parts, self.text[at:]])


def write_sentence(tokens: Iterable[TaggedToken], spaced: bool = False) -> WrittenSentence:
    """Join tokens; ``spaced`` puts a space between any two, as the masking tool does."""
    text = ""
    spans: list[tuple[int, int, str]] = []
    spacing = _SpacingRules()
    for token in tokens:
        has_space = spacing.has_space_before(token.text, text)
        if text and (spaced or has_space):
            text += " "
        start, text = len(text), text + token.text
        if token.begins:
            spans.append((start, len(text), token.label))
        elif token.label:
            spans[-1] = (spans[-1][0], len(text), token.label)
    return WrittenSentence(text, tuple(spans))


class _SpacingRules:
    """Decides for each token, from left to right, whether a space precedes it."""

    def __init__(self) -> None:
        self._open: set[str] = set()
        self._holds = True  # whether the last token has no space after it; true at the beginning

    def has_space_before(self, token: str, text: str) -> bool:
        """Whether there is a space between the text so far and the next token."""
        held, self._holds = self._holds, token in _NO_SPACE_AFTER
        if token in _QUOTES and not self._is_genitive(token, text):
            self._open ^= {token}
            self._holds = token in self._open
            return self._holds and not held
        return not (held or token in _NO_SPACE_BEFORE or token in _QUOTES or _is_clitic(token))

    def _is_genitive(self, token: str, text: str) -> bool:
        return token == "'" and token not in self._open and text.endswith(_SIBILANTS)


def _is_clitic(token: str) -> bool:
    plain = token.lower().replace("’", "'")
    return plain == "n't" or (plain[0] == "'" and plain[1:] in _CLITICS)
