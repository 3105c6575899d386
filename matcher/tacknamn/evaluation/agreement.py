"""Agreement of annotators beyond chance: Cohen's and Fleiss' kappa, and Krippendorff's alpha.

Both compare tokens, to each of which every annotator gave one category: a label, or none.

A token is a run of letters, digits and underscores, or one other character that is not white
space. Its label is that of the span that covers most of it; of two such spans, that of the first.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction

from tacknamn.evaluation.scores import Interval, Score, merge_intervals
from tacknamn.evaluation.span_lists import ScoredSpan

__all__ = [
    "NO_LABEL",
    "Ratings",
    "cohen_kappa",
    "count_ratings",
    "fleiss_kappa",
    "krippendorff_alpha",
    "score_tokens",
]

NO_LABEL = ""
"""The category of tokens that no span covers."""
_TOKEN = re.compile(r"\w+|[^\w\s]")
Ratings = tuple[str | None, ...]
"""The labels that the annotators gave to one token, in the order of the annotators. None: this
annotator has not seen the token."""


def count_ratings(text: str, raters: Sequence[Sequence[ScoredSpan] | None]) -> Counter[Ratings]:
    """Count how many tokens of a text got which ratings."""
    spans = [span for rater in raters if rater for span in rater]
    covered = merge_intervals((span.start, span.end) for span in spans)
    tokens = list(_tokens_in(text, covered))
    columns = [_label_tokens(tokens, rater) for rater in raters]
    counts: Counter[Ratings] = Counter(zip(*columns, strict=True))
    # All other tokens have no label; they are only counted.
    unlabelled: Ratings = tuple(None if rater is None else NO_LABEL for rater in raters)
    counts[unlabelled] += len(_TOKEN.findall(text)) - len(tokens)
    return +counts


def _tokens_in(text: str, intervals: Iterable[Interval]) -> Iterator[Interval]:
    """The tokens that merged intervals touch."""
    at = 0
    for start, end in intervals:
        start = max(start, at)
        # Go back to the beginning of the word in which the interval begins.
        while at < start < len(text) and _is_in_word(text, start):
            start -= 1
        for token in _TOKEN.finditer(text, start):
            if token.start() >= end:
                break
            at = token.end()
            yield token.span()


def _is_in_word(text: str, offset: int) -> bool:
    """Whether the characters on both sides of an offset match ``\\w``."""
    return all(letter.isalnum() or letter == "_" for letter in text[offset - 1 : offset + 1])


def _label_tokens(
    tokens: Sequence[Interval], spans: Sequence[ScoredSpan] | None
) -> list[str | None]:
    if spans is None:
        return [None] * len(tokens)
    labels: list[str | None] = [NO_LABEL] * len(tokens)
    covered = [0] * len(tokens)
    ends = [end for _, end in tokens]
    for span in spans:
        for at in range(bisect_right(ends, span.start), len(tokens)):
            start, end = tokens[at]
            if start >= span.end:
                break
            common = min(end, span.end) - max(start, span.start)
            if common > covered[at]:
                labels[at], covered[at] = span.label, common
    return labels


def score_tokens(counts: Counter[Ratings]) -> dict[str, Score]:
    """Score tokens by label: the first annotator is gold, the second the prediction."""
    right: Counter[str] = Counter()
    predicted: Counter[str] = Counter()
    gold: Counter[str] = Counter()
    for (theirs, ours, *_), tokens in counts.items():
        gold[theirs or NO_LABEL] += tokens
        predicted[ours or NO_LABEL] += tokens
        if theirs == ours:
            right[theirs or NO_LABEL] += tokens
    labels = sorted({*gold, *predicted} - {NO_LABEL})
    return {label: Score(right[label], predicted[label], gold[label]) for label in labels}


def fleiss_kappa(ratings: Mapping[Ratings, int]) -> float | None:
    """Fleiss' kappa, (P - Pe) / (1 - Pe): agreement of pairs, corrected for chance.

    Pe follows from how often each category was given by all annotators together. Tokens that an
    annotator has not seen are left out. None if only one category was given, or if there is only
    one annotator: chance would explain everything.

    Two annotators, 10 tokens: both say city for 4, both none for 4, they differ for 2. P = 0.8,
    each category was given 10 times out of 20, Pe = 0.5, kappa = 0.6.

    >>> fleiss_kappa({("city", "city"): 4, ("", ""): 4, ("city", ""): 1, ("", "city"): 1})
    0.6
    """
    tokens = 0
    agreed = Fraction(0)
    given: Counter[str] = Counter()
    for labels, times in ratings.items():
        known = [label for label in labels if label is not None]
        if len(known) < len(labels) or len(known) < 2:
            continue
        counts = Counter(known)
        pairs = len(known) * (len(known) - 1)
        agreed += Fraction(times * sum(n * (n - 1) for n in counts.values()), pairs)
        tokens += times
        for label, n in counts.items():
            given[label] += n * times
    if not tokens:
        return None
    chance = Fraction(sum(n * n for n in given.values()), given.total() ** 2)
    return None if chance == 1 else float((agreed / tokens - chance) / (1 - chance))


def cohen_kappa(ratings: Mapping[Ratings, int]) -> float | None:
    """Cohen's kappa of two annotators, (P - Pe) / (1 - Pe): each has habits of their own.

    Pe follows from how often each of the two gave each category, while Fleiss' kappa takes both
    together. None if there are no tokens, or if both gave one and the same category alone.

    The 10 tokens of :func:`fleiss_kappa`, but the first says city for all 6 that either does:
    P = 0.8, Pe = 0.6 · 0.4 + 0.4 · 0.6 = 0.48, kappa = 0.62.

    >>> round(cohen_kappa({("city", "city"): 4, ("", ""): 4, ("city", ""): 2}), 2)
    0.62
    """
    first: Counter[str] = Counter()
    second: Counter[str] = Counter()
    agreed = 0
    for (ours, theirs), times in ratings.items():
        if ours is None or theirs is None:
            continue
        first[ours] += times
        second[theirs] += times
        agreed += times if ours == theirs else 0
    tokens = first.total()
    if not tokens:
        return None
    chance = Fraction(sum(n * second[label] for label, n in first.items()), tokens**2)
    return None if chance == 1 else float((Fraction(agreed, tokens) - chance) / (1 - chance))


def krippendorff_alpha(ratings: Mapping[Ratings, int]) -> float | None:
    """Krippendorff's alpha, 1 - Do / De, for unordered categories.

    It compares the observed disagreement Do with the disagreement De that chance would give. A
    token that an annotator has not seen counts for the others, if there are at least two. None if
    only one category was given.

    The same 10 tokens: 4 of 20 values meet a different one, Do = 0.2; by chance 2 · 10 · 10 of
    20 · 19 pairs differ, De = 0.526; alpha = 0.62.

    >>> krippendorff_alpha({("city", "city"): 4, ("", ""): 4, ("city", ""): 1, ("", "city"): 1})
    0.62
    """
    differing = Fraction(0)
    given: Counter[str] = Counter()
    for labels, times in ratings.items():
        counts = Counter(label for label in labels if label is not None)
        values = counts.total()
        if values < 2:
            continue
        unlike = values * values - sum(n * n for n in counts.values())
        differing += Fraction(times * unlike, values - 1)
        for label, n in counts.items():
            given[label] += n * times
    values = given.total()
    expected = values * values - sum(n * n for n in given.values())
    return None if not expected else float(1 - (values - 1) * differing / expected)
