"""Eight threads scan with one table: ``python -m tests.fuzz.threads [--seconds 10]``.

All must find what one thread alone finds. Under a sanitizer this shows races and frees.
"""

import argparse
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random

from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher, Spans
from tests.fuzz.bundle_parts import Parts
from tests.fuzz.bundles import forms_of, small_bundle
from tests.fuzz.texts import nasty_text

__all__ = ["run"]

THREADS = 8


def run(seconds: float, seed: int = 0) -> int:
    """Scan nasty texts in threads for some seconds; gives the number of texts."""
    chance = Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = small_bundle(Path(name))
        forms = forms_of(Parts.read(folder))
        lexicon = Lexicon(Bundle(folder))
        matchers = [Matcher(lexicon), Matcher(lexicon, overlaps="all", fuzzy=True)]
        end = time.monotonic() + seconds
        rounds = 0
        with ThreadPoolExecutor(THREADS) as pool:
            while time.monotonic() < end:
                _round(pool, matchers, [nasty_text(chance, forms, 1000) for _ in range(THREADS)])
                rounds += 1
    return rounds * THREADS


def _round(pool: ThreadPoolExecutor, matchers: list[Matcher], texts: list[str]) -> None:
    """Every thread scans every text with every matcher, all at the same time."""
    for matcher in matchers:
        ways = (matcher.spans_many, partial(_one_by_one, matcher)) * (THREADS // 2)
        found = [job.result() for job in [pool.submit(way, texts) for way in ways]]
        assert all(one == found[0] for one in found), "threads disagree"


def _one_by_one(matcher: Matcher, texts: list[str]) -> list[Spans]:
    return [matcher.spans(text) for text in texts]


def main() -> int:
    """Run with the options of the command line."""
    parser = argparse.ArgumentParser(description="Scan in eight threads.")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    sys.stdout.write(f"{run(asked.seconds, asked.seed):,} texts in {THREADS} threads agree\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
