"""Packages of commands: all public names are there, and none is imported before it is asked for."""

import subprocess
import sys
from importlib import import_module

import pytest

from tests.reports import environment

PACKAGES = ("evaluating", "learning", "risk", "sampling", "svala")


@pytest.mark.parametrize("package", PACKAGES)
def test_every_public_name_is_there(package: str) -> None:
    module = import_module(f"tacknamn.{package}")
    assert [name for name in module.__all__ if getattr(module, name, None) is None] == []
    assert all(name in vars(module) for name in module.__all__)  # and is not looked for again


@pytest.mark.parametrize("package", PACKAGES)
def test_a_name_that_is_not_there_is_told_with_its_package(package: str) -> None:
    with pytest.raises(AttributeError, match=f"'tacknamn.{package}' has no attribute 'lighthouse'"):
        import_module(f"tacknamn.{package}").lighthouse  # noqa: B018


def test_packages_import_nothing_before_it_is_asked_for() -> None:
    program = (
        f"import sys, {', '.join(f'tacknamn.{package}' for package in PACKAGES)}\n"
        "print(*(name for name in sys.modules if name.startswith('tacknamn.')))"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(),
        capture_output=True, encoding="utf-8", check=True, timeout=60,
    )  # fmt: skip
    assert set(done.stdout.split()) == {f"tacknamn.{name}" for name in (*PACKAGES, "lazily")}
