"""Find numbers that identify a person, an organisation, an account or a vehicle.

Three kinds: numbers of accounts (clearing and account number, bankgiro, plusgiro, IBAN, cards),
numbers that authorities give to persons and organisations, and licences, documents and number
plates. A personal identity number is found even if its check digit is wrong or its day impossible,
because learners invent such numbers.
"""

from collections.abc import Iterator

from tacknamn.detection.patterns.dates_and_amounts import is_day
from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "find_accounts",
    "find_driving_licences",
    "find_foreign_identity_numbers",
    "find_iban",
    "find_identity_numbers",
    "find_plates",
    "is_luhn",
    "is_mod97",
]

# Check digits


def is_luhn(digits: str) -> bool:
    """Whether the last digit is the Luhn check digit, as in personal identity and card numbers.

    >>> is_luhn("8112189876"), is_luhn("8112189875")
    (True, False)
    """
    total = 0
    for position, digit in enumerate(reversed(digits)):
        value = int(digit) * (1 + position % 2)
        total += value - 9 if value > 9 else value
    return total % 10 == 0


def is_mod97(iban: str) -> bool:
    """Whether the check digits of an IBAN are right. Spaces do not count.

    >>> is_mod97("SE35 5000 0000 0549 1000 0003")
    True
    """
    joined = "".join(iban.split()).upper()
    return int("".join(str(int(character, 36)) for character in joined[4:] + joined[:4])) % 97 == 1


# Accounts

_SHORTEST, _LONGEST = 5, 20
"""Digits of accounts, with or without their clearing number."""
_GAPS = frozenset(" -.~")
_COMMAS = frozenset(";,")
"""Gaps that only separate a clearing number from its account."""
_SWEDBANK = "8"
"""First digit of the only clearing numbers with five digits."""
_ZIP_CODE = "3 2"
_YEARS = compile_lazily(r"\s?(?:år|bast|years?)\b")
_IBAN = compile_lazily(
    r"[a-zA-Z]{2}[0-9]{2}(?:[ \u00a0]?[A-Za-z0-9]{4}){2,7}(?:[ \u00a0]?[A-Za-z0-9]{1,3})?"
)
_COUNTRY = compile_lazily("[A-Za-z]{2}[0-9]")
_SWEDISH_IBAN = compile_lazily(r"[A-Z]{2}\d\d(?:[ \u00a0]?\d{4}){3,7}(?:[ \u00a0]?\d{1,3})?(?!\w)")
"""With a wrong check digit the country must be in capitals, and only digits may follow."""
_IBAN_LENGTHS = range(15, 35)
"""From Norway's length to the longest that the standard allows."""
_BARE = frozenset((11, 13, 15))
_CARD = 16
_PLUSGIRO = 8
"""Digits of the longest plusgiro number."""
_CLEARING_RUN = frozenset((7, 9, 10))
_SWISH = "123"


def find_accounts(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find accounts of every kind in a sequence of digits."""
    if not _are_account_gaps(sequence):
        return
    digits = sequence.digits
    start, end = sequence.start, sequence.end
    if _SHORTEST <= len(digits) <= _LONGEST and sequence.shape != _ZIP_CODE:
        yield propose("account_any", start, end)
        lowered = sequence.normalized.lowered
        if lowered.endswith(_ACCOUNT_ENDINGS, max(0, start - _LONGEST_ACCOUNT), start):
            yield propose("account_named", start, end)
    if len(digits) == _CARD and sequence.shape in ("16", "4 4 4 4", "4-4-4-4"):
        yield propose("card", start, end, is_luhn(digits))
    if sequence.shape in ("3-4", "4-4"):
        yield propose("bankgiro", start, end, is_luhn(digits))
    if sequence.gaps[-1:] == ("-",) and len(sequence.parts[-1]) == 1 and len(digits) <= _PLUSGIRO:
        yield propose("plusgiro", start, end, is_luhn(digits))
    if sequence.shape in ("2-2-2 8", "2 2 2 8", "2-2-2-8"):
        yield propose("sort_code", start, end)
    if sequence.shape in ("2-2-2", "2 2 2"):
        yield propose("sort_code_alone", start, end)
    if len(digits) == 10 and digits.startswith(_SWISH) and len(sequence.parts) > 1:
        yield propose("swish", start, end)
    yield from _find_clearing_number(sequence, digits)


_ACCOUNT_ENDINGS = (
    "a/c ",
    "a/c: ",
    "a/c no ",
    "a/c no. ",
    "a/c number ",
    "acct ",
    "acct: ",
    "acct. ",
)
_LONGEST_ACCOUNT = 14


def _are_account_gaps(sequence: DigitSequence) -> bool:
    """Whether the gaps are those of an account: a comma may only follow the clearing number, and
    the number is not an age."""
    gaps = sequence.gaps
    if _GAPS.issuperset(gaps):
        return True
    commas = [position for position, gap in enumerate(gaps) if gap in _COMMAS]
    if len(commas) > 1 or not _GAPS.union(_COMMAS).issuperset(gaps):
        return False
    clearing = sequence.parts[: commas[0] + 1]
    if not _is_clearing(clearing):
        return False
    return not _YEARS.match(sequence.normalized.lowered, sequence.end)


def _is_clearing(parts: tuple[str, ...]) -> bool:
    """Whether these runs are a clearing number: four digits, and at Swedbank a fifth one after a
    hyphen or in the same run. Other runs of five digits are mostly postal codes."""
    first = parts[0]
    if len(parts) == 2:
        return len(first) == 4 and len(parts[1]) == 1
    return len(parts) == 1 and (len(first) == 4 or (len(first) == 5 and first[0] == _SWEDBANK))


def _find_clearing_number(sequence: DigitSequence, digits: str) -> Iterator[Alternative]:
    """Find a clearing number of four or five digits with an account of seven to ten digits."""
    start, end, parts = sequence.start, sequence.end, sequence.parts
    if len(parts) == 1:
        if len(digits) in _BARE:
            yield propose("account_bare", start, end)
        return
    if len(parts[0]) != 4 or parts[0][0] == "0":
        return
    # Swedbank: 8327-9, 123 456 789-0.
    has_fifth = len(parts) > 2 and len(parts[1]) == 1 and sequence.gaps[0] == "-"
    account = parts[2:] if has_fifth else parts[1:]
    length = sum(map(len, account))
    if len(account) == 1 and len(account[0]) in _CLEARING_RUN:
        yield propose("clearing_run", start, end)
    elif len(account) > 1 and 6 <= length <= 10 and min(map(len, account[:-1])) > 1:
        yield propose("clearing_account", start, end)


def find_iban(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find an IBAN around a run: two letters before it, more letters and digits after it."""
    text = sequence.normalized.text
    start = sequence.start - 2
    if start < 0 or not _COUNTRY.match(text, start) or (start and text[start - 1].isalnum()):
        return
    match = _IBAN.match(text, start)
    # Try every end, the longest first, until the check digits are right.
    ends = range(match.end(), start + _IBAN_LENGTHS.start - 1, -1) if match else ()
    for end in ends:
        if not text[end : end + 1].isalnum() and text[end - 1].isalnum():
            characters = "".join(text[start:end].split())
            if len(characters) in _IBAN_LENGTHS and is_mod97(characters):
                yield propose("iban", start, end, True)
                return
    match = _SWEDISH_IBAN.match(text, start)
    if match:
        yield propose("iban", start, match.end(), False)


# Persons and organisations

_DASHED = frozenset(
    ("6-4", "6~4", "8-4", "8~4", "6+4", "8+4", "2 6-4", "2-6-4", "2-2-2-4", "4-2-2-4", "4 2 2-4")
)
_APART = frozenset(
    (
        "6-2 2",
        "8-2 2",
        "2 6-2 2",
        "6 2 2",
        "8 2 2",
        "2-2-2-2 2",
        "2 2 2-2 2",
        "6-3 1",
        "6-1 3",
        "8-3 1",
        "8-1 3",
        "2 6 4",
    )
)
"""Shapes with the last four digits in two parts, which count only behind a day of birth."""
_SPACED = frozenset(("6 4", "8 4", "6/4", "8/4", "2 2 2 4", "4 2 2 4", "6.4", "8.4"))
_PAIRS = frozenset(
    (
        "2 2 2 2 2",
        "2 2 2 2 2 2",
        "4 2 2 2 2",
        "2 6 2 2",
        "2 2 2 2 4",
        "2-2-2-2-2",
        "2-2-2-2-2-2",
        "4-2-2-2-2",
    )
)
"""Shapes in pairs, as people dictate. With a wrong check digit they need a word that names them."""
_IDENTITY_SHAPES = _DASHED | _SPACED | _APART | _PAIRS | {"10", "12"}
"""Shapes of personal identity and organisation numbers."""
_GAPS_OF_ANY = frozenset(" -.~/")
"""Gaps of other groupings, which count only where a word names the number: 85 07 09 9 805."""
_FOREIGN_SHAPES = frozenset(
    ("9", "11", "12", "3 3 4", "3-3-4", "3-2-4", "4 4 4", "6 5", "6-5", "3 3 3")
)
"""Shapes of identity numbers of America, Britain, India and the neighbours."""
_COORDINATION = 60
"""Added to the day of birth in a coordination number."""
_ORGANISATION = "2"
"""Lowest third digit of an organisation number, so that it never looks like a month."""
_CENTURIES = frozenset(("18", "19", "20"))


def find_foreign_identity_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find identity numbers of other countries that are digits only."""
    digits, shape = sequence.digits, sequence.shape
    if shape == "3-2-4" and digits[0] != "0":
        yield propose("social_security", sequence.start, sequence.end)
    elif shape in ("6 5", "6-5") and is_day(digits[2:4], digits[:2]):
        yield propose("foreign_person", sequence.start, sequence.end)
    if shape in _FOREIGN_SHAPES:
        yield propose("identity_any", sequence.start, sequence.end)


def find_identity_numbers(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find personal identity numbers, coordination numbers and organisation numbers."""
    digits = sequence.digits
    century, short = digits[:-10], digits[-10:]
    if len(digits) not in (10, 12) or (century and century not in _CENTURIES):
        return
    start, end = sequence.start, sequence.end
    dashed = sequence.shape in _DASHED
    is_valid = is_luhn(short)
    if sequence.shape in _APART:
        if is_day(short[2:4], short[4:6]) and ("-" in sequence.gaps or is_valid):
            yield propose("person_number_apart", start, end, is_valid)
        return
    if sequence.shape in _PAIRS:
        if _is_birth(short):
            rule = "person_number_apart" if is_valid else "person_number_any"
            yield propose(rule, start, end, is_valid)
        return
    if sequence.shape not in _IDENTITY_SHAPES:
        if _is_birth(short) and _GAPS_OF_ANY.issuperset(sequence.gaps):
            yield propose("person_number_named", start, end)
        return
    if not century and short[2] >= _ORGANISATION:
        if dashed and "+" not in sequence.gaps:
            yield propose("organisation_number", start, end, is_valid)
        else:
            yield propose("organisation_run", start, end, is_valid)
    yield propose(_choose_person_rule(sequence, short, dashed), start, end, is_valid)


def _is_birth(short: str) -> bool:
    """Return whether ten digits begin with a day of birth, or with that and sixty."""
    month, day = short[2:4], int(short[4:6])
    return is_day(month, short[4:6]) or (
        day > _COORDINATION and is_day(month, str(day - _COORDINATION))
    )


def _choose_person_rule(sequence: DigitSequence, short: str, dashed: bool) -> str:
    month, day = short[2:4], int(short[4:6])
    if is_day(month, str(day)):
        if dashed or sequence.shape in _SPACED:
            return "person_number"
        return "person_number_bare" if sequence.shape == "12" else "person_number_run"
    if day > _COORDINATION and is_day(month, str(day - _COORDINATION)):
        return "coordination_number" if sequence.shape != "10" else "coordination_run"
    return "person_number_odd" if dashed else "person_number_any"


# Plates, documents and licences

_PLATE = compile_lazily(r"([A-ZÅÄÖ]{3}|[a-zåäö]{3})[ \u00a0-]?\d\d(?:\d|[A-Za-z])(?!\w)")
_LETTERS = 3
_DOCUMENT_LENGTHS = range(6, 10)
"""Digits of the numbers of passports and cards."""
_DATE_SHAPES = frozenset(("6", "8"))
_LICENCE_NUMBER_WORDS = get_word_group("licence_number")
_LICENCE_SHAPES = frozenset((*map(str, range(5, 13)), "6-4", "8-4", "8-2", "6-2"))


def find_plates(sequence: DigitSequence) -> Iterator[Alternative]:
    """Find a number plate or the number of a document: one run and the letters before it."""
    start, end = sequence.start, sequence.end
    if len(sequence.parts[0]) in (2, 3):
        yield from _find_plate(sequence)
    if len(sequence.parts[0]) in _DOCUMENT_LENGTHS:
        text = sequence.normalized.text
        while start and start > sequence.start - 2 and text[start - 1].isupper():
            start -= 1
        if not text[start - 1 : start].isalnum():
            yield propose("document", start, end)


def find_driving_licences(
    sequence: DigitSequence, context: SentenceContext
) -> Iterator[Alternative]:
    """Find digits that may be the number of a driving licence, which is often the holder's identity
    number: in one run, or with the last four after a hyphen. Digits that may be the date of issue
    (körkort 180512) count only after a word for number."""
    if sequence.shape not in _LICENCE_SHAPES:
        return
    if sequence.shape not in _DATE_SHAPES or not _LICENCE_NUMBER_WORDS.isdisjoint(
        context.words_before[-4:]
    ):
        yield propose("driving_licence", sequence.start, sequence.end)


def _find_plate(sequence: DigitSequence) -> Iterator[Alternative]:
    text = sequence.normalized.text
    apart = 0 if text[sequence.start - 1 : sequence.start].isalpha() else 1
    start = sequence.start - apart - _LETTERS
    if start < 0 or (start and (text[start - 1].isalnum() or text[start - 1] in "-_@")):
        return
    match = _PLATE.match(text, start)
    if match is None:
        return
    letters = match.group(1)
    upper = letters.isupper()
    if letters.lower() in get_word_group("measure"):
        return
    if upper and apart and letters.lower() in get_word_group("currency_code"):
        yield propose("plate_lower", start, match.end())  # PLN 552 may be a sum of money
        return
    if letters.lower() not in get_word_group("no_plate") or (not apart and upper):
        yield propose("plate" if upper else "plate_lower", start, match.end())
