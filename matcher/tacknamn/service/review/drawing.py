"""Draw pseudonyms for corrections: another one for a person or place, and those of spans made by hand.

A pseudonym never is a name that stays readable in its text. So names that must be avoided are treated as if
they stood in the text, and everything else is the work of the scope that draws for whole texts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from hashlib import blake2b

from tacknamn.pipeline.numbering import Numbering, normalize_value
from tacknamn.pipeline.replacer import PlannedSpan, Replacer, resolve_mention
from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.records import Policy
from tacknamn.records import Action, Detection
from tacknamn.replacement.inflection.genitives import split_genitive
from tacknamn.replacement.originals import ResolvedMention
from tacknamn.replacement.readable_text import cut_pieces
from tacknamn.replacement.records import DRAWN_LABELS
from tacknamn.replacement.scope import Scope
from tacknamn.service.problems import Problem
from tacknamn.service.review.documents import make_reviewed_span
from tacknamn.service.review.forms import is_same_kind
from tacknamn.service.review.records import DecidedBy, ReviewAction, ReviewedSpan, SpanPlace
from tacknamn.service.review.tools import ReviewTools
from tacknamn.text.fold import fold

__all__ = ["DrawnFor", "PieceLabel", "draw_base", "make_spans"]

PieceLabel = tuple[SpanPlace, str]
"""A piece of the text, and its label; empty if one is to be proposed."""
_TRIES = 60
"""Numbers that are tried for an age, a date or a house number. Their methods know at most 50."""
_UNKNOWN = "extra"
_UNKNOWN_NAME = "firstname_unknown"
"""Proposed for a word with a capital that no list has: most names that are missed are first names."""
_SAMPLED = Policy(Action.REPLACE, "draw")


class DrawnFor:
    """A text for which pseudonyms are drawn."""

    def __init__(
        self, tools: ReviewTools, id: str, text: str, spans: Sequence[ReviewedSpan]
    ) -> None:
        self.tools = tools
        self.id = id
        self.text = text
        self.spans = spans

    def open_scope(
        self, mentions: Iterable[ResolvedMention], pieces: Iterable[SpanPlace], avoid: Iterable[str]
    ) -> Scope:
        """Return a scope whose pseudonyms are neither readable in the text nor among ``avoid``.

        Args:
            pieces: What will be replaced, beyond the spans that are.
        """
        replaced = [span.place for span in self.spans if span.action is ReviewAction.REPLACE]
        readable = cut_pieces(self.text, sorted([*replaced, *pieces]))
        avoided = sorted(set(filter(None, avoid)))
        name = self.id
        if avoided:
            # Otherwise the second name would be followed by the first again.
            name += blake2b("\n".join(map(fold, avoided)).encode(), digest_size=8).hexdigest()
        return self.tools.pseudonymizer.sampler.scope(
            list(mentions), self.text, name, readable="\n".join((readable, *avoided))
        )


def draw_base(drawn_for: DrawnFor, label: str, base: str, avoid: Sequence[str]) -> str:
    """Return another pseudonym, without affixes: the same one for the same request."""
    policy = _find_policy(drawn_for.tools, label)
    detection = Detection(
        0, len(base), label, "", base, country=_find_country(drawn_for.tools, label, base)
    )
    mention = resolve_mention(
        base, PlannedSpan(detection, policy), drawn_for.tools.pseudonymizer.sampler.resolve
    )
    scope = drawn_for.open_scope([] if mention is None else [mention], [], avoid)
    if mention is not None:
        return scope.replace(mention).base
    refused = set(map(fold, avoid))
    for found in _list_by_rule(policy, label, base, scope):
        if fold(found) not in refused:
            return found
    raise Problem(
        "invalid", "there is no other replacement for this label by its rule; write one yourself"
    )


def _find_policy(tools: ReviewTools, label: str) -> Policy:
    """Return how to replace a label; one that the profile only marks is drawn from the lists."""
    policy = tools.profile.get_policy(label)
    if policy.action is Action.REPLACE:
        return _SAMPLED._replace(text=policy.text) if policy.method == "rotate" else policy
    if label in DRAWN_LABELS:
        return _SAMPLED
    raise Problem("invalid", "nothing is drawn for this label; write a replacement yourself")


def _find_country(tools: ReviewTools, label: str, base: str) -> str:
    candidates = tools.pseudonymizer.lexicon.lookup(base)
    return next((each.country for each in candidates if each.label == label), "")


def _list_by_rule(policy: Policy, label: str, base: str, scope: Scope) -> Iterable[str]:
    """Yield the replacements of a method that needs no list."""
    method = METHODS.get(policy.method)
    if policy.method == "placeholder" or method is None:
        yield policy.text.replace("{n}", "1")
    elif method.draw is not None:
        for number in range(_TRIES):
            yield method.draw(base, scope.draw_chance(label, f"{base} {number}"))
    elif method.replace is not None:
        yield method.replace(base)
    else:  # numbered by first mention
        yield from map(str, range(1, _TRIES))


def make_spans(drawn_for: DrawnFor, pieces: Sequence[PieceLabel]) -> list[ReviewedSpan]:
    """Make spans of pieces that a person chose, so that they fit the spans that there are."""
    detections = drawn_for.tools.everything.detect(drawn_for.text, everything=True)
    made: list[ReviewedSpan] = []
    for place, label in sorted(pieces):
        found = _find_detection(detections, place)
        made.append(_make_span(drawn_for, place, label, found, [*drawn_for.spans, *made]))
    return drawn_for.tools.forms.add_bases(drawn_for.text, made)


def _find_detection(detections: Iterable[Detection], place: SpanPlace) -> Detection | None:
    """Return the detection that shares most letters with a place."""
    start, end = place
    touching = [each for each in detections if each.start < end and start < each.end]
    return max(touching, key=lambda each: min(each.end, end) - max(each.start, start), default=None)


def _make_span(
    drawn_for: DrawnFor,
    place: SpanPlace,
    label: str,
    found: Detection | None,
    others: Sequence[ReviewedSpan],
) -> ReviewedSpan:
    tools = drawn_for.tools
    original = drawn_for.text[place[0] : place[1]]
    label = label or _propose_label(tools, original, found)
    is_same = found is not None and (found.start, found.end) == place
    if is_same and found is not None and is_same_kind(found.label, label):
        detection = found._replace(label=label, base=found.base or original)
    else:
        base, affixes = tools.forms.split(original, label)
        if not affixes and (known := _find_genitive(others, label, original)):
            base, affixes = known, ("gen",)
        country = _find_country(tools, label, base)
        detection = Detection(*place, label, "by_hand", base, affixes, country=country)
    same = _find_entity(others, detection, original)
    span = _replace_detection(drawn_for, detection, others)
    if same is not None:
        span = _join_entity(tools, span, same, original)
    return replace(
        span, by=DecidedBy.PERSON, accepted=True, probability=1.0, rule="by_hand", cue=""
    )


def _find_genitive(others: Iterable[ReviewedSpan], label: str, original: str) -> str:
    """Return the base of a span whose genitive the original is; no list need know the name."""
    stem = split_genitive(original)[0]
    if stem == original:
        return ""
    bases = (other.base for other in others if is_same_kind(other.label, label))
    return next((base for base in bases if fold(base) == fold(stem)), "")


def _propose_label(tools: ReviewTools, original: str, found: Detection | None) -> str:
    if found is not None:
        return found.label
    candidates = tools.pseudonymizer.lexicon.lookup(original)
    base, _ = tools.forms.split(original, _UNKNOWN_NAME)
    for candidate in candidates or tools.pseudonymizer.lexicon.lookup(base):
        label = str(candidate.label)
        return "ethnicity" if label == "nationality" else label
    if any(map(str.isdecimal, original)):
        return "other_nr_seq"
    return _UNKNOWN_NAME if original[:1].isupper() else _UNKNOWN


def _find_entity(
    others: Iterable[ReviewedSpan], detection: Detection, original: str
) -> ReviewedSpan | None:
    """Return a span of the same person, place or value; one that is replaced, if there is any."""
    bases = {fold(detection.base), fold(original)}
    value = normalize_value(detection.label, detection.base)
    same = [
        other
        for other in others
        if other.number
        and is_same_kind(other.label, detection.label)
        and (fold(other.base) in bases or normalize_value(other.label, other.base) == value)
    ]
    replaced = [other for other in same if other.action is ReviewAction.REPLACE]
    return next(iter(replaced or same), None)


def _replace_detection(
    drawn_for: DrawnFor, detection: Detection, others: Sequence[ReviewedSpan]
) -> ReviewedSpan:
    """Return a detection as a span, numbered and replaced as the profile says."""
    tools = drawn_for.tools
    policy = tools.profile.get_policy(detection.label)
    if policy.action is Action.KEEP:  # a person wants a label, so it is marked at least
        policy = Policy(Action.MARK, "mark")
    planned = PlannedSpan(detection, policy)
    mention = resolve_mention(drawn_for.text, planned, tools.pseudonymizer.sampler.resolve)
    mentions = [] if mention is None else [mention]
    taken = [other.new_base for other in others if other.action is ReviewAction.REPLACE]
    numbering = Numbering((other.label, other.number) for other in others if other.number)
    place = (detection.start, detection.end)
    span = None
    for avoid in ((), taken):
        scope = drawn_for.open_scope(mentions, [place], avoid)
        replacer = Replacer(drawn_for.text, [(planned, mention)], scope, numbering)
        spans = list(replacer.replace())
        if not spans:  # a method that changes nothing here
            break
        span = spans[0]
        base = scope.replace(mention).base if mention is not None else ""
        if mention is None or fold(base) not in set(map(fold, taken)):
            break
    if span is None:
        original = drawn_for.text[place[0] : place[1]]
        return ReviewedSpan(*place, detection.label, replacement=original, action=ReviewAction.MARK)
    return replace(make_reviewed_span(span, drawn_for.text), base=detection.base)


def _join_entity(
    tools: ReviewTools, span: ReviewedSpan, same: ReviewedSpan, original: str
) -> ReviewedSpan:
    """Give a span number and pseudonym of a mention of the same entity."""
    span = replace(span, label=same.label, number=same.number)
    if same.action is not ReviewAction.REPLACE or span.action is not ReviewAction.REPLACE:
        return span
    if not same.new_base:
        return span
    shaped = tools.forms.shape(span.label, original, span.base, span.affixes, same.new_base)
    return replace(span, replacement=shaped, new_base=same.new_base, reason=same.reason)
