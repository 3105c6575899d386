"""Find streets that no ending shows, with their house numbers.

Four shapes say that a name is a street:

- the sentence: *bor på Esplanaden 3*, *adressen är Solsidan 12*;
- a foreign word for a street before the name: *Rue de Rivoli 88*, *Calle Mayor 14*, *ul. Długa 22*;
- an abbreviation before a house number: *Storg. 5*;
- an English word for a street in small letters, after a house number or after *live on*:
  *16 orchard close*.

Words and endings are in ``street_words.tsv``.
"""

from collections.abc import Iterator

from tacknamn.detection.patterns.name_endings import ends_address, find_house_number
from tacknamn.detection.patterns.rulebook import get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "ABBREVIATED",
    "ENGLISH_WORDS",
    "FRAMES",
    "GROUNDS",
    "NATURE_WORDS",
    "NUMBERED",
    "PREFIXES",
    "WARDS",
    "find_abbreviated_streets",
    "find_english_streets",
    "find_framed_streets",
    "find_grounds",
    "find_numbered_streets",
    "find_prefixed_nature",
    "find_prefixed_streets",
    "find_wards",
]


def _read_group(group: str) -> frozenset[str]:
    return read_words(__file__, "street_words.tsv", group)


FRAMES = tuple(
    f"{verb} {link} "
    for verb, links in (
        *[(verb, ("på",)) for verb in sorted(_read_group("living"))],
        *[(verb, ("till", "från")) for verb in sorted(_read_group("moving"))],
        *[(verb, ("on", "at")) for verb in sorted(_read_group("english_living"))],
        *[(noun, ("är", "is", "=")) for noun in sorted(_read_group("address"))],
    )
    for link in links
) + tuple(f"{noun}: " for noun in sorted(_read_group("address")))
"""What stands before the address of a person."""
PREFIXES = tuple(f"{word} " for word in sorted(_read_group("prefix")))
NATURE_WORDS = tuple(f"{word} " for word in sorted(_read_group("nature")))
ABBREVIATED = ("g. ", "gr. ", "v. ")
ENGLISH_WORDS = tuple(f" {word}" for word in sorted(_read_group("english")))
NUMBERED = ("st st", "nd st", "rd st", "th st")
"""The abbreviated street behind a number: *51st st*."""
WARDS = ("-ku", "-gu", "-shi", "-cho", "-dong", "-machi")
"""Ends of parts of Japanese and Korean towns: *Shibuya-ku*."""
GROUNDS = (" ip", " idrottsplats", " idrottsplan")
_WORD = r"[^\W\d_][\w'’-]*"
_NAME = compile_lazily(rf"{_WORD}(?: {_WORD}){{0,3}}")
_LAST_NAME = compile_lazily(r"(?<![\w-])[A-Z][a-zōū]{2,}\Z")
_NEXT_WORD = compile_lazily(rf" ({_WORD})")
_LAST_WORD = compile_lazily(rf"(?<![\w.'’-])({_WORD}|\d{{1,3}}(?:st|nd|rd|th)) \Z")
_NUMBERED = compile_lazily(
    r"(?<=\bon )((?:[nsew]\.? |east |west |north |south )?\d{1,3}(?:st|nd|rd|th) st)\Z"
)
_NUMBER_BEFORE = compile_lazily(r"(?<![\w.,:/-])(\d{1,4}[A-Za-z]?)(,? )\Z")
_PLAIN_NUMBER = compile_lazily(r"\d{1,3}(?: ?[A-Za-zåäö])?\Z")
_ON_STREET = ("at", "from", "on")
_STOP_WORDS = _read_group("english_stop") | get_word_group("unit")
_WEAK_ENGLISH = tuple(_read_group("english_weak"))
LONGEST_NAME, LONGEST_WORD = 60, 40
SHORTEST_SMALL = 4
"""Letters of the shortest street in small letters."""
MOST_ENGLISH = 3


def find_framed_streets(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the street after *bor på* by its house number: *bor på Esplanaden 3*."""
    if _is_within_word(normalized, start):
        return
    name = _NAME.match(normalized.text, end, end + LONGEST_NAME)
    if name is None:
        return
    last = name.end()
    numbers = list(find_house_number(normalized, last))
    if not numbers or not _is_street_name(name.group()):
        return
    number = normalized.text[numbers[0].start : numbers[0].end]
    if _PLAIN_NUMBER.match(number) is None or not ends_address(normalized, numbers[0].end):
        return
    yield propose("street", end, last)
    yield from numbers


def _is_street_name(name: str) -> bool:
    """Return whether the words between *bor på* and a number may be a street: one word, or words
    with capitals."""
    words = name.split()
    if words[0].lower() in _read_group("no_street"):
        return False
    if len(words) == 1:
        return words[0][0].isupper() or len(words[0]) >= SHORTEST_SMALL
    capitals = [word for word in words if word[0].isupper()]
    others = {word for word in words[1:] if not word[0].isupper()}
    return words[0][0].isupper() and (len(capitals) > 1 or others <= _read_group("swedish"))


def _is_within_word(normalized: NormalizedText, start: int) -> bool:
    return start > 0 and normalized.lowered[start - 1].isalnum()


def find_prefixed_streets(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find the street that begins with a foreign word for one: *Rue de Rivoli 88*."""
    text, lowered = normalized.text, normalized.lowered
    if _is_within_word(normalized, start):
        return
    word = lowered[start : end - 1]
    if not text[start].isupper() and word not in _read_group("prefix_small"):
        return
    last, particles = _find_prefixed_end(text, end - 1)
    if last == end - 1:
        return
    numbers = list(find_house_number(normalized, last))
    before = _NUMBER_BEFORE.search(text, max(0, start - 8), start)
    if before is not None and not numbers:
        numbers = [propose("street_nr", *before.span(1))]
    is_sure = word in _read_group("prefix_sure") and lowered.endswith(
        (" på ", " i ", " vid ", " on ", " at ", " in "), 0, start
    )
    if numbers or is_sure or (particles and word not in _read_group("prefix_weak")):
        yield propose("street", start, last)
        yield from numbers


def _find_prefixed_end(text: str, end: int) -> tuple[int, bool]:
    """Return where the capitalized words after a prefix end, and whether particles are among
    them."""
    last, has_particles, at = end, False, end
    for _ in range(MOST_ENGLISH + 2):
        match = _NEXT_WORD.match(text, at, at + LONGEST_WORD)
        if match is None:
            break
        word = match.group(1)
        at = match.end()
        if word[0].isupper():
            last = at
        elif word.lower() in _read_group("particle"):
            has_particles = True
        elif "'" in word or "’" in word:  # Avenue d'Italie
            last, has_particles = at, True
        else:
            break
    return last, has_particles and last > end


def find_prefixed_nature(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the mountain or lake that begins with a foreign word for one: *Jebel Marra*."""
    text, lowered = normalized.text, normalized.lowered
    if _is_within_word(normalized, start):
        return
    if text[start].isupper():
        last, _ = _find_prefixed_end(text, end - 1)
    else:
        is_small = lowered[start : end - 1] in _read_group("nature_small")
        match = _NEXT_WORD.match(text, end - 1, end + LONGEST_WORD) if is_small else None
        last = match.end() if match and len(match.group(1)) >= SHORTEST_SMALL else end - 1
    if last > end - 1:
        yield propose("geo", start, last)


def find_abbreviated_streets(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find a street whose ending is abbreviated before a number: *Storg. 5*."""
    text, lowered = normalized.text, normalized.lowered
    first = start
    while first > max(0, start - LONGEST_WORD) and lowered[first - 1].isalpha():
        first -= 1
    stem = lowered[first:start]
    if len(stem) < SHORTEST_SMALL - 1 or not text[first].isupper():
        return
    if lowered[first : start + 1].endswith(tuple(_read_group("no_abbreviation"))):
        return
    numbers = list(find_house_number(normalized, end - 1))
    if not numbers or not ends_address(normalized, numbers[0].end):
        return
    yield propose("street", first, end - 1)
    yield from numbers


def find_english_streets(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find an English street by its number or the sentence, also in small letters: *88 cathedral
    road*, *I live on church lane*."""
    text, lowered = normalized.text, normalized.lowered
    if lowered[end : end + 1].isalnum() or not start:
        return
    is_weak = lowered[start + 1 : end] in _read_group("english_weak")
    first, words = start + 1, 0
    while words < MOST_ENGLISH:
        match = _LAST_WORD.search(lowered, max(0, first - LONGEST_WORD), first)
        if match is None or match.group(1) in _STOP_WORDS:
            break
        first, words = match.start(1), words + 1
        before = _NUMBER_BEFORE.search(text, max(0, first - 8), first)
        if before is not None:
            if not is_weak or text[first].isupper() or ends_address(normalized, end):
                yield propose("street_nr", *before.span(1))
                yield propose("street", first, end)
            return
    is_sure = words == 1 and lowered[start + 1 : end] in _read_group("english_short")
    if words and (is_sure or _is_on_street(normalized, first, start + 1, words)):
        yield propose("street", first, end)


def find_wards(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a part of a Japanese or Korean town: *Shibuya-ku*."""
    text = normalized.text
    if text[end : end + 1].isalnum() or text[end : end + 1] == "-":
        return
    match = _LAST_NAME.search(text, max(0, start - LONGEST_WORD), start)
    if match is not None:
        yield propose("street", match.start(), end)


def find_numbered_streets(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find a street with a number as its name: *1207 e 51st st*."""
    is_word_end = not normalized.lowered[end : end + 1].isalnum()
    if is_word_end and normalized.text[start - 1 : start].isdigit():
        numbered = tuple(find_english_streets(normalized, end - len(" st"), end))
        match = _NUMBERED.search(normalized.lowered, max(0, end - LONGEST_WORD), end)
        if numbered or match is None:
            yield from numbered
        else:
            yield propose("street", match.start(1), end)


def _is_on_street(normalized: NormalizedText, first: int, last: int, words: int) -> bool:
    """Return whether the words before say that a person lives, waits or meets on a street.

    Args:
        first: Where the name begins.
        last: Where its last word begins: *road*.
        words: The number of words before the last one.
    """
    text, lowered = normalized.text, normalized.lowered
    before = _LAST_WORD.search(lowered, max(0, first - LONGEST_WORD), first)
    if before is None or before.group(1) not in _ON_STREET:
        return False
    if text[first].isupper() and text[last].isupper():
        return before.group(1) != "from"
    if text[first].isupper() or words > 1 or lowered[last:].startswith(_WEAK_ENGLISH):
        return False
    head = lowered[max(0, before.start() - LONGEST_WORD) : before.start()].split()
    return bool(head) and head[-1] in _read_group("english_living") | _read_group("english_at")


def find_grounds(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find a sports ground: *zinkensdamms ip*."""
    text, lowered = normalized.text, normalized.lowered
    if lowered[end : end + 1].isalnum() or lowered[end : end + 1] == "-":
        return
    match = _LAST_WORD.search(lowered, max(0, start + 1 - LONGEST_WORD), start + 1)
    if match is None or match.group(1) in get_word_group("article"):
        return
    first = match.start(1)
    if len(match.group(1)) < SHORTEST_SMALL:
        return
    if text[first].isupper() or lowered.endswith((" på ", " vid ", " till "), 0, first):
        yield propose("street", first, end)
