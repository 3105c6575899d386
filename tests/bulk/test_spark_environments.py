"""Sessions of Spark whose workers have another environment than the driver."""

import sys
from pathlib import Path

import pytest

from tacknamn import EnvironmentKey, Lexicon, Pseudonymizer
from tacknamn.errors import RunError
from tests.bulk.spark_sessions import OLD_PANDAS, open_session
from tests.bulk.tables import KEY

pytestmark = pytest.mark.filterwarnings(OLD_PANDAS)


def test_workers_without_tacknamn_are_an_error_that_says_so(
    data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their Python finds a module of this name that cannot be imported."""
    from tacknamn.spark import pseudonymize

    (tmp_path / "first").mkdir()
    reason = "raise ModuleNotFoundError(\"No module named 'tacknamn'\")\n"
    (tmp_path / "first" / "tacknamn.py").write_text(reason, "ascii")
    python = tmp_path / "python"
    python.write_text(
        f'#!/bin/sh\nPYTHONPATH="{tmp_path}/first:$PYTHONPATH" exec {sys.executable} "$@"\n',
        "utf-8",
    )
    python.chmod(0o755)
    monkeypatch.setenv("PYSPARK_PYTHON", str(python))
    with open_session("local[1]") as session:
        frame = session.createDataFrame([("Anna",)], "text string")
        with pytest.raises(RunError, match="No module named 'tacknamn'; give them") as caught:
            pseudonymize(frame, "text", lexicon=data, profile="mask")
        assert "\n" not in str(caught.value)


def test_the_key_of_the_environment_reaches_the_workers(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from tacknamn.spark import pseudonymize

    monkeypatch.setenv("TACKNAMN_KEY", KEY.hex())
    text = "Jag heter Amina."
    with open_session("local[1]", {"spark.executorEnv.TACKNAMN_KEY": KEY.hex()}) as session:
        frame = session.createDataFrame([(text,)], "text string")
        safe = pseudonymize(frame, "text", lexicon=data, key=EnvironmentKey()).collect()
    assert [row.text for row in safe] == [Pseudonymizer(Lexicon.open(data), key=KEY)(text).text]


def test_a_key_of_the_driver_alone_is_an_error(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tacknamn.spark import pseudonymize

    monkeypatch.setenv("TACKNAMN_KEY", KEY.hex())
    with open_session("local[1]", {"spark.executorEnv.TACKNAMN_KEY": ""}) as session:
        frame = session.createDataFrame([("Anna",)], "text string")
        with pytest.raises(RunError, match=r"Spark's worker on .*: TACKNAMN_KEY is empty"):
            pseudonymize(frame, "text", lexicon=data, key=EnvironmentKey())
