"""First names that are English words, where no capital shows them: *my friend grace*, *will says*.

Grammar decides. A name stands after *my friend*, *hey* or *tell*, and before the verb of a third person
(*hope cooks*); a word stands after an article (*the bill*), after a pronoun or *to* (*i hope*), before
an object (*mark my words*), or before its noun (*art history*). What is a name once is one elsewhere
where less speaks for it (*with will*, *will can*).

At the start of a sentence, where every word has a capital, the same holds: *Will snores*, but *Will you
come*.
"""

from collections.abc import Callable, Iterator
from enum import IntEnum
from operator import attrgetter
from typing import Final, NamedTuple

from tacknamn.detection.ranking.capitals import CapitalUse
from tacknamn.detection.ranking.forms import Form
from tacknamn.detection.ranking.introductions import Introduction, count_persons
from tacknamn.detection.ranking.label_groups import FIRSTNAMES
from tacknamn.detection.ranking.pieces import LetterCase
from tacknamn.labels import GENITIVE
from tacknamn.lexicon.lexicon import (
    ENGLISH_ADJECTIVE,
    ENGLISH_BASE,
    ENGLISH_NAME,
    ENGLISH_NOUN,
    ENGLISH_OTHER,
    ENGLISH_SAYS,
    ENGLISH_SMALL,
    Lexicon,
)
from tacknamn.support.expressions import compile_lazily
from tacknamn.support.tables import read_words
from tacknamn.text.letter_case import begins_sentence

__all__ = ["find_english_names"]

NEAR_START: Final = 4
"""Words of a text before which the writer says who it is: *hey grace its tom*."""
_TOKEN: Final = compile_lazily(r"[^\W\d_]+(?:['’][^\W\d_]+)*|\d+|[^\w\s]|\n")
_CONTEXTS: Final = "english_contexts.tsv"
MODAL: Final = 5.9
"""The Zipf frequency of a verb that is nearly always a verb: *will*, *may*."""
OFTEN_VERB: Final = 5.0
"""The Zipf frequency from which a word before an object is a verb: *hope u are well*."""
MOST_COMMON: Final = 5.5
"""The Zipf frequency from which only *will* and the months are names: not *his*, *says*."""
LEAST_MENTIONS: Final = 0.5
"""Mentions per billion words of Swedish text that a first name needs, so few that *Will* and *Hope*
have them."""
_MONTHS: Final = frozenset(("april", "august", "june", "may"))
"""Months that are first names."""
_AND: Final = frozenset(("and", "n", "&"))
_CALLED: Final = frozenset(("called", "named"))
_STILL: Final = frozenset(("shes", "hes", "she's", "he's", "who", "whos", "who's"))
"""After a comma, these speak of the person before it."""
_OWNERS: Final = frozenset(("my", "his", "her", "our", "their"))
_AFTER_MODAL_NAME: Final = _AND | {
    "can",
    "could",
    "may",
    "might",
    "must",
    "should",
    "will",
    "would",
}
"""After these at the start of a clause, *will* and *may* are no verbs."""
_STOPS: Final = frozenset(".!?;:,)(\n")
_ENDS: Final = frozenset(".!?;:,)\n")

Lookup = Callable[[str], tuple[Form | None, int]]


class _Verdict(IntEnum):
    """What the words around a possible name say."""

    WORD = 0
    UNSURE = 1
    REPEAT = 2
    """A name, if the text has it as a name elsewhere."""
    NAME = 3


class _Token(NamedTuple):
    text: str
    start: int
    end: int


class _Candidate(NamedTuple):
    """A word that may be a first name."""

    name: str
    start: int
    end: int
    form: Form
    entry: int
    affix_bits: int
    verdict: _Verdict


def find_english_names(
    text: str, lexicon: Lexicon, look_up: Lookup, capitals: CapitalUse
) -> tuple[list[Introduction], list[tuple[int, int]]]:
    """Return the first names that are words, and the words that are no names, although a capital at
    the start of a sentence looks so.

    Args:
        capitals: How the writer uses capitals.
    """
    candidates = list(_Reader(text, lexicon, look_up, capitals).read())
    known = {found.name for found in candidates if found.verdict is _Verdict.NAME}
    names = [
        Introduction(
            found.start,
            found.end,
            "",
            found.form,
            found.entry,
            False,
            found.affix_bits,
            LetterCase.LOWER,
        )
        for found in candidates
        if found.verdict is _Verdict.NAME
        or (found.verdict is _Verdict.REPEAT and found.name in known)
    ]
    words = [(found.start, found.end) for found in candidates if found.verdict is _Verdict.WORD]
    return names, words


class _Reader:
    """Reads the words of one text."""

    def __init__(self, text: str, lexicon: Lexicon, look_up: Lookup, capitals: CapitalUse) -> None:
        self._text = text
        self._lexicon = lexicon
        self._look_up = look_up
        self._is_small = capitals is CapitalUse.NEGLECTED
        self._is_trusted = capitals is CapitalUse.TRUSTED
        self._tokens = [
            _Token(match.group().lower().replace("’", "'"), match.start(), match.end())
            for match in _TOKEN.finditer(text)
        ]
        self._names: set[int] = set()
        """The numbers of the tokens that are names."""

    def read(self) -> Iterator[_Candidate]:
        """Yield the words that may be first names, each with what the words around it say."""
        for index, token in enumerate(self._tokens):
            if not token.text[0].isalpha() or not self._is_doubtful(token):
                continue
            readings = list(self._read_token(index, token))
            if readings:
                best = max(readings, key=attrgetter("verdict"))
                if best.verdict is _Verdict.NAME:
                    self._names.add(index)
                yield best

    def _read_token(self, index: int, token: _Token) -> Iterator[_Candidate]:
        """Yield the names that a word may be: *mays* is a name, and the genitive of *may*."""
        is_called = self._get(index - 1) in _CALLED
        for name, size in self._list_names(token.text, is_called):
            form, entry = self._look_up(name.capitalize())
            if form is None or not _is_first_name(form):
                continue
            is_genitive = size > len(name)
            verdict = self._judge(index, name, is_genitive)
            bits = GENITIVE if is_genitive else 0
            yield _Candidate(name, token.start, token.end, form, entry, bits, verdict)

    def _is_doubtful(self, token: _Token) -> bool:
        """Return whether the capitals of the text do not say if this is a name."""
        if self._text[token.start].islower():
            return self._is_small
        return begins_sentence(self._text, token.start)

    def _list_names(self, word: str, is_called: bool) -> Iterator[tuple[str, int]]:
        """Yield the names that a word may be, each with its length: *mays* is *may* as well. After
        *called* it may be any word."""
        if is_called and self._has(word, ENGLISH_NOUN) and not self._has(word, ENGLISH_OTHER):
            yield word, len(word)
            return
        if word.endswith("'s"):
            word = word[:-2]
            if self._may_be_name(word):
                yield word, len(word) + 2
            return
        if self._may_be_name(word):
            yield word, len(word)
        is_genitive = word[-1] == "s" and self._is_small and not self._has(word, ENGLISH_OTHER)
        if is_genitive and self._may_be_name(word[:-1]):
            yield word[:-1], len(word)

    def _may_be_name(self, word: str) -> bool:
        """Return whether the dictionary has a word both as a name and as a word."""
        if word in _MONTHS or word == "will":
            return True
        is_both = self._has(word, ENGLISH_SMALL) and self._has(word, ENGLISH_NAME)
        return is_both and self._get_zipf(word) < MOST_COMMON and word not in _read("never")

    def _judge(self, index: int, name: str, is_genitive: bool) -> _Verdict:
        previous, following, second = (
            self._get(index - 1),
            self._get(index + 1),
            self._get(index + 2),
        )
        is_start = previous == "" or previous in _STOPS or previous in _read("opening")
        is_end = following == "" or following in _ENDS or following in _read("ends")
        is_modal = self._has(name, ENGLISH_BASE) and self._get_zipf(name) >= MODAL
        if previous in _read("greeting") and not (is_modal and following in _read("object")):
            return _Verdict.NAME
        if previous == "to" and self._get(index - 2) in _read("greeting"):
            return _Verdict.NAME  # say hi to dawn
        if self._is_introduction(index) and (following == "" or following in _ENDS):
            return _Verdict.NAME
        if previous in _read("tell") and is_end and not is_genitive:
            return _Verdict.NAME
        is_named = self._is_name_after(index)
        if is_named and is_modal and self._is_base(second):
            return _Verdict.WORD  # Will John come
        if not is_named and self._is_word_here(name, previous, following, is_start, is_genitive):
            return _Verdict.WORD
        if is_named and is_start and name not in _no_first_names() and self._is_surname(following):
            return _Verdict.NAME  # John Smith
        if is_genitive:
            return self._judge_genitive(previous, following, is_start)
        if following == "," and second in _OWNERS and self._get(index + 3) in _read("person"):
            return _Verdict.NAME  # will, my brother
        if following == "," and second in _STILL and previous not in _read("no_apposition"):
            return _Verdict.NAME  # joy, shes my flatmate
        if is_end and name not in _read("mass") and self._needs_article(previous):
            return _Verdict.NAME  # with grant, he got a job
        if previous in _AND and index - 2 in self._names:
            return _Verdict.NAME
        if is_modal and is_start and following in _AFTER_MODAL_NAME:
            return _Verdict.NAME  # will will, will and bill
        if self._stands_with_name(index, is_start):
            return _Verdict.NAME
        if previous in _read("person"):
            return _Verdict.NAME if self._goes_on(following, is_end) else _Verdict.UNSURE
        if previous in _read("tell"):
            return _Verdict.REPEAT
        if following in _AND and second in ("i", "me") and is_start:
            return _Verdict.NAME
        if previous in _AND and self._get(index - 2) == "me":
            return _Verdict.NAME
        if is_start and self._is_verb_after(following, second):
            return _Verdict.NAME
        if is_start and is_named and self._is_verb_after(second, self._get(index + 3)):
            return _Verdict.NAME  # Mark Twain says
        if previous in _read("beside") or (is_start and not self._has(name, ENGLISH_SAYS)):
            return _Verdict.REPEAT
        if is_start and (following in _read("address") or following in _AND):
            return _Verdict.REPEAT
        return _Verdict.UNSURE

    def _is_introduction(self, index: int) -> bool:
        """Return whether a clause such as *its* or *this is* begins right before a word."""
        if self._get(index - 1) == "is" and self._get(index - 2) == "this":
            return True
        if self._get(index - 1) not in ("its", "it's", "im", "i'm"):
            return False
        before = self._get(index - 2)
        return before == "" or before in _STOPS or before in _read("opening") or index <= NEAR_START

    def _stands_with_name(self, index: int, is_start: bool) -> bool:
        """Return whether *and* joins a word with a name that is no word: *art and rosie*."""
        if is_start and self._get(index + 1) in _AND:
            return self._is_plain_name(self._get(index + 2))
        return self._get(index - 1) in _AND and self._is_plain_name(self._get(index - 2))

    def _is_plain_name(self, word: str) -> bool:
        if not word.isalpha() or self._has(word, ENGLISH_SMALL):
            return False
        form, _ = self._look_up(word.capitalize())
        return form is not None and _is_first_name(form)

    def _is_word_here(
        self, name: str, previous: str, following: str, is_start: bool, is_genitive: bool
    ) -> bool:
        """Return whether the words around say that this is no name."""
        if previous in _read("determiner") or following == "of":
            return True
        is_verb = self._has(name, ENGLISH_BASE)
        if is_verb and previous in _read("pronoun"):
            return True
        if is_genitive:
            return False
        if previous in _read("verb") and self._has(name, ENGLISH_BASE | ENGLISH_ADJECTIVE):
            return previous not in _read("opening")
        if name in _MONTHS and (previous in _read("month") or following.isdigit()):
            return True
        zipf = self._get_zipf(name)
        if is_verb and zipf >= OFTEN_VERB and following in _read("object"):
            return True
        if is_verb and zipf < OFTEN_VERB and is_start and following in ("my", "the", "your", "it"):
            return True
        if zipf >= MODAL and self._is_base(following):
            return True  # my brother will be
        is_gerund = previous.endswith("ing") and not self._has(previous, ENGLISH_BASE)
        if is_gerund and self._has(previous, ENGLISH_SMALL):
            return previous not in _read("tell")  # doing art
        is_plain_noun = self._has(following, ENGLISH_NOUN) and not self._has(
            following, ENGLISH_SAYS
        )
        return (
            is_plain_noun
            and following not in _read("ends")
            and not self._has(following, ENGLISH_SMALL & ~(ENGLISH_NOUN | ENGLISH_BASE))
        )

    def _is_name_after(self, index: int) -> bool:
        """Return whether a capital says that a name follows rather than the noun or verb of the same
        letters: *John Smith*, but not *Art history*, *Will You Come*."""
        if index + 1 >= len(self._tokens):
            return False
        _, start, end = self._tokens[index + 1]
        if start - self._tokens[index].end != 1 or not self._text[start:end].istitle():
            return False
        return self._is_trusted or self._text[end + 1 : end + 2].islower()

    def _is_surname(self, word: str) -> bool:
        """Return whether a name is a surname, and that of a person more often than of anything
        else."""
        form, _ = self._look_up(word.capitalize())
        if form is None or "surname" not in form.candidates:
            return False
        return 2 * count_persons(form) > form.name_mentions

    def _judge_genitive(self, previous: str, following: str, is_start: bool) -> _Verdict:
        if following in _read("person"):
            return _Verdict.NAME  # marks cousin
        is_owner = is_start or previous in _read("beside") or previous in _read("tell")
        if not self._has(following, ENGLISH_NOUN):
            return _Verdict.UNSURE
        return (
            _Verdict.REPEAT
            if is_owner or previous in ("in", "on", "at", "got")
            else _Verdict.UNSURE
        )

    def _needs_article(self, previous: str) -> bool:
        """Return whether a noun after this word would have an article: *with a mark*."""
        return previous in _read("beside") and previous not in _AND and previous != "to"

    def _goes_on(self, following: str, is_end: bool) -> bool:
        """Return whether the sentence goes on as after a name."""
        if is_end or following in _read("auxiliary"):
            return True
        if not self._has(following, ENGLISH_SMALL):
            return True  # hope adeyemi
        return self._has(following, ENGLISH_SAYS) or not self._has(
            following, ENGLISH_NOUN | ENGLISH_BASE
        )

    def _is_verb_after(self, following: str, second: str) -> bool:
        """Return whether a verb follows that says what a person does."""
        if following in _read("auxiliary"):
            return second in _read("own") or second.isdigit()
        return self._has(following, ENGLISH_SAYS)

    def _is_base(self, word: str) -> bool:
        return word == "be" or (self._has(word, ENGLISH_BASE) and not self._has(word, ENGLISH_SAYS))

    def _get(self, index: int) -> str:
        """Return the text of a token; empty beyond the ends."""
        return self._tokens[index].text if 0 <= index < len(self._tokens) else ""

    def _has(self, word: str, bits: int) -> bool:
        known = self._lexicon.word(word) if word else None
        return known is not None and bool(known.english & bits)

    def _get_zipf(self, word: str) -> float:
        known = self._lexicon.word(word)
        return 0.0 if known is None else known.zipf_en


def _get_first_mentions(form: Form) -> float:
    read = form.candidates.items()
    return sum([candidate.mentions for label, candidate in read if label in FIRSTNAMES])


def _is_first_name(form: Form) -> bool:
    """Return whether a form is a first name often enough, and as often as a surname or a town."""
    first = _get_first_mentions(form)
    return first >= LEAST_MENTIONS and first * 4 >= form.name_mentions


def _read(kind: str) -> frozenset[str]:
    return read_words(__file__, _CONTEXTS, kind)


def _no_first_names() -> frozenset[str]:
    """Return what stands before surnames as well: *Hey Miller*, *But Miller left*, *May Day*."""
    return _read("greeting") | _read("opening") | _MONTHS
