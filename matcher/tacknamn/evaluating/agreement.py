"""Agreement of annotators beyond chance: Fleiss' kappa and Krippendorff's alpha.

Both look at tokens, each of which every annotator put into one category, a label or none.
"""

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction

from tacknamn.evaluating.tokens import Ratings

__all__ = ["fleiss_kappa", "krippendorff_alpha"]


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
