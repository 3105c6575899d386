"""The labelling that was compiled says the same as its source, and is no older than that."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import tacknamn
from tacknamn.support.compiled import COMPILED_SUFFIX, is_compiled
from tests.essays.reading import read_essays
from tests.golden_build import build

COMPILED = pytest.mark.skipif(
    not is_compiled("tacknamn.detection.ranking.weights"), reason="labelling was not compiled"
)
PACKAGE = Path(tacknamn.__file__).parent
SOURCES = sorted((PACKAGE / "labelling").glob("*.py"))
TAKERS = (
    "all",
    "any",
    "dict",
    "frozenset",
    "join",
    "max",
    "min",
    "next",
    "prod",
    "set",
    "sorted",
    "sum",
    "tuple",
)
"""Functions that may be given one: compiled, they stop as early, or they take all of it anyway."""
TEXTS = (
    "Vid Å\nLund. Vi bodde på Hotell\nLund, i byn Å\tHolm.",
    "",
    "anna BOR I lund. Anna! 👩‍👩‍👧 Åsa-Karin Öbergs\r\nmoster é é İstanbul ß ﬁ",
    "Jag heter Anna-Lena von Rosen, Karl och Bo. Hej!\n\n/Emma",
    "Karl " * 300,
)


@pytest.fixture(scope="module")
def bundle(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("build") / "golden")


@COMPILED
@pytest.mark.parametrize("language", ["sv", "en"])
def test_compiled_labelling_says_what_its_source_says(
    language: str, bundle: Path, tmp_path: Path
) -> None:
    texts = [*TEXTS, *(essay.text for essay in read_essays())]
    interpreted = shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=_compiled_labelling)
    arguments = ("detect", "--jsonl", "--scores", "--lang", language, "--data", str(bundle), "-")
    lines = "".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(texts))
    ran = [
        subprocess.run(
            [sys.executable, "-m", "tacknamn", *arguments],
            input=lines, env=os.environ | {"PYTHONPATH": str(folder)}, cwd=tmp_path,
            capture_output=True, text=True, check=True,
        ).stdout
        for folder in (PACKAGE.parent, interpreted.parent)
    ]  # fmt: skip
    assert len(ran[0].splitlines()) == len(texts)
    assert ran[0] == ran[1]


@pytest.mark.parametrize("source", SOURCES, ids=lambda source: source.stem)
def test_no_generator_is_made_that_mypyc_makes_a_list_of(source: Path) -> None:
    """It takes one that is given a name for a list: what the source stops early, it goes through."""
    tree = ast.parse(source.read_text("utf-8"))
    taken = {
        argument
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(TAKERS)
        for argument in call.args
    }
    generators = {one for one in ast.walk(tree) if isinstance(one, ast.GeneratorExp)}
    assert [ast.unparse(one) for one in generators - taken] == []


@COMPILED
def test_what_was_compiled_is_of_these_sources() -> None:
    """Python takes what was compiled, whatever the source says meanwhile."""
    for compiled in (PACKAGE / "labelling").glob(f"*{COMPILED_SUFFIX}"):
        source = compiled.with_name(compiled.name.removesuffix(COMPILED_SUFFIX) + ".py")
        assert source.stat().st_mtime <= compiled.stat().st_mtime, (
            f"{source.name} was changed after it was compiled: `make test` compiles it anew; "
            f"or delete labelling/*{COMPILED_SUFFIX} as long as you work on it"
        )


def _compiled_labelling(folder: str, names: list[str]) -> set[str]:
    ours = Path(folder).name == "labelling"
    return {name for name in names if ours and name.endswith(COMPILED_SUFFIX)}
