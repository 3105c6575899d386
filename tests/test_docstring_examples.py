"""The examples in the docstrings of both packages run and return what they show."""

import doctest

import pytest

from tests.modules import import_modules


@pytest.mark.parametrize("package", ["tacknamn", "tacknamn_builders"])
def test_examples_in_docstrings_are_true(package: str) -> None:
    wrong = []
    for module in import_modules(package):
        if not module.__name__.rpartition(".")[2].startswith("_"):  # compiled from C
            wrong += [module.__name__] if doctest.testmod(module).failed else []
    assert not wrong
