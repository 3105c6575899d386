"""Plan the spans of a text, and replace them.

Each detection gets its policy, and neighbours that become one span are joined. Then each replacement
is drawn or computed, and each entity gets its number.
"""

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from tacknamn.detection.patterns.number_words import write_cardinal
from tacknamn.detection.ranking.label_groups import HOME
from tacknamn.detection.ranking.rules import LIST
from tacknamn.pipeline.numbering import Numbering, make_chance_key, normalize_value
from tacknamn.profiles.methods import METHODS
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import RUNNING_NUMBER, Join, Policy
from tacknamn.records import Action, Detection, Span
from tacknamn.replacement.number_replacements import Chance, parse_number
from tacknamn.replacement.originals import ResolvedMention
from tacknamn.replacement.prepositions import read_preposition_before
from tacknamn.replacement.scope import Scope

__all__ = [
    "UNCHANGED_IS_NO_SPAN",
    "PlannedSpan",
    "Replacer",
    "join_neighbours",
    "list_replaced",
    "plan_spans",
    "resolve_mention",
]

_LABELS_ABROAD = frozenset(("area", "city", "geo", "place", "region"))
"""Labels that get ``foreign`` as well outside Sweden (A9, 2)."""
_ALWAYS_ABROAD = "area"
"""A part of a Swedish city is labelled as a city, so an area is always abroad (A9, 2)."""
_AROUND_HOME = frozenset(("europa", "norden", "skandinavien", "world", "världen"))
"""Regions of several countries, Sweden among them. The others are abroad: Baltikum."""
_ABROAD = "foreign"
_COUNTRY = "country"
_AGE_STRING = "age_string"
_ORDERED = frozenset(("age", "year"))
"""Methods that move a number a little, so that the numbers of a range must not change places."""
_RANGES = frozenset(
    (
        "-",
        "–",
        " - ",
        " – ",
        " -",
        " till ",
        " till -",
        " och ",
        " eller ",
        " to ",
        " and ",
        " or ",
        ", ",
    )
)
"""What may stand between the two numbers of a range."""
_MOST_DRAWS = 4
"""As many as there are other numbers within two of one."""
_SAMPLED = frozenset(name for name, method in METHODS.items() if method.is_sampled)
"""Methods by which the sampler draws a name."""
UNCHANGED_IS_NO_SPAN = "mask_number"
"""The method that makes no span where it changes nothing: the age 25 has no number to mask."""


_STOOD_THERE = "; this stood there already, which is intended: do not change it by hand"


class PlannedSpan(NamedTuple):
    """A detection and the policy that decides about it."""

    detection: Detection
    policy: Policy


class _DrawnNumber(NamedTuple):
    """The age or year that was replaced last."""

    end: int
    """Where it ends in the text."""
    value: int
    """The original number."""
    drawn: int
    """The number that replaces it."""


def plan_spans(profile: Profile, detections: Iterable[Detection]) -> Iterator[PlannedSpan]:
    """Resolve the policy of each detection; drop those that the profile keeps."""
    for each in detections:
        policy = profile.resolve_policy(each)
        if policy.action is not Action.KEEP:
            yield PlannedSpan(each, policy)


def list_replaced(planned: Iterable[PlannedSpan]) -> Iterator[tuple[int, int]]:
    """Yield start and end of what does not stay in the text."""
    for detection, policy in planned:
        if policy.action is Action.REPLACE:
            yield detection.start, detection.end


def join_neighbours(
    text: str, planned: Iterable[PlannedSpan], joins: Iterable[Join]
) -> Iterable[PlannedSpan]:
    """Join neighbours that belong together; the result has label and policy of the first.

    First name and surname, for example, become one ``[Name]`` (C2)."""
    for join in joins:
        planned = _apply_join(text, planned, join)
    return planned


def _apply_join(text: str, planned: Iterable[PlannedSpan], join: Join) -> Iterator[PlannedSpan]:
    last: PlannedSpan | None = None
    for span in planned:
        if last is None:
            last = span
        elif _is_joined(text, last.detection, span.detection, join):
            last = last._replace(detection=_join_detections(last.detection, span.detection))
        else:
            yield last
            last = span
    if last is not None:
        yield last


def _is_joined(text: str, last: Detection, detection: Detection, join: Join) -> bool:
    return (
        detection.label in join.labels
        and last.label in join.labels
        and text[last.end : detection.start] in join.between
    )


def _join_detections(last: Detection, detection: Detection) -> Detection:
    return last._replace(
        end=detection.end,
        base="",
        affixes=detection.affixes,
        probability=min(last.probability, detection.probability),
    )


def resolve_mention(
    text: str, planned: PlannedSpan, resolve: Callable[..., ResolvedMention]
) -> ResolvedMention | None:
    """Return the mention for which the sampler draws a name; None if it draws none.

    Args:
        resolve: The sampler's method :meth:`~tacknamn.replacement.sampler.Sampler.resolve`.
    """
    detection, policy = planned
    if policy.method not in _SAMPLED:
        return None
    original = text[detection.start : detection.end]
    return resolve(
        original,
        policy.text or detection.label,
        detection.base or original,
        detection.affixes,
        detection.country,
        detection.parent,
        "",
        read_preposition_before(text, detection.start) if detection.label == _COUNTRY else "",
    )


class Replacer:
    """Replaces the planned spans of one text, in their order."""

    def __init__(
        self,
        text: str,
        planned: Iterable[tuple[PlannedSpan, ResolvedMention | None]],
        scope: Scope,
        numbering: Numbering,
    ) -> None:
        """Prepare to replace.

        Args:
            planned: The spans, each with the mention that the scope draws a name for. They are
                read once.
        """
        self._text = text
        self._planned = planned
        self.scope = scope
        self._numbering = numbering
        self._last_number: _DrawnNumber | None = None

    def replace(self) -> Iterator[Span]:
        """Yield the span of each detection that its policy marks or replaces."""
        for span, mention in self._planned:
            if mention is not None:
                yield self._draw_span(span, mention)
            elif span.policy.method != UNCHANGED_IS_NO_SPAN or self._is_changed(span):
                yield self._make_span(span)

    def _is_changed(self, planned: PlannedSpan) -> bool:
        """Whether a method without a number changes the original."""
        detection = planned.detection
        original = self._text[detection.start : detection.end]
        method = METHODS[planned.policy.method]
        return method.replace is None or method.replace(original) != original

    def _make_span(self, planned: PlannedSpan) -> Span:
        detection, policy = planned
        original = self._text[detection.start : detection.end]
        entity = normalize_value(detection.label, detection.base or original)
        number = self._numbering.get_number(detection.label, entity)
        replacement, reason = self._replace_original(detection, policy, original, number)
        if replacement == original and policy.action is Action.REPLACE:
            reason += _STOOD_THERE
        affixes = detection.affixes if policy.action is Action.MARK else ()
        return Span(
            detection.start,
            detection.end,
            detection.label,
            replacement,
            number,
            _add_foreign(detection, affixes),
            policy.action,
            detection,
            reason,
        )

    def _draw_span(self, planned: PlannedSpan, mention: ResolvedMention) -> Span:
        """Make a span whose replacement the sampler draws."""
        detection, policy = planned
        pseudonym = self.scope.replace(mention)
        label = pseudonym.label if not policy.text else detection.label
        return Span(
            detection.start,
            detection.end,
            label,
            pseudonym.text,
            self._numbering.get_number(label, (pseudonym.label, pseudonym.number)),
            _add_foreign(detection, pseudonym.affixes),
            policy.action,
            detection,
            pseudonym.reason,
            pseudonym.draw.pool,
        )

    def _replace_original(
        self, detection: Detection, policy: Policy, original: str, number: int
    ) -> tuple[str, str]:
        """Return the replacement of a detection, and the reason for it."""
        if policy.action is Action.MARK:
            return original, "only marked"
        if policy.method == "placeholder":
            return policy.text.replace(RUNNING_NUMBER, str(number)), "a fixed placeholder"
        method = METHODS[policy.method]
        if method.replace is not None:
            return method.replace(original), f"by the rule {policy.method}"
        if method.draw is not None:
            key = make_chance_key(detection.label, detection.base or original)
            chance = self.scope.draw_chance(*key)
            replacement = method.draw(original, chance)
            if policy.method in _ORDERED:
                replacement = self._keep_order(detection, original, method.draw, chance)
                replacement = self._spell_within_word(detection, replacement)
            return replacement, f"drawn by the rule {policy.method}"
        return str(number), "numbered by first mention"

    def _spell_within_word(self, detection: Detection, replacement: str) -> str:
        """Return a number in words where the original is one and begins a word: *fyraåring*."""
        is_glued = self._text[detection.end : detection.end + 1].isalpha()
        if detection.label != _AGE_STRING or not is_glued or not replacement.isdecimal():
            return replacement
        word = write_cardinal(int(replacement))
        return word.capitalize() if self._text[detection.start].isupper() else word

    def _keep_order(
        self,
        detection: Detection,
        original: str,
        draw: Callable[[str, Chance], str],
        chance: Chance,
    ) -> str:
        """Draw again until a number keeps its order with the one it forms a range with: 5-7 år."""
        value = parse_number(original)
        replacement = draw(original, chance)
        last = self._last_number
        if last is not None and value is not None:
            between = self._text[last.end : detection.start].lower()
            for further in range(_MOST_DRAWS if between in _RANGES else 0):
                replacement = draw(original, chance._replace(run=chance.run + further))
                drawn = parse_number(replacement) or 0
                if (drawn > last.drawn) - (drawn < last.drawn) == (
                    (value > last.value) - (value < last.value)
                ):
                    break
        self._last_number = (
            _DrawnNumber(detection.end, value, parse_number(replacement) or 0)
            if value is not None
            else None
        )
        return replacement


def _add_foreign(detection: Detection, affixes: tuple[str, ...]) -> tuple[str, ...]:
    if detection.label not in _LABELS_ABROAD or detection.country == HOME:
        return affixes
    is_wide = detection.label == "region" and detection.rule == LIST and not detection.country
    is_known = detection.country != "" or detection.label == _ALWAYS_ABROAD
    is_known = is_known or (is_wide and detection.base.lower() not in _AROUND_HOME)
    return (*affixes, _ABROAD) if is_known else affixes
