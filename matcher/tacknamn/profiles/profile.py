"""A profile: which finders run on a text, and what happens to their detections."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace

from tacknamn.detection.harmless.always import NOTHING_HARMLESS, HarmlessSettings
from tacknamn.detection.thresholds import check_threshold
from tacknamn.errors import InputError
from tacknamn.profiles.policy_syntax import is_known_label, read_policy, resolve_name
from tacknamn.profiles.records import (
    NO_MASKS,
    RUNNING_NUMBER,
    Join,
    MaskSwitches,
    Policy,
    make_placeholder,
)
from tacknamn.records import Action, Detection

__all__ = ["Profile"]


@dataclass(frozen=True, slots=True)
class Profile:
    """The settings of one way to pseudonymize. It is immutable; a change returns a new profile.

    >>> from tacknamn.profiles.reader import read_profile
    >>> profile = read_profile("swell").change_policies({"account_nr": "fixed_account"})
    >>> profile.get_policy("account_nr").method
    'fixed_account'
    """

    name: str
    description: str
    policies: Mapping[str, Policy]
    """The policies of labels."""
    others: Policy
    """The policy of all labels that are not in ``policies``."""
    finders: frozenset[str]
    """The finders that run: ``lists``, ``patterns``, ``marks``, ``masks``, ``tab``."""
    rules: Mapping[str, Policy] = field(default_factory=dict)
    """The policies of rules of the patterns. They take precedence over that of the label, so that
    weekdays and prices can stay."""
    joins: tuple[Join, ...] = ()
    """Neighbours that become one span."""
    harmless: HarmlessSettings = NOTHING_HARMLESS
    """What is left in the text because it identifies no person."""
    sampler_settings: Mapping[str, int | str | bool] = field(default_factory=dict)
    """How the sampler draws: ``top``, ``cities``, ``weighted``, ``style``."""
    extent: str = "document"
    """Where the same name gets the same pseudonym: in one ``document``, or in the whole
    ``corpus`` (names then rotate)."""
    thresholds: Mapping[str, float] = field(default_factory=dict)
    """The least probability of some labels (see :mod:`tacknamn.detection.thresholds`)."""
    masks: MaskSwitches = NO_MASKS
    own_labels: frozenset[str] = frozenset()
    """Labels of the user's lists that may have a policy."""
    language: str = ""
    """The language of the texts, ``sv``, ``en`` or ``auto``; empty if the caller decides."""

    def get_policy(self, label: str) -> Policy:
        """Return the policy of a label."""
        return self.policies.get(label, self.others)

    def resolve_policy(self, detection: Detection) -> Policy:
        """Return the policy of a detection: that of its rule, else that of its label."""
        return self.rules.get(detection.rule) or self.policies.get(detection.label, self.others)

    @property
    def kept_labels(self) -> frozenset[str]:
        """The labels that stay in the text. The sampler draws names that fit them."""
        return frozenset(
            label for label, policy in self.policies.items() if policy.action is not Action.REPLACE
        )

    @property
    def sampler_arguments(self) -> dict[str, object]:
        """The arguments of :class:`tacknamn.Sampler`."""
        return {**self.sampler_settings, "kept": self.kept_labels}

    def add_own_labels(self, labels: Iterable[str]) -> "Profile":
        """Return the profile with a policy for labels of the user's lists: one that it has none for
        becomes a numbered placeholder."""
        labels = frozenset(labels)
        free = (label for label in sorted(labels) if not is_known_label(label))
        placeholders = {label: make_placeholder(f"[{label} {RUNNING_NUMBER}]") for label in free}
        return replace(
            self,
            policies={**placeholders, **self.policies},
            own_labels=self.own_labels | labels,
        )

    def change_policies(self, changes: Mapping[str, str]) -> "Profile":
        """Return the profile with other policies for some labels or rules, as in ``--set``.

        Args:
            changes: ``{"country": "keep", "weekday": "mark", "surname": "[LastName]"}``.
        """
        policies, rules = dict(self.policies), dict(self.rules)
        for name, written in changes.items():
            label, rule = resolve_name(name, len(self.masks.custom), self.own_labels)
            try:
                policy = read_policy(label, written)
            except InputError as exc:
                raise InputError(f"{name}: {exc}") from exc
            (rules if rule else policies)[rule or label] = policy
        return replace(self, policies=policies, rules=rules)

    def change_thresholds(self, changes: Mapping[str, float]) -> "Profile":
        """Return the profile with other thresholds for some labels, as in ``--threshold``."""
        checked = {label: check_threshold(label, least) for label, least in changes.items()}
        return replace(self, thresholds={**self.thresholds, **checked})

    def change_masks(
        self,
        switched: Collection[int] | None = None,
        custom: Iterable[tuple[str, str]] | None = None,
    ) -> "Profile":
        """Return the profile with other mask patterns switched on, or other pairs of the user.

        The finder ``masks`` runs from then on, even if it did not before."""
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
