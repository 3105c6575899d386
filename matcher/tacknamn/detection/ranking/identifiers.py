"""Tell the identifiers of programs from user names with an underscore: *order_id*, *volvo_arne*.

The patterns find both. An identifier consists of ordinary words, or stands in code; a first name in it
makes it a user name. What the text calls a user name (*mitt användarnamn är*) is not judged here.
"""

import re
from typing import Final

from tacknamn.detection.ranking.introductions import Lookup, count_first
from tacknamn.detection.ranking.label_groups import PLACES
from tacknamn.lexicon.lexicon import ENGLISH_SMALL, PROPER_NOUN, Lexicon
from tacknamn.records import Finding
from tacknamn.support.expressions import compile_lazily

__all__ = ["free_identifiers"]

_UNDERSCORED: Final = "underscored"
"""The rule of the patterns that finds words with an underscore."""
_PART: Final = re.compile(r"[^\W\d_]+")
_LONG_NUMBER: Final = re.compile(r"\d{5}")
"""Digits that may be those of a person, wherever they stand."""
_TAG: Final = re.compile(r"\d\d\Z")
"""How user names end: *nova_77*."""
_BEFORE: Final = compile_lazily(r"(?:[$%&]|--|[\w.~][/\\]|\w\.)\Z")
_AFTER: Final = compile_lazily(r"[(\[/\\&%]|[\"']\s*:| *=+ *[\w\"'\[({]|\.[a-z]+\(")
"""What touches an identifier: a call, the key of a value, a path."""
_LINE: Final = compile_lazily(r"[{}$`\\]|\w\(\w*\)|\w\[\w+\]|\w ?=+ ?[\w\"'\[(]|->|::|;\Z")
"""Signs of a line of code. Chats have others: *:)*, *<3*, *=D*."""
KNOWN: Final = 2.3
"""The Zipf frequency from which something is a word or an abbreviation that programs use."""
SHORTEST: Final = 3
"""Letters of a part that may be a name; shorter parts occur in any identifier."""
NAME_SHARE: Final = 0.1
"""How often, in relation to the word of the same letters, a part must be a first name: *lisa* and
*per*, but not *max* and *tom*."""
PAIR_SHARE: Final = 0.004
"""The same for a first name and a surname side by side: *john_smith*."""
REACH: Final = 200
"""Characters of the line that are read on each side."""


def free_identifiers(
    text: str, findings: list[Finding], lexicon: Lexicon, look_up: Lookup
) -> list[Finding]:
    """Return the findings. Identifiers have no label, so that they stay whole."""
    if "_" not in text:
        return findings
    return [
        finding._replace(label="")
        if finding.rule == _UNDERSCORED
        and _is_identifier(text, finding.start, finding.end, lexicon, look_up)
        else finding
        for finding in findings
    ]


def _is_identifier(text: str, start: int, end: int, lexicon: Lexicon, look_up: Lookup) -> bool:
    word = text[start:end]
    if _LONG_NUMBER.search(word):
        return False
    parts: list[str] = _PART.findall(word)
    persons = _count_persons(parts, lexicon, look_up)
    if persons > 1 or (persons and _TAG.search(word)):
        return False
    if _BEFORE.search(text, max(0, start - 2), start) or _AFTER.match(text, end):
        return True
    if persons:
        return False
    if "." in word or _is_in_code(text, start, end):
        return True
    return (
        _TAG.search(word) is None
        and all(map(_has_one_case, parts))
        and all(_is_word(part, lexicon, look_up) for part in parts)
    )


def _count_persons(parts: list[str], lexicon: Lexicon, look_up: Lookup) -> int:
    """Return how many parts are names of persons: a first name, or one and the surname after it."""
    firsts, has_pair = 0, False
    first_share = 0.0
    for part in parts:
        form, _ = look_up(part.capitalize()) if len(part) >= SHORTEST else (None, -1)
        uses = max(_count_uses(part, lexicon), 1.0)
        surname = form.candidates.get("surname") if form is not None else None
        if surname is not None and first_share > PAIR_SHARE:
            has_pair = has_pair or surname.mentions > PAIR_SHARE * uses
        first_share = count_first(form) / uses if form is not None else 0.0
        firsts += first_share > NAME_SHARE
    return 2 if has_pair else firsts


def _count_uses(part: str, lexicon: Lexicon) -> float:
    """Return how often this is an ordinary word in a billion words of either language."""
    word = lexicon.word(part.lower())
    if word is None:
        return 0.0
    swedish = 10**word.zipf_sv if word.pos & ~PROPER_NOUN else 0.0
    return max(swedish, 10**word.zipf_en if word.english & ENGLISH_SMALL else 0.0)


def _is_in_code(text: str, start: int, end: int) -> bool:
    """Return whether the line has signs of code."""
    first = text.rfind("\n", max(0, start - REACH), start) + 1 or max(0, start - REACH)
    last = text.find("\n", end, end + REACH)
    return _LINE.search(text, first, min(len(text), end + REACH) if last < 0 else last) is not None


def _has_one_case(part: str) -> bool:
    return part.islower() or part.isupper() or part.istitle()


def _is_word(part: str, lexicon: Lexicon, look_up: Lookup) -> bool:
    """Return whether this is a word or a usual abbreviation, and no name of a place: *kiruna*."""
    if len(part) < SHORTEST:
        return True
    word = lexicon.word(part.lower())
    if word is None or max(word.zipf_sv, word.zipf_en) < KNOWN:
        return False
    if _count_uses(part, lexicon):
        return True
    form, _ = look_up(part.capitalize())
    return form is None or PLACES.isdisjoint(form.candidates)
