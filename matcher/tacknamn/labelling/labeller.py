"""From a text to what points at somebody in it, each piece with one label."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from heapq import merge

from tacknamn.labelling.deciding import Decided, decided
from tacknamn.labelling.forms import Forms
from tacknamn.labelling.institutions import with_workplaces
from tacknamn.labelling.overlaps import BY_ENDING, beside, joined, outside
from tacknamn.labelling.pieces import Case, Piece, Sort, capitalised_words, case_of, is_initial
from tacknamn.labelling.repeats import with_repeats
from tacknamn.labelling.telling import found_of, of_finding
from tacknamn.labelling.weights import weighed
from tacknamn.lexicon import Lexicon
from tacknamn.matcher import Matcher
from tacknamn.near_hits import EDITS_SHIFT
from tacknamn.patterns import Finding, find
from tacknamn.policies import Profile
from tacknamn.pseudonymizing.records import Found

__all__ = ["Labeller"]

_AFFIX_BITS = (1 << EDITS_SHIFT) - 1
SHORTEST_HEAD, SHORTEST_TAIL = 3, 4
"""Letters of the parts of a compound: shorter tails end names as well (Lindgren, Sternlieb)."""
WORDS_KEPT = 1 << 14
"""Words of which is remembered whether a list of ordinary words has them."""


class Labeller:
    """Labels what points at somebody. It may be shared by threads."""

    def __init__(
        self,
        lexicon: Lexicon,
        language: str = "sv",
        profile: Profile | None = None,
        topic_aware: bool | None = None,
        fuzzy: bool = False,
    ) -> None:
        """Make a labeller.

        Args:
            profile: Says who looks and what reveals nobody; without one, the lists and the
                patterns look, and all is told.
            topic_aware: Whether the topic of a text decides what it reveals.
            fuzzy: Whether misspelt names are looked for among all names of the lists.
        """
        self._matcher = Matcher(lexicon, fuzzy=fuzzy)
        self._profile = profile
        self._topic_aware = topic_aware
        self._forms = Forms(lexicon)
        self._is_word = lru_cache(WORDS_KEPT)(lexicon.is_word)
        self._language = language

    def label(self, text: str) -> list[Found]:
        """What points at somebody, from left to right and without overlaps."""
        findings = find(text, self._language)
        names = self._names(text, findings)
        by_ending = [of_finding(one) for one in findings if one.rule in BY_ENDING]
        others = [of_finding(one) for one in findings if one.rule not in BY_ENDING]
        return with_workplaces(text, joined(others, names, by_ending))

    def _names(self, text: str, findings: Sequence[Finding]) -> Iterator[Found]:
        pieces = [weighed(text, piece) for piece in self._pieces(text, findings)]
        labelled: Sequence[Decided] = list(decided(text, pieces))
        return (found_of(text, one) for one in with_repeats(text, labelled, pieces) if one.label)

    def _pieces(self, text: str, findings: Sequence[Finding]) -> Iterator[Piece]:
        hits = [
            Piece(start, end, Case.LOWER, self._forms.of(entry), entry, bits & _AFFIX_BITS,
                  bits >> EDITS_SHIFT)
            for start, end, entry, bits in self._matcher.spans(text)
        ]  # fmt: skip
        known = [
            hit._replace(case=case_of(text, hit.start, hit.end))
            for hit in beside(hits, findings)
            if hit.form is not None
        ]
        words = (Piece(start, end, Case.TITLE) for start, end in capitalised_words(text))
        unknown = filter(None, (self._unknown(text, word) for word in
                                outside(outside(words, hits), findings)))  # fmt: skip
        return merge(known, unknown, key=lambda piece: piece.start)

    def _unknown(self, text: str, word: Piece) -> Piece | None:
        """A capitalised word that no list knows, or initials; None for an ordinary word."""
        form = text[word.start : word.end]
        if is_initial(form):
            return word._replace(sort=Sort.INITIAL)
        case = case_of(text, word.start, word.end)
        if self._is_word(form) or (form[-1] == "s" and self._is_word(form[:-1])):
            # A capital within a sentence: Donald Trump, unless it is a learner's.
            return word._replace(case=case, sort=Sort.WORD) if case is Case.TITLE else None
        sort = Sort.COMPOUND if self._is_compound(form) else Sort.UNKNOWN
        return word._replace(case=case, sort=sort)

    def _is_compound(self, form: str) -> bool:
        """Whether it ends like an ordinary word that something was put before: Texasfamilj."""
        tail = form.rpartition("-")[2]
        if len(tail) < len(form):
            return len(tail) >= SHORTEST_TAIL and tail[0].islower()
        return any(
            self._is_word(form[place:])
            for place in range(SHORTEST_HEAD, len(form) - SHORTEST_TAIL + 1)
        )
