"""The parts of a profile: policies, joins, and the switches of the masks."""

from typing import NamedTuple

from tacknamn.records import Action

__all__ = [
    "KEEP",
    "MARK",
    "NO_MASKS",
    "RUNNING_NUMBER",
    "Join",
    "MaskSwitches",
    "Policy",
    "make_placeholder",
]


class Policy(NamedTuple):
    """What happens to the detections of a label."""

    action: Action
    method: str
    """The replacement method, a name of :data:`tacknamn.profiles.methods.METHODS`; ``mark`` or
    ``keep`` if the text is not replaced."""
    text: str = ""
    """For ``placeholder``: the new text. For ``draw`` and ``rotate``: the label whose names are
    used, if it is another one."""

    def __str__(self) -> str:
        """Return the policy as profiles and ``--set`` write it."""
        if self.method == "placeholder":
            return self.text
        return f"{self.method}:{self.text}" if self.text else self.method


RUNNING_NUMBER = "{n}"
"""What stands in a placeholder for the running number of the entity: ``[Ward {n}]``."""
KEEP = Policy(Action.KEEP, "keep")
MARK = Policy(Action.MARK, "mark")


def make_placeholder(text: str) -> Policy:
    """Return the policy that replaces every detection with this text."""
    return Policy(Action.REPLACE, "placeholder", text)


class Join(NamedTuple):
    """Neighbouring detections that become one span. The span has the label of the first."""

    labels: frozenset[str]
    """The labels whose detections belong together."""
    between: frozenset[str]
    """The text that may stand between two of them: a blank, say, or ``, ``."""


class MaskSwitches(NamedTuple):
    """Which of the nine patterns of ``mask`` are on, and the user's own patterns."""

    switched: frozenset[int] = frozenset()
    """Numbers from 1 to 9, as in
    :data:`tacknamn.detection.patterns.clinical_patterns.CLINICAL_PATTERNS`."""
    custom: tuple[tuple[str, str], ...] = ()
    """Pairs of a regular expression and the text that replaces its matches. The n-th pair has the
    label ``custom_n``."""


NO_MASKS = MaskSwitches()
