"""A profile: what is looked for, and what becomes of what was found."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from tacknamn.detection.harmless.always import NOTHING_HARMLESS, HarmlessSettings
from tacknamn.errors import InputError
from tacknamn.profiles.methods import read_policy
from tacknamn.profiles.policy_names import resolve_name
from tacknamn.profiles.records import (
    NO_MASKS,
    Join,
    MaskSwitches,
    Policy,
    make_placeholder,
)
from tacknamn.records import Action, Detection

__all__ = ["Profile"]


@dataclass(frozen=True, slots=True)
class Profile:
    """The choices of one way to pseudonymize. It is changed by making another one.

    >>> from tacknamn.profiles import read_profile
    >>> read_profile("swell").with_changes({"account_nr": "fixed_account"}).policy("account_nr").how
    'fixed_account'
    """

    name: str
    description: str
    policies: Mapping[str, Policy]
    """By label, for those that have one of their own."""
    others: Policy
    """Of all other labels."""
    finders: frozenset[str]
    """What looks for names and numbers: ``lists``, ``patterns``, ``marks``, ``masks``, ``tab``."""
    rules: Mapping[str, Policy] = field(default_factory=dict)
    """By rule of the patterns, where some findings of a label are treated unlike the others:
    weekdays and prices stay."""
    joins: tuple[Join, ...] = ()
    """Neighbours that become one span; empty where each piece stays on its own."""
    revealing: HarmlessSettings = NOTHING_HARMLESS
    drawing: Mapping[str, int | str | bool] = field(default_factory=dict)
    """How the sampler draws: ``top``, ``cities``, ``weighted``, ``style``."""
    extent: str = "document"
    """How far a pseudonym reaches: ``document``, or ``corpus`` where names rotate."""
    masks: MaskSwitches = NO_MASKS
    language: str = ""
    """Of the texts, where the profile is meant for one language: ``sv`` or ``en``."""

    def policy(self, label: str) -> Policy:
        """What becomes of a label."""
        return self.policies.get(label, self.others)

    def policy_of(self, found: Detection) -> Policy:
        """What becomes of what was found: by its rule, or else by its label."""
        return self.rules.get(found.rule) or self.policies.get(found.label, self.others)

    def leaves(self, found: Detection) -> bool:
        """Whether it stays and nothing is told."""
        return self.policy_of(found).action is Action.KEEP

    @property
    def kept(self) -> frozenset[str]:
        """Labels that stay in the text, so that what is drawn fits them."""
        return frozenset(
            label for label, one in self.policies.items() if one.action is not Action.REPLACE
        )

    @property
    def sampling(self) -> dict[str, object]:
        """Arguments of :class:`tacknamn.Sampler`."""
        return {**self.drawing, "kept": self.kept}

    def with_changes(self, changes: Mapping[str, str]) -> "Profile":
        """The profile with other policies for some labels or rules, written as for ``--set``.

        Args:
            changes: ``{"country": "keep", "weekday": "mark", "surname": "[LastName]"}``.
        """
        policies, rules = dict(self.policies), dict(self.rules)
        for name, written in changes.items():
            label, rule = resolve_name(name, len(self.masks.custom))
            try:
                policy = read_policy(label, written)
            except InputError as exc:
                raise InputError(f"{name}: {exc}") from exc
            (rules if rule else policies)[rule or label] = policy
        return replace(self, policies=policies, rules=rules)

    def with_masks(
        self,
        switched: Collection[int] | None = None,
        custom: Iterable[tuple[str, str]] | None = None,
    ) -> "Profile":
        """The profile with other patterns of ``mask`` switched on, or other pairs of the user's.

        Masks are looked for from then on, if they were not before."""
        from tacknamn.detection.patterns.clinical_patterns import check_switches, list_placeholders
        from tacknamn.detection.patterns.custom_masks import check_pairs, list_custom_texts

        numbers = self.masks.switched if switched is None else check_switches(switched)
        pairs = self.masks.custom if custom is None else check_pairs(custom)
        policies = _make_placeholders(list_placeholders()) | dict(self.policies)
        policies |= _make_placeholders(list_custom_texts(pairs))
        finders = self.finders | {"masks"}
        return replace(self, masks=MaskSwitches(numbers, pairs), policies=policies, finders=finders)


def _make_placeholders(texts: Mapping[str, str]) -> dict[str, Policy]:
    return {label: make_placeholder(text) for label, text in texts.items()}
