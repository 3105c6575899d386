"""Names in small letters that are ordinary words as well, or in no list, where the words before
introduce them: *jag heter björn*, *min vän bo sa*, *hos lena*.

The matcher leaves out ordinary words in small letters, so no list finds these names. After an explicit
cue (*heter*, *mitt namn är*, *kallas*) any word but a few (*heter du*, *heter inte*) is a name, if
the cue speaks of a person and not of a dog or a town. After *min vän* or *läraren* it must be a
first name of the lists, and the words around it must fit: *min vän bo sa*, but *min vän bor*, *min
syster hans fru*.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import attrgetter
from typing import Final, NamedTuple

import ahocorasick

from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, NOUNS, OTHER
from tacknamn.detection.ranking.pieces import LetterCase, PieceSource, TextPiece, WeightedPiece
from tacknamn.detection.ranking.rows import sum_scores
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support.tables import read_words

__all__ = [
    "ACTIVE_CUES",
    "CALLED_CUES",
    "CueHit",
    "Introduction",
    "Lookup",
    "add_introduced",
    "count_persons",
    "find_introduced_names",
    "find_subject",
    "is_verb_after",
    "list_introductions",
    "list_person_cues",
    "read_introductions",
]

_TABLE: Final = "introductions.tsv"
_WORDS: Final[dict[str, frozenset[str]]] = {}
"""The words of the table by kind, as far as they were read: some are needed for each cue."""
_WORD: Final = r"[^\W\d_]+(?:[-'’][^\W\d_]+)*"
_CALLED: Final = frozenset(
    ["heter", "hette", "heta", "heeter", "hetter", "hetar", "heete", "heterr", "hete"]
)
CALLED_CUES: Final = _CALLED
"""Cues that introduce a person: *min lärare heter Kerstin*."""
_NAMED: Final = frozenset(("namn", "namnet", "förnamn"))
_NICKNAMED: Final = frozenset(
    (
        *("kalla", "kallar", "kallas", "kallade", "kallades", "kallat", "kalar", "kalade"),
        *("smeknamn", "smeknamnet"),
    )
)
"""Verbs and nouns that a name follows, whatever the word."""
ACTIVE_CUES: Final = frozenset(("kalla", "kallar", "kallade", "kallat", "kalar", "kalade"))
"""Verbs whose subject is somebody else than who is called so."""
_AFTER_CALLED: Final = re.compile(
    r" (?:(?:jag|han|hon|också|alltså|(?:min|hans|hennes|deras|vår) [^\W\d_]+) )?(?=[^\W\d_])"
)
_AFTER_NAMED: Final = re.compile(r"(?: är:?| e|:) (?=[^\W\d_])")
_AFTER_NICKNAMED: Final = re.compile(
    r"(?: är| var|(?: (?:mig|honom|henne|han|hon|vi|dom|de|alla|också|ofta|alltid|bara))*(?: för)?)"
    r" (?=[^\W\d_])"
)
"""What may stand between such a word and the name."""
_WHOM: Final = frozenset(("mig", "honom", "henne"))
_OWNERS: Final = frozenset(("mitt", "mit", "hans", "hennes", "sitt", ""))
"""Whose name: *mitt namn är*, but *stadens namn är*."""
_NEXT: Final = re.compile(rf" ?({_WORD})")
_FOLLOWING: Final = re.compile(rf" ({_WORD})")
_BETWEEN: Final = re.compile(r", | och | o | å | samt ")
_CLAUSE: Final = re.compile(r"[.!?,;:\n]")
REACH: Final = 60
"""Characters before a cue that say who is called so."""
MOST_NAMES: Final = 6
"""Names that one cue introduces: *mina barn heter sol, max och liv*."""
LEAST_BESIDE: Final = 80.0
"""The same after *min vän*."""
LEAST_MENTIONS: Final = 300.0
"""Mentions per billion words from which a first name is one without an explicit cue."""
LEAST_SHARE: Final = 0.01
"""The share of mentions as a first name that a word needs after *min vän*: enough for *hans* and
*max*, too little for *dag* and *son*."""
LEAST_SHARE_BESIDE: Final = 0.4
"""The same after *hos* and *med*."""
_FUNCTION, _VERB, _NOUN, _ADJECTIVE = 16, 2, 1, 4
"""Bits of parts of speech in the lists."""
SURE: Final = 1000.0
"""How many times rather than not an introduced word is a name."""
_ANY_FIRST: Final = "firstname_unknown"
_PEOPLE: Final = "ethnicity"
_PROFESSION: Final = "prof"
_SIGNS: Final = " .,!?:;)(\n"
_ENDS_LETTER: Final = frozenset(("hälsar", "hälsningar", "kram", "kramar", "mvh", "puss"))
_VERB_ENDINGS: Final = ("r", "de", "te", "t")
_PRESENT: Final = ("ar", "er", "ade")
_GOES_ON: Final = frozenset(("hon", "han", "är", "har", "bor", "heter"))
_BEGINNINGS: Final = frozenset(("", "och", "men", "sen", "när"))
_OWNED: Final = frozenset(("min", "vår", "hans", "hennes"))
_APPOSITION: Final = re.compile(
    rf"(?<![^\W])([^\W\d_]{{2,}})(,?) (?:{'|'.join(sorted(_OWNED))}) (?:[^\W\d_]+ )?$"
)
_PREPOSITIONS: Final = frozenset(("från", "i", "med", "på", "till"))
_EXPLICIT: Final = _CALLED | _NAMED | _NICKNAMED
_WHOSE_NAME: Final = frozenset(("efternamn", "förnamn", "namn"))
_IS_NAME: Final = re.compile(r"(?<![^\W])([^\W\d_]{2,}) är (?:mitt|hans|hennes|vårt|deras) $")
"""What stands before *efternamn* if a name does: *Sommar är mitt efternamn*."""
_MET: Final = re.compile(r" (?:på|till|med|jag|vi|han|hon|de|dom|ni)(?: på)? (?=[^\W\d_])")
"""What may stand between a verb of meeting and the person: *hälsade på lo*, *då träffade jag lo*."""
_FROM: Final = re.compile(r" från (?=[^\W\d_])")
"""What may stand before the writer of a letter: *kram från mira*."""
_HIS: Final = "hans"
_HER: Final = re.compile(r" och (?:hennes|min|din|mitt|mina)(?!\w)")
"""After *hans* it is a pronoun: *hans och hennes bil*."""
_SUBJECT: Final = re.compile(r"(?:\A|\n|[.!?] )([a-zåäöé]{2,}) $")
"""The first word of a sentence, in small letters."""
LEAST_SHARE_BEFORE: Final = 0.1
"""The share of its mentions as a first name that a word needs before a verb of persons."""
LEAST_SURNAME: Final = 100.0
"""Mentions per billion words from which a surname follows a title: *doktor hägg*."""
FARTHEST: Final = 2
"""Letters in which a misspelt word after *min* may differ from a person: *min dotor*."""
SHORTEST_PERSON: Final = 5
"""Letters of such a word."""
_START: Final = attrgetter("start")
_PRONOUN: Final = "pronoun"
_SUBJECTS: Final = ("persons", "person", _PRONOUN, "thing")
RARE: Final = 2.5
"""The Zipf frequency below which an ordinary word is rather a nickname: *bobban*."""
COMMON: Final = 2.5
"""The Zipf frequency of a word whose part of speech is worth anything."""


class Introduction(NamedTuple):
    """A word that the words before it introduce as a name."""

    start: int
    end: int
    cue: str
    """The word that introduces it, in lower case."""
    form: Form | None
    """What the lists say of it."""
    entry: int
    is_surname: bool = False
    """Whether it follows a first name."""
    affix_bits: int = 0
    """What the text adds to the form."""
    case: LetterCase = LetterCase.TITLE
    """What its letter case counts as; with a capital it is evidence for all its repeats."""


Lookup = Callable[[str], tuple[Form | None, int]]
"""Returns what the lists say of a capitalized word."""


CueHit = tuple[int, str]
"""The offset of the last letter of a cue, and the cue."""


def find_introduced_names(
    text: str, lexicon: Lexicon, look_up: Lookup, hits: Sequence[CueHit] | None = None
) -> list[Introduction]:
    """Return the words of a text that are introduced as names, from left to right.

    Args:
        hits: The cues in any letter case, if they were found before.
    """
    finder = _Finder(text, lexicon, look_up)
    found: dict[int, Introduction] = {}
    others: list[tuple[str, int, int]] = []
    for last, cue in _build_automaton().iter(text) if hits is None else hits:
        start, end = last + 1 - len(cue), last + 1
        if start and (text[start - 1].isalnum() or text[start - 1] in "-_"):
            continue
        following = text[end : end + 1]
        if following.isalnum() or following in ("-", "_"):
            continue
        if hits is None:
            cue = cue.lower()
        elif not _is_usual(text[start:end], cue):
            continue
        if cue in _WHOSE_NAME or cue not in _EXPLICIT:
            others.append((cue, start, end))
        if cue not in _EXPLICIT:
            continue
        for introduction in finder.find_explicit(cue, start, end):
            found.setdefault(introduction.start, introduction)
    for cue, start, end in others:
        if cue in _WHOSE_NAME:
            for introduction in finder.find_own(cue, start):
                found.setdefault(introduction.start, introduction)
            continue
        if cue in read_introductions("acts"):
            for introduction in finder.find_subject_before(cue, start):
                found.setdefault(introduction.start, introduction)
            if cue not in read_introductions("meets"):
                continue
        if cue in read_introductions("owner"):
            cue, end = finder.read_misspelt_person(cue, end)
        for introduction in finder.find_beside(cue, end) if cue else ():
            found.setdefault(introduction.start, introduction)
        for introduction in finder.find_apposition(cue, start):
            found.setdefault(introduction.start, introduction)
    return sorted(found.values(), key=_START)


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


@lru_cache(maxsize=1)
def list_introductions() -> frozenset[str]:
    """Return all cues, in lower case."""
    kinds = ("person", "letter", "beside", "meets", "title", "owner", "acts")
    return _EXPLICIT.union(_WHOSE_NAME, *map(read_introductions, kinds))


class _Finder:
    """Finds the introduced names of one text."""

    def __init__(self, text: str, lexicon: Lexicon, look_up: Lookup) -> None:
        self._text = text
        self._lexicon = lexicon
        self._look_up = look_up

    # After heter, namn är, kallas

    def find_explicit(self, cue: str, start: int, end: int) -> Iterator[Introduction]:
        """Yield the names after a cue that makes any word a name."""
        is_nickname = cue in _NICKNAMED
        between = (
            _AFTER_NICKNAMED if is_nickname else _AFTER_CALLED if cue in _CALLED else _AFTER_NAMED
        ).match(self._text, end)
        if between is None:
            return
        subject = find_subject(self._text, start, cue in ACTIVE_CUES)
        if subject == "thing":
            return
        if cue in _NAMED and _find_owner(self._text, start) not in _OWNERS:
            return
        is_whom = not _WHOM.isdisjoint(between.group().split())
        if cue.startswith("kalla") and not subject and not is_whom:
            return  # det kallas för fika
        is_sure = bool(subject) or cue not in _CALLED
        yield from self._read_names(between.end() - 1, cue, is_sure, is_nickname, subject)

    def _read_names(
        self, at: int, cue: str, is_sure: bool, is_nickname: bool, subject: str
    ) -> Iterator[Introduction]:
        """Yield the names from here on: one with its surname, or several joined by commas."""
        for number in range(MOST_NAMES):
            match = _NEXT.match(self._text, at)
            if match is None:
                return
            first = self._read_name(match, cue, is_sure, is_nickname, bool(number), subject)
            if first is None:
                return
            yield first
            at = first.end
            surname = self._read_surname(at, cue)
            if surname is not None:
                yield surname
                at = surname.end
            between = _BETWEEN.match(self._text, at)
            if between is None:
                return
            at = between.end() - 1

    def _read_name(
        self,
        match: re.Match[str],
        cue: str,
        is_sure: bool,
        is_nickname: bool,
        is_further: bool,
        subject: str,
    ) -> Introduction | None:
        start, end = match.span(1)
        word = match.group(1)
        lowered = word.lower()
        if lowered in read_introductions("never") or (word != lowered and not word.istitle()):
            return None
        form, entry = self._look_up(word[:1].upper() + word[1:])
        following = self._read_following(end)
        is_first = _has_first_name(form)
        if word != lowered:  # a capital: only nouns that the ranking would take for a people
            if is_further or form is None or is_first or not NOUNS.issuperset(form.candidates):
                return None
            return Introduction(start, end, cue, None, -1)
        if is_further and not self._is_further_name(end, form, subject):
            return None
        if is_first and _count_first(form) >= LEAST_MENTIONS:
            if self._is_function_word(lowered) and not _ends_name(following):
                return None
            return Introduction(start, end, cue, form, entry)
        if not is_sure or (is_nickname and self._is_word(lowered)):
            return None
        if self._is_function_word(lowered) or lowered in read_introductions("thing"):
            return None
        # A word that no list has as a name: the sentence must go on as after a name.
        if self._is_word(lowered) and not self._goes_on(following):
            return None
        return Introduction(start, end, cue, form if is_first else None, entry if is_first else -1)

    def _is_further_name(self, end: int, form: Form | None, subject: str) -> bool:
        """Return whether a word after a comma or *och* is a further name of several."""
        if _count_first(form) < LEAST_MENTIONS and subject != "persons":
            return False
        following = self._read_following(end)
        return following == "" or following in ("och", "o", "å", "samt", "har", "är", "bor")

    def _read_surname(self, at: int, cue: str, may_act: bool = False) -> Introduction | None:
        """Return the surname in small letters right after a first name: *jag heter bo ek och*.

        Args:
            may_act: Whether a verb may follow: *min granne bo ek har en hund*.
        """
        match = _FOLLOWING.match(self._text, at)
        if match is None or match.group(1) != match.group(1).lower():
            return None
        word = match.group(1)
        if (
            word in read_introductions("never")
            or word in read_introductions("ends")
            or word in read_introductions("person")
        ):
            return None
        following = self._read_following(match.end())
        is_verb = is_verb_after(self._lexicon, following)
        if not (_ends_name(following) or may_act) or (is_verb and not may_act):
            return None
        if may_act and (not self._goes_on(following) or self._is_verb(word)):
            return None
        if self._text[:at].endswith(word):
            return None  # min lärare heter bo bo är snäll
        form, entry = self._look_up(word[:1].upper() + word[1:])
        if form is None:
            if may_act or self._lexicon.word(word) is not None:
                return None
        elif "surname" not in form.candidates or self._is_function_word(word):
            return None
        return Introduction(*match.span(1), cue, form, entry, True)

    # After min vän, läraren, hos, hej

    def find_beside(self, cue: str, end: int) -> Iterator[Introduction]:
        """Yield the first names of the lists after another cue."""
        if cue in read_introductions("title") and not self._is_owned(end - len(cue)):
            titled = self._read_titled(cue, end)
            if titled is not None:
                yield titled
                return
        between = None
        if cue in read_introductions("meets"):
            between = _MET.match(self._text, end)
        elif cue in _ENDS_LETTER:
            between = _FROM.match(self._text, end)
        match = _FOLLOWING.match(self._text, between.end() - 1 if between else end)
        introduction = match and self._read_beside(cue, *match.span(1))
        while introduction:
            yield introduction
            surname = self._read_surname(introduction.end, cue, True) if match else None
            if surname is not None:
                yield surname
                introduction = surname
            between = _BETWEEN.match(self._text, introduction.end)
            match = between and _NEXT.match(self._text, between.end() - 1)
            introduction = match and self._read_beside("med", *match.span(1))

    def find_own(self, cue: str, start: int) -> Iterator[Introduction]:
        """Yield the name before *är mitt efternamn*: *Sommar är mitt efternamn*."""
        match = _IS_NAME.search(self._text, max(0, start - REACH), start)
        if match is None or match.group(1).lower() in read_introductions("never"):
            return
        word = match.group(1)
        if self._is_function_word(word.lower()):
            return
        form, entry = self._look_up(word[:1].upper() + word[1:])
        is_surname = cue == "efternamn"
        if form is not None and not is_surname and not _has_first_name(form):
            form, entry = None, -1
        yield Introduction(*match.span(1), cue, form, entry, is_surname)

    def find_subject_before(self, cue: str, start: int) -> Iterator[Introduction]:
        """Yield the name that begins a sentence before a verb of persons: *saga ringde mig*."""
        match = _SUBJECT.search(self._text, max(0, start - REACH), start)
        if match is None or match.group(1) in read_introductions("person"):
            return
        word = match.group(1)
        form, entry = self._look_up(word.capitalize())
        if form is None or self._is_function_word(word) or not NOUNS.isdisjoint(form.candidates):
            return
        if _is_first_name(form, LEAST_SHARE_BEFORE):
            yield Introduction(*match.span(1), cue, form, entry)

    def _is_owned(self, start: int) -> bool:
        return _find_owner(self._text, start) in read_introductions("owner")

    def _read_titled(self, cue: str, end: int) -> Introduction | None:
        """Return the surname in small letters after a title: *doktor hägg säger*."""
        match = _FOLLOWING.match(self._text, end)
        word = match.group(1) if match else ""
        if match is None or not word.islower() or self._is_function_word(word):
            return None
        form, entry = self._look_up(word.capitalize())
        surname = form.candidates.get("surname") if form is not None else None
        if form is None or surname is None or self._is_verb(word):
            return None
        if surname.mentions < max(LEAST_SURNAME, _count_first(form)):
            return None
        following = self._read_following(match.end())
        known = self._lexicon.word(following)
        acts = known is not None and bool(known.pos & _VERB) and known.zipf_sv >= COMMON
        if not acts and not self._goes_on(following):
            return None
        return Introduction(*match.span(1), cue, form, entry, True)

    def read_misspelt_person(self, cue: str, end: int) -> tuple[str, int]:
        """Return the word for a person that is meant after *min*, and where it ends: *min dotor*.
        It is empty if there is none."""
        match = _FOLLOWING.match(self._text, end)
        if match is None:
            return "", end
        word = match.group(1)
        if (
            len(word) < SHORTEST_PERSON
            or not word.islower()
            or word in read_introductions("person")
        ):
            return "", end
        known = self._lexicon.word(word)
        if known is not None and (known.pos or known.zipf_sv >= COMMON):
            return "", end
        return _find_person_like(word), match.end()

    def _read_beside(self, cue: str, start: int, end: int) -> Introduction | None:
        """Return the first name between its cue and what follows, if it fits."""
        word = self._text[start:end]
        is_lower = word.islower()
        if not is_lower and cue not in read_introductions("person"):
            return None
        form, entry = self._look_up(word[:1].upper() + word[1:])
        if form is None or (is_lower and not _has_first_name(form)):
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

    def find_apposition(self, cue: str, start: int) -> Iterator[Introduction]:
        """Yield the name before *min granne*: *björn, min granne*, *Biskop, min klasskamrat*."""
        first = max(0, start - REACH)
        if self._text[start - 1 : start] not in (" ", "\n"):
            return
        # A shortcut for most cues, because the search tries each letter before them.
        if _OWNED.isdisjoint(self._text[first:start].rsplit(None, 2)[-2:]):
            return
        match = _APPOSITION.search(self._text, first, start)
        if match is None:
            return
        word = match.group(1)
        form, entry = self._look_up(word[:1].upper() + word[1:])
        if form is None or self._is_function_word(word.lower()):
            return
        if word.islower():
            begins = _find_owner(self._text, match.start(1)) in _BEGINNINGS
            if begins and _is_first_name(form, LEAST_SHARE):
                yield Introduction(*match.span(1), cue, form, entry)
        elif match.group(2) and _PROFESSION in form.candidates and "surname" in form.candidates:
            yield Introduction(*match.span(1), cue, form, entry, True)

    def _read_noun(self, cue: str, start: int, end: int, form: Form) -> Introduction | None:
        """Return a capitalized word that the lists have as a people or a relative, and that is a
        name all the same: *min svåger Bror*, *min man Samer*."""
        if not NOUNS.intersection(form.candidates):
            return None
        if not self._text[start + 1 : end].islower():
            return None
        is_first = _count_first(form) >= LEAST_MENTIONS
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
            is_often = _is_first_name(form, LEAST_SHARE_BESIDE)
            return is_often and not is_function_word and self._goes_on(following)
        is_person_cue = cue in read_introductions("person")
        if cue in read_introductions("meets") and word == _HIS:
            return following in ("", "och") and not _HER.match(self._text, end)
        if not _is_first_name(form, LEAST_SHARE, LEAST_BESIDE if is_person_cue else LEAST_MENTIONS):
            return False
        if cue in read_introductions("letter"):
            return not is_function_word and _ends_name(following)
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

    def _is_verb(self, word: str) -> bool:
        known = self._lexicon.word(word)
        return known is not None and bool(known.pos & _VERB)

    def _goes_on(self, following: str) -> bool:
        """Return whether the sentence goes on after a word as it does after a name."""
        if following in read_introductions("number"):
            return False  # max två
        return _ends_name(following) or is_verb_after(self._lexicon, following)

    # Words

    def _read_following(self, end: int) -> str:
        """Return the word after a blank here, in lower case; empty if there is none."""
        match = _FOLLOWING.match(self._text, end)
        return match.group(1).lower() if match else ""

    def _is_word(self, word: str) -> bool:
        known = self._lexicon.word(word)
        return known is not None and bool(known.pos & ~8) and known.zipf_sv >= RARE

    def _is_function_word(self, word: str) -> bool:
        known = self._lexicon.word(word)
        return known is not None and bool(known.pos & _FUNCTION) and not known.pos & 8


def is_verb_after(lexicon: Lexicon, word: str) -> bool:
    """Return whether a word after a name is its verb: *bo sa*, but not *bo hus*."""
    known = lexicon.word(word) if word else None
    if known is None or not known.pos & _VERB or known.zipf_sv < COMMON:
        return False
    return not known.pos & (_NOUN | _ADJECTIVE) or known.zipf_sv > 5.0


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


def _find_owner(text: str, at: int) -> str:
    """Return the word before a cue, in lower case; empty at the start of a line or sentence."""
    words = _CLAUSE.split(text[max(0, at - REACH) : at])[-1].lower().split()
    return words[-1] if words else ""


def _ends_name(following: str) -> bool:
    """Return whether a name may end before this word."""
    return following == "" or following in read_introductions("ends")


def find_subject(text: str, at: int, is_active: bool = False) -> str:
    """Return who is called so, by the nearest word before a cue that says it: ``person``,
    ``persons``, ``pronoun`` or ``thing``; empty if nothing does.

    Args:
        is_active: Whether the cue says who calls others so, and pronouns are those:
            *en fest som vi kallar*."""
    clause = _CLAUSE.split(text[max(0, at - REACH) : at])[-1].lower()
    kinds = [kind for kind in _SUBJECTS if not (is_active and kind == _PRONOUN)]
    for word in reversed(clause.split()):
        for kind in kinds:
            if word in read_introductions(kind):
                return kind
    return ""


def _has_first_name(form: Form | None) -> bool:
    return form is not None and not FIRSTNAMES.isdisjoint(form.candidates)


def _may_be_person(label: str) -> bool:
    return label == _PEOPLE or label in FIRSTNAMES


def _count_first(form: Form | None) -> float:
    if form is None:
        return 0.0
    candidates = form.candidates
    return sum([candidates[label].mentions for label in FIRSTNAMES if label in candidates])


def _is_first_name(form: Form, least_share: float, least: float = LEAST_MENTIONS) -> bool:
    """Return whether a form is a first name often enough, beside its uses as a word."""
    first = _count_first(form)
    return first >= max(least, least_share * form.word_mentions)


def count_persons(form: Form) -> float:
    """Return the mentions of a form as a first name or surname."""
    surname = form.candidates.get("surname")
    return _count_first(form) + (surname.mentions if surname is not None else 0.0)


def list_person_cues() -> frozenset[str]:
    """Return the words for persons that introduce a name: *min granne Kerstin*."""
    return read_introductions("person")


def read_introductions(kind: str) -> frozenset[str]:
    """Return the words of one kind of the table of introductions."""
    words = _WORDS.get(kind)
    if words is None:
        words = _WORDS[kind] = read_words(__file__, _TABLE, kind)
    return words


def add_introduced(
    weights: list[WeightedPiece], introductions: list[Introduction]
) -> list[WeightedPiece]:
    """Return the weighted pieces together with the introduced names, from left to right.

    An introduced name replaces a piece of the same length or a shorter one."""
    result: list[WeightedPiece] = []
    at = 0
    for introduction in introductions:
        while at < len(weights) and weights[at].piece.end <= introduction.start:
            result.append(weights[at])
            at += 1
        overlaps = at < len(weights) and weights[at].piece.start < introduction.end
        if overlaps and not _covers(introduction, weights[at].piece):
            continue
        while at < len(weights) and weights[at].piece.start < introduction.end:
            at += 1
        result.append(_weigh(introduction))
    return result + weights[at:]


def _covers(introduction: Introduction, piece: TextPiece) -> bool:
    if piece.start == introduction.start and not _has_first_name(piece.form):
        return True  # abdullahi jama, as one surname
    return introduction.start <= piece.start and piece.end <= introduction.end


def _weigh(introduction: Introduction) -> WeightedPiece:
    form, label = introduction.form, "surname" if introduction.is_surname else _ANY_FIRST
    if form is None or introduction.is_surname:
        weights = {label: 1.0}
    else:
        weights = {
            label: candidate.mentions
            for label, candidate in form.candidates.items()
            if label in FIRSTNAMES
        }
    weights[OTHER] = sum_scores(weights) / SURE
    source = PieceSource.UNKNOWN if form is None else PieceSource.LISTED
    piece = TextPiece(
        introduction.start,
        introduction.end,
        introduction.case,
        form,
        introduction.entry,
        introduction.affix_bits,
        source=source,
    )
    return WeightedPiece(piece, weights, introduction.cue, None, (label, SURE))
