"""Label the tokens of a text as spans do, once for each annotator.

A token is a run of letters, digits and underscores, or one other character that is no white
space. It has the label of the span that covers most of it, of two the first; or none.
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
    "count_ratings",
    "fleiss_kappa",
    "krippendorff_alpha",
    "score_tokens",
]

NO_LABEL = ""
"""The category of tokens that no span covers."""
_TOKEN = re.compile(r"\w+|[^\w\s]")
Ratings = tuple[str | None, ...]
"""The labels that annotators gave one token, in their order; None where one has not seen it."""


def count_ratings(text: str, raters: Sequence[Sequence[ScoredSpan] | None]) -> Counter[Ratings]:
    """How many tokens of a text were labelled in which way."""
    spans = [span for rater in raters if rater for span in rater]
    tokens = list(_tokens_in(text, merge_intervals((one.start, one.end) for one in spans)))
    columns = [_label_tokens(tokens, rater) for rater in raters]
    found: Counter[Ratings] = Counter(zip(*columns, strict=True))
    blank: Ratings = tuple(None if rater is None else NO_LABEL for rater in raters)
    found[blank] += len(_TOKEN.findall(text)) - len(tokens)
    return +found


def _tokens_in(text: str, parts: Iterable[Interval]) -> Iterator[Interval]:
    """The tokens that merged intervals touch: only these are looked at one by one."""
    at = 0
    for start, end in parts:
        start = max(start, at)
        while (
            at < start < len(text)
            and _is_word_letter(text[start - 1])
            and _is_word_letter(text[start])
        ):
            start -= 1
        for token in _TOKEN.finditer(text, start):
            if token.start() >= end:
                break
            at = token.end()
            yield token.span()


def _is_word_letter(letter: str) -> bool:
    """Whether a character belongs to words, as ``\\w`` has it."""
    return letter.isalnum() or letter == "_"


def _label_tokens(
    tokens: Sequence[Interval], spans: Sequence[ScoredSpan] | None
) -> list[str | None]:
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


def score_tokens(found: Counter[Ratings]) -> dict[str, Score]:
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


# Agreement of annotators beyond chance: Fleiss' kappa and Krippendorff's alpha.
#
# Both look at tokens, each of which every annotator put into one category, a label or none.


def fleiss_kappa(ratings: Mapping[Ratings, int]) -> float | None:
    """(P - Pe) / (1 - Pe): agreement of pairs, less what chance gives.

    Pe comes from how often each category was given, by all annotators together. Tokens that
    somebody has not seen are left out. None where one category alone was given, or by one
    annotator alone: chance would explain everything.

    Two annotators, 10 tokens; both say city of 4, both none of 4, they differ on 2: P = 0.8,
    each category was given 10 times of 20, Pe = 0.5, kappa = 0.6.

    >>> fleiss_kappa({("city", "city"): 4, ("", ""): 4, ("city", ""): 1, ("", "city"): 1})
    0.6
    """
    tokens = 0
    agreed = Fraction(0)
    given: Counter[str] = Counter()
    for labels, times in ratings.items():
        seen = [label for label in labels if label is not None]
        if len(seen) < len(labels) or len(seen) < 2:
            continue
        counts = Counter(seen)
        pairs = len(seen) * (len(seen) - 1)
        agreed += Fraction(times * sum(n * (n - 1) for n in counts.values()), pairs)
        tokens += times
        for label, n in counts.items():
            given[label] += n * times
    if not tokens:
        return None
    chance = Fraction(sum(n * n for n in given.values()), given.total() ** 2)
    return None if chance == 1 else float((agreed / tokens - chance) / (1 - chance))


def krippendorff_alpha(ratings: Mapping[Ratings, int]) -> float | None:
    """1 - Do / De for categories without order: disagreement, as a share of what chance gives.

    Tokens that somebody has not seen count with the annotators who have, if two or more did.
    None where one category alone was given.

    The same 10 tokens: 4 of 20 values meet another one, Do = 0.2; by chance
    2 · 10 · 10 of 20 · 19 pairs differ, De = 0.526; alpha = 0.62.

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
