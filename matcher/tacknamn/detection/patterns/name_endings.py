"""Find names by their endings: streets, schools, lakes and lines that no list holds.

Two kinds of endings stand in ``endings.tsv``: glued ones (Rosenvägen) and words of their own
behind a name (Olof Palmes gata, Hillside School). A word that is a kind of way or school and
no name is in ``common_compounds.tsv``. Small letters count only behind a preposition (bor på
rosenvägen), and a number behind a street is its ``street_nr``.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.context import WORD
from tacknamn.detection.patterns.months import MONTHS
from tacknamn.detection.patterns.rulebook import propose
from tacknamn.detection.patterns.word_groups import get_word_group
from tacknamn.records import Alternative
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = ["GLUED_ENDINGS", "SEPARATE_ENDINGS", "find_glued_names", "find_names_before_endings"]

_UNIT_WORDS = get_word_group("unit")
_STREET_SMALL_WORDS = get_word_group("street_small")
_STREET_NORDIC_WORDS = get_word_group("street_nordic")
_PREPOSITION_WORDS = get_word_group("preposition")
_COLOUR_WORDS = get_word_group("colour")
_COURT_KIND_WORDS = get_word_group("court_kind")
_ARTICLE_WORDS = get_word_group("article")
_ENGLISH_ENDING_WORDS = get_word_group("english_ending")

SHORTEST_HEAD = 2
"""Letters before a glued ending: Åvägen has one and is left to the lists."""
LONGEST_WORD = 40
LONGEST_PREFIX = 9
_PREFIX = re.compile(r"(?<!\w)([A-ZÅÄÖ][a-zåäö]{2,6}|[Ss]:ta?) \Z")
_NAME_PREFIX_WORDS = get_word_group("name_prefix")
_NO_TAILS = tuple(sorted(get_word_group("no_tail")))
MOST_WORDS = 3
"""Words of a name before its last: Kungliga Tekniska högskolan, Dag Hammarskjölds väg."""
_NUMBER = re.compile(
    r"(?:\s?,)?\s(?:nr\.?\s)?(\d{1,4}(?:\s?[-–/]\s?\d{1,3})?(?:\s?[A-Za-z](?![\w.]))?)(?![\w:%]|[.,]\d)"
)
_NEXT = re.compile(r"\s([^\W\d_]+)")
_NO_HOUSE = frozenset((*MONTHS, "år", "years"))
_VOWEL = re.compile("[aeiouyåäöéü]")
_NUMBER_BEFORE = re.compile(r"(?:^|[\s,(])(\d{1,4}[A-Za-z]?)\s\Z")
_NAME_WORD = re.compile(r"(?<!\w)[^\W\d_][\w:'’.-]*\s\Z")


def _read_endings(kind: str) -> dict[str, str]:
    return {
        word: rule
        for rule, of_kind, words in read_table(__file__, "endings.tsv")
        if of_kind == kind
        for word in words.split()
    }


GLUED_ENDINGS = _read_endings("ending")
"""Glued endings and their rules."""
SEPARATE_ENDINGS = _read_endings("word")
"""Words that stand behind a name, and their rules."""


@lru_cache(maxsize=1)
def _read_common_compounds() -> frozenset[str]:
    return frozenset(
        word for (words,) in read_table(__file__, "common_compounds.tsv") for word in words.split()
    )


def find_glued_names(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """The name around a glued ending, and the number behind a street."""
    lowered = page.lowered
    last = _find_word_end(lowered, end)
    if last < 0:
        return
    first = start
    while first > max(0, start - LONGEST_WORD) and _is_part_of_word(lowered[first - 1]):
        first -= 1
    head = lowered[first:start]
    if len(head) < SHORTEST_HEAD or head[-1] == "-" or _VOWEL.search(head) is None:
        return
    rule = GLUED_ENDINGS[lowered[start:end]]
    if lowered[first:end] in _read_common_compounds() and not (
        rule == "geo" and _is_water(page, first, end)
    ):
        return
    if lowered[first:end].endswith(_NO_TAILS):
        return
    numbers = list(_find_street_number(page, last)) if rule == "street" else []
    if not page.text[first].isupper():
        if lowered[start:end] not in _STREET_SMALL_WORDS:
            return
        if not numbers and not _follows_preposition(lowered, first):
            return
    is_nordic = lowered[start:end] in _STREET_NORDIC_WORDS
    if is_nordic and not numbers and not _follows_preposition(lowered, first):
        return
    yield propose(rule, _find_prefix_start(page, first), last)
    yield from numbers


def _is_water(page: NormalizedText, first: int, end: int) -> bool:
    """Whether a kind of lake or wood is the name of one here: vi badade i Skogssjön."""
    capital = page.text[first].isupper() and page.text[first + 1].islower()
    is_home = page.lowered[first:end] not in get_word_group("no_water")
    return capital and is_home and _follows_preposition(page.lowered, first)


def _find_prefix_start(page: NormalizedText, first: int) -> int:
    """Where Norra, Sankt or S:t before the name begins."""
    found = _PREFIX.search(page.text, max(0, first - LONGEST_PREFIX), first)
    if found and (found.group(1).lower() in _NAME_PREFIX_WORDS or ":" in found.group(1)):
        return found.start()
    return first


def _find_word_end(lowered: str, end: int) -> int:
    """Where the word ends, its genitive included; -1 where the ending is not its last part."""
    if lowered[end : end + 1] == "s":
        end += 1
    following = lowered[end : end + 1]
    return -1 if following.isalnum() or following == "_" else end


def _is_part_of_word(sign: str) -> bool:
    return sign.isalpha() or sign in "-:"


def _follows_preposition(lowered: str, start: int) -> bool:
    before = WORD.findall(lowered, max(0, start - LONGEST_WORD), start)[-1:]
    return bool(before) and lowered[start - 1 : start].isspace() and before[0] in _PREPOSITION_WORDS


def _find_street_number(page: NormalizedText, end: int) -> Iterator[Alternative]:
    found = _NUMBER.match(page.text, end)
    if found is None:
        return
    number_end = found.end(1)
    following = _NEXT.match(page.lowered, number_end)
    if following and following.group(1) in _NO_HOUSE | _UNIT_WORDS:
        return
    if page.text[number_end - 1] in "iIåÅ" and page.text[number_end - 2] == " ":
        number_end -= 2  # "Storgatan 5 i Lund"
    yield propose("street_nr", found.start(1), number_end)


def find_names_before_endings(page: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """The name before a word of its own: Olof Palmes gata, Baker Street, gröna linjen."""
    text, lowered = page.text, page.lowered
    start += 1  # the literal begins with a blank
    if start < 2 or lowered[start - 1] != " ":
        return
    last = _find_word_end(lowered, end)
    word = lowered[start:end]
    if last < 0 or not _has_expected_case(word, text[start].isupper()):
        return
    first = _find_name_start(page, start, word)
    if first == start:
        return
    if word == "court" and not _is_address(page, first, start):
        return
    rule = SEPARATE_ENDINGS[word]
    if rule == "street" and word in _ENGLISH_ENDING_WORDS:
        yield from _find_number_before(page, first)
    yield propose(rule, first, last)
    if rule == "street" and word not in _ENGLISH_ENDING_WORDS:
        yield from _find_street_number(page, last)


def _is_address(page: NormalizedText, first: int, start: int) -> bool:
    """Whether "Court" is of a house: a number before its name, or at or on; courts judge too."""
    if not _COURT_KIND_WORDS.isdisjoint(page.lowered[first:start].split()):
        return False
    before = page.lowered[max(0, first - LONGEST_PREFIX) : first]
    return before.endswith((" at ", " on ")) or _NUMBER_BEFORE.search(before) is not None


def _has_expected_case(word: str, capital: bool) -> bool:
    """English endings are capitalised (Baker Street); Swedish waters are not, for families are
    called Sjö as well."""
    if word in _ENGLISH_ENDING_WORDS:
        return capital
    return not (capital and SEPARATE_ENDINGS[word] == "geo")


def _find_name_start(page: NormalizedText, start: int, word: str) -> int:
    """Where the capitalised words before ``start`` begin; ``start`` where there are none."""
    text = page.text
    first = start
    for _ in range(MOST_WORDS):
        found = _NAME_WORD.search(text, max(0, first - LONGEST_WORD), first)
        if found is None or not text[found.start()].isupper():
            break
        lowered = found.group().strip().lower()
        if lowered in _ARTICLE_WORDS or lowered[-1] in ".:":
            break
        first = found.start()
    if first == start:
        found = _NAME_WORD.search(page.lowered, max(0, start - LONGEST_WORD), start)
        if (
            found
            and found.group().strip() in _COLOUR_WORDS
            and SEPARATE_ENDINGS[word] == "transport_name"
        ):
            return found.start()
        return start
    nearest = text[first:start].split()[-1]
    definite = word.endswith(("an", "en", "et"))
    if (
        word in _ENGLISH_ENDING_WORDS
        or definite
        or nearest[-1] in "sxz"
        or _may_be_adjective(nearest)
    ):
        return first
    return start


def _may_be_adjective(word: str) -> bool:
    """Whether a name may stand before väg, skola without the genitive: Malmö högskola, Nya."""
    return word[-1] in "aåäöoé" and len(word) > 2


def _find_number_before(page: NormalizedText, first: int) -> Iterator[Alternative]:
    found = _NUMBER_BEFORE.search(page.text, max(0, first - 8), first)
    if found:
        yield propose("street_nr", *found.span(1))
