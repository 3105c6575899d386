"""Find the forms of the lists that a word may be a misspelling of, for queries of a service."""

from collections.abc import Iterator
from typing import NamedTuple
from unicodedata import combining, normalize

from tacknamn.lexicon.bundle import BundleGuard
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.lexicon.near_costs import PLAIN
from tacknamn.lexicon.near_index import COST_WEIGHT
from tacknamn.lexicon.near_table import LONGEST, SHORTEST
from tacknamn.lexicon.records import Candidate
from tacknamn.lexicon.word_lists import fold_form

__all__ = ["SimilarForm", "find_similar_forms"]

_MOST = 8
"""Similar forms of a word: more would hide the likely ones."""
_LETTERS_FOR_TWO = 6
"""Letters from which on a word may have two edits. In a running text it takes more, but here a person
chooses."""
_CLEARLY_MORE = 24
"""Difference of weights (8 x log2 of the mentions) from which on a similar form is worth a look, although
the word itself is in the lists: it is mentioned eight times as often."""


class SimilarForm(NamedTuple):
    """A form that differs from a word by an edit or two."""

    candidates: list[Candidate]
    edits: int
    similarity: float
    """1 for the word itself, less for each edit; frequent misspellings count less."""
    list_number: int
    """Which list has it: forms of one list come in the order of their likelihood."""


def find_similar_forms(lexicon: Lexicon, word: str, is_known: bool) -> Iterator[SimilarForm]:
    """Yield forms near a word, the likeliest first.

    Args:
        is_known: Whether the word is in the lists. Then only forms that are mentioned much more often
            are found: Stockholm for Stokholm, which is a village.
    """
    folded = fold_form(word)
    if not SHORTEST <= len(folded) <= LONGEST:
        return
    lists = (lexicon,) if lexicon.own is None else (lexicon.own, lexicon)
    for number, each in enumerate(lists):
        for form, edits, cost in _find_in(each, folded, is_known):
            similarity = 1 - cost / (PLAIN * max(len(folded), len(form)))
            yield SimilarForm(lexicon.lookup(form), edits, similarity, number)


def _find_in(lexicon: Lexicon, word: str, is_known: bool) -> list[tuple[str, int, int]]:
    """Return the similar forms of one list with their edits and costs."""
    index = lexicon.near_index
    near = index.find(word, 1 if is_known or len(word) < _LETTERS_FOR_TWO else 2)
    with BundleGuard(lexicon.bundle.folder):
        weights = lexicon.bundle.section("forms").column("weight")
        itself = [weights[form.entry] for form in near if not form.edits]
        least = itself[0] + _CLEARLY_MORE if itself and is_known else 0
        near = [form for form in near if form.edits and weights[form.entry] >= least]
        near.sort(key=lambda form: form.cost * COST_WEIGHT - weights[form.entry])
        forms = [(lexicon.read_form(form.entry), form) for form in near[: 2 * _MOST]]
        # Who writes a word without any mark leaves out those of å, ä and ö as a habit. So Goteborg and
        # Göteborg are equally near to Gotebrg, and the one that is mentioned more is meant.
        key = _strip_marks if word.isascii() else str
        costs: dict[str, int] = {}
        for text, form in forms:
            costs[key(text)] = min(form.cost, costs.get(key(text), form.cost))
        forms.sort(key=lambda each: costs[key(each[0])] * COST_WEIGHT - weights[each[1].entry])
    return [(text, form.edits, costs[key(text)]) for text, form in forms[:_MOST]]


def _strip_marks(form: str) -> str:
    """Return a form without the marks of its letters.

    >>> _strip_marks("göteborg")
    'goteborg'
    """
    return "".join(letter for letter in normalize("NFD", form) if not combining(letter))
