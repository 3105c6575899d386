"""Make the misspellings of month words that are one letter away: janyari, setpember.

Only the long names have them: of the short ones (mars, maj, juni) too many words are one letter
away. Names that are near (Augusta, Januaria) and the genitives stand in ``word_groups.tsv`` and are left
out; no other word of SALDO or of the dictionary of Hunspell is among them. All the same they
count only behind a word for time or beside a day (:func:`tacknamn.detection.patterns.months.find_misspelt_months`).
"""

from functools import lru_cache

from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.support.tables import read_table

__all__ = ["list_misspelling_pieces", "list_misspellings"]

_LETTERS = "abcdefghijklmnopqrstuvwxyzåäö"
_NAMES = ("januari", "februari", "augusti", "september", "oktober", "november", "december")
_HALF = 4
"""Letters of a name's beginning and of its end: one mistake seldom hurts both."""


@lru_cache(maxsize=1)
def list_misspellings() -> frozenset[str]:
    """The words with one letter left out, doubled or added, changed, or two that changed places."""
    known = {word for _, _, words in read_table(__file__, "months.tsv") for word in words.split()}
    near = {word for name in _NAMES for word in _make_single_edits(name)}
    return frozenset(near - known - get_word_group("no_month"))


def list_misspelling_pieces() -> list[str]:
    """Literals of which every misspelling holds one: the halves of the names, and the whole word
    where both are hurt. A few hundred, for thousands would slow the automaton down."""
    halves = {half for name in _NAMES for half in (name[:_HALF], name[-_HALF:])}
    hurt = {word for word in list_misspellings() if not any(half in word for half in halves)}
    return sorted(halves | hurt)


def _make_single_edits(name: str) -> set[str]:
    halves = [(name[:place], name[place:]) for place in range(len(name) + 1)]
    short = {left + right[1:] for left, right in halves if right}
    long = {left + letter + right for left, right in halves for letter in _LETTERS}
    changed = {left + letter + right[1:] for left, right in halves if right for letter in _LETTERS}
    swapped = {left + right[1] + right[0] + right[2:] for left, right in halves if len(right) > 1}
    return short | long | changed | swapped
