"""Find whole names of institutions by the type words around them.

The names of restaurants, firms and courts are ordinary words as often as names (*Gyllene Draken*,
*Dalens sjukhus*), so neither lists nor the weights of single words find them whole. Here the type
word is what is searched for, in one scan, and the words around it decide:

- it says how the thing is called: *en pizzeria, den heter Bella Napoli*, also in small letters;
- it stands before the name, as a part of it: *ombud: Juristbyrån Kompassen*;
- it stands after it: *Dalens sjukhus*, *Falu tingsrätt*;
- the name stands beside it after a comma: *ett litet företag som gör glas, Berg Design, i Kinna*.

Names in small letters (:mod:`tacknamn.detection.ranking.small_institutions`) and those of companies
(:mod:`tacknamn.detection.ranking.company_names`) have modules of their own. Words of work are searched
for in the same scan (:mod:`tacknamn.detection.ranking.workplaces`).

The weights find the rest, and :mod:`tacknamn.detection.ranking.institutions` settles all labels.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final

from tacknamn.detection.cues.literals import Literal, LiteralMatch, LiteralScanner
from tacknamn.detection.ranking.company_names import find_company, find_joined
from tacknamn.detection.ranking.forms import OrdinaryWords
from tacknamn.detection.ranking.institution_shapes import (
    CAPITALIZED,
    CAPITALIZED_RUN,
    REACH_OF_TYPE_WORD,
    build_institution,
)
from tacknamn.detection.ranking.small_institutions import (
    find_owned_school,
    find_small_after,
    find_small_english,
)
from tacknamn.detection.ranking.type_words import is_type_word
from tacknamn.detection.ranking.workplaces import ACTIVITY_STEMS, find_workplace
from tacknamn.records import Detection
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_table

__all__ = ["build_type_word_scanner", "find_institution_names"]

_FRONT, _BEHIND, _GLUED, _OF = "before_name", "after_name", "ending_of_name", "before_of"
_DONE, _ASIDE, _COMPANY = "done_at_name", "before_comma", "form_of_company"
_AMPERSAND: Final = "ampersand"
_SHORTEST_HEAD: Final = 4
"""Letters of a type word that ends compounds: *juristbyrån*."""
_SMALL: Final = compile_lazily(r"[a-zåäöéü][a-zåäöéü&'-]{2,}")
_CALLED: Final = compile_lazily(
    r"(?: (?:i|in|på|vid|nära|utanför|at|near) (?:[\w-]+ ){0,2}[\w-]+)?,?"
    r"( (?:och )?(?:som|den|det|vilken|that|which|it|it's))?(?: is| också)? (?:heter|hette|heeter|hetter|kallas|kallades|vid namn|med namnet|called|named)"
    r"(?: också| då)? [\"'“”’]?",
)
"""What stands between a type word and the name: *i stan som heter*, *, den heter*."""
_NO_NAMES: Final = frozenset(
    ("bara", "också", "inte", "något", "någonting", "samma", "han", "hon", "jag", "det", "den", "så",
     "på", "som", "efter", "the", "not", "something", "vad", "i", "vi", "en", "ett", "min", "och")
)  # fmt: skip
"""Words after *heter* that are no names."""
_BETWEEN_ASIDE: Final = compile_lazily(r"(?: (?:som|där|i|på|that|which)[^.,;:!?\n]{0,48})?, ")
_AFTER_ASIDE: Final = compile_lazily(r"(?=,|\.(?:\s|\Z)| i [A-ZÅÄÖ]| in [A-Z]| på |\s*\Z)")
_ARTICLE: Final = compile_lazily(
    r"\b(?:en|ett|min|mitt|vår|vårt|hans|hennes|deras|sin|sitt|egen|eget|an?|my|our|his|her|their)"
    r" (?:[\w-]+ ){0,2}\Z"
)
"""What stands before a type word that a name after a comma explains: *ett litet företag*."""
_MODIFIER: Final = compile_lazily(
    rf"(?<![\w.-])((?:{CAPITALIZED} ){{1,3}}(?:(?:[a-zåäö]+ska|nya|gamla) )?)\Z"
)
"""The words before a type word that are a name."""
_LINKS: Final = ("ska ", " nya ", " gamla ")
"""Words that may stand between a name and its type word: *Luleå tekniska universitet*."""
_SENTENCE_START: Final = compile_lazily(r"(?:\A|[.!?]\s+|\n\s*|[\"“”–-] ?)\Z")
_TOWN_AFTER: Final = compile_lazily(rf" (?:i|in) {CAPITALIZED}")
_NUMBER_AFTER: Final = compile_lazily(r" [Nn](?:r|o|º)\.? ?\d+")
"""The number of a school: *Liceum nr 12*."""
_PARTICLE_AFTER: Final = compile_lazily(
    rf" (?:de|do|da|di|du|des|della|del|dos|van|für|für die|zu)(?: (?:la|los|las|el))? {CAPITALIZED}"
)
"""What follows the type word in other languages: *Universidade do Algarve*."""
_TOWN_HAS_ONE: Final = frozenset(
    ("lasarettet", "centralsjukhuset", "länssjukhuset", "häktet", "anstalten", "tingsrätten",
     "förvaltningsrätten", "kammarrätten", "hovrätten", "länsstyrelsen", "landsarkivet")
)  # fmt: skip
"""Type words whose name is that of the town: *Lasarettet i Motala*."""
_HEADING: Final = compile_lazily(r"[A-ZÅÄÖ]{4,}\Z")
_ENDS_HEADING: Final = compile_lazily(r",|\s*\n|\s*\Z")
_ADJECTIVE: Final = compile_lazily(r"\w+(?:sk|ska|skt)")
"""Nationalities and the like, which also describe: *en Svensk restaurang*."""
_NO_MODIFIERS: Final = frozenset(
    ("vår", "min", "din", "hans", "hennes", "deras", "den", "det", "denna", "detta", "en", "ett",
     "varje", "ingen", "inget", "någon", "något", "vilken", "vilket", "alla", "på", "i", "till",
     "från", "vid", "hos", "av", "om", "för", "när", "efter", "före", "under", "the", "my", "our",
     "his", "her", "their", "a", "an", "this", "that", "every", "in", "at", "sveriges", "dagens",
     "samma", "annan", "annat", "och", "mammas", "pappas", "barnens", "stadens", "kommunens", "byns",
     "landets", "världens", "kvinnors", "mäns", "våra", "mina", "men", "som", "ny", "nya", "gamla", "stora", "lilla", "bra")
)  # fmt: skip
"""Words before a type word that name nothing at the start of a sentence: *Varje skola*."""


def find_institution_names(
    text: str, words: OrdinaryWords, hits: Sequence[LiteralMatch] | None = None
) -> list[Detection]:
    """Return the names of institutions that a type word shows, from left to right.

    Args:
        hits: The type words, if they were found before.
    """
    found: list[Detection] = []
    if hits is not None and not hits:
        return found
    lowered = text.lower()
    if len(lowered) != len(text):  # the offsets differ; the other finders see the text as it is
        return found
    end = 0
    for detection in sorted(_find_all(text, lowered, words, hits), key=_rank_by_place):
        if detection.start >= end:
            found.append(detection)
            end = detection.end
    return found


def _rank_by_place(detection: Detection) -> tuple[int, int]:
    """Return the key by which detections are tried: from left to right, longer ones first."""
    return detection.start, -detection.end


def _find_all(
    text: str, lowered: str, words: OrdinaryWords, hits: Sequence[LiteralMatch] | None
) -> Iterator[Detection]:
    for match in build_type_word_scanner().scan(lowered, hits):
        if match.literal.kind == _FRONT:
            yield from _find_called(text, match, words)
            yield from _find_aside(text, match)
            yield from _find_after_type_word(text, match)
            yield from find_small_after(text, match)
        elif match.literal.kind == _BEHIND:
            yield from _find_before_type_word(text, match, words)
        elif match.literal.kind == _OF:
            yield from _find_with_of(text, match)
        elif match.literal.kind == _COMPANY:
            yield from find_company(text, match)
        elif match.literal.kind == _AMPERSAND:
            yield from find_joined(text, match, words)
        elif match.literal.kind == _ASIDE:
            yield from _find_aside(text, match)
        elif match.literal.kind == _DONE:
            workplace = find_workplace(text, match.end, words)
            if workplace is not None:
                yield workplace
        else:
            yield from _find_glued(text, match)


@lru_cache(maxsize=1)
def build_type_word_scanner() -> LiteralScanner:
    """Return the scanner for type words."""
    kinds = {
        "front": _FRONT,
        "whole": _FRONT,
        "behind": _BEHIND,
        "court": _BEHIND,
        "jail": _GLUED,
        "of": _OF,
        "aside": _ASIDE,
    }
    lines = read_table(__file__, "institutions.tsv")
    heads = [
        Literal(word.lower(), kinds[where], (label, where), within=len(word) > _SHORTEST_HEAD)
        for label, where, line in lines
        if where in kinds and label in _LABELS
        for word in line.split()
    ]
    heads.append(Literal("&", _AMPERSAND, ("work", "team")))
    heads.append(Literal("ab", _COMPANY, ("work", "team")))
    stems = [Literal(stem, _DONE, endings=None, within=True) for stem in ACTIVITY_STEMS]
    return LiteralScanner([*heads, *stems])


_LABELS: Final = frozenset(("school", "work", "other_institution", "public_authority"))


def _find_called(text: str, match: LiteralMatch, words: OrdinaryWords) -> Iterator[Detection]:
    """Yield the name that *heter* introduces after a type word."""
    called = _CALLED.match(text, match.end)
    if called is None:
        return
    name = CAPITALIZED_RUN.match(text, called.end())
    if name is None and text[match.start].islower():
        name = _SMALL.match(text, called.end())
        if name is not None and not _may_be_small_name(name.group(), words):
            return
    if name is not None and (called.group(1) or not _is_person_there(text, match)):
        yield build_institution(name.start(), name.end(), match, text)


def _may_be_small_name(word: str, words: OrdinaryWords) -> bool:
    """Return whether a word in small letters after *heter* is a name: not in *det heter gymnasium*."""
    return word not in _NO_NAMES and not words.has_common(word) and not is_type_word(word)


def _is_person_there(text: str, match: LiteralMatch) -> bool:
    """Return whether it is a person at the place who is called so: *rektorn på skolan heter Eva*."""
    before = text[max(0, match.start - REACH_OF_TYPE_WORD) : match.start].lower()
    return _WITHIN.search(before) is not None


_WITHIN: Final = compile_lazily(
    r"\b(?:(?:av|at|for|från|hos|i|på|vid|of) (?:(?!en\b|ett\b|a\b|an\b)[\w-]+ ){0,2}"
    r")\Z"
)


def _find_aside(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the name that a comma separates from its type word."""
    label = match.literal.value[0]
    if label != "work" or not _ARTICLE.search(
        text, max(0, match.start - REACH_OF_TYPE_WORD), match.start
    ):
        return
    between = _BETWEEN_ASIDE.match(text, match.end)
    name = CAPITALIZED_RUN.match(text, between.end()) if between is not None else None
    if name is not None and _AFTER_ASIDE.match(text, name.end()):
        yield build_institution(name.start(), name.end(), match, text)


def _find_after_type_word(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield the name that begins with a type word in capitals: *Juristbyrån Kompassen*."""
    if not text[match.start].isupper() or text[match.end : match.end + 1] != " ":
        return
    if _HEADING.search(text, match.start, match.end):
        return
    is_start = _SENTENCE_START.search(text, max(0, match.start - 3), match.start) is not None
    is_first_of_name = match.literal.value[1] == "whole"
    if not is_first_of_name and (is_start or match.at != match.start):
        return
    name = CAPITALIZED_RUN.match(text, match.end + 1)
    if name is None and text[match.start : match.end].lower() in _TOWN_HAS_ONE:
        name = _TOWN_AFTER.match(text, match.end)
    if name is None and is_first_of_name:
        name = _NUMBER_AFTER.match(text, match.end) or _PARTICLE_AFTER.match(text, match.end)
    if name is not None:
        yield build_institution(match.start, name.end(), match, text)


def _find_before_type_word(
    text: str, match: LiteralMatch, words: OrdinaryWords
) -> Iterator[Detection]:
    """Yield the name that ends with a type word: *Dalens sjukhus*, *Falu tingsrätt*."""
    if match.start < 2 or text[match.start - 1] != " ":
        return
    first_letter = text.rfind(" ", max(0, match.start - REACH_OF_TYPE_WORD), match.start - 1) + 1
    if not text[first_letter].isupper() and not text.endswith(_LINKS, 0, match.start):
        yield from find_owned_school(text, match)
        yield from find_small_english(text, match, words)
        return
    name = _MODIFIER.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    if name is None:
        return
    start = name.start()
    first = text[start : match.start].split()[0]
    if first.lower() in _NO_MODIFIERS:
        start += len(first) + 1
        if start >= match.start:
            return
        first = text[start : match.start].split()[0]
    where = match.literal.value[1]
    is_compound = match.at != match.start
    last = text[start : match.start].split()[-1]
    if where == "court":
        if not is_compound:
            yield build_institution(start, match.end, match, text)
        return
    if is_compound and text[match.start].isupper():
        return  # a name of its own: EPIKRIS Kirurgkliniken
    is_start = _SENTENCE_START.search(text, max(0, start - 3), start) is not None
    is_heading = (
        is_start and text[start - 1 : start] in ("", "\n") and _ENDS_HEADING.match(text, match.end)
    )
    if last[-1] not in "sSxXzZ" and not words.has(last.lower()):
        return  # a name of the lists or an unknown word, which the weights judge
    if is_start and not is_heading and words.has(first.lower()):
        return
    if not words.has(last.lower()) or (_ADJECTIVE.fullmatch(last) and text[match.start].islower()):
        return
    yield build_institution(start, match.end, match, text)


def _find_glued(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield a word that names an institution with its ending: *Kumlaanstalten*."""
    if not text[match.start].isupper() or match.at - match.start < _SHORTEST_HEAD - 1:
        return
    if _SENTENCE_START.search(text, max(0, match.start - 3), match.start):
        return
    yield build_institution(match.start, match.end, match, text)


def _find_with_of(text: str, match: LiteralMatch) -> Iterator[Detection]:
    """Yield an English name with *of*: *State Bank of India*, *University of Leeds*."""
    if match.at != match.start or not text[match.start].isupper():
        return
    after = _OF_NAME.match(text, match.end)
    if after is None:
        return
    before = _MODIFIER.search(text, max(0, match.start - REACH_OF_TYPE_WORD), match.start)
    start = match.start if before is None else before.start()
    first = text[start : match.start].split()
    if first and first[0].lower() in _NO_MODIFIERS:
        start += len(first[0]) + 1
    yield build_institution(start, after.end(), match, text)


_OF_NAME: Final = compile_lazily(rf" of (?:the )?{CAPITALIZED}(?: {CAPITALIZED})?")
