"""List the misspellings of month names that are one edit away: janyari, setpember.

Only long names have them: too many words are one edit away from the short ones (mars, maj, juni).
Similar names (Augusta, Januaria) and genitives are excluded in ``word_groups.tsv``. No other word
of SALDO or of the Hunspell dictionary is among the misspellings. They still count only after a
word for time or next to a day
(:func:`tacknamn.detection.patterns.months.find_misspelt_months`).
"""

from functools import lru_cache

from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.support.tables import read_table

__all__ = ["list_misspelling_pieces", "list_misspellings"]

_LETTERS = "abcdefghijklmnopqrstuvwxyzåäö"
_NAMES = ("januari", "februari", "augusti", "september", "oktober", "november", "december")
_HALF = 4
"""Letters of the beginning and of the end of a name. One edit seldom changes both."""


@lru_cache(maxsize=1)
def list_misspellings() -> frozenset[str]:
    """List the words with one letter left out, added or changed, or with two letters swapped."""
    known = {word for _, _, words in read_table(__file__, "months.tsv") for word in words.split()}
    near = {word for name in _NAMES for word in _make_single_edits(name)}
    return frozenset(near - known - get_word_group("no_month"))


def list_misspelling_pieces() -> list[str]:
    """List literals such that every misspelling contains at least one: the halves of the names,
    and the whole word where both halves changed. These are a few hundred; all misspellings are
    thousands and would slow the automaton down."""
    halves = {half for name in _NAMES for half in (name[:_HALF], name[-_HALF:])}
    changed_twice = {
        word for word in list_misspellings() if not any(half in word for half in halves)
    }
    return sorted(halves | changed_twice)


def _make_single_edits(name: str) -> set[str]:
    halves = [(name[:offset], name[offset:]) for offset in range(len(name) + 1)]
    short = {left + right[1:] for left, right in halves if right}
    long = {left + letter + right for left, right in halves for letter in _LETTERS}
    changed = {left + letter + right[1:] for left, right in halves if right for letter in _LETTERS}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    return short | long | changed | swapped
