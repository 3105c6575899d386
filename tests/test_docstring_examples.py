"""The examples in the docstrings of both packages run and return what they show."""

import doctest
import pkgutil
from importlib import import_module
from types import ModuleType

import pytest

import tacknamn
import tacknamn_builders


@pytest.mark.parametrize("package", [tacknamn, tacknamn_builders], ids=lambda p: p.__name__)
def test_examples_in_docstrings_are_true(package: ModuleType) -> None:
    wrong = []
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        name = module.name.rpartition(".")[2]
        if not name.startswith("_"):  # compiled modules, and programs
            result = doctest.testmod(import_module(module.name))
            wrong += [module.name] if result.failed else []
    assert not wrong
