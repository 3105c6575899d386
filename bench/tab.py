"""How well the profile ``tab`` masks court rulings: recall, precision, speed.

::

    python bench/tab.py [--bundle DIR] [--gold FILE] [--json]

The gold texts (``../shared/eval/en_tab144.dev.jsonl``, see its README) are not part of the
project; without them, or without a bundle, the script says so and ends. They have no entity ids:
the same words of the same type are taken for the same entity.

"Before" is what the engine finds by itself, everything masked; "after" is what
:func:`tacknamn.tab.annotations` masks.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tacknamn import Lexicon
from tacknamn.errors import BundleError
from tacknamn.pseudonymizing import Pseudonymizer
from tacknamn.pseudonymizing.records import Found
from tacknamn.tab.annotating import annotations
from tacknamn.tab.likeness import plain
from tacknamn.tab.measuring import Measures, Share, measure, measures_data
from tacknamn.tab.records import Confidential, EntityType, IdentifierType, Mention
from tacknamn.tab.standoff import Annotation, StandoffDocument, standoff_of

GOLD = Path(__file__).resolve().parents[2] / "shared" / "eval" / "en_tab144.dev.jsonl"
WHOM = "the following person: "
"""Behind it, the task of each document names the person to protect."""
Marking = Callable[[str, Sequence[Found], str], Sequence[Mention]]


def main() -> None:
    """Measure and print."""
    options = _options()
    if not options.gold.is_file():
        print(f"skipped: {options.gold} is not there; gold texts are no part of the project")
        return
    try:
        lexicon = Lexicon.open(options.bundle) if options.bundle else Lexicon.open()
    except BundleError as exc:
        print(f"skipped: {exc}")
        return
    gold = read_gold(options.gold)
    engine = Pseudonymizer(lexicon, profile="tab", seed=1, language="en")
    founds = [engine.detect(one.text) for one in gold]
    before, _ = _run(gold, founds, _as_found)
    after, seconds = _run(gold, founds, annotations_of)
    if options.json:
        data = {"before": measures_data(before), "after": measures_data(after), "seconds": seconds}
        print(json.dumps(data, indent=1))
        return
    _print(before, after)
    tokens = sum(len(one.text.split()) for one in gold)
    print(f"speed of annotating alone: {tokens / seconds:,.0f} tokens a second")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def read_gold(file: Path) -> list[StandoffDocument]:
    """The gold documents: spans are [start, end, "TYPE:IDENTIFIER" or with ":STATUS"]."""
    documents = []
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            seen = [_annotation(row["text"], *span) for span in row["orig_spans"]]
            documents.append(
                StandoffDocument(row["id"], row["text"], {"annotator1": tuple(seen)}, row["task"])
            )
    return documents


def _annotation(text: str, start: int, end: int, label: str) -> Annotation:
    kind, identifier, *status = label.split(":")
    return Annotation(
        start,
        end,
        EntityType(kind),
        IdentifierType(identifier),
        f"{kind} {plain(text[start:end])}",
        Confidential(status[0]) if status else Confidential.NOT_CONFIDENTIAL,
    )


def annotations_of(text: str, founds: Sequence[Found], protect: str) -> Sequence[Mention]:
    """What the profile annotates."""
    return annotations((text, founds), protect)


def _as_found(text: str, founds: Sequence[Found], protect: str) -> Sequence[Mention]:
    """Everything that the engine found by itself, masked."""
    usual = (EntityType.MISC, IdentifierType.QUASI, "e1", Confidential.NOT_CONFIDENTIAL)
    return [Mention(found.start, found.end, *usual, found) for found in founds]


def _run(
    gold: Sequence[StandoffDocument], founds: Sequence[list[Found]], marking: Marking
) -> tuple[Measures, float]:
    begin = time.perf_counter()
    made = [
        marking(one.text, found, one.task.rpartition(WHOM)[2])
        for one, found in zip(gold, founds, strict=True)
    ]
    seconds = time.perf_counter() - begin
    pairs = zip(gold, made, strict=True)
    return measure(gold, [standoff_of(all, one.doc_id, one.text) for one, all in pairs]), seconds


def _print(before: Measures, after: Measures) -> None:
    print(f"{'':32}{'before':>9}{'after':>9}{'of':>8}")
    for name in ("entities", "mentions", "tokens", "mentions_by_type", "precision"):
        old, new = getattr(before, name), getattr(after, name)
        for key in sorted(new):
            share = old.get(key, Share())
            whole = f"{new[key].whole:8.0f}"
            print(f"{name + ' ' + key:32}{share.value or 0:9.3f}{new[key].value or 0:9.3f}{whole}")


if __name__ == "__main__":
    main()
