"""Measure short texts that are rich in names: rows of a contact list, and messages.

Run after a build::

    .venv/bin/python -m bench.rows [--bundle DIR]

``bench.pseudonymizing`` measures running text, in which most words are not names. Here nearly
every word is one, so each text costs more per word. All rows are invented.
"""

import argparse
import os
import random
import time
from collections.abc import Sequence
from pathlib import Path

from bench.compile import describe_machine

from tacknamn import Lexicon, Pseudonymizer

__all__ = ["main"]

FIRST_NAMES = ("Anna", "Erik", "Maria", "Karin", "Lars", "Johan", "Elsa", "Björn", "Ali", "Fatima")
SURNAMES = ("Andersson", "Lindberg", "Ek", "Berg", "Nilsson", "Öberg", "Hussein", "Holm", "Sandell")
STREETS = ("Storgatan", "Kungsgatan", "Björkvägen", "Drottninggatan", "Skolgatan")
TOWNS = ("Göteborg", "Malmö", "Lund", "Uppsala", "Kalmar", "Borås", "Umeå")
ROWS = 5_000
"""More than are needed for a steady figure; few are equal, so that no cache answers for them."""
ROUNDS = 3
SEED = 7


def main() -> None:
    """Measure and print both kinds of text."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    pseudonymizer = Pseudonymizer(Lexicon.open(parser.parse_args().bundle), "swell", seed=SEED)
    print(f"Machine: {describe_machine()}; load {os.getloadavg()[0]:.1f}.")
    for title, rows in (("rows of a contact list", _contacts()), ("messages", _messages())):
        seconds = min(_measure(pseudonymizer, rows) for _ in range(ROUNDS))
        words = sum(len(row.split()) for row in rows)
        print(
            f"{title}: {1000 * seconds / len(rows):.2f} ms each, {words / len(rows):.1f} words, "
            f"for example: {rows[0]}"
        )


def _contacts() -> list[str]:
    pick = random.Random(SEED)
    return [
        f"{pick.choice(FIRST_NAMES)} {pick.choice(SURNAMES)}, {pick.choice(STREETS)} "
        f"{pick.randint(1, 99)}, {pick.choice(TOWNS)}, 070-{pick.randint(100, 999)} "
        f"{pick.randint(10, 99)} {pick.randint(10, 99)}"
        for _ in range(ROWS)
    ]


def _messages() -> list[str]:
    pick = random.Random(SEED)
    return [
        f"Hej, {pick.choice(FIRST_NAMES)} här, jag kommer till {pick.choice(TOWNS)} klockan "
        f"{pick.randint(1, 23)} med {pick.choice(FIRST_NAMES)} {pick.choice(SURNAMES)}."
        for _ in range(ROWS)
    ]


def _measure(pseudonymizer: Pseudonymizer, rows: Sequence[str]) -> float:
    """Processor seconds for all rows, so that other programs on the machine count little."""
    start = time.process_time()
    for row in rows:
        assert pseudonymizer(row).text is not None
    return time.process_time() - start


if __name__ == "__main__":
    main()
