"""The examples in README.md run, and say what README.md says they say."""

import doctest
from pathlib import Path

import pytest

from tests.golden_build import build

README = Path(__file__).parent.parent / "README.md"


def test_the_examples_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(build(tmp_path / "golden")))
    failed, tried = doctest.testfile(str(README), module_relative=False, encoding="utf-8")
    assert tried >= 4
    assert not failed
