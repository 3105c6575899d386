"""Which tests a command line asks for."""

from pathlib import Path

import pytest

__all__ = ["is_named"]


def is_named(config: pytest.Config, folder: Path) -> bool:
    """Whether an argument names this folder, or a file or test inside it."""
    named = [(config.invocation_params.dir / arg.partition("::")[0]) for arg in config.args]
    return any(folder in (path, *path.parents) for path in named)
