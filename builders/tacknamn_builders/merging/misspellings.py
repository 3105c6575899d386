"""Estimate how often a word is written where a frequent word was meant: *gora* for *göra*.

Lists of names contain many of these misspellings: *Gora* is a surname and a village, *Bode* a
surname with five bearers. Learners of Swedish misspell one word in twenty, so in their texts such a
form is a misspelling far more often than the name. The estimate is in the currency of the ranking,
mentions per billion words: the frequency of each word that may be meant, multiplied by the rate at
which it is misspelt like this.

``misspellings.tsv`` has the errors that learners make for a reason, as rewritings of the right word;
``^`` and ``$`` are its beginning and end. The rates below are those of all other errors. They were
fitted to 527 misspellings of learners, divided by how often the words of ordinary text give an
opportunity for each error.

>>> misspelt = dict(list_misspellings("sådan", 1e-3))
>>> misspelt["sadan"], misspelt["såddan"], "sådax" in misspelt
(0.015, 0.002, False)
"""

from collections.abc import Collection, Iterable, Iterator
from functools import cache

from tacknamn.support.tables import read_table

__all__ = ["LEAST_USES", "estimate_misspellings", "list_misspellings"]

LEAST_USES = 3.0
"""The least estimate that is kept, in mentions per billion words."""
SHORTEST = 3
"""Letters of a word whose misspellings are estimated."""
LONGEST = 20
"""Letters of the longest such word; longer ones are rare."""
DOUBLED, DOUBLED_VOWEL, SINGLE = 0.002, 0.0005, 0.015
"""The rates of a letter written double, and of a double letter written once."""
SWAPPED = 0.00025
"""The rate of two neighbours swapped."""
DROPPED_VOWEL, DROPPED_IN_CLUSTER, DROPPED, DROPPED_FIRST = 0.0008, 0.0015, 0.0005, 0.0001
"""The rates of a letter left out: a vowel, a consonant next to another one, any other consonant, the
first letter of a word."""
OTHER_VOWEL, OTHER_CONSONANT = 0.0003, 0.00003
"""The rates of one letter for another of its kind."""
INSERTED = 0.000015
"""The rate of any letter inserted."""
WITHOUT_DOTS = 0.01
"""The rate of a word with several of å, ä, ö written without any of them."""
TOGETHER = 3.0
"""How much more often two errors occur together than each by itself would let expect."""
WRITTEN_APART = {"jätte": 500_000.0, "super": 100_000.0, "skit": 60_000.0, "kanon": 30_000.0}
"""Uses per billion words of first parts of compounds (*jättebra*). Ordinary text seldom has them alone,
but learners write them apart."""
LIKELY = 0.004
"""The rate from which an error is expected in a word without dots, too."""
_VOWELS = "aeiouyåäö"
_CONSONANTS = "bcdfghjklmnprstvxz"
_LETTERS = _VOWELS + _CONSONANTS
_DOTLESS = str.maketrans("åäö", "aao")


def estimate_misspellings(
    words: Iterable[tuple[str, float]], wanted: Collection[str]
) -> dict[str, float]:
    """Estimate for each of the ``wanted`` forms how often it is a misspelling of one of the words,
    which are given with their uses per billion words. Forms with few such uses are left out."""
    estimates: dict[str, float] = {}
    for word, uses in words:
        if not SHORTEST <= len(word) <= LONGEST:
            continue
        uses = max(uses, WRITTEN_APART.get(word, 0.0))
        best: dict[str, float] = {}
        for form, rate in list_misspellings(word, LEAST_USES / uses):
            if form in wanted and rate > best.get(form, 0.0):
                best[form] = rate
        for form, rate in best.items():
            estimates[form] = estimates.get(form, 0.0) + uses * rate
    return estimates


def list_misspellings(word: str, least: float) -> Iterator[tuple[str, float]]:
    """Yield misspellings of a word with their rates, none of them below ``least``.

    A misspelling that several errors explain is repeated."""
    yield from _keep_different(word, _list_single_errors(word, least))
    plain = word.translate(_DOTLESS)
    if sum(letter in "åäö" for letter in word) > 1 and least <= WITHOUT_DOTS:
        yield plain, WITHOUT_DOTS
    if plain != word:
        factor = WITHOUT_DOTS * TOGETHER
        for form, rate in _keep_different(plain, _list_single_errors(plain, LIKELY)):
            if rate * factor >= least and form != word:
                yield form, rate * factor


def _keep_different(
    word: str, misspellings: Iterable[tuple[str, float]]
) -> Iterator[tuple[str, float]]:
    return (pair for pair in misspellings if pair[0] != word)


def _list_single_errors(word: str, least: float) -> Iterator[tuple[str, float]]:
    yield from _rewrite(word, least)
    yield from _double(word, least)
    if least <= DROPPED_IN_CLUSTER:
        yield from _drop(word, least)
    if least <= SWAPPED:
        for at in range(len(word) - 1):
            yield word[:at] + word[at + 1] + word[at] + word[at + 2 :], SWAPPED
    if least <= OTHER_VOWEL:
        yield from _replace(word, least)
    if least <= INSERTED:
        for at in range(len(word) + 1):
            for letter in _LETTERS:
                yield word[:at] + letter + word[at:], INSERTED


def _rewrite(word: str, least: float) -> Iterator[tuple[str, float]]:
    """Yield what the rewritings of the table make of a word."""
    marked = f"^{word}$"
    for first in dict.fromkeys(marked):
        for right, wrong, rate in _read_rewritings().get(first, ()):
            if rate < least:
                continue
            at = marked.find(right)
            while at >= 0:
                yield (marked[:at] + wrong + marked[at + len(right) :]).strip("^$"), rate
                at = marked.find(right, at + 1)


def _double(word: str, least: float) -> Iterator[tuple[str, float]]:
    """Yield a word with a letter too many or too few of a pair."""
    for at, letter in enumerate(word):
        if word[at + 1 : at + 2] == letter:
            if least <= SINGLE:
                yield word[:at] + word[at + 1 :], SINGLE
            continue
        rate = DOUBLED_VOWEL if letter in _VOWELS else DOUBLED
        if at and rate >= least:
            yield word[:at] + letter + word[at:], rate


def _drop(word: str, least: float) -> Iterator[tuple[str, float]]:
    """Yield a word without one of its letters."""
    for at, letter in enumerate(word):
        beside = word[max(0, at - 1) : at] + word[at + 1 : at + 2]
        if not at:
            rate = DROPPED_FIRST
        elif letter in _VOWELS:
            rate = DROPPED_VOWEL
        else:
            is_cluster = not all(near in _VOWELS for near in beside)
            rate = DROPPED_IN_CLUSTER if is_cluster else DROPPED
        if rate >= least:
            yield word[:at] + word[at + 1 :], rate


def _replace(word: str, least: float) -> Iterator[tuple[str, float]]:
    """Yield a word with another letter of the same kind in one place."""
    for at, letter in enumerate(word):
        is_vowel = letter in _VOWELS
        rate = OTHER_VOWEL if is_vowel else OTHER_CONSONANT
        if rate >= least:
            for other in _VOWELS if is_vowel else _CONSONANTS:
                yield word[:at] + other + word[at + 1 :], rate


@cache
def _read_rewritings() -> dict[str, list[tuple[str, str, float]]]:
    """Return right and wrong letters and the rate of each rewriting, by the first right letter."""
    rewritings: dict[str, list[tuple[str, str, float]]] = {}
    for groups, rate in read_table(__file__, "misspellings.tsv"):
        for group in groups.split():
            right, _, wrong = group.partition(">")
            rewritings.setdefault(right[0], []).append((right, wrong, float(rate)))
    return rewritings
