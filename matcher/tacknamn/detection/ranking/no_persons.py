"""Leave out persons' names that are none after all: pronouns, things, common words, staff."""

from typing import Final

from tacknamn.detection.ranking.introductions import Lookup, find_subject
from tacknamn.detection.ranking.label_groups import FIRSTNAMES
from tacknamn.detection.ranking.person_context import (
    FUNCTION,
    NEXT_WORD,
    NOUN,
    PERSON_NAMES,
    VERB,
    find_last_word,
    read_person_words,
)
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["is_no_person", "is_staff"]

VERY_COMMON: Final = 5.0
"""The Zipf frequency of a verb or pronoun that is no name in small letters ..."""
TIMES: Final = 100.0
"""... if it is a word this many times as often as a name."""
_HIS: Final = "hans"
_ARTICLES: Final = ("en", "ett")
_BOUGHT: Final = compile_lazily(r"(?:köp|sälj|sål[dt]|montera|skruva)[^.!?\n]*$")
_KALLAS: Final = ("kallas", "kallades")


def is_no_person(text: str, detection: Detection, lexicon: Lexicon, look_up: Lookup) -> bool:
    """Return whether a name is none after all: a pronoun that begins a sentence after an initial
    (*Adam B. Jag bor*), a thing (*det kallas fika*), a common word that a few people have as a name
    (*min vän Ali bor i Lund*)."""
    if detection.label not in PERSON_NAMES:
        return False
    word = text[detection.start : detection.end]
    if text[detection.start - 2 : detection.start] == ". " and word.lower() in read_person_words(
        "pronoun"
    ):
        return detection.label == "surname"
    if word.lower() == _HIS and _is_before_noun(text, detection, lexicon):
        # "hans bil", "Hans bil är röd", but not "Lars bil är ny men Hans bil är gammal"
        return word.islower() or not _is_within_small_words(text, detection.start)
    if _is_thing(text, detection) or _is_function_word(text, detection, lexicon):
        return True
    if word.islower() and word in read_person_words("relative"):
        return find_last_word(text, detection.start) in read_person_words("owner")  # hans bror erik
    if detection.trigger in _KALLAS:
        return find_subject(text, detection.start) == "thing"
    return word.islower() and _is_common(word, lexicon, look_up)


def is_staff(text: str, detection: Detection, in_note: bool) -> bool:
    """Return whether a name is rather who is named next, or a field of a note: *Ssk*, *Pat*."""
    if not in_note and not text[detection.end + 1 : detection.end + 2].isupper():
        return False
    return detection.label in PERSON_NAMES and (
        text[detection.start : detection.end].lower() in read_person_words("staff")
    )


def _is_thing(text: str, detection: Detection) -> bool:
    """Return whether a name is something that is bought or sold: *köpte en Billy*."""
    if detection.label not in FIRSTNAMES or find_last_word(text, detection.start) not in _ARTICLES:
        return False
    return _BOUGHT.search(text, max(0, detection.start - 60), detection.start) is not None


def _is_function_word(text: str, detection: Detection, lexicon: Lexicon) -> bool:
    """Return whether a capitalized name is a word at the beginning of a sentence: *Hos Lindgrens*,
    *Vår dotter heter Vår*."""
    word = text[detection.start : detection.end]
    if not word[0].isupper() or find_last_word(text, detection.start):
        return False
    known = lexicon.word(word.lower())
    if known is None or not known.pos & FUNCTION or known.zipf_sv < VERY_COMMON:
        return False
    match = NEXT_WORD.match(text, detection.end)
    following = match.group(1) if match is not None else ""
    return bool(detection.affixes) or following in read_person_words("relative")


def _is_within_small_words(text: str, start: int) -> bool:
    """Return whether the word before, in the same sentence, is written in small letters."""
    before = text[max(0, start - 40) : start].rpartition(" ")[0]
    return before[-1:].islower() and before.rpartition(" ")[2].islower()


def _is_before_noun(text: str, detection: Detection, lexicon: Lexicon) -> bool:
    match = NEXT_WORD.match(text, detection.end)
    if match is None or not match.group(1).islower():
        return False
    word = lexicon.word(match.group(1))
    return word is not None and bool(word.pos & NOUN) and not word.pos & (VERB | FUNCTION)


def _is_common(word: str, lexicon: Lexicon, look_up: Lookup) -> bool:
    known = lexicon.word(word)
    if known is None or known.zipf_sv < VERY_COMMON or not known.pos & (VERB | FUNCTION):
        return False
    form, _ = look_up(word.capitalize())
    return form is None or form.name_mentions * TIMES < 10**known.zipf_sv
