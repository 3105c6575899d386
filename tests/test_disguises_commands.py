"""Commands say how many words they could not examine, and quote none of them."""

import json
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.running_command import detect, pseudonymize, under

Run = Callable[..., subprocess.CompletedProcess[bytes]]
TEXT = "Amina skrev سيارة جميلة في الشارع اليوم på tavlan. 汽车 är en bil.\n"
"""Five words in a row are no name, and neither is the first word of a sentence."""
WARNINGS = (
    "warning: 5 words in Arabic script were not examined\n"
    "warning: 1 word in Han script was not examined\n"
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "texts"
    folder.mkdir()
    for name in ("a.txt", "b.txt"):
        (folder / name).write_text(TEXT, "utf-8")
    return folder


@pytest.mark.parametrize("run", [pseudonymize, detect])
def test_a_warning_counts_the_words_of_each_script(
    run: Run, folder: Path, data: Path, tmp_path: Path
) -> None:
    more = under(tmp_path, data)
    assert run(folder / "a.txt", **more).stderr.decode().startswith(WARNINGS)


def test_the_summary_and_the_report_have_the_counts(
    folder: Path, data: Path, tmp_path: Path
) -> None:
    report = tmp_path / "report.json"
    arguments = (folder, "-o", tmp_path / "out", "--json", "--report", report)
    run: Run = pseudonymize
    done = run(*arguments, **under(tmp_path, data))
    expected = {"Arabic": 10, "Han": 2}
    assert json.loads(done.stderr)["not_examined"] == expected
    assert json.loads(report.read_text("utf-8"))["counts"]["not_examined"] == expected
    assert "سيارة" not in done.stderr.decode() + report.read_text("utf-8")
