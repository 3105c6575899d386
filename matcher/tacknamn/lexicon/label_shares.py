"""Which labels a form has often enough to be found as them.

Lists of towns have an Anna, but hardly any Anna in a text is a town. A matcher that is asked for
towns needs this decision for every form, so a bundle has it for the usual threshold.
"""

from array import array
from collections.abc import Sequence

from tacknamn.lexicon.label_codes import make_label_bit

__all__ = ["LIKELY", "find_likely_labels"]

LIKELY = 0.05
"""The least probability of a label that a matcher is asked for, unless the caller chooses another.
See docs/matching.md for what other thresholds find."""

_BITS = tuple(map(make_label_bit, range(256)))


def find_likely_labels(
    first: Sequence[int],
    labels: Sequence[int],
    mentions: Sequence[float],
    ordinary: Sequence[float],
    least: float,
) -> "array[int]":
    """Return bits for each form: bit n is set if the n-th label has at least this probability.

    ``first`` has the first entry of each form, and then the number of entries; ``labels`` and
    ``mentions`` are columns of the entries, ``ordinary`` is one of the forms. A form that is
    expected nowhere keeps all its labels."""
    found = array("I", bytes(4 * (len(first) - 1)))
    for form, uses in enumerate(ordinary):
        begin, end = first[form], first[form + 1]
        if end - begin == 1:  # most forms: much faster
            mentioned = mentions[begin]
            if mentioned >= least * (mentioned + uses):
                found[form] = _BITS[labels[begin]]
            continue
        total = sum(mentions[begin:end]) + uses
        for label in set(labels[begin:end]):
            rows = range(begin, end)
            if sum(mentions[row] for row in rows if labels[row] == label) >= least * total:
                found[form] |= _BITS[label]
    return found
