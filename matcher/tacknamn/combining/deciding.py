"""Decide, character by character, what is a name by the word of several backends.

Each backend's mentions are read first, all in the same way (:func:`read`), so that each stands
for whole words. What is counted afterwards is therefore made of whole words, too: an intersection
of *Jackson* and *Jackson's* is *Jackson*, and one of *Ander* and *Andersson* is *Andersson*, on
whose first letters both agree. That is what seed C's definition is about: characters are counted
only to know that two backends speak of the same word, and ``[Name]son`` would tell half a name.
Of *Mary* and *Mary Lee* it leaves ``[Name] Lee``, as the seed does.
"""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterable, Mapping, Sequence
from operator import itemgetter

from tacknamn.backends.protocol import Mention
from tacknamn.combining.merging import merged
from tacknamn.combining.narrowing import narrowed
from tacknamn.combining.rules import OWN, How, Need, Rule, Weight
from tacknamn.combining.trimming import is_shortened_before, trimmed
from tacknamn.combining.words import Words
from tacknamn.errors import InputError

__all__ = ["combined", "combined_by", "found_by", "read"]

Found = Mapping[str, Sequence[Mention]]
"""What was found, by the backends' names."""
Stretch = tuple[int, int]
_START, _END = itemgetter(0), itemgetter(1)
PASSES = 8
"""How often what is none is cut off at the ends of names: before it may stand a comma, and before
that more. Texts that need more were made to take time."""
_COVERING = (How.UNION, How.GAZETTEER_FIRST)
"""These hide whatever letter one backend takes for a name's."""
SURE = 0.5
"""From which score on it is sure that what the lists found is something else than a name: more
likely than not."""


def combined(
    text: str,
    found: Found,
    how: str = "union",
    weights: Mapping[str, float] | None = None,
    k: float | None = None,
    first: str = OWN,
    label: str | None = "PER",
) -> list[Mention]:
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
            (:mod:`tacknamn.combining.rules`).
        weights: Of ``weighted``; backends without one weigh 1.
        k: Of ``majority``: how many backends; of ``weighted``: how much weight.
        first: Of ``gazetteer-first``: the backend that decides.
        label: What is asked for. None takes each label for itself; where two meet, the surer
            one stays whole.
    """
    rule = Rule.of(how, weights, k, first)
    rule.check_names(found)
    return combined_by(rule, text, found, label)


def combined_by(rule: Rule, text: str, found: Found, label: str | None = "PER") -> list[Mention]:
    """The same by a rule; of backends that the rule speaks of, some may be missing."""
    whole = {name: read(text, mentions) for name, mentions in found.items()}
    if label is not None:
        return _of_label(rule, text, whole, label)
    labels = sorted({one.label for mentions in whole.values() for one in mentions})
    return _apart(text, [one for each in labels for one in _of_label(rule, text, whole, each)])


def read(text: str, mentions: Iterable[Mention]) -> list[Mention]:
    """One backend's mentions without clitics, in whole words, parts of names put together."""
    words = Words(text)
    whole = []
    for one in trimmed(text, _placed(text, mentions)):
        start, end = words.around(one.start)[0], words.around(one.end)[1]
        if text[end : end + 1] == "." and is_shortened_before(text, end):
            end += 1  # it is the abbreviation's: Ed Ek Jr.
        whole.append(one._replace(start=start, end=end))
    return _names(text, merged(text, whole))


def _names(text: str, mentions: list[Mention]) -> list[Mention]:
    """The mentions without what is nobody's name."""
    names = mentions
    for _ in range(PASSES):
        before, names = names, trimmed(text, narrowed(text, names))
        if names == before:
            break
    return names


def found_by(one: Mention, found: Found) -> dict[str, float]:
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


def _placed(text: str, mentions: Iterable[Mention]) -> Iterable[Mention]:
    for one in mentions:
        if not 0 <= one.start < one.end <= len(text):
            raise InputError(
                f"a mention from {one.start} to {one.end} in a text of {len(text)} characters; "
                "have what backends find checked first (tacknamn.backends.checked)"
            )
        yield one


def _of_label(rule: Rule, text: str, whole: Found, label: str) -> list[Mention]:
    labelled = {name: [one for one in each if one.label == label] for name, each in whole.items()}
    first = rule.first_of(whole) if rule.how is How.GAZETTEER_FIRST else None
    if first is not None:
        sure = [one for one in whole[first] if one.label != label and one.score >= SURE]
        for name in labelled.keys() - {first}:
            labelled[name] = _without(text, labelled[name], sure)
    need = rule.need(labelled)
    stretches = _stretches(labelled, need)
    pieces = merged(text, [Mention(start, end, label) for start, end in stretches])
    if rule.how not in _COVERING:
        pieces = _names(text, pieces)  # what names share may be nobody's: the "och" between two
    return _scored(pieces, labelled, need)


def _stretches(found: Found, need: Need) -> list[Stretch]:
    """Where the backends that found something are enough."""
    changes: dict[int, Weight] = {}
    for name, mentions in found.items():
        for one in mentions:
            changes[one.start] = changes.get(one.start, 0) + need.weights[name]
            changes[one.end] = changes.get(one.end, 0) - need.weights[name]
    stretches: list[Stretch] = []
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


def _scored(pieces: Sequence[Mention], found: Found, need: Need) -> list[Mention]:
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
        scored.append(piece._replace(score=_reached(scores, need)))
    return scored


def _reached(scores: Iterable[tuple[float, Weight]], need: Need) -> float:
    """The score with which it is enough."""
    weight: Weight = 0
    for score, own in sorted(scores, reverse=True):
        weight += own
        if need.is_met(weight):
            return score
    return 0.0  # of no backend at all


def _without(text: str, mentions: Sequence[Mention], others: Sequence[Mention]) -> list[Mention]:
    """What is left of the mentions beside the others; both come from left to right."""
    left: list[Mention] = []
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
    return _names(text, trimmed(text, left))


def _apart(text: str, pieces: Iterable[Mention]) -> list[Mention]:
    """Pieces of several labels without overlaps: the surer stays whole, then the longer."""
    apart: list[Mention] = []
    for one in sorted(pieces, key=_rank):
        low = bisect_right(apart, one.start, key=_END)
        high = bisect_left(apart, one.end, low, key=_START)
        for left in _without(text, [one], apart[low:high]):
            insort(apart, left)
    return apart


def _rank(one: Mention) -> tuple[float, int, int, str]:
    return -one.score, one.start - one.end, one.start, one.label
