"""Read files for originals that the pseudonymized text does not show: in other formats, in names and ids.

Chance is nothing here: whatever is found was not replaced.
"""

import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tacknamn.formats.records import InputDocument
from tacknamn.formats.registry import FORMATS, load_writer
from tests import forks
from tests.privacy.figures import AttackFigure, Rounds
from tests.privacy.runs import Run, Setting

__all__ = ["attack_file_names", "attack_formats", "run_command"]

_ORIGINALS = (
    "Karin", "Lindgren", "karin.lindgren@mail.se", "070-812 37 65", "850709-9805", "Storgatan",
)  # fmt: skip
_TEXT = (
    "Jag heter {} {}. Skriv till {} eller ring {}. Mitt personnummer är {}. Jag bor på {} 12 i "
    "Lund."
).format(*_ORIGINALS)
_NAME = "Karin_Lindgren_19850709-9805"
_NAME_PARTS = ("Karin", "Lindgren", "9805")
_WRITTEN, _FEWEST = ("jsonl", "svala", "xml", "review", "text"), 2
"""Formats of the results whose names and contents are searched. SVALA's holds the originals of the text,
and must not hold the name of the file."""


def attack_formats(setting: Setting) -> Iterator[AttackFigure]:
    """Look for originals in every format that promises none."""
    rounds = Rounds()
    document = Run(setting, setting.make_random("formats")).pseudonymize(_TEXT)
    hidden = [original for original in _ORIGINALS if original not in document.text]
    for format in FORMATS.values():
        # Tables are written only from tables: what stays of a row is the choice of its owner.
        if not (format.original or format.is_arrow or format.name == "csv"):
            written = load_writer(format.name)(document, InputDocument("1", _TEXT))
            for original in hidden:
                rounds.add(original in written, 0.0)
    attack = "an original, in a format without originals"
    yield rounds.report(attack, "release", setting)


def attack_file_names(setting: Setting) -> Iterator[AttackFigure]:
    """Look for a person of a file name in the results of the command, and in their names."""
    if setting.mode != "none":
        return
    rounds = Rounds()
    with tempfile.TemporaryDirectory() as folder:
        texts = Path(folder, "texts")
        texts.mkdir()
        texts.joinpath(f"{_NAME}.txt").write_text("Det regnar i dag.\n", "utf-8")
        for format in _WRITTEN[: max(_FEWEST, setting.count(len(_WRITTEN)))]:
            results = Path(folder, format)
            run_command(setting, texts, results, "--format", format)
            shown = "".join(f"{path.name}\n{path.read_text('utf-8')}" for path in results.iterdir())
            for part in _NAME_PARTS:
                rounds.add(part in shown, 0.0)
    yield rounds.report("a person, in the name of a result or an id", "release", setting)


def run_command(setting: Setting, texts: Path, results: Path, *options: str) -> None:
    """Pseudonymize a folder as a user does."""
    command = [
        sys.executable, "-m", "tacknamn", "pseudonymize", str(texts), "-o", str(results),
        "--profile", setting.profile, "--quiet", "--data", str(setting.lexicon.bundle.folder),
        *options,
    ]  # fmt: skip
    cache = str(texts.parent / "cache")
    path = os.pathsep.join(filter(None, sys.path))
    environment = {**os.environ, "PYTHONPATH": path, "TACKNAMN_CACHE": cache}
    forks.run(command, environment).check_returncode()
