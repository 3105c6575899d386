"""What many texts of one writer, or many releases of one text, give away about the writer.

In each text the program draws again. A value that is never drawn, though its neighbours are, is the
original; the middle of all drawn ages is the age. First the attacker tries the program with writers of
his own, to see how often it leaves an original and how far it moves an age.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from math import log
from random import Random
from typing import NamedTuple

from tacknamn.replacement.addresses import list_regions_above
from tacknamn.replacement.pools import Pool
from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_five_cities", "attack_many_texts", "attack_releases", "attack_writers"]

SHORT_FRAME = "Jag heter {name}."
MONTHS = (
    "januari", "februari", "mars", "april", "maj", "juni",
    "juli", "augusti", "september", "oktober", "november", "december",
)  # fmt: skip
SHIFTS = (-2, -1, 1, 2)
"""How far an age or a year may move (A9.5, A9.6). Chance is one of these four."""
_NEVER = 1e-6
"""The share of what the attacker has not seen the program do."""
_TEXTS = (1, 5, 20, 50)
_ROUNDS = 1000
_MANY_TEXTS, _MANY_ROUNDS = 400, 150
_RELEASES, _RELEASE_ROUNDS = 10, 1000
_TRIED, _TRIED_IN_A_RUN = 1000, 5
_FIVE = 5
Seen = Sequence[str]
"""What was published in one slot, text after text."""


class Fact(NamedTuple):
    """A fact about the writer that the attacker wants."""

    name: str
    title: str
    sentence: str
    list_values: Callable[[Setting], Sequence[str]]
    """Lists the possible originals, all equally probable; empty if the lists have none."""
    write: str = "{}"
    """What stands in the slot of the sentence; the value is the word in it that varies."""

    @property
    def is_moved(self) -> bool:
        """Whether the program moves it by up to two."""
        return self.name in ("age", "year")

    def read(self, seen: str) -> str:
        """Return the value that stands in a slot; all of it where another form was published."""
        words, place = seen.split(), self.write.split().index("{}")
        return words[place] if len(words) == len(self.write.split()) > 1 else seen


def _list_names(pool: Pool | None) -> Sequence[str]:
    tier = None if pool is None else pool.get_first()
    return [] if tier is None else [name.draw.base for name in tier.names]


def _list_regions(setting: Setting) -> Sequence[str]:
    """List the regions in which the towns lie: what a region at home becomes."""
    entries = setting.stock.entries
    regions: dict[str, None] = {}
    for tier in setting.stock.get_cities("SE"):
        for town in tier.names:
            above = list_regions_above(entries, town.draw.parent, "SE")
            regions.update({row.form: None for row in above if row.form.endswith(" län")})
    return list(regions)


FACTS = (
    Fact("name", "first name", "Jag heter {name}.",
         lambda setting: _list_names(setting.stock.get_names("firstname_female"))),
    Fact("age", "age", "Jag är {age} år.", lambda _: list(map(str, range(18, 68)))),
    Fact("town", "home town", "Jag bor i {town} sedan länge.",
         lambda setting: _list_names(setting.stock.get_cities("SE"))),
    Fact("month", "month", "Jag flyttade i {month}.", lambda _: MONTHS),
    Fact("year", "year", "Jag kom hit {year}.", lambda _: list(map(str, range(1960, 2016)))),
    Fact("day", "day", "Jag reser den {day}.", lambda _: list(map(str, range(1, 29))), "{} maj"),
    Fact("house", "house number", "Min adress är {house}.",
         lambda _: list(map(str, range(1, 51))), "Storgatan {}"),
    Fact("region", "region", "Min pappa bor i {region}.", _list_regions),
    Fact("country", "country", "Min mamma bor i {country}.",
         lambda setting: _list_names(setting.stock.get_countries())),
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Slot:
    """A fact, and what the attacker knows of it."""

    fact: Fact
    values: Sequence[str]
    shares: Mapping[str, float]
    """How the program moved originals when the attacker tried it: for ages and years by shift, else
    whether the value stayed."""

    def get_chance(self, seen: Seen) -> float:
        """Return how often a guess is right: of an age that is shown, one of four; else any value."""
        is_shown = self.fact.is_moved and any(map(str.isdigit, seen))
        return 1 / (len(SHIFTS) if is_shown else len(self.values))

    def guess(self, seen: Seen, random: Random) -> str:
        """Guess the original."""
        weigh = self._weigh_number if self.fact.is_moved else self._weigh_name
        counts = Counter(seen)
        weights = {value: weigh(value, counts) for value in self.values}
        most = max(weights.values())
        return random.choice([value for value, weight in weights.items() if weight == most])

    def _weigh_number(self, age: str, counts: Counter[str]) -> float:
        """How probable what was seen is, if this is the age; unreadable ages count alike."""
        read = ((int(seen), n) for seen, n in counts.items() if seen.isdigit())
        return sum(n * log(self.shares.get(str(drawn - int(age)), _NEVER)) for drawn, n in read)

    def _weigh_name(self, value: str, counts: Counter[str]) -> float:
        """An original that stays more often than chance is what is seen most, else what is seen least."""
        stays = self.shares.get("stays", 0.0) > 1 / len(self.values)
        return counts[value] if stays else -counts[value]


class Frame:
    """The text of a writer, in which each fact has a slot."""

    def __init__(self, setting: Setting, facts: Sequence[Fact]) -> None:
        values = {fact: fact.list_values(setting) for fact in facts}
        self.values = {fact: listed for fact, listed in values.items() if listed}
        self.text = " ".join(fact.sentence for fact in self.values)

    def invent_writer(self, random: Random) -> dict[Fact, str]:
        """Invent the facts of a writer."""
        return {fact: random.choice(values) for fact, values in self.values.items()}

    def write(self, writer: Mapping[Fact, str]) -> str:
        """Write the text of a writer."""
        return self.text.format(
            **{fact.name: fact.write.format(value) for fact, value in writer.items()}
        )

    def read(self, published: str) -> dict[Fact, str]:
        """Read the facts of a published text; none if its frame was changed as well."""
        slots = read_slots(self.text, published)
        return {fact: fact.read(slots[fact.name]) for fact in self.values if fact.name in slots}


def try_program(setting: Setting, random: Random, frame: Frame) -> list[Slot]:
    """Try the program with invented writers, and see what it does to each slot."""
    moved: dict[Fact, Counter[str]] = {fact: Counter() for fact in frame.values}
    tried = setting.count(_TRIED)
    run = Run(setting, random)
    for at in range(tried):
        if at % _TRIED_IN_A_RUN == 0:
            run = run.start_again()
        writer = frame.invent_writer(random)
        for fact, value in frame.read(run.publish(frame.write(writer))).items():
            is_moved = fact.is_moved and value.isdigit()
            moved[fact][str(int(value) - int(writer[fact])) if is_moved else "stays"] += (
                is_moved or value == writer[fact]
            )
    return [
        Slot(fact, values, {way: n / tried for way, n in moved[fact].items()})
        for fact, values in frame.values.items()
    ]


def attack_writers(setting: Setting) -> Iterator[AttackFigure]:
    """Guess facts about a writer from several texts of one run."""
    yield from _attack_texts(setting, FACTS)


def attack_five_cities(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the home town of a writer where it is drawn from the five cities of the guideline (D6)."""
    if setting.profile == "swell":
        town = next(fact for fact in FACTS if fact.name == "town")
        five = town._replace(title="home town, of the five cities of D6")
        yield from _attack_texts(replace(setting, cities=_FIVE), [five])
        yield from _attack_releases(replace(setting, cities=_FIVE), [five])


def _attack_texts(setting: Setting, facts: Sequence[Fact]) -> Iterator[AttackFigure]:
    random, frame = setting.make_random("writers"), Frame(setting, facts)
    slots = try_program(setting, random, frame)
    rounds = {(slot.fact, texts): Rounds() for slot in slots for texts in _TEXTS}
    run = Run(setting, random)
    for _ in range(setting.count(_ROUNDS)):
        run = run.start_again()
        writer = frame.invent_writer(random)
        run.change_writer()
        texts = list(map(frame.read, run.publish_all([frame.write(writer)] * max(_TEXTS))))
        for slot in slots:
            for number in _TEXTS:
                seen = [text[slot.fact] for text in texts[:number] if slot.fact in text]
                is_right = slot.guess(seen, random) == writer[slot.fact]
                rounds[slot.fact, number].add(is_right, slot.get_chance(seen))
    for slot in slots:
        for number in _TEXTS:
            attack = f"{slot.fact.title}, {number} text{'s' * (number > 1)} of a writer"
            attacker = "texts of a writer" if number > 1 else "one text"
            yield rounds[slot.fact, number].report(attack, attacker, setting)


def attack_many_texts(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the first name of a writer from hundreds of texts of one run."""
    random, frame = setting.make_random("many texts"), Frame(setting, FACTS[:1])
    slot = try_program(setting, random, frame)[0]
    rounds, run = Rounds(), Run(setting, random)
    for _ in range(setting.count(_MANY_ROUNDS)):
        run = run.start_again()
        name = random.choice(slot.values)
        published = run.publish_all([SHORT_FRAME.format(name=name)] * _MANY_TEXTS)
        seen = [text for each in published for text in read_slots(SHORT_FRAME, each).values()]
        rounds.add(slot.guess(seen, random) == name, slot.get_chance(seen))
    attack = f"first name, {_MANY_TEXTS} texts of a writer"
    yield rounds.report(attack, "texts of a writer", setting)


def attack_releases(setting: Setting) -> Iterator[AttackFigure]:
    """Guess facts from releases of one text, each with another secret."""
    yield from _attack_releases(setting, FACTS)


def _attack_releases(setting: Setting, facts: Sequence[Fact]) -> Iterator[AttackFigure]:
    random, frame = setting.make_random("releases"), Frame(setting, facts)
    slots = try_program(setting, random, frame)
    rounds = {slot.fact: Rounds() for slot in slots}
    run = Run(setting, random)
    for _ in range(setting.count(_RELEASE_ROUNDS)):
        writer = frame.invent_writer(random)
        text, texts = frame.write(writer), []
        for _ in range(_RELEASES):
            run = run.start_again()
            texts.append(frame.read(run.publish(text)))
        for slot in slots:
            seen = [text[slot.fact] for text in texts if slot.fact in text]
            is_right = slot.guess(seen, random) == writer[slot.fact]
            rounds[slot.fact].add(is_right, slot.get_chance(seen))
    for slot in slots:
        attack = f"{slot.fact.title}, {_RELEASES} releases of a text"
        yield rounds[slot.fact].report(attack, "texts of a writer", setting)
