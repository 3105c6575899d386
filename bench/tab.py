"""Measure how well the profile ``tab`` masks court rulings: recall, precision, speed.

::

    python bench/tab.py [--bundle DIR] [--gold FILE] [--json]

The gold texts (``../shared/eval/en_tab144.dev.jsonl``, see its README) are not part of the
project; without them, or without a bundle, the script says so and ends. They have no entity ids, so
equal words of one type count as one entity.

"Before" masks every detection of the engine; "after" masks what
:func:`tacknamn.tab_benchmark.annotation.annotate` decides.
"""

import argparse
import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from tacknamn import Lexicon
from tacknamn.errors import BundleError
from tacknamn.pipeline.pseudonymizer import Pseudonymizer
from tacknamn.records import Detection
from tacknamn.tab_benchmark.annotation import annotate
from tacknamn.tab_benchmark.measures import Measures, Ratio, export_measures, measure_masking
from tacknamn.tab_benchmark.name_forms import normalize_name
from tacknamn.tab_benchmark.records import Confidentiality, EntityType, IdentifierType, TabMention
from tacknamn.tab_benchmark.standoff import Annotation, StandoffDocument, build_standoff

GOLD = Path(__file__).resolve().parents[2] / "shared" / "eval" / "en_tab144.dev.jsonl"
WHOM = "the following person: "
"""The task of each document names the person to protect after these words."""
Marking = Callable[[str, Sequence[Detection], str], Sequence[TabMention]]


def main() -> None:
    """Measure and print."""
    options = _options()
    if not options.gold.is_file():
        print(f"skipped: {options.gold} does not exist; the gold texts are not part of the project")
        return
    try:
        lexicon = Lexicon.open(options.bundle) if options.bundle else Lexicon.open()
    except BundleError as exc:
        print(f"skipped: {exc}")
        return
    gold = read_gold(options.gold)
    engine = Pseudonymizer(lexicon, profile="tab", seed=1, language="en")
    detections = [engine.detect(document.text) for document in gold]
    before, _ = _run(gold, detections, mark_detections)
    after, seconds = _run(gold, detections, annotate_detections)
    if options.json:
        data = {
            "before": export_measures(before),
            "after": export_measures(after),
            "seconds": seconds,
        }
        print(json.dumps(data, indent=1))
        return
    _print(before, after)
    tokens = sum(len(document.text.split()) for document in gold)
    print(f"speed of annotation without detection: {tokens / seconds:,.0f} tokens a second")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--bundle", type=Path)
    parser.add_argument("--gold", type=Path, default=GOLD)
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


def read_gold(file: Path) -> list[StandoffDocument]:
    """Read the gold documents. A span is [start, end, "TYPE:IDENTIFIER" or "...:STATUS"]."""
    documents = []
    with file.open(encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            spans = tuple(_read_annotation(row["text"], *span) for span in row["orig_spans"])
            documents.append(
                StandoffDocument(row["id"], row["text"], {"annotator1": spans}, row["task"])
            )
    return documents


def _read_annotation(text: str, start: int, end: int, label: str) -> Annotation:
    kind, identifier, *status = label.split(":")
    return Annotation(
        start,
        end,
        EntityType(kind),
        IdentifierType(identifier),
        f"{kind} {normalize_name(text[start:end])}",
        Confidentiality(status[0]) if status else Confidentiality.NOT_CONFIDENTIAL,
    )


def annotate_detections(
    text: str, detections: Sequence[Detection], protect: str
) -> Sequence[TabMention]:
    """Annotate as the profile does."""
    return annotate((text, detections), protect)


def mark_detections(
    text: str, detections: Sequence[Detection], protect: str
) -> Sequence[TabMention]:
    """Mark every detection of the engine as something to mask."""
    usual = (EntityType.MISC, IdentifierType.QUASI, "e1", Confidentiality.NOT_CONFIDENTIAL)
    return [
        TabMention(detection.start, detection.end, *usual, detection) for detection in detections
    ]


def _run(
    gold: Sequence[StandoffDocument], detections: Sequence[Sequence[Detection]], marking: Marking
) -> tuple[Measures, float]:
    begin = time.perf_counter()
    mentions = [
        marking(document.text, found, document.task.rpartition(WHOM)[2])
        for document, found in zip(gold, detections, strict=True)
    ]
    seconds = time.perf_counter() - begin
    predicted = [
        build_standoff(marked, document.doc_id, document.text)
        for document, marked in zip(gold, mentions, strict=True)
    ]
    return measure_masking(gold, predicted), seconds


def _print(before: Measures, after: Measures) -> None:
    print(f"{'':32}{'before':>9}{'after':>9}{'of':>8}")
    for name in ("entities", "mentions", "tokens", "mentions_by_type", "precision"):
        old, new = getattr(before, name), getattr(after, name)
        for key in sorted(new):
            ratio = old.get(key, Ratio())
            whole = f"{new[key].whole:8.0f}"
            print(f"{name + ' ' + key:32}{ratio.value or 0:9.3f}{new[key].value or 0:9.3f}{whole}")


if __name__ == "__main__":
    main()
