"""Decide from the words before a number who or what has that age: a person, a name, a thing."""

import re
from functools import lru_cache
from typing import NamedTuple

from tacknamn.detection.patterns.rulebook import SentenceContext, get_word_group
from tacknamn.support.expressions import compile_lazily

__all__ = [
    "BEARER_WORDS",
    "BEING_WORDS",
    "CLAUSE_BEGIN_WORDS",
    "CLAUSE_WORDS",
    "END",
    "LASTING",
    "LONGEST_NAME",
    "NO_SUBJECT_WORDS",
    "PERSON_WORDS",
    "PRONOUN_WORDS",
    "WHO_WORDS",
    "PossibleAge",
    "find_word",
    "has_name",
    "is_about_person",
    "is_age_of_person",
    "is_behind_bearer",
    "is_capital",
    "is_of_earlier_person",
    "is_thing",
    "is_thing_word",
]

_NAMED_WORDS = get_word_group("named")
_ARTICLE_WORDS = get_word_group("article")
BEING_WORDS = get_word_group("being")
PERSON_WORDS = get_word_group("person") | get_word_group("bearer")
BEARER_WORDS = get_word_group("bearer")
PRONOUN_WORDS = get_word_group("pronoun")
_POSSESSIVE_WORDS = frozenset(("min", "mitt", "mina", "my", "hans", "hennes", "his", "her"))
_COMMON_KIN = (
    *("dotter", "syster", "broder", "mamma", "pappa", "bror"),
    *("daughter", "sister", "brother"),
)
_SHORTEST_KIN, _LONG_KIN = 4, 5
"""Letters of a misspelt word for a relative, and from how many on two of them may be wrong."""
CLAUSE_WORDS = get_word_group("clause")
CLAUSE_BEGIN_WORDS = get_word_group("clause_begin")
LASTING = tuple(sorted(get_word_group("lasting")))
_SHORTEST_THING = 5
"""Letters of a thing that ends a compound: too many words end in "bil" or "by"."""
_THINGS = tuple(sorted(w for w in get_word_group("thing") if len(w) >= _SHORTEST_THING))
_THING_WORDS = get_word_group("thing")
_LASTING_WORDS = get_word_group("lasting")
NO_SUBJECT_WORDS = get_word_group("no_subject")
WHO_WORDS = frozenset(("som", "who"))
END = compile_lazily(r"\s*(?:[.,](?!\d)|[!?;)\n]|\Z)")
_NAME_BEFORE = compile_lazily(r"([A-ZÅÄÖÉ][\w'’-]*),?\s\Z")
LONGEST_NAME = 24
_DEFINITE = ("et", "en", "arna", "erna", "orna")
_NAME_BEGINS = compile_lazily(r"(?:\A|[.!?:\n]\s*)\Z")
_SMALL_SUBJECT = compile_lazily(
    r"(?:\A|[.!?\n]\s|\s(?:och|men|o|and|but|n)\s)([a-zåäöé]{3,})\s\w+\s\Z"
)
_IDENTITY = compile_lazily(r"\d[-+]?\d{4}\Z")


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


def is_about_person(age: PossibleAge, words: list[str]) -> bool:
    """Whether the subject of "är" is a person: han är, nu är han, min granne Sture, som är."""
    if words[-1] in PRONOUN_WORDS:
        return True
    who = [*words[-2:-1], ""][0]
    if who in WHO_WORDS:
        return [*words[-3:-2], ""][0] in BEARER_WORDS or has_name(age, who)
    if who in PERSON_WORDS or _is_small_subject(age, words) or _is_small_relative(words):
        return True
    name = _find_name(age, words[-1])
    if name is None:
        return False
    return not BEARER_WORDS.isdisjoint(words) or _is_sure_name(age.text, name)


def _is_small_relative(words: list[str]) -> bool:
    """Whether a relative and a name in small letters stand before "är": my little sis faith is 16, min
    dotor lana är 8."""
    if len(words) < 3:
        return False
    name = words[-2]
    if words[-3] not in BEARER_WORDS:
        is_possessed = len(words) > 3 and words[-4] in _POSSESSIVE_WORDS
        if not is_possessed or not _is_near_kin(words[-3]):
            return False
    return not (
        name in NO_SUBJECT_WORDS
        or name in CLAUSE_WORDS
        or name in CLAUSE_BEGIN_WORDS
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


def is_of_earlier_person(context: SentenceContext, words: list[str], after: str) -> bool:
    """Whether the sentence goes on about a person: my brother, who lives here and is 14."""
    if not END.match(after) or words[-2:-1] not in (["and"], ["och"], ["o"]):
        return False
    earlier = context.words_before
    persons = [number for number, word in enumerate(earlier) if word in PERSON_WORDS]
    return bool(persons) and not any(is_thing_word(word) for word in earlier[persons[-1] + 1 : -2])


def is_thing(words: list[str]) -> bool:
    """Whether the subject of "är" is a thing: huset, skolan, the company."""
    who = words[:-2] if words[-2:-1] and words[-2] in WHO_WORDS else words[:-1]
    subject = who[-1] if words[-1] in BEING_WORDS and who else ""
    return is_thing_word(subject)


def is_thing_word(word: str) -> bool:
    """Whether a word is a thing, or a compound with one: grundskolan."""
    if word in PERSON_WORDS:
        return False
    return word in _THING_WORDS or word in _LASTING_WORDS or word.endswith(_THINGS)


def _is_sure_name(text: str, name: "re.Match[str]") -> bool:
    """Whether a capitalised word before "är" is a name: within a sentence, or elsewhere within
    one, where a capital says more."""
    word = name.group(1)
    if word.isupper() or word.lower() in NO_SUBJECT_WORDS:
        return False
    begins = _NAME_BEGINS.search(text, max(0, name.start() - 3), name.start()) is not None
    return not begins or _is_within(text, word)


def _is_within(text: str, word: str) -> bool:
    """Whether a capitalised word stands within another sentence, too."""
    return re.search(rf"[a-zåäö,] {re.escape(word)}(?!\w)", text) is not None


def _is_small_subject(age: PossibleAge, words: list[str]) -> bool:
    """Whether a single word in lower case begins the sentence, as names do where a text
    has no capitals: june is 21 and knows it."""
    if len(words) < 2 or age.has_years or age.has_months or words[-2] in NO_SUBJECT_WORDS:
        return False
    subject, being = words[-2:]
    near = age.text[max(0, age.start - 2 * LONGEST_NAME) : age.start]
    match = _SMALL_SUBJECT.search(near)
    if match is None or match.group(1) != subject or being in ("am", "are", "were"):
        return False
    digits = age.text[age.start : age.end]
    return len(digits) == 2 and digits.isdigit() and digits > "09"


def has_name(age: PossibleAge, word: str) -> bool:
    return _find_name(age, word) is not None


def _find_name(age: PossibleAge, word: str) -> "re.Match[str] | None":
    """Find the capitalised name right before ``word``. At the beginning of a sentence a noun may be
    capitalised as well (Huset som är 100)."""
    left = max(0, age.start - 2 * LONGEST_NAME)
    offset = age.text[left : age.start].lower().rfind(f" {word} ") + left
    if offset < left:
        return None
    match = _NAME_BEFORE.search(age.text, max(0, offset - LONGEST_NAME), offset + 1)
    if match is None:
        return None
    head = age.text[max(0, match.start() - 3) : match.start()]
    begins = head.rstrip()[-1:] in ("", ".", "!", "?", "\n")
    lowered = match.group(1).lower()
    if lowered in _ARTICLE_WORDS:
        return None
    is_noun = begins and lowered.endswith(_DEFINITE) and not _is_within(age.text, match.group(1))
    return None if is_noun else match


def find_word(age: PossibleAge, word: str) -> int:
    """Return the offset of a word shortly before the number, or -1."""
    left = max(0, age.start - LONGEST_NAME)
    offset = age.text[left : age.start].lower().rfind(word)
    return offset if offset < 0 else left + offset


def is_capital(age: PossibleAge, before: str, word: str) -> bool:
    """Whether the word right before the number has a capital: i maj blir Ali sju år."""
    offset = find_word(age, word) if before.endswith(word) else -1
    return offset >= 0 and age.text[offset].isupper()


def is_behind_bearer(age: PossibleAge, before: str, words: list[str]) -> bool:
    """Whether a relative and the name stand right before the number: hennes son Emad 3 år."""
    if len(words) > 1 and words[-2] in BEARER_WORDS and before.endswith(words[-1]):
        offset = find_word(age, words[-1])
        return offset >= 0 and age.text[offset].isupper()
    return False


def is_age_of_person(before: str, words: list[str], age: PossibleAge) -> bool:
    """Whether the words before "25 år" make it the age of a person: "Ali, 25 år"."""
    if before[-1:] in (",", "(", ""):
        return True
    if before[-1] == ":" and words and not words[-1].endswith(LASTING):
        return age.text[age.start : age.start + 2] > "14" and age.text[age.start + 1].isdigit()
    if _IDENTITY.search(before) or _is_named_at_start(before, words, age):
        return True
    if words and words[-1] in PERSON_WORDS:
        return True
    named = [place for place, word in enumerate(words[-3:]) if word in _NAMED_WORDS]
    if not named:
        return False
    # Who is called so? A camp or a village is no person, and what follows says for how long.
    who = [word for word in words[-3:][: named[-1]] if word not in WHO_WORDS]
    earlier = [word for word in words[: max(0, len(words) - 3)] if word not in WHO_WORDS]
    subject = (who or earlier or [""])[-1]
    return subject in PERSON_WORDS or subject in ("", "namn", "name", "jag")


def _is_named_at_start(before: str, words: list[str], age: PossibleAge) -> bool:
    """Whether only a name stands before the age, as in notes: Rut 41 år, gravid."""
    if len(words) != 1 or before != words[0] or words[0] in NO_SUBJECT_WORDS:
        return False
    offset = find_word(age, words[0])
    name = age.text[offset : offset + len(words[0])]
    is_noun = words[0].endswith((*LASTING, *_DEFINITE)) or is_thing_word(words[0])
    return offset >= 0 and name.istitle() and not is_noun and age.text[age.end : age.end + 1] == ","
