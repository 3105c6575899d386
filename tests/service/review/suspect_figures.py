"""Measure how many suspects of the review page should have been replaced.

``python -m tests.service.review.suspect_figures [BUNDLE]`` prints, for each reason, the number of suspects
in the essays of ``tests/essays``, and how many of them are labelled there. Professions and other labels
that are only marked do not count."""

import sys
from collections import Counter

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.matching.matcher import Matcher
from tacknamn.records import Action
from tacknamn.risk.leftovers import LeftoverFinder
from tacknamn.service.review.records import ReviewedSpan
from tacknamn.service.review.suspects import find_suspects
from tests.essays.reading import read_essays

__all__ = ["count_suspects"]


def count_suspects(lexicon: Lexicon) -> dict[str, tuple[int, int]]:
    """Return for each reason how many suspects there are, and how many are right."""
    swell = Pseudonymizer(lexicon, seed=1 << 100)
    everything = Pseudonymizer(lexicon, seed=1 << 100, topic_aware=False)
    finder = LeftoverFinder(Matcher(lexicon, fuzzy=True))
    all_of: Counter[str] = Counter()
    right: Counter[str] = Counter()
    for essay in read_essays():
        spans = [ReviewedSpan(span.start, span.end) for span in swell(essay.text).spans]
        gold = [
            each
            for each in essay.spans
            if swell.profile.get_policy(each.label).action is Action.REPLACE
        ]
        for suspect in find_suspects(essay.text, spans, everything, swell.profile, finder):
            all_of[suspect.reason] += 1
            right[suspect.reason] += any(
                each.start < suspect.end and suspect.start < each.end for each in gold
            )
    return {reason: (number, right[reason]) for reason, number in sorted(all_of.items())}


if __name__ == "__main__":
    for reason, (number, right) in count_suspects(Lexicon.open(*sys.argv[1:])).items():
        print(f"{reason:45} {number:5} {right:5} {right / number:.2f}")  # noqa: T201 - its purpose
