"""Measure each label on marked texts: what of it stays visible, and what is replaced by mistake.

Run after the builds::

    python -m bench.labels --texts DIR --bundle DIR [--write PAGE]

Prints a table for each profile and language. With --write, the tables replace those between the two
comments of the page that :data:`BEGIN` and :data:`END` are.
"""

import argparse
import json
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.records import Action, Span

__all__ = ["main"]

SEED = 11 + 2**64
"""Profiles that rotate names refuse smaller ones."""
BEGIN, END = "<!-- labels: written by bench/labels.py -->", "<!-- end of labels -->"
KEEP = "KEEP"
LEAST = 5
"""Fewer marks and spans of a label are too few for a line of their own."""


class Measured(NamedTuple):
    """The texts on which a profile is measured in one language."""

    profile: str
    language: str
    files: Mapping[str, tuple[str, ...]]
    """The sets, with the kinds of texts to use of each."""


MEASURED = (
    Measured("swell", "sv", {
        "sv_learner": ("essay", "topic", "lower", "misspelt", "probe"),
        "sv_learner2": ("essay", "topic"), "sv_clinical": ("official", "chat"),
    }),
    Measured("swell", "en", {"en_mixed": ("english", "topic")}),
    Measured("clinic", "sv", {"sv_clinical": ("clinical",)}),
    Measured("sms", "sv", {"sv_learner": ("essay",), "sv_learner2": ("essay",)}),
    Measured("mask", "en", {"en_mixed": ("english",)}),
)  # fmt: skip


class LabelTable:
    """The counts of each label with one profile."""

    def __init__(self, measured: Measured) -> None:
        self.measured = measured
        self.counts: dict[str, Counter[str]] = defaultdict(Counter)
        """By label: marks, covered, labelled, part, found, right."""

    def add(self, pseudonymizer: Pseudonymizer, item: Mapping[str, Any]) -> None:
        """Count the marks of a text and what was found in it."""
        text, spans = item["text"], pseudonymizer(item["text"]).spans
        marks = item["marks"]
        for mark in marks:
            self._add_mark(pseudonymizer, text, spans, mark)
        for span in spans:
            if span.action is not Action.REPLACE:
                continue  # the marks do not have every word that may be marked
            over = [mark for mark in marks if _overlaps(span, mark)]
            count = self.counts[span.label]
            count["found"] += 1
            # What must be hidden may be hidden under another label.
            count["right"] += any(_may_be_replaced(mark, pseudonymizer) for mark in over)

    def _add_mark(
        self,
        pseudonymizer: Pseudonymizer,
        text: str,
        spans: Sequence[Span],
        mark: Mapping[str, Any],
    ) -> None:
        labels = [label for label, _ in mark["labels"]]
        actions = {pseudonymizer.profile.get_policy(label).action for label in labels}
        if KEEP in labels or len(actions) > 1 or Action.KEEP in actions:
            return
        (action,) = actions
        same = [span for span in spans if span.action is action and _overlaps(span, mark)]
        covered = {at for span in same for at in range(span.start, span.end)}
        must = [at for at in range(mark["start"], mark["end"]) if text[at].isalnum()]
        count = self.counts[labels[0]]
        count["marks"] += 1
        count["covered"] += set(must) <= covered
        count["labelled"] += set(must) <= covered and any(span.label in labels for span in same)

    def format(self) -> Iterator[str]:
        """Yield the lines of the table: the labels with most leaks first."""
        name, language = self.measured.profile, self.measured.language
        yield f"**`{name}`, {'Swedish' if language == 'sv' else 'English'}**"
        yield ""
        yield "| label | marks | covered | right label | found | right | leaks | damage |"
        yield "|---" * 8 + "|"
        for label, count in sorted(self.counts.items(), key=_order):
            if max(count["marks"], count["found"]) < LEAST:
                continue
            leaks = count["marks"] - count["covered"]
            damage = count["found"] - count["right"]
            yield (
                f"| `{label}` | {count['marks']} | {_share(count, 'covered', 'marks')} | "
                f"{_share(count, 'labelled', 'marks')} | {count['found']} | "
                f"{_share(count, 'right', 'found')} | {leaks} | {damage} |"
            )


def _order(item: tuple[str, Counter[str]]) -> tuple[int, str]:
    label, count = item
    return count["covered"] - count["marks"] - count["found"] + count["right"], label


def _share(count: Counter[str], part: str, whole: str) -> str:
    return f"{count[part] / count[whole]:.2f}" if count[whole] else ""


def _overlaps(span: Span, mark: Mapping[str, Any]) -> bool:
    return bool(span.start < mark["end"] and span.end > mark["start"])


def _may_be_replaced(mark: Mapping[str, Any], pseudonymizer: Pseudonymizer) -> bool:
    get_policy = pseudonymizer.profile.get_policy
    labels = [label for label, _ in mark["labels"]]
    return any(label != KEEP and get_policy(label).action is Action.REPLACE for label in labels)


def measure_labels(lexicon: Lexicon, folder: Path) -> Iterator[LabelTable]:
    """Yield a table for each profile and language."""
    for measured in MEASURED:
        table = LabelTable(measured)
        pseudonymizer = Pseudonymizer(
            lexicon, measured.profile, seed=SEED, language=measured.language
        )
        for name, kinds in measured.files.items():
            with (folder / f"{name}.dev.jsonl").open(encoding="utf-8") as lines:
                for item in map(json.loads, lines):
                    if item["kind"] in kinds:
                        table.add(pseudonymizer, item)
        yield table


def main() -> None:
    """Print the tables, and put them into a page with --write."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--bundle", type=Path, required=True)
    parser.add_argument("--texts", type=Path, required=True, help="folder of the texts")
    parser.add_argument("--write", type=Path, help="page that has the two comments")
    options = parser.parse_args()
    tables = measure_labels(Lexicon.open(options.bundle), options.texts / "marked")
    content = "\n\n".join("\n".join(table.format()) for table in tables)
    print(content)
    if options.write:
        page = options.write.read_text("utf-8")
        before, _, rest = page.partition(BEGIN)
        after = rest.partition(END)[2]
        options.write.write_text(f"{before}{BEGIN}\n\n{content}\n\n{END}{after}", "utf-8")


if __name__ == "__main__":
    main()
