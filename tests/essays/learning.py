"""The development half of the essays as gold texts to fit weights on:
``python -m tests.essays.learning FILE [--data BUNDLE]``.

The essays do not mark harmless names (*Sverige*), although they are names. They get the label ``?``,
which fitting ignores.
"""

import argparse
import json
from pathlib import Path

from tacknamn import Lexicon
from tacknamn.detection.detector import Detector
from tacknamn.detection.harmless.finder import find_harmless
from tacknamn.profiles.reader import read_profile
from tests.essays.reading import Essay, read_essays

__all__ = ["learning_line"]


def learning_line(essay: Essay, detector: Detector) -> str:
    """Return an essay as a line of JSON."""
    spans: list[tuple[int, int, str]] = [span[:3] for span in essay.spans]
    detections = detector.detect(essay.text)
    harmless = find_harmless(essay.text, detections, read_profile("swell").harmless)
    for each, is_harmless in zip(detections, harmless, strict=True):
        is_free = all(each.end <= start or end <= each.start for start, end, _ in spans)
        if is_harmless and is_free:
            spans.append((each.start, each.end, "?"))
    return json.dumps({"text": essay.text, "spans": sorted(spans)}, ensure_ascii=False)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", type=Path, help="folder of the bundle")
    chosen = parser.parse_args()
    detector = Detector(Lexicon.open(chosen.data))
    lines = [learning_line(essay, detector) for essay in read_essays() if essay.split == "dev"]
    chosen.file.write_text("".join(line + "\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
