"""Combine the mentions of several backends by a vote on each character.

The mentions of each backend are normalized first (:func:`normalize_mentions`), so that each covers
whole words. The result therefore consists of whole words too: the intersection of *Jackson* and
*Jackson's* is *Jackson*, and that of *Ander* and *Andersson* is *Andersson*, because both backends
agree on its first letters. This is the purpose of the masking tool's rule: characters only show
that two backends mean the same word, and ``[Name]son`` would reveal half of a name. The
intersection of *Mary* and *Mary Lee* is ``[Name] Lee``, as in the masking tool.
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
"""The mentions that each backend found, by the name of the backend."""
CharacterRange = tuple[int, int]
_START, _END = itemgetter(0), itemgetter(1)
PASSES = 8
"""How often words around names are cut off: cutting one off may uncover a comma, and that another
word. Only texts that were written to waste time need more passes."""
_COVERING = (CombinationMode.UNION, CombinationMode.GAZETTEER_FIRST)
"""Modes that mask every character which any backend considers part of a name."""
SURE_SCORE = 0.5
"""The score from which on a detection of the lists counts as something else than a name: more
likely than not."""


def combine(
    text: str,
    found: MentionsByBackend,
    mode: str = "union",
    weights: Mapping[str, float] | None = None,
    k: float | None = None,
    first: str = OWN_NAME,
    label: str | None = "PER",
) -> list[NamedMention]:
    """Combine what several backends found in a text; sorted, without overlaps.

    >>> text = "Mary Lee ate pasta."
    >>> found = {"nltk": [NamedMention(0, 4, "PER")], "spacy": [NamedMention(0, 8, "PER")]}
    >>> combine(text, found)
    [NamedMention(start=0, end=8, label='PER', score=1.0)]
    >>> combine(text, found, "intersection")
    [NamedMention(start=0, end=4, label='PER', score=1.0)]

    Args:
        found: The mentions of each backend.
        mode: ``union``, ``intersection``, ``majority``, ``weighted``, ``gazetteer-first``
            (:mod:`tacknamn.ner.combining.rules`).
        weights: For ``weighted``; backends without a weight weigh 1.
        k: For ``majority``: the number of backends; for ``weighted``: the required weight.
        first: For ``gazetteer-first``: the backend that decides.
        label: The label to combine. None combines each label separately; where the results of two
            labels overlap, the one with the higher score stays whole.
    """
    rule = CombinationRule.make(mode, weights, k, first)
    rule.check_names(found)
    return combine_by_rule(rule, text, found, label)


def combine_by_rule(
    rule: CombinationRule, text: str, found: MentionsByBackend, label: str | None = "PER"
) -> list[NamedMention]:
    """Combine by a rule that has been checked; some of its backends may be missing."""
    normalized = {name: normalize_mentions(text, mentions) for name, mentions in found.items()}
    if label is not None:
        return _combine_label(rule, text, normalized, label)
    labels = sorted({mention.label for mentions in normalized.values() for mention in mentions})
    combined = [
        mention for each in labels for mention in _combine_label(rule, text, normalized, each)
    ]
    return _resolve_overlaps(text, combined)


def normalize_mentions(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """Trim the mentions of one backend, extend them to whole words and merge parts of names."""
    words = WordBoundaries(text)
    whole = []
    for mention in trim_mentions(text, _check_bounds(text, mentions)):
        start, end = words.find_word(mention.start)[0], words.find_word(mention.end)[1]
        if text[end : end + 1] == "." and is_suffix_before(text, end):
            end += 1  # the full stop is part of the abbreviation: Ed Ek Jr.
        whole.append(mention._replace(start=start, end=end))
    return _drop_words_around(text, merge_neighbours(text, whole))


def _drop_words_around(text: str, mentions: list[NamedMention]) -> list[NamedMention]:
    """Cut off words around names until nothing changes."""
    names = mentions
    for _ in range(PASSES):
        before, names = names, trim_mentions(text, narrow_persons(text, names))
        if names == before:
            break
    return names


def score_by_backend(mention: NamedMention, found: MentionsByBackend) -> dict[str, float]:
    """The backends that found something of a mention, each with its highest score there.

    The mentions of each backend must be sorted and without overlaps."""
    scores: dict[str, float] = {}
    for name, mentions in sorted(found.items()):
        low = bisect_right(mentions, mention.start, key=_END)
        high = bisect_left(mentions, mention.end, low, key=_START)
        same = [other.score for other in mentions[low:high] if other.label == mention.label]
        if same:
            scores[name] = max(same)
    return scores


def _check_bounds(text: str, mentions: Iterable[NamedMention]) -> Iterable[NamedMention]:
    for mention in mentions:
        if not 0 <= mention.start < mention.end <= len(text):
            raise InputError(
                f"a mention from {mention.start} to {mention.end} in a text of {len(text)} "
                "characters; check the answers of backends with tacknamn.ner.find_mentions first"
            )
        yield mention


def _combine_label(
    rule: CombinationRule, text: str, normalized: MentionsByBackend, label: str
) -> list[NamedMention]:
    labelled = {
        name: [mention for mention in mentions if mention.label == label]
        for name, mentions in normalized.items()
    }
    first = None
    if rule.mode is CombinationMode.GAZETTEER_FIRST:
        first = rule.find_first(normalized)
    if first is not None:
        # What the lists consider something else is taken away from the other backends.
        others = [
            mention
            for mention in normalized[first]
            if mention.label != label and mention.score >= SURE_SCORE
        ]
        for name in labelled.keys() - {first}:
            labelled[name] = _subtract(text, labelled[name], others)
    required = rule.require(labelled)
    ranges = _find_ranges(labelled, required)
    mentions = merge_neighbours(text, [NamedMention(start, end, label) for start, end in ranges])
    if rule.mode not in _COVERING:
        mentions = _drop_words_around(text, mentions)  # backends may only share an "och"
    return _score_mentions(mentions, labelled, required)


def _find_ranges(found: MentionsByBackend, required: RequiredWeight) -> list[CharacterRange]:
    """Find the ranges of characters in which enough backends found something.

    A sweep from left to right: the weight changes where mentions begin and end, and a range is
    open while the weight is enough."""
    changes: dict[int, Weight] = {}
    for name, mentions in found.items():
        for mention in mentions:
            changes[mention.start] = changes.get(mention.start, 0) + required.weights[name]
            changes[mention.end] = changes.get(mention.end, 0) - required.weights[name]
    ranges: list[CharacterRange] = []
    weight: Weight = 0
    start = -1
    for offset in sorted(changes):
        weight += changes[offset]
        if required.is_met(weight):
            start = offset if start < 0 else start
        elif start >= 0:
            ranges.append((start, offset))
            start = -1
    return ranges


def _score_mentions(
    mentions: Sequence[NamedMention], found: MentionsByBackend, required: RequiredWeight
) -> list[NamedMention]:
    """Score combined mentions: by the backend that made the weight enough, highest score first.

    The score of a union is therefore the highest score of a backend, and that of an intersection
    the lowest."""
    passed = dict.fromkeys(found, 0)  # for each backend, its mentions left of the current one
    scored = []
    for mention in mentions:
        scores = []
        for name, originals in found.items():
            at = passed[name]
            while at < len(originals) and originals[at].end <= mention.start:
                at += 1
            passed[name] = at
            best = 0.0
            while at < len(originals) and originals[at].start < mention.end:
                best = max(best, originals[at].score)
                at += 1
            scores.append((best, required.weights[name]))
        scored.append(mention._replace(score=_reached_score(scores, required)))
    return scored


def _reached_score(scores: Iterable[tuple[float, Weight]], required: RequiredWeight) -> float:
    """The score at which the weights, added from the highest score down, are enough."""
    total: Weight = 0
    for score, weight in sorted(scores, reverse=True):
        total += weight
        if required.is_met(total):
            return score
    return 0.0  # there are no backends


def _subtract(
    text: str, mentions: Sequence[NamedMention], others: Sequence[NamedMention]
) -> list[NamedMention]:
    """Remove the characters of ``others`` from mentions; both are sorted."""
    left: list[NamedMention] = []
    first = 0
    for mention in mentions:
        start = mention.start
        while first < len(others) and others[first].end <= start:
            first += 1
        at = first
        while at < len(others) and others[at].start < mention.end:
            if start < others[at].start:
                left.append(mention._replace(start=start, end=others[at].start))
            start = max(start, others[at].end)
            at += 1
        if start < mention.end:
            left.append(mention._replace(start=start))
    return _drop_words_around(text, trim_mentions(text, left))


def _resolve_overlaps(text: str, mentions: Iterable[NamedMention]) -> list[NamedMention]:
    """Resolve overlaps between labels: the higher score stays whole, then the longer mention."""
    resolved: list[NamedMention] = []
    for mention in sorted(mentions, key=_by_score):
        low = bisect_right(resolved, mention.start, key=_END)
        high = bisect_left(resolved, mention.end, low, key=_START)
        for left in _subtract(text, [mention], resolved[low:high]):
            insort(resolved, left)
    return resolved


def _by_score(mention: NamedMention) -> tuple[float, int, int, str]:
    return -mention.score, mention.start - mention.end, mention.start, mention.label
