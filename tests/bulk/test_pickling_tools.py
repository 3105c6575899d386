"""The picklers of Spark, datasets and joblib pass a pseudonymizer on, inside functions as well."""

import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from tacknamn import Lexicon, Pseudonymizer
from tacknamn.support.reopening import forget_reopened

TEXT = "Jag heter Anna Berg och bor i Lund."


@pytest.fixture
def made(data: Path) -> Pseudonymizer:
    return Pseudonymizer(Lexicon.open(data), seed=7)


def check(dumped: bytes, made: Pseudonymizer) -> None:
    forget_reopened()
    function: Callable[[str], str] = pickle.loads(dumped)  # noqa: S301 - our own
    assert len(dumped) < 10_000
    assert function(TEXT) == made(TEXT).text


def test_cloudpickle_passes_on_a_function(made: Pseudonymizer) -> None:
    cloudpickle = pytest.importorskip("pyspark.cloudpickle")

    check(cloudpickle.dumps(lambda text: made(text).text), made)


def test_dill_passes_on_a_function(made: Pseudonymizer) -> None:
    dill = pytest.importorskip("dill")  # of datasets
    check(dill.dumps(lambda text: made(text).text), made)


@pytest.mark.parametrize("backend", ["loky", "multiprocessing", "threading"])
def test_joblib_gives_the_results_of_one_process(made: Pseudonymizer, backend: str) -> None:
    joblib = pytest.importorskip("joblib")
    texts = [f"{TEXT} Rad {row}." for row in range(10)]
    work = joblib.Parallel(2, backend=backend)
    documents = work(joblib.delayed(made)(text) for text in texts)
    assert [document.text for document in documents] == [made(text).text for text in texts]
