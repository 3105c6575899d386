"""The layout of the code: packages in order, one name for one class, plain words."""

import ast
import re
import subprocess
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).resolve().parents[1]
HOUSES = {"tacknamn": ROOT / "matcher", "tacknamn_builders": ROOT / "builders"}
PAGE = ROOT / "docs" / "design.md"
"""The one place that lists the packages: a table for each house, in the order of the imports."""
EXCEPTIONS: dict[tuple[str, str], str] = {}
"""Upward imports that are allowed, from a module to a package, each with its reason; five at most."""
MOST_EXCEPTIONS = 5
START = "bd6567b"
"""The commit before the layout, the vocabulary and the language were made anew."""
LONGEST_SUBJECT = 72
BANNED = re.compile(r"\b(told|nobody|whoever|oftener)\b", re.IGNORECASE)
QUOTED = {"matcher/tacknamn/detection/ranking/features.py": 'f"told '}
"""Lines that may have a banned word: the name of a feature in the fitted tables of all bundles."""


class Import(NamedTuple):
    """One import of our own code, wherever it stands in a module."""

    module: str
    imported: str
    line: int


def order_of(house: str) -> list[str]:
    """The packages that the page lists for a house, in its order."""
    heading = {"tacknamn": "| package |", "tacknamn_builders": "| package of `tacknamn_builders` |"}
    table = PAGE.read_text("utf-8").partition(heading[house])[2].partition("\n\n")[0]
    rows = [row.split("|")[1] for row in table.splitlines()[2:]]
    return [name for row in rows for name in re.findall(r"`(\w+)`", row)]


@lru_cache
def parse(house: str) -> list[tuple[Path, list[ast.AST]]]:
    """Every file of a house with the nodes of its syntax tree, in order."""
    files = sorted((HOUSES[house] / house).rglob("*.py"))
    return [(path, list(ast.walk(ast.parse(path.read_text("utf-8"))))) for path in files]


@lru_cache
def imports_of(house: str) -> tuple[Import, ...]:
    return tuple(find_imports(house))


def find_imports(house: str) -> Iterator[Import]:
    root = HOUSES[house] / house
    for path, nodes in parse(house):
        module = path.relative_to(root).with_suffix("").as_posix().replace("/", ".")
        for node in nodes:
            if isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}:{node.lineno}: a relative import"
                yield Import(module, node.module or "", node.lineno)
            elif isinstance(node, ast.Import):
                for alias in node.names:
                    yield Import(module, alias.name, node.lineno)


def package(module: str) -> str:
    return module.partition(".")[0]


@pytest.mark.parametrize("house", HOUSES)
def test_every_package_is_listed_once(house: str) -> None:
    order = order_of(house)
    folder = HOUSES[house] / house
    there = {path.stem for path in folder.iterdir() if path.suffix == ".py"}
    there |= {path.name for path in folder.iterdir() if (path / "__init__.py").is_file()}
    there -= {"__init__", "__main__"}
    assert Counter(order) == Counter(there)


@pytest.mark.parametrize("house", HOUSES)
def test_a_package_imports_only_packages_above_it(house: str) -> None:
    order = order_of(house)
    rank = {name: number for number, name in enumerate(order)}
    upward = []
    for module, imported, line in imports_of(house):
        name = package(imported.partition(".")[2])
        if not imported.startswith(f"{house}.") or package(module) not in rank:
            continue
        is_upward = name in rank and rank[name] > rank[package(module)]
        if is_upward and (module, name) not in EXCEPTIONS:
            upward.append(f"{module}, line {line}, imports {imported}")
    assert upward == []


def test_the_exceptions_are_few_and_needed() -> None:
    used = {
        (module, package(imported.partition(".")[2]))
        for module, imported, _ in imports_of("tacknamn")
    }
    assert EXCEPTIONS.keys() <= used
    assert len(EXCEPTIONS) <= MOST_EXCEPTIONS


def test_the_runtime_never_imports_the_builders() -> None:
    assert not [found for found in imports_of("tacknamn") if "tacknamn_builders" in found.imported]


def test_modules_import_each_other_in_no_circle() -> None:
    """A function-level import may wait, but it must not lead back to its own module."""
    edges: dict[str, set[str]] = {}
    for house, root in HOUSES.items():
        modules = {
            path.relative_to(root).with_suffix("").as_posix().replace("/", ".")
            for path in (root / house).rglob("*.py")
        }
        for module, imported, _ in imports_of(house):
            if imported in modules and imported != f"{house}.{module}":
                edges.setdefault(f"{house}.{module}", set()).add(imported)
    assert find_circle(edges) is None


def find_circle(edges: dict[str, set[str]]) -> list[str] | None:
    """A path of imports that ends where it begins, or None."""
    done: set[str] = set()

    def search(module: str, path: list[str]) -> list[str] | None:
        if module in path:
            return [*path[path.index(module) :], module]
        if module in done:
            return None
        for following in sorted(edges.get(module, ())):
            if circle := search(following, [*path, module]):
                return circle
        done.add(module)
        return None

    return next((circle for module in sorted(edges) if (circle := search(module, []))), None)


def test_no_two_classes_share_a_name() -> None:
    names = Counter(
        node.name
        for house in HOUSES
        for _, nodes in parse(house)
        for node in nodes
        if isinstance(node, ast.ClassDef)
    )
    assert [name for name, count in names.items() if count > 1] == []


def test_no_variable_is_called_one() -> None:
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for house in HOUSES
        for path, nodes in parse(house)
        for node in nodes
        if (isinstance(node, ast.Name) and node.id == "one")
        or (isinstance(node, ast.arg) and node.arg == "one")
    ]
    assert found == []


def test_the_words_that_stop_a_reader_are_gone() -> None:
    files = [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]
    for folder in ("matcher", "builders"):
        files += [*(ROOT / folder).rglob("*.py"), *(ROOT / folder).rglob("*.md")]
    found = []
    for file in sorted(files):
        name = file.relative_to(ROOT).as_posix()
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            quoted = QUOTED.get(name)
            if BANNED.search(line) and not (quoted and quoted in line):
                found.append(f"{name}:{number}")
    assert found == []


def test_subjects_of_commits_are_short() -> None:
    log = subprocess.run(
        ["git", "log", "--format=%s", f"{START}..HEAD"], cwd=ROOT, check=False,
        capture_output=True, encoding="utf-8",
    )  # fmt: skip
    if log.returncode:
        pytest.skip("no git history with the start commit")
    assert [subject for subject in log.stdout.splitlines() if len(subject) > LONGEST_SUBJECT] == []
