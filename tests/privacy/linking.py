"""Link texts, releases and people by what replacements keep, and by equal pseudonyms.

Most of it is forced: the text stays as it is (A1), delimiters and lengths stay (A9.7, B4), and with a
key a person has one pseudonym everywhere.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple
from unicodedata import normalize

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.people import Suspect, invent_suspects
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_equal_pseudonyms", "attack_kept_words", "attack_shapes"]

_TEXTS = 30
_KEPT_ROUNDS, _ROUNDS, _SHAPE_ROUNDS = 30, 210, 300
_WORDS = (
    "sommaren", "skogen", "huset", "arbetet", "skolan", "boken", "filmen", "musiken", "maten",
    "resan", "vintern", "cykeln", "katten", "hunden", "trädgården", "köket", "fönstret", "vägen",
)  # fmt: skip
_NAME = "Jag heter {slot}."


def attack_kept_words(setting: Setting) -> Iterator[AttackFigure]:
    """Link two releases of the same texts by the words that stayed."""
    random, rounds = setting.make_random("kept words"), Rounds()
    for _ in range(setting.count(_KEPT_ROUNDS)):
        people = invent_suspects(setting, random, _TEXTS)
        texts = [
            f"Jag heter {person.first} {person.last}. Jag tänker på {' och '.join(words)}."
            for person in people
            for words in [random.sample(_WORDS, 4)]
        ]
        first, second = (_release(setting, random, texts) for _ in range(2))
        _link(first, second, _count_common_words, random, rounds)
    yield rounds.report("two releases of a text, by kept words", "release", setting)


def _release(setting: Setting, random: Random, texts: Sequence[str]) -> list[str]:
    return list(Run(setting, random).publish_all(texts))


def _link(
    first: Sequence[str],
    second: Sequence[str],
    compare: Callable[[str, str], float],
    random: Random,
    rounds: Rounds,
) -> None:
    """Link one text of the first release with the text of the second that is most like it."""
    at = random.randrange(len(first))
    likeness = [compare(first[at], other) for other in second]
    best = [other for other, like in enumerate(likeness) if like == max(likeness)]
    rounds.add(random.choice(best) == at, 1 / len(first))


def _count_common_words(text: str, other: str) -> float:
    return len(set(re.findall(r"\w+", text)) & set(re.findall(r"\w+", other)))


def attack_equal_pseudonyms(setting: Setting) -> Iterator[AttackFigure]:
    """Link two texts of one person by the pseudonym: first name and surname."""
    random, rounds = setting.make_random("equal pseudonyms"), Rounds()
    run = Run(setting, random)
    for _ in range(setting.count(_ROUNDS)):
        people = invent_suspects(setting, random, _TEXTS)
        run = run.start_again()
        texts = []
        for person in people:
            run.change_writer()
            texts.append(
                [run.publish(_NAME.format(slot=f"{person.first} {person.last}")) for _ in "12"]
            )
        first, second = zip(*texts, strict=True)
        _link(first, second, lambda text, other: text == other, random, rounds)
    yield rounds.report("two texts of a person, by the pseudonym", "release", setting)


def attack_shapes(setting: Setting) -> Iterator[AttackFigure]:
    """Find the writer among suspects by what a replacement keeps: lengths, delimiters, digits, case."""
    random = setting.make_random("shapes")
    run = Run(setting, random)
    for fact in _FACTS:
        rounds = Rounds()
        for _ in range(setting.count(_SHAPE_ROUNDS)):
            suspects = [
                fact.invent(person, random) for person in invent_suspects(setting, random, _TEXTS)
            ]
            writer = random.randrange(len(suspects))
            published = run.publish(fact.frame.format(slot=suspects[writer]))
            seen = read_slots(fact.frame, published).get("slot")
            fitting = [at for at, own in enumerate(suspects) if seen and fact.fits(own, seen)]
            guess = random.choice(fitting or range(len(suspects)))
            rounds.add(guess == writer, 1 / len(suspects))
        attack = f"writer among {_TEXTS} suspects, by the shape of {fact.title}"
        yield rounds.report(attack, "suspects", setting)


class _Fact(NamedTuple):
    """Something that the attacker knows of every suspect, and that the text contains."""

    title: str
    frame: str
    invent: Callable[[Suspect, Random], str]
    fits: Callable[[str, str], bool]
    """Whether a fact can have been replaced by what is published."""


def _is_name_like(name: str, seen: str) -> bool:
    return name.isupper() == seen.isupper() and len(name.split()) == len(seen.split())


def _has_shape(fact: str, seen: str) -> bool:
    """Whether a part of the fact stayed, or letters, digits and delimiters are in the same places."""
    parts = re.findall(r"\w{4,}", seen)
    if any(part in fact for part in parts):
        return True
    return len(fact) == len(seen) and all(
        ours == theirs or theirs in "xy" or (ours.isalnum() and theirs in "NA01")
        for ours, theirs in zip(fact, seen, strict=True)
    )


def _invent_name(person: Suspect, random: Random) -> str:
    return f"{person.first} {person.last}"


def _invent_address(person: Suspect, random: Random) -> str:
    plain = normalize("NFD", f"{person.first}.{person.last}").encode("ascii", "ignore").decode()
    return f"{plain.lower()}@mail.se"


def _invent_number(*forms: str) -> Callable[[Suspect, Random], str]:
    """Return a function that invents numbers in one of these forms, with any digits for d."""

    def invent(person: Suspect, random: Random) -> str:
        form = random.choice(forms)
        return "".join(random.choice("123456789") if sign == "d" else sign for sign in form)

    return invent


_FACTS = (
    _Fact("the name", _NAME, _invent_name, _is_name_like),
    _Fact("the e-mail address", "Skriv till {slot} i kväll.", _invent_address, _has_shape),
    _Fact(
        "the telephone number",
        "Ring {slot} i kväll.",
        _invent_number("070-ddd dd dd", "070ddddddd", "070 ddd dddd", "+46 70 ddd dd dd"),
        _has_shape,
    ),
    _Fact(
        "the identity number",
        "Mitt personnummer är {slot} sedan dess.",
        _invent_number("850709-dddd", "19850709-dddd", "850709dddd", "220709+dddd"),
        _has_shape,
    ),
)
