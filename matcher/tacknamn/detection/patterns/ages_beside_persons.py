"""Decide from the persons named or listed beside a number whether it is an age."""

from tacknamn.detection.patterns.age_subjects import (
    BEARER_WORDS,
    END,
    NO_SUBJECT_WORDS,
    PERSON_WORDS,
    PRONOUN_WORDS,
    PossibleAge,
    find_word,
)
from tacknamn.detection.patterns.months import MONTHS
from tacknamn.detection.patterns.number_words import read_cardinal
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, get_word_group
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "AND_WORDS",
    "AT_ONCE",
    "HAVING_WORDS",
    "LONGEST_LIST",
    "SEX_WORDS",
    "WHEN",
    "is_beside_name",
    "is_in_bare_row",
    "is_in_named_row",
    "is_in_row",
    "is_next_relative",
    "is_repeated",
]

HAVING_WORDS = get_word_group("having")
_KIN_WORDS = BEARER_WORDS - get_word_group("acquaintance")
AND_WORDS = frozenset(("och", "o", "and", "eller", "or", "resp", "respektive"))
LONGEST_LIST = 40
"""Characters of "5, 7, 9 och "."""
SEX_WORDS = get_word_group("sex")
_NAMES_LISTED = compile_lazily(
    r"(?:([^\W\d_]+)\s)?(\w+)(:\s|,\s|\s\(|\s[-–]\s|\s)"
    r"(?:[A-ZÅÄÖÉ][a-zåäöé][\w'’-]*\s\d{1,2}(?:,\s|\s(?:och|o|and|samt|&)\s)){0,6}"
    r"[A-ZÅÄÖÉ][a-zåäöé][\w'’-]*\s\Z"
)
"""Names with their ages, and the two words before them."""
_NEXT_IN_ROW = compile_lazily(
    r"\s*(?:[.,;](?!\d)|[!?)\n]|\Z)|\s(?:och|o|and|samt|&)\s(?:[A-ZÅÄÖ]|(?:min|mitt|my|en|ett|a|jag|i)(?!\w))"
    r"|\s(?:går|bor|är|jobbar|studerar|pluggar|som|is|who|lives|goes)\s"
)
_LONGEST_ROW = 100
_MOST_CHILDREN = 10
_ROW = compile_lazily(r"(?:[:,]|\b(?:och|and))\s[A-ZÅÄÖÉ][\w'’-]{0,24}\Z")
_LOWER_AFTER = compile_lazily(r"(?:,\s[a-zåäö]|\.(?:\n|\s[A-ZÅÄÖ])|\.?\Z|\))")
_PERSONS_LISTED = compile_lazily(r"([^\W\d_]+):[^.!?:\n]*\Z")
_ROW_GOES_ON = compile_lazily(r"(?:,\s|\s(?:och|o|and)\s)[^\W\d_]|\s*(?:[.!\n]|\Z)")
_CALENDAR_WORDS = frozenset((*MONTHS, *get_word_group("weekday")))
_CHILDREN_WORDS = frozenset(
    ("barn", "söner", "döttrar", "pojkar", "flickor", "tvillingar", "children", "kids", "sons")
)
_AGES_OF_CHILDREN = compile_lazily(r"\s?(?:o|och|and|&|-|,)\s?\d{1,2}\s?(?:[.,!?)\n]|\Z|år)")
_AGE_SAID = compile_lazily(
    r"(?<!\w)(?:är|e|va|var|is|was|fyller|fyllde|blir|blev|turned)\s\d{1,3}(?:\sår)?\s?(?:,|och|o|and)"
)
_NO_SEX_AFTER = compile_lazily(r"[.,:/]\d|\s?(?:v|h|kg|cm|mot|av|st|till|till|on|to)(?!\w)|\s?%")
"""After "man 2": not "man 2 mot 1", "kvinna 32 v"."""
WHEN = compile_lazily(r"\s(?:när|då|when)")
_WAS_WHEN = compile_lazily(r"(?<!\w)(?:var|va|är|was|blev)\s\w+(?:\s\w+)?\s(?:när|då|when)\s")
AT_ONCE = 30
"""Characters after "har 25 år" in which a remainder (kvar, och tre månader) makes it a duration."""


def is_beside_name(age: PossibleAge, before: str, words: list[str]) -> bool:
    """Whether the number stands in brackets or between commas right behind a person (min man (44),
    Ali, 25, bor här), or behind a word for the sex of a person (kille 22)."""
    text = age.text
    if age.has_years or age.has_months or not words:
        return False
    after = text[age.end : age.end + 3]
    if before.endswith("(") and after.startswith(")"):
        return _is_person_before(age, words[-1], before[:-1].rstrip())
    if before.endswith(",") and (_LOWER_AFTER.match(after) or words[-1] in SEX_WORDS):
        return _is_person_before(age, words[-1], before[:-1])
    if words[-1] not in SEX_WORDS or not before.endswith(words[-1]):
        return False
    return text[age.start : age.end] > "09" and _NO_SEX_AFTER.match(text, age.end) is None


def _is_person_before(age: PossibleAge, word: str, before: str) -> bool:
    """Whether the last word is a relative or the like, or a capitalised name within a sentence."""
    if not before.endswith(word):
        return False
    if word in PERSON_WORDS and word not in PRONOUN_WORDS:
        return True
    # Where the word stands in the text: before the comma or bracket and the blanks.
    offset = find_word(age, word)
    name = age.text[offset : offset + len(word)]
    head = age.text[max(0, offset - LONGEST_LIST) : offset].rstrip()
    if offset < 0 or word in NO_SUBJECT_WORDS or word in _CALENDAR_WORDS:
        return False
    listed = _PERSONS_LISTED.search(head)
    if listed and listed.group(1).lower() in BEARER_WORDS:
        return True  # kids: mia (7), tom (4)
    if not name.istitle():
        return False
    if age.text[age.end : age.end + 2] == ", " and age.text[age.start : age.end] > "14":
        return len(age.text[age.start : age.end]) == 2  # Maria, 34, bor här
    begins = not head or head[-1] in ".!?\n"
    return not begins and not BEARER_WORDS.isdisjoint(WORD.findall(head.lower()))


def is_repeated(context: SentenceContext, words: list[str], age: PossibleAge) -> bool:
    """Whether an age of the same person came before: var 18 när jag gifte mig och 19 när vi kom."""
    if not words or words[-1] not in AND_WORDS or age.has_years or age.has_months:
        return False
    after = age.text[age.end : age.end + 6].lower()
    return WHEN.match(after) is not None and _WAS_WHEN.search(context.before) is not None


def is_in_bare_row(context: SentenceContext, before: str, age: PossibleAge) -> bool:
    """Whether relatives are listed with their ages alone: syskon: Ali 14, Sara 11 och Omar 6."""
    if age.has_years or age.has_months or ":" not in before:
        return False
    if not _ROW_GOES_ON.match(age.text, age.end):
        return False
    listed = _PERSONS_LISTED.search(before)
    if listed is None or listed.group(1) not in BEARER_WORDS:
        return False
    begin = age.start - len(context.before)
    return _ROW.search(age.text[begin : begin + len(before)]) is not None


def is_in_named_row(
    context: SentenceContext, before: str, words: list[str], age: PossibleAge
) -> bool:
    """Whether names with their ages follow a relative or a number of children: två barn, Ali 15 och
    Mia 11; jag har två, Ali 5 och Mia 2; min son Ali 5 och min dotter Mia 3."""
    if age.has_years or age.has_months or age.end - age.start > 2 or not words:
        return False
    if not age.text[age.start - 1 - len(words[-1]) : age.start].istitle():
        return False
    if len(context.before.strip()) == len(words[-1]) or not _NEXT_IN_ROW.match(age.text, age.end):
        return False
    begin = age.start - len(context.before)
    listed = _NAMES_LISTED.search(age.text, max(begin, age.start - _LONGEST_ROW), age.start)
    if listed is None:
        return False
    if listed.group(2).lower() in _KIN_WORDS:
        return True
    has = listed.group(1) is not None and listed.group(1).lower() in HAVING_WORDS
    return has and listed.group(3) != " " and _is_few(listed.group(2).lower())


def _is_few(word: str) -> bool:
    value = int(word) if word.isdecimal() else read_cardinal(word)
    return value is not None and value < _MOST_CHILDREN


def is_next_relative(
    context: SentenceContext, before: str, words: list[str], age: PossibleAge
) -> bool:
    """Whether a relative stands right before the number, and a sentence or list of ages before or
    after it: min son är 6, min dotter 4; barn 8 och 11."""
    if not words or words[-1] not in BEARER_WORDS or not before.endswith(words[-1]):
        return False
    if age.has_years or age.has_months:
        return False
    if words[-1] in _CHILDREN_WORDS:
        is_last = context.before.rstrip() != before and END.match(age.text, age.end) is not None
        after = age.text[age.end : age.end + AT_ONCE].lower()
        return is_last or _AGES_OF_CHILDREN.match(after) is not None
    return bool(_AGE_SAID.search(context.before)) and bool(END.match(age.text, age.end))


def is_in_row(context: SentenceContext, before: str, age: PossibleAge) -> bool:
    """Whether relatives are listed with their ages: tre syskon: Ali 12 år, Sara 9 år, Omar 5 år."""
    if BEARER_WORDS.isdisjoint(context.words_before):
        return False
    begin = age.start - len(context.before)
    return _ROW.search(age.text[begin : begin + len(before)]) is not None
