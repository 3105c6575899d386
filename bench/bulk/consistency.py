"""Count how often a name has another pseudonym than its usual one, although there is a key.

Run after a build::

    python -m bench.bulk.consistency [--bundle DIR]

A pseudonym gives way where it is a word that stays in the row, or the pseudonym of another person
of the row. So each row names two persons and two towns: names drawn at random from the 400 most frequent ones, and
Sweden's 60 largest towns. Prints a table row for each kind of name.
"""

import argparse
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from tacknamn import Document, Lexicon, Pseudonymizer, Sampler

__all__ = ["main"]

KEY = bytes(range(32))
ROWS = 20_000
TEXT = "{} {} från {} ringde i går till {} {} i {} och frågade efter tiden hos läkaren"
LABELS = ("firstname_female", "surname", "city") * 2
"""What stands in the gaps of a row."""
KINDS = {
    "first names": ("firstname_female", "firstname_male", "firstname_unknown"),
    "surnames": ("surname",),
    "towns": ("city",),
}


def main() -> None:
    """Pseudonymize the rows, and print the shares."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--bundle", type=Path)
    lexicon = Lexicon.open(parser.parse_args().bundle)
    documents = Pseudonymizer(lexicon, "swell", key=KEY).many(list(_make_rows(lexicon)))
    pseudonyms = _count_pseudonyms(document for document in documents if document is not None)
    print("| names | mentions | with another pseudonym than the usual one |\n|---|---|---|")
    for kind, labels in KINDS.items():
        counts = [count for (label, _), count in pseudonyms.items() if label in labels]
        mentions = sum(map(Counter.total, counts))
        usual = sum(max(count.values()) for count in counts)
        print(f"| {kind} | {mentions:,} | {(mentions - usual) / mentions:.1%} |")


def _make_rows(lexicon: Lexicon) -> Iterator[str]:
    sampler = Sampler(lexicon, seed=7, top=400, cities=60)
    for _ in range(ROWS):
        yield TEXT.format(*(sampler.draw(label).text for label in LABELS))


def _count_pseudonyms(documents: Iterable[Document]) -> dict[tuple[str, str], Counter[str]]:
    """Count the replacements of each name, by its label and the name."""
    pseudonyms: dict[tuple[str, str], Counter[str]] = defaultdict(Counter)
    for document in documents:
        for span in document.spans:
            name = document.original[span.start : span.end]
            pseudonyms[span.label, name][span.replacement] += 1
    return pseudonyms


if __name__ == "__main__":
    main()
