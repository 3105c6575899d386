"""The compiled packages give the same result as their source, and are no older than the source."""

import ast
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import hatch_build
import pytest

import tacknamn
from tacknamn.support.compiled import COMPILED_SUFFIX, is_compiled
from tests.essays.reading import read_essays
from tests.golden_build import build

COMPILED = pytest.mark.skipif(
    not is_compiled("tacknamn.detection.ranking.weights"), reason="ranking is not compiled"
)
PACKAGE = Path(tacknamn.__file__).parent
FOLDERS = [PACKAGE.parent.joinpath(*package.split(".")) for package in hatch_build.PYTHON]
ALONE = [PACKAGE.parent.joinpath(*name.split(".")).with_suffix(".py") for name in hatch_build.ALONE]
SOURCES = sorted([*ALONE, *(source for folder in FOLDERS for source in folder.glob("*.py"))])
COMPILED_FILES = {source.with_suffix(COMPILED_SUFFIX) for source in SOURCES}
CONSUMERS = (
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
"""Functions that may take a generator: once compiled they stop as early, or they read all of it
anyway."""
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


@pytest.mark.slow
@COMPILED
@pytest.mark.parametrize("language", ["sv", "en"])
def test_compiled_packages_give_the_result_of_their_source(
    language: str, bundle: Path, tmp_path: Path
) -> None:
    texts = [*TEXTS, *(essay.text for essay in read_essays())]
    interpreted = shutil.copytree(PACKAGE, tmp_path / PACKAGE.name, ignore=_ignore_compiled)
    arguments = ("detect", "--jsonl", "--scores", "--lang", language, "--data", str(bundle), "-")
    lines = "".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(texts))
    outputs = [
        subprocess.run(
            [sys.executable, "-m", "tacknamn", *arguments],
            input=lines, env=os.environ | {"PYTHONPATH": str(folder)}, cwd=tmp_path,
            capture_output=True, text=True, check=True,
        ).stdout
        for folder in (PACKAGE.parent, interpreted.parent)
    ]  # fmt: skip
    assert len(outputs[0].splitlines()) == len(texts)
    assert outputs[0] == outputs[1]


@pytest.mark.parametrize(
    "source", SOURCES, ids=lambda source: f"{source.parent.name}-{source.stem}"
)
def test_no_generator_is_made_that_mypyc_makes_a_list_of(source: Path) -> None:
    """mypyc turns a generator that is bound to a name into a list: where the source stops early, the
    compiled code reads all of it."""
    tree = ast.parse(source.read_text("utf-8"))
    consumed = {
        argument
        for call in ast.walk(tree)
        if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(CONSUMERS)
        for argument in call.args
    }
    generators = {node for node in ast.walk(tree) if isinstance(node, ast.GeneratorExp)}
    assert [ast.unparse(generator) for generator in generators - consumed] == []


@COMPILED
def test_compiled_modules_are_not_older_than_their_sources() -> None:
    """Python imports the compiled module, even if its source has changed since."""
    for source in SOURCES:
        compiled = source.with_suffix(COMPILED_SUFFIX)
        if not compiled.exists():
            continue
        assert source.stat().st_mtime <= compiled.stat().st_mtime, (
            f"{source.name} is newer than its compiled module: run `make test` to compile it again, "
            f"or delete {source.parent}/*{COMPILED_SUFFIX} while you work on it"
        )


def _ignore_compiled(folder: str, names: list[str]) -> set[str]:
    return {name for name in names if Path(folder, name) in COMPILED_FILES}
