"""The tests of this folder run in `make test-bulk` only; they need the packages of the extra ``bulk``."""

from pathlib import Path

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests of this folder; leave them out unless they were asked for."""
    asked = "bulk" in str(config.option.markexpr)
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.bulk)
            if not asked:
                item.add_marker(pytest.mark.skip(reason="run by `make test-bulk`"))
