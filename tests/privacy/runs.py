"""Publish texts as a user does, in each mode: the side of the attacked.

A *run* is one start of the program with one secret. Its secrets come from the random numbers of the
suite, so that a figure can be repeated; the program draws 128 bits by itself in the same way.
"""

import re
import warnings
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Any

from tacknamn.errors import InputError
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.pipeline.document import Document
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.profiles.reader import read_profile
from tacknamn.replacement.keys import KEY_BYTES
from tacknamn.replacement.records import SamplerSettings
from tacknamn.replacement.stock import Stock

__all__ = [
    "MODES",
    "PROFILES",
    "Run",
    "Setting",
    "is_accepted",
    "list_modes",
    "read_slots",
]

PROFILES = ("swell", "clinic", "sms", "mask", "tab")
MODES = ("none", "seed", "key", "writer")
"""Without seed and key; with a small seed; with a key; with a key and the id of each writer."""
_MODES_OF = {"swell": MODES, "clinic": MODES, "sms": MODES[:3]}
"""Modes by profile. Names that rotate are the same for all writers (B1), and the profiles that draw
nothing replace alike in all modes."""
_SMALL_SEEDS, _FEWEST_SEEDS = 50, 5
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
    cities: int = SamplerSettings().cities
    """The cities of a country to draw from."""

    def count(self, rounds: int) -> int:
        """Return how many of this number of rounds are played."""
        return max(1, round(rounds * self.scale))

    def make_random(self, attack: str) -> Random:
        """Return random numbers that no other attack and setting has."""
        return Random(f"{self.start} {attack} {self.profile} {self.mode}")

    @property
    def small_seeds(self) -> range:
        """The seeds that a person may choose: 1, 42, 2026 ... An attacker tries them all."""
        return range(max(_FEWEST_SEEDS, self.count(_SMALL_SEEDS)))

    @property
    def stock(self) -> Stock:
        """The public lists, as the attacker reads them."""
        return _open_stock(self.lexicon, self.cities)

    def open_program(self, **secret: Any) -> Pseudonymizer:
        """Start the program with a secret."""
        profile = read_profile(self.profile)
        if profile.sampler_settings.get("cities", self.cities) != self.cities:
            settings = {**profile.sampler_settings, "cities": self.cities}
            profile = replace(profile, sampler_settings=settings)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # of seeds that can be guessed: this is what we show
            return Pseudonymizer(self.lexicon, profile, **secret)


@lru_cache(maxsize=2)
def _open_stock(lexicon: Lexicon, cities: int) -> Stock:
    return Stock(lexicon, SamplerSettings(cities=cities))


def list_modes(profile: str) -> tuple[str, ...]:
    """List the modes that make a difference for a profile."""
    return _MODES_OF.get(profile, MODES[:1])


def is_accepted(setting: Setting) -> bool:
    """Whether the program accepts this profile in this mode."""
    try:
        Run(setting, Random(0))
    except InputError:
        return False
    return True


class Run:
    """One start of the program, with a secret that the attacker does not know."""

    def __init__(self, setting: Setting, random: Random, **options: Any) -> None:
        """Start the program; the options are further arguments of :class:`Pseudonymizer`."""
        self._setting = setting
        self._options = options
        self._random = random
        self._writer = "writer" if setting.mode == "writer" else None
        self._published: dict[tuple[str | None, str], str] = {}
        self.seed = random.choice(setting.small_seeds) if setting.mode == "seed" else None
        """The seed that a person chose."""
        self._secret = self._choose_secret(setting.mode)
        self._program = setting.open_program(**self._secret, **options)

    def _choose_secret(self, mode: str) -> dict[str, Any]:
        if mode in ("key", "writer"):
            return {"key": self._random.randbytes(KEY_BYTES)}
        return {"seed": self._random.getrandbits(_SECRET_BITS) if self.seed is None else self.seed}

    def start_again(self) -> "Run":
        """Start the program again, with another secret. A rotation costs a second to make, so it is
        made a few times only: it has enough names for many rounds."""
        profile = self._setting.profile
        if profile != "sms":
            return Run(self._setting, self._random, **self._options)
        return self

    def change_writer(self) -> None:
        """Go on with the texts of another writer, whom only one mode distinguishes."""
        if self._setting.mode == "writer":
            self._writer = f"writer {self._random.getrandbits(64):x}"

    @property
    def program(self) -> Pseudonymizer:
        """The program, for what it does besides texts."""
        return self._program

    @property
    def is_consistent(self) -> bool:
        """Whether a name has the same pseudonym in all texts of the run."""
        return self._program.is_consistent

    def pseudonymize(self, text: str) -> Document:
        """Return all that the program knows about a text: what its writers get."""
        return self._program(text, "text 1", self._writer)

    def publish(self, text: str, name: str = "") -> str:
        """Return the published text. Without a name, it has one that does not occur again.

        Where the name makes no difference, equal texts are published once and remembered."""
        if name or not self.is_consistent:
            name = name or f"text {self._random.getrandbits(64):x}"
            return self._program(text, name, self._writer).text
        key = (self._writer, text)
        if key not in self._published:
            self._published[key] = self._program(text, writer=self._writer).text
        return self._published[key]

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
