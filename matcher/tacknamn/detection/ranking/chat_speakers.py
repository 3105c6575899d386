"""The people of a chat, who stand before a colon at the beginning of its lines.

``saga: kommer du?`` alone may be a story, but in a chat several speakers take turns. What they are
called is a name, although the word is an ordinary one (*saga*) or in no list (*Shaz*); long unlisted
words in small letters are user names (*malmogurra*). Roles are none: *kund*, *läraren*.
"""

import re
from collections import Counter
from typing import Final, NamedTuple

from tacknamn.detection.ranking.introductions import (
    Introduction,
    Lookup,
    count_persons,
    read_introductions,
)
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, NOUNS
from tacknamn.detection.ranking.rules import SPEAKER
from tacknamn.lexicon.lexicon import PROPER_NOUN, Lexicon
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily

__all__ = ["Speakers", "add_user_names", "find_speakers"]

_LINE: Final = compile_lazily(
    r"^[ \t]*(?:[\[(]?(?:\d{4}-\d\d-\d\d,? )?\d{1,2}[.:]\d\d(?:[.:]\d\d)?[\])]?,? ?(?:- )?)?"
    r"(?P<name>[^\W\d_][\w.-]{1,24}):(?=[ \t]+\S)",
    re.MULTILINE,
)
FEWEST: Final = 4
"""Lines of speakers that make a text a chat."""
LEAST_LINES: Final = 0.5
"""The share of its lines that have speakers."""
SHORTEST: Final = 4
"""Letters of a speaker that no list has; shorter ones are abbreviations: *Tel:*, *Adr:*."""
SHORTEST_USER: Final = 8
"""Letters from which an unlisted word in small letters is rather a user name than a first name."""
LEAST: Final = 5.0
"""Mentions per billion words from which the lists have a speaker as a name."""
LEAST_SHARE: Final = 0.005
"""The share of its mentions as a name that an ordinary word needs."""
RARE: Final = 3.3
"""The Zipf frequency below which a word without part of speech may be a nickname."""
_ABBREVIATED: Final = ("nr", "r.", "l.", "d.", "g.")
"""Endings of abbreviations in forms: *Persnr:*, *Avd.:*."""
_CUE: Final = ":"


class Speakers(NamedTuple):
    """The speakers of a chat."""

    names: list[Introduction]
    """Where the lines of those begin who have an ordinary name."""
    user_names: list[str]
    """The user names of the others."""


_NO_SPEAKERS: Final = Speakers([], [])


def find_speakers(text: str, lexicon: Lexicon, look_up: Lookup) -> Speakers:
    """Return the speakers of a text; there are none if it is no chat."""
    if text.count(_CUE) < FEWEST or text.count("\n") < FEWEST - 1 or text.count(": ") < FEWEST:
        return _NO_SPEAKERS
    matches = list(_LINE.finditer(text))
    lines = sum([1 for line in text.split("\n") if line.strip()])
    turns = Counter([match.group("name") for match in matches])
    if len(matches) < max(FEWEST, LEAST_LINES * lines) or len(turns) < 2:
        return _NO_SPEAKERS
    repeated = [name for name, number in turns.items() if number > 1]
    if not repeated:
        return _NO_SPEAKERS
    names: list[Introduction] = []
    user_names: list[str] = []
    kinds = {name: _judge(name, turns[name] > 1, lexicon, look_up) for name in turns}
    for match in matches:
        name = match.group("name")
        if kinds[name] == "user":
            if name not in user_names:
                user_names.append(name)
        elif kinds[name]:
            form, entry = look_up(name[:1].upper() + name[1:])
            if form is not None and FIRSTNAMES.isdisjoint(form.candidates):
                form, entry = None, -1
            names.append(Introduction(*match.span("name"), _CUE, form, entry))
    return Speakers(names, user_names)


def _judge(name: str, is_repeated: bool, lexicon: Lexicon, look_up: Lookup) -> str:
    """Return whether a speaker is a ``user`` or a ``person``; empty if it is neither."""
    lowered = name.lower()
    if (
        lowered in read_introductions("person")
        or lowered in read_introductions("title")
        or lowered in read_introductions("role")
    ):
        return ""
    if not name.isalpha() and "-" not in name:
        is_user = any(map(str.isdigit, name)) or "_" in name
        return "user" if is_user and is_repeated else ""
    form, _ = look_up(name[:1].upper() + name[1:])
    if form is not None:
        persons = count_persons(form)
        is_word = form.word_mentions > persons
        if is_word and (not is_repeated or not NOUNS.isdisjoint(form.candidates)):
            return ""
        is_person = persons >= max(LEAST, LEAST_SHARE * form.word_mentions)
        return "person" if is_person else ""
    known = lexicon.word(lowered)
    if known is not None and (known.pos & ~PROPER_NOUN or known.zipf_sv >= RARE):
        return ""
    if not is_repeated or len(name) < SHORTEST or name.isupper():
        return ""
    if lowered.endswith(_ABBREVIATED):
        return ""
    return "user" if name.islower() and len(name) >= SHORTEST_USER else "person"


def add_user_names(
    text: str, detections: list[Detection], user_names: list[str]
) -> list[Detection]:
    """Return the detections together with the user names wherever the text has them."""
    if not user_names:
        return detections
    added = [
        Detection(match.start(), match.end(), "username", SPEAKER, match.group())
        for user_name in user_names
        for match in re.finditer(rf"(?<![\w-]){re.escape(user_name)}(?![\w-])", text)
    ]
    starts = {each.start for each in added}
    kept = [each for each in detections if each.start not in starts]
    return sorted([*kept, *added])
