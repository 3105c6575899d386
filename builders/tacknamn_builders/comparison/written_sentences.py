"""Write tokens as people write sentences: no blank before a comma, none behind a bracket.

Hyphens and dashes keep their blanks: the tokens do not tell which of them had any.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from tacknamn_builders.comparison.tagged_sentences import TaggedToken

__all__ = ["EXPECTED_TAG", "WrittenSentence", "write_sentence"]

EXPECTED_TAG = "[Name]"
"""What the seed expects in place of a name."""
PERSON_LABEL = "PER"
_NO_SPACE_BEFORE = frozenset([*",.;:!?)]}%…’”»", "...", "''"])
"""Signs that stand at the word before them."""
_NO_SPACE_AFTER = frozenset([*"([{$£€¿¡“„«", "``"])
"""Signs that stand at the word behind them."""
_CLITICS = frozenset(("s", "re", "ve", "ll", "d", "m", "t"))
"""What stands behind an apostrophe, at the word before it; and n't."""
_QUOTES = frozenset("\"'")
"""Signs that open and close alike: the first opens."""
_SIBILANTS = ("s", "x", "z")
"""Letters behind which an apostrophe is a genitive, unless a quotation is open: Hans' aunt."""


@dataclass(frozen=True, slots=True)
class WrittenSentence:
    """A sentence, and the names in it."""

    text: str
    spans: tuple[tuple[int, int, str], ...]
    """Start, end and label, from left to right."""

    @property
    def expected(self) -> str:
        """The text with a tag for every name of a person."""
        parts, at = [], 0
        for start, end, label in self.spans:
            if label == PERSON_LABEL:
                parts += [self.text[at:start], EXPECTED_TAG]
                at = end
        return "".join([*parts, self.text[at:]])


def write_sentence(tokens: Iterable[TaggedToken], spaced: bool = False) -> WrittenSentence:
    """A sentence of tokens; ``spaced`` leaves a blank between any two, as the seed does."""
    text = ""
    spans: list[tuple[int, int, str]] = []
    glue = _SpacingRules()
    for token in tokens:
        has_blank = glue.has_blank_before(token.text, text)
        if text and (spaced or has_blank):
            text += " "
        start, text = len(text), text + token.text
        if token.begins:
            spans.append((start, len(text), token.label))
        elif token.label:
            spans[-1] = (spans[-1][0], len(text), token.label)
    return WrittenSentence(text, tuple(spans))


class _SpacingRules:
    """Knows which tokens stand together; is asked for each, from left to right."""

    def __init__(self) -> None:
        self._open: set[str] = set()
        self._holds = True  # whether what came last takes no blank behind it; nothing takes none

    def has_blank_before(self, token: str, text: str) -> bool:
        """Whether a blank stands between the text so far and the next token."""
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
