"""Surnames in small letters that no list has: *anna sternlieb*, *mr hopley*, *enligt presidenten yudhoyono*;
also initials between names (*adnan z. amin*) and second halves of surnames (*joseph gordon-levitt*).

Only a first name or a title in front of it makes such a word a name, and only if it is neither a word nor
a misspelt word: *anna jobar*. A word that no dictionary has and that is frequent all the same is a
name as well, if the lists have it as a surname: *donald trump*.
"""

import re
from collections.abc import Iterator
from typing import Final

from tacknamn.detection.ranking.chat_words import is_chat_word
from tacknamn.detection.ranking.introductions import Lookup
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, MIDDLENAME, PERSONS
from tacknamn.detection.ranking.quoted_speakers import SAID
from tacknamn.detection.ranking.rules import BESIDE_NAME, INITIALS
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words

__all__ = ["add_small_surnames"]

_SURNAME: Final = "surname"
_WORD: Final = r"[^\W\d_]{3,}(?:[-'’][^\W\d_]+)*"
_PARTICLES: Final = "(?:(?:von|van|der|den|de|la|di|da|del|al|el|bin) ){0,2}"
_NEXT: Final = compile_lazily(rf" (?P<name>{_PARTICLES}(?P<word>{_WORD}))(?![\w@])")
_TITLED: Final = compile_lazily(
    r"(?<!\w)(?:mr|mrs|ms|miss|sir|lord|lady|herr|president(?:en)?|(?:premiär|stats)minister(?:n)?"
    r"|kejsar(?:e|en|inna|innan)?|kung|kungen|drottning|påve|påven|farao|faraon|senator|senatorn"
    rf"|general|generalen|imam|pastor|kardinal|ärkebiskop)\.? (?P<name>{_PARTICLES}(?P<word>{_WORD}))(?![\w@])"
)
_SAID: Final = compile_lazily(rf"{SAID} (?P<name>(?P<word>{_WORD}))(?=[.\n]|$)")
_INITIALS: Final = compile_lazily(r"(?: [^\W\d_]\.){1,2} ")
_SECOND_HALF: Final = compile_lazily(r"-([^\W\d_]{4,})(?![\w@-])")
UNLIKE_WORDS: Final = 0
"""The resemblance to a word up to which an unlisted form is no misspelling of it."""
UNCOMMON: Final = 3.0
"""The Zipf frequency of a form that may be an unlisted name. More frequent ones are words."""
UNCOMMON_IN_ENGLISH: Final = 3.5
WELL_KNOWN: Final = 4.0
"""The Zipf frequency from which a surname that no dictionary has as a word is that of somebody famous."""
SHORTEST_PART: Final = 4
"""Letters of the parts of a compound."""
_NOUN: Final = 1
"""The bit of nouns in the lists."""
_OF_VERBS: Final = ("ade", "ades", "ande", "ar", "at")
_DEFINITE: Final = ("en", "et", "na", "ens", "ets", "nas")
CERTAINTY: Final = 0.8
"""The probability that such a word is a name: an estimate, not fitted."""


def add_small_surnames(
    text: str, detections: list[Detection], lexicon: Lexicon, look_up: Lookup
) -> list[Detection]:
    """Return the detections of a text together with the surnames in small letters that follow a first
    name or a title."""
    found: list[Detection] = []
    kept: list[Detection] = []
    for number, detection in enumerate(detections):
        before = kept[-1] if kept else None
        after = detections[number + 1] if number + 1 < len(detections) else None
        if text[detection.start].islower() and not detection.affixes:
            if before is not None and text.startswith(". ", detection.start - 2):
                found += _read_initials(text, before, detection)
            if text.startswith("-", detection.end) and detection.label == _SURNAME:
                if after is None or after.start > detection.end + 1:
                    detection = _extend_by_hyphen(text, detection, lexicon)
            elif _may_precede(text, before, detection, look_up):
                found += _read(text, _NEXT.match(text, detection.end), lexicon, look_up)
        kept.append(detection)
    if text.islower():
        for pattern in (_TITLED, _SAID):
            for match in pattern.finditer(text):
                found += _read(text, match, lexicon, look_up)
    if not found:
        return kept
    taken = [(each.start, each.end) for each in kept if each.label in PERSONS]
    added = [each for each in found if not _overlaps(each, taken)]
    spans = [(each.start, each.end) for each in added]
    return sorted([*added, *[each for each in kept if not _overlaps(each, spans)]])


def _read_initials(text: str, before: Detection, after: Detection) -> Iterator[Detection]:
    """Yield the initials between a first name and another name: *adnan z. amin*."""
    start, end = before.end + 1, after.start - 1
    if before.label not in FIRSTNAMES or after.label not in PERSONS or before.affixes:
        return
    if _INITIALS.fullmatch(text, before.end, after.start) is not None:
        yield Detection(
            start, end, "initials", INITIALS, text[start:end],
            probability=CERTAINTY, class_probability=CERTAINTY,
        )  # fmt: skip


def _extend_by_hyphen(text: str, surname: Detection, lexicon: Lexicon) -> Detection:
    """Return a surname with its second half, if that is no word: *gordon-levitt*, but not
    *trump-imitatören*."""
    match = _SECOND_HALF.match(text, surname.end)
    if match is None or not _is_unknown(match.group(1), lexicon):
        return surname
    return surname._replace(
        end=match.end(), base=text[surname.start : match.end()], rule=BESIDE_NAME, entry=-1
    )


def _is_unknown(word: str, lexicon: Lexicon) -> bool:
    """Return whether no dictionary has a word, unless as a name, and it is no compound."""
    known = lexicon.word(word)
    is_word = known is not None and bool(known.pos & ~PROPER_NOUN)
    return not is_word and not _is_inflected(word) and not _is_compound(word, lexicon)


def _may_precede(
    text: str, before: Detection | None, detection: Detection, look_up: Lookup
) -> bool:
    """Return whether a surname may follow: after a first name, or after a second one that counts as
    a surname so far (*james henry breasted*)."""
    if detection.label in FIRSTNAMES or detection.label == MIDDLENAME:
        return True
    if detection.label != _SURNAME or before is None or before.label not in FIRSTNAMES:
        return False
    form, _ = look_up(text[detection.start : detection.end].capitalize())
    is_first = form is not None and not FIRSTNAMES.isdisjoint(form.candidates)
    return is_first and text[before.end : detection.start] == " "


def _read(
    text: str, match: re.Match[str] | None, lexicon: Lexicon, look_up: Lookup
) -> Iterator[Detection]:
    """Yield the surname of a match, if it is one."""
    if match is None:
        return
    start, end = match.span("name")
    word = match.group("word")
    first, hyphen, second = word.rpartition("-")
    if hyphen and _is_definite_noun(second, lexicon):  # donald trump-imitatören
        word, end = first, end - len(second) - 1
    no_names = read_words(__file__, "introductions.tsv", "never")
    is_chat = is_chat_word(text, match.start("word"), end)
    is_word = not word.islower() or word in no_names or is_chat
    is_speaker = match.re is _SAID and _is_only_name(word, lexicon)
    if not is_word and _is_surname(word, lexicon, look_up, is_speaker):
        yield Detection(
            start, end, _SURNAME, BESIDE_NAME, text[start:end],
            probability=CERTAINTY, class_probability=CERTAINTY,
        )  # fmt: skip


def _is_surname(word: str, lexicon: Lexicon, look_up: Lookup, is_speaker: bool) -> bool:
    known = lexicon.word(word)
    if known is not None and known.pos & ~PROPER_NOUN:
        return False
    form, _ = look_up(word.capitalize())
    is_listed = form is not None and _SURNAME in form.candidates
    if known is not None and known.zipf_sv >= WELL_KNOWN and (is_listed or is_speaker):
        return True
    if lexicon.near_index.measure_resemblance(word.capitalize()) > UNLIKE_WORDS:
        return False
    is_rare = known is None or (known.zipf_sv < UNCOMMON and known.zipf_en < UNCOMMON_IN_ENGLISH)
    return is_listed or (is_rare and not _is_inflected(word) and not _is_compound(word, lexicon))


def _is_only_name(word: str, lexicon: Lexicon) -> bool:
    """Return whether the dictionary has a word as a name only: *obama*."""
    known = lexicon.word(word)
    return known is not None and known.pos == PROPER_NOUN


def _is_inflected(word: str) -> bool:
    """Return whether a word ends as a verb that no dictionary has yet: *youtubar*."""
    return word.endswith(_OF_VERBS)


def _is_compound(word: str, lexicon: Lexicon) -> bool:
    """Return whether a word consists of two nouns: *skolkompis*."""
    for cut in range(SHORTEST_PART, len(word) - SHORTEST_PART + 1):
        if _is_noun(word[:cut], lexicon) and _is_noun(word[cut:], lexicon):
            return True
    return False


def _is_noun(word: str, lexicon: Lexicon) -> bool:
    known = lexicon.word(word)
    return known is not None and bool(known.pos & _NOUN) and known.zipf_sv >= UNCOMMON


def _is_definite_noun(word: str, lexicon: Lexicon) -> bool:
    """Return whether a word is a noun with an article at its end: *imitatören*, *filmens*."""
    known = lexicon.word(word)
    return known is not None and bool(known.pos & _NOUN) and word.endswith(_DEFINITE)


def _overlaps(detection: Detection, spans: list[tuple[int, int]]) -> bool:
    for start, end in spans:
        if start < detection.end and end > detection.start:
            return True
    return False
