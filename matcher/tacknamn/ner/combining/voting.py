"""Decide, character by character, what is a name by the word of several backends.

Each backend's mentions are read first, all in the same way (:func:`normalize_mentions`), so that each stands
for whole words. What is counted afterwards is therefore made of whole words, too: an intersection
of *Jackson* and *Jackson's* is *Jackson*, and one of *Ander* and *Andersson* is *Andersson*, on
whose first letters both agree. That is what seed C's definition is about: characters are counted
only to know that two backends speak of the same word, and ``[Name]son`` would tell half a name.
Of *Mary* and *Mary Lee* it leaves ``[Name] Lee``, as the seed does.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from tacknamn.errors import InputError
from tacknamn.ner.backends.protocol import NamedMention
from tacknamn.ner.combining.merging import merge_neighbours
from tacknamn.ner.combining.rules import (
    OWN_NAME,
    CombinationMode,
    CombinationRule,
    RequiredWeight,
    Weight,
)
from tacknamn.ner.combining.trimming import is_suffix_before, narrow_persons, trim_mentions
from tacknamn.ner.combining.word_boundaries import WordBoundaries

__all__ = ["combine", "combine_by_rule", "normalize_mentions", "score_by_backend"]

MentionsByBackend = Mapping[str, Sequence[NamedMention]]
"""What was found, by the backends' names."""
CharacterRange = tuple[int, int]
_START, _END = itemgetter(0), itemgetter(1)
PASSES = 8
"""How often what is none is cut off at the ends of names: before it may stand a comma, and before
that more. Texts that need more were made to take time."""
_COVERING = (CombinationMode.UNION, CombinationMode.GAZETTEER_FIRST)
"""These hide whatever letter one backend takes for a name's."""
SURE_SCORE = 0.5
"""From which score on it is sure that what the lists found is something else than a name: more
likely than not."""


def combine(
    text: str,
    found: MentionsByBackend,
    how: str = "union",
    weights: Mapping[str, float] | None = None,
    k: float | None = None,
    first: str = OWN_NAME,
    label: str | None = "PER",
) -> list[NamedMention]:
    """What several backends found in a text, as one; from left to right, without overlaps.

    >>> text = "Mary Lee ate pasta."
    >>> found = {"nltk": [Mention(0, 4, "PER")], "spacy": [Mention(0, 8, "PER")]}
    >>> combined(text, found)
    [Mention(start=0, end=8, label='PER', score=1.0)]
    >>> combined(text, found, "intersection")
    [Mention(start=0, end=4, label='PER', score=1.0)]

    Args:
        found: The mentions of each backend.
        how: ``union``, ``intersection``, ``majority``, ``weighted``, ``gazetteer-first``
            (:mod:`tacknamn.ner.combining.rules`).
        weights: Of ``weighted``; backends without one weigh 1.
        k: Of ``majority``: how many backends; of ``weighted``: how much weight.
        first: Of ``gazetteer-first``: the backend that decides.
        label: What is asked for. None takes each label for itself; where two meet, the surer
            one stays whole.
    """
    rule = CombinationRule.of(how, weights, k, first)
    rule.check_names(found)
    return combine_by_rule(rule, text, found, label)


def combine_by_rule(
    rule: CombinationRule, text: str, found: MentionsByBackend, label: str | None = "PER"
) -> list[NamedMention]:
    """The same by a rule; of backends that the rule speaks of, some may be missing."""
    whole = {name: normalize_mentions(text, mentions) for name, mentions in found.items()}
    if label is not None:
        return _combine_label(rule, text, whole, label)
    labels = sorted({one.label for mentions in whole.values() for one in mentions})
    return _resolve_overlaps(
        text, [one for each in labels for one in _combine_label(rule, text, whole, each)]
    )


def normalize_mentions(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """One backend's mentions without clitics, in whole words, parts of names put together."""
    words = WordBoundaries(text)
    whole = []
    for one in trim_mentions(text, _check_bounds(text, mentions)):
        start, end = words.around(one.start)[0], words.around(one.end)[1]
        if text[end : end + 1] == "." and is_suffix_before(text, end):
            end += 1  # it is the abbreviation's: Ed Ek Jr.
        whole.append(one._replace(start=start, end=end))
    return _drop_words_around(text, merge_neighbours(text, whole))


def _drop_words_around(text: str, mentions: list[NamedMention]) -> list[NamedMention]:
    """The mentions without what is nobody's name."""
    names = mentions
    for _ in range(PASSES):
        before, names = names, trim_mentions(text, narrow_persons(text, names))
        if names == before:
            break
    return names


def score_by_backend(one: NamedMention, found: MentionsByBackend) -> dict[str, float]:
    """Which backends found something of a mention, and how sure each was at most.

    What each found comes from left to right, without overlaps."""
    scores: dict[str, float] = {}
    for name, mentions in sorted(found.items()):
        low = bisect_right(mentions, one.start, key=_END)
        high = bisect_left(mentions, one.end, low, key=_START)
        own = [other.score for other in mentions[low:high] if other.label == one.label]
        if own:
            scores[name] = max(own)
    return scores


def _check_bounds(text: str, mentions: Iterable[NamedMention]) -> Iterable[NamedMention]:
    for one in mentions:
        if not 0 <= one.start < one.end <= len(text):
            raise InputError(
                f"a mention from {one.start} to {one.end} in a text of {len(text)} characters; "
                "have what backends find checked first (tacknamn.ner.backends.checking.find_mentions)"
            )
        yield one


def _combine_label(
    rule: CombinationRule, text: str, whole: MentionsByBackend, label: str
) -> list[NamedMention]:
    labelled = {name: [one for one in each if one.label == label] for name, each in whole.items()}
    first = rule.first_of(whole) if rule.how is CombinationMode.GAZETTEER_FIRST else None
    if first is not None:
        sure = [one for one in whole[first] if one.label != label and one.score >= SURE_SCORE]
        for name in labelled.keys() - {first}:
            labelled[name] = _subtract(text, labelled[name], sure)
    need = rule.need(labelled)
    stretches = _find_ranges(labelled, need)
    pieces = merge_neighbours(text, [NamedMention(start, end, label) for start, end in stretches])
    if rule.how not in _COVERING:
        pieces = _drop_words_around(
            text, pieces
        )  # what names share may be nobody's: the "och" between two
    return _score_mentions(pieces, labelled, need)


def _find_ranges(found: MentionsByBackend, need: RequiredWeight) -> list[CharacterRange]:
    """Where the backends that found something are enough."""
    changes: dict[int, Weight] = {}
    for name, mentions in found.items():
        for one in mentions:
            changes[one.start] = changes.get(one.start, 0) + need.weights[name]
            changes[one.end] = changes.get(one.end, 0) - need.weights[name]
    stretches: list[CharacterRange] = []
    weight: Weight = 0
    start = -1
    for place in sorted(changes):
        weight += changes[place]
        if need.is_met(weight):
            start = place if start < 0 else start
        elif start >= 0:
            stretches.append((start, place))
            start = -1
    return stretches


def _score_mentions(
    pieces: Sequence[NamedMention], found: MentionsByBackend, need: RequiredWeight
) -> list[NamedMention]:
    """The pieces with their scores: that of the backend that made it enough, the surest first.

    So it is the surest backend's in a union and the least sure one's in an intersection."""
    behind = dict.fromkeys(found, 0)
    scored = []
    for piece in pieces:
        scores = []
        for name, mentions in found.items():
            at = behind[name]
            while at < len(mentions) and mentions[at].end <= piece.start:
                at += 1
            behind[name] = at
            own = 0.0
            while at < len(mentions) and mentions[at].start < piece.end:
                own = max(own, mentions[at].score)
                at += 1
            scores.append((own, need.weights[name]))
        scored.append(piece._replace(score=_reached_score(scores, need)))
    return scored


def _reached_score(scores: Iterable[tuple[float, Weight]], need: RequiredWeight) -> float:
    """The score with which it is enough."""
    weight: Weight = 0
    for score, own in sorted(scores, reverse=True):
        weight += own
        if need.is_met(weight):
            return score
    return 0.0  # of no backend at all


def _subtract(
    text: str, mentions: Sequence[NamedMention], others: Sequence[NamedMention]
) -> list[NamedMention]:
    """What is left of the mentions beside the others; both come from left to right."""
    left: list[NamedMention] = []
    first = 0
    for one in mentions:
        start = one.start
        while first < len(others) and others[first].end <= start:
            first += 1
        at = first
        while at < len(others) and others[at].start < one.end:
            if start < others[at].start:
                left.append(one._replace(start=start, end=others[at].start))
            start = max(start, others[at].end)
            at += 1
        if start < one.end:
            left.append(one._replace(start=start))
    return _drop_words_around(text, trim_mentions(text, left))


def _resolve_overlaps(text: str, pieces: Iterable[NamedMention]) -> list[NamedMention]:
    """Pieces of several labels without overlaps: the surer stays whole, then the longer."""
    apart: list[NamedMention] = []
    for one in sorted(pieces, key=_by_score):
        low = bisect_right(apart, one.start, key=_END)
        high = bisect_left(apart, one.end, low, key=_START)
        for left in _subtract(text, [one], apart[low:high]):
            insort(apart, left)
    return apart


def _by_score(one: NamedMention) -> tuple[float, int, int, str]:
    return -one.score, one.start - one.end, one.start, one.label
