"""The development half of the essays as gold texts to fit weights on:
``python -m tests.essays.learning FILE [--data BUNDLE]``.

What reveals nobody (*Sverige*) is unmarked in the essays, though it is a name: such places get
the label ``?``, of which fitting takes nothing.
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
    """An essay as a line of JSON."""
    spans: list[tuple[int, int, str]] = [one[:3] for one in essay.spans]
    found = detector.detect(essay.text)
    left = find_harmless(essay.text, found, read_profile("swell").harmless)
    for one, is_left in zip(found, left, strict=True):
        if is_left and all(one.end <= start or end <= one.start for start, end, _ in spans):
            spans.append((one.start, one.end, "?"))
    return json.dumps({"text": essay.text, "spans": sorted(spans)}, ensure_ascii=False)


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--data", type=Path, help="folder of the bundle")
    chosen = parser.parse_args()
    detector = Detector(Lexicon.open(chosen.data))
    lines = [learning_line(one, detector) for one in read_essays() if one.split == "dev"]
    chosen.file.write_text("".join(line + "\n" for line in lines), "utf-8")


if __name__ == "__main__":
    main()
