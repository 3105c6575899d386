"""What `make test` installs in place of the extra ``dev``."""

from tools.extra_requirements import list_requirements


def test_an_extra_has_the_requirements_of_the_extras_it_contains() -> None:
    extras = {"vault": ["cryptography>=42"], "builders": ["numpy"], "dev": [
        "pytest", "tacknamn[builders, vault]", "ruff"]}  # fmt: skip
    assert list(list_requirements(extras, "dev")) == ["pytest", "numpy", "cryptography>=42", "ruff"]
