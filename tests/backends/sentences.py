"""What the tiny models are trained on: sentences of invented persons and a few places.

They learn the names by heart, and that anything else is none; more is not asked of them. What is
tested is that packages are called rightly and that places are those of the text.
"""

import random
from typing import NamedTuple

__all__ = ["LONG", "TEXTS", "Sentence", "sentences"]

FIRST = ("Anna", "Kim", "Peter", "Åsa", "Linnea", "Oskar", "Tindra", "Bo")
LAST = ("Lindqvist", "Berg", "Jackson", "Ek", "Sandström")
PLACES = ("London", "Uppsala", "Leeds")
VERBS = ("met", "called", "thanked", "saw")
NOTHING = (
    "the",
    "old",
    "house",
    "was",
    "quiet",
    "and",
    "nobody",
    "came",
    "today",
    "🙂",
    "café",
    "“",
    '"',
)
SEED = 7


class Sentence(NamedTuple):
    """Tokens with blanks between, and a label of each: ``B-PER``, ``I-PER``, ``B-LOC``, ``O``."""

    tokens: list[str]
    labels: list[str]

    @property
    def text(self) -> str:
        """The full stop stands close to the word before it, as in any text."""
        return " ".join(self.tokens[:-1]) + self.tokens[-1]

    @property
    def spans(self) -> list[tuple[int, int, str]]:
        """The names in the text."""
        found: list[tuple[int, int, str]] = []
        place = 0
        for token, label in zip(self.tokens, self.labels, strict=True):
            end = place + len(token)
            if label.startswith("I-"):
                found[-1] = (found[-1][0], end, found[-1][2])
            elif label != "O":
                found.append((place, end, label[2:]))
            place = end + 1
        return found


def sentences(count: int = 240) -> list[Sentence]:
    """Sentences to train on, always the same."""
    dice = random.Random(SEED)
    return [_sentence(dice) for _ in range(count)]


def _sentence(dice: random.Random) -> Sentence:
    tokens: list[str] = []
    labels: list[str] = []

    def add(words: list[str], label: str = "") -> None:
        tokens.extend(words)
        labels.extend(
            ["O"] * len(words)
            if not label
            else [f"{'I' if number else 'B'}-{label}" for number in range(len(words))]
        )

    add(dice.sample(NOTHING, dice.randint(0, 3)))
    add(_person(dice), "PER")
    add([dice.choice(VERBS)])
    add(_person(dice), "PER")
    if dice.random() < 0.5:
        add(["in"])
        add([dice.choice(PLACES)], "LOC")
    if dice.random() < 0.5:
        add(dice.sample(NOTHING, dice.randint(0, 3)))
    add(["."])
    return Sentence(tokens, labels)


def _person(dice: random.Random) -> list[str]:
    first = [dice.choice(FIRST)]
    return [*first, dice.choice(LAST)] if dice.random() < 0.7 else first


class Text(NamedTuple):
    """A text and the names in it."""

    text: str
    persons: tuple[str, ...]
    places: tuple[str, ...] = ()


TEXTS = {
    "plain": Text("Anna Berg met Kim in London.", ("Anna Berg", "Kim"), ("London",)),
    "astral": Text("🙂 🙂 Åsa Ek met Kim Berg 🙂.", ("Åsa Ek", "Kim Berg")),
    "joined emoji": Text("👩‍👩‍👧‍👦 👋🏽 the old house. Anna Berg met Bo.", ("Anna Berg", "Bo")),
    "combining": Text("the cafe\u0301 cafe\u0301 was old. Anna Berg met Bo.", ("Anna Berg", "Bo")),
    "no-break space": Text("the\u00a0old\u00a0house. Anna Berg met\u00a0Bo.", ("Anna Berg", "Bo")),
    "Windows": Text("the old house.\r\n\r\nAnna Berg met Bo.\r\n", ("Anna Berg", "Bo")),
    "zero width": Text("the\u200b old \ufeffhouse. Anna Berg met Bo.", ("Anna Berg", "Bo")),
    "quotation": Text('the " old house " was. " Anna Berg " met " Bo ".', ("Anna Berg", "Bo")),
    "blanks": Text("  \t the   old\n\n\n house.   Anna Berg   met Bo.  ", ("Anna Berg", "Bo")),
}
"""Texts in which places of tokens, bytes or UTF-16 units would be wrong."""

LONG = Text(
    "the old house was quiet and nobody came today . " * 90
    + "Anna Berg met Bo in Leeds. "
    + "the old house was quiet and nobody came today . " * 90
    + "Åsa Ek called Kim.",
    ("Anna Berg", "Bo", "Åsa Ek", "Kim"),
    ("Leeds",),
)
"""A thousand tokens on either side of names: longer than the windows of models."""
