"""Find names of workplaces and schools that only their sentence shows: *jobbar på max i mora*.

After *works at* almost anything that is no ordinary word is a name of an institution, so five
kinds of names are found there which neither lists nor weights find whole:

- capitalized words with other words between them: *på Lack & Lim i Skara AB*, *Liceum nr 12*;
- a capitalized word whose rest is small, down to its type word: *på Statens bilverkstad*; and
  authorities that say where they are: *på Länsstyrelsen i Dalarna*;
- chains in small letters that are words or names as well (``chain`` in ``institutions.tsv``);
- words in small letters that no list has and that are no misspelt word: *har praktik på nibero*;
- rare words with a capital: *jobbar för Permobil*.

Clubs in small letters are known by their abbreviation: *spelar fotboll med fk tjädrarna*.
"""

import re
from functools import lru_cache
from typing import Final

from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.name_cues import find_activity
from tacknamn.detection.ranking.rules import INSTITUTION, WORKPLACE
from tacknamn.detection.ranking.type_words import is_type_word, match_ending
from tacknamn.lexicon.lexicon import ENGLISH_NAME, ENGLISH_SMALL
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["ACTIVITY_STEMS", "find_workplace", "goes_on_after_name"]

ACTIVITY_STEMS: Final = (
    "anställ", "arbet", "employ", "intern", "jobb", "job", "kock", "lärare", "läser", "läste",
    "plugga", "praktik", "spel", "studer", "studie", "study", "träna", "vikari", "waiting tables",
    "work", "översatt", "översätt",
)  # fmt: skip
"""The beginnings of words of work and studies, in lower case."""
_NAME_AT: Final = re.compile(
    r"(?: (?!(?:på|hos|åt|vid|för|at|for) )[\w:-]+){0,4}"
    r"(?: (?:hos|åt|med|for|with) (?:en|ett|min|a|an|my) [\w-]+)?"
    r" (på|hos|vid|åt|för|at|with|for) (?=(the )?)(?:the )?"
)
"""From a word of work to the name: *jobbar natt på*, *worked for ten years at the*."""
_CAPITAL: Final = r"[A-ZÅÄÖÉÜŁŚŻ][\w'’.-]*\w"
_LINKED: Final = compile_lazily(
    rf"{_CAPITAL}(?: (?:(?:&|\+|och|and|y|de|la|las|los|del|della|des|du|di|do|da|dos|of|von)"
    rf" (?:(?:la|el|los|las|the) )?)?{_CAPITAL})*(?: [Nn](?:r|o|º)\.? ?\d+)?(?: i {_CAPITAL} AB\b)?"
)
"""Capitalized words with words between them that names have."""
_SMALL_TYPE: Final = compile_lazily(r"(?: [a-zåäö]{4,}(?:ska|iska))? ([a-zåäö]{6,})(?![\w-])")
"""A word in small letters after a name, and an adjective before it: *veterinärmedicinska anstalt*."""
_TOWN: Final = compile_lazily(rf" i {_CAPITAL}(?:s(?= län\b) län)?")
_HAVE_TOWN: Final = frozenset(
    ("landsarkivet", "landstinget", "lasarettet", "länsstyrelsen", "rådhuset", "stadsarkivet",
     "tingsrätten", "hovrätten", "kammarrätten", "förvaltningsrätten", "häktet", "anstalten")
)  # fmt: skip
"""What many places have, so that the place belongs to the name: *Landsarkivet i Lund*."""
_AND: Final = compile_lazily(r"(\w+) (?:och|and) (\w+)")
_LINK: Final = compile_lazily(r" (?:&|\+|\w*[a-zºł]\w*\.?) (?=\w)| [Nn](?:r|o|º)\.? ?\d+\Z| AB\Z")
_PERSONAL: Final = ("for", "för", "åt", "hos", "with")
"""Prepositions after which persons may stand as well."""
_SMALL: Final = compile_lazily(r"[a-zåäöéü][a-zåäöéü]{2,}(?![\w-])")
_TEAM: Final = re.compile(
    r"(?: (?!med |i |för )[\w-]+){0,3} (?:med|i|för|på) "
    r"((?:if|ifk|ik|bk|fk|fc|sk|gif|hk|ibk|aif|bois) [a-zåäö]{3,}"
    r"|[a-zåäö]{3,} (?:if|ifk|ik|bk|fk|fc|sk|gif|hk|ibk|aif))(?![\w-])"
)
"""A club in small letters with its abbreviation: *med fk tjädrarna*."""
_AT_TIMES: Final = frozenset(
    ("christmas", "xmas", "easter", "halloween", "thanksgiving", "eid", "diwali")
)
"""What people work at that is no place."""
_SHORTEST_UNLISTED: Final = 5
_RARE_WITH_CAPITAL: Final = 2.7
"""The Zipf frequency below which a word with a capital is rather a name."""
_RAREST, _RARE = 0.5, 2.0
"""The Zipf frequencies between which a word that no dictionary has is rather a name."""
_GOES_ON: Final = compile_lazily(
    r"\s*(?:[.,!?;:)\n]|\Z|(?:i|in|på|och|o|å|men|sen|sedan|som|där|när|till|med|för|varje|vid"
    r"|eller|fast|idag|igår|nu|också|ibland|efter|just|and|but|so|because|since|every|now|next|this"
    r"|last|on|with|where|near|as|before|after|today|tomorrow|right|im)\b"
    r"(?! (?:\d|en\b|ett\b|två|tre|fyra|fem|sex|sju|åtta|nio|tio)))"
)
"""What may follow the name: *max i mora*, but not *max i två timmar*, *max två dagar*."""
_LETTERS: Final = "abcdefghijklmnopqrstuvwxyzåäö"
_ENDINGS: Final = ("en", "et", "an", "na", "ar", "or", "er", "tid", "vis")
"""Endings of Swedish nouns, which a misspelt word has more often than a name."""


def find_workplace(text: str, end: int, words: OrdinaryWords) -> Detection | None:
    """Return the name of the workplace or school after a word of work or studies that ends here."""
    team = _TEAM.match(text, end)
    if team is not None:
        return Detection(*team.span(1), "other_institution", INSTITUTION, team.group(1))
    between = _NAME_AT.match(text, end)
    if between is None:
        return None
    start = between.end()
    preposition = between.group(1)
    if text[start : start + 1].isupper():
        last = _find_linked(text, start, preposition, words)
    else:
        last = _find_small(text, start, preposition, words)
    if last <= start:
        return None
    activity, verb = find_activity(text, start)
    if activity not in ("work", "school"):
        activity, verb = find_activity(text, between.start(2)) if between.group(2) else ("", "")
    if activity not in ("work", "school"):
        return None
    rule = WORKPLACE if activity == "work" else INSTITUTION
    return Detection(start, last, activity, rule, text[start:last], trigger=verb)


def _find_linked(text: str, start: int, preposition: str, words: OrdinaryWords) -> int:
    """Return the end of a name with other words between its own; 0 if it has none."""
    run = _LINKED.match(text, start)
    if run is None:
        return 0
    if (whole := _find_small_rest(text, run.end(), run.group())) > 0:
        return whole
    if _LINK.search(text, start, run.end()) is None:
        is_rare = preposition not in ("hos", "with") and _is_rare(run.group(), words)
        return run.end() if is_rare else 0
    end = run.end()
    joined = _AND.search(text, start, end)
    if joined is None:
        parts = run.group().lower().split()
        return end if preposition not in _PERSONAL or any(map(words.has, parts)) else 0
    # På Gotland och Öland: two names; Rör och Värme: one of words.
    first, second = joined.group(1).lower(), joined.group(2).lower()
    if preposition == "at":
        return 0 if first in _AT_TIMES or second in _AT_TIMES else end
    return end if words.has(first) and words.has(second) else 0


def _find_small_rest(text: str, end: int, name: str) -> int:
    """Return the end of the small words that belong to a capitalized name which ends here, or of
    the place of an authority; 0 if none follow."""
    town = _TOWN.match(text, end) if name.lower() in _HAVE_TOWN else None
    if town is not None:
        return town.end()
    rest = _SMALL_TYPE.match(text, end)
    if rest is None or name.lower() in _NO_OWNERS:
        return 0
    word = rest.group(1)
    is_type = word in _read_group("alone") or match_ending(word, "small") != ""
    return rest.end() if is_type else 0


_NO_OWNERS: Final = frozenset(
    ("nya", "gamla", "stora", "lilla", "deras", "hennes", "hans", "vår", "vårt", "min", "mitt", "en",
     "ett", "den", "det", "samma", "olika", "andra", "svensk", "svenskt", "sveriges")
)  # fmt: skip
"""Words that describe and name nothing, although learners write them with a capital."""


def _is_rare(name: str, words: OrdinaryWords) -> bool:
    """Return whether a single word with a capital is so rare as a word that it is a name here."""
    word = name.lower()
    known = words.get(word)
    if known is None or not words.has(word) or known.zipf_sv >= _RARE_WITH_CAPITAL:
        return False
    return known.zipf_en < known.zipf_sv and not is_type_word(word)


def goes_on_after_name(text: str, end: int) -> bool:
    """Return whether what stands here may follow a name in small letters."""
    return _GOES_ON.match(text, end) is not None


def _find_small(text: str, start: int, preposition: str, words: OrdinaryWords) -> int:
    """Return the end of a name in small letters; 0 if what stands there is no name."""
    match = _SMALL.match(text, start)
    if match is None or preposition == "with" or not _GOES_ON.match(text, match.end()):
        return 0
    word = match.group()
    if preposition in ("hos", "åt", "för"):
        return 0
    if word in _read_group("chain") or (preposition == "at" and _is_english_name(word, words)):
        return match.end()
    is_swedish = preposition in ("på", "vid")
    return match.end() if is_swedish and _is_unlisted(word, words) else 0


def _is_english_name(word: str, words: OrdinaryWords) -> bool:
    """Return whether English writes a word only with a capital: *ucla*."""
    known = words.get(word)
    return (
        known is not None
        and bool(known.english & ENGLISH_NAME)
        and not known.english & ENGLISH_SMALL
        and word not in _AT_TIMES
    )


def _is_unlisted(word: str, words: OrdinaryWords) -> bool:
    """Return whether no dictionary has a word, nor one that it is misspelt for: *nibero*."""
    known = words.get(word)
    if known is None or known.pos or not _RAREST < known.zipf_sv < _RARE:
        return False
    if len(word) < _SHORTEST_UNLISTED or word.endswith(_ENDINGS) or words.has_tail(word):
        return False
    return not _is_near_word(word, words)


def _is_near_word(word: str, words: OrdinaryWords) -> bool:
    """Return whether a common word differs from this one in one letter."""
    for at in range(len(word) + 1):
        before, after = word[:at], word[at:]
        if words.has_common(before + after[1:]):
            return True
        for letter in _LETTERS:
            if words.has_common(before + letter + after):
                return True
            if words.has_common(before + letter + after[1:]):
                return True
    return False


@lru_cache(maxsize=4)
def _read_group(group: str) -> frozenset[str]:
    """Return the words of a group of the table."""
    lines = read_table(__file__, "institutions.tsv")
    return frozenset([word for _, where, line in lines if where == group for word in line.split()])
