"""Real sessions of Spark on this machine, and the processes of their Python workers."""

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest

__all__ = ["OLD_PANDAS", "find_workers", "open_session"]

OLD_PANDAS = "ignore:PySpark does not yet fully support pandas:FutureWarning"
"""A warning of pyspark 4.3 with pandas 3."""

SETTINGS = {
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.driver.host": "127.0.0.1",
    "spark.log.level": "OFF",
    "spark.sql.shuffle.partitions": "4",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
}


@contextmanager
def open_session(master: str, settings: Mapping[str, str] = MappingProxyType({})) -> Iterator[Any]:
    """Open a session whose workers run this Python with its paths; skip the test without Java."""
    if shutil.which("java") is None and "JAVA_HOME" not in os.environ:
        pytest.skip("Spark needs Java 17, and there is no `java` here; install it for these tests")
    from pyspark.sql import SparkSession

    python = os.environ.get("PYSPARK_PYTHON", sys.executable)
    with _set_environment(PYSPARK_PYTHON=python, PYTHONPATH=os.pathsep.join(sys.path)):
        builder: Any = SparkSession.builder
        builder = builder.master(master).appName("tests")
        for name, value in {**SETTINGS, **settings}.items():
            builder = builder.config(name, value)
        session = builder.getOrCreate()
        try:
            yield session
        finally:
            session.stop()


@contextmanager
def _set_environment(**variables: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in variables}
    os.environ.update(variables)
    try:
        yield
    finally:
        _restore_environment(before)


def _restore_environment(before: Mapping[str, str | None]) -> None:
    for name, value in before.items():
        if value is None:
            os.environ.pop(name, None)
        else:
            os.environ[name] = value


def find_workers(bundle: Path) -> list[int]:
    """Return the ids of the Python workers that have opened a bundle, which maps its files."""
    return [
        int(process.name)
        for process in Path("/proc").glob("[0-9]*")
        if b"pyspark.daemon" in _read(process / "cmdline")
        and os.fsencode(bundle.resolve()) in _read(process / "maps")
    ]


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError:  # the process has ended, or is not ours
        return b""
