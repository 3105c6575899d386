"""Measure a package, or several together: ``python -m tacknamn.evaluation.comparison.worker spacy``.

The process loads nothing else. The worker reads one line of JSON, ``{"texts": [...]}``, loads the package, finds the names in all
texts, and answers in JSON Lines::

    {"done": 0}                           loaded; and again after it has answered FIRST
    {"done": 17}                          the number of texts that are done; every tenth of a second
    {"found": [[[0, 3, "PER", 1.0]], ...], "cost": {"loading": 2.1, "finding": 0.5, ...}}
    {"error": [what went wrong, what to do]}

With ``--with nltk`` it loads both packages and joins what they found, as a union does.

A package counts as loaded after it has answered a short sentence, because some packages load on
first use. With ``--traced`` Python's own memory count (tracemalloc) is active, as in the masking
tool. It makes everything slower, so times are taken in a run without it.
"""

import argparse
import json
import sys
import time
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import asdict
from typing import BinaryIO

from tacknamn.errors import Error
from tacknamn.evaluation.comparison import memory
from tacknamn.evaluation.comparison.records import Cost
from tacknamn.ner.backends.checking import find_all_mentions, find_mentions
from tacknamn.ner.backends.protocol import Backend, NamedMention
from tacknamn.ner.backends.registry import BackendRequest, make_backend
from tacknamn.ner.backends.worker import (
    describe_error_parts,
    make_worker_parser,
    redirect_output,
    send_answer,
)

__all__ = ["EACH", "main"]

FIRST = "Anna met Kim in London."
"""The sentence that a package must answer to count as loaded."""
EACH = 0.1
"""Seconds between two reports of progress."""


def main() -> None:
    """Measure the package that the arguments name."""
    options = _parse_arguments()
    answers = redirect_output()
    texts = json.loads(sys.stdin.buffer.readline())["texts"]
    try:
        measured = _measure(options, texts, answers)
    except Error as exc:
        send_answer(answers, error=describe_error_parts(exc, "correct that, and try again"))
    except MemoryError:
        send_answer(answers, error=["ran out of memory", "choose a smaller model"])
    else:
        send_answer(answers, **measured)


def _parse_arguments() -> argparse.Namespace:
    parser = make_worker_parser("python -m tacknamn.evaluation.comparison.worker")
    parser.add_argument(
        "--with", action="append", default=[], dest="others", help="another package; repeatable"
    )
    parser.add_argument("--seconds", type=float, help="time limit for one text, of commands only")
    parser.add_argument("--traced", action="store_true", help="count memory with tracemalloc")
    return parser.parse_args()


def _measure(options: argparse.Namespace, texts: list[str], answers: BinaryIO) -> dict[str, object]:
    # Load the packages, and let them answer a sentence.
    if options.traced:
        tracemalloc.start()
    begun = time.perf_counter()
    backends = [_make_backend(options, name) for name in (options.backend, *options.others)]
    for backend in backends:
        backend.load()
    send_answer(answers, done=0)
    for backend in backends:
        find_mentions(backend, FIRST)
    loaded = time.perf_counter()
    send_answer(answers, done=0)
    # Note the memory, and start counting again.
    load_peak, load_size = memory.measure_peak(), memory.measure_current()
    is_reset = memory.reset_peak()
    traced_load_peak, traced_load_size = _read_traced()
    # Find the names in all texts.
    started = time.perf_counter()
    found = _find_all_names(backends, texts, answers)
    ended = time.perf_counter()
    peak, traced_peak = memory.measure_peak(), _read_traced()[0]
    is_grown = peak is not None and load_size is not None and is_reset
    traces = options.traced and not memory.has_children()
    cost = Cost(
        loading=loaded - begun,
        finding=ended - started,
        peak=None if peak is None else max(peak, load_peak or 0),
        growth=max(0, (peak or 0) - (load_size or 0)) if is_grown else None,
        traced=max(traced_peak, traced_load_peak) if traces else None,
        traced_growth=traced_peak - traced_load_size if traces else None,
    )
    return {"found": found, "cost": asdict(cost)}


def _make_backend(options: argparse.Namespace, name: str) -> Backend:
    request = BackendRequest.read(name)
    # A program has its own time limit; any other backend is killed together with this process.
    seconds = options.seconds if request.name == "command" else None
    return make_backend(
        request, lexicon_data=options.data, language=options.language, seconds=seconds
    )


def _find_all_names(
    backends: Sequence[Backend], texts: list[str], answers: BinaryIO
) -> Sequence[Sequence[NamedMention]]:
    found = [list(_find_names(backend, texts, answers)) for backend in backends]
    if len(found) == 1:
        return found[0]
    from tacknamn.evaluation.comparison.unions import (
        join_names,
    )  # one package needs no memory for it

    return join_names(texts, {str(number): names for number, names in enumerate(found)})


def _find_names(
    backend: Backend, texts: list[str], answers: BinaryIO
) -> Iterator[Sequence[NamedMention]]:
    reported = time.perf_counter()
    for number, mentions in enumerate(find_all_mentions(backend, texts), 1):
        yield mentions
        if (now := time.perf_counter()) - reported > EACH:
            send_answer(answers, done=number)
            reported = now


def _read_traced() -> tuple[int, int]:
    """The peak since the last call and the current size of Python's own memory, in bytes."""
    if not tracemalloc.is_tracing():
        return 0, 0
    now, peak = tracemalloc.get_traced_memory()
    tracemalloc.reset_peak()
    return peak, now


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):  # the reader of the answers has gone
        sys.exit(1)
