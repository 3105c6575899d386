"""Find ages, in digits and in words, and decide from the sentence whether a number is an age.

"25 år" is an age unless a word nearby says that it is a duration. A bare 25 is an age only where a
person is that old (han är 25, min granne, som är 84) or is described so (en son på 9). The words
are in ``word_groups.tsv``.

The first half of the module decides from the sentence (:func:`choose_age_rule`). The second half
finds the numbers and their offsets.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from tacknamn.detection.patterns.digit_sequences import DigitSequence
from tacknamn.detection.patterns.general_ages import is_general_age
from tacknamn.detection.patterns.months import MONTHS
from tacknamn.detection.patterns.number_words import (
    OLDEST,
    NumberWord,
    find_number_at_end,
    find_number_at_start,
    may_begin_number,
    read_cardinal,
)
from tacknamn.detection.patterns.rulebook import WORD, SentenceContext, get_word_group, propose
from tacknamn.records import Alternative
from tacknamn.support.tables import read_table
from tacknamn.text.normalized_text import NormalizedText

__all__ = [
    "PossibleAge",
    "choose_age_rule",
    "find_ages_after_comma",
    "find_ages_after_verb",
    "find_ages_before_year_word",
    "find_ages_in_answers",
    "find_ages_in_digits",
]

_NAMED_WORDS = get_word_group("named")
_ADVERB_WORDS = get_word_group("adverb")
_AGE_NOUN_WORDS = get_word_group("age_noun")
_AGE_VERB_WORDS = get_word_group("age_verb")
_ARTICLE_WORDS = get_word_group("article")
_BEING_WORDS = get_word_group("being")
_HAVING_WORDS = get_word_group("having")
_PERSON_WORDS = get_word_group("person") | get_word_group("bearer")
_BEARER_WORDS = get_word_group("bearer")
_KIN_WORDS = _BEARER_WORDS - get_word_group("acquaintance")
_PRONOUN_WORDS = get_word_group("pronoun")
_POSSESSIVE_WORDS = frozenset(("min", "mitt", "mina", "my", "hans", "hennes", "his", "her"))
_COMMON_KIN = (
    *("dotter", "syster", "broder", "mamma", "pappa", "bror"),
    *("daughter", "sister", "brother"),
)
_SHORTEST_KIN, _LONG_KIN = 4, 5
"""Letters of a misspelt word for a relative, and from how many on two of them may be wrong."""
_WE_WORDS = frozenset(("we", "vi"))
_BOTH_WORDS = frozenset(("both", "båda", "bägge"))
_WHEN_WORDS = get_word_group("when")
_CLAUSE_WORDS = get_word_group("clause")
_CLAUSE_BEGIN_WORDS = get_word_group("clause_begin")
_UNSEEN_WORDS = get_word_group("unseen")
_NOT_WORDS = frozenset(
    ("inte", "aldrig", "ej", "icke", "knappt", "not", "never", "fick", "fått", "fött")
)
_DAY_BEFORE_WORDS = get_word_group("day_before")
_DURATION_BEFORE_WORDS = get_word_group("duration_before")
_DURATION_AFTER_WORDS = get_word_group("duration_after")
_LASTING = tuple(sorted(get_word_group("lasting")))
_UNIT_WORDS = get_word_group("unit")

_CONTRACTIONS = re.compile("['’]([ms])(?![a-z])")
_WRITTEN_OUT = {"m": " am", "s": " is"}
_CONTRACTED_WORDS = {
    "im": ("i", "am"),
    "iam": ("i", "am"),
    "hes": ("he", "is"),
    "shes": ("she", "is"),
}
"""Learners leave the apostrophe out."""
"""I'm, he's. No age follows the s of a genitive."""
_AND_WORDS = frozenset(("och", "o", "and", "eller", "or", "resp", "respektive"))
_JOINTS = (",", *sorted(_AND_WORDS))
_LONGEST_LIST = 40
"""Characters of "5, 7, 9 och "."""
_SHORTEST_THING = 5
"""Letters of a thing that ends a compound: too many words end in "bil" or "by"."""
_THINGS = tuple(sorted(w for w in get_word_group("thing") if len(w) >= _SHORTEST_THING))
_THING_WORDS = get_word_group("thing")
_LASTING_WORDS = get_word_group("lasting")
_SEX_WORDS = get_word_group("sex")
_NO_SUBJECT_WORDS = get_word_group("no_subject")
_WHO_WORDS = frozenset(("som", "who"))
_THEY_WORDS = frozenset(("de", "dom", "they"))
_OF_WORDS = frozenset(("på", "of"))
_OF_AGE_WORDS = frozenset(("of", "av"))
_BETWEEN_WORDS = frozenset(("mellan", "between"))
_END = re.compile(r"\s*(?:[.,](?!\d)|[!?;)\n]|\Z)")
_NEXT = re.compile(r"\s+([^\W\d_]+)")
_NAMES_LISTED = re.compile(
    r"(?:([^\W\d_]+)\s)?(\w+)(:\s|,\s|\s\(|\s[-–]\s|\s)"
    r"(?:[A-ZÅÄÖÉ][a-zåäöé][\w'’-]*\s\d{1,2}(?:,\s|\s(?:och|o|and|samt|&)\s)){0,6}"
    r"[A-ZÅÄÖÉ][a-zåäöé][\w'’-]*\s\Z"
)
"""Names with their ages, and the two words before them."""
_NEXT_IN_ROW = re.compile(
    r"\s*(?:[.,;](?!\d)|[!?)\n]|\Z)|\s(?:och|o|and|samt|&)\s(?:[A-ZÅÄÖ]|(?:min|mitt|my|en|ett|a|jag|i)(?!\w))"
    r"|\s(?:går|bor|är|jobbar|studerar|pluggar|som|is|who|lives|goes)\s"
)
_LONGEST_ROW = 100
_MOST_CHILDREN = 10
_FOLLOWING = re.compile(r"[ \u00a0]+([^\W\d_]+)")
"""The next word of the same sentence: "fem år sedan", but not "fem år. Sedan"."""
_LISTED = re.compile(
    r"(?<!\d)(?<!\d )(?:\d{1,3}\s?(?:,|och|o|and|eller|or|resp\.?|respektive)\s?){1,4}\Z"
)
"""Numbers that share one "år"; not the end of a postal code (411 38, 23 år)."""
_STREETS = tuple(
    word
    for rule, _, words in read_table(__file__, "endings.tsv")
    if rule == "street"
    for word in words.split()
)
_NAME_BEFORE = re.compile(r"([A-ZÅÄÖÉ][\w'’-]*),?\s\Z")
_ROW = re.compile(r"(?:[:,]|\b(?:och|and))\s[A-ZÅÄÖÉ][\w'’-]{0,24}\Z")
_LONGEST_NAME = 24
_DEFINITE = ("et", "en", "arna", "erna", "orna")
_BETWEEN = 6
"""Words before the number that are read, adverbs included."""
_NAME_BEGINS = re.compile(r"(?:\A|[.!?:\n]\s*)\Z")
_SMALL_SUBJECT = re.compile(r"(?:\A|[.!?\n]\s|\s(?:och|men|o|and|but|n)\s)([a-zåäöé]{3,})\s\w+\s\Z")
_LOWER_AFTER = re.compile(r"(?:,\s[a-zåäö]|\.(?:\n|\s[A-ZÅÄÖ])|\.?\Z|\))")
_PERSONS_LISTED = re.compile(r"([^\W\d_]+):[^.!?:\n]*\Z")
_ROW_GOES_ON = re.compile(r"(?:,\s|\s(?:och|o|and)\s)[^\W\d_]|\s*(?:[.!\n]|\Z)")
_CALENDAR_WORDS = frozenset((*MONTHS, *get_word_group("weekday")))
_CHILDREN_WORDS = frozenset(
    ("barn", "söner", "döttrar", "pojkar", "flickor", "tvillingar", "children", "kids", "sons")
)
_AGES_OF_CHILDREN = re.compile(r"\s?(?:o|och|and|&|-|,)\s?\d{1,2}\s?(?:[.,!?)\n]|\Z|år)")
_AGE_SAID = re.compile(
    r"(?<!\w)(?:är|e|va|var|is|was|fyller|fyllde|blir|blev|turned)\s\d{1,3}(?:\sår)?\s?(?:,|och|o|and)"
)
_NO_SEX_AFTER = re.compile(r"[.,:/]\d|\s?(?:v|h|kg|cm|mot|av|st|till|till|on|to)(?!\w)|\s?%")
"""After "man 2": not "man 2 mot 1", "kvinna 32 v"."""
_THEN = re.compile(
    r"\s[a-zåäö]+(?:de|te|r|g|k|v|dd)\s(?:jag|hon|han|hen|vi)(?!\w)|,\s(?:i|she|he|we)\s"
)
"""After "mellan 18 och 25 år": what a person did then."""
_WHEN = re.compile(r"\s(?:när|då|when)")
_GOES_ON_ABOUT = re.compile(
    r"\s(?:han|hon|jag|he|she|vi|min|mitt)\s(?:är|e|har|går|bor|gillar|heter|jobbar|is|has|lives|likes|works)\s"
)
"""The next sentence of a text without full stops: kevin är 13 han är kul."""
_SENTENCE_ENDS = re.compile(r"(?:[.!?](?!\d)|\Z)")
_WAS_WHEN = re.compile(r"(?<!\w)(?:var|va|är|was|blev)\s\w+(?:\s\w+)?\s(?:när|då|when)\s")
_IDENTITY = re.compile(r"\d[-+]?\d{4}\Z")
_LONG = re.compile(r"\s(?:lång|long|bort|kvar)")
_GOES_ON = frozenset(
    ("är", "var", "bor", "går", "jobbar", "studerar", "som", "har", "is", "was", "has")
)
_LEFT_OVER = re.compile(r"månad|\bkvar\b|month|\bleft\b")
_STAYED = re.compile(r"\s(?:här|hos|i\s(?:sverige|landet|stan|skolan))\b")
"""After "jag är 2 år", which learners write to say how long they have been in a place."""
_AT_ONCE = 30
"""Characters after "har 25 år" in which a remainder (kvar, och tre månader) makes it a duration."""


class PossibleAge(NamedTuple):
    """A number that may be an age, with the "år" after it."""

    text: str
    """The whole text."""
    start: int
    """Offset of the number."""
    end: int
    """Offset after "år" or "months", or after the number if it has no such word."""
    has_years: bool
    """Whether "år" or "years" is behind the number."""
    value: int = 2
    """The number in words; 2 for digits. A value of one is no age in some sentences, because "ett" and "en" are
    also articles. Digits keep the default: they are never ambiguous in this way."""
    has_months: bool = False
    """Whether a word for months, weeks or days is behind the number."""


def choose_age_rule(context: SentenceContext, age: PossibleAge) -> str:
    """Return the rule for digits that makes the number an age of a person in particular, or an empty
    string."""
    rule = _choose_age_rule(context, age)
    return "" if rule and is_general_age(context) else rule


def _choose_age_rule(context: SentenceContext, age: PossibleAge) -> str:
    before, words = _read_words_before(context)
    last = words[-1] if words else ""
    second = words[-2] if len(words) > 1 else ""
    # Verbs and nouns of age decide alone: fyller 25, en ålder av 25, fyller år den 27 (a day).
    if last in _DAY_BEFORE_WORDS:
        return ""
    if last in _AGE_NOUN_WORDS or (last in _OF_AGE_WORDS and second in _AGE_NOUN_WORDS):
        return "age_turned"
    if not _AGE_VERB_WORDS.isdisjoint(words[-2:]):
        return "age_turned"
    is_being = last in _BEING_WORDS or (
        second in _BEING_WORDS
        and (last in _PRONOUN_WORDS or (age.has_years and _is_capital(age, before, last)))
    )
    if (
        _is_beside_name(age, before, words)
        or _is_repeated(context, words, age)
        or _is_next_relative(context, before, words, age)
        or _is_in_bare_row(context, before, age)
        or _is_in_named_row(context, before, words, age)
    ):
        return "age_is"
    if not (is_being or age.has_years or last in _OF_WORDS or age.has_months):
        return ""
    if is_being and is_thing(words):
        return ""
    # Everything else depends on the words on both sides.
    after = age.text[age.end : age.end + _AT_ONCE].lower()
    following = _next_word(after)
    if is_being:
        if age.has_years and following not in _DURATION_AFTER_WORDS:
            return "" if _STAYED.match(after) or _LONG.match(after) else "age_turned"
        if age.has_months:
            is_person = second in _THEY_WORDS or _is_about_person(age, words)
            return "age_is" if is_person and _END.match(after) else ""
        who = [*words[-2:-1], ""][0]
        is_both = who in _THEY_WORDS and not _BOTH_WORDS.isdisjoint(context.words_before[-2:])
        if who in _WE_WORDS or is_both:
            return "age_is" if _is_of_us(context, age, words, after) else ""
        is_person = _is_about_person(age, words) or _is_of_earlier_person(context, words, after)
        return "age_is" if is_person and _is_stated(words, after) else ""
    if last in _OF_WORDS and _is_called(age, words):
        return "age_of" if age.has_years or _ends_clause(after) else ""
    if not age.has_years or following in _DURATION_AFTER_WORDS:
        return ""
    if last in _BETWEEN_WORDS:
        return "age_years" if _THEN.match(after) else ""
    if last in _HAVING_WORDS:
        return "age_has" if _has_age(age, second, after, following) else ""
    if last in _DURATION_BEFORE_WORDS:
        return ""
    if (
        last in _SEX_WORDS
        or (last in _BEARER_WORDS and following in _GOES_ON and before.endswith(last))
    ) or (_is_behind_bearer(age, before, words) and (_ends_clause(after) or following in _GOES_ON)):
        return "age_years"
    is_of_person = _is_of_person(before, words, age) or _is_in_row(context, before, age)
    return "age_years" if _ends_clause(after) and is_of_person else ""


def _read_words_before(context: SentenceContext) -> tuple[str, list[str]]:
    """Return the sentence before the number, and its last words without adverbs. Numbers that are
    listed together with this one (5, 7 och 9 år) are left out."""
    before, words = context.before.rstrip(), context.words_before
    if words and words[-1] in _CONTRACTED_WORDS:
        return before, [*words[-_BETWEEN:-1], *_CONTRACTED_WORDS[words[-1]]]
    if "m" in words[-_BETWEEN:] or "s" in words[-_BETWEEN:]:
        before = _CONTRACTIONS.sub(lambda match: _WRITTEN_OUT[match.group(1)], before)
        words = WORD.findall(before)
    if before.endswith(_JOINTS):
        listed = _LISTED.search(context.before, max(0, len(context.before) - _LONGEST_LIST))
        if listed and not context.before[: listed.start()].rstrip().endswith(_STREETS):
            before = before[: listed.start()].rstrip()
            words = WORD.findall(before)
        elif len(words) > 1 and words[-1] in _AND_WORDS and read_cardinal(words[-2]) is not None:
            words = words[:-2]
    words = [word for word in words[-_BETWEEN:] if word not in _ADVERB_WORDS]
    if words[-1:] in (["mellan"], ["between"]) and words[-2:-1] and words[-2] in _BEING_WORDS:
        words.pop()
    return before, words


def _next_word(after: str) -> str:
    match = _FOLLOWING.match(after)
    return match.group(1) if match else ""


def _is_about_person(age: PossibleAge, words: list[str]) -> bool:
    """Whether the subject of "är" is a person: han är, nu är han, min granne Sture, som är."""
    if words[-1] in _PRONOUN_WORDS:
        return True
    who = [*words[-2:-1], ""][0]
    if who in _WHO_WORDS:
        return [*words[-3:-2], ""][0] in _BEARER_WORDS or _has_name(age, who)
    if who in _PERSON_WORDS or _is_small_subject(age, words) or _is_small_relative(words):
        return True
    name = _find_name(age, words[-1])
    if name is None:
        return False
    return not _BEARER_WORDS.isdisjoint(words) or _is_sure_name(age.text, name)


def _is_small_relative(words: list[str]) -> bool:
    """Whether a relative and a name in small letters stand before "är": my little sis faith is 16, min
    dotor lana är 8."""
    if len(words) < 3:
        return False
    name = words[-2]
    if words[-3] not in _BEARER_WORDS:
        is_possessed = len(words) > 3 and words[-4] in _POSSESSIVE_WORDS
        if not is_possessed or not _is_near_kin(words[-3]):
            return False
    return not (
        name in _NO_SUBJECT_WORDS
        or name in _CLAUSE_WORDS
        or name in _CLAUSE_BEGIN_WORDS
        or name in _ARTICLE_WORDS
        or is_thing_word(name)
    )


@lru_cache(maxsize=1 << 10)
def _is_near_kin(word: str) -> bool:
    """Whether a word is a misspelt word for a relative: dotor, brur."""
    from rapidfuzz.distance import OSA  # imported here because few texts need it

    limit = 1 if len(word) < _LONG_KIN else 2
    return len(word) >= _SHORTEST_KIN and any(
        OSA.distance(word, kin, score_cutoff=limit) <= limit
        for kin in _COMMON_KIN
        if kin[0] == word[0]
    )


def _is_of_earlier_person(context: SentenceContext, words: list[str], after: str) -> bool:
    """Whether the sentence goes on about a person: my brother, who lives here and is 14."""
    if not _END.match(after) or words[-2:-1] not in (["and"], ["och"], ["o"]):
        return False
    earlier = context.words_before
    persons = [number for number, word in enumerate(earlier) if word in _PERSON_WORDS]
    return bool(persons) and not any(is_thing_word(word) for word in earlier[persons[-1] + 1 : -2])


def _is_of_us(context: SentenceContext, age: PossibleAge, words: list[str], after: str) -> bool:
    """Whether "we" have an age rather than a number: we are both 28, vi var 15 när, We were thirteen."""
    if not _BOTH_WORDS.isdisjoint(context.words_before[-2:]):
        return _is_stated(words, after)
    if words[-1] not in ("were", "var"):
        return False
    if _WHEN.match(after):
        return True
    digits = age.text[age.start : age.end]
    is_many = digits >= "10" if digits.isdigit() else age.value >= 10
    return words[-2:] == ["we", "were"] and is_many and _SENTENCE_ENDS.match(after) is not None


def is_thing(words: list[str]) -> bool:
    """Whether the subject of "är" is a thing: huset, skolan, the company."""
    who = words[:-2] if words[-2:-1] and words[-2] in _WHO_WORDS else words[:-1]
    subject = who[-1] if words[-1] in _BEING_WORDS and who else ""
    return is_thing_word(subject)


def is_thing_word(word: str) -> bool:
    """Whether a word is a thing, or a compound with one: grundskolan."""
    if word in _PERSON_WORDS:
        return False
    return word in _THING_WORDS or word in _LASTING_WORDS or word.endswith(_THINGS)


def _is_sure_name(text: str, name: "re.Match[str]") -> bool:
    """Whether a capitalised word before "är" is a name: within a sentence, or elsewhere within
    one, where a capital says more."""
    word = name.group(1)
    if word.isupper() or word.lower() in _NO_SUBJECT_WORDS:
        return False
    begins = _NAME_BEGINS.search(text, max(0, name.start() - 3), name.start()) is not None
    return not begins or _is_within(text, word)


def _is_within(text: str, word: str) -> bool:
    """Whether a capitalised word stands within another sentence, too."""
    return re.search(rf"[a-zåäö,] {re.escape(word)}(?!\w)", text) is not None


def _is_small_subject(age: PossibleAge, words: list[str]) -> bool:
    """Whether a single word in lower case begins the sentence, as names do where a text
    has no capitals: june is 21 and knows it."""
    if len(words) < 2 or age.has_years or age.has_months or words[-2] in _NO_SUBJECT_WORDS:
        return False
    subject, being = words[-2:]
    near = age.text[max(0, age.start - 2 * _LONGEST_NAME) : age.start]
    match = _SMALL_SUBJECT.search(near)
    if match is None or match.group(1) != subject or being in ("am", "are", "were"):
        return False
    digits = age.text[age.start : age.end]
    return len(digits) == 2 and digits.isdigit() and digits > "09"


def _is_stated(words: list[str], after: str) -> bool:
    """Whether the clause ends after the number, or may go on with anything: min farmor som är 84
    bor här, när jag var 15 kom vi."""
    if _ends_clause(after) or _WHO_WORDS.intersection(words[-2:-1]) or _GOES_ON_ABOUT.match(after):
        return True
    return words[-1] in ("var", "was", "blev", "blir", "became") and not _WHEN_WORDS.isdisjoint(
        words[-3:-2]
    )


def _is_called(age: PossibleAge, words: list[str]) -> bool:
    """Whether "på" follows a person (en pojke på, min son Emir på) and does not begin a time span
    in which something happened or did not happen (inte sett min bror på)."""
    if [*words[-2:-1], ""][0] not in _BEARER_WORDS and not (
        [*words[-3:-2], ""][0] in _BEARER_WORDS and _has_name(age, words[-1])
    ):
        return False
    clause: list[str] = []
    for word in words[::-1]:
        if word in _CLAUSE_BEGIN_WORDS:
            break
        clause.append(word)
    # Jag träffade en kvinna på 70 år: a person who is introduced has an age.
    is_introduced = words[-3:-2] in (["en"], ["ett"], ["a"]) and words[-2] in _BEARER_WORDS
    return (_NOT_WORDS if is_introduced else _UNSEEN_WORDS).isdisjoint(clause)


def _has_name(age: PossibleAge, word: str) -> bool:
    return _find_name(age, word) is not None


def _find_name(age: PossibleAge, word: str) -> "re.Match[str] | None":
    """Find the capitalised name right before ``word``. At the beginning of a sentence a noun may be
    capitalised as well (Huset som är 100)."""
    left = max(0, age.start - 2 * _LONGEST_NAME)
    offset = age.text[left : age.start].lower().rfind(f" {word} ") + left
    if offset < left:
        return None
    match = _NAME_BEFORE.search(age.text, max(0, offset - _LONGEST_NAME), offset + 1)
    if match is None:
        return None
    head = age.text[max(0, match.start() - 3) : match.start()]
    begins = head.rstrip()[-1:] in ("", ".", "!", "?", "\n")
    lowered = match.group(1).lower()
    if lowered in _ARTICLE_WORDS:
        return None
    is_noun = begins and lowered.endswith(_DEFINITE) and not _is_within(age.text, match.group(1))
    return None if is_noun else match


def _is_beside_name(age: PossibleAge, before: str, words: list[str]) -> bool:
    """Whether the number stands in brackets or between commas right behind a person (min man (44),
    Ali, 25, bor här), or behind a word for the sex of a person (kille 22)."""
    text = age.text
    if age.has_years or age.has_months or not words:
        return False
    after = text[age.end : age.end + 3]
    if before.endswith("(") and after.startswith(")"):
        return _is_person_before(age, words[-1], before[:-1].rstrip())
    if before.endswith(",") and (_LOWER_AFTER.match(after) or words[-1] in _SEX_WORDS):
        return _is_person_before(age, words[-1], before[:-1])
    if words[-1] not in _SEX_WORDS or not before.endswith(words[-1]):
        return False
    return text[age.start : age.end] > "09" and _NO_SEX_AFTER.match(text, age.end) is None


def _is_person_before(age: PossibleAge, word: str, before: str) -> bool:
    """Whether the last word is a relative or the like, or a capitalised name within a sentence."""
    if not before.endswith(word):
        return False
    if word in _PERSON_WORDS and word not in _PRONOUN_WORDS:
        return True
    # Where the word stands in the text: before the comma or bracket and the blanks.
    offset = _find_word(age, word)
    name = age.text[offset : offset + len(word)]
    head = age.text[max(0, offset - _LONGEST_LIST) : offset].rstrip()
    if offset < 0 or word in _NO_SUBJECT_WORDS or word in _CALENDAR_WORDS:
        return False
    listed = _PERSONS_LISTED.search(head)
    if listed and listed.group(1).lower() in _BEARER_WORDS:
        return True  # kids: mia (7), tom (4)
    if not name.istitle():
        return False
    if age.text[age.end : age.end + 2] == ", " and age.text[age.start : age.end] > "14":
        return len(age.text[age.start : age.end]) == 2  # Maria, 34, bor här
    begins = not head or head[-1] in ".!?\n"
    return not begins and not _BEARER_WORDS.isdisjoint(WORD.findall(head.lower()))


def _find_word(age: PossibleAge, word: str) -> int:
    """Return the offset of a word shortly before the number, or -1."""
    left = max(0, age.start - _LONGEST_NAME)
    offset = age.text[left : age.start].lower().rfind(word)
    return offset if offset < 0 else left + offset


def _is_repeated(context: SentenceContext, words: list[str], age: PossibleAge) -> bool:
    """Whether an age of the same person came before: var 18 när jag gifte mig och 19 när vi kom."""
    if not words or words[-1] not in _AND_WORDS or age.has_years or age.has_months:
        return False
    after = age.text[age.end : age.end + 6].lower()
    return _WHEN.match(after) is not None and _WAS_WHEN.search(context.before) is not None


def _is_capital(age: PossibleAge, before: str, word: str) -> bool:
    """Whether the word right before the number has a capital: i maj blir Ali sju år."""
    offset = _find_word(age, word) if before.endswith(word) else -1
    return offset >= 0 and age.text[offset].isupper()


def _is_in_bare_row(context: SentenceContext, before: str, age: PossibleAge) -> bool:
    """Whether relatives are listed with their ages alone: syskon: Ali 14, Sara 11 och Omar 6."""
    if age.has_years or age.has_months or ":" not in before:
        return False
    if not _ROW_GOES_ON.match(age.text, age.end):
        return False
    listed = _PERSONS_LISTED.search(before)
    if listed is None or listed.group(1) not in _BEARER_WORDS:
        return False
    begin = age.start - len(context.before)
    return _ROW.search(age.text[begin : begin + len(before)]) is not None


def _is_in_named_row(
    context: SentenceContext, before: str, words: list[str], age: PossibleAge
) -> bool:
    """Whether names with their ages follow a relative or a number of children: två barn, Ali 15 och
    Mia 11; jag har två, Ali 5 och Mia 2; min son Ali 5 och min dotter Mia 3."""
    if age.has_years or age.has_months or age.end - age.start > 2 or not words:
        return False
    if not age.text[age.start - 1 - len(words[-1]) : age.start].istitle():
        return False
    if not _NEXT_IN_ROW.match(age.text, age.end):
        return False
    begin = age.start - len(context.before)
    listed = _NAMES_LISTED.search(age.text, max(begin, age.start - _LONGEST_ROW), age.start)
    if listed is None:
        return False
    if listed.group(2).lower() in _KIN_WORDS:
        return True
    has = listed.group(1) is not None and listed.group(1).lower() in _HAVING_WORDS
    return has and listed.group(3) != " " and _is_few(listed.group(2).lower())


def _is_few(word: str) -> bool:
    value = int(word) if word.isdecimal() else read_cardinal(word)
    return value is not None and value < _MOST_CHILDREN


def _is_next_relative(
    context: SentenceContext, before: str, words: list[str], age: PossibleAge
) -> bool:
    """Whether a relative stands right before the number, and a sentence or list of ages before or
    after it: min son är 6, min dotter 4; barn 8 och 11."""
    if not words or words[-1] not in _BEARER_WORDS or not before.endswith(words[-1]):
        return False
    if age.has_years or age.has_months:
        return False
    if words[-1] in _CHILDREN_WORDS:
        is_last = context.before.rstrip() != before and _END.match(age.text, age.end) is not None
        after = age.text[age.end : age.end + _AT_ONCE].lower()
        return is_last or _AGES_OF_CHILDREN.match(after) is not None
    return bool(_AGE_SAID.search(context.before)) and bool(_END.match(age.text, age.end))


def _is_behind_bearer(age: PossibleAge, before: str, words: list[str]) -> bool:
    """Whether a relative and the name stand right before the number: hennes son Emad 3 år."""
    if len(words) > 1 and words[-2] in _BEARER_WORDS and before.endswith(words[-1]):
        offset = _find_word(age, words[-1])
        return offset >= 0 and age.text[offset].isupper()
    return False


def _has_age(age: PossibleAge, who: str, after: str, following: str) -> bool:
    """Whether a person "has" years, as in Spanish and French: hon har 25 år."""
    if who not in _PERSON_WORDS or age.value < 2 or _LEFT_OVER.search(after):
        return False
    ends = bool(_END.match(after)) or following in _AND_WORDS or following == "men"
    return ends and age.text[age.end - 1] not in ("s", "S")


def _is_of_person(before: str, words: list[str], age: PossibleAge) -> bool:
    """Whether the words before "25 år" make it the age of a person: "Ali, 25 år"."""
    if before[-1:] in (",", "(", ""):
        return True
    if before[-1] == ":" and words and not words[-1].endswith(_LASTING):
        return age.text[age.start : age.start + 2] > "14" and age.text[age.start + 1].isdigit()
    if _IDENTITY.search(before) or _is_named_at_start(before, words, age):
        return True
    if words and words[-1] in _PERSON_WORDS:
        return True
    named = [place for place, word in enumerate(words[-3:]) if word in _NAMED_WORDS]
    if not named:
        return False
    # Who is called so? A camp or a village is no person, and what follows says for how long.
    who = [word for word in words[-3:][: named[-1]] if word not in _WHO_WORDS]
    earlier = [word for word in words[: max(0, len(words) - 3)] if word not in _WHO_WORDS]
    subject = (who or earlier or [""])[-1]
    return subject in _PERSON_WORDS or subject in ("", "namn", "name", "jag")


def _is_named_at_start(before: str, words: list[str], age: PossibleAge) -> bool:
    """Whether only a name stands before the age, as in notes: Rut 41 år, gravid."""
    if len(words) != 1 or before != words[0] or words[0] in _NO_SUBJECT_WORDS:
        return False
    offset = _find_word(age, words[0])
    name = age.text[offset : offset + len(words[0])]
    is_noun = words[0].endswith((*_LASTING, *_DEFINITE)) or is_thing_word(words[0])
    return offset >= 0 and name.istitle() and not is_noun and age.text[age.end : age.end + 1] == ","


def _is_in_row(context: SentenceContext, before: str, age: PossibleAge) -> bool:
    """Whether relatives are listed with their ages: tre syskon: Ali 12 år, Sara 9 år, Omar 5 år."""
    if _BEARER_WORDS.isdisjoint(context.words_before):
        return False
    begin = age.start - len(context.before)
    return _ROW.search(age.text[begin : begin + len(before)]) is not None


def _ends_clause(after: str) -> bool:
    following = _NEXT.match(after)
    return bool(_END.match(after)) or (
        following is not None and following.group(1) in _CLAUSE_WORDS
    )


# Numbers that may be ages

_RANGE = re.compile(
    r"(?:(?:\s?(?:[-–]|och|eller|till|resp\.?|respektive|and|to|or)\s?|,\s)\d{1,3}(?!\d)){0,4}"
)
"""The numbers that share one "år": 5 och 7 år; 5, 7 och 9 år."""
_OLD = re.compile(
    r"[- ]?år(?:ing|ig|s?[- ]?(?:dag|jubil|fest|kalas|ålder))|\s?[åa]r\s(?:gam|ung|old)"
    r"|[- ]years?[- ]olds?\b|\s?y/?o\b|\s?yrs\sold"
)
_LASTS = re.compile(r"[- ]?årig[ate]?\s([^\W\d_]+)")
_YEARS = re.compile(r"\s?(?:års?|ar|bast|yrs?|years?)\b")
_MONTHS = re.compile(r"\s(?:månad(?:er)?|mån|vecko?r?|months?|weeks?)\b")
_MONTHS_OLD = re.compile(
    r"[- ](?:månad(?:er)?|mån|vecko?r?|dagar|months?|weeks?|days?)[- ](?:gam|ung|old)"
)
_FRACTION = re.compile(r"(?:[.,]5|\s?½|\s1/[24])(?!\d)")
"""The half of a child's age: 2,5 år, 7 1/2 år."""
_JOINT_BEFORE = re.compile(r"(?:\s(?:och|o|and|eller|or|resp\.?|respektive)|,)\s\Z")
_WORDS = 48
"""Characters in which a number in words is searched for: "etthundratjugofem" with spaces."""


def find_ages_in_digits(sequence: DigitSequence, context: SentenceContext) -> Iterator[Alternative]:
    """Find an age in a single run of digits."""
    digits = sequence.parts[0]
    if len(digits) > 3 or int(digits) > OLDEST or sequence.head in (",", ".", ":", "/"):
        return
    lowered, end = sequence.normalized.lowered, sequence.end
    fraction = _FRACTION.match(lowered, end)
    if fraction and (_YEARS.match(lowered, fraction.end()) or _OLD.match(lowered, fraction.end())):
        end = fraction.end()
    elif sequence.tail == "/":
        return
    span = sequence.start, end
    further = _RANGE.match(lowered, end)
    last = further.end() if further else end
    # "en 5-7-årig", "5 och 7 år gamla": the word after the last number of a range counts for all.
    for after in (end,) if last == end else (end, last):
        if _OLD.match(lowered, after):
            if not _is_lasting(lowered, after) and not _is_of_none(context, lowered, after):
                yield propose("age_old", *span)
            return
    if _MONTHS_OLD.match(lowered, end):
        if not _is_of_none(context, lowered, end):
            yield propose("age_old", *span)
        return
    years = _YEARS.match(lowered, end) or (last > end and _YEARS.match(lowered, last))
    months = None if years else _MONTHS.match(lowered, end)
    if not years and not months and (_has_unit(lowered, end) or _has_unit(lowered, last)):
        return
    after = years.end() if years else months.end() if months else end
    age = PossibleAge(
        sequence.normalized.text, sequence.start, after, bool(years), has_months=bool(months)
    )
    rule = choose_age_rule(context, age)
    if rule:
        yield propose(rule, *span)
        until = _UNTIL.match(lowered, end)
        if until and int(until.group(1)) > int(digits):
            yield propose(rule, *until.span(1))


_UNTIL = re.compile(r"\s?[-–]\s?(\d{1,3})(?![\w/]|[.,-]\d)")
"""The end of a range of ages: kvinna 35-40."""


_OLD_WORDS = re.compile(r"[- ]?\w+[- ](?:gammalt|gammal|gamla|old)(?!\w)|[- ]?årig[ate]?(?!\w)")


def _is_of_none(context: SentenceContext, lowered: str, end: int) -> bool:
    """Whether the age is that of a thing, or of people in general."""
    return _is_old_thing(context, lowered, end) or is_general_age(context)


def _is_old_thing(context: SentenceContext, lowered: str, end: int) -> bool:
    """Whether a thing has this age: huset är 100 år gammalt, the school is 50 years old."""
    words = [word for word in context.words_before[-_BETWEEN:] if word not in _ADVERB_WORDS]
    if words and is_thing(words):
        return True
    following = _FOLLOWING.match(lowered, _skip_old(lowered, end))
    return following is not None and is_thing_word(following.group(1))


def _skip_old(lowered: str, end: int) -> int:
    """Return the offset behind "år gammal" or "-year-old"."""
    match = _OLD_WORDS.match(lowered, end)
    return match.end() if match else end


def _has_unit(lowered: str, end: int) -> bool:
    following = _NEXT.match(lowered, end)
    return following is not None and following.group(1) in _UNIT_WORDS


def _is_lasting(lowered: str, end: int) -> bool:
    """Whether something other than a person has this age: treårig utbildning, a three-year course."""
    following = _LASTS.match(lowered, end)
    return following is not None and following.group(1).endswith(_LASTING)


def find_ages_before_year_word(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find an age in words before "år" or "years", or as the head of "femåring"."""
    lowered = normalized.lowered
    inside = start > 0 and lowered[start - 1].isalpha()
    sure = bool(_OLD.match(lowered, start)) or bool(_OLD.match(lowered, start - 1))
    number = find_number_at_end(lowered, max(0, start - _WORDS), start, guess=not inside)
    if number is None or _is_lasting(lowered, start):
        return
    if sure and not number.ordinal:
        if _is_of_none(SentenceContext(normalized, number.start, number.end), lowered, start):
            return
        hyphened = _HYPHENED.match(lowered, number.end)
        if hyphened:
            number = number._replace(end=hyphened.end())
        yield from _propose_ages(normalized, number, "age_word_old")
    elif not inside:
        rule = choose_age_rule(
            SentenceContext(normalized, number.start, number.end),
            PossibleAge(normalized.text, number.start, end, True, number.value),
        )
        if number.ordinal:
            if rule == "age_turned":
                yield propose("age_ordinal", number.start, number.end)
        elif rule and not (number.guessed and rule == "age_years"):
            yield from _propose_ages(normalized, number, rule.replace("age_", "age_word_"))


_HYPHENED = re.compile(r"-årig[ate]?(?!\w)")
"""What belongs to a number in words: tjugofem-årig."""


def _propose_ages(
    normalized: NormalizedText, number: NumberWord, rule: str
) -> Iterator[Alternative]:
    """Propose an age, and those before it that share its "år": barn på tre, fem och sju år."""
    yield propose(rule, number.start, number.end)
    lowered, start = normalized.lowered, number.start
    for _ in range(_MOST_FURTHER):
        left = max(0, start - _WORDS)
        joint = _JOINT_BEFORE.search(lowered, left, start)
        first = joint and find_number_at_end(lowered, left, joint.start(), guess=False)
        if not first or first.ordinal or first.value < 2:
            return
        yield propose(rule, first.start, first.end)
        start = first.start


def find_ages_after_verb(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find an age in words after "fyller", "är", "turned"."""
    lowered = normalized.lowered
    turned = lowered[start:end] in _AGE_VERB_WORDS
    first = WORD.match(lowered, end + 1)
    if first is None:
        return
    if not (turned or may_begin_number(first.group()) or first.group() in _PRONOUN_WORDS):
        return
    # Skip adverbs and pronouns: är hon bara nitton.
    offset = end
    for word in WORD.finditer(lowered, end, end + _WORDS):
        if word.group() not in _ADVERB_WORDS and word.group() not in _PRONOUN_WORDS:
            break
        offset = word.end()
    number = find_number_at_start(lowered, offset, offset + _WORDS, guess=turned)
    if number is None or number.ordinal or number.value < 2:
        return
    months = _MONTHS.match(lowered, number.end)
    if not months and _has_unit(lowered, number.end):
        return
    if turned:
        yield propose("age_word_turned", number.start, number.end)
        return
    last = months.end() if months else number.end
    age = PossibleAge(
        normalized.text, number.start, last, False, number.value, has_months=bool(months)
    )
    further = list(_list_further(lowered, number.end))
    if further:
        age = age._replace(end=further[-1].end)
    rule = choose_age_rule(SentenceContext(normalized, number.start, number.end), age)
    if rule:
        others = (*_find_repeated(lowered, number.end), *_find_next_relatives(lowered, number.end))
        for each in (number, *further, *others):
            yield propose(rule.replace("age_", "age_word_"), each.start, each.end)


_FURTHER = re.compile(r"(?:,\s?|\s(?:och|o|and|eller|or)\s)([^\W\d_]+)")
_MOST_FURTHER = 5
_LONGEST_CLAUSE = 80
_REPEATED = re.compile(
    r"\s(?:när|då|when)\s[^.!?\n]{1,60}?\s(?:och|and)\s([^\W\d_]+)\s(?:när|då|when)\s"
)


def _list_further(lowered: str, end: int) -> Iterator[NumberWord]:
    """Yield the numbers that follow in a list: två, fyra och sju."""
    for _ in range(_MOST_FURTHER):
        match = _FURTHER.match(lowered, end)
        value = read_cardinal(match.group(1)) if match else None
        if match is None or value is None or value < 2 or _has_unit(lowered, match.end()):
            return
        yield NumberWord(match.start(1), match.end(1), value)
        end = match.end()


def _find_repeated(lowered: str, end: int) -> Iterator[NumberWord]:
    """Find the second age of the same person: arton när jag gifte mig och nitton när vi kom."""
    match = _REPEATED.match(lowered, end, end + _LONGEST_CLAUSE)
    value = read_cardinal(match.group(1)) if match else None
    if match and value is not None:
        yield NumberWord(match.start(1), match.end(1), value)


_NEXT_RELATIVE = re.compile(
    r"(?:\s(?:år|years?))?(?:,\s|\s(?:och|o|and|samt)\s)(?:(?:min|mitt|my|hans|hennes|her|his)\s)?"
    r"([^\W\d_]+)\s([^\W\d_]+)(?=\s*(?:[.,;!?)\n]|\Z)|\s(?:år|och|o|and|samt)(?!\w))"
)


def _find_next_relatives(lowered: str, end: int) -> Iterator[NumberWord]:
    """Yield the ages of further relatives: mormor är åttio och morfar åttiofem."""
    for _ in range(_MOST_FURTHER):
        match = _NEXT_RELATIVE.match(lowered, end)
        value = read_cardinal(match.group(2)) if match else None
        if match is None or value is None or value < 2 or match.group(1) not in _BEARER_WORDS:
            return
        yield NumberWord(match.start(2), match.end(2), value)
        end = match.end()


_AGE_OF = re.compile(r"(?:n|s)?\s(?:of|av)(?=\s)")
_ANSWER = re.compile(
    r"(?:[^?\n]{0,30}\?|:)\s*(?:[-–—]\s*)?(?:[a-zåäö]{1,12}:\s*)?(?:jag är |i am |i'm )?"
    r"(?:(\d{1,3})(?![\w/.:-]*\d)|(?=[^\W\d_]))"
)


def find_ages_in_answers(normalized: NormalizedText, start: int, end: int) -> Iterator[Alternative]:
    """Find the answer to a question for the age: Ålder? Trettiosju. The literal is "ålder"."""
    lowered = normalized.lowered
    of = _AGE_OF.match(lowered, end)
    if of:
        yield from _find_age_of(normalized, of.end())
        return
    if start and lowered[start - 1].isalpha():
        return
    match = _ANSWER.match(lowered, end)
    if match is None:
        return
    if match.group(1):
        if int(match.group(1)) <= OLDEST and not _has_unit(lowered, match.end(1)):
            yield propose("age_turned", *match.span(1))
        return
    number = find_number_at_start(lowered, match.end(), match.end() + _WORDS, guess=False)
    if number and not number.ordinal and not _has_unit(lowered, number.end):
        yield propose("age_word_turned", number.start, number.end)


def _find_age_of(normalized: NormalizedText, end: int) -> Iterator[Alternative]:
    """Find the age in words behind "at the age of"."""
    lowered = normalized.lowered
    number = find_number_at_start(lowered, end, end + _WORDS, guess=False)
    if number is None or number.ordinal or number.value < 2 or _has_unit(lowered, number.end):
        return
    after = lowered[number.end : number.end + _AT_ONCE]
    is_end = _ends_clause(after) or _next_word(after) in _PERSON_WORDS
    if is_end and not is_general_age(SentenceContext(normalized, number.start, number.end)):
        yield propose("age_word_turned", number.start, number.end)


_SOON = re.compile(r",\s(?:snart|nu|just|bara|nyss|redan|soon|now|almost)\s([^\W\d_]+)(?=[,.)])")


def find_ages_after_comma(
    normalized: NormalizedText, start: int, end: int
) -> Iterator[Alternative]:
    """Find an age in words behind a person and a comma: tvillingarna, snart tio, är busiga."""
    match = _SOON.match(normalized.lowered, start)
    before = WORD.findall(normalized.lowered, max(0, start - _LONGEST_NAME), start)[-1:]
    number = read_cardinal(match.group(1)) if match else None
    if match and number is not None and number > 1 and not _PERSON_WORDS.isdisjoint(before):
        yield propose("age_word_is", *match.span(1))
