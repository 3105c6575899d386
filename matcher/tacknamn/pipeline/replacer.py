"""From what was found to what stands there: numbers, and a replacement by each policy."""

from collections.abc import Sequence

from tacknamn.detection.ranking.label_groups import HOME
from tacknamn.pipeline.numbering import Numbering, make_chance_key, normalize_value
from tacknamn.profiles.methods import BY_CHANCE, BY_RULE, DRAWN
from tacknamn.profiles.profile import Profile
from tacknamn.profiles.records import Policy
from tacknamn.records import Action, Detection, Span
from tacknamn.replacement.records import Mention
from tacknamn.replacement.scope import Scope

__all__ = ["Replacer", "make_mention"]

_FOREIGN = frozenset(("area", "city", "geo", "place", "region"))
"""Labels that get ``foreign`` on top outside Sweden (A9, 2)."""
_NEVER_AT_HOME = "area"
"""Parts of Swedish cities are cities themselves, so that an area is always abroad (A9, 2)."""
_ABROAD = "foreign"
_COUNTED = "count"


def make_mention(text: str, found: Detection, policy: Policy) -> Mention:
    """What the sampler is told of a piece."""
    piece = text[found.start : found.end]
    return Mention(
        piece,
        policy.text or found.label,
        found.base or piece,
        found.affixes,
        found.country,
        found.parent,
    )


class Replacer:
    """Replaces the pieces of one text, in their order."""

    def __init__(self, text: str, profile: Profile, scope: Scope, numbering: Numbering) -> None:
        self._text = text
        self._profile = profile
        self._scope = scope
        self._numbering = numbering

    def spans(self, found: Sequence[Detection]) -> list[Span]:
        """The span of each piece that a policy marks or replaces."""
        policies = ((one, self._profile.policy_of(one)) for one in found)
        return [self._span(one, policy) for one, policy in policies if self._tells(one, policy)]

    def _tells(self, found: Detection, policy: Policy) -> bool:
        """Whether there is something to tell: the age 25 has no number of three digits to mask."""
        if policy.how == "mask_number":
            original = self._text[found.start : found.end]
            return BY_RULE[policy.how](original) != original
        return policy.action is not Action.KEEP

    def _span(self, found: Detection, policy: Policy) -> Span:
        if policy.how in DRAWN:
            return self._drawn(found, policy)
        original = self._text[found.start : found.end]
        thing = normalize_value(found.label, found.base or original)
        number = self._numbering.number(found.label, thing)
        replacement, reason = self._replacement(found, policy, original, number)
        affixes = found.affixes if policy.action is Action.MARK else ()
        return Span(
            found.start,
            found.end,
            found.label,
            replacement,
            number,
            _add_foreign(found, affixes),
            policy.action,
            found,
            reason,
        )

    def _drawn(self, found: Detection, policy: Policy) -> Span:
        made = self._scope.replace(make_mention(self._text, found, policy))
        label = made.label if not policy.text else found.label
        return Span(
            found.start,
            found.end,
            label,
            made.text,
            self._numbering.number(label, (made.label, made.number)),
            _add_foreign(found, made.affixes),
            policy.action,
            found,
            made.reason,
            made.pool,
        )

    def _replacement(
        self, found: Detection, policy: Policy, original: str, number: int
    ) -> tuple[str, str]:
        """What stands there instead of the original, and why."""
        if policy.action is Action.MARK:
            return original, "only marked"
        if policy.how == "placeholder":
            return policy.text, "a fixed placeholder"
        if policy.how == _COUNTED:
            return str(number), "numbered by first mention"
        by_rule = BY_RULE.get(policy.how)
        if by_rule is not None:
            return by_rule(original), f"by the rule {policy.how}"
        chance = self._scope.number(*make_chance_key(found.label, found.base or original))
        return BY_CHANCE[policy.how](original, chance), f"drawn by the rule {policy.how}"


def _add_foreign(found: Detection, affixes: tuple[str, ...]) -> tuple[str, ...]:
    is_known = found.country != "" or found.label == _NEVER_AT_HOME
    if found.label in _FOREIGN and found.country != HOME and is_known:
        return (*affixes, _ABROAD)
    return affixes
