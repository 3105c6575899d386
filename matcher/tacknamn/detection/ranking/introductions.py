"""Names after the words that introduce them explicitly, *jag heter björn*, and what all
introductions share: the table of their words, their record, and what may follow a name.

After *heter*, *mitt namn är* or *kallas* any word but a few (*heter du*, *heter inte*) is a name,
if the cue speaks of a person and not of a dog or a town.
"""

import re
from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Final, NamedTuple

from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.label_groups import FIRSTNAMES, NOUNS
from tacknamn.detection.ranking.pieces import LetterCase
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words

__all__ = [
    "ACTIVE_CUES",
    "BETWEEN",
    "CALLED_CUES",
    "COMMON",
    "EXPLICIT",
    "FOLLOWING",
    "LEAST_MENTIONS",
    "NEXT",
    "REACH",
    "VERB",
    "WHOSE_NAME",
    "ExplicitFinder",
    "Introduction",
    "Lookup",
    "count_first",
    "count_persons",
    "ends_name",
    "find_end_of_following",
    "find_owner",
    "find_subject",
    "has_first_name",
    "is_first_name",
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
_AFTER_CALLED: Final = compile_lazily(
    r" (?:(?:jag|han|hon|också|alltså|(?:min|hans|hennes|deras|vår) [^\W\d_]+) )?(?=[^\W\d_])"
)
_AFTER_NAMED: Final = compile_lazily(r"(?: är:?| e|:) (?=[^\W\d_])")
_AFTER_NICKNAMED: Final = compile_lazily(
    r"(?: är| var|(?: (?:mig|honom|henne|han|hon|vi|dom|de|alla|också|ofta|alltid|bara))*(?: för)?)"
    r" (?=[^\W\d_])"
)
"""What may stand between such a word and the name."""
_WHOM: Final = frozenset(("mig", "honom", "henne"))
_OWNERS: Final = frozenset(("mitt", "mit", "hans", "hennes", "sitt", ""))
"""Whose name: *mitt namn är*, but *stadens namn är*."""
NEXT: Final = compile_lazily(rf" ?({_WORD})")
FOLLOWING: Final = re.compile(rf" ({_WORD})")
BETWEEN: Final = compile_lazily(r", | och | o | å | samt ")
_CLAUSE: Final = compile_lazily(r"[.!?,;:\n]")
REACH: Final = 60
"""Characters before a cue that say who is called so."""
MOST_NAMES: Final = 6
"""Names that one cue introduces: *mina barn heter sol, max och liv*."""
LEAST_MENTIONS: Final = 300.0
"""Mentions per billion words from which a first name is one without an explicit cue."""
VERB: Final = 2
_FUNCTION, _NOUN, _ADJECTIVE = 16, 1, 4
"""Bits of parts of speech in the lists."""
EXPLICIT: Final = _CALLED | _NAMED | _NICKNAMED
WHOSE_NAME: Final = frozenset(("efternamn", "förnamn", "namn"))
_IS_NAME: Final = compile_lazily(r"(?<![^\W])([^\W\d_]{2,}) är (?:mitt|hans|hennes|vårt|deras) $")
"""What stands before *efternamn* if a name does: *Sommar är mitt efternamn*."""
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


@lru_cache(maxsize=1)
def list_introductions() -> frozenset[str]:
    """Return all cues, in lower case."""
    kinds = ("person", "letter", "beside", "meets", "title", "owner", "acts")
    return EXPLICIT.union(WHOSE_NAME, *map(read_introductions, kinds))


class ExplicitFinder:
    """Finds the names after explicit cues in one text."""

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
        if cue in _NAMED and find_owner(self._text, start) not in _OWNERS:
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
            match = NEXT.match(self._text, at)
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
            between = BETWEEN.match(self._text, at)
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
        is_first = has_first_name(form)
        if word != lowered:  # a capital: only nouns that the ranking would take for a people
            if is_further or form is None or is_first or not NOUNS.issuperset(form.candidates):
                return None
            return Introduction(start, end, cue, None, -1)
        if is_further and not self._is_further_name(end, form, subject):
            return None
        if is_first and count_first(form) >= LEAST_MENTIONS:
            if self._is_function_word(lowered) and not ends_name(following):
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
        if count_first(form) < LEAST_MENTIONS and subject != "persons":
            return False
        following = self._read_following(end)
        return following == "" or following in ("och", "o", "å", "samt", "har", "är", "bor")

    def _read_surname(self, at: int, cue: str, may_act: bool = False) -> Introduction | None:
        """Return the surname in small letters right after a first name: *jag heter bo ek och*.

        Args:
            may_act: Whether a verb may follow: *min granne bo ek har en hund*.
        """
        match = FOLLOWING.match(self._text, at)
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
        if not (ends_name(following) or may_act) or (is_verb and not may_act):
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
        if form is not None and not is_surname and not has_first_name(form):
            form, entry = None, -1
        yield Introduction(*match.span(1), cue, form, entry, is_surname)

    def _is_verb(self, word: str) -> bool:
        known = self._lexicon.word(word)
        return known is not None and bool(known.pos & VERB)

    def _goes_on(self, following: str) -> bool:
        """Return whether the sentence goes on after a word as it does after a name."""
        if following in read_introductions("number"):
            return False  # max två
        return ends_name(following) or is_verb_after(self._lexicon, following)

    # Words

    def _read_following(self, end: int) -> str:
        """Return the word after a blank here, in lower case; empty if there is none."""
        return self._text[end + 1 : find_end_of_following(self._text, end)].lower()

    def _is_word(self, word: str) -> bool:
        known = self._lexicon.word(word)
        return known is not None and bool(known.pos & ~8) and known.zipf_sv >= RARE

    def _is_function_word(self, word: str) -> bool:
        known = self._lexicon.word(word)
        return known is not None and bool(known.pos & _FUNCTION) and not known.pos & 8


def find_end_of_following(text: str, at: int) -> int:
    """Return where the word after a blank here ends; 0 if there is none."""
    if text[at : at + 1] != " ":
        return 0
    # A shortcut for nearly all words: they are letters, and a blank follows.
    start = at + 1
    blank = text.find(" ", start, at + REACH)
    if blank > start and text[start:blank].isalpha():
        return blank
    match = FOLLOWING.match(text, at)
    return match.end() if match is not None else 0


def is_verb_after(lexicon: Lexicon, word: str) -> bool:
    """Return whether a word after a name is its verb: *bo sa*, but not *bo hus*."""
    known = lexicon.word(word) if word else None
    if known is None or not known.pos & VERB or known.zipf_sv < COMMON:
        return False
    return not known.pos & (_NOUN | _ADJECTIVE) or known.zipf_sv > 5.0


def find_owner(text: str, at: int) -> str:
    """Return the word before a cue, in lower case; empty at the start of a line or sentence."""
    words = _CLAUSE.split(text[max(0, at - REACH) : at])[-1].lower().split()
    return words[-1] if words else ""


def ends_name(following: str) -> bool:
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


def has_first_name(form: Form | None) -> bool:
    return form is not None and not FIRSTNAMES.isdisjoint(form.candidates)


def count_first(form: Form | None) -> float:
    if form is None:
        return 0.0
    candidates = form.candidates
    return sum([candidates[label].mentions for label in FIRSTNAMES if label in candidates])


def is_first_name(form: Form, least_share: float, least: float = LEAST_MENTIONS) -> bool:
    """Return whether a form is a first name often enough, beside its uses as a word."""
    first = count_first(form)
    return first >= max(least, least_share * form.word_mentions)


def count_persons(form: Form) -> float:
    """Return the mentions of a form as a first name or surname."""
    surname = form.candidates.get("surname")
    return count_first(form) + (surname.mentions if surname is not None else 0.0)


def list_person_cues() -> frozenset[str]:
    """Return the words for persons that introduce a name: *min granne Kerstin*."""
    return read_introductions("person")


def read_introductions(kind: str) -> frozenset[str]:
    """Return the words of one kind of the table of introductions."""
    words = _WORDS.get(kind)
    if words is None:
        words = _WORDS[kind] = read_words(__file__, _TABLE, kind)
    return words
