"""Count what stays in columns of single values, and what joins find after pseudonymizing, with a key.

Run after a build::

    python -m bench.bulk.columns [--bundle DIR]

Each cell of a column is one text without a sentence around it, as in a table of patients. Names are drawn at
random from the 3,000 most frequent ones. Prints two tables: for each kind of column, the share of cells that stay
and how many different values are left; for each kind of key, how many rows a join of 500 persons with 1,000 visits
gives.
"""

import argparse
import random
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tacknamn import Lexicon, Pseudonymizer, Sampler

__all__ = ["main"]

KEY = bytes(range(32))
CELLS = 2_000
"""Cells of a column. Five percent of them is a hundred."""
FULL_NAMES = 20_000
PERSONS, VISITS = 500, 2
MOST_NAMES, MOST_TOWNS = 3_000, 200
Column = Callable[[], str]


def main() -> None:
    """Measure, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    lexicon = Lexicon.open(parser.parse_args().bundle)
    pseudonymizer = Pseudonymizer(lexicon, "swell", key=KEY)
    columns = _make_columns(lexicon)
    print("| column | cells that stay | different values | and afterwards |\n|---|---|---|---|")
    for name, make in columns.items():
        _print_column(name, pseudonymizer, [make() for _ in range(CELLS)])
    full = list(dict.fromkeys(columns["first name and surname"]() for _ in range(FULL_NAMES)))
    after = Counter(_replace(pseudonymizer, full))
    shared = sum(count for count in after.values() if count > 1)
    print(
        f"\n{len(full):,} different full names become {len(after):,}; {shared / len(full):.0%} share "
        f"theirs with another person, up to {max(after.values())} persons"
    )
    print(f"\n| joined by | rows of {PERSONS * VISITS:,} |\n|---|---|")
    for name in ("identity number", "first name and surname", "e-mail address"):
        print(f"| {name} | {_count_joined(pseudonymizer, columns[name]):,} |")


def _print_column(name: str, pseudonymizer: Pseudonymizer, cells: Sequence[str]) -> None:
    made = _replace(pseudonymizer, cells)
    stay = sum(old == new for old, new in zip(cells, made, strict=True)) / len(cells)
    print(f"| {name} | {stay:.0%} | {len(set(cells)):,} | {len(set(made)):,} |")


def _replace(pseudonymizer: Pseudonymizer, cells: Sequence[str]) -> list[str]:
    documents = pseudonymizer.many(cells)
    return [document.text for document in documents if document is not None]


def _count_joined(pseudonymizer: Pseudonymizer, make: Column) -> int:
    """Return the rows of a join of persons with their visits, both pseudonymized."""
    keys: list[str] = []
    while len(keys) < PERSONS:
        if (key := make()) not in keys:
            keys.append(key)
    persons = Counter(_replace(pseudonymizer, keys))
    visits = Counter(_replace(pseudonymizer, keys * VISITS))
    return sum(count * persons[key] for key, count in visits.items())


def _make_columns(lexicon: Lexicon) -> Mapping[str, Column]:
    """Return what makes the cells of each column."""
    chance = random.Random(7)
    sampler = Sampler(lexicon, seed=7, top=MOST_NAMES, cities=MOST_TOWNS)

    def draw(label: str) -> str:
        return sampler.draw(label).text

    def first() -> str:
        return draw(chance.choice(("firstname_female", "firstname_male")))

    def surname() -> str:
        return draw("surname")

    def date() -> str:
        month, day = chance.randint(1, 12), chance.randint(1, 28)
        return f"{chance.randint(1940, 2009)}-{month:02}-{day:02}"

    def mail() -> str:
        return f"{first().lower()}.{surname().lower()}@exempel.se"

    def time() -> str:
        clock = [chance.randint(0, most) for most in (23, 59, 59)]
        return f"{date()} {clock[0]:02}:{clock[1]:02}:{clock[2]:02}"

    return {
        "first name": first,
        "FIRST NAME": lambda: first().upper(),
        "surname": surname,
        "first name and surname": lambda: f"{first()} {surname()}",
        "surname, first name": lambda: f"{surname()}, {first()}",
        "town": lambda: draw("city"),
        "age": lambda: str(chance.randint(1, 99)),
        "year of birth": lambda: str(chance.randint(1940, 2009)),
        "date of birth": date,
        "time stamp": time,
        "identity number": lambda: _make_identity_number(chance),
        "telephone number": lambda: (
            f"070-{chance.randint(100, 999)} {chance.randint(10, 99)} {chance.randint(10, 99)}"
        ),
        "e-mail address": mail,
    }


def _make_identity_number(chance: random.Random) -> str:
    """Return a number with a right check digit. It is never printed, because someone may have it."""
    digits = f"{chance.randint(40, 99)}{chance.randint(1, 12):02}{chance.randint(1, 28):02}"
    digits += f"{chance.randint(0, 999):03}"
    doubled = (int(digit) * (2 - at % 2) for at, digit in enumerate(digits))
    total = sum(each // 10 + each % 10 for each in doubled)
    return f"{digits[:6]}-{digits[6:]}{-total % 10}"


if __name__ == "__main__":
    main()
