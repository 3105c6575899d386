"""Find numbers that lead to a person: telephone numbers, postal codes, lines, cases.

Telephone numbers are Swedish mobile and landline numbers, numbers with +46, and foreign ones.
Public numbers (112, 1177) identify no person. The same digits may be postal codes, flats and bus
lines, so a word nearby must speak of calling or of help. Postal codes are Swedish ones, and those
of Norwegian and Danish addresses.

Two kinds of numbers count only next to a word that names them: the number of a bus or tram line
(linje 3, 7 och 11), and the number of a case or customer (dnr 2019-123). The words are in
``word_groups.tsv`` and ``cue_words.tsv``.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = [
    "NUMBER_WORDS",
    "find_indian_zip_codes",
    "find_line_numbers",
    "find_nordic_zip_codes",
    "find_phone_numbers",
    "find_public_numbers",
    "find_register_numbers",
    "find_zip_codes",
    "find_zip_codes_abroad",
    "is_kind_word",
    "is_register_word",
    "read_line_words",
]

# Telephone numbers

_GAPS = frozenset(" -/.()~")
_WITHIN = frozenset(" -")
"""Gaps between the digits after an area code."""
_INTERNATIONAL = range(7, 16)
"""Digits after a plus: at most 15 (E.164)."""
_MOBILE = range(9, 11)
"""Ten digits, or nine if one is missing."""
_LANDLINE = range(7, 12)
_BARE = range(9, 11)
_LOCAL = range(5, 9)
_AREA_CODE = range(2, 5)
"""Digits of area codes: 08, 031, 0411."""


_BRITISH_SHAPES = frozenset(
    ("5 6", "5-6", "4 3 4", "4-3-4", "3 4 4", "3-4-4", "5 3 3", "4 6", "11")
)
_AMERICAN_SHAPES = frozenset(
    ("3-3-4", "3)3-4", "3)3 4", "3.3.4", "3 3 4", "3-3 4", "1-3-3-4", "1 3 3 4", "1(3)3-4")
)
"""Of the United States; numbers in India have two groups of five digits."""


def find_phone_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find a telephone number. A plus or bracket before it is part of it."""
    if not _GAPS.issuperset(sequence.gaps) or sequence.head in (".", ":"):
        return
    digits = sequence.digits
    text = sequence.normalized.text
    start = sequence.start
    before = text[start - 1 : start]
    if before == "+" and len(digits) in _INTERNATIONAL:
        yield propose("international", start - 1, sequence.end)
        return
    if digits.startswith("00") and digits[2:3] != "0" and len(digits) - 2 in _INTERNATIONAL:
        if len(digits) > 9:
            yield propose("international", start, sequence.end)
        return
    if before == "(" and ")" in sequence.gaps:
        start -= 1
    rule = _choose_national_rule(sequence, digits)
    if rule:
        yield propose(rule, start, sequence.end)


def _choose_national_rule(sequence: DigitSequence, digits: str) -> str:
    if digits[0] == "0" and digits[1:2] != "0":
        if sequence.shape in _BRITISH_SHAPES:
            return "phone_british"
        if digits[1:2] == "7" and len(digits) in _MOBILE:
            return "mobile"
        if len(sequence.parts) == 1:
            return "landline_bare" if len(digits) in _BARE else _choose_local_rule(sequence, digits)
        usual = _WITHIN.issuperset(sequence.gaps[1:])
        if len(digits) in _LANDLINE and len(sequence.parts[0]) in _AREA_CODE and usual:
            return "landline_spaced" if sequence.gaps[0] == " " else "landline"
    if sequence.shape in _AMERICAN_SHAPES or (sequence.shape == "5 5" and digits[0] in "6789"):
        return "foreign_phone"
    return _choose_local_rule(sequence, digits)


def _choose_local_rule(sequence: DigitSequence, digits: str) -> str:
    return "local_phone" if len(digits) in _LOCAL and _WITHIN.issuperset(sequence.gaps) else ""


# Public numbers

_NUMBERS = get_word_group("everybodys")
_FIRST_PARTS = _NUMBERS | {number[:3] for number in _NUMBERS}
_CALLING_WORDS = get_word_group("calling")
_SURE = frozenset(("1177", "112"))
"""Public numbers that are seldom anything else."""
_BEFORE, _AFTER = 5, 3
"""Words before and after the number in which a word of calling must be."""
_NO_NUMBER_WORDS = get_word_group("no_call")


def find_public_numbers(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find a public number: one run, or two with a space between them (113 13)."""
    if sequence.parts[0] not in _FIRST_PARTS or len(sequence.parts) > 2:
        return
    if sequence.digits not in _NUMBERS or sequence.shape not in _list_shapes(sequence.digits):
        return
    before = context.words_before[-_BEFORE:]
    if not _NO_NUMBER_WORDS.isdisjoint(before[-1:]):
        return
    nearby = {*before, *context.words_after[:_AFTER]}
    if sequence.digits in _SURE or not _CALLING_WORDS.isdisjoint(nearby):
        yield propose("everybodys_number", sequence.start, sequence.end)


def _list_shapes(digits: str) -> tuple[str, ...]:
    return (str(len(digits)), f"3 {len(digits) - 3}")


# Postal codes

_TOWN = compile_lazily(r"[,\s]\s?[A-ZÅÄÖØÆ][A-Za-zåäöÅÄÖéøæ]")
_GLUED = "|".join(sorted(get_word_group("street_nordic")))
_NORDIC_STREET = compile_lazily(
    rf"(?:[^\W\d_]{{2}}(?:{_GLUED})| (?:gate|gade|vei|vej)) \d{{1,4}} ?[a-z]?, \Z"
)
_LONGEST_NUMBER = 20
"""Characters before the postal code: the ending of the street, its number and the comma."""
_COUNTRY = compile_lazily(r"(?:SE?|s-?)[- ]\Z")


def find_nordic_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find four digits between a Norwegian or Danish street with its number and a town."""
    normalized, start, end = sequence.normalized, sequence.start, sequence.end
    if not normalized.text.startswith(", ", start - 2) or not _TOWN.match(normalized.text, end):
        return
    if _NORDIC_STREET.search(normalized.lowered, max(0, start - _LONGEST_NUMBER), start):
        yield propose("zip_nordic", start, end)


_TOWN_BEFORE = compile_lazily(r"[A-Z][a-z]+(?: ?[-–—] ?| )\Z")
_ADDRESS_END = compile_lazily(r"\s*(?:[,.)\n]|\Z)")


def find_indian_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find six digits behind a town and before a comma, in English: Bengaluru - 560001, Karnataka."""
    normalized, start, end = sequence.normalized, sequence.start, sequence.end
    if normalized.language != "en" or sequence.shape not in ("6", "3 3"):
        return
    before = _TOWN_BEFORE.search(normalized.text, max(0, start - _LONGEST_NUMBER), start)
    if before and sequence.parts[0][0] != "0" and _ADDRESS_END.match(normalized.text, end):
        yield propose("zip_indian", start, end)


def find_zip_codes(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find five digits, in groups of 3 and 2 or in a row."""
    if sequence.shape not in ("3 2", "5") or sequence.parts[0][0] == "0":
        return
    start, end = sequence.start, sequence.end
    text = sequence.normalized.text
    country = _COUNTRY.search(text, max(0, start - 3), start)
    if country and not text[max(0, start - 4) : country.start()][-1:].isalnum():
        yield propose("zip_town", country.start(), end)
        return
    town = _TOWN.match(text, end)
    rule = ("zip_bare_town" if town else "zip_bare") if sequence.shape == "5" else ""
    yield propose(rule or ("zip_town" if town else "zip_code"), start, end)


# Bus and tram lines

_JAPAN = compile_lazily(r",? ?(?:Japan|JAPAN)(?!\w)")
_ABROAD_SHAPES = frozenset(("2-3", "4-3", "5-3"))
"""Of Poland, Portugal and Brazil."""


def find_zip_codes_abroad(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find the postal codes with a hyphen: 00-950 Warszawa, 1000-205 Lisboa, 980-8576, Japan."""
    shape, text, end = sequence.shape, sequence.normalized.text, sequence.end
    if (shape in _ABROAD_SHAPES and _TOWN.match(text, end)) or (
        shape == "3-4"
        and (text[sequence.start - 1 : sequence.start] == "〒" or _JAPAN.match(text, end))
    ):
        yield propose("zip_abroad", sequence.start, end)


NUMBER_WORDS = frozenset(("nummer", "nr", "number"))
"""Words that may link the naming word to the number: linje nummer 3."""

_MOST_LINE_DIGITS = 3
_LISTED = re.compile(
    r"(?<!\d)(?:\d{1,3}\s?(?:,|och|eller|samt|and|or|&)\s?(?:nr\.?\s|nummer\s|number\s)?){1,6}\Z"
)
"""The earlier numbers of a list."""
_LONGEST_LIST = 48
"""Characters of a list."""
_COUNTED_WORD = compile_lazily(r"\s?([^\W\d_]+)")
_COUNTED_UNITS = get_word_group("unit") | {"år", "års", "years", "year"}
"""After the last number of a list these words make it an amount: buss 4, 10 minuter bort."""
_NEVER_ALONE = frozenset((",", ":", "-"))
"""Gaps before a number that is part of another one."""


@lru_cache(maxsize=1)
def read_line_words() -> frozenset[str]:
    """Read the words that a line number follows: the cue words for ``transport_nr``."""
    return frozenset(
        word
        for target, _, _, words in read_table(__file__, "cue_words.tsv")
        for word in words.split()
        if target == "transport_nr"
    )


_TRAVEL_WORDS = get_word_group("travel")
_NO_LINE_WORDS = get_word_group("no_line")
_ORDINAL = re.compile(r":?ans?(?!\w)")
_LINE_AFTER = compile_lazily(r" (?:bus|tram|train|metro|buss|bussen|spårvagn|spårvagnen)(?!\w)")
_MOST_WORDS_BETWEEN = 3
"""Words from the verb to the number: vi tar sedan 528:an."""


def find_line_numbers(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find the number of a line, alone or in a list."""
    if len(sequence.parts[0]) > _MOST_LINE_DIGITS or not context.words_before:
        return
    if not _NO_LINE_WORDS.isdisjoint(context.words_before):
        return
    lowered = sequence.normalized.lowered
    ordinal = _ORDINAL.match(lowered, sequence.end)
    if ordinal and sequence.normalized.text[sequence.start - 1].isalpha():  # E4:an
        return
    travels = not _TRAVEL_WORDS.isdisjoint(context.words_before[-_MOST_WORDS_BETWEEN:])
    if ordinal and (travels or len(sequence.digits) == _MOST_LINE_DIGITS):
        yield propose("transport_ordinal", sequence.start, ordinal.end())
        return
    if context.words_before[-1] in ("the", "nr", "number", "no") and _LINE_AFTER.match(
        lowered, sequence.end
    ):
        yield propose("transport_before", sequence.start, sequence.end)
        return
    if read_line_words().isdisjoint(context.words_before):
        return
    before = context.before
    listed = _LISTED.search(before, max(0, len(before) - _LONGEST_LIST))
    if listed is None:
        is_line = sequence.head not in _NEVER_ALONE and _ends_with_line(before)
    else:
        is_line = _ends_with_line(before[: listed.start()]) and not _is_count(sequence)
    if is_line:
        yield propose("transport_nr", sequence.start, sequence.end)


def _ends_with_line(before: str) -> bool:
    """Whether the last word is a word for a line; "nummer" may follow it."""
    words = WORD.findall(before, max(0, len(before) - _LONGEST_LIST))[-2:]
    if not words or not before.rstrip(" .").endswith(words[-1]):
        return False
    return (words[0] if words[-1] in NUMBER_WORDS else words[-1]) in read_line_words()


def _is_count(sequence: DigitSequence) -> bool:
    following = _COUNTED_WORD.match(sequence.normalized.lowered, sequence.end)
    return following is not None and following.group(1) in _COUNTED_UNITS


# Cases and customers. Their numbers often begin with a year or look like an amount. Rules for
# personal identity numbers and dates are stronger, because these may follow the same words.

_REGISTER_WORDS = get_word_group("register")
_KIND_WORDS = get_word_group("register_kind")
_NO_REGISTER_WORDS = get_word_group("no_register")
_NUMBER_ENDINGS = ("nummer", "numret", "nummret", "nr")
_REGISTER_NUMBER_WORDS = NUMBER_WORDS | {"numret", "no", "num", "id"}
_LINK_WORDS = get_word_group("register_link")
_UNIT_WORDS = get_word_group("unit")
_UNIT_WORD = compile_lazily(r"\s([^\W\d_]+)")
_BETWEEN = 2
"""Words between the naming word and the number: kundnummer är, dnr KS 2019-123."""
_LONGEST_CODE = 5
"""Letters of a code before the number, all in capitals."""
_JOINTS = frozenset("-/.: ")
_FEWEST_DIGITS = 3
_MOBILE_NUMBER = compile_lazily(r"07\d(?:[ -]?\d){7}(?!\d)")
_NO_NUMBER = compile_lazily(r"\d[^\W\d_]*[,;)]?\s|[.!?]\s\Z")
"""Another number, or the end of a sentence, between the word and the number."""


def find_register_numbers(
    sequence: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Find the number of a case or customer. Runs with spaces need three digits or more each."""
    words = context.words_before[-_BETWEEN - 1 :]
    is_booking = words[-1:] == ["pnr"] and sequence.normalized.language == "en"
    if not is_booking and not any(is_register_word(word) or is_kind_word(word) for word in words):
        return
    if _MOBILE_NUMBER.match(sequence.normalized.text, sequence.start) and _is_any(words):
        return
    gaps, parts = sequence.gaps, sequence.parts
    if sequence.head or not _JOINTS.issuperset(gaps) or len(sequence.digits) < _FEWEST_DIGITS:
        return
    spaced = [part for gap, part in zip((" ", *gaps), parts, strict=True) if gap == " "]
    if " " in gaps and (min(map(len, spaced)) < _FEWEST_DIGITS or _has_unit(sequence)):
        return
    if _is_named(sequence, context, words[::-1]):
        yield propose("register", sequence.start, sequence.end)


def _is_any(words: list[str]) -> bool:
    """Whether the words name some number that may be one of a telephone: min teleponnummer."""
    return _REGISTER_WORDS.isdisjoint(words) and _KIND_WORDS.isdisjoint(words)


def is_register_word(word: str) -> bool:
    """Whether the word names the number of a register: ärendenummer, lånekortsnummer, dnr."""
    if word in _REGISTER_WORDS:
        return True
    return (
        word.endswith(_NUMBER_ENDINGS)
        and word not in NUMBER_WORDS
        and word not in _NO_REGISTER_WORDS
        and word != "numret"
    )


def is_kind_word(word: str) -> bool:
    """Whether the word names what has a number (ärende, order), so that a code may follow it."""
    return word in _KIND_WORDS


def _is_named(sequence: DigitSequence, context: SentenceContext, nearest: list[str]) -> bool:
    """Whether one of the nearest words names the number, with only links and codes in between."""
    is_number = bool(sequence.gaps) and " " not in sequence.gaps
    for word in nearest:
        is_booking = word == "pnr" and sequence.normalized.language == "en"
        if is_register_word(word) or (is_number and is_kind_word(word)) or is_booking:
            named = context.before.rindex(word) + len(word)
            return _NO_NUMBER.search(context.before, named) is None
        if word not in _LINK_WORDS and not _is_code(sequence, word):
            return False
        is_number = is_number or word in _REGISTER_NUMBER_WORDS
    return False


def _is_code(sequence: DigitSequence, word: str) -> bool:
    """Whether the word is a code that belongs to the number: KS 2019-123, ABC-2019."""
    near = sequence.normalized.text[max(0, sequence.start - 2 * _LONGEST_CODE) : sequence.start]
    return len(word) <= _LONGEST_CODE and word.upper() in near


def _has_unit(sequence: DigitSequence) -> bool:
    following = _UNIT_WORD.match(sequence.normalized.lowered, sequence.end)
    return following is not None and following.group(1) in _UNIT_WORDS
