"""Recognize the language of a text by its function words.

Every third word of ordinary prose is one of a language's few dozen most frequent words without
content (*och*, *the*). Counting these needs no model, and it is enough to warn of a text that is not
in the language asked for.

>>> recognize_language("Jag bor i en liten stad och det är bra att inte ha så långt till jobbet.")
'sv'
>>> recognize_language("Anna, Lund")
''
"""

from collections import Counter
from functools import cache
from itertools import chain
from typing import Final

from tacknamn.support.tables import read_table
from tacknamn.text.word_counts import WORDS, WordCounter, build_word_counter

__all__ = [
    "AUTO",
    "LANGUAGES",
    "MOST_READ",
    "choose_language",
    "describe_mismatch",
    "read_function_words",
    "recognize_language",
]

LANGUAGES: Final = ("sv", "en")
"""The languages that Täcknamn reads. The first is the default."""
AUTO: Final = "auto"
"""In place of a language: decide for each text."""
MOST_READ: Final = 3000
"""Characters at the beginning of a text that are looked at."""
_LEAST: Final = 5
"""So many more function words must a text have of a language than of the one asked for."""
_LEAST_SHARE: Final = 0.06
"""The same as a share of all words. Danish shares half of its function words with Swedish, and
learners misspell some, so a few words more say nothing in a long text."""
_PLAINLY: Final = 3
"""A text with so many times as many function words of its language needs no closer look."""
_STEP: Final = 3
"""A first look reads one word of so many, from the whole beginning of a text."""
_SHORT: Final = 45
"""Words of a text of which a third has hardly ever enough function words for a first look."""
_TABLE: Final = "function_words.tsv"


def recognize_language(text: str, asked: str = "") -> str:
    """Return the code of a text's language; empty, or the language asked for, if it is unclear.

    Args:
        asked: The language that the text should have. Another must be clearly likelier.
    """
    words = WORDS.findall(text[:MOST_READ].lower())
    counts = _count_languages(words)
    if not counts:
        return asked
    ordered = sorted(counts, key=lambda language: (-counts[language], language != asked))
    best = ordered[0]
    second = asked or (ordered[1] if len(ordered) > 1 else "")
    if best == second:
        return asked
    is_clear = counts[best] - counts[second] >= max(_LEAST, _LEAST_SHARE * len(words))
    return best if is_clear else asked


def choose_language(text: str, default: str) -> str:
    """Return the language in which to read a text: one of :data:`LANGUAGES`."""
    words = WORDS.findall(text[:MOST_READ].lower())
    counts = _count_languages(words)
    return max(LANGUAGES, key=lambda language: (counts[language], language == default))


def describe_mismatch(text: str, asked: str, has_auto: bool = True) -> str:
    """Return a warning if a text is in another language than the one asked for, else nothing.

    Args:
        has_auto: Whether the caller may ask for :data:`AUTO`.
    """
    if 0 <= _build_counter(asked).count(text, MOST_READ) < _LEAST or _is_plainly(text, asked):
        return ""
    language = recognize_language(text, asked)
    if language == asked:
        return ""
    names = _read_names()
    found = names[language]
    if language in LANGUAGES:
        auto = f", or --lang {AUTO} to decide for each text" if has_auto else ""
        wanted = f", not {names[asked]}" if asked in names else ""
        return f"a text seems to be {found}{wanted}: use --lang {language}{auto}"
    return (
        f"a text seems to be {found}, which Täcknamn does not read: much of what identifies people "
        "may stay visible, and ordinary words may be replaced"
    )


def _is_plainly(text: str, asked: str) -> bool:
    """Return whether far more function words are of the language asked for than of others alone.
    Splitting at blanks misses some, but decides nearly all texts in a third of the time, and a part
    of the words decides most of the long ones."""
    words = text[:MOST_READ].lower().split()
    if len(words) > _SHORT and _are_plainly(words[::_STEP], asked, _LEAST):
        return True
    return _are_plainly(words, asked, 1) or _are_plainly(words[::_STEP], asked, _LEAST)


def _are_plainly(words: list[str], asked: str, least: int) -> bool:
    known = list(filter(_read_languages().__contains__, words))
    own = len(list(filter(read_function_words(asked).__contains__, known)))
    return own >= least and own >= _PLAINLY * (len(known) - own)


def _count_languages(words: list[str]) -> Counter[str]:
    """Return how many of the words are function words of each language."""
    languages = _read_languages()
    return Counter(chain.from_iterable([languages[word] for word in words if word in languages]))


@cache
def _read_languages() -> dict[str, tuple[str, ...]]:
    """Return the languages of each function word."""
    languages: dict[str, tuple[str, ...]] = {}
    for code, _, words in read_table(__file__, _TABLE):
        for word in words.split():
            languages[word] = (*languages.get(word, ()), code)
    return languages


@cache
def read_function_words(asked: str) -> frozenset[str]:
    """Return the function words of one language."""
    return frozenset(word for word, codes in _read_languages().items() if asked in codes)


@cache
def _build_counter(asked: str) -> WordCounter:
    """Return the counter of the function words that the language asked for does not have. Another
    language can be clearly likelier only with so many of them as :data:`_LEAST`."""
    own = read_function_words(asked)
    return build_word_counter(word for word in _read_languages() if word not in own)


@cache
def _read_names() -> dict[str, str]:
    """Return the English name of each language."""
    return {code: name for code, name, _ in read_table(__file__, _TABLE)}
