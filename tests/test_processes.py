"""Processes and threads share a pseudonymizer: equal results, one clear error, and no waiting forever."""

import os
import pickle
import shutil
import signal
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_all_start_methods, get_context
from pathlib import Path
from threading import Event, Thread

import pytest

from tacknamn import BundleError, EnvironmentKey, Lexicon, Matcher, Pseudonymizer
from tacknamn.replacement.keys import write_key
from tacknamn.support import reopening
from tests.timing import PATIENCE

TEXTS = [f"Jag heter Anna Berg och bor i Lund, på rad {row}." for row in range(40)]
STARTS = get_all_start_methods()
pytestmark = [
    pytest.mark.slow,
    pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning"),  # of Python 3.12
]


@pytest.fixture
def made(data: Path, tmp_path: Path) -> Pseudonymizer:
    """A pseudonymizer with a list of one's own and the file of a key."""
    write_key(tmp_path / "project.key")
    lexicon = Lexicon.open(data, extra=[[("Lund", "ward")]])
    return Pseudonymizer(lexicon, key=tmp_path / "project.key")


def list_results(made: Pseudonymizer) -> list[str]:
    return [made(text).text for text in TEXTS]


@pytest.mark.parametrize("start", STARTS)
def test_processes_give_the_results_of_one(made: Pseudonymizer, start: str) -> None:
    with get_context(start).Pool(2) as pool:
        documents = pool.map(made, TEXTS)
        detections = pool.map(made.detect, TEXTS)
    assert [document.text for document in documents] == list_results(made)
    assert detections == [made.detect(text) for text in TEXTS]
    span = documents[0].spans[0]
    assert documents[0].explain(span) == made(TEXTS[0]).explain(span)


def test_a_worker_reads_the_key_of_its_environment(
    made: Pseudonymizer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TACKNAMN_KEY_FILE", str(tmp_path / "project.key"))
    same = Pseudonymizer(made.lexicon, key=EnvironmentKey())
    with get_context("spawn").Pool(1) as pool:
        assert [document.text for document in pool.map(same, TEXTS)] == list_results(made)


@pytest.mark.parametrize("pool", [ProcessPoolExecutor, ThreadPoolExecutor])
def test_executors_give_the_results_of_one(made: Pseudonymizer, pool: type[Executor]) -> None:
    with pool(4) as executor:  # type: ignore[call-arg]  # of both, not of their base
        assert [document.text for document in executor.map(made, TEXTS)] == list_results(made)


def test_matches_come_back_from_processes(data: Path) -> None:
    matcher = Matcher(Lexicon.open(data), fuzzy=True)
    with get_context("spawn").Pool(1) as pool:
        (match, *_), *_ = pool.map(matcher.match, TEXTS)
    assert (match.form, match.base) == ("Berg", "Berg")


@pytest.mark.parametrize("start", STARTS)
def test_the_error_of_a_worker_reaches_its_parent(data: Path, tmp_path: Path, start: str) -> None:
    folder = shutil.copytree(data, tmp_path / "lists")
    made = Pseudonymizer(Lexicon.open(folder))
    shutil.rmtree(folder)
    with get_context(start).Pool(1) as pool, pytest.raises(BundleError, match="no bundle here"):
        pool.map(made, TEXTS)


# ---- forks while threads run -----------------------------------------------------------------

needs_fork = pytest.mark.skipif("fork" not in STARTS, reason="this system has no fork")


def run_in_fork(made: Pseudonymizer, expected: list[str]) -> bool:
    """Whether a fork of this process gives the same results, with the object and with its pickle."""
    dumped = pickle.dumps(made)
    child = os.fork()
    if not child:
        signal.setitimer(signal.ITIMER_REAL, 0)  # of the tests
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(int(PATIENCE))  # a lock that is never free
        try:
            other = pickle.loads(dumped)  # noqa: S301 - our own
            os._exit(list_results(other) != expected or list_results(made) != expected)
        finally:
            os._exit(2)
    return os.waitpid(child, 0)[1] == 0


@contextmanager
def busy_threads(made: Pseudonymizer) -> Iterator[None]:
    """Threads that use a pseudonymizer, and what is opened from its pickle, all the time."""
    end = Event()

    def work() -> None:
        while not end.is_set():
            reopening.forget_reopened()
            list_results(pickle.loads(pickle.dumps(made)))  # noqa: S301 - our own
            list_results(made)

    threads = [Thread(target=work) for _ in range(3)]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        end.set()
        for thread in threads:
            thread.join()


@needs_fork
def test_a_process_may_fork_while_threads_work(data: Path) -> None:
    made = Pseudonymizer(Lexicon.open(data, extra=[[("Lund", "ward")]]), seed=3)
    expected = list_results(made)
    with busy_threads(made):
        assert all(run_in_fork(made, expected) for _ in range(10))


@needs_fork
def test_a_lock_that_another_thread_held_is_free_in_a_fork(data: Path) -> None:
    made = Pseudonymizer(Lexicon.open(data), seed=3)
    taken, end = Event(), Event()

    def hold() -> None:
        with reopening._opening:
            taken.set()
            end.wait(PATIENCE)

    pickle.dumps(made)
    thread = Thread(target=hold)
    thread.start()
    taken.wait(PATIENCE)
    try:
        assert run_in_fork(made, list_results(made))
    finally:
        end.set()
        thread.join()
