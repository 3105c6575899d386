"""Measure how long it takes to restore an answer, against regular expressions for the names.

Run after a build::

    .venv/bin/python -m bench.sessions [--bundle DIR]

A session has 500 names; an answer of 5,000 words has 250 of their pseudonyms. The peers are what is
usually written instead: one expression for each pseudonym, and one for all of them. Neither knows an
inflected form, or puts one back. Figures are the best of several rounds in the same run.
"""

import argparse
import json
import random
import re
import time
from collections.abc import Callable
from pathlib import Path

from bench.compile import describe_machine

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.session import Session

NAMES, WORDS, EVERY = 500, 5_000, 20
ROUNDS = 15
PART = 4
"""Characters of a part of a stream, as many as models send."""
ORDINARY = [
    "det",
    "och",
    "i",
    "att",
    "en",
    "som",
    "på",
    "är",
    "av",
    "för",
    "med",
    "till",
    "den",
    "har",
    "de",
    "inte",
    "om",
    "ett",
    "men",
    "var",
]
SEED = 11


def main() -> None:
    """Measure and print a table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    lexicon = Lexicon.open(parser.parse_args().bundle)
    session, pairs = invent_session(lexicon)
    answer = invent_answer(list(pairs))
    parts = [answer[start : start + PART] for start in range(0, len(answer), PART)]
    state = json.dumps(session.dump())
    print(f"{describe_machine()}\n")
    figures = {
        "restore a whole answer": measure(lambda: session.restore(answer)),
        f"restore it in parts of {PART} characters": measure(
            lambda: list(session.restore_stream(parts))
        ),
        "load the state from JSON": measure(lambda: Session.load(json.loads(state), lexicon)),
        "one expression for each pseudonym": measure(lambda: replace_each(answer, pairs)),
        "one expression for all pseudonyms": measure(lambda: replace_all(answer, pairs)),
    }
    for title, seconds in figures.items():
        print(f"{title:40} {seconds * 1000:8.1f} ms")


def invent_session(lexicon: Lexicon) -> tuple[Session, dict[str, str]]:
    """Return a session with many names, and the original of each pseudonym."""
    session = Session(lexicon, seed=SEED + (1 << 64))
    half = NAMES // 2
    names = lexicon.complete("a", "firstname_female", half) + lexicon.complete("l", "surname", half)
    for name in names:
        session.anonymize(f"Jag heter {name}.")
    rows = session.dump()["names"]
    return session, {draw[0]: base for _, _, base, _, _, draw in rows}


def invent_answer(pseudonyms: list[str]) -> str:
    """Return an answer in which every twentieth word is a pseudonym."""
    chance = random.Random(SEED)
    return " ".join(
        chance.choice(ORDINARY if number % EVERY else pseudonyms) for number in range(WORDS)
    )


def replace_each(answer: str, pairs: dict[str, str]) -> str:
    """Replace the pseudonyms one after the other."""
    for pseudonym, original in pairs.items():
        answer = re.compile(rf"\b{re.escape(pseudonym)}\b").sub(original, answer)
    return answer


def replace_all(answer: str, pairs: dict[str, str]) -> str:
    """Replace all pseudonyms by one expression."""
    names = "|".join(map(re.escape, sorted(pairs, key=len, reverse=True)))
    return re.compile(rf"\b(?:{names})\b").sub(lambda match: pairs[match[0]], answer)


def measure(work: Callable[[], object]) -> float:
    """Return the seconds of the best round."""
    best = float("inf")
    for _ in range(ROUNDS):
        began = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - began)
    return best


if __name__ == "__main__":
    main()
