"""What a profile is made of: policies, joins, and the settings of other stages."""

from typing import NamedTuple

from tacknamn.records import Action

__all__ = [
    "KEEP",
    "MARK",
    "NO_MASKS",
    "Join",
    "MaskSwitches",
    "Policy",
    "make_placeholder",
]


class Policy(NamedTuple):
    """What becomes of a label."""

    action: Action
    how: str
    """The way of replacing, a name of :data:`tacknamn.profiles.methods.METHODS`; ``mark`` and
    ``keep`` where nothing is replaced."""
    text: str = ""
    """With ``make_placeholder`` the text that stands there then; with ``draw`` and ``rotate`` the
    label whose names are taken, where it is not the label itself."""

    def __str__(self) -> str:
        """As profiles and ``--set`` have it."""
        if self.how == "placeholder":
            return self.text
        return f"{self.how}:{self.text}" if self.text else self.how


KEEP = Policy(Action.KEEP, "keep")
MARK = Policy(Action.MARK, "mark")


def make_placeholder(text: str) -> Policy:
    """The policy that puts this text there."""
    return Policy(Action.REPLACE, "placeholder", text)


class Join(NamedTuple):
    """Pieces that become one span where nothing but ``between`` parts them.

    The span has the label of its first piece."""

    labels: frozenset[str]
    """The labels whose pieces belong together."""
    between: frozenset[str]
    """What may stand between two of them: a blank, say, or ``, ``."""


class MaskSwitches(NamedTuple):
    """Which of the nine patterns of ``mask`` are on, and the user's own."""

    switched: frozenset[int] = frozenset()
    """Numbers from 1 to 9, as in :data:`tacknamn.detection.patterns.clinical_patterns.CLINICAL_PATTERNS`."""
    custom: tuple[tuple[str, str], ...] = ()
    """Pairs of a regular expression and what stands instead of what it finds. The n-th pair
    has the label ``custom_n``."""


NO_MASKS = MaskSwitches()
