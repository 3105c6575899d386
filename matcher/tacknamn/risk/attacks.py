"""What attackers were right about when we attacked published texts: the figures of ``make privacy``.

They hold for the profile and the mode, not for the documents of a report, and were measured on
invented texts. ``measured_attacks.tsv`` has a line for each attack, profile and mode; docs/privacy.md
shows the same figures and explains the attacks.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from tacknamn.support.tables import read_table

__all__ = [
    "COLUMNS",
    "MEASURED",
    "QUESTIONS",
    "AttackQuestion",
    "MeasuredAttack",
    "join_settings",
    "list_successful",
    "read_measured",
]

MEASURED = Path(__file__).with_name("measured_attacks.tsv")
COLUMNS = (
    "attack", "attacker", "profile", "mode", "rounds", "right", "chance", "rule", "reason"
)  # fmt: skip


class AttackQuestion(NamedTuple):
    """What the attacker wants to know, and the labels that it is about."""

    title: str
    attacks: tuple[str, ...]
    """How the names of its attacks begin."""
    labels: frozenset[str]


_NAMES = frozenset(("firstname_female", "firstname_male", "firstname_unknown"))
_PERSON = _NAMES | {"surname"}
_NUMBERS = frozenset(("account_nr", "license_nr", "other_nr_seq", "personid_nr", "phone_nr"))
QUESTIONS = (
    AttackQuestion(
        "Which towns did the text name?",
        ("home town", "three of the five towns"),
        frozenset(("city",)),
    ),
    AttackQuestion("How old is the writer?", ("age",), frozenset(("age_digits", "age_string"))),
    AttackQuestion(
        "Which day, month or year did the text name?",
        ("day", "month", "year"),
        frozenset(("day", "month_word", "month_digit", "year")),
    ),
    AttackQuestion(
        "Which house number, region or country did the text name?",
        ("house number", "region", "country"),
        frozenset(("street_nr", "region", "country")),
    ),
    AttackQuestion("What is the first name?", ("first name", "most frequent"), _NAMES),
    AttackQuestion(
        "Which suspect wrote the text?",
        ("writer among",),
        _PERSON | _NUMBERS | {"age_digits", "age_string", "email", "username", "year"},
    ),
    AttackQuestion(
        "Which row of other records is the text about?", ("row of",), frozenset(("other_nr_seq",))
    ),
    AttackQuestion("Which texts belong together?", ("two ",), _PERSON),
    AttackQuestion(
        "What does grammar show?", ("how a", "an island"), _PERSON | {"city", "country"}
    ),
    AttackQuestion(
        "What do files show that the text hides?",
        ("an original", "original name", "a person", "writer of a document"),
        _PERSON,
    ),
)
"""The questions, in the order of the page."""


@dataclass(frozen=True, slots=True)
class MeasuredAttack:
    """How often an attack was right against one profile in one mode."""

    attack: str
    attacker: str
    """What the attacker has, in addition to the text, the program and the lists."""
    profile: str
    mode: str
    """``none``: without seed and key; ``seed``: a small seed; ``key``; ``writer``: key and --writer."""
    rounds: int
    right: int
    chance: float
    rule: str
    """The rule of the guidelines that makes the attack possible; ``mode`` for the choice of the user;
    empty if it is no better than chance."""
    reason: str

    @property
    def success(self) -> float:
        """The share of rounds in which the attacker was right."""
        return self.right / self.rounds

    @property
    def difference(self) -> float:
        """How much more often he was right than by chance."""
        return self.success - self.chance

    @property
    def question(self) -> AttackQuestion:
        """The question that the attack answers."""
        return next(each for each in QUESTIONS if self.attack.startswith(each.attacks))


@lru_cache(maxsize=1)
def read_measured() -> tuple[MeasuredAttack, ...]:
    """Read the figures."""
    return tuple(
        MeasuredAttack(
            attack, attacker, profile, mode, int(rounds), int(right), float(chance), rule, reason
        )
        for attack, attacker, profile, mode, rounds, right, chance, rule, reason in read_table(
            __file__, MEASURED.name, reasons=True
        )
    )


def list_successful(labels: Collection[str]) -> list[list[MeasuredAttack]]:
    """List the attacks that are better than chance and concern these labels, most successful first.

    The same attack in several profiles and modes, by the same rule, is one list."""
    groups: dict[tuple[str, str], list[MeasuredAttack]] = {}
    for each in read_measured():
        if each.rule and not each.question.labels.isdisjoint(labels):
            groups.setdefault((each.attack, each.rule), []).append(each)
    return sorted(groups.values(), key=lambda group: -max(each.difference for each in group))


def join_settings(group: Iterable[MeasuredAttack]) -> str:
    """Write the profiles and modes of a group: ``swell (key), sms (none, key)``."""
    modes: dict[str, list[str]] = {}
    for each in group:
        modes.setdefault(each.profile, []).append(each.mode)
    return ", ".join(f"{profile} ({', '.join(names)})" for profile, names in modes.items())
