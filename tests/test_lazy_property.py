"""Properties that are computed once, and keep no thread and no forked process waiting."""

from threading import Barrier, Thread

from tacknamn.support.lazy_property import lazy_property
from tests.timing import PATIENCE


class Slow:
    """Its property waits until two threads compute it."""

    def __init__(self, threads: int) -> None:
        self.barrier = Barrier(threads)
        self.computed = 0

    @lazy_property
    def value(self) -> list[int]:
        """A list, to tell one from another that is equal."""
        self.barrier.wait(PATIENCE)
        self.computed += 1
        return []


def test_it_is_computed_once() -> None:
    slow = Slow(1)
    assert slow.value is slow.value
    assert slow.computed == 1
    assert Slow(1).value is not slow.value


def test_threads_do_not_wait_for_each_other_and_get_the_same_value() -> None:
    slow = Slow(2)
    values: list[list[int]] = []
    threads = [Thread(target=lambda: values.append(slow.value)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert values[0] is values[1] is slow.value


def test_the_class_shows_the_property() -> None:
    assert isinstance(Slow.value, lazy_property)
    assert Slow.value.__doc__ == "A list, to tell one from another that is equal."
