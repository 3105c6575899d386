"""Find the writer among suspects by what the attacker knows of each: facts, codes, and times.

Facts move a little or not at all (A9.5, A9.6), codes keep their delimiters and the number of their signs
(A9.11 to A9.13), and clock times stay (A1).
"""

import re
from collections.abc import Callable, Container, Iterator, Mapping
from random import Random
from typing import NamedTuple
from unicodedata import normalize

from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.people import Suspect, invent_suspects
from tests.privacy.runs import Run, Setting, read_slots

__all__ = ["attack_codes", "attack_known_facts", "attack_times"]

_SUSPECTS = 30
_ROUNDS = 300
_OF = f"writer among {_SUSPECTS} suspects"

# Facts.

_AGES, _YEARS, _SIBLINGS = range(18, 68), range(2004, 2025), range(-10, 11)
_TRIED, _NUMBERS = 60, ("age", "year", "brother")
"""Texts that the attacker publishes to see how far numbers move."""
_OLDEST_SHOWN = 88
"""The youngest age that ``90+`` may stand for."""
_FACTS_FRAME = "Jag är en {gender} och är {age} år. Jag kom hit {year}. Min bror är {brother} år."
_KNOWN = ("age", "gender", "year", "brother")
_KNOWN_TITLES = ("age", "gender", "year", "a sibling's age")
_COARSER: Mapping[str, Mapping[str, str]] = {
    "five years": {"age_digits": "age_band", "year": "year_band"},
    "ten years": {"age_digits": "age_decade", "year": "year_decade"},
    "placeholders": {"age_digits": "[ålder]", "year": "[år]"},
}
"""Other methods for ages and years that users may choose, by their names in the figures."""


def attack_known_facts(setting: Setting) -> Iterator[AttackFigure]:
    """Find the writer among suspects whose age, gender, year of arrival and brother's age are known."""
    random = setting.make_random("known facts")
    titles = [_join_titles(number) for number in range(1, len(_KNOWN) + 1)]
    rounds = _guess_by_facts(setting, random, {})
    for title, each in zip(titles, rounds, strict=True):
        yield each.report(f"{_OF}, by {title}", "suspects", setting)
    if (setting.profile, setting.mode) == ("swell", "none"):
        for name, policies in _COARSER.items():
            last = _guess_by_facts(setting, random, {"policies": policies})[-1]
            attack = f"{_OF}, by all of these, with {name} for ages and years"
            yield last.report(attack, "suspects", setting)


def _join_titles(number: int) -> str:
    *first, last = _KNOWN_TITLES[:number]
    return f"{', '.join(first)} and {last}" if first else last


def _guess_by_facts(
    setting: Setting, random: Random, options: Mapping[str, Mapping[str, str]]
) -> list[Rounds]:
    """Play rounds in which the first one, two ... of the facts are known."""
    rounds = [Rounds() for _ in _KNOWN]
    moves = _list_moves(setting, random, options)
    run = Run(setting, random, **options)
    for _ in range(setting.count(_ROUNDS)):
        run = run.start_again()
        suspects = [_invent_facts(random) for _ in range(_SUSPECTS)]
        writer = random.randrange(_SUSPECTS)
        published = run.publish(_FACTS_FRAME.format(**suspects[writer]))
        seen = read_slots(_FACTS_FRAME, published)
        for number, each in enumerate(rounds, 1):
            fitting = [
                at
                for at, facts in enumerate(suspects)
                if all(_may_become(facts[name], seen.get(name), moves) for name in _KNOWN[:number])
            ]
            each.add(random.choice(fitting or range(_SUSPECTS)) == writer, 1 / _SUSPECTS)
    return rounds


def _invent_facts(random: Random) -> dict[str, str]:
    age = random.choice(_AGES)
    return {
        "gender": random.choice(("kvinna", "man")),
        "age": str(age),
        "year": str(random.choice(_YEARS)),
        "brother": str(max(1, age + random.choice(_SIBLINGS))),
    }


def _list_moves(
    setting: Setting, random: Random, options: Mapping[str, Mapping[str, str]]
) -> frozenset[int]:
    """Try the program; list how far it moves ages and years."""
    moves = set()
    run = Run(setting, random, **options)
    for _ in range(_TRIED):
        run = run.start_again()
        facts = _invent_facts(random)
        seen = read_slots(_FACTS_FRAME, run.publish(_FACTS_FRAME.format(**facts)))
        read = [(facts[name], seen.get(name, "")) for name in _NUMBERS]
        moves.update(int(after) - int(before) for before, after in read if after.isdigit())
    return frozenset(moves)


def _may_become(fact: str, seen: str | None, moves: Container[int]) -> bool:
    """Whether a fact may have become what is published; what is unreadable says nothing."""
    if seen is None or not (fact.isdigit() and seen[:1].isdigit()):
        return seen is None or not (fact.isalpha() and seen.isalpha()) or fact == seen
    if seen.endswith("+"):
        return int(fact) >= _OLDEST_SHOWN
    first, _, last = seen.partition("-")
    if last:
        return int(first) <= int(fact) <= int(last)
    return not first.isdigit() or int(first) - int(fact) in moves


# Codes.


class _Code(NamedTuple):
    """A code that the attacker knows of every suspect, and that the text contains."""

    title: str
    frame: str
    invent: Callable[[Suspect, Random], str]


_REPLACING = ("swell", "clinic", "sms")
"""Profiles that replace codes sign by sign. The others mask them, or leave them."""


def attack_codes(setting: Setting) -> Iterator[AttackFigure]:
    """Find the writer among suspects by the shape of a code: length, delimiters, letters and digits."""
    if setting.profile not in _REPLACING:
        return
    random = setting.make_random("codes")
    run = Run(setting, random)
    for code in _CODES:
        rounds = Rounds()
        for _ in range(setting.count(_ROUNDS)):
            people = invent_suspects(setting, random, _SUSPECTS)
            codes = [code.invent(person, random) for person in people]
            writer = random.randrange(len(codes))
            published = run.publish(code.frame.format(slot=codes[writer]))
            seen = read_slots(code.frame, published).get("slot", "")
            fitting = [at for at, own in enumerate(codes) if _has_shape(own, seen)]
            guess = random.choice(fitting or range(len(codes)))
            rounds.add(guess == writer, 1 / len(codes))
        yield rounds.report(f"{_OF}, by the shape of the {code.title}", "suspects", setting)


def _has_shape(code: str, seen: str) -> bool:
    """Whether each sign of a code stayed, or became one of its kind: a letter, a digit, or N."""
    return len(code) == len(seen) and all(
        ours == theirs
        or (ours.isdigit() and theirs in "01N")
        or (ours.isalpha() and theirs in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        for ours, theirs in zip(code, seen, strict=True)
    )


def _invent_user_name(person: Suspect, random: Random) -> str:
    first, last = (
        re.sub(r"\W", "", normalize("NFD", name)).lower() for name in (person.first, person.last)
    )
    form = random.choice(
        ("{f}{n}", "{f}.{l}", "{f}_{l}", "{i}{l}{n}", "_{f}_{n}", "{f}{l}", "{l}_{y}")
    )
    return "@" + form.format(
        f=first, l=last, i=first[0], n=random.randrange(1, 100), y=random.randrange(1960, 2010)
    )


def _fill(*forms: str) -> Callable[[Suspect, Random], str]:
    """Return a function that fills one of these forms: d is any digit, and x any capital."""

    def invent(_: Suspect, random: Random) -> str:
        signs = {"d": "123456789", "x": "BDFGHJKLMNPRSTW"}
        return "".join(random.choice(signs.get(sign, sign)) for sign in random.choice(forms))

    return invent


_CODES = (
    _Code("user name", "Följ {slot} på Instagram.", _invent_user_name),
    _Code(
        "case number",
        "Ärendet har nummer {slot} hos dem.",
        _fill("x dddd-dd", "xx-dddd-dd", "dddd/dddd", "xx dddd-ddd", "dddd-dddd"),
    ),
    _Code(
        "account number",
        "Mitt konto är {slot} på banken.",
        _fill("dddd-d, ddd ddd ddd-d", "dddd ddddddd", "dddd-dd ddd dd"),
    ),
    _Code("number plate", "Min bil har {slot} sedan dess.", _fill("xxx ddd", "xxxddd", "xxx ddx")),
)

# Times.

_STAMP_FRAME = "2021-03-05 {time} kom hon hit."
_CLOCK_FRAME = "Hon kom kl {time} i går."
_SECONDS = 24 * 60 * 60


def attack_times(setting: Setting) -> Iterator[AttackFigure]:
    """Find which of 30 rows of other records a text is about, by the time in it."""
    random = setting.make_random("times")
    run = Run(setting, random)
    for title, frame, shown in (
        ("time stamp", _STAMP_FRAME, 8),
        ("clock time", _CLOCK_FRAME, 5),
    ):
        rounds = Rounds()
        for _ in range(setting.count(_ROUNDS)):
            rows = [_write_time(random.randrange(_SECONDS))[:shown] for _ in range(_SUSPECTS)]
            row = random.randrange(len(rows))
            seen = _read_time(frame, run.publish(frame.format(time=rows[row])))
            fitting = [at for at, time in enumerate(rows) if time == seen]
            rounds.add(random.choice(fitting or range(len(rows))) == row, 1 / len(rows))
        yield rounds.report(f"row of {_SUSPECTS} records, by its {title}", "suspects", setting)


def _write_time(second: int) -> str:
    return f"{second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"


def _read_time(frame: str, published: str) -> str:
    """Read the time, also where the date before it was replaced."""
    end = re.escape(frame.partition("{time}")[2])
    match = re.search(rf"([\d:]+){end}\Z", published)
    return match.group(1) if match else ""
