"""Täcknamn's engines, and other ways to call them that are not compared with peers."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from bench.peers.engine import Engine, Ready, Task
from bench.texts import split_texts

from tacknamn.lexicon.bundle import Bundle
from tacknamn.lexicon.lexicon import Lexicon
from tacknamn.matching.matcher import Matcher

__all__ = ["LOWER", "NATIVE", "OBJECTS", "PORTABLE", "SHORT", "SHORT_OBJECTS", "THREADS"]

_BATCH = 100
"""Short texts in one call."""
_THREADS = 2


def _matcher(task: Task, engine: str = "native") -> Matcher:
    return Matcher(Lexicon(Bundle(task.bundle, verify=False)), engine=engine)


def _native(task: Task) -> Ready:
    return Ready(_matcher(task).spans)


def _portable(task: Task) -> Ready:
    return Ready(_matcher(task, "portable").spans)


def _objects(task: Task) -> Ready:
    return Ready(_matcher(task).match)


def _short(task: Task) -> Ready:
    return _batched(task, _matcher(task).spans_many)


def _short_objects(task: Task) -> Ready:
    return _batched(task, _matcher(task).match_many)


def _batched(task: Task, find: Callable[[list[str]], Any]) -> Ready:
    texts = split_texts(task.texts)
    return Ready(find, [texts[start : start + _BATCH] for start in range(0, len(texts), _BATCH)])


def _threads(task: Task) -> Ready:
    find = _matcher(task).spans
    threads = ThreadPoolExecutor(_THREADS)

    def find_each(texts: list[str]) -> list[Any]:
        return [find(text) for text in texts]

    def find_all(texts: list[str]) -> list[Any]:
        parts = [texts[number::_THREADS] for number in range(_THREADS)]
        return list(threads.map(find_each, parts))

    return Ready(find_all, [task.texts], units_are_parallel=True)


def _lower(task: Task) -> Ready:
    return Ready(str.lower)


NATIVE = Engine("native", "", "the compiled scanner over a mapped bundle: Matcher.spans", _native)
PORTABLE = Engine("portable", "pyahocorasick", "the same without a compiler", _portable)


def _variant(name: str, how: str, prepare: Callable[[Task], Ready], cores: int = 1) -> Engine:
    return Engine(name, "", how, prepare, cores, reports_spans=False)


OBJECTS = _variant("native, objects", "Matcher.match", _objects)
SHORT = _variant("native, short texts", f"spans_many, {_BATCH:,} texts a call", _short)
SHORT_OBJECTS = _variant("native, short, objects", "match_many, the same", _short_objects)
THREADS = _variant(
    "native, two threads", "one Matcher in two threads, half of the texts each", _threads, _THREADS
)
LOWER = _variant("str.lower", "what touching every character costs Python", _lower)
