"""Measure draws against Faker sv_SE, which draws plain names, in the same run.

Run after a build (``pip install faker`` for the peer)::

    .venv/bin/python -m bench.sampling [--json FILE] [--bundle DIR]

Our draw comes with its sources and is one of the fifty most common names. A draw for an original
differs from it by more than a misspelling, and takes its form. Faker picks a name from its list.
Every figure is the best of the rounds that fit into a second or two, so that other programs on the
machine matter little. A document of 1,000 names is invented: once with names as frequent as in
reality, once with 1,000 different ones, which use up the top lists.
"""

import argparse
import json
import random
import time
from collections.abc import Callable, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bench.compile import describe_machine

from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.match import Match
from tacknamn.matching.matcher import Matcher
from tacknamn.replacement.records import Mention
from tacknamn.replacement.sampler import Sampler

SECONDS = 1.5
"""Seconds to measure each figure."""
BATCH = 2_000
"""Draws between two looks at the clock."""
NAMES = 1_000
SEED = 11
PEER = "faker"
KEY = bytes(range(32))
LABELS = ("firstname_female", "firstname_male", "surname")


def main() -> None:
    """Measure, print a table, and write JSON with --json."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--json", type=Path, help="file of the figures to write")
    options = parser.parse_args()
    facts = {"machine": describe_machine(), **measure(options.bundle)}
    print(f"{facts['machine']}\n")
    print("\n".join(_write_table(facts)))
    if options.json:
        options.json.write_text(json.dumps(facts, indent=1) + "\n", "utf-8")


def measure(bundle: Path | None = None) -> dict[str, Any]:
    """Measure draws a second of each kind, and milliseconds for each document."""
    lexicon = Lexicon.open(bundle)
    seeded, keyed = Sampler(lexicon, seed=SEED), Sampler(lexicon, key=KEY)
    rates = {
        "draws": _measure_rate(_draw_names(seeded)),
        "draws for originals": _measure_rate(_draw_for_originals(seeded)),
        "keyed draws": _measure_rate(_draw_names(keyed)),
        "keyed draws for originals": _measure_rate(_draw_for_originals(keyed)),
    }
    if find_spec(PEER) is not None:
        rates["Faker sv_SE"] = _measure_rate(_draw_with_faker())
    document, matches = _invent_document(lexicon)
    different = _draw_different(lexicon)
    scopes = {
        "names as in life": _time_scope(seeded, matches, document),
        "names as in life, keyed": _time_scope(keyed, matches, document),
        "different names": _time_scope(seeded, different, _write_text(different)),
        "different names, keyed": _time_scope(keyed, different, _write_text(different)),
    }
    return {"draws": rates, "scope_milliseconds": scopes, "names": NAMES}


def _write_table(facts: dict[str, Any]) -> list[str]:
    rates = facts["draws"]
    peer = rates.get("Faker sv_SE")
    lines = [f"{'what':>26} {'a second':>10} {'to Faker':>8}"]
    for what, rate in rates.items():
        ratio = f"{rate / peer:8.1f}" if peer else "       –"
        lines.append(f"{what:>26} {rate:10,.0f} {ratio}")
    if peer is None:
        lines.append(f"{PEER} is not installed: nothing to compare with")
    lines.append(f"\nscope of a document of {facts['names']:,} names, milliseconds")
    lines += [f"{what:>26} {time_:10.1f}" for what, time_ in facts["scope_milliseconds"].items()]
    return lines


def _draw_names(sampler: Sampler) -> Callable[[], object]:
    def draw() -> None:
        for label in LABELS:
            for _ in range(BATCH // len(LABELS)):
                sampler.draw(label)

    return draw


def _draw_for_originals(sampler: Sampler) -> Callable[[], object]:
    names = [*(sampler.draw(label).text for label in LABELS for _ in range(NAMES))]
    originals = [f"{name}s" if index % 5 == 0 else name for index, name in enumerate(names)]
    named = list(zip([label for label in LABELS for _ in range(NAMES)], originals, strict=True))
    random.Random(SEED).shuffle(named)

    def draw() -> None:
        for label, original in named[:BATCH]:
            sampler.draw(label, original=original)

    return draw


def _draw_with_faker() -> Callable[[], object]:
    fake = import_module(PEER).Faker("sv_SE")
    fake.seed_instance(SEED)
    kinds = (fake.first_name_female, fake.first_name_male, fake.last_name)

    def draw() -> None:
        for kind in kinds:
            for _ in range(BATCH // len(kinds)):
                kind()

    return draw


def _measure_rate(draw: Callable[[], object]) -> float:
    """Return draws a second, in the best round."""
    draw()
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        draw()
        best = min(best, time.perf_counter() - start)
    return (BATCH // len(LABELS) * len(LABELS)) / best


def _invent_document(lexicon: Lexicon) -> tuple[str, list[Match]]:
    """Invent a text in which a matcher finds 1,000 names of persons; return it with those matches."""
    sampler = Sampler(lexicon, seed=SEED, top=NAMES, weighted=True)
    pairs = zip(
        (sampler.draw(LABELS[index % 2]).text for index in range(NAMES)),
        (sampler.draw("surname").text for _ in range(NAMES)),
        strict=True,
    )
    text = " ".join(f"Sedan kom {first} {last} och sade hej." for first, last in pairs)
    matches = Matcher(lexicon, labels=LABELS).match(text)[:NAMES]
    persons = [match for match in matches if Mention.of(match).label in LABELS]
    return text[: matches[-1].end], persons


def _draw_different(lexicon: Lexicon) -> list[Mention]:
    """Draw 1,000 different names: first names of women and men, and surnames."""
    sampler = Sampler(lexicon, seed=SEED, top=NAMES)
    mentions: dict[str, Mention] = {}
    while len(mentions) < NAMES:
        label = LABELS[len(mentions) % len(LABELS)]
        name = sampler.draw(label).text
        mentions.setdefault(name, Mention(name, label, name))
    return list(mentions.values())


def _write_text(mentions: Sequence[Mention]) -> str:
    return " ".join(f"Sedan kom {mention.text} och sade hej." for mention in mentions)


def _time_scope(sampler: Sampler, named: Sequence[Match | Mention], text: str) -> float:
    """Return the milliseconds of one scope with all its replacements, in the best round."""
    best, end = float("inf"), time.perf_counter() + SECONDS
    while time.perf_counter() < end:
        start = time.perf_counter()
        scope = sampler.scope(named, text=text)
        for mention in named:
            scope.replace(mention)
        best = min(best, time.perf_counter() - start)
    return best * 1_000


if __name__ == "__main__":
    main()
