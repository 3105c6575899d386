"""Publish texts as a user does, in each mode: the side of the attacked.

A *run* is one start of the program with one secret. Its secrets come from the random numbers of the
suite, so that a figure can be repeated; the program draws 128 bits by itself in the same way.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Any

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.replacement.keys import KEY_BYTES
from tacknamn.replacement.records import SamplerSettings
from tacknamn.replacement.stock import Stock

__all__ = ["MODES", "PROFILES", "SMALL_SEEDS", "Run", "Setting", "read_slots"]

PROFILES = ("swell", "clinic", "sms", "mask", "tab")
MODES = ("none", "seed", "key")
"""Without seed and key; with a small seed; with a key."""
SMALL_SEEDS = 300
"""Seeds that a person may choose: 1, 42, 2026 ... An attacker tries them all."""
_SECRET_BITS = 128


@dataclass(frozen=True, slots=True)
class Setting:
    """What an attack is tried against."""

    lexicon: Lexicon
    profile: str
    mode: str
    scale: float = 1.0
    """How many rounds are played, relative to ``make privacy``."""
    start: int = 18
    """Another number gives other people, secrets and guesses."""

    def count(self, rounds: int) -> int:
        """Return how many of this number of rounds are played."""
        return max(1, round(rounds * self.scale))

    def make_random(self, attack: str) -> Random:
        """Return random numbers that no other attack and setting has."""
        return Random(f"{self.start} {attack} {self.profile} {self.mode}")

    @property
    def stock(self) -> Stock:
        """The public lists, as the attacker reads them."""
        return _open_stock(self.lexicon)


@lru_cache(maxsize=2)
def _open_stock(lexicon: Lexicon) -> Stock:
    return Stock(lexicon, SamplerSettings())


class Run:
    """One start of the program, with a secret that the attacker does not know."""

    def __init__(self, setting: Setting, random: Random) -> None:
        self._random = random
        self.seed = random.randrange(SMALL_SEEDS) if setting.mode == "seed" else None
        """The seed that a person chose."""
        self._program = Pseudonymizer(
            setting.lexicon, setting.profile, **self._choose_secret(setting.mode)
        )

    def _choose_secret(self, mode: str) -> dict[str, Any]:
        if mode == "key":
            return {"key": self._random.randbytes(KEY_BYTES)}
        return {"seed": self._random.getrandbits(_SECRET_BITS) if self.seed is None else self.seed}

    @property
    def is_consistent(self) -> bool:
        """Whether a name has the same pseudonym in all texts of the run."""
        return self._program.is_consistent

    def publish(self, text: str, name: str = "") -> str:
        """Return the published text. Without a name, it has one that does not occur again."""
        return self._program(text, name or f"text {self._random.getrandbits(64):x}").text

    def publish_all(self, texts: Iterable[str]) -> Iterator[str]:
        """Publish texts one after the other."""
        return map(self.publish, texts)


def read_slots(frame: str, published: str) -> Mapping[str, str]:
    """Read what a published text has in the slots of its frame, which stays: the attacker knows it.

    >>> read_slots("Jag heter {name} och bor i {town}.", "Jag heter Eva och bor i Malmö.")
    {'name': 'Eva', 'town': 'Malmö'}

    Nothing is read if the frame was changed as well."""
    match = _compile_frame(frame).fullmatch(published)
    return {} if match is None else match.groupdict()


@lru_cache(maxsize=64)
def _compile_frame(frame: str) -> re.Pattern[str]:
    parts = re.split(r"\{(\w+)\}", frame)
    return re.compile(
        "".join(f"(?P<{part}>.+?)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
    )
