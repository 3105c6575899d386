"""Which name of a text another one is, misspelt: Stockhuml is Stockholm."""

from collections.abc import Iterable

__all__ = ["nearest"]

SHORTEST = 4
"""Letters of a name whose misspellings can be told from other names."""
LONG = 7
"""Letters from which two of them may differ."""


def nearest(form: str, others: Iterable[str]) -> tuple[str, int] | None:
    """The folded name that a folded form is nearest to, and by how many edits they differ.

    Both begin with the same letter: first letters are rarely wrong.

    >>> nearest("stockhuml", ["lund", "stockholm"])
    ('stockholm', 2)
    """
    most = 0 if len(form) < SHORTEST else 1 if len(form) < LONG else 2
    best = None
    for other in others:
        if other[:1] == form[:1] and other != form and abs(len(other) - len(form)) <= most:
            edits = _edits(form, other, most)
            if edits <= most:
                best, most = (other, edits), edits - 1
    return best


def _edits(one: str, other: str, most: int) -> int:
    from rapidfuzz.distance import OSA  # here, for most texts have no name that lists lack

    return int(OSA.distance(one, other, score_cutoff=most))
