"""Label the tokens of a text as spans do, once for each annotator.

A token is a run of letters, digits and underscores, or one other character that is no white
space. It has the label of the span that covers most of it, of two the first; or none.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from tacknamn.evaluating.documents import Span
from tacknamn.evaluating.figures import Score
from tacknamn.evaluating.intervals import Interval, merged

__all__ = ["NO_LABEL", "Ratings", "patterns", "token_scores"]

NO_LABEL = ""
"""The category of tokens that no span covers."""
_TOKEN = re.compile(r"\w+|[^\w\s]")
Ratings = tuple[str | None, ...]
"""The labels that annotators gave one token, in their order; None where one has not seen it."""


def patterns(text: str, raters: Sequence[Sequence[Span] | None]) -> Counter[Ratings]:
    """How many tokens of a text were labelled in which way."""
    spans = [span for rater in raters if rater for span in rater]
    tokens = list(_touched(text, merged((one.start, one.end) for one in spans)))
    columns = [_labels(tokens, rater) for rater in raters]
    found: Counter[Ratings] = Counter(zip(*columns, strict=True))
    blank: Ratings = tuple(None if rater is None else NO_LABEL for rater in raters)
    found[blank] += len(_TOKEN.findall(text)) - len(tokens)
    return +found


def _touched(text: str, parts: Iterable[Interval]) -> Iterator[Interval]:
    """The tokens that merged intervals touch: only these are looked at one by one."""
    at = 0
    for start, end in parts:
        start = max(start, at)
        while at < start < len(text) and _inside(text[start - 1]) and _inside(text[start]):
            start -= 1
        for token in _TOKEN.finditer(text, start):
            if token.start() >= end:
                break
            at = token.end()
            yield token.span()


def _inside(letter: str) -> bool:
    """Whether a character belongs to words, as ``\\w`` has it."""
    return letter.isalnum() or letter == "_"


def _labels(tokens: Sequence[Interval], spans: Sequence[Span] | None) -> list[str | None]:
    if spans is None:
        return [None] * len(tokens)
    labels: list[str | None] = [NO_LABEL] * len(tokens)
    covered = [0] * len(tokens)
    ends = [end for _, end in tokens]
    for span in spans:
        for place in range(bisect_right(ends, span.start), len(tokens)):
            start, end = tokens[place]
            if start >= span.end:
                break
            part = min(end, span.end) - max(start, span.start)
            if part > covered[place]:
                labels[place], covered[place] = span.label, part
    return labels


def token_scores(found: Counter[Ratings]) -> dict[str, Score]:
    """Precision and recall over tokens, by label: the first annotator is gold, the second not."""
    right: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for (theirs, ours, *_), tokens in found.items():
        gold[theirs or NO_LABEL] += tokens
        predicted[ours or NO_LABEL] += tokens
        if theirs == ours:
            right[theirs or NO_LABEL] += tokens
    labels = sorted({*gold, *predicted} - {NO_LABEL})
    return {label: Score(right[label], predicted[label], gold[label]) for label in labels}
