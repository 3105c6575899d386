"""Find names of institutions in small letters around a type word: *på förskola maskrosen*, *börjar på
prästbordets skola*, *goes to monroe middle school*.
"""

from collections.abc import Iterator
from typing import Final

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.institution_shapes import REACH_OF_TYPE_WORD, build_institution
from tacknamn.detection.ranking.name_cues import find_activity
from tacknamn.detection.ranking.workplaces import goes_on_after_name
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_owned_school", "find_small_after", "find_small_english"]


def find_small_after(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield a preschool in small letters, *på förskola maskrosen*, and the school that is called as
    its type: *på komvux*."""
    word = match.literal.text
    if match.at != match.start or not text.endswith(_AT, 0, match.start):
        return
    if word == _KOMVUX and not text[match.end + 1 : match.end + 2].isupper():
        yield build_institution(match.start, match.end, match, text)
    elif word in _PRESCHOOLS:
        name = _SMALL_NAME.match(text, match.end)
        if (
            name is not None
            and name.group(1) not in _PEOPLE
            and goes_on_after_name(text, name.end())
        ):
            yield build_institution(name.start(1), name.end(1), match, text)


_AT: Final = ("på ", "till ", "vid ", "hos ", "från ")
_KOMVUX: Final = "komvux"
_PRESCHOOLS: Final = frozenset(("förskola", "förskolan", "dagis", "dagiset", "daghem", "daghemmet"))
_SMALL_NAME: Final = compile_lazily(r" ([a-zåäö]{3,}(?:en|an|on|et|na))(?![\w-])")
"""The name of a preschool is a word in the definite form."""
_PEOPLE: Final = frozenset(
    ("barnen", "eleverna", "fröknarna", "fröken", "lärarna", "lärarinnan", "läraren", "personalen",
     "pedagogerna", "föräldrarna", "mammorna", "papporna", "ungarna", "kompisarna", "vännerna",
     "dagen", "veckan", "morgonen", "kvällen", "hösten", "våren", "vintern", "sommaren", "månaden",
     "året", "igen", "sedan", "innan", "medan", "utan", "också", "annan", "någon", "ingen", "den",
     "redan", "även", "bilen", "bussen", "maten", "maken", "mannen", "vägen", "stan", "staden")
)  # fmt: skip
"""Words after *på förskolan* that belong to the rest of the sentence."""


def find_owned_school(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield a school in small letters: *börjar på prästbordets skola*."""
    label = match.literal.value[0]
    if label != "school" or match.at != match.start or not text[match.start].islower():
        return
    name = _SMALL_OWNER.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    if name is None or name.group(1) in _OWNERS:
        return
    activity, _ = find_activity(text, name.start(1))
    if activity in ("school", "work"):
        yield build_institution(name.start(1), match.end, match, text)


_SMALL_OWNER: Final = compile_lazily(r"\b(?:på|vid|i) ([a-zåäöé]{4,}s) \Z")
_OWNERS: Final = frozenset(
    ("hans", "hennes", "deras", "barnens", "sonens", "dotterns", "mammas", "pappas", "sveriges",
     "stadens", "kommunens", "byns", "landets", "kvinnornas", "flickornas", "pojkarnas", "barnets",
     "brors", "systers", "dagens", "eras", "vars", "syrrans", "brorsans", "grannens", "kompisens",
     "alias", "elias", "kommuns", "deras", "allas", "ungdomarnas", "årets")
)  # fmt: skip


def find_small_english(text: str, match: LiteralMatch, words: OrdinaryWords) -> Iterator[Detection]:
    """Yield an English name in small letters before its type word: *goes to monroe middle school*,
    *waiting tables at tulip cafe*."""
    word = text[match.start : match.end]
    is_work = word in _SMALL_WORKPLACES
    if not is_work and word not in _SMALL_SCHOOLS:
        return
    name = _SMALL_MODIFIER.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    if name is None or name.group(1) in _KINDS:
        return
    first = name.group(1)
    known = words.get(first)
    if is_work:
        is_rare = known is None or known.zipf_en < _COMMON_ENGLISH
        is_name = is_rare or (words.is_name(first) and not words.has_english(first))
    else:
        is_name = words.is_name(first) and not words.has_english(first)
    if is_name:
        yield build_institution(name.start(1), match.end, match, text)


_SMALL_WORKPLACES: Final = frozenset(("cafe", "café", "restaurant", "bakery", "hotel"))
_SMALL_SCHOOLS: Final = frozenset(
    ("school", "college", "uni", "university", "academy", "kindergarten")
)
_COMMON_ENGLISH: Final = 3.6
_SMALL_MODIFIER: Final = compile_lazily(
    r"\b(?:at|from|to|in) ([a-z]{3,}) (?:(?:middle|high|primary|elementary|grammar|secondary|junior"
    r"|state|community|city|technical) )?\Z"
)
_KINDS: Final = frozenset(
    ("the", "this", "that", "her", "his", "our", "your", "their", "its", "middle", "high",
     "primary",
     "elementary", "grammar", "secondary", "junior", "community", "technical", "sunday", "art",
     "law", "medical", "business", "summer", "night", "old", "new", "indian", "italian", "chinese", "thai",
     "turkish", "mexican", "greek", "halal", "vegan", "vegetarian", "internet", "cheap", "posh",
     "lovely")
)  # fmt: skip
"""Words before *school* or *cafe* that say of what kind it is."""
