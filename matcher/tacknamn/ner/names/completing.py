"""Complete the names that the detector found, and add those that their shape shows."""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from tacknamn.detection.cues.occupations import list_english
from tacknamn.detection.ranking.english_phrases import is_title
from tacknamn.detection.ranking.name_cues import introduces_person
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.names.evidence import NameEvidence, NameWord, find_words
from tacknamn.ner.names.runs import MOST_PARTS, PARTICLE, follow_name, is_of_syllables, is_part
from tacknamn.ner.names.shapes import LEAST_FIRSTNAME, find_shaped_names
from tacknamn.support.tables import read_words

__all__ = ["complete_names"]

PERSON = "PER"
_SCORE = 0.9
"""The score of a name that only its shape shows."""
_ORIGIN = re.compile(r" of ")
_PARTICLE_BEFORE = re.compile(rf" {PARTICLE} \Z")
_MEDICAL = read_words(__file__, "word_groups.tsv", "medical")
_EPONYM = re.compile(r"(?:['’]s?)?[ \u00a0]([^\W\d_]+)")
_ROMAN = re.compile(r"[IVX]{2,}")
_LONGEST_WORD = 40
_AGENTS = ("er", "or", "ist", "ian", "man")
"""Ends of ordinary words for people who do something: *Goalkeeper Miller*."""
SYLLABLES = 3
LONGEST_ABBREVIATION = 3
"""Letters of unlisted words that are rather titles than names: *Pt*, *Lt*, *Hon*."""
_GENITIVES = ("'s", "’s")
_CAPITAL_PART = r"[^\W\d_a-zß-öø-ÿ][^\W\d_]*"
_PARTS_BEFORE = re.compile(rf"(?<![\w'’])(?:{_CAPITAL_PART}[-‑–'’](?:[a-z]{{1,3}}[-‑–'’])?)+\Z")
_PARTS_AFTER = re.compile(rf"(?:[-‑–](?:[a-z]{{1,3}}[-‑–'’])?{_CAPITAL_PART})+(?!\w)")
_NICKNAME = re.compile(rf" [\"“]{_CAPITAL_PART}[\"”] ")
"""What stands between the parts of *Robert "Mutt" Lange*."""
_IN_SENTENCE = re.compile(r"[^\W_],? \Z")
"""What precedes a word within a sentence."""
_ARTICLE = re.compile(r"\b(?:[Tt]he|an?) \Z")
_TITLES = frozenset(
    ("mr", "mrs", "ms", "miss", "dr", "prof", "sir", "dame", "king", "queen", "prince", "princess",
     "saint", "st", "judge", "major", "general", "captain")
)  # fmt: skip


def complete_names(
    text: str, mentions: Sequence[NamedMention], evidence: NameEvidence
) -> list[NamedMention]:
    """Return the mentions with whole names of persons, from left to right and without overlaps.

    A mention of another class that overlaps a name is dropped."""
    persons = [each for each in mentions if each.label == PERSON]
    grown = [_grow(text, each, evidence) for each in persons]
    shaped = [
        NamedMention(start, end, PERSON, _SCORE) for start, end in find_shaped_names(text, evidence)
    ]
    joined = _merge(text, [*grown, *shaped])
    named = [each for each in joined if not _is_term(text, each)]
    whole = list(_drop_origins(text, named, evidence))
    starts = [each.start for each in whole]
    others = [
        each for each in mentions if each.label != PERSON and not _overlaps(each, whole, starts)
    ]
    return sorted([*whole, *others])


def _grow(text: str, mention: NamedMention, evidence: NameEvidence) -> NamedMention:
    """Extend a mention over the other parts of its name."""
    mention = _cover_words(text, mention)
    words = find_words(text, mention.start, mention.end)
    if not words or words[-1].end != mention.end:
        return mention
    capitals = [word for word in words if word.is_capital] or words
    end = follow_name(text, capitals[0], evidence, is_sure=False, known=mention.end)
    start = _find_start(text, words[0], mention.start, evidence)
    start = _find_first_syllable(text, start, mention.end, evidence)
    return mention._replace(start=start, end=max(end, mention.end))


def _cover_words(text: str, mention: NamedMention) -> NamedMention:
    """Extend a mention to the whole of its words: *Bose–Einstein*, *O'Connell*, *Inzamam-ul-Haq*. Parts
    in small letters belong to them only before a capital: *Obama-style*."""
    reach = max(0, mention.start - _LONGEST_WORD)
    before = _PARTS_BEFORE.search(text, reach, mention.start)
    after = _PARTS_AFTER.match(text, mention.end)
    start = before.start() if before is not None else mention.start
    return mention._replace(start=start, end=after.end() if after is not None else mention.end)


def _find_start(text: str, word: NameWord, start: int, evidence: NameEvidence) -> int:
    """Return where the name begins of which a mention has found a later part."""
    for _ in range(MOST_PARTS):
        before = _find_word_before(text, _skip_particle_back(text, start))
        if before is None or not (
            _begins_name(text, before, word, evidence)
            or _is_first_part(text, before, word, evidence)
        ):
            break
        word, start = before, before.start
    return start


def _find_first_syllable(text: str, start: int, end: int, evidence: NameEvidence) -> int:
    """Return where a name of three syllables begins of which the last ones are known."""
    words = find_words(text, start, end)
    while len(words) < SYLLABLES and (before := _find_word_before(text, words[0].start)):
        words.insert(0, before)
    return words[0].start if is_of_syllables(words, evidence) else start


def _skip_particle_back(text: str, start: int) -> int:
    """Return where small words before an offset begin; the offset itself if there are none."""
    begin = max(0, start - _LONGEST_WORD)
    particle = _PARTICLE_BEFORE.search(text[begin:start])
    return begin + particle.start() + 1 if particle else start


def _find_word_before(text: str, start: int) -> NameWord | None:
    """Return the word that ends one blank before an offset."""
    if text[start - 1 : start] != " ":
        return None
    words = find_words(text, max(0, start - _LONGEST_WORD), start - 1)
    return words[-1] if words and words[-1].end == start - 1 else None


def _begins_name(text: str, word: NameWord, following: NameWord, evidence: NameEvidence) -> bool:
    """Whether a word before a name is its first part. At the start of a sentence, ordinary words have
    capitals, too."""
    if word.text.lower() in _TITLES or word.is_shouted != following.is_shouted:
        return False
    if word.text.islower() and following.text.islower():
        return evidence.firstname(word.text.title()) >= 0.5
    if evidence.is_ordinary(word.text) and not _IN_SENTENCE.search(
        text[max(0, word.start - 3) : word.start]
    ):
        return False
    return is_part(word, evidence, is_sure=False)


def _is_first_part(text: str, word: NameWord, following: NameWord, evidence: NameEvidence) -> bool:
    """Whether a word before a surname is the first name although the lists hardly have it as one: a town
    (*Pelham Warner*), an unlisted word, an ordinary one with a capital (*pursued Sitting Bull*), but no
    title or profession."""
    if not word.is_capital or word.is_shouted or following.is_shouted or not following.is_capital:
        return False
    is_surname = evidence.firstname(following.text) < 0.5 and not evidence.is_ordinary(
        following.text
    )
    lowered = word.text.lower()
    if not is_surname or _is_role(lowered) or is_title(text, word.start, word.end):
        return False
    if evidence.is_ordinary(word.text):
        before = text[max(0, word.start - 5) : word.start]
        is_capital = _IN_SENTENCE.search(before) is not None and not _ARTICLE.search(before)
        is_name = is_capital and not lowered.endswith(_AGENTS)
        return is_name or evidence.firstname(word.text) >= LEAST_FIRSTNAME
    if evidence.is_origin(word.text) or word.text.endswith(_GENITIVES):
        return False
    if evidence.is_listed(word.text):
        return evidence.place(word.text) >= 0.5
    return len(word.text) > LONGEST_ABBREVIATION


def _is_role(word: str) -> bool:
    """Return whether a word says what somebody is: *Consultant Lim*, *Wife Lim*."""
    return word in _list_roles() or introduces_person(word)


@lru_cache(maxsize=1)
def _list_roles() -> frozenset[str]:
    """Return the words for professions."""
    return frozenset(literal.text.rpartition(" ")[2] for literal in list_english())


def _merge(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """Join mentions that overlap, or have only a nickname between them; the highest score counts."""
    merged: list[NamedMention] = []
    for mention in sorted(mentions):
        last_end = merged[-1].end if merged else 0
        if merged and (
            mention.start < last_end or _NICKNAME.fullmatch(text, last_end, mention.start)
        ):
            last = merged.pop()
            end, score = max(last.end, mention.end), max(last.score, mention.score)
            mention = last._replace(end=end, score=score)
        merged.append(mention)
    return merged


def _drop_origins(
    text: str, mentions: Sequence[NamedMention], evidence: NameEvidence
) -> Iterator[NamedMention]:
    """Yield the mentions without places after *of*: Aragon of *Catherine of Aragon* is none."""
    last = 0
    for mention in mentions:
        is_origin = (
            last
            and _ORIGIN.fullmatch(text, last, mention.start)
            and " " not in text[mention.start : mention.end]
            and evidence.firstname(text[mention.start : mention.end]) < 0.5
        )
        if not is_origin:
            yield mention
        last = mention.end


def _is_term(text: str, mention: NamedMention) -> bool:
    """Whether a mention is a term: *Foley* of *Foley catheter*, or the number of a stage."""
    form = text[mention.start : mention.end]
    if _ROMAN.fullmatch(form):
        return True
    following = _EPONYM.match(text, mention.end)
    is_alone = " " not in form and text[max(0, mention.start - 2) : mention.start] != ". "
    return is_alone and following is not None and following[1].lower() in _MEDICAL


def _overlaps(mention: NamedMention, others: Sequence[NamedMention], starts: Sequence[int]) -> bool:
    """Whether a mention overlaps one of others, which come from left to right."""
    before = bisect_left(starts, mention.end) - 1
    return before >= 0 and others[before].end > mention.start
