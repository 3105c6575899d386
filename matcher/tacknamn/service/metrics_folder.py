"""The folder in which workers count, so that one of them can add up the figures of all.

prometheus_client reads the variable when it is imported, so the program sets it before.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

__all__ = ["FOLDER_VARIABLE", "forget_worker", "share_metrics"]

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"


@contextmanager
def share_metrics() -> Iterator[None]:
    """Let the workers that are started from now on count in one folder, which is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="tacknamn-metrics-") as folder:
        os.environ[FOLDER_VARIABLE] = folder
        try:
            yield
        finally:
            del os.environ[FOLDER_VARIABLE]


def forget_worker(pid: int) -> None:
    """Remove what a worker that ended had under way. What it counted stays."""
    folder = os.environ.get(FOLDER_VARIABLE)
    for file in Path(folder).glob(f"gauge_live*_{pid}.db") if folder else ():
        with suppress(OSError):
            file.unlink()
