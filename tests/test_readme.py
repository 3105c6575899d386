"""The examples in README.md and the guide pages run, and say what the pages say they say."""

import doctest
from pathlib import Path

import pytest

from tests.golden_build import build

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


@pytest.mark.parametrize("page", ["README.md", "docs/matching.md", "docs/sampling.md"])
def test_the_examples_run(page: str, bundle: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TACKNAMN_DATA", str(bundle))
    failed, tried = doctest.testfile(str(ROOT / page), module_relative=False, encoding="utf-8")
    assert tried >= 4
    assert not failed
