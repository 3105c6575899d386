"""Find names by their endings: streets, schools, lakes and lines that are in no list.

``endings.tsv`` has two kinds of endings: glued ones (Rosenvägen) and separate words after a name
(Olof Palmes gata, Hillside School). Words for a kind of street or school, which are no names, are
in ``common_compounds.tsv``. A name in lower case counts only after a preposition (bor på
rosenvägen). A number after a street is a ``street_nr``.
"""

from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.house_numbers import HOUSE_LETTER
from tacknamn.detection.patterns.months import MONTHS
from tacknamn.detection.patterns.rulebook import WORD, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "GLUED_ENDINGS",
    "SEPARATE_ENDINGS",
    "ends_address",
    "find_glued_names",
    "find_house_number",
    "find_names_before_endings",
]

_UNIT_WORDS = get_word_group("unit")
_STREET_SMALL_WORDS = get_word_group("street_small")
_FOREIGN_ENDING_WORDS = get_word_group("foreign_ending")
_STREET_NUMBERED_WORDS = get_word_group("street_numbered")
_STREET_NORDIC_WORDS = get_word_group("street_nordic")
_PREPOSITION_WORDS = get_word_group("preposition")
_COLOUR_WORDS = get_word_group("colour")
_COURT_KIND_WORDS = get_word_group("court_kind")
_ARTICLE_WORDS = get_word_group("article")
_ENGLISH_ENDING_WORDS = get_word_group("english_ending")

SHORTEST_HEAD = 2
"""Letters before a glued ending. Åvägen has one; only the lists find such names."""
LONGEST_WORD = 40
LONGEST_PREFIX = 9
_PREFIX = compile_lazily(r"(?<!\w)([A-ZÅÄÖ][a-zåäö]{2,6}|[Ss]:ta?) \Z")
_NAME_PREFIX_WORDS = get_word_group("name_prefix")
_NO_TAILS = tuple(sorted(get_word_group("no_tail")))
MOST_WORDS = 3
"""Words of a name before its ending: Kungliga Tekniska högskolan, Dag Hammarskjölds väg."""
_NUMBER = compile_lazily(
    rf"(?:\s?,)?\s(?:nr\.?\s)?(\d{{1,4}}(?:\s?[-–/]\s?\d{{1,3}})?(?:{HOUSE_LETTER})?)(?![\w:%]|[.,]\d)"
)
_AFTER_ADDRESS = compile_lazily(
    r"\s*(?:\Z|[.,;:!?()\n–-]|(?:i|in|och|and|lgh|nära|near|vid|sen|sedan|nu)\b)"
)
"""What may follow a house number; in *på backen 3 av oss* it is a count."""
_NEXT = compile_lazily(r"\s([^\W\d_]+)")
_NO_HOUSE = frozenset((*MONTHS, "år", "years"))
_VOWEL = compile_lazily("[aeiouyåäöéü]")
_NUMBER_BEFORE = compile_lazily(r"(?:^|[\s,(])(\d{1,4}[A-Za-z]?)\s\Z")
_NAME_WORD = compile_lazily(r"(?<!\w)[^\W\d_][\w:'’.-]*\s\Z")


def _read_endings(kind: str) -> dict[str, str]:
    """Read the endings of one kind and the rule of each."""
    return {
        word: rule
        for rule, ending_kind, words in read_table(__file__, "endings.tsv")
        if ending_kind == kind
        for word in words.split()
    }


GLUED_ENDINGS = _read_endings("ending")
"""Glued endings, and the rule of each."""
SEPARATE_ENDINGS = _read_endings("word")
"""Separate words that end a name, and the rule of each."""


@lru_cache(maxsize=1)
def _read_common_compounds() -> frozenset[str]:
    return frozenset(
        word for (words,) in read_table(__file__, "common_compounds.tsv") for word in words.split()
    )


def find_glued_names(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the name around a glued ending, and the number after a street."""
    lowered = normalized.lowered
    last = _find_word_end(lowered, end)
    if last < 0:
        return
    # Go back to the beginning of the word.
    first = start
    while first > max(0, start - LONGEST_WORD) and _is_part_of_word(lowered[first - 1]):
        first -= 1
    head = lowered[first:start]
    if len(head) < SHORTEST_HEAD or head[-1] == "-" or _VOWEL.search(head) is None:
        return
    rule = GLUED_ENDINGS[lowered[start:end]]
    if lowered[first:end] in _read_common_compounds() and not (
        rule == "geo" and _is_water(normalized, first, end)
    ):
        return
    # Names of kinds (skogsvägen), and words with the same ending by chance, are dropped above and
    # here. A name in lower case needs a house number or a preposition.
    if lowered[first:end].endswith(_NO_TAILS):
        return
    numbers = list(find_house_number(normalized, last)) if rule == "street" else []
    if not normalized.text[first].isupper():
        numbered = lowered[start:end] in _STREET_NUMBERED_WORDS and bool(numbers)
        if lowered[start:end] not in _STREET_SMALL_WORDS and not (
            numbered and ends_address(normalized, numbers[0].end)
        ):
            return
        if not numbers and not _follows_preposition(lowered, first):
            return
    is_nordic = lowered[start:end] in _STREET_NORDIC_WORDS
    if is_nordic and not numbers and not _follows_preposition(lowered, first):
        return
    yield propose(rule, _find_prefix_start(normalized, first), last)
    yield from numbers


def _is_water(normalized: NormalizedText, first: int, end: int) -> bool:
    """Whether a word for a kind of lake or wood is a name here: vi badade i Skogssjön."""
    capital = normalized.text[first].isupper() and normalized.text[first + 1].islower()
    is_home = normalized.lowered[first:end] not in get_word_group("no_water")
    return capital and is_home and _follows_preposition(normalized.lowered, first)


def _find_prefix_start(normalized: NormalizedText, first: int) -> int:
    """Return where the name begins, including Norra, Sankt or S:t before it."""
    match = _PREFIX.search(normalized.text, max(0, first - LONGEST_PREFIX), first)
    if match and (match.group(1).lower() in _NAME_PREFIX_WORDS or ":" in match.group(1)):
        return match.start()
    return first


def ends_address(normalized: NormalizedText, end: int) -> bool:
    """Whether an address may end here, after a house number."""
    return _AFTER_ADDRESS.match(normalized.lowered, end) is not None


def _find_word_end(lowered: str, end: int) -> int:
    """Return where the word ends, including a genitive s; -1 if the ending is inside a word."""
    if lowered[end : end + 1] == "s":
        end += 1
    following = lowered[end : end + 1]
    return -1 if following.isalnum() or following == "_" else end


def _is_part_of_word(character: str) -> bool:
    return character.isalpha() or character in "-:"


def _follows_preposition(lowered: str, start: int) -> bool:
    before = WORD.findall(lowered, max(0, start - LONGEST_WORD), start)[-1:]
    return bool(before) and lowered[start - 1 : start].isspace() and before[0] in _PREPOSITION_WORDS


def find_house_number(normalized: NormalizedText, end: int) -> Iterator[Alternative]:
    """Find the number after a street."""
    match = _NUMBER.match(normalized.text, end)
    if match is None:
        return
    number_end = match.end(1)
    following = _NEXT.match(normalized.lowered, number_end)
    if following and following.group(1) in _NO_HOUSE | _UNIT_WORDS:
        return
    yield propose("street_nr", match.start(1), number_end)


def find_names_before_endings(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find the name before a separate ending: Olof Palmes gata, Baker Street, gröna linjen."""
    text, lowered = normalized.text, normalized.lowered
    start += 1  # the literal begins with a space
    if start < 2 or lowered[start - 1] != " ":
        return
    last = _find_word_end(lowered, end)
    word = lowered[start:end]
    if last < 0 or not _has_expected_case(word, text[start].isupper()):
        return
    first = _find_name_start(normalized, start, word)
    if first == start:
        return
    if word == "court" and not _is_address(normalized, first, start):
        return
    rule = SEPARATE_ENDINGS[word]
    if rule == "geo" and word.endswith("n") and not _is_part_of_nature(normalized, first, start):
        return
    if rule == "street" and word in _ENGLISH_ENDING_WORDS:
        yield from _find_number_before(normalized, first)
    yield propose(rule, first, last)
    if rule == "street" and word not in _ENGLISH_ENDING_WORDS:
        yield from find_house_number(normalized, last)


def _is_part_of_nature(normalized: NormalizedText, first: int, start: int) -> bool:
    """Whether the word before *sjön* is part of its name: *vid Västra sjön*, but not *Stora sjön* at
    the start of a sentence."""
    is_prefix = normalized.lowered[first:start].strip() in _NAME_PREFIX_WORDS
    return is_prefix and normalized.lowered[max(0, first - 2) : first - 1].isalpha()


def _is_address(normalized: NormalizedText, first: int, start: int) -> bool:
    """Whether "Court" is part of an address: after a number, "at" or "on". Others are courts of law."""
    if not _COURT_KIND_WORDS.isdisjoint(normalized.lowered[first:start].split()):
        return False
    before = normalized.lowered[max(0, first - LONGEST_PREFIX) : first]
    return before.endswith((" at ", " on ")) or _NUMBER_BEFORE.search(before) is not None


def _has_expected_case(word: str, capital: bool) -> bool:
    """Whether the ending has the right case: English ones are capitalised (Baker Street); Swedish
    waters are not, because Sjö is also a surname."""
    if word in _ENGLISH_ENDING_WORDS:
        return capital
    return not (capital and SEPARATE_ENDINGS[word] == "geo")


def _find_name_start(normalized: NormalizedText, start: int, word: str) -> int:
    """Return where the capitalised words before ``start`` begin, or ``start`` if there are none."""
    text = normalized.text
    first = start
    for _ in range(MOST_WORDS):
        match = _NAME_WORD.search(text, max(0, first - LONGEST_WORD), first)
        if match is None or not text[match.start()].isupper():
            break
        lowered = match.group().strip().lower()
        if lowered in _ARTICLE_WORDS or lowered[-1] in ".:":
            break
        first = match.start()
    if first == start:
        match = _NAME_WORD.search(normalized.lowered, max(0, start - LONGEST_WORD), start)
        if (
            match
            and match.group().strip() in _COLOUR_WORDS
            and SEPARATE_ENDINGS[word] == "transport_name"
        ):
            return match.start()
        return start
    nearest = text[first:start].split()[-1]
    definite = word.endswith(("an", "en", "et"))
    if (
        word in _ENGLISH_ENDING_WORDS
        or word in _FOREIGN_ENDING_WORDS
        or definite
        or nearest[-1] in "sxz"
        or _may_be_adjective(nearest)
    ):
        return first
    return start


def _may_be_adjective(word: str) -> bool:
    """Whether a word may precede väg or skola without a genitive s: Malmö högskola, Nya skolan."""
    return word[-1] in "aåäöoéy" and len(word) > 2


def _find_number_before(normalized: NormalizedText, first: int) -> Iterator[Alternative]:
    """Find the number before an English street: 12 Baker Street."""
    match = _NUMBER_BEFORE.search(normalized.text, max(0, first - 8), first)
    if match:
        yield propose("street_nr", *match.span(1))
