"""Names in small letters that are ordinary words as well, or in no list, where the words before
introduce them: *jag heter björn*, *min vän bo sa*, *hos lena*.

The matcher leaves out ordinary words in small letters, so no list finds these names. After an explicit
cue any word but a few is a name (``introductions``). After *min vän* or *läraren* it must be a
first name of the lists, and the words around it must fit: *min vän bo sa*, but *min vän bor*, *min
syster hans fru*.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final

import ahocorasick

from tacknamn.detection.cues.literals import LiteralMatch
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.introductions import (
    BETWEEN,
    COMMON,
    EXPLICIT,
    FOLLOWING,
    LEAST_MENTIONS,
    NEXT,
    REACH,
    VERB,
    WHOSE_NAME,
    ExplicitFinder,
    Introduction,
    Lookup,
    count_first,
    ends_name,
    find_end_of_following,
    find_owner,
    has_first_name,
    is_first_name,
    is_verb_after,
    list_introductions,
    read_introductions,
)
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, NOUNS
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support.expressions import compile_lazily

__all__ = ["find_introduced_names"]

LEAST_BESIDE: Final = 80.0
"""Mentions per billion words that a first name needs after *min vän*."""
LEAST_SHARE: Final = 0.01
"""The share of mentions as a first name that a word needs after *min vän*: enough for *hans* and
*max*, too little for *dag* and *son*."""
LEAST_SHARE_BESIDE: Final = 0.4
"""The same share after *hos* and *med*."""
_PEOPLE: Final = "ethnicity"
_PROFESSION: Final = "prof"
_SIGNS: Final = " .,!?:;)(\n"
_ENDS_LETTER: Final = frozenset(("hälsar", "hälsningar", "kram", "kramar", "mvh", "puss"))
_VERB_ENDINGS: Final = ("r", "de", "te", "t")
_PRESENT: Final = ("ar", "er", "ade")
_GOES_ON: Final = frozenset(("hon", "han", "är", "har", "bor", "heter"))
_BEGINNINGS: Final = frozenset(("", "och", "men", "sen", "när"))
_OWNED: Final = frozenset(("min", "vår", "hans", "hennes"))
_APPOSITION: Final = compile_lazily(
    rf"(?<![^\W])([^\W\d_]{{2,}})(,?) (?:{'|'.join(sorted(_OWNED))}) (?:[^\W\d_]+ )?$"
)
_PREPOSITIONS: Final = frozenset(("från", "i", "med", "på", "till"))
_MET: Final = compile_lazily(r" (?:på|till|med|jag|vi|han|hon|de|dom|ni)(?: på)? (?=[^\W\d_])")
"""What may stand between a verb of meeting and the person: *hälsade på lo*, *då träffade jag lo*."""
_FROM: Final = compile_lazily(r" från (?=[^\W\d_])")
"""What may stand before the writer of a letter: *kram från mira*."""
_HIS: Final = "hans"
_HER: Final = compile_lazily(r" och (?:hennes|min|din|mitt|mina)(?!\w)")
"""After *hans* it is a pronoun: *hans och hennes bil*."""
_SUBJECT: Final = compile_lazily(r"(?:\A|\n|[.!?] )([a-zåäöé]{2,}) $")
"""The first word of a sentence, in small letters."""
_SENTENCE_ENDS: Final = ("", ".", "!", "?")
LEAST_SHARE_BEFORE: Final = 0.1
"""The share of its mentions as a first name that a word needs before a verb of persons."""
LEAST_SURNAME: Final = 100.0
"""Mentions per billion words from which a surname follows a title: *doktor hägg*."""
FARTHEST: Final = 2
"""Letters in which a misspelt word after *min* may differ from a person: *min dotor*."""
SHORTEST_PERSON: Final = 5
"""Letters of such a word."""
_START: Final = attrgetter("start")


def find_introduced_names(
    text: str, lexicon: Lexicon, look_up: Lookup, hits: Sequence[LiteralMatch] | None = None
) -> list[Introduction]:
    """Return the words of a text that are introduced as names, from left to right.

    Args:
        hits: The cues in any letter case, if they were found before.
    """
    if hits is not None and not hits:
        return []
    acts, meets = read_introductions("acts"), read_introductions("meets")
    owners = read_introductions("owner")
    finder = _Finder(text, lexicon, look_up)
    found: dict[int, Introduction] = {}
    others: list[tuple[str, int, int]] = []
    for start, end, cue in _find_cues(text, hits):
        if start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
            continue
        following = text[end : end + 1]
        if following.isalnum() or following in ("-", "_"):
            continue
        if hits is None:
            cue = cue.lower()
        elif not _is_usual(text[start:end], cue):
            continue
        if cue in WHOSE_NAME or cue not in EXPLICIT:
            others.append((cue, start, end))
        if cue not in EXPLICIT:
            continue
        for introduction in finder.find_explicit(cue, start, end):
            found.setdefault(introduction.start, introduction)
    for cue, start, end in others:
        if cue in WHOSE_NAME:
            for introduction in finder.find_own(cue, start):
                found.setdefault(introduction.start, introduction)
            continue
        if cue in acts:
            subject = finder.find_subject_before(cue, start)
            if subject is not None:
                found.setdefault(subject.start, subject)
            if cue not in meets:
                continue
        if cue in owners:
            cue, end = finder.read_misspelt_person(cue, end)
        for introduction in finder.find_beside(cue, end) if cue else ():
            found.setdefault(introduction.start, introduction)
        apposed = finder.find_apposition(cue, start)
        if apposed is not None:
            found.setdefault(apposed.start, apposed)
    return sorted(found.values(), key=_START)


def _find_cues(text: str, hits: Sequence[LiteralMatch] | None) -> list[tuple[int, int, str]]:
    """Return the cues with their offsets."""
    if hits is not None:
        return [(start, end, literal.text) for start, end, _, literal in hits]
    return [(last + 1 - len(cue), last + 1, cue) for last, cue in _build_automaton().iter(text)]


def _is_usual(written: str, cue: str) -> bool:
    """Return whether a cue is written without sTRANGE capitals."""
    return written == cue or written == cue.capitalize() or written == cue.upper()


@lru_cache(maxsize=1)
def _build_automaton() -> ahocorasick.Automaton:
    """Return an automaton that finds all cues, because an expression for so many words is slow."""
    automaton = ahocorasick.Automaton()
    for cue in list_introductions():
        for written in (cue, cue.capitalize(), cue.upper()):
            automaton.add_word(written, written)
    automaton.make_automaton()
    return automaton


class _Finder(ExplicitFinder):
    """Finds the introduced names of one text."""

    def find_beside(self, cue: str, end: int) -> list[Introduction]:
        """Return the first names of the lists after another cue."""
        found: list[Introduction] = []
        if self._text[end : end + 1] != " ":
            return found
        if cue in read_introductions("title") and not self._is_owned(end - len(cue)):
            titled = self._read_titled(cue, end)
            if titled is not None:
                return [titled]
        between = None
        if cue in read_introductions("meets"):
            between = _MET.match(self._text, end)
        elif cue in _ENDS_LETTER:
            between = _FROM.match(self._text, end)
        at = between.end() - 1 if between else end
        start, end = at + 1, find_end_of_following(self._text, at)
        while end:
            introduction = self._read_beside("med" if found else cue, start, end)
            if introduction is None:
                break
            found.append(introduction)
            surname = self._read_surname(introduction.end, cue, True)
            if surname is not None:
                found.append(surname)
                introduction = surname
            between = BETWEEN.match(self._text, introduction.end)
            match = NEXT.match(self._text, between.end() - 1) if between is not None else None
            start, end = match.span(1) if match is not None else (0, 0)
        return found

    def find_subject_before(self, cue: str, start: int) -> Introduction | None:
        """Return the name that begins a sentence before a verb of persons: *saga ringde mig*."""
        if not _may_follow_subject(self._text, start):
            return None
        match = _SUBJECT.search(self._text, max(0, start - REACH), start)
        if match is None or match.group(1) in read_introductions("person"):
            return None
        word = match.group(1)
        form, entry = self._look_up(word.capitalize())
        if form is None or self._is_function_word(word) or not NOUNS.isdisjoint(form.candidates):
            return None
        if not is_first_name(form, LEAST_SHARE_BEFORE):
            return None
        begin, end = match.span(1)
        return Introduction(begin, end, cue, form, entry)

    def _is_owned(self, start: int) -> bool:
        return find_owner(self._text, start) in read_introductions("owner")

    def _read_titled(self, cue: str, end: int) -> Introduction | None:
        """Return the surname in small letters after a title: *doktor hägg säger*."""
        match = FOLLOWING.match(self._text, end)
        word = match.group(1) if match else ""
        if match is None or not word.islower() or self._is_function_word(word):
            return None
        form, entry = self._look_up(word.capitalize())
        surname = form.candidates.get("surname") if form is not None else None
        if form is None or surname is None or self._is_verb(word):
            return None
        if surname.mentions < max(LEAST_SURNAME, count_first(form)):
            return None
        following = self._read_following(match.end())
        known = self._lexicon.word(following)
        acts = known is not None and bool(known.pos & VERB) and known.zipf_sv >= COMMON
        if not acts and not self._goes_on(following):
            return None
        return Introduction(*match.span(1), cue, form, entry, True)

    def read_misspelt_person(self, cue: str, end: int) -> tuple[str, int]:
        """Return the word for a person that is meant after *min*, and where it ends: *min dotor*.
        It is empty if there is none."""
        start, end_of_word = end + 1, find_end_of_following(self._text, end)
        word = self._text[start:end_of_word]
        if (
            len(word) < SHORTEST_PERSON
            or not word.islower()
            or word in read_introductions("person")
        ):
            return "", end
        known = self._lexicon.word(word)
        if known is not None and (known.pos or known.zipf_sv >= COMMON):
            return "", end
        return _find_person_like(word), end_of_word

    def _read_beside(self, cue: str, start: int, end: int) -> Introduction | None:
        """Return the first name between its cue and what follows, if it fits."""
        word = self._text[start:end]
        is_lower = word.islower()
        if not is_lower and cue not in read_introductions("person"):
            return None
        form, entry = self._look_up(word[:1].upper() + word[1:])
        if form is None or (is_lower and not has_first_name(form)):
            is_name = is_lower and self._is_unlisted_name(cue, word, end)
            return Introduction(start, end, cue, None, -1) if is_name else None
        if not is_lower:
            return self._read_noun(cue, start, end, form)
        if not self._fits(cue, word, form, end):
            return None
        return Introduction(start, end, cue, form, entry)

    def _is_unlisted_name(self, cue: str, word: str, end: int) -> bool:
        """Return whether a word that is in no list is a name: *min dotter setara hon är*, *hälsar
        memo* at the end."""
        if cue in _ENDS_LETTER:
            fits = not self._text[end:].strip(_SIGNS) and word not in read_introductions("never")
        else:
            fits = (
                cue in read_introductions("person")
                and not word.endswith(_VERB_ENDINGS)
                and self._read_following(end) in _GOES_ON
            )
        if not fits:
            return False
        known = self._lexicon.word(word)
        return known is None or not (known.pos or known.zipf_sv >= COMMON)

    def find_apposition(self, cue: str, start: int) -> Introduction | None:
        """Return the name before *min granne*: *björn, min granne*, *Biskop, min klasskamrat*."""
        if not _may_follow_owner(self._text, start):
            return None
        match = _APPOSITION.search(self._text, max(0, start - REACH), start)
        if match is None:
            return None
        word = match.group(1)
        form, entry = self._look_up(word[:1].upper() + word[1:])
        if form is None or self._is_function_word(word.lower()):
            return None
        begin, end = match.span(1)
        if word.islower():
            begins = find_owner(self._text, begin) in _BEGINNINGS
            if begins and is_first_name(form, LEAST_SHARE):
                return Introduction(begin, end, cue, form, entry)
        elif match.group(2) and _PROFESSION in form.candidates and "surname" in form.candidates:
            return Introduction(begin, end, cue, form, entry, True)
        return None

    def _read_noun(self, cue: str, start: int, end: int, form: Form) -> Introduction | None:
        """Return a capitalized word that the lists have as a people or a relative, and that is a
        name all the same: *min svåger Bror*, *min man Samer*."""
        if not NOUNS.intersection(form.candidates):
            return None
        if not self._text[start + 1 : end].islower():
            return None
        is_first = count_first(form) >= LEAST_MENTIONS
        if not is_first and any(not _may_be_person(label) for label in form.candidates):
            return None
        if not self._goes_on(self._read_following(end)):
            return None
        return Introduction(start, end, cue, form if is_first else None, -1)

    def _fits(self, cue: str, word: str, form: Form, end: int) -> bool:
        """Return whether a first name of the lists fits between its cue and the following word."""
        following = self._read_following(end)
        is_function_word = self._is_function_word(word)
        if cue in read_introductions("beside"):
            is_often = is_first_name(form, LEAST_SHARE_BESIDE)
            return is_often and not is_function_word and self._goes_on(following)
        is_person_cue = cue in read_introductions("person")
        if cue in read_introductions("meets") and word == _HIS:
            return following in ("", "och") and not _HER.match(self._text, end)
        if not is_first_name(form, LEAST_SHARE, LEAST_BESIDE if is_person_cue else LEAST_MENTIONS):
            return False
        if cue in read_introductions("letter"):
            return not is_function_word and ends_name(following)
        if is_function_word:
            return is_verb_after(self._lexicon, following)
        if following in _PREPOSITIONS and self._is_verb(word):
            return False  # min mamma bo i Lund
        if is_person_cue and self._read_surname(end, cue, True) is not None:
            return True
        is_misspelt = not self._is_verb(word) and not self._is_word(following)
        if is_person_cue and following.endswith(_PRESENT) and self._is_verb(following):
            return True  # mormor viola bakar
        return self._goes_on(following) or (is_misspelt and following.endswith("er"))


def _may_follow_subject(text: str, start: int) -> bool:
    """Return whether the word before may begin a sentence. Most do not, and the search for one tries
    each letter."""
    if text[start - 1 : start] != " ":
        return text[start - 2 : start] == " \n"
    begin = text.rfind(" ", max(0, start - REACH), start - 1) + 1
    return begin == 0 or text[begin - 2 : begin - 1] in _SENTENCE_ENDS or "\n" in text[begin:start]


def _may_follow_owner(text: str, start: int) -> bool:
    """Return whether one of the two words before says whose person this is. Few do, and the search
    for one tries each letter."""
    last = start - 1
    if text[last:start] == "\n":
        last -= 1
    if last < 1 or text[last] != " ":
        return False
    before, _, word = text[max(0, start - REACH) : last].rpartition(" ")
    return word in _OWNED or before.rpartition(" ")[2] in _OWNED


@lru_cache(maxsize=1024)
def _find_person_like(word: str) -> str:
    """Return the word for a person that is nearest to a misspelt one; empty if none is near."""
    from rapidfuzz.distance import OSA  # here, because most texts have no such word

    near = [
        (edits, person)
        for person in read_introductions("person")
        if person[0] == word[0]
        and (edits := int(OSA.distance(word, person, score_cutoff=FARTHEST))) <= FARTHEST
    ]
    return min(near)[1] if near else ""


def _may_be_person(label: str) -> bool:
    return label == _PEOPLE or label in FIRSTNAMES
