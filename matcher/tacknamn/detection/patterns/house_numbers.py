"""Find house numbers by the address around them, where no list and no ending knows the street.

A number is one after a word for a part of a house (lgh 1102, flat 5, Box 118), after a capitalised
name that somebody lives at (bor på Lärkan 6, min adress är Lindenstraße 14), after a name with the
form of a street (Hämeentie 15, Esplanaden 3), and before a name that ends like an
English street (16 Orchard Close). Letters behind the number belong to it.
"""

import re
from collections.abc import Iterator

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.months import MONTHS
from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.expressions import compile_lazily

__all__ = ["HOUSE_LETTER", "find_house_numbers", "may_be_house_number"]

HOUSE_LETTER = r"(?:[A-Za-z]|\s[A-HJ-Za-dfgh])(?![\w:@]|[.'’]\w)"
"""The letter of a house number: 2B, 12 c. After a blank, "i", "o" and "e" are words."""

_CAPITAL = r"[A-ZÅÄÖÉ][\w'’-]*"
_PHRASE = rf"{_CAPITAL}(?:\s(?:[a-zé]{{1,3}}|{_CAPITAL})){{0,4}}"
"""A name of up to five words; the words without a capital are short: Rue de la Paix."""
_LETTER = compile_lazily(HOUSE_LETTER)
_DOOR = compile_lazily(
    r"(?<!\w)(?:(?:lgh|lght|lägenhet|lägenhetsnummer|uppgång|trappuppgång|apt|apartment|flat|suite|plot|"
    r"korridor|korridorrum|studentrum|sector)"
    r"\.?\s?(?:nr\.?\s|nummer\s|no\.?\s|number\s|#)?"
    r"|(?:house|door|shop|quarter|roll|seat|locker|skola|skolan|school|gymnasium|lyceum|liceum|lycée)\s"
    r"(?:nr\.?|nummer|no\.?|number)\s)\Z"
)
"""What has a number: a flat, a room, a plot; a school in the east; a pupil on a roll."""
_BOX = compile_lazily(r"(?<!\w)(?:box|postbox|p\.?\s?o\.?\sbox)\s\Z")
_ROOM = compile_lazily(r"(?<!\w)(?:rum|rummet|room)\.?\s(?:nr\.?\s|nummer\s|no\.?\s|number\s)?\Z")
_WARD = compile_lazily(r"(?<!\w)avd(?:elning(?:en)?)?\.?\s\w{1,5},?\srum\s\Z")
_BUILDING = compile_lazily(r"(?<!\w)(?:hus|port|porten|villa|radhus|block|building|unit)\s\Z")
_NUMBERED = compile_lazily(
    r"\b(?:(?:bor|bo|bodde|bott|boende|bosatt|flyttade|flyttat|live|lives|lived|living)"
    r"(?: \w{1,12})? (?:i|på|vid|till|at|in)"
    r"|(?:hus|huset|villa|villan|radhus|radhuset|porten|port|house)(?: har| är| med| has)?)"
    r" (?:nummer|nr\.?|number)(?: är| e| is|:)? \Z"
    r"|\b(?:husnummer|husnumret|portnummer|husnr)(?: är| e|:)? \Z"
    r"|(?:gatan|vägen|\b(?:street|st|road|rd|avenue|ave|lane))(?:,| like| at| på| in)* "
    r"(?:nummer|nr\.?|number|no\.?) \Z"
)
_LIVING = (
    r"(?i:(?<!\w)(?:bor|bo|bodde|bott|boende|bosatt|flytta(?:r|de|t|)|lives?|lived|living|moved?|"
    r"resid(?:es?|ing)|adress(?:en)?|address|finns|ligger)(?!\w))"
)
_LIVING_STEMS = ("bo", "flytt", "live", "living", "move", "resid", "adress", "address", "finns", "ligger",
                 "\u0131", "\u017f")  # fmt: skip
"""What any of these words has in lower case. The last two letters are an i and an s where case is
ignored."""
_HOME = compile_lazily(rf"{_LIVING}[^.!?\n\d]{{0,24}}?[ :]({_PHRASE})\s\Z")
_LIVING_WORDS = get_word_group("living")
_HOME_WORDS = _LIVING_WORDS - {"rum", "rummet"}
_STREET = compile_lazily(
    rf"(?<!\w)(?:{_CAPITAL}(?:{'|'.join(sorted(get_word_group('street_last')))})"
    rf"|{'|'.join(sorted(get_word_group('street_alone')))})\s\Z"
)
"""Names that are streets if a house number follows; street_names finds those with a foreign first
word, name_endings those with a usual ending."""
_NAMING_ENDS = (
    *("är", "e", "is", ":", "nr", "nr.", "nummer", "numret", "number", "no", "no.", "#", "husnr"),
    *("rum", "rummet", "room", "rum.", "rummet.", "room.", "box"),
    *[
        f"{word}{stop}"
        for word in (
            *("lgh", "lght", "lägenhet", "lägenhetsnummer", "uppgång", "apt", "apartment", "flat"),
            *("suite", "plot", "korridor", "korridorrum", "studentrum", "sector"),
        )
        for stop in ("", ".")
    ],
    *("hus", "port", "porten", "villa", "radhus", "block", "building", "unit"),
)
"""How the text before a number ends, without blanks, if any of the expressions above finds it."""
_REACH = 60
"""Characters before the number that are read."""
_ADDRESS_AFTER = compile_lazily(
    r"\s*(?:[,.;:!?)\n]|\Z)|\s(?:i|in|på|vid|nära|near|och|and|som|med|with|sedan|sen|lgh|lägenhet|"
    r"apt|flat|tr|nb|bv|utanför|tillsammans|nu|now|hos|for|för)(?!\w)"
)
_POSTAL_CODE = compile_lazily(r",?\s(?:lgh\s\d{4},?\s)?(?:SE?-)?\d{3} \d\d [A-ZÅÄÖ]")
_LINE = compile_lazily(rf"(?:\A|[\n,]\s?)({_PHRASE})\s\Z")
_ENGLISH = "|".join(sorted(get_word_group("street_english")))
_BEFORE_STREET = compile_lazily(
    rf",?\s(?:(?:St\.?\s)?{_CAPITAL}\s){{1,3}}(?:{'|'.join(map(str.title, sorted(get_word_group('street_english'))))})(?!\w)"
)
_BEFORE_SMALL_STREET = compile_lazily(
    rf",?\s([a-z']{{2,}})(?:\s([a-z']{{3,}}))?\s(?:{_ENGLISH})(?=\s*(?:[,.;!?)\n]|\Z)"
    r"|\s(?:near|in|next|by|now|and|n|cf|last|this|with|if|for)(?!\w)|\s[a-z]{1,2}\d)"
)
_AT = compile_lazily(
    r"(?:(?<!\w)(?:at|on|its|it's|is|to|from|live|address|flat|near)|[,:\n]|\A)\s*\Z"
)
_NUMBER_WORD = compile_lazily(r"(?<!\w)(?:no|number|nr|house)\.?\s\Z")
"""Before a street with an article: no 5 the crescent."""
_NO_STREET_WORDS = get_word_group("no_street")
_UNITS = get_word_group("unit") | {
    "år",
    "years",
    "rum",
    "rok",
    "våningar",
    "floors",
    "sovrum",
    "bedrooms",
    "rooms",
}
_NEXT = compile_lazily(r"\s([^\W\d_]+)")
_MOST_DIGITS = 4


def may_be_house_number(text: str, lowered: str, start: int, end: int) -> bool:
    """Whether a capitalised word, or one for a part of a house, precedes one or two digits, or a
    street may follow them. A quick test."""
    if text[start - 1 : start] not in _BLANKS:
        return False
    if lowered.endswith(_QUICK_ENDINGS, max(0, start - _LONGEST_ENDING), start):
        return True
    begin = max(text.rfind(" ", 0, start - 1), text.rfind("\n", 0, start - 1)) + 1
    return (begin < start - 1 and text[begin].isupper()) or (
        _STREET_MAY_FOLLOW.match(text, end) is not None
        and _BEFORE_SMALL_STREET.match(lowered, end) is not None
    )


_LONGEST_ENDING = 12
_BLANKS = (" ", "\n", "(", ",", "#", "")
_STREET_MAY_FOLLOW = re.compile(r"[A-Za-z]?,?\s[A-Za-z']")
_QUICK_ENDINGS = tuple(
    f"{word} "
    for word in (
        *("lgh", "lght", "lägenhet", "uppgång", "apt", "apartment", "flat", "suite", "box", "hus"),
        *("port", "porten", "villa", "radhus", "block", "building", "unit", "nr", "nr.", "nummer"),
        *("rum", "rummet", "room", "plot", "sector", "no", "no.", "number", "korridor"),
        *("nummer är", "nummer:", "numret är", "number is", "husnr"),
    )
)


def find_house_numbers(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find the number of a house or flat in a single run of digits."""
    text, lowered = sequence.normalized.text, sequence.normalized.lowered
    start, end = sequence.start, sequence.end
    if len(sequence.parts[0]) > _MOST_DIGITS or sequence.head in ("-", "/", ".", ":", ","):
        return
    is_year = len(sequence.digits) == _MOST_DIGITS and "1900" <= sequence.digits <= "2039"
    if is_year and not lowered.endswith(_QUICK_ENDINGS, max(0, start - _LONGEST_ENDING), start):
        return
    if not may_be_house_number(text, lowered, start, end):
        return
    letter = _LETTER.match(text, end)
    last = letter.end() if letter else end
    following = _NEXT.match(lowered, last)
    if following and following.group(1) in _UNITS:
        return
    rule = _choose_rule(sequence, context, last)
    if rule:
        yield propose(rule, start, last)


def _choose_rule(sequence: DigitSequence, context: SentenceContext, last: int) -> str:
    text, lowered, start = sequence.normalized.text, sequence.normalized.lowered, sequence.start
    left = max(0, start - _REACH)
    before, small = text[left:start], lowered[left:start]
    is_named = small.rstrip().endswith(_NAMING_ENDS)  # a shortcut for most numbers
    if is_named and _NUMBERED.search(small):
        return "street_nr_alone"
    if sequence.tail == "/":
        return ""
    if is_named and (rule := _choose_part_rule(sequence, context, small)):
        return rule
    if _is_after_street(sequence, before, last):
        return "street_nr"
    if _BEFORE_STREET.match(text, last):
        return "street_nr"
    street = _BEFORE_SMALL_STREET.match(lowered, last)
    if street and street.groups() == ("the", None):
        return "street_nr" if _NUMBER_WORD.search(small) else ""
    if street and _AT.search(small) and _NO_STREET_WORDS.isdisjoint(street.groups()):
        return "street_nr"
    return ""


def _choose_part_rule(sequence: DigitSequence, context: SentenceContext, small: str) -> str:
    """Return the rule of a number behind a word for a room, a flat, a box or a building."""
    if _ROOM.search(small) and (
        not _HOME_WORDS.isdisjoint(context.words_before) or _WARD.search(small)
    ):
        return "door"
    if _DOOR.search(small) or (_BOX.search(small) and len(sequence.digits) > 1):
        return "door"
    if _BUILDING.search(small) and not _LIVING_WORDS.isdisjoint(context.words_before):
        return "street_nr_alone"
    return ""


def _is_after_street(sequence: DigitSequence, before: str, last: int) -> bool:
    """Whether the name before the number is a street, by its form or by what is said around it."""
    text = sequence.normalized.text
    if before[-1:] != " " or not before.strip():
        return False
    # No blank is in the names of streets, so the search begins at the last word.
    last_word = max(before.rfind(" ", 0, -1), before.rfind("\n", 0, -1)) + 1
    if _STREET.search(before, last_word):
        return not _is_date(before)
    if not _ADDRESS_AFTER.match(text, last) or _is_date(before):
        return False
    if _POSTAL_CODE.match(text, last) and _LINE.search(before):
        return True
    if len(sequence.digits) == _MOST_DIGITS or sequence.tail in ("-", "/", ".", ":"):
        return False
    if not any(stem in before.lower() for stem in _LIVING_STEMS):
        return False  # a shortcut for most numbers
    home = _HOME.search(before)
    return home is not None and _NO_STREET_WORDS.isdisjoint(home.group(1).lower().split())


def _is_date(before: str) -> bool:
    """Whether the word before the number is a month: Aug. 5."""
    word = before.split()[-1].lower().rstrip(".")
    return word in MONTHS
