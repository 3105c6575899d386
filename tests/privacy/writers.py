"""What many texts of one writer, or many releases of one text, give away about the writer.

In each text the program draws again. A value that is never drawn, though its neighbours are, is the
original; the middle of all drawn ages is the age. First the attacker tries the program with writers of
his own, to see how often it leaves an original and how far it moves an age.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import log
from random import Random

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting, read_slots
from tests.privacy.towns import list_largest_towns

__all__ = ["attack_many_texts", "attack_releases", "attack_writers"]

FRAME = "Jag heter {name} och är {age} år. Jag bor i {town} sedan {month}."
SHORT_FRAME = "Jag heter {name}."
MONTHS = (
    "januari", "februari", "mars", "april", "maj", "juni",
    "juli", "augusti", "september", "oktober", "november", "december",
)  # fmt: skip
AGES = range(18, 68)
"""Ages of writers."""
SHIFTS = range(-2, 3)
"""How far an age may move (A9.5). Chance is one of these five."""
_NEVER = 1e-6
"""The share of what the attacker has not seen the program do."""
_TEXTS = (1, 5, 10, 20)
_ROUNDS = 1000
_MANY_TEXTS, _MANY_ROUNDS = 400, 150
_RELEASES, _RELEASE_ROUNDS = 10, 1000
_TRIED, _TRIED_IN_A_RUN = 1000, 5
Seen = Sequence[str]
"""What was published in one slot, text after text."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A fact about the writer that the attacker wants."""

    name: str
    title: str
    values: Sequence[str]
    """The possible originals, all equally probable."""
    shares: Mapping[str, float]
    """How the program moved originals when the attacker tried it: for ages by shift, else whether the
    value stayed."""

    def get_chance(self, seen: Seen) -> float:
        """Return how often a guess is right: of an age that is shown, one of five; else any value."""
        is_shown = self.name == "age" and any(map(str.isdigit, seen))
        return 1 / (len(SHIFTS) if is_shown else len(self.values))

    def guess(self, seen: Seen, random: Random) -> str:
        """Guess the original."""
        weigh = self._weigh_age if self.name == "age" else self._weigh_name
        counts = Counter(seen)
        weights = {value: weigh(value, counts) for value in self.values}
        most = max(weights.values())
        return random.choice([value for value, weight in weights.items() if weight == most])

    def _weigh_age(self, age: str, counts: Counter[str]) -> float:
        """How probable what was seen is, if this is the age; unreadable ages count alike."""
        read = ((int(seen), n) for seen, n in counts.items() if seen.isdigit())
        return sum(n * log(self.shares.get(str(drawn - int(age)), _NEVER)) for drawn, n in read)

    def _weigh_name(self, value: str, counts: Counter[str]) -> float:
        """An original that stays more often than chance is what is seen most, else what is seen least."""
        stays = self.shares.get("stays", 0.0) > 1 / len(self.values)
        return counts[value] if stays else -counts[value]


def list_facts(setting: Setting) -> dict[str, Sequence[str]]:
    """List the values of each slot."""
    names = setting.stock.get_names("firstname_female").get_first()
    return {
        "name": [] if names is None else [name.draw.base for name in names.names],
        "age": list(map(str, AGES)),
        "town": list_largest_towns(setting),
        "month": MONTHS,
    }


_TITLES = {"name": "first name", "age": "age", "town": "home town", "month": "month"}


def try_program(setting: Setting, random: Random) -> list[Slot]:
    """Try the program with invented writers, and see what it does to each slot."""
    facts = list_facts(setting)
    moved: dict[str, Counter[str]] = {name: Counter() for name in facts}
    tried = setting.count(_TRIED)
    run = Run(setting, random)
    for at in range(tried):
        if at % _TRIED_IN_A_RUN == 0:
            run = run.start_again()
        writer = {name: random.choice(values) for name, values in facts.items()}
        seen = read_slots(FRAME, run.publish(FRAME.format(**writer)))
        for name, value in seen.items():
            is_age = name == "age" and value.isdigit()
            moved[name][str(int(value) - int(writer[name])) if is_age else "stays"] += (
                is_age or value == writer[name]
            )
    return [
        Slot(name, _TITLES[name], values, {way: n / tried for way, n in moved[name].items()})
        for name, values in facts.items()
    ]


def attack_writers(setting: Setting) -> Iterator[AttackFigure]:
    """Guess facts about a writer from several texts of one run."""
    random = setting.make_random("writers")
    slots = try_program(setting, random)
    rounds = {(slot.name, texts): Rounds() for slot in slots for texts in _TEXTS}
    run = Run(setting, random)
    for _ in range(setting.count(_ROUNDS)):
        run = run.start_again()
        writer = {slot.name: random.choice(slot.values) for slot in slots}
        run.change_writer()
        texts = [
            read_slots(FRAME, published)
            for published in run.publish_all([FRAME.format(**writer)] * max(_TEXTS))
        ]
        for slot in slots:
            for number in _TEXTS:
                seen = [text[slot.name] for text in texts[:number] if slot.name in text]
                is_right = slot.guess(seen, random) == writer[slot.name]
                rounds[slot.name, number].add(is_right, slot.get_chance(seen))
    for slot in slots:
        for number in _TEXTS:
            attack = f"{slot.title}, {number} text{'s' * (number > 1)} of a writer"
            attacker = "texts of a writer" if number > 1 else "one text"
            yield rounds[slot.name, number].report(attack, attacker, setting)


def attack_many_texts(setting: Setting) -> Iterator[AttackFigure]:
    """Guess the first name of a writer from hundreds of texts of one run."""
    random = setting.make_random("many texts")
    slot = try_program(setting, random)[0]
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
    random = setting.make_random("releases")
    slots = try_program(setting, random)
    rounds = {slot.name: Rounds() for slot in slots}
    run = Run(setting, random)
    for _ in range(setting.count(_RELEASE_ROUNDS)):
        writer = {slot.name: random.choice(slot.values) for slot in slots}
        text, texts = FRAME.format(**writer), []
        for _ in range(_RELEASES):
            run = run.start_again()
            texts.append(read_slots(FRAME, run.publish(text)))
        for slot in slots:
            seen = [text[slot.name] for text in texts if slot.name in text]
            is_right = slot.guess(seen, random) == writer[slot.name]
            rounds[slot.name].add(is_right, slot.get_chance(seen))
    for slot in slots:
        attack = f"{slot.title}, {_RELEASES} releases of a text"
        yield rounds[slot.name].report(attack, "texts of a writer", setting)
