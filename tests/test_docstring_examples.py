"""The examples in the docstrings of both packages run and return what they show."""

import doctest
from pathlib import Path
from types import ModuleType

import pytest

from tests.modules import import_modules


@pytest.mark.parametrize("package", ["tacknamn", "tacknamn_builders"])
def test_examples_in_docstrings_are_true(package: str) -> None:
    wrong = []
    for module in import_modules(package):
        if has_examples(module):
            wrong += [module.__name__] if doctest.testmod(module).failed else []
    assert not wrong


def has_examples(module: ModuleType) -> bool:
    """Whether the source of a module has any; it stands next to a module that is compiled from it."""
    name = "__init__" if hasattr(module, "__path__") else module.__name__.rpartition(".")[2]
    source = Path(module.__file__ or "").with_name(f"{name}.py")
    return source.exists() and ">>> " in source.read_text("utf-8")  # else compiled from C
